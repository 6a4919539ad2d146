// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AssumedSizes.h"
#include "transform/text/ConstantName.h"
#include "transform/text/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

/// The condition in names of the file; empty: the file has no name for it.
std::string inNamesOfFile(const Context &C, const NeededCondition &N) {
  if (N.What == NeededCondition::Kind::Macro)
    return N.Text;
  const std::string Name =
      N.What == NeededCondition::Kind::BlockSize ? blockExtentName(C, N.Dimension, N.Value) : "";
  return Name.empty() ? "" : Name + " == " + std::to_string(N.Value);
}

std::string statement(const Context &C, llvm::ArrayRef<NeededCondition> Assumed) {
  std::vector<std::string> Named;
  bool All = true;
  for (const NeededCondition &N : Assumed) {
    std::string Text = inNamesOfFile(C, N);
    All &= !Text.empty();
    if (!Text.empty() && !llvm::is_contained(Named, Text))
      Named.push_back(std::move(Text));
  }
  const bool Sizes = llvm::none_of(
      Assumed, [](const NeededCondition &N) { return N.What == NeededCondition::Kind::Macro; });
  const bool Differ = llvm::any_of(Assumed, [&](const NeededCondition &A) {
    return llvm::any_of(Assumed, [&](const NeededCondition &B) {
      return !(A == B) && !A.Named.empty() && A.Named == B.Named;
    });
  });
  if (All && !Differ)
    return "static_assert(" + llvm::join(Named, " && ") +
           ", \"the barriers of this kernel are placed for " +
           (Sizes ? "blocks of this size" : "these values") + "\");";
  return "// The barriers of this kernel are placed for " +
         llvm::join(textsOf(Assumed), Differ ? " or " : " and ") + ".";
}

} // namespace

void stateInKernel(const Context &C, llvm::ArrayRef<NeededCondition> Assumed, Repair &R) {
  const auto *Body = C.K.Decl ? dyn_cast_or_null<CompoundStmt>(C.K.Decl->getBody()) : nullptr;
  if (!Body || R.Edits.empty() || Assumed.empty() || Body->getBeginLoc().isMacroID())
    return;
  const ASTContext &Ctx = C.P.device().getASTContext();
  SourceText Source(Ctx, Ctx.getSourceManager().getFileID(Body->getLBracLoc()));
  unsigned Behind = Source.bodyBegin(Body), Next = Source.lineEnd(Behind);
  if (Body->body_empty() || !Source.slice(Behind, Next).trim().empty())
    return;
  std::string Indent = Source.indent(Source.begin(Body->body_front())).str();
  std::string Statement = statement(C, Assumed);
  if (Source.slice(Behind, Source.bodyEnd(Body)).contains(Statement))
    return; // an earlier repair of the kernel added it
  StringRef Newline = Source.text().substr(Next).starts_with("\r\n") ? "\r\n" : "\n";
  R.Edits.push_back({Source.path(), static_cast<unsigned>(Next + Newline.size()), 0,
                     Indent + Statement + Newline.str()});
  llvm::sort(R.Edits);
}

} // namespace cudafix::transform
