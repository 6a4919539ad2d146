// SPDX-License-Identifier: Apache-2.0

#include "verify/Judged.h"
#include "detect/Detector.h"
#include "host/Launches.h"
#include "rewrite/Rewrite.h"
#include "verify/StaticCost.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace cudafix::verify {

namespace {

//===-- Names of findings ---------------------------------------------------------------===//

/// The text of a source line without the space around it.
std::string lineText(const frontend::Program &P, const SourceLoc &Loc) {
  Expected<StringRef> Text = P.contents(Loc.File);
  if (!Text) {
    consumeError(Text.takeError());
    return "";
  }
  StringRef Rest = *Text;
  for (unsigned Line = 1; Line < Loc.Line && !Rest.empty(); ++Line)
    Rest = Rest.split('\n').second;
  return Rest.split('\n').first.trim().str();
}

std::string joined(const Finding &F, std::vector<std::string> Parts) {
  llvm::sort(Parts);
  return F.Id + "\n" + F.KernelName + "\n" + join(Parts, "\n");
}

std::string nameByLine(const frontend::Program &P, const Finding &F) {
  std::vector<std::string> Lines{lineText(P, F.Loc)};
  for (const Related &R : F.RelatedPlaces)
    Lines.push_back(lineText(P, R.Loc));
  return joined(F, std::move(Lines));
}

std::string nameByText(const Kernel *K, const Finding &F) {
  std::vector<std::string> Texts;
  for (AccessId Id : F.Accesses)
    if (K && Id < K->Accesses.size())
      Texts.push_back(K->array(K->access(Id).Array).Name + ": " + K->access(Id).Text);
  for (BarrierId Id : F.Barriers)
    if (K && Id < K->Barriers.size())
      Texts.push_back(K->barrier(Id).Text);
  return joined(F, std::move(Texts));
}

//===-- The patched text ----------------------------------------------------------------===//

std::string absolutePath(const frontend::Program &P, StringRef File) {
  SmallString<256> Path(File);
  if (sys::path::is_relative(Path) && !P.command().Directory.empty()) {
    Path = P.command().Directory;
    sys::path::append(Path, File);
  }
  if (sys::path::is_relative(Path))
    consumeError(errorCodeToError(sys::fs::make_absolute(Path)));
  return std::string(Path);
}

/// The files of `P` with the edits laid over them.
Expected<IntrusiveRefCntPtr<vfs::FileSystem>> patchedFiles(frontend::Program &P,
                                                           ArrayRef<Edit> Edits) {
  std::map<std::string, std::vector<Edit>> ByFile;
  for (const Edit &E : Edits)
    ByFile[E.File].push_back(E);
  auto Patched = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &[File, OfFile] : ByFile) {
    Expected<StringRef> Before = P.contents(File);
    if (!Before)
      return Before.takeError();
    Expected<std::string> After = rewrite::apply(*Before, OfFile);
    if (!After)
      return After.takeError();
    Patched->addFile(absolutePath(P, File), 0, MemoryBuffer::getMemBufferCopy(*After));
  }
  auto All = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      P.device().getFileManager().getVirtualFileSystemPtr());
  All->pushOverlay(Patched);
  return All;
}

/// "file:12:3: error: text" without the place, which edits move.
std::string withoutPlace(StringRef Diagnostic) {
  size_t At = Diagnostic.find(": error:");
  return (At == StringRef::npos ? Diagnostic : Diagnostic.drop_front(At)).str();
}

/// An error that the text before the edits did not have.
std::string newProblem(const frontend::Program &Before, const frontend::Program &After) {
  std::multiset<std::string> Known;
  for (const std::string &D : Before.diagnostics())
    Known.insert(withoutPlace(D));
  for (const std::string &D : After.diagnostics()) {
    auto It = Known.find(withoutPlace(D));
    if (It == Known.end())
      return D;
    Known.erase(It);
  }
  if (After.unreadKernels().size() > Before.unreadKernels().size())
    return After.unreadKernels().back().first + " cannot be read any more";
  return "";
}

//===-- Kernels an edit can change ------------------------------------------------------===//

bool liesIn(const Edit &E, const frontend::KernelUnit &K, clang::SourceManager &SM,
            const frontend::Program &P) {
  if (!K.Decl)
    return false;
  clang::SourceRange Range = K.Decl->getSourceRange();
  clang::SourceLocation Begin = SM.getExpansionLoc(Range.getBegin());
  clang::SourceLocation End = SM.getExpansionLoc(Range.getEnd());
  if (absolutePath(P, SM.getFilename(Begin)) != absolutePath(P, E.File))
    return false;
  return SM.getFileOffset(Begin) <= E.Offset && E.Offset + E.Length <= SM.getFileOffset(End);
}

/// Names of the kernels; empty: any may change.
std::set<std::string> kernelsWith(frontend::Program &P, ArrayRef<Edit> Edits) {
  std::set<std::string> Names;
  clang::SourceManager &SM = P.device().getSourceManager();
  for (const Edit &E : Edits) {
    bool Found = false;
    for (const frontend::KernelUnit &K : P.kernels())
      if (liesIn(E, K, SM, P)) {
        Names.insert(K.Model.Name);
        Found = true;
      }
    if (!Found)
      return {};
  }
  return Names;
}

} // namespace

std::vector<NamedFinding> nameFindings(frontend::Program &P, ArrayRef<Finding> All) {
  std::map<std::string, const Kernel *> Kernels;
  for (const frontend::KernelUnit &K : P.kernels())
    Kernels.try_emplace(K.Model.Name, &K.Model);
  std::vector<NamedFinding> Named;
  for (const Finding &F : All) {
    NamedFinding N;
    N.Id = F.Id;
    N.Kernel = F.KernelName;
    N.Line = F.Loc.Line;
    N.Counts = F.Severity != Level::Note && F.How != Confidence::Possible;
    N.ByLine = nameByLine(P, F);
    auto It = Kernels.find(F.KernelName);
    N.ByText = nameByText(It == Kernels.end() ? nullptr : It->second, F);
    Named.push_back(std::move(N));
  }
  return Named;
}

JudgedUnit judgePatched(frontend::Program &P, const Options &Opts, ArrayRef<Edit> Edits) {
  JudgedUnit Unit;
  auto Files = patchedFiles(P, Edits);
  if (!Files) {
    Unit.Problem = toString(Files.takeError());
    return Unit;
  }
  auto Parsed = frontend::Program::parse(P.command(), Opts, *Files);
  if (!Parsed) {
    Unit.Problem = toString(Parsed.takeError());
    return Unit;
  }
  frontend::Program &After = **Parsed;
  Unit.Problem = newProblem(P, After);
  if (!Unit.Problem.empty())
    return Unit;
  std::set<std::string> Names = kernelsWith(P, Edits);
  std::vector<Finding> Findings;
  for (frontend::KernelUnit &K : After.kernels()) {
    if (!Names.empty() && !Names.contains(K.Model.Name))
      continue;
    std::vector<Launch> Launches = host::launchesOf(After, K, Opts);
    Unit.Reports.try_emplace(K.Model.Name, detect::judge(K.Model, Launches, Opts, Findings));
    Unit.Costs.try_emplace(K.Model.Name, staticCost(K.Model));
  }
  Unit.Findings = nameFindings(After, Findings);
  return Unit;
}

} // namespace cudafix::verify
