// SPDX-License-Identifier: Apache-2.0
#include "analysis/footprint/WarpShape.h"
#include "analysis/sync/NamedBarriers.h"
#include "model/Check.h"
#include "model/Metrics.h"
#include "transform/text/SourceText.h"
#include "transform/text/SyncOperand.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace cudafix::transform {

using analysis::NamedBarrierFault;
using analysis::NamedBarriers;
using analysis::WarpSize;

namespace {

constexpr size_t MostPlaces = 3; ///< each candidate is parsed and simulated

bool applies(const Finding &F) {
  return F.check() == Check::MbarrierPhase || F.check() == Check::NamedBarrier;
}

std::optional<int64_t> metricOf(const Finding &F, llvm::StringRef Name) {
  for (const auto &[Of, Value] : F.Metrics)
    if (Of == Name)
      return Value;
  return std::nullopt;
}

/// The number of threads of the block in the finding's example.
int64_t threadsOf(const Finding &F) {
  return F.Example
             ? int64_t(F.Example->BlockDim[0] * F.Example->BlockDim[1] * F.Example->BlockDim[2])
             : 0;
}

/// The text of a count: "blockDim.x" if the source has no number there and the count is that of the
/// block.
std::string countText(const OperandText &Was, int64_t Count, const Finding &F) {
  const auto &Block = F.Example->BlockDim;
  const bool IsNumber = isa<clang::IntegerLiteral>(Was.E->IgnoreParenCasts());
  return !IsNumber && int64_t(Block[0]) == Count && Block[1] * Block[2] == 1
             ? "blockDim.x"
             : std::to_string(Count);
}

Repair repairOf(const OperandText &Was, std::string To, std::string Title) {
  Repair R;
  R.Id = "fix-count";
  R.Title = std::move(Title);
  R.How = Applicability::Suggested;
  R.Notes.emplace_back("suggested, as the count may be meant and others be wrong");
  R.Edits = {Was.change(To)};
  return R;
}

bool isAt(const SourceLoc &Loc, llvm::ArrayRef<SourceLoc> Chain, const Finding &F) {
  auto Names = [&](const SourceLoc &At) {
    return At == F.Loc || llvm::any_of(F.RelatedPlaces, [&](const Related &R) {
             return R.Loc == At && R.What != Role::Launch;
           });
  };
  return Names(Loc) || llvm::any_of(Chain, Names);
}

/// Operations of the kind on the mbarriers of the operations that the finding names; all operations
/// if the model does not know these mbarriers.
std::vector<const AsyncOp *> related(const Kernel &K, const Finding &F,
                                     llvm::function_ref<bool(const AsyncOp &)> Is) {
  std::set<ArrayId> Objects;
  for (const AsyncOp &X : K.AsyncOps)
    if ((X.What == AsyncOp::Kind::Await || X.What == AsyncOp::Kind::Arrive) &&
        isAt(X.Loc, X.CallChain, F))
      Objects.insert(X.Object);
  std::vector<const AsyncOp *> All;
  for (const AsyncOp &X : K.AsyncOps)
    if (Is(X) && (Objects.empty() || Objects.count(NoId) || Objects.count(X.Object)) &&
        llvm::none_of(
            All, [&](const AsyncOp *Y) { return Y->Loc == X.Loc && Y->CallChain == X.CallChain; }))
      All.push_back(&X);
  return All;
}

/// The number of arrivals that may be right: those that came, if some did; all threads, if phases
/// ended before all had come.
int64_t arrivalsOf(const Finding &F, int64_t Expected, int64_t Missing) {
  const int64_t Threads = threadsOf(F);
  if (metricOf(F, metric::Phase) == 0 && Missing > 0 && Missing < Expected)
    return Expected - Missing;
  return Expected < Threads ? Threads : 0;
}

void fixArrivals(const Context &C, const Finding &F, std::vector<Repair> &Out) {
  const std::optional<int64_t> Expected = metricOf(F, metric::ExpectedArrivals),
                               Missing = metricOf(F, metric::MissingArrivals);
  if (!Expected || !Missing || *metricOf(F, metric::MissingBytes))
    return;
  auto IsInit = [](const AsyncOp &X) { return X.What == AsyncOp::Kind::Init; };
  size_t Places = 0;
  for (const AsyncOp *X : related(C.K.Model, F, IsInit)) {
    std::optional<OperandText> Was = findOperand(C, SyncOperand::Arrivals, X->Loc, X->CallChain);
    const int64_t Count = arrivalsOf(F, *Expected, *Missing);
    if (!Was || (Was->Value && *Was->Value != *Expected) || !Count || Places++ == MostPlaces)
      continue;
    Out.push_back(repairOf(*Was, countText(*Was, Count, F),
                           "initialise the mbarrier for " + std::to_string(Count) +
                               (Count == 1 ? " arrival" : " arrivals")));
  }
}

/// Returns true if all names in the expression are declared before the place.
bool isKnownAt(const Context &C, const clang::Expr *E, const OperandText &Place) {
  const clang::SourceManager &SM = C.P.device().getSourceManager();
  bool Known = true;
  walk(E, [&](const clang::Stmt *S) {
    if (const auto *Ref = dyn_cast<clang::DeclRefExpr>(S)) {
      const clang::SourceLocation At = SM.getExpansionLoc(Ref->getDecl()->getLocation());
      Known &= SM.isBeforeInTranslationUnit(At, SM.getExpansionLoc(Place.E->getBeginLoc()));
    }
    return true;
  });
  return Known;
}

/// The bytes of all copies to the mbarrier, and their text at the copies (`Rows * sizeof(float)`);
/// nullopt: some are not known.
std::optional<std::pair<int64_t, std::string>>
bytesOfCopies(const Context &C, const AsyncOp &Arrive, const OperandText &Place) {
  std::pair<int64_t, std::string> All;
  for (const AsyncOp &X : C.K.Model.AsyncOps) {
    if (X.What != AsyncOp::Kind::CopyIn || X.Object != Arrive.Object)
      continue;
    auto Size = findOperand(C, SyncOperand::Size, X.Loc, X.CallChain);
    if (!Size || !Size->Value || Size->In != Place.In || !isKnownAt(C, Size->E, Place))
      return std::nullopt;
    All.first += *Size->Value;
    All.second += (All.second.empty() ? "" : " + ") + Size->Text.str();
  }
  return All;
}

void fixBytes(const Context &C, const Finding &F, std::vector<Repair> &Out) {
  const std::optional<int64_t> Missing = metricOf(F, metric::MissingBytes);
  if (!Missing || !*Missing || *metricOf(F, metric::MissingArrivals))
    return;
  auto Expects = [](const AsyncOp &X) {
    return X.What == AsyncOp::Kind::Arrive && X.Bytes && X.Bytes->isConst();
  };
  for (const AsyncOp *X : related(C.K.Model, F, Expects)) {
    std::optional<OperandText> Was = findOperand(C, SyncOperand::Bytes, X->Loc, X->CallChain);
    // The bytes that had come; further copies may have been running.
    const int64_t Come = Was && Was->Value ? *Was->Value - *Missing : 0;
    if (Come <= 0)
      continue;
    auto Add = [&](int64_t Bytes, const std::string &Text) {
      if (Bytes != *Was->Value && Out.size() < MostPlaces)
        Out.push_back(repairOf(*Was, Text,
                               "expect the " + std::to_string(Bytes) + " bytes that copies bring"));
    };
    auto All = bytesOfCopies(C, *X, *Was);
    if (All)
      Add(All->first, All->second);
    if (!All || All->first != Come)
      Add(Come, std::to_string(Come));
  }
}

/// The lowest number above 0 that no barrier of the kernel can have.
std::optional<unsigned> freeNumber(const Kernel &K) {
  std::set<uint64_t> Taken;
  for (const Barrier &B : K.Barriers) {
    if (!B.Named)
      continue;
    if (!B.Named->Number || !B.Named->Number->isConst())
      return std::nullopt;
    Taken.insert(B.Named->Number->value());
  }
  for (unsigned N = 1; N < analysis::BarrierNumbers; ++N)
    if (!Taken.count(N))
      return N;
  return std::nullopt;
}

void fixNamed(const Context &C, const Finding &F, std::vector<Repair> &Out) {
  const Kernel &K = C.K.Model;
  for (const Launch &L : C.Launches)
    for (const NamedBarrierFault &Fault : NamedBarriers(K, L).faults()) {
      const Barrier &B = K.barrier(Fault.Barrier);
      using Kind = NamedBarrierFault::Kind;
      if (!llvm::is_contained(F.Barriers, Fault.Barrier) || !Out.empty())
        continue;
      const std::string Name = "barrier " + std::to_string(Fault.Number);
      if (Fault.What == Kind::Number) {
        std::optional<unsigned> Free = freeNumber(K);
        if (auto Was = findOperand(C, SyncOperand::Number, B.Loc, B.CallChain); Was && Free)
          Out.push_back(
              repairOf(*Was, std::to_string(*Free), "meet at barrier " + std::to_string(*Free)));
      } else if (Fault.What == Kind::TooMany || Fault.What == Kind::Count) {
        const int64_t Coming =
            Fault.Coming ? (Fault.Coming + WarpSize - 1) / WarpSize * WarpSize : threadsOf(F);
        if (auto Was = findOperand(C, SyncOperand::Threads, B.Loc, B.CallChain); Was && Coming > 0)
          Out.push_back(repairOf(*Was, countText(*Was, Coming, F),
                                 "let " + Name + " count " + std::to_string(Coming) + " threads"));
      }
    }
}

/// Fixes operations on one barrier with different counts: each may take the count of the others.
void fixUnequal(const Context &C, const Finding &F, std::vector<Repair> &Out) {
  if (F.check() != Check::NamedBarrier)
    return;
  struct Operation {
    OperandText Number, Threads;
  };
  std::vector<Operation> All;
  for (const Barrier &B : C.K.Model.Barriers)
    if (B.Named) {
      auto Number = findOperand(C, SyncOperand::Number, B.Loc, B.CallChain),
           Threads = findOperand(C, SyncOperand::Threads, B.Loc, B.CallChain);
      if (Number && Threads && Threads->Value)
        All.push_back({*Number, *Threads});
    }
  for (const Operation &X : All)
    for (const Operation &Y : All) {
      const OperandText &Was = X.Threads, &To = Y.Threads;
      auto IsIt = [&](const Repair &R) {
        return R.Edits.front().Offset == Was.Begin && R.Edits.front().Text == To.Text;
      };
      if (X.Number.Text == Y.Number.Text && Was.In == To.In && Was.Value != To.Value &&
          llvm::none_of(Out, IsIt) && Out.size() < MostPlaces)
        Out.push_back(repairOf(Was, To.Text.str(),
                               "count as many threads as the other operations on the barrier do"));
    }
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  std::vector<Repair> Out;
  fixNamed(C, F, Out);
  fixArrivals(C, F, Out);
  fixBytes(C, F, Out);
  if (Out.empty())
    fixUnequal(C, F, Out);
  if (Out.empty())
    return refuse("no count in the source tells how many are waited for");
  return Out;
}

} // namespace

const RepairKind FixCount = {
    "fix-count",
    R"(Lets a barrier count those that come to it: the arrivals that an mbarrier is initialised for, the
bytes that it expects of copies, the threads of a numbered barrier, or the barrier's number where a
block has no such barrier.

Before:                              After:
  if (threadIdx.x == 0)                if (threadIdx.x == 0)
    init(&bar, 129);                     init(&bar, 128);
  __syncthreads();                     __syncthreads();
  bar.arrive_and_wait();               bar.arrive_and_wait();

What a run lacked says how many come. The kernel with the other count runs to its end in several
orders, in which nothing is found. Suggested: those that do not come may be what is wrong.)",
    applies, propose};

} // namespace cudafix::transform
