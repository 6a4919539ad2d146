// SPDX-License-Identifier: Apache-2.0
#include "transform/text/AssumedSizes.h"
#include "transform/text/ConstantName.h"
#include "transform/text/SourceText.h"
#include "transform/text/SwitchedMacros.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace cudafix::transform {
namespace {

struct Size {
  unsigned Dimension;
  uint64_t Value;
};

/// "blockDim.y == 16"
std::optional<Size> sizeOf(StringRef Condition) {
  Size S{};
  if (!Condition.consume_front("blockDim.") || Condition.size() < 2)
    return std::nullopt;
  S.Dimension = Condition.front() - 'x';
  if (S.Dimension > 2 || !Condition.drop_front().consume_front(" == ") ||
      Condition.drop_front(5).getAsInteger(10, S.Value))
    return std::nullopt;
  return S;
}

std::string statement(const Context &C, llvm::ArrayRef<std::string> Assumed) {
  const std::vector<std::string> Macros = switchedMacros(C);
  std::vector<std::string> Named;
  bool All = true, Sizes = true;
  for (StringRef Condition : Assumed) {
    std::string Name = Condition.str();
    if (!llvm::is_contained(Macros, Name)) {
      std::optional<Size> S = sizeOf(Condition);
      Name = S ? blockExtentName(C, S->Dimension, S->Value) : "";
      if (!Name.empty())
        Name += " == " + std::to_string(S->Value);
    } else {
      Sizes = false;
    }
    All &= !Name.empty();
    if (!Name.empty() && !llvm::is_contained(Named, Name))
      Named.push_back(std::move(Name));
  }
  bool Differ = llvm::any_of(Assumed, [&](StringRef A) {
    return llvm::any_of(Assumed, [&](StringRef B) {
      return A != B && A.split(" == ").first == B.split(" == ").first;
    });
  });
  if (All && !Differ)
    return "static_assert(" + llvm::join(Named, " && ") +
           ", \"the barriers of this kernel are placed for " +
           (Sizes ? "blocks of this size" : "these values") + "\");";
  return "// The barriers of this kernel are placed for " +
         llvm::join(Assumed, Differ ? " or " : " and ") + ".";
}

} // namespace

void stateInKernel(const Context &C, llvm::ArrayRef<std::string> Assumed, Repair &R) {
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
    return; // an earlier repair of the kernel said it
  StringRef Newline = Source.text().substr(Next).starts_with("\r\n") ? "\r\n" : "\n";
  R.Edits.push_back({Source.path(), static_cast<unsigned>(Next + Newline.size()), 0,
                     Indent + Statement + Newline.str()});
  llvm::sort(R.Edits);
}

} // namespace cudafix::transform
