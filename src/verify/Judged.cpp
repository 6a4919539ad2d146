// SPDX-License-Identifier: Apache-2.0

#include "verify/Judged.h"
#include "detect/Detector.h"
#include "detect/SolverShare.h"
#include "frontend/ModelBuilder.h"
#include "model/Check.h"
#include "report/Report.h"
#include "rewrite/LineDiff.h"
#include "rewrite/Rewrite.h"
#include "verify/CodeFacts.h"
#include "verify/Reach.h"
#include "verify/StaticCost.h"
#include "verify/Traffic.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/SourceMgr.h"
#include <set>

using namespace llvm;

namespace cudafix::verify {

namespace {

//===-- Names of findings ---------------------------------------------------------------===//

/// By absolute path: the old line number of each line of an edited file; 0: a new line.
using OldLines = std::map<std::string, std::vector<unsigned>>;

std::vector<StringRef> trimmedLines(StringRef Text) {
  std::vector<StringRef> Lines = rewrite::splitLines(Text);
  for (StringRef &L : Lines)
    L = L.trim();
  return Lines;
}

/// Aligns lines that the edits left unchanged or only indented.
std::vector<unsigned> alignLines(StringRef Before, StringRef After) {
  std::vector<StringRef> Old = trimmedLines(Before), New = trimmedLines(After);
  std::vector<unsigned> OldOf(New.size(), 0);
  unsigned O = 0, N = 0;
  auto Same = [&](unsigned End) {
    for (; N < End; ++N)
      OldOf[N] = ++O;
  };
  for (const rewrite::Hunk &H : rewrite::lineDiff(Old, New)) {
    Same(H.NewBegin);
    O = H.OldEnd;
    N = H.NewEnd;
  }
  Same(New.size());
  return OldOf;
}

class Namer {
public:
  Namer(frontend::Program &P, ArrayRef<frontend::KernelUnit> Units, const OldLines &Lines)
      : P(P), Lines(Lines) {
    for (const frontend::KernelUnit &K : Units)
      Kernels.try_emplace(K.Model.Name, &K.Model);
  }

  NamedFinding name(const Finding &F) {
    NamedFinding N;
    N.Id = F.Id;
    N.Kernel = F.KernelName;
    N.Line = F.Loc.Line;
    N.Slight = F.Severity == Level::Note && detect::isPerformance(F.check());
    N.Counts = (F.Severity != Level::Note || F.check() == Check::BenignRace) &&
               F.How != Confidence::Possible && !detect::isPerformance(F.check());
    std::vector<std::string> Places{place(F.Loc)}, Texts{lineText(F.Loc)};
    for (const Related &R : F.RelatedPlaces) {
      if (R.What == Role::Barrier && F.check() == Check::RedundantBarrier)
        continue; // others that can be removed as well have findings of their own
      Places.push_back(place(R.Loc));
      Texts.push_back(lineText(R.Loc));
    }
    N.ByPlace = joined(F, std::move(Places));
    N.ByLine = joined(F, std::move(Texts));
    N.ByText = nameByText(F);
    auto It = Kernels.find(F.KernelName);
    for (AccessId Id : F.Accesses)
      if (It != Kernels.end() && Id < It->second->Accesses.size()) {
        const Access &A = It->second->access(Id);
        N.Accesses.push_back({place(A.Loc), A.Text});
      }
    return N;
  }

private:
  /// The name of a finding that several instantiations of a template share must not depend on one
  /// of them.
  static std::string joined(const Finding &F, std::vector<std::string> Parts) {
    llvm::sort(Parts);
    return F.Id + "\n" + StringRef(F.KernelName).split('<').first.str() + "\n" + join(Parts, "\n");
  }

  std::string place(const SourceLoc &Loc) const {
    std::string File = absolutePath(P, Loc.File);
    auto It = Lines.find(File);
    bool Moved = It != Lines.end() && Loc.Line > 0 && Loc.Line <= It->second.size();
    unsigned Old = Moved ? It->second[Loc.Line - 1] : Loc.Line;
    return Old ? File + ":" + std::to_string(Old) : File + ":new " + std::to_string(Loc.Line);
  }

