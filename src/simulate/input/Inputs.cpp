// SPDX-License-Identifier: Apache-2.0
#include "simulate/input/InputPlanner.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cudafix::simulate {

Error InputPlanner::pointer(const Kernel::Param &P, unsigned Index, ArgumentValue &Value) {
  PointerField F;
  uint64_t Size = P.Array == NoId ? 4 : K.array(P.Array).ElementSize;
  Expected<unsigned> B = buffer(P.Name, P.Type, Size, P.Array, F.Offset);
  if (!B)
    return B.takeError();
  F.Buffer = *B;
  Value.Pointers.push_back(F);
  return Error::success();
}

/// The members of a structure that the kernel reads.
Error InputPlanner::fields(const Kernel::Param &P, unsigned Index, ArgumentValue &Value) {
  for (const Kernel::Param::Field &F : P.Fields) {
    const Symbol &S = K.Ctx->symbol(F.Symbol);
    putInteger(Value.Bytes, F.Offset, S.Width / 8, Known[F.Symbol]);
  }
  for (const Array &A : K.Arrays) {
    if (A.Parameter != Index || A.Where != Space::Global)
      continue;
    PointerField F;
    F.At = A.FieldOffset;
    Expected<unsigned> B = buffer(A.Name, "", A.ElementSize, A.Id, F.Offset);
    if (!B)
      return B.takeError();
    F.Buffer = *B;
    Value.Pointers.push_back(F);
  }
  return Error::success();
}

Error InputPlanner::arguments() {
  for (unsigned I = 0; I < Code.Parameters.size(); ++I) {
    ArgumentValue Value;
    Value.Bytes.assign(Code.Parameters[I].Bytes, 0);
    if (I >= K.Params.size())
      return inputProblem("kernel %s: its parameters do not match its code", K.Name.c_str());
    const Kernel::Param &P = K.Params[I];
    if (P.Pointer) {
      if (Error E = pointer(P, I, Value))
        return E;
    } else if (P.Symbol != NoId && elementType(P.Type) == ElementType::Integer) {
      putInteger(Value.Bytes, 0, Value.Bytes.size(), Known[P.Symbol]);
      uint64_t V = Known[P.Symbol];
      In.Values.push_back({I, P.Name, llvm::SignExtend64(V, K.Ctx->symbol(P.Symbol).Width)});
    } else if (Value.Bytes.size() <= 8 && P.Fields.empty()) {
      const std::string *Text = given(P.Name);
      MadeUp Free{MadeUp::Kind::Scalar, 0, P.Name, "1", elementType(P.Type)};
      if (const std::string *Other = suggested(Free.What, P.Name))
        Free.Value = *Other;
      std::vector<char> Bytes;
      if (!putNumber(Bytes, Text ? *Text : Free.Value, Free.Type, Value.Bytes.size()))
        return inputProblem("--arg %s=%s: not a number", P.Name.c_str(),
                            (Text ? *Text : Free.Value).c_str());
      Value.Bytes = Bytes;
      if (!Text)
        In.Free.push_back(std::move(Free));
    } else if (Error E = fields(P, I, Value)) {
      return E;
    }
    In.Arguments.push_back(std::move(Value));
  }
  llvm::sort(In.Values);
  return Error::success();
}

Expected<Inputs> InputPlanner::plan() {
  for (const ArgumentOption &A : Opts.Arguments) {
    auto Names = [&](const Kernel::Param &P) {
      return P.Name == A.Name || StringRef(A.Name).starts_with(P.Name + ".");
    };
    if (llvm::none_of(K.Params, Names))
      return inputProblem("--arg %s: kernel %s has no parameter of that name", A.Name.c_str(),
                          K.Name.c_str());
  }
  if (Error E = scalars())
    return std::move(E);
  useFacts();
  findFree();
  useSuggested();
  chooseRest();
  if (!Allowed && !Opts.Suggested.empty())
    return inputProblem("the launch's facts do not allow these values");
  nameFree();
  if (Error E = dimensions())
    return std::move(E);
  if (Error E = arguments())
    return std::move(E);
  return std::move(In);
}

Expected<Inputs> planInputs(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                            const CompiledKernel &Code, const InputOptions &Opts) {
  return InputPlanner(K, Solving, L, Code, Opts).plan();
}

Witness witnessOf(const Inputs &In) {
  Witness W;
  llvm::copy(In.Block, W.BlockDim.begin());
  llvm::copy(In.Grid, W.GridDim.begin());
  llvm::copy(In.Cluster, W.ClusterDim.begin());
  W.Values = In.Values;
  return W;
}

std::vector<std::pair<std::string, int64_t>> printedValues(const Inputs &In) {
  const Witness W = witnessOf(In);
  return cudafix::printedValues(W.Values, W.ClusterDim);
}

/// Free space after a buffer of made-up size, so that accesses beyond it do not reach another
/// buffer.
constexpr uint64_t RoomBeyond = 4u << 20;

/// Room for all objects, including what the device heap may need.
static uint64_t roomFor(const Inputs &In, const CompiledKernel &Code, const Configuration &C) {
  constexpr uint64_t Heap = 32 << 20;
  uint64_t Bytes = Heap + Code.Image.size();
  for (const Buffer &B : In.Buffers)
    Bytes += B.Extent + 1024 + (B.Guessed ? RoomBeyond : 0);
  uint64_t Threads = uint64_t(In.Block[0]) * In.Block[1] * In.Block[2];
  uint64_t Blocks = uint64_t(In.Grid[0]) * In.Grid[1] * In.Grid[2];
  uint64_t Resident = std::min(Blocks, C.MaxResident / std::max<uint64_t>(Threads, 1) +
                                           In.Cluster[0] * In.Cluster[1] * In.Cluster[2]);
  return Bytes + Resident * (Code.SharedBytes + In.DynamicShared + 2048);
}

LoadedInputs::LoadedInputs(const Inputs &In, const CompiledKernel &Code, const Configuration &C)
    : Mem(roomFor(In, Code, C)) {
  for (const Buffer &B : In.Buffers) {
    char *P = Mem.allocate(B.Extent, ObjectKind::Argument, B.Name);
    std::memcpy(P, B.Bytes.data(), B.Bytes.size());
    Mem.find(reinterpret_cast<uintptr_t>(P))->Guessed = B.Guessed;
    if (B.Guessed)
      Mem.reserve(RoomBeyond);
    Buffers.push_back({P, B.Extent});
  }
  for (const ArgumentValue &A : In.Arguments) {
    Values.push_back(A.Bytes);
    for (const PointerField &F : A.Pointers) {
      char *P = Buffers[F.Buffer].first + F.Offset;
      std::memcpy(Values.back().data() + F.At, &P, sizeof(P));
    }
  }
  for (std::vector<char> &V : Values)
    Pointers.push_back(V.data());
}

llvm::ArrayRef<char> LoadedInputs::contents(unsigned Buffer) const {
  return {Buffers[Buffer].first, Buffers[Buffer].second};
}

} // namespace cudafix::simulate
