// SPDX-License-Identifier: Apache-2.0
#include "report/picture/Pictures.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace cudafix::report {
namespace {

using llvm::StringRef;

constexpr unsigned WarpSize = 32;
constexpr double Cell = 9, Gap = 2;
/// If a time line has more rows than this, lines far from the finding are left out.
constexpr size_t MaxRows = 18;

/// Something that happens at a line of the kernel.
struct Step {
  unsigned Line;
  Role What;
  std::string Array;
  unsigned Threads = 0;  ///< the threads of the finding that do it, one bit for each of the two
  bool OfRepair = false; ///< a barrier that the repair adds
  bool operator<(const Step &O) const {
    // The repair's barrier comes before everything else on its line.
    return std::tuple(Line, !OfRepair, toString(What), Array) <
           std::tuple(O.Line, !O.OfRepair, toString(O.What), O.Array);
  }
};

} // namespace

static uint64_t threadsOf(const std::array<uint64_t, 3> &D) { return D[0] * D[1] * D[2]; }

static uint64_t position(const std::array<uint64_t, 3> &At, const std::array<uint64_t, 3> &Dim) {
  return (At[2] * Dim[1] + At[1]) * Dim[0] + At[0];
}

/// Draws one block: a row for each warp, a cell for each lane; the threads of the finding are
/// numbered.
static Svg drawBlock(const Witness &W, const std::array<uint64_t, 3> &Block) {
  Svg S;
  uint64_t Threads = std::min<uint64_t>(threadsOf(W.BlockDim), 1024);
  S.text(0, 11, "block " + printTriple(Block), "strong");
  S.text(52, 26, "lane 0", "soft");
  S.text(52 + WarpSize * Cell, 26, "31", "soft end");
  double Top = 32;
  for (uint64_t Warp = 0; Warp * WarpSize < Threads; ++Warp) {
    double Y = Top + Warp * (Cell + Gap);
    uint64_t Lanes = std::min<uint64_t>(WarpSize, Threads - Warp * WarpSize);
    S.text(46, Y + 8.5, "warp " + std::to_string(Warp), "soft end");
    // One dashed line, not many shapes: a page may show many blocks.
    S.line(52, Y + 4.25, 52 + Lanes * Cell - 1.5, Y + 4.25, "lanes");
  }
  for (size_t I = 0; I < W.Threads.size(); ++I) {
    if (W.Threads[I].Block != Block)
      continue;
    uint64_t At = position(W.Threads[I].Thread, W.BlockDim);
    double X = 52 + At % WarpSize * Cell + 3.8, Y = Top + At / WarpSize * (Cell + Gap) + 4.2;
    S.beginGroup("thread " + printTriple(W.Threads[I].Thread));
    if (I == 0)
      S.circle(X, Y, 7, "one");
    else
      S.rect(X - 6.5, Y - 6.5, 13, 13, "two");
    S.text(X, Y + 4, std::to_string(I + 1), "on mid");
    S.endGroup();
  }
  return S;
}

static Svg drawGrid(const Witness &W) {
  Svg S;
  std::set<std::array<uint64_t, 3>> Blocks;
  for (const Witness::Thread &T : W.Threads)
    Blocks.insert(T.Block);
  double X = 0;
  for (const auto &Block : Blocks) {
    S.place(drawBlock(W, Block), X, 0);
    X = S.width() + 24;
  }
  double Y = S.height() + 18;
  for (size_t I = 0; I < W.Threads.size(); ++I, Y += 17) {
    if (I == 0)
      S.circle(8, Y - 4, 6.5, "one");
    else
      S.rect(2, Y - 10.5, 13, 13, "two");
    S.text(8.5, Y, std::to_string(I + 1), "on mid");
    uint64_t At = position(W.Threads[I].Thread, W.BlockDim);
    S.text(22, Y,
           "thread " + printTriple(W.Threads[I].Thread) + " of block " +
               printTriple(W.Threads[I].Block) + ": warp " + std::to_string(At / WarpSize) +
               ", lane " + std::to_string(At % WarpSize));
  }
  return S;
}

