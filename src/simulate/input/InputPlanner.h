// SPDX-License-Identifier: Apache-2.0
//
// How inputs are chosen: first what the user gives, then what launch facts determine, then values
// that satisfy the facts; buffers come last, sized and filled according to what is known about
// them.
#pragma once

#include "simulate/input/Inputs.h"
#include "smt/Workspace.h"
#include "llvm/Support/Error.h"
#include <cstring>
#include <map>
#include <random>

namespace cudafix::simulate {

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

constexpr uint64_t MostBufferBytes = 256u << 20;

template <typename... Ts> Error inputProblem(const char *Format, const Ts &...Values) {
  return llvm::createStringError(std::errc::invalid_argument, Format, Values...);
}

/// The elements of a C type as written: floats for "const float *".
inline ElementType elementType(StringRef Type) {
  if (Type.contains("float"))
    return ElementType::Float;
  return Type.contains("double") ? ElementType::Double : ElementType::Integer;
}

inline void putInteger(std::vector<char> &Bytes, uint64_t At, uint64_t Size, uint64_t Value) {
  if (At + Size <= Bytes.size())
    std::memcpy(Bytes.data() + At, &Value, std::min<uint64_t>(Size, 8));
}

/// Appends one number as the bytes of an element; false: the text is not a number.
bool putNumber(std::vector<char> &Bytes, StringRef Text, ElementType Type, uint64_t Size);

inline uint64_t truncate(uint64_t Value, unsigned Width) {
  return Width >= 64 ? Value : Value & ((uint64_t(1) << Width) - 1);
}

class InputPlanner {
public:
  InputPlanner(const Kernel &K, smt::Workspace &Solving, const Launch &L,
               const CompiledKernel &Code, const InputOptions &Opts)
      : K(K), Solving(Solving), L(L), Code(Code), Opts(Opts), Random(Opts.Seed),
        Contents(Opts.Seed) {}
  Expected<Inputs> plan();

private:
  using Values = std::map<SymbolId, uint64_t>;

  const std::string *given(StringRef Name) const;
  const std::string *suggested(MadeUp::Kind What, StringRef Name, unsigned Dim = 0) const;
  Error scalars();
  void useFacts();
  void useMagicNumbers();
  bool isMagic(SymbolId S) const; ///< it is computed from a divisor
  void findFree();
  void useSuggested();
  void nameFree();
  SymbolId symbolOf(const MadeUp &M) const;
  llvm::SmallVector<SymbolId, 8> multiplied(llvm::ArrayRef<SymbolId> Open) const;
  void chooseExtents(llvm::ArrayRef<SymbolId> Of);
  unsigned usualGrid(unsigned Dim) const;
  void chooseRest();
  bool solveFacts(llvm::ArrayRef<SymbolId> Open);
  bool factsHold(const Values &V) const;
  std::optional<uint64_t> evaluate(Expr E, const Values &V) const;
  Error dimensions();
  Error cluster();
  Error arguments();
  Error pointer(const Kernel::Param &P, unsigned Index, ArgumentValue &Value);
  Error fields(const Kernel::Param &P, unsigned Index, ArgumentValue &Value);
  Expected<unsigned> buffer(StringRef Name, StringRef Type, uint64_t ElementSize, ArrayId Array,
                            uint64_t &Offset);
  Error fill(Buffer &B, StringRef Text, StringRef Type, uint64_t ElementSize);
  struct Call;
  Error parseCall(Call &C, StringRef Name, StringRef Text, uint64_t Size) const;
  void fillCall(Buffer &B, const Call &C, ElementType Type, uint64_t Size);
  void randomize(Buffer &B, ElementType Type, uint64_t Size);
  void permute(Buffer &B, uint64_t Size);
  bool isIndex(ArrayId Array) const;
  void chooseBlock();
  unsigned outOfExtent(const Values &V) const;
  bool assumptionsHold(const Values &V) const;
  uint64_t threads() const {
    uint64_t N = 1;
    for (unsigned D = 0; D < 3; ++D)
      N *= uint64_t(In.Grid[D]) * In.Block[D];
    return N;
  }

  const Kernel &K;
  smt::Workspace &Solving;
  const Launch &L;
  const CompiledKernel &Code;
  const InputOptions &Opts;
  std::mt19937_64 Random, Contents; ///< for scalars; for buffers, independent of the scalars
  bool Allowed = true;              ///< the launch's facts allow the values
  bool BlockTold = false;           ///< the kernel's arrays determine the block size
  Values Known;
  Inputs In;
  std::map<unsigned, unsigned> BufferOfObject;
};

} // namespace cudafix::simulate
