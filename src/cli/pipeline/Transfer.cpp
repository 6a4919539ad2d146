// SPDX-License-Identifier: Apache-2.0
//
// One `fields` function per type names its fields once, for both directions. Terms
// (Launch) are not sent: they live in the context of the process that made them.
#include "cli/pipeline/Transfer.h"
#include "model/Convention.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLForwardCompat.h"
#include <cstring>
#include <type_traits>

namespace cudafix::cli {
namespace {

template <typename A> void fields(A &Io, SourceLoc &L) {
  Io(L.File, L.Line, L.Column, L.Offset, L.Length, L.InMacro);
}
template <typename A> void fields(A &Io, Witness::Thread &T) { Io(T.Block, T.Thread); }
template <typename A> void fields(A &Io, ScalarValue &V) { Io(V.Parameter, V.Name, V.Value); }
template <typename A> void fields(A &Io, Witness &W) {
  Io(W.BlockDim, W.GridDim, W.ClusterDim, W.Threads, W.Values, W.Iterations);
}
template <typename A> void fields(A &Io, NeededCondition &N) {
  Io(N.What, N.Text, N.Named, N.Dimension, N.Value);
}
template <typename A> void fields(A &Io, Related &R) { Io(R.Loc, R.What, R.Text); }
template <typename A> void fields(A &Io, Edit &E) { Io(E.File, E.Offset, E.Length, E.Text); }
template <typename A> void fields(A &Io, FormulaChange &C) { Io(C.Metric, C.Before, C.After); }
template <typename A> void fields(A &Io, Verification &V) {
  Io(V.Parses, V.FindingGone, V.NewFindings, V.IRVerified, V.Result, V.SimulatedReason, V.Before,
     V.After, V.Formulas);
}
template <typename A> void fields(A &Io, RepairNote &N) { Io(N.Text, N.OnIR); }
template <typename A> void fields(A &Io, Repair &R) {
  Io(R.Id, R.None, R.How, R.Assumptions, R.Notes, R.Title, R.BarrierLines, R.Edits, R.HasIR,
     R.PatchedIR, R.Check, R.AlsoFixes);
}
template <typename A> void fields(A &Io, Premise &P) {
  Io(P.Of, P.Text, P.Leaves, P.OfLaunch, P.OfContents, P.OfBarrier);
}
template <typename A> void fields(A &Io, Finding &F) {
  Io(F.Id, F.Severity, F.How, F.KernelName, F.Loc, F.Message, F.Object, F.RelatedPlaces, F.Example,
     F.Metrics, F.Facts, F.Repeat, F.Repairs, F.Weight, F.Accesses, F.Barriers, F.InterBlock,
     F.BlocksToo, F.SameWarp, F.Premises, F.Needed);
}
template <typename A> void fields(A &Io, PrintedLaunch &L) {
  Io(L.Loc, L.Grid, L.Block, L.KnowsBlock, L.UnreadLine, L.Facts, L.FactPlaces, L.Callers,
     L.Pointers, L.Needed, L.Missing);
}
template <typename A> void fields(A &Io, Measure &M) { Io(M.Loc, M.What, M.Values); }
template <typename A> void fields(A &Io, PassReport &R) {
  Io(R.Pass, R.Before, R.After, R.TakenBack, R.Generic);
}
template <typename A> void fields(A &Io, KernelReport &K) {
  Io(K.Name, K.Loc, K.Printed, K.LaunchTexts, K.Asked, K.Race, K.Divergence, K.Unknowns,
     K.OutOfBudget, K.Assumed, K.Premises, K.FreeFor, K.Measures, K.BusiestWarp, K.Passes,
     K.Questions, K.Traffic);
}
template <typename A> void fields(A &Io, Hint &H) { Io(H.Loc, H.Text); }
template <typename A> void fields(A &Io, LaneMap::Cell &C) { Io(C.Lane, C.Column, C.Word); }
template <typename A> void fields(A &Io, LaneMap &M) {
  Io(M.Loc, M.Text, M.Shared, M.Assumed, M.Columns, M.Cost, M.Ideal, M.Active, M.Cells);
}
template <typename A> void fields(A &Io, BranchMap &B) { Io(B.Loc, B.Warps); }
template <typename A> void fields(A &Io, GraphNode::Mark &M) { Io(M.Line, M.What, M.Array); }
template <typename A> void fields(A &Io, GraphNode::Way &W) {
  Io(W.To, W.Back, W.Divergent, W.Line);
}
template <typename A> void fields(A &Io, GraphNode &N) {
  Io(N.Convergent, N.Depth, N.Marks, N.Ways);
}
template <typename A> void fields(A &Io, CostMap::Bound &B) {
  Io(B.Metric, B.Formula, B.Why, B.Value);
}
template <typename A> void fields(A &Io, CostMap::Line &L) {
  Io(L.Loc, L.Metric, L.Formula, L.Value);
}
template <typename A> void fields(A &Io, CostMap::Curve &C) { Io(C.Metric, C.Points); }
template <typename A> void fields(A &Io, CostMap &M) {
  Io(M.Launch, M.At, M.Bounds, M.Lines, M.Size, M.Curves);
}
template <typename A> void fields(A &Io, KernelDetails &D) {
  Io(D.Kernel, D.Hints, D.Requests, D.Branches, D.Graph, D.Costs);
}
template <typename A> void fields(A &Io, UnitReport &U) {
  Io(U.File, U.Status, U.Reason, U.Diagnostics, U.Seconds.Parse, U.Seconds.Model, U.Seconds.Detect,
     U.Seconds.Repair, U.Seconds.Verify, U.Kernels, U.Findings, U.OriginalIR, U.OptimizedIR);
}
template <typename A> void fields(A &Io, CodeRange &C) { Io(C.Kernel, C.File, C.First, C.Last); }
template <typename A> void fields(A &Io, UnitResult &R) {
  Io(R.Report, R.Unread, R.Ranges, R.Dump, R.Details);
}

template <typename T> constexpr bool IsPlain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

Convention lastOf(Convention) { return static_cast<Convention>(NumConventions - 1); }
Level lastOf(Level) { return Level::Note; }
Confidence lastOf(Confidence) { return Confidence::Possible; }
Applicability lastOf(Applicability) { return Applicability::Manual; }
NeededCondition::Kind lastOf(NeededCondition::Kind) { return NeededCondition::Kind::Macro; }
Role lastOf(Role) { return Role::Copy; }
Counted lastOf(Counted) { return Counted::Steps; }
Simulated lastOf(Simulated) { return Simulated::Skipped; }
RaceVerdict lastOf(RaceVerdict) { return RaceVerdict::Unknown; }
DivergenceVerdict lastOf(DivergenceVerdict) { return DivergenceVerdict::Unknown; }
UnitStatus lastOf(UnitStatus) { return UnitStatus::Failed; }

/// Returns true if the bytes are a valid value of this type: they may come from a process that ran
/// code of the analysed program.
template <typename T> bool isValue(llvm::StringRef Bytes) {
  if constexpr (std::is_same_v<T, bool>)
    return static_cast<unsigned char>(Bytes[0]) <= 1;
  if constexpr (std::is_enum_v<T>) {
    std::underlying_type_t<T> Number;
    std::memcpy(&Number, Bytes.data(), sizeof(T));
    return Number <= llvm::to_underlying(lastOf(T()));
  }
  return true;
}

class Writer {
public:
  template <typename... Ts> void operator()(Ts &...Values) { (put(Values), ...); }
  std::string Out;

private:
  template <typename T> void put(T &V) {
    if constexpr (IsPlain<T>)
      Out.append(reinterpret_cast<const char *>(&V), sizeof(V));
    else
      fields(*this, V);
  }
  void put(std::string &S) {
    size_t N = S.size();
    put(N);
    Out += S;
  }
  template <typename T> void put(std::vector<T> &Values) {
    size_t N = Values.size();
    put(N);
    for (T &V : Values)
      put(V);
  }
  template <typename T, size_t N> void put(std::array<T, N> &Values) {
    for (T &V : Values)
      put(V);
  }
  template <typename T, typename U> void put(std::pair<T, U> &P) {
    put(P.first);
    put(P.second);
  }
  template <typename T> void put(std::optional<T> &O) {
    bool Has = O.has_value();
    put(Has);
    if (Has)
      put(*O);
  }
};

class Reader {
public:
  explicit Reader(llvm::StringRef In) : In(In) {}
  template <typename... Ts> void operator()(Ts &...Values) { (get(Values), ...); }
  bool Good = true;
  llvm::StringRef In;

private:
  llvm::StringRef take(size_t N) {
    Good &= N <= In.size();
    llvm::StringRef Bytes = Good ? In.take_front(N) : llvm::StringRef();
    In = In.drop_front(Bytes.size());
    return Bytes;
  }
  template <typename T> void get(T &V) {
    if constexpr (IsPlain<T>) {
      llvm::StringRef Bytes = take(sizeof(V));
      Good = Good && isValue<T>(Bytes);
      if (Good)
        std::memcpy(&V, Bytes.data(), sizeof(V));
    } else {
      fields(*this, V);
    }
  }
  void get(std::string &S) {
    size_t N = 0;
    get(N);
    S = take(N).str();
  }
  template <typename T> void get(std::vector<T> &Values) {
    size_t N = 0;
    get(N);
    for (size_t I = 0; Good && I < N; ++I)
      get(Values.emplace_back());
  }
  template <typename T, size_t N> void get(std::array<T, N> &Values) {
    for (T &V : Values)
      get(V);
  }
  template <typename T, typename U> void get(std::pair<T, U> &P) {
    get(P.first);
    get(P.second);
  }
  template <typename T> void get(std::optional<T> &O) {
    bool Has = false;
    get(Has);
    if (Has)
      get(O.emplace());
  }
};

} // namespace

std::string pack(const UnitResult &R) {
  Writer W;
  W(const_cast<UnitResult &>(R)); // not changed: writing shares `fields` with reading
  return std::move(W.Out);
}

bool unpack(llvm::StringRef Bytes, UnitResult &R) {
  Reader In(Bytes);
  R = UnitResult();
  In(R);
  return In.Good && In.In.empty();
}

bool unpackRun(llvm::StringRef Bytes, UnitResult &R) {
  return unpack(Bytes, R) && R.Details.empty() && R.Report.OriginalIR.empty() &&
         R.Report.OptimizedIR.empty() &&
         llvm::all_of(R.Report.Findings, [](const Finding &F) { return F.Repairs.empty(); });
}

} // namespace cudafix::cli
