// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Stages.h"
#include "analysis/footprint/Footprint.h"
#include "cli/pipeline/Confirm.h"
#include "cli/pipeline/ProgramRun.h"
#include "model/Check.h"
#include "model/Metrics.h"
#include "model/Print.h"
#include "optimize/Optimize.h"
#include "rewrite/Rewrite.h"
#include "sandbox/Sandbox.h"
#include "transform/Transform.h"
#include "transform/text/SourceLookup.h"
#include "verify/Verify.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <numeric>

namespace cudafix::cli {

using llvm::StringRef;

bool Dump::asked(StringRef Stage) const { return llvm::is_contained(Opts.Dumps, Stage); }

static void printPhases(llvm::raw_ostream &OS, const Kernel &K, smt::Workspace &Solving) {
  using namespace analysis;
  for (const Phase &P : computePhases(K, Solving, BarrierSet::all(K), PhaseLevel::Block)) {
    OS << "phase from ";
    if (P.From == Phase::Start::Entry)
      OS << "the entry\n";
    else
      OS << "the barrier at line " << K.barrier(P.Id).Loc.Line << '\n';
    for (const Reached &R : P.Places) {
      OS << "  ";
      if (R.What == Reached::Kind::Access)
        OS << toString(K.access(R.Id).Kind) << " of " << K.access(R.Id).Text << " at line "
           << K.access(R.Id).Loc.Line;
      else if (R.What == Reached::Kind::Barrier)
        OS << "barrier at line " << K.barrier(R.Id).Loc.Line;
      else
        OS << "exit";
      OS << (R.LaterIteration ? ", in a later iteration" : "") << " if ";
      K.Ctx->print(OS, R.Cond);
      OS << '\n';
    }
  }
}

/// Prints the cost of one block's requests at each access.
static void printFootprints(llvm::raw_ostream &OS, const Kernel &K, const Launch &L) {
  using namespace analysis;
  static constexpr const char *Shapes[] = {"exact", "strided", "unknown", "irregular"};
  Footprints All = computeFootprints(K, L);
  OS << "kernel " << K.Name << ", block " << All.Shape.Block[0] << " x " << All.Shape.Block[1]
     << " x " << All.Shape.Block[2] << (All.Shape.Assumed ? " (assumed)" : "") << '\n';
  for (const Footprint &F : All.Accesses) {
    const Access &A = K.access(F.Access);
    const RequestCost &T = F.Total;
    OS << "  " << A.Loc.Line << ':' << A.Loc.Column << ' ' << toString(A.Kind) << " of " << A.Text
       << ": " << Shapes[static_cast<size_t>(F.Shape)] << ", " << T.Requests << " requests, "
       << T.Lanes << " lanes, ";
    if (K.array(A.Array).Where == Space::Shared)
      OS << T.Conflicts << " conflicts";
    else
      OS << T.Sectors << " sectors, " << T.IdealSectors << " ideal, " << T.Lines << " lines";
    OS << (F.Stride ? ", neighbours " + F.StrideText + " bytes apart" : "") << '\n';
  }
}

void Dump::kernel(const frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches) {
  if (asked("ir"))
    K.Function->print(OS);
  if (asked("model"))
    print(OS, K.Model);
  if (asked("phases")) {
    OS << "kernel " << K.Model.Name << '\n';
    printPhases(OS, K.Model, *K.Solving);
  }
  if (asked("footprints"))
    for (const Launch &L : Launches)
      printFootprints(OS, K.Model, L);
}

/// The functions that each kernel runs.
static std::vector<CodeRange> rangesOf(frontend::Program &P) {
  std::vector<CodeRange> Ranges;
  for (const frontend::KernelUnit &K : P.kernels()) {
    const clang::SourceManager &SM = P.device().getSourceManager();
    transform::SourceLookup Lookup(P, K);
    for (const clang::FunctionDecl *F : Lookup.functions()) {
      clang::SourceRange At = F->getSourceRange();
      clang::SourceLocation Begin = SM.getExpansionLoc(At.getBegin()),
                            End = SM.getExpansionLoc(At.getEnd());
      if (SM.getFileID(Begin) == SM.getFileID(End))
        Ranges.push_back({K.Model.Name, SM.getFilename(Begin).str(),
                          SM.getExpansionLineNumber(Begin), SM.getExpansionLineNumber(End)});
    }
  }
  return Ranges;
}

static std::string whyUnread(const frontend::UnreadKernel &K) {
  using Reason = frontend::UnreadKernel::Reason;
  switch (K.Why) {
  case Reason::Errors:
    return "not read: " + (K.Error.empty() ? "its body contains errors" : K.Error);
  case Reason::Template:
    return "a template that nothing here instantiates";
  case Reason::OneOfMany:
    return "not judged: of " + std::to_string(K.Instances) + " instances of its template " +
           std::to_string(K.Judged) +
           " are; --level exhaustive judges all, --kernel those it names";
  }
  llvm_unreachable("all reasons are handled");
}

void describe(frontend::Program &P, UnitResult &R) {
  UnitReport &U = R.Report;
  U.Status = P.partial() ? UnitStatus::Partial : UnitStatus::Analysed;
  U.Diagnostics = P.command().Warnings;
  llvm::append_range(U.Diagnostics, P.diagnostics());
  bool NoKernel = P.kernels().empty(); // models the kernels
  R.Ranges = rangesOf(P);
  U.Seconds.Parse = P.parseSeconds();
  U.Seconds.Model = P.modelSeconds();
  if (P.partial())
    U.Reason = P.diagnostics().empty() ? "parts could not be parsed" : P.diagnostics().front();
  // There may be kernels that were not seen.
  R.Unread = P.partial() && NoKernel;
  for (const frontend::UnreadKernel &Unread : P.unreadKernels()) {
    KernelReport K;
    K.Name = Unread.Name;
    K.Loc = Unread.Loc;
    K.Unknowns.push_back(whyUnread(Unread));
    K.OutOfBudget = Unread.Why == frontend::UnreadKernel::Reason::OneOfMany;
    U.Kernels.push_back(std::move(K));
    R.Unread |= Unread.Why == frontend::UnreadKernel::Reason::Errors;
  }
}

bool isShown(const Finding &F, const Options &Opts) {
  return F.How != Confidence::Possible || Opts.Level == Effort::Exhaustive ||
         llvm::is_contained(Opts.Show, "possible");
}

FindingsOf::FindingsOf(std::vector<Finding> &All, StringRef Kernel, const Options &Opts)
    : All(All) {
  for (size_t I = 0; I < All.size(); ++I)
    if (All[I].KernelName == Kernel && isShown(All[I], Opts)) {
      Indices.push_back(I);
      Findings.push_back(All[I]);
    }
}

void FindingsOf::putBack() {
  for (size_t I = 0; I < Indices.size(); ++I) {
    for (Repair &R : Findings[I].Repairs)
      for (unsigned &Other : R.AlsoFixes)
        Other = Indices[Other];
    All[Indices[I]] = std::move(Findings[I]);
  }
}

static void formatEdits(const frontend::Program &P, Repair &R) {
  std::map<std::string, std::vector<Edit>> ByFile;
  for (const Edit &E : R.Edits)
    ByFile[E.File].push_back(E);
  std::vector<Edit> All;
  for (auto &[File, Edits] : ByFile) {
    llvm::Expected<StringRef> Text = P.contents(File);
    llvm::Expected<std::vector<Edit>> Formatted =
        Text ? rewrite::format(File, *Text, Edits) : Text.takeError();
    if (!Formatted)
      R.Notes.emplace_back("not formatted: " + llvm::toString(Formatted.takeError()));
    llvm::append_range(All, Formatted ? *Formatted : Edits);
  }
  R.Edits = std::move(All);
}

void formatEdits(const frontend::Program &P, std::vector<Finding> &Findings) {
  for (Finding &F : Findings)
    for (Repair &R : F.Repairs)
      formatEdits(P, R);
}

/// The sectors and passes over shared memory that remain, for a repair that is meant to reduce
/// them.
static int64_t trafficLeft(const Repair &R) {
  int64_t Left = 0;
  for (const auto &[Name, Value] : R.Check.After)
    if (Name == metric::Sectors || Name == metric::BankPasses)
      Left += Value;
  return Left;
}

/// Returns true if barriers mend all that the other repair mends by making a loop uniform. It is
/// not preferable only because the barriers could not be proved.
static bool isPlainer(const Repair &R, const Repair &Other) {
  return R.Id == transform::InsertBarrier.Id && Other.Id == transform::UniformLoop.Id &&
         !R.Edits.empty() && R.How <= Applicability::Suggested &&
         R.AlsoFixes.size() >= Other.AlsoFixes.size() &&
         llvm::all_of(Other.AlsoFixes,
                      [&](unsigned F) { return llvm::is_contained(R.AlsoFixes, F); });
}

/// Chooses the best candidate for one finding: tries them in order up to the first proven one.
static std::optional<Repair> chooseRepair(verify::Verifier &V, unsigned Index, const Finding &F,
                                          std::vector<Repair> Candidates) {
  const bool Saves = detect::isPerformance(F.check());
  auto Rank = [Saves](const Repair &R) {
    // The repair single-writer has no form in IR.
    bool NoIR = !R.HasIR && R.Id != transform::SingleWriter.Id;
    return std::tuple(R.How, NoIR, Saves ? trafficLeft(R) : 0);
  };
  std::optional<Repair> Best;
  for (Repair &R : Candidates) {
    V.verify(Index, R);
    if (!Best || (Rank(R) < Rank(*Best) && !isPlainer(*Best, R)))
      Best = std::move(R);
    if (Best->How == Applicability::Proven)
      break;
  }
  return Best;
}

void verifyRepairs(frontend::Program &P, host::LaunchTable &Host, const Options &Opts,
                   std::vector<Finding> &Findings) {
  verify::CompareApart Apart;
  if (!Opts.NoReplay && sandbox::available())
    Apart = compareApart;
  verify::RunProgram Run;
  if (Opts.RunProgram)
    Run = [&](const frontend::CompileCommand &Cmd, auto FS) { return runApart(Cmd, Opts, FS); };
  verify::Verifier V(P, Host, Opts, Findings, Apart, Run);
  std::vector<std::vector<Repair>> Candidates; // by finding
  auto Choose = [&](size_t I) {
    Findings[I].Repairs.clear();
    if (std::optional<Repair> Best = chooseRepair(V, I, Findings[I], Candidates[I]))
      Findings[I].Repairs.push_back(std::move(*Best));
  };
  for (Finding &F : Findings)
    Candidates.push_back(std::move(F.Repairs));
  // The budget of a file goes to bugs first.
  std::vector<size_t> Order(Findings.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    auto Rank = [&](size_t I) {
      const Finding &F = Findings[I];
      return std::tuple(detect::isPerformance(F.check()), F.check() == Check::RedundantBarrier,
                        F.Severity, I);
    };
    return Rank(A) < Rank(B);
  });
  for (size_t I : Order)
    Choose(I);
  // Drops candidates that a compiler rejects.
  for (auto Refused = V.compile(Findings); !Refused.empty(); Refused = V.compile(Findings))
    for (const auto &[I, Edits] : Refused) {
      llvm::erase_if(Candidates[I], [&](const Repair &R) { return R.Edits == Edits; });
      if (!Candidates[I].empty())
        Choose(I);
    }
}