  /// The text of a source line without the space around it.
  std::string lineText(const SourceLoc &Loc) const {
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

  std::string nameByText(const Finding &F) const {
    std::vector<std::string> Texts;
    auto It = Kernels.find(F.KernelName);
    const Kernel *K = It == Kernels.end() ? nullptr : It->second;
    for (AccessId Id : F.Accesses)
      if (K && Id < K->Accesses.size())
        Texts.push_back(K->array(K->access(Id).Array).Name + ": " + K->access(Id).Text);
    for (BarrierId Id : F.Barriers)
      if (K && Id < K->Barriers.size())
        Texts.push_back(K->barrier(Id).Text);
    return joined(F, std::move(Texts));
  }

  frontend::Program &P;
  const OldLines &Lines;
  std::map<std::string, const Kernel *> Kernels;
};

std::vector<NamedFinding> nameAll(Namer N, ArrayRef<Finding> All) {
  std::vector<NamedFinding> Named;
  for (const Finding &F : All)
    Named.push_back(N.name(F));
  return Named;
}

//===-- The patched text ----------------------------------------------------------------===//

/// The edited files of a unit.
struct PatchedFiles {
  IntrusiveRefCntPtr<vfs::FileSystem> FS; ///< laid over the files of the parse
  OldLines Lines;
};

Expected<PatchedFiles> patchFiles(frontend::Program &P, ArrayRef<Edit> Edits) {
  std::map<std::string, std::vector<Edit>> ByFile;
  for (const Edit &E : Edits)
    ByFile[E.File].push_back(E);
  PatchedFiles Result;
  auto Patched = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  for (const auto &[File, OfFile] : ByFile) {
    Expected<StringRef> Before = P.contents(File);
    if (!Before)
      return Before.takeError();
    Expected<std::string> After = rewrite::apply(*Before, OfFile);
    if (!After)
      return After.takeError();
    std::string Path = absolutePath(P, File);
    Result.Lines[Path] = alignLines(*Before, *After);
    Patched->addFile(Path, 0, MemoryBuffer::getMemBufferCopy(*After));
  }
  auto All = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(
      P.device().getFileManager().getVirtualFileSystemPtr());
  All->pushOverlay(Patched);
  Result.FS = All;
  return Result;
}

/// "file:12:3: error: text" without the place, which edits move.
std::string withoutPlace(StringRef Diagnostic) {
  size_t At = Diagnostic.find(": error:");
  return (At == StringRef::npos ? Diagnostic : Diagnostic.drop_front(At)).str();
}

/// An error that did not occur in the text before the edits.
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
    return After.unreadKernels().back().Name + " cannot be read any more";
  return "";
}

smt::Workspace *knownIn(frontend::Program &P) {
  return P.kernels().empty() ? nullptr : P.kernels().front().Solving.get();
}

//===-- Kernels that are judged for the rest --------------------------------------------===//

/// Units with more kernels are those of templates with an instance for every combination of
/// arguments.
constexpr size_t ManyKernels = 32, Sample = 8;

/// Returns true if the kernel, or a function inlined into it, has code within a few lines of the
/// edit.
bool isNear(const frontend::Program &P, const frontend::KernelUnit &K, StringRef File,
            unsigned Line) {
  constexpr unsigned Near = 20;
  DenseSet<const DILocation *> Seen;
  for (Instruction &I : instructions(*K.Function))
    for (const DILocation *At = I.getDebugLoc(); At && Seen.insert(At).second;
         At = At->getInlinedAt())
      if (std::max(At->getLine(), Line) - std::min(At->getLine(), Line) <= Near &&
          absolutePath(P, At->getFilename()) == File)
        return true;
  return false;
}

unsigned lineOf(frontend::Program &P, const Edit &E) {
  Expected<StringRef> Text = P.contents(E.File);
  if (Text)
    return Text->take_front(E.Offset).count('\n') + 1;
  consumeError(Text.takeError());
  return 0;
}

/// `Kernel`, and some of the other kernels that the edits can change, from first to last.
std::set<std::string> sample(frontend::Program &P, ArrayRef<Edit> Edits, StringRef Kernel,
                             const std::set<std::string> &Names) {
  std::vector<std::pair<std::string, unsigned>> Places;
  for (const Edit &E : Edits)
    Places.push_back({absolutePath(P, E.File), lineOf(P, E)});
  std::vector<std::string> Changed;
  for (const frontend::KernelUnit &K : P.kernels())
    if (K.Model.Name != Kernel && (Names.empty() || Names.contains(K.Model.Name)) &&
        any_of(Places, [&](auto &At) { return isNear(P, K, At.first, At.second); }))
      Changed.push_back(K.Model.Name);
  std::set<std::string> Chosen{Kernel.str()};
  for (size_t I = 0; I + 1 < Sample && !Changed.empty(); ++I)
    Chosen.insert(Changed[I * (Changed.size() - 1) / (Sample - 2)]);
  return Chosen;
}

/// A regular expression for exactly these names.
std::string matchOnly(const std::set<std::string> &Names) {
  std::string Any;
  for (const std::string &N : Names)
    Any += (Any.empty() ? "^(" : "|") + Regex::escape(N);
  return Any + ")$";
}

void judgeKernel(host::LaunchTable &Host, frontend::KernelUnit &K, const Options &Opts,
                 detect::SolverShare &Share, JudgedUnit &Unit, std::vector<Finding> &Findings) {
  Share.begin(*K.Solving, K.primaryTemplate());
  std::vector<Launch> Launches = Host.of(K);
  Unit.Reports.try_emplace(K.Model.Name,
                           detect::judge(K.Model, *K.Solving, Launches, Opts, Findings));
  Unit.Costs.try_emplace(K.Model.Name, staticCost(K.Model, Launches));
  Unit.Formulas.try_emplace(K.Model.Name, printedFormulas(K, Launches));
  Unit.SharedBytes.try_emplace(K.Model.Name, K.Model.SharedBytes);
  Unit.Symbols.try_emplace(K.Model.Name, K.Model.MangledName);
  Unit.Blocks.try_emplace(K.Model.Name, constantBlock(Launches));
  Unit.SolverUnits += K.Solving->spent();
  Share.end(*K.Solving, K.primaryTemplate());
}

} // namespace

std::optional<std::array<unsigned, 3>> constantBlock(ArrayRef<Launch> Launches) {
  if (Launches.empty())
    return std::nullopt;
  std::array<unsigned, 3> Block;
  for (unsigned D = 0; D < 3; ++D) {
    Expr E = Launches.front().Block[D];
    if (!E || !E->isConst())
      return std::nullopt;
    Block[D] = E->value();
  }
  return Block;
}

std::vector<NamedFinding> nameFindings(frontend::Program &P, ArrayRef<Finding> All) {
  OldLines Unmoved;
  return nameAll(Namer(P, P.kernels(), Unmoved), All);
}

Expected<IntrusiveRefCntPtr<vfs::FileSystem>> patchedFiles(frontend::Program &P,
                                                           ArrayRef<Edit> Edits) {
  Expected<PatchedFiles> Files = patchFiles(P, Edits);
  if (!Files)
    return Files.takeError();
  return Files->FS;
}

size_t parsesWorth(frontend::Program &P) {
  return std::max<size_t>(1, P.kernels().size() / (ManyKernels / 2));
}

JudgedUnit judgePatched(frontend::Program &P, const Options &Opts, ArrayRef<Edit> Edits,
                        StringRef Kernel, WorthOfTraffic IsWorth) {
  JudgedUnit Unit;
  Expected<PatchedFiles> Files = patchFiles(P, Edits);
  if (!Files) {
    Unit.Problem = toString(Files.takeError());
    return Unit;
  }
  std::set<std::string> Names = kernelsWith(P, Edits);
  Options Chosen = Opts;
  size_t Changed = Names.empty() ? P.kernels().size() : Names.size();
  bool Samples = Changed > ManyKernels && Opts.Level != Effort::Exhaustive;
  if (Samples) {
    Names = sample(P, Edits, Kernel, Names);
    Chosen.KernelRegex = matchOnly(Names);
    Unit.NotJudged = Changed - Names.size();
  }
  auto Parsed = frontend::Program::parse(P.command(), Chosen, Files->FS, &P);
  if (!Parsed) {
    Unit.Problem = toString(Parsed.takeError());
    return Unit;
  }
  frontend::Program &After = **Parsed;
  Unit.Problem = newProblem(P, After);
  if (!Unit.Problem.empty())
    return Unit;
  // The name of an instance may contain the location of a lambda.
  bool Found = any_of(After.kernels(), [&](auto &K) { return K.Model.Name == Kernel; });
  if (!Found && Samples)
    Unit.Problem = "the kernel has another name in the patched text";
  if (!Unit.Problem.empty())
    return Unit;
  if (!Found)
    Names.clear();
  std::vector<Finding> Findings;
  detect::SolverShare Share(P.kernels(), knownIn(P));
  host::LaunchTable Host(After, Opts);
  for (frontend::KernelUnit &K : After.kernels())
    if (IsWorth && K.Model.Name == Kernel) {
      Cost Moved = traffic(K.Model, Host.of(K));
      if (IsWorth(Moved))
        continue;
      Unit.OnlyTraffic = true;
      Unit.Reports[K.Model.Name].Traffic = std::move(Moved);
      return Unit;
    }
  for (frontend::KernelUnit &K : After.kernels())
    if (Names.empty() || Names.contains(K.Model.Name))
      judgeKernel(Host, K, Opts, Share, Unit, Findings);
  report::mergeFindings(Findings);
  Unit.Findings = nameAll(Namer(After, After.kernels(), Files->Lines), Findings);
  raw_string_ostream OS(Unit.Bitcode);
  WriteBitcodeToFile(After.deviceModule(), OS);
  return Unit;
}

JudgedUnit judgeAsIs(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                     StringRef KernelName) {
  JudgedUnit Unit;
  std::vector<Finding> Findings;
  detect::SolverShare Share(P.kernels(), knownIn(P));
  for (frontend::KernelUnit &K : P.kernels())
    if (K.Model.Name == KernelName)
      judgeKernel(Host, K, Opts, Share, Unit, Findings);
  Unit.Findings = nameFindings(P, Findings);
  return Unit;
}

/// Returns true if the answer belongs to the class of races that the check reports.
static bool isOf(Check C, const analysis::RaceAnswer &R) {
  using analysis::Scope;
  if (!R.Flaws.empty() || C == Check::UnlockedAccess)
    return C == Check::UnlockedAccess && !R.Flaws.empty();
  if (R.Where == Scope::OtherBlock || C == Check::InterBlockRace)
    return C == Check::InterBlockRace && R.Where == Scope::OtherBlock;
  return (C == Check::IntraWarpRace) == (R.Where == Scope::SameWarp);
}

bool wasRacy(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
             const NamedFinding &Race, ArrayRef<AccessId> Replaced) {
  constexpr uint64_t Extra = 4'000'000; // solver resource units
  auto K = find_if(P.kernels(), [&](auto &K) { return K.Model.Name == Race.Kernel; });
  if (K == P.kernels().end() || Race.Accesses.size() != 2)
    return false;
  auto Named = [&](unsigned I) {
    std::vector<AccessId> Found;
    for (const Access &A : K->Model.Accesses) {
      std::string Place = absolutePath(P, A.Loc.File) + ":" + std::to_string(A.Loc.Line);
      if (Race.Accesses[I] == std::pair(Place, A.Text))
        Found.push_back(A.Id);
    }
    return Found;
  };
  std::vector<AccessId> First = Named(0), Second = Named(1);
  if (First.empty() != Second.empty())
    (First.empty() ? First : Second) = Replaced.vec();
  smt::Workspace &W = *K->Solving;
  const uint64_t Limit = W.Limit;
  W.Limit = W.spent() + Extra;
  bool Racy = false;
  for (const Launch &L : Host.of(*K))
    for (AccessId A : First)
      for (AccessId B : Second)
        if (!Racy)
          Racy = any_of(analysis::askRace(K->Model, L, analysis::BarrierSet::all(K->Model), A, B,
                                          detect::raceOptions(W, Opts)),
                        [&](const analysis::RaceAnswer &R) {
                          return isOf(Race.check(), R) &&
                                 std::holds_alternative<Satisfiable>(R.Answer) && !R.SameValue &&
                                 R.How <= Confidence::Likely;
                        });
  W.Limit = Limit;
  W.rest();
  return Racy;
}

JudgedUnit judgePatchedIR(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                          StringRef Text, StringRef KernelName) {
  JudgedUnit Unit;
  SMDiagnostic Diag;
  // The module is read into the original's context, because it refers to the original's AST.
  auto M = parseAssemblyString(Text, Diag, P.deviceModule().getContext());
  if (!M) {
    Unit.Problem = Diag.getMessage().str();
    return Unit;
  }
  std::vector<std::pair<const clang::FunctionDecl *, Function *>> Kernels;
  for (const frontend::KernelUnit &K : P.kernels())
    if (Function *F = K.Model.Name == KernelName ? M->getFunction(K.Function->getName()) : nullptr)
      Kernels.emplace_back(K.Decl, F);
  std::vector<frontend::KernelUnit> Units = frontend::buildKernels({*M, P.device(), Kernels, Opts});
  if (Units.empty())
    Unit.Problem = "the kernel cannot be modelled";
  std::vector<Finding> Findings;
  detect::SolverShare Share(P.kernels(), knownIn(P));
  for (frontend::KernelUnit &K : Units)
    judgeKernel(Host, K, Opts, Share, Unit, Findings);
  OldLines Unmoved;
  Unit.Findings = nameAll(Namer(P, Units, Unmoved), Findings);
  return Unit;
}

} // namespace cudafix::verify
