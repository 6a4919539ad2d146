// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/LaunchNeeds.h"
#include "detect/Detector.h"
#include "host/Assume.h"
#include "model/Check.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::cli {

static bool isFree(const frontend::KernelUnit &K, const Launch &L, const Options &Opts) {
  std::vector<Finding> Found;
  KernelReport R = detect::judge(K.Model, *K.Solving, L, Opts, Found);
  // Barriers that returned threads miss do not change the verdict "free".
  return R.Race == RaceVerdict::Free && R.Divergence == DivergenceVerdict::Free &&
         llvm::none_of(Found, [](const Finding &F) {
           return F.check() == Check::BarrierDivergence && F.Severity != Level::Note;
         });
}

/// The facts that the proof needs: leaves out each in turn.
static std::vector<std::string> neededFacts(const frontend::KernelUnit &K, Launch L,
                                            const Options &Opts) {
  for (size_t I = L.Facts.size(); I-- > 0;) {
    Launch Without = L;
    Without.Facts.erase(Without.Facts.begin() + I);
    if (isFree(K, Without, Opts))
      L = std::move(Without);
  }
  std::vector<std::string> Texts;
  for (const Fact &F : L.Facts)
    Texts.push_back(F.Text);
  return Texts;
}

/// Assumptions that often hold for clean code, the weakest first.
static std::vector<std::string> candidates(const Kernel &K) {
  std::vector<std::string> Names, Out;
  for (const Kernel::Param &P : K.Params) {
    if (P.Symbol != NoId && !P.Pointer && K.Ctx->symbol(P.Symbol).Width >= 16)
      Names.push_back(P.Name);
    for (const Kernel::Param::Field &F : P.Fields)
      Names.push_back(K.Ctx->symbol(F.Symbol).Name);
  }
  for (const std::string &N : Names)
    Out.push_back(N + " > 0");
  for (const std::string &A : Names)
    for (const std::string &B : Names)
      if (A != B && Names.size() <= 6)
        Out.push_back(A + " >= " + B);
  for (size_t I = 0; I < Names.size() && Names.size() <= 6; ++I)
    for (size_t J = I + 1; J < Names.size(); ++J)
      Out.push_back(Names[I] + " == " + Names[J]);
  for (const std::string &N : Names)
    for (const char *D : {"x", "y"})
      Out.push_back(N + " >= gridDim." + D + " * blockDim." + D);
  for (const char *Whole :
       {"gridDim.x == 1", "blockDim.y == 1", "blockDim.x <= 32", "blockDim.x == 1024",
        "blockDim.x == 512", "blockDim.x == 256", "blockDim.x == 128"})
    Out.push_back(Whole);
  return Out;
}

/// The first assumption that makes the proof succeed; empty: none of those tried.
static std::string settling(const frontend::KernelUnit &K, const Launch &L, const Options &Opts) {
  constexpr size_t MaxTried = 60;
  std::vector<std::string> All = candidates(K.Model);
  for (size_t I = 0; I < std::min(All.size(), MaxTried); ++I) {
    std::string Missing;
    llvm::Expected<Expr> E = host::parseAssumption(All[I], K.Model, Missing);
    if (!E || !*E) {
      llvm::consumeError(E.takeError());
      continue;
    }
    Launch With = L;
    With.Facts.push_back({*E, All[I], SourceLoc(), FactClass::User});
    if (isFree(K, With, Opts))
      return All[I];
  }
  return "";
}

static std::vector<std::string> pointerTexts(const Kernel &K, const Launch &L) {
  std::vector<std::string> Texts;
  for (const Origin &O : L.Origins) {
    const Array &A = K.array(O.Array);
    const bool IsVariable = !A.Variable.empty() && !A.Indirect;
    std::string Text;
    if (O.Bytes && !IsVariable)
      Text += ": " + K.Ctx->toString(O.Bytes) + " bytes allocated at " + O.Loc.File + ":" +
              std::to_string(O.Loc.Line);
    for (const Origin &Other : L.Origins)
      if (&Other != &O && Other.Object == O.Object)
        Text += "; in one object with " + K.array(Other.Array).Name;
    if (!Text.empty())
      Texts.push_back(A.Name + Text);
  }
  return Texts;
}

static std::vector<std::string> missing(const Kernel &K, const Launch &L) {
  std::vector<std::string> Texts;
  for (unsigned D = 0; D < 3; ++D) {
    if (!L.Block[D] && K.UsesDim[D])
      Texts.push_back("blockDim." + std::string(1, "xyz"[D]));
    if (!L.Grid[D] && K.UsesGridDim[D])
      Texts.push_back("gridDim." + std::string(1, "xyz"[D]));
  }
  auto Mentioned = [&](SymbolId S) {
    return llvm::any_of(L.Facts, [&](const Fact &F) {
      return ExprContext::any(F.Cond,
                              [&](Expr E) { return E->op() == Op::Apply && E->symbol() == S; });
    });
  };
  for (const Kernel::Param &P : K.Params) {
    if (P.Symbol != NoId && !P.Pointer && !Mentioned(P.Symbol))
      Texts.push_back(P.Name);
    for (const Kernel::Param::Field &F : P.Fields)
      if (!Mentioned(F.Symbol))
        Texts.push_back(K.Ctx->symbol(F.Symbol).Name);
  }
  return Texts;
}

void explainLaunches(const frontend::KernelUnit &K, llvm::ArrayRef<Launch> Launches,
                     const Options &Opts, KernelReport &Report) {
  K.Solving->Limit *= 16; // the same questions are asked with many sets of facts
  for (size_t I = 0; I < Launches.size(); ++I) {
    PrintedLaunch &P = Report.Printed[I];
    P.Pointers = pointerTexts(K.Model, Launches[I]);
    P.Missing = missing(K.Model, Launches[I]);
    if (isFree(K, Launches[I], Opts)) {
      P.Needed = neededFacts(K, Launches[I], Opts);
      P.Needed.insert(P.Needed.begin(), "free of races and divergence");
      continue;
    }
    std::string Settling = settling(K, Launches[I], Opts);
    P.Needed = {Settling.empty() ? "not proved"
                                 : "not proved; would be with --assume '" + Settling + "'"};
  }
}

} // namespace cudafix::cli
