// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/KernelCosts.h"
#include "cost/Print.h"
#include "frontend/Precompiled.h"
#include "host/Launches.h"
#include "verify/CodeFacts.h"

namespace cudafix::cli {
namespace {

using cost::Bound;
using cost::Metric;
using cost::Scope;
using llvm::Error;
using llvm::StringRef;
namespace json = llvm::json;

constexpr size_t MaxLaunches = 4;
constexpr char Axes[] = "xyz";

template <typename... Ts> Error problem(const char *Format, const Ts &...Values) {
  return llvm::createStringError(std::errc::invalid_argument, Format, Values...);
}

} // namespace

llvm::Expected<std::vector<GivenValue>> parseValues(StringRef Text) {
  std::vector<GivenValue> All;
  for (StringRef Part : llvm::split(Text, ',')) {
    auto [Name, Value] = Part.split('=');
    Name = Name.trim();
    Value = Value.trim();
    StringRef Dimension = Name == "block" ? "blockDim" : Name == "grid" ? "gridDim" : "";
    llvm::SmallVector<StringRef, 3> Numbers;
    if (Dimension.empty())
      Numbers = {Value};
    else
      Value.split(Numbers, 'x');
    if (Name.empty() || Numbers.size() > 3)
      return problem("--eval: '%s' is not NAME=VALUE, e.g. 'n=4096, block=16x16'",
                     Part.trim().str().c_str());
    for (size_t D = 0; D < (Dimension.empty() ? 1 : 3); ++D) {
      int64_t N = 1;
      if (D < Numbers.size() && Numbers[D].trim().getAsInteger(0, N))
        return problem("--eval: '%s' is not an integer of 64 bits", Part.trim().str().c_str());
      if (!Dimension.empty() && N < 1)
        return problem("--eval: '%s': a %s dimension of %s is empty", Part.trim().str().c_str(),
                       Name.str().c_str(), std::to_string(N).c_str());
      if (!Dimension.empty() && N > INT32_MAX)
        return problem("--eval: '%s' is no dimension", Part.trim().str().c_str());
      All.push_back(
          {Dimension.empty() ? Name.str() : (Dimension + "." + llvm::Twine(Axes[D])).str(), N});
    }
  }
  return All;
}

static SymbolId symbolOf(const Kernel &K, StringRef Name) {
  ExprContext &C = *K.Ctx;
  for (const Kernel::Param &P : K.Params) {
    if (P.Name == Name && P.Symbol != NoId)
      return P.Symbol;
    for (const Kernel::Param::Field &F : P.Fields)
      if (C.symbol(F.Symbol).Name == Name)
        return F.Symbol;
  }
  for (unsigned D = 0; D < 3; ++D)
    for (Expr E : {C.blockDim(D), C.gridDim(D)})
      if (C.symbol(E->symbol()).Name == Name)
        return E->symbol();
  return NoId;
}

LaunchCost::LaunchCost(const Kernel &K, const Launch &L, const cost::CodeFacts &Code, bool ByLine)
    : K(K), L(L), Code(Code), ByLine(ByLine), C(*K.Ctx),
      General(cost::computeCost(K, L, Code, ByLine)) {}

Error LaunchCost::take(llvm::ArrayRef<GivenValue> Given) {
  Known.clear();
  for (const GivenValue &V : Given)
    if (SymbolId S = symbolOf(K, V.Name); S != NoId)
      Known[S] = V.Value;
  auto Value = [&](Expr E, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
    auto At = E->args().empty() ? Known.find(E->symbol()) : Known.end();
    return At == Known.end() ? std::nullopt : std::optional<uint64_t>(At->second);
  };
  for (const Fact &F : L.Facts)
    for (unsigned I : {0, 1})
      if (F.Cond && F.Cond->op() == Op::Eq && F.Cond->arg(I)->op() == Op::Apply &&
          F.Cond->arg(I)->args().empty() && !Known.contains(F.Cond->arg(I)->symbol()))
        if (auto N = C.evaluate(F.Cond->arg(1 - I), Value))
          Known[F.Cond->arg(I)->symbol()] =
              llvm::SignExtend64(*N, std::max(2u, F.Cond->arg(I)->width()));
  for (bool Block : {true, false})
    for (unsigned D = 0; D < 3; ++D) {
      SymbolId S = (Block ? C.blockDim(D) : C.gridDim(D))->symbol();
      Expr E = Block ? L.Block[D] : L.Grid[D];
      if (auto N = E && !Known.contains(S) ? C.evaluate(E, Value) : std::nullopt)
        Known[S] = int32_t(*N);
      if (Known.contains(S) && Known[S] < 1)
        return problem("%s:%u: with these values the %s of '%s' is empty: %s.%c is %s",
                       L.Loc.File.c_str(), L.Loc.Line, Block ? "block" : "grid", K.Name.c_str(),
                       Block ? "blockDim" : "gridDim", Axes[D], std::to_string(Known[S]).c_str());
    }
  return Error::success();
}

Error LaunchCost::evaluateAt(llvm::ArrayRef<GivenValue> Given) {
  if (Error E = take(Given))
    return E;
  Launch AtValues = fixedLaunch();
  Fixed = cost::computeCost(K, AtValues, Code, ByLine);
  return Error::success();
}

std::vector<SymbolId> LaunchCost::missing(const Bound &B) const {
  std::vector<SymbolId> Open;
  if (B.Upper)
    for (SymbolId S : General.All->symbols(*B.Upper))
      if (!Known.contains(S))
        Open.push_back(S);
  return Open;
}

llvm::Expected<std::optional<int64_t>> LaunchCost::valueOf(Metric M, const SourceLoc &Line) const {
  std::optional<int64_t> Best;
  for (const cost::KernelCost *From : {&General, Fixed ? &*Fixed : &General})
    for (const cost::LineCost &Of : From->Lines) {
      if (Of.Loc.File != Line.File || Of.Loc.Line != Line.Line)
        continue;
      auto V = valueOf(Of.Of[unsigned(M)], *From->All);
      if (!V)
        return V.takeError();
      if (*V && (!Best || **V < *Best))
        Best = **V;
    }
  return Best;
}

/// The launch with all known values put in.
Launch LaunchCost::fixedLaunch() const {
  Launch R = L;
  for (const auto &[S, V] : Known) {
    const Symbol &Of = C.symbol(S);
    Expr N =
        C.constant(uint64_t(V) & (Of.Width < 64 ? (uint64_t(1) << Of.Width) - 1 : ~0ull), Of.Width);
    if (Of.Kind == SymbolKind::BlockDim)
      R.Block[Of.Index] = N;
    else if (Of.Kind == SymbolKind::GridDim)
      R.Grid[Of.Index] = N;
    else
      R.Facts.push_back({C.eq(C.apply(S), N), "", SourceLoc(), FactClass::User, true});
  }
  return R;
}

llvm::Expected<std::optional<int64_t>> LaunchCost::valueOf(const Bound &B,
                                                           const cost::Formulas &All) const {
  if (!B.Upper)
    return std::nullopt;
  for (SymbolId S : All.symbols(*B.Upper))
    if (!Known.contains(S))
      return std::nullopt;
  auto V = All.evaluate(*B.Upper,
                        [&](SymbolId S) -> std::optional<cost::Number> { return Known.at(S); });
  // A fractional bound is rounded down: costs are whole numbers.
  auto Whole = V ? cost::wholePart(*V) : std::nullopt;
  if (!Whole)
    return problem("%s:%u: with these values a bound of '%s' does not fit 64 bits",
                   K.Loc.File.c_str(), K.Loc.Line, K.Name.c_str());
  return *Whole;
}

/// The smaller of the formula's value and the result of the analysis of this very launch.
llvm::Expected<std::optional<int64_t>> LaunchCost::valueOf(Metric M, Scope S) const {
  std::optional<int64_t> Best;
  for (const cost::KernelCost *Of : {&General, Fixed ? &*Fixed : nullptr}) {
    if (!Of)
      continue;
    auto V = valueOf(Of->of(M, S), *Of->All);
    if (!V)
      return V.takeError();
    if (*V && (!Best || **V < *Best))
      Best = **V;
  }
  return Best;
}

json::Object LaunchCost::describe(const Bound &B, std::optional<int64_t> Value) const {
  cost::Printer P(*General.All, C);
  json::Object O;
  if (B.Upper) {
    O["upper"] = P.print(*B.Upper);
    O["leading"] = P.leading(*B.Upper);
    O["lower"] = P.print(B.Lower);
    O["exact"] = B.exact();
    if (Value)
      O["value"] = *Value;
    return O;
  }
  O["upper"] = nullptr;
  O["why"] = json::fixUTF8(B.Why);
  O["line"] = B.Where.Line;
  return O;
}

llvm::Expected<json::Object> LaunchCost::metrics() const {
  json::Object All;
  for (unsigned M = 0; M < cost::NumMetrics; ++M) {
    json::Object Of;
    for (unsigned S = 0; S < cost::NumScopes; ++S) {
      llvm::Expected<std::optional<int64_t>> V = std::nullopt;
      if (Fixed)
        V = valueOf(Metric(M), Scope(S));
      if (!V)
        return V.takeError();
      Of[nameOf(Scope(S))] = describe(General.Of[M][S], *V);
    }
    All[nameOf(Metric(M))] = std::move(Of);
  }
  return All;
}

llvm::Expected<json::Array> LaunchCost::lines() const {
  json::Array All;
  for (const cost::LineCost &Line : General.Lines) {
    json::Object O{{"file", Line.Loc.File}, {"line", Line.Loc.Line}};
    bool Any = false;
    for (unsigned M = 0; M < unsigned(Metric::Span); ++M) {
      const Bound &B = Line.Of[M];
      if (B.Upper && B.Upper->isZero())
        continue;
      Any = true;
      llvm::Expected<std::optional<int64_t>> Value = std::nullopt;
      if (Fixed)
        Value = valueOf(Metric(M), Line.Loc);
      if (!Value)
        return Value.takeError();
      json::Object Of = describe(B, *Value);
      Of.erase("lower");
      Of.erase("exact");
      O[nameOf(Metric(M))] = std::move(Of);
    }
    if (Any)
      All.push_back(std::move(O));
  }
  return All;
}

json::Object LaunchCost::launch() const {
  json::Object O{{"file", L.Loc.File}, {"line", L.Loc.Line}, {"visible", !L.Generic}};
  for (bool Block : {true, false}) {
    json::Array Dims;
    for (unsigned D = 0; D < 3; ++D) {
      Expr E = Block ? L.Block[D] : L.Grid[D];
      Dims.push_back(E ? json::Value(C.toString(E)) : json::Value(nullptr));
    }
    O[Block ? "block" : "grid"] = std::move(Dims);
  }
  return O;
}

json::Array LaunchCost::parameters() const {
  json::Array All;
  for (const Kernel::Param &P : K.Params) {
    if (!P.Pointer && P.Symbol != NoId)
      All.push_back(json::Object{{"name", P.Name}, {"type", P.Type}});
    for (const Kernel::Param::Field &F : P.Fields)
      All.push_back(json::Object{{"name", C.symbol(F.Symbol).Name}, {"type", "field"}});
  }
  return All;
}

json::Array LaunchCost::premises() const {
  json::Array All;
  if (General.OneRow)
    All.push_back("dimensions of block and grid that the kernel does not read are taken to be 1");
  for (const SourceLoc &Loc : General.DataAddresses)
    All.push_back("line " + std::to_string(Loc.Line) +
                  ": where lanes access memory depends on data, and the worst case is taken");
  return All;
}

llvm::Expected<json::Object> LaunchCost::describe() const {
  auto Metrics = metrics();
  if (!Metrics)
    return Metrics.takeError();
  auto Lines = lines();
  if (!Lines)
    return Lines.takeError();
  return json::Object{{"name", K.Name},
                      {"file", K.Loc.File},
                      {"line", K.Loc.Line},
                      {"launch", launch()},
                      {"parameters", parameters()},
                      {"premises", premises()},
                      {"metrics", std::move(*Metrics)},
                      {"lines", std::move(*Lines)}};
}

llvm::Expected<json::Array> kernelCosts(frontend::Program &P, const Options &Opts,
                                        llvm::ArrayRef<GivenValue> Given) {
  json::Array All;
  host::LaunchTable Table(P, Opts);
  for (const GivenValue &V : Given) {
    auto Has = [&](const frontend::KernelUnit &K) { return symbolOf(K.Model, V.Name) != NoId; };
    if (!P.kernels().empty() && llvm::none_of(P.kernels(), Has))
      return problem("--eval: no kernel has an integer parameter or dimension '%s'",
                     V.Name.c_str());
  }
  for (frontend::KernelUnit &K : P.kernels()) {
    std::vector<Launch> Launches = Table.of(K);
    if (Launches.size() > MaxLaunches)
      Launches.resize(MaxLaunches);
    cost::CodeFacts Code = verify::codeFacts(K, P.deviceModule());
    for (const Launch &L : Launches) {
      LaunchCost Cost(K.Model, L, Code, true);
      if (Error E = Given.empty() ? Error::success() : Cost.evaluateAt(Given))
        return std::move(E);
      auto One = Cost.describe();
      if (!One)
        return One.takeError();
      All.push_back(std::move(*One));
    }
  }
  return All;
}

} // namespace cudafix::cli