/// The device code after the passes. Without passes, the code they start from.
static llvm::Expected<optimize::PassReports>
runPasses(frontend::Program &P, llvm::ArrayRef<std::string> Passes, std::string *IR) {
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(P.deviceModule());
  llvm::Expected<optimize::PassReports> Ran = optimize::run(*Copy, Passes);
  if (Ran && IR) {
    llvm::raw_string_ostream OS(*IR);
    Copy->print(OS, nullptr);
  }
  return Ran;
}

void optimize(frontend::Program &P, const Options &Opts, UnitReport &Unit) {
  bool Emit = !Opts.EmitIRDir.empty();
  llvm::Expected<optimize::PassReports> Ran =
      runPasses(P, Opts.Optimize, Emit ? &Unit.OptimizedIR : nullptr);
  if (Ran && Emit)
    if (llvm::Error E = runPasses(P, {}, &Unit.OriginalIR).takeError())
      Ran = std::move(E);
  if (!Ran) {
    Unit.Diagnostics.push_back(P.command().File +
                               ": warning: optimize: " + llvm::toString(Ran.takeError()));
    return;
  }
  for (const frontend::KernelUnit &K : P.kernels())
    for (KernelReport &R : Unit.Kernels)
      if (R.Name == K.Model.Name && R.Passes.empty())
        R.Passes = Ran->at(K.Model.MangledName);
}

} // namespace cudafix::cli
