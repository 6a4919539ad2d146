// SPDX-License-Identifier: Apache-2.0
//
// Scalars and dimensions.
#include "simulate/input/InputPlanner.h"
#include "model/BlockSteps.h"
#include "model/Clusters.h"
#include "model/OneThread.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cudafix::simulate {

constexpr unsigned DefaultBlock = 64;
constexpr unsigned MostOfCluster = 16; ///< blocks

const std::string *InputPlanner::given(StringRef Name) const {
  for (const ArgumentOption &A : Opts.Arguments)
    if (A.Name == Name)
      return &A.Value;
  return nullptr;
}

std::optional<uint64_t> InputPlanner::evaluate(Expr E, const Values &V) const {
  return K.Ctx->evaluate(E, [&](Expr A, llvm::ArrayRef<uint64_t>) -> std::optional<uint64_t> {
    auto At = V.find(A->symbol());
    if (At == V.end() || !A->args().empty())
      return std::nullopt;
    return At->second;
  });
}

const std::string *InputPlanner::suggested(MadeUp::Kind What, StringRef Name, unsigned Dim) const {
  for (const MadeUp &M : Opts.Suggested)
    if (M.What == What && M.Name == Name && M.Dim == Dim)
      return &M.Value;
  return nullptr;
}

/// Sets the scalar parameters, fields and dimensions that the user gives.
Error InputPlanner::scalars() {
  auto Set = [&](SymbolId Symbol, StringRef Name, StringRef Type) -> Error {
    const std::string *Text = given(Name);
    if (!Text || Symbol == NoId)
      return Error::success();
    int64_t Value = 0;
    double Real = 0;
    if (elementType(Type) != ElementType::Integer && !StringRef(*Text).getAsDouble(Real))
      return Error::success(); // not modelled; its bytes are written later
    if (StringRef(*Text).getAsInteger(0, Value))
      return inputProblem("--arg %s=%s: not a number", Name.str().c_str(), Text->c_str());
    Known[Symbol] = truncate(Value, K.Ctx->symbol(Symbol).Width);
    return Error::success();
  };
  for (const Kernel::Param &P : K.Params) {
    if (Error E = Set(P.Symbol, P.Name, P.Type))
      return E;
    for (const Kernel::Param::Field &F : P.Fields)
      if (Error E = Set(F.Symbol, K.Ctx->symbol(F.Symbol).Name, ""))
        return E;
  }
  for (unsigned D = 0; D < 3; ++D) {
    if (Opts.Block)
      Known[K.Ctx->blockDim(D)->symbol()] = (*Opts.Block)[D];
    if (Opts.Grid)
      Known[K.Ctx->gridDim(D)->symbol()] = (*Opts.Grid)[D];
  }
  return Error::success();
}

/// Repeatedly uses equations that determine one more symbol, until there is none.
void InputPlanner::useFacts() {
  std::vector<std::pair<Expr, Expr>> Equations;
  for (const Fact &F : L.Facts)
    if (F.Cond && F.Cond->op() == Op::Eq) {
      Equations.push_back({F.Cond->arg(0), F.Cond->arg(1)});
      Equations.push_back({F.Cond->arg(1), F.Cond->arg(0)});
    }
  for (unsigned D = 0; D < 3; ++D) {
    if (L.Block[D])
      Equations.push_back({K.Ctx->blockDim(D), L.Block[D]});
    if (L.Grid[D])
      Equations.push_back({K.Ctx->gridDim(D), L.Grid[D]});
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto &[Left, Right] : Equations) {
      if (Left->op() != Op::Apply || !Left->args().empty() || Known.count(Left->symbol()))
        continue;
      if (std::optional<uint64_t> V = evaluate(Right, Known)) {
        Known[Left->symbol()] = *V;
        Changed = true;
      }
    }
  }
}

