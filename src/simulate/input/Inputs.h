// SPDX-License-Identifier: Apache-2.0
//
// What a kernel is simulated with: dimensions and arguments, given by the user, read from
// host facts, or made up.
#pragma once

#include "model/Finding.h"
#include "simulate/machine/Machine.h"
#include "smt/Workspace.h"

namespace cudafix::simulate {

/// `NAME=VALUE` of --arg: a number, numbers separated by commas, @FILE, or one of random(N),
/// zero(N), iota(N), permutation(N), range(N,LOW,HIGH) and among(N,VALUE...); N: elements, or
/// `auto` for as many as were made up if nothing were given.
struct ArgumentOption {
  std::string Name;
  std::string Value;
};

enum class ElementType : uint8_t { Integer, Float, Double };

/// Something that nobody gives and no fact determines, with the value it has.
struct MadeUp {
  enum class Kind : uint8_t { Grid, Block, Scalar, Contents } What;
  unsigned Dim = 0; ///< Grid and Block
  /// Name and value of an argument, as --arg takes them.
  std::string Name;
  std::string Value;
  ElementType Type = ElementType::Integer;
  ArrayId Array = NoId; ///< Contents
  bool IsIndex = false; ///< Contents: the kernel addresses memory with them
};

/// What the user fixes; the rest is read from the launch or made up.
struct InputOptions {
  std::optional<std::array<uint32_t, 3>> Grid, Block, Cluster;
  std::optional<uint64_t> SharedBytes;
  std::vector<ArgumentOption> Arguments;
  std::map<std::string, std::string> Files; ///< contents of those that arguments name
  /// Values instead of made-up ones; planning fails where the launch's facts forbid them.
  std::vector<MadeUp> Suggested;
  uint64_t Seed = 0;
  bool Zeros = false;                  ///< instead of random contents
  uint64_t GuessedExtent = 16u << 20;  ///< of buffers whose size nothing tells, in bytes
  uint64_t GuessedElements = 4u << 20; ///< of those, with contents; zeros follow
};

/// Reads the files that arguments name: later, in a confined process, none can be read.
llvm::Error readFiles(InputOptions &Opts);

/// Memory that pointer arguments point to.
struct Buffer {
  std::string Name;
  std::vector<char> Bytes;
  uint64_t Extent = 0;  ///< bytes; zeros follow `Bytes`
  bool Guessed = false; ///< its size is made up
};

/// A pointer inside of a parameter: to `Offset` of a buffer.
struct PointerField {
  unsigned At = 0; ///< byte of the parameter
  unsigned Buffer = 0;
  uint64_t Offset = 0;
};

struct ArgumentValue {
  std::vector<char> Bytes;
  std::vector<PointerField> Pointers;
};

struct Inputs {
  std::array<uint32_t, 3> Grid{1, 1, 1}, Block{1, 1, 1}, Cluster{1, 1, 1};
  uint64_t DynamicShared = 0;
  std::vector<ArgumentValue> Arguments;
  std::vector<Buffer> Buffers;
  std::vector<ScalarValue> Values; ///< sorted
  std::vector<std::string> Notes;  ///< what was made up, in words
  std::vector<MadeUp> Free;        ///< the same, but for sizes
};

/// Its dimensions and values, without threads.
Witness witnessOf(const Inputs &In);
/// The values as reports print them.
std::vector<std::pair<std::string, int64_t>> printedValues(const Inputs &In);

/// Fails with what the user has to give.
llvm::Expected<Inputs> planInputs(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                  const CompiledKernel &Code, const InputOptions &Opts);

/// The memory of one simulation with the inputs in it.
class LoadedInputs {
public:
  LoadedInputs(const Inputs &In, const CompiledKernel &Code, const Configuration &C);
  Memory &memory() { return Mem; }
  void **arguments() { return Pointers.data(); }
  /// The bytes of a buffer as they are now.
  llvm::ArrayRef<char> contents(unsigned Buffer) const;

private:
  Memory Mem;
  std::vector<std::vector<char>> Values;
  std::vector<void *> Pointers;
  std::vector<std::pair<char *, uint64_t>> Buffers;
};

} // namespace cudafix::simulate