/// The accesses that conflict: the first thread's, then the second's; both may be the same one.
static std::vector<Step> meetingsOf(const Finding &F) {
  auto IsAccess = [](const Related &R) {
    return R.What == Role::Read || R.What == Role::Write || R.What == Role::Atomic;
  };
  std::vector<Step> All{{F.Loc.Line, F.Object.empty() ? Role::Barrier : Role::Access, F.Object, 1}};
  for (const Related &R : F.RelatedPlaces)
    if (IsAccess(R) && R.Loc == F.Loc)
      All.front().What = R.What;
  for (const Related &R : F.RelatedPlaces)
    if (IsAccess(R) && !(R.Loc == F.Loc))
      All.push_back({R.Loc.Line, R.What, F.Object, 2});
  if (All.size() == 1 && !F.Object.empty())
    All.front().Threads = 3;
  return All;
}

static unsigned distance(const Step &From, llvm::ArrayRef<Step> Meetings) {
  unsigned Least = ~0u;
  for (const Step &M : Meetings)
    Least = std::min(Least, M.Line > From.Line ? M.Line - From.Line : From.Line - M.Line);
  return From.OfRepair ? 0 : Least;
}

static std::vector<Step> stepsOf(const Finding &F, const KernelDetails *Of) {
  std::vector<Step> Meetings = meetingsOf(F);
  std::set<Step> Steps(Meetings.begin(), Meetings.end());
  auto IsMeeting = [&](unsigned Line) {
    return llvm::any_of(Meetings, [&](const Step &M) { return M.Line == Line; });
  };
  for (const GraphNode &N : Of ? llvm::ArrayRef(Of->Graph) : llvm::ArrayRef<GraphNode>())
    for (const GraphNode::Mark &M : N.Marks)
      if (!IsMeeting(M.Line) && (M.What == Role::Barrier || M.What == Role::Fence ||
                                 (!F.Object.empty() && M.Array == F.Object)))
        Steps.insert({M.Line, M.What, M.Array});
  if (const Repair *R = chosenRepair(F); R && !R->Edits.empty())
    for (unsigned Line : R->BarrierLines)
      Steps.insert({Line, Role::Barrier, "", 0, /*OfRepair=*/true});
  std::vector<Step> All(Steps.begin(), Steps.end());
  // Lines close to those of the finding are the most useful.
  while (All.size() > MaxRows)
    All.erase(llvm::max_element(All, [&](const Step &A, const Step &B) {
      return distance(A, Meetings) < distance(B, Meetings);
    }));
  return All;
}

/// Time runs downwards; a barrier is a line across both threads.
static Svg drawTime(const Finding &F, const KernelDetails *Of) {
  constexpr double Row = 19, First = 200, Second = 310, Right = 370, Top = 32;
  Svg S;
  bool Two = F.Example && F.Example->Threads.size() > 1;
  S.text(0, 11, "time, between the barriers", "strong");
  S.text(First, 26, "thread 1", "soft mid");
  if (Two)
    S.text(Second, 26, "thread 2", "soft mid");
  double Y = 44;
  for (const Step &P : stepsOf(F, Of)) {
    const char *Weight = P.Threads ? "strong" : "soft";
    S.text(0, Y, "line " + std::to_string(P.Line), Weight);
    if (P.What == Role::Barrier) {
      S.line(70, Y - 4, Right, Y - 4, P.OfRepair ? "fix" : "barrier");
      S.text(Right + 8, Y, P.OfRepair ? "barrier of the repair" : "barrier",
             P.OfRepair ? "good" : "");
    } else {
      S.text(70, Y, shorten(toString(P.What).str() + " " + P.Array, 16), Weight);
    }
    if (P.Threads & 1)
      S.circle(First, Y - 4, 6, "one");
    if (P.Threads & 2 && Two)
      S.rect(Second - 6, Y - 10, 12, 12, "two");
    if (!P.Threads && P.What != Role::Barrier)
      for (double X : {First, Two ? Second : First})
        S.circle(X, Y - 4, 2, "soft");
    Y += Row;
  }
  S.line(First, Top, First, Y - 8, "soft");
  if (Two)
    S.line(Second, Top, Second, Y - 8, "soft");
  return S;
}

Svg drawThreads(const Finding &F, const KernelDetails *Of) {
  Svg S;
  if (F.Example && !F.Example->Threads.empty())
    S.place(drawGrid(*F.Example), 0, 0);
  S.place(drawTime(F, Of), S.width() ? S.width() + 36 : 0, 0);
  return S;
}

} // namespace cudafix::report