bool InputPlanner::factsHold(const Values &V) const {
  for (const Fact &F : L.Facts)
    if (std::optional<uint64_t> Holds = F.Cond ? evaluate(F.Cond, V) : std::nullopt)
      if (!*Holds)
        return false;
  if (!assumptionsHold(V))
    return false;
  // Dimensions that cannot be launched, or take too long, are invalid, too.
  uint64_t Block = 1, Grid = 1;
  for (unsigned D = 0; D < 3; ++D) {
    auto B = V.find(K.Ctx->blockDim(D)->symbol()), G = V.find(K.Ctx->gridDim(D)->symbol());
    Block *= B == V.end() ? 1 : B->second;
    Grid *= G == V.end() ? 1 : G->second;
  }
  return Block >= 1 && Block <= K.MaxThreads && Grid >= 1 && Grid * Block <= (1u << 20);
}

SymbolId InputPlanner::symbolOf(const MadeUp &M) const {
  if (M.What == MadeUp::Kind::Grid)
    return K.Ctx->gridDim(M.Dim)->symbol();
  if (M.What == MadeUp::Kind::Block)
    return K.Ctx->blockDim(M.Dim)->symbol();
  for (const Kernel::Param &P : K.Params) {
    if (P.Name == M.Name)
      return P.Symbol;
    for (const Kernel::Param::Field &F : P.Fields)
      if (K.Ctx->symbol(F.Symbol).Name == M.Name)
        return F.Symbol;
  }
  return NoId;
}

/// Finds the scalars and dimensions that are going to be made up.
void InputPlanner::findFree() {
  auto Add = [&](MadeUp::Kind What, unsigned Dim, StringRef Name) {
    MadeUp M{What, Dim, Name.str(), ""};
    if (const SymbolId S = symbolOf(M); !Known.count(S) && !isMagic(S))
      In.Free.push_back(std::move(M));
  };
  for (unsigned D = 0; D < 3; ++D) {
    if (!L.Block[D] && K.UsesDim[D])
      Add(MadeUp::Kind::Block, D, "");
    if (!L.Grid[D] && K.UsesGridDim[D])
      Add(MadeUp::Kind::Grid, D, "");
  }
  for (const Kernel::Param &P : K.Params) {
    if (!P.Pointer && P.Symbol != NoId && elementType(P.Type) == ElementType::Integer)
      Add(MadeUp::Kind::Scalar, 0, P.Name);
    for (const Kernel::Param::Field &F : P.Fields)
      Add(MadeUp::Kind::Scalar, 0, K.Ctx->symbol(F.Symbol).Name);
  }
}

void InputPlanner::useSuggested() {
  for (const MadeUp &M : Opts.Suggested) {
    int64_t Value = 0;
    if (M.What == MadeUp::Kind::Contents || StringRef(M.Value).getAsInteger(10, Value))
      continue;
    SymbolId S = symbolOf(M);
    if (S != NoId && Known.try_emplace(S, truncate(Value, K.Ctx->symbol(S).Width)).second)
      useFacts();
  }
}

/// Records the chosen values. A block that is determined by the kernel's arrays is not a free
/// choice.
void InputPlanner::nameFree() {
  if (BlockTold)
    llvm::erase_if(In.Free, [](const MadeUp &M) { return M.What == MadeUp::Kind::Block; });
  for (MadeUp &M : In.Free) {
    SymbolId S = symbolOf(M);
    unsigned Width = K.Ctx->symbol(S).Width;
    M.Value = M.What == MadeUp::Kind::Scalar && Width > 1
                  ? std::to_string(llvm::SignExtend64(Known[S], Width))
                  : std::to_string(Known[S]);
  }
}

/// Number of accesses that leave the declared extent of an array in some corner of the block.
unsigned InputPlanner::outOfExtent(const Values &V) const {
  unsigned Wrong = 0;
  for (const Access &A : K.Accesses) {
    if (!A.InBounds)
      continue;
    bool Outside = false;
    for (unsigned Corner = 0; Corner < 8; ++Corner) {
      Values At = V;
      for (unsigned D = 0; D < 3; ++D) {
        uint64_t Last = V.at(K.Ctx->blockDim(D)->symbol()) - 1;
        At[K.Ctx->threadIdx(D)->symbol()] = Corner >> D & 1 ? Last : 0;
        At.try_emplace(K.Ctx->blockIdx(D)->symbol(), 0);
      }
      std::optional<uint64_t> In = evaluate(A.InBounds, At);
      Outside |= In && !*In;
    }
    Wrong += Outside;
  }
  return Wrong;
}

using Shape = std::pair<unsigned, unsigned>;

/// Returns true for code written for blocks of several rows.
static bool hasRows(const Kernel &K) { return tellsApart(K, 1) && !isForLine(K); }

/// Blocks as long as the kernel's threads step; empty if no thread steps.
static llvm::SmallVector<Shape, 16> steppedShapes(const Kernel &K) {
  static constexpr unsigned Widths[] = {32, 64, 128, 256, 16}, Heights[] = {8, 16, 4, 32},
                            Line[] = {1};
  const auto X = blockSteps(K, 0), Y = blockSteps(K, 1);
  llvm::SmallVector<Shape, 16> Out;
  if (X.empty() && Y.empty())
    return Out;
  const llvm::ArrayRef<unsigned> Columns = X.empty() ? llvm::ArrayRef(Widths) : llvm::ArrayRef(X);
  llvm::ArrayRef<unsigned> Rows = hasRows(K) ? llvm::ArrayRef(Heights) : llvm::ArrayRef(Line);
  if (!Y.empty())
    Rows = Y;
  for (unsigned Width : Columns)
    for (unsigned Height : Rows)
      Out.push_back({Width, Height});
  return Out;
}

/// Chooses the block if nothing determines it: the largest one that stays within the arrays, or a
/// usual one if the arrays do not limit it.
void InputPlanner::chooseBlock() {
  SymbolId Dim[3];
  for (unsigned D = 0; D < 3; ++D)
    Dim[D] = K.Ctx->blockDim(D)->symbol();
  bool Open = !Known.count(Dim[0]) || !Known.count(Dim[1]);
  Known.try_emplace(Dim[2], 1);
  if (!Open)
    return;
  static constexpr Shape Lines[] = {{DefaultBlock, 1}, {1024, 1}, {512, 1}, {256, 1}, {128, 1},
                                    {64, 1},           {32, 1},   {16, 1},  {8, 1},   {4, 1}};
  static constexpr Shape Planes[] = {{16, 8}, {32, 32}, {32, 16}, {16, 16},
                                     {32, 8}, {8, 8},   {4, 4}};
  llvm::ArrayRef<Shape> Shapes = hasRows(K) ? llvm::ArrayRef(Planes) : llvm::ArrayRef(Lines);
  const Values Before = Known;
  auto With = [&](Shape S) {
    Values V = Before;
    V.try_emplace(Dim[0], S.first);
    V.try_emplace(Dim[1], S.second);
    return V;
  };
  if (isForOneThread(K)) {
    Known = With({1, 1});
    return;
  }
  // Arrays that even a single thread leaves, or the largest block does not, say nothing.
  unsigned Least = outOfExtent(With({1, 1}));
  bool Tells = outOfExtent(With(Shapes[1])) > Least || outOfExtent(With({1024, 1024})) > Least;
  BlockTold = Tells;
  Known = With(Shapes.front());
  // The steps of threads are the best evidence.
  for (Shape S : steppedShapes(K))
    if (Values V = With(S);
        V[Dim[0]] * V[Dim[1]] <= K.MaxThreads && outOfExtent(V) <= Least && assumptionsHold(V)) {
      Known = V;
      BlockTold = true;
      return;
    }
  for (Shape S : Tells ? Shapes.drop_front() : llvm::ArrayRef<Shape>())
    if (Values V = With(S);
        V[Dim[0]] * V[Dim[1]] <= K.MaxThreads && outOfExtent(V) <= Least && assumptionsHold(V)) {
      Known = V;
      return;
    }
  for (Shape S : Shapes)
    if (Values V = With(S); V[Dim[0]] * V[Dim[1]] <= K.MaxThreads && assumptionsHold(V)) {
      Known = V;
      return;
    }
}

/// Evaluates the kernel's own assumptions for its first and its last thread.
bool InputPlanner::assumptionsHold(const Values &V) const {
  for (const Assumption &A : K.Assumptions)
    for (bool Last : {false, true}) {
      Values At = V;
      for (unsigned D = 0; D < 3; ++D) {
        uint64_t Of = V.at(K.Ctx->blockDim(D)->symbol()), Grid = V.at(K.Ctx->gridDim(D)->symbol());
        At[K.Ctx->threadIdx(D)->symbol()] = Last ? Of - 1 : 0;
        At[K.Ctx->blockIdx(D)->symbol()] = Last ? Grid - 1 : 0;
      }
      std::optional<uint64_t> Holds =
          A.Node == NoId && A.Cond ? evaluate(A.Cond, At) : std::nullopt;
      if (Holds && !*Holds)
        return false;
    }
  return true;
}

/// Chooses the size of a cluster; if the grid is not given, it becomes a whole number of clusters.
Error InputPlanner::cluster() {
  std::optional<std::array<unsigned, 3>> Is = clusterOf(K, L);
  if (Is) {
    In.Cluster = {(*Is)[0], (*Is)[1], (*Is)[2]};
  } else if (Code.UsesClusters && !Opts.Cluster) {
    In.Cluster = {2, 1, 1};
    In.Notes.push_back("clusters of 2 blocks, made up (--cluster)");
  }
  for (unsigned D = 0; D < 3; ++D) {
    if (Opts.Cluster)
      In.Cluster[D] = (*Opts.Cluster)[D];
    const bool Given = Opts.Grid || L.Grid[D];
    if (In.Grid[D] % In.Cluster[D] && !Given)
      In.Grid[D] = In.Cluster[D] * std::max(1u, In.Grid[D] / In.Cluster[D]);
    if (In.Grid[D] % In.Cluster[D])
      return inputProblem("a grid of %s blocks is none of whole clusters of %s",
                          std::to_string(In.Grid[D]).c_str(),
                          std::to_string(In.Cluster[D]).c_str());
  }
  if (In.Cluster[0] * In.Cluster[1] * In.Cluster[2] > MostOfCluster)
    return inputProblem("a cluster of more than 16 blocks");
  return Error::success();
}

Error InputPlanner::dimensions() {
  uint64_t Block = 1;
  for (unsigned D = 0; D < 3; ++D) {
    In.Block[D] = Known[K.Ctx->blockDim(D)->symbol()];
    In.Grid[D] = Known[K.Ctx->gridDim(D)->symbol()];
    Block *= In.Block[D];
    if (!In.Block[D] || !In.Grid[D])
      return inputProblem("a dimension of the launch is 0; give --grid and --block");
  }
  if (Block > 1024)
    return inputProblem("a block of %s threads; at most 1024 are possible",
                        std::to_string(Block).c_str());
  if (threads() / Block > (1u << 22))
    return inputProblem("a grid of %s blocks; at most 4194304 can be simulated",
                        std::to_string(threads() / Block).c_str());
  if (Error E = cluster())
    return E;
  std::optional<uint64_t> Shared = L.SharedBytes ? evaluate(L.SharedBytes, Known) : std::nullopt;
  In.DynamicShared = Opts.SharedBytes ? *Opts.SharedBytes : Shared.value_or(0);
  if (Code.UsesDynamicShared && !Opts.SharedBytes && !Shared) {
    In.DynamicShared = 48 << 10;
    In.Notes.push_back("dynamic shared memory: 49152 bytes, made up (--shared)");
  }
  return Error::success();
}

} // namespace cudafix::simulate
