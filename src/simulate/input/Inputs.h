// SPDX-License-Identifier: Apache-2.0
//
// The inputs of a simulated kernel: dimensions and arguments, given by the user, taken from host
// facts, or made up.
#pragma once

#include "model/Finding.h"
#include "simulate/machine/Machine.h"
#include "smt/Workspace.h"

namespace cudafix::simulate {

/// `NAME=VALUE` of --arg: a number, numbers separated by commas, @FILE, or one of random(N),
/// zero(N), iota(N), permutation(N), range(N,LOW,HIGH) and among(N,VALUE...). N is the number of
/// elements, or `auto` for as many as would be made up.
struct ArgumentOption {
  std::string Name;
  std::string Value;
};

enum class ElementType : uint8_t { Integer, Float, Double };

/// Something that nobody gives and no fact determines, with its chosen value.
struct MadeUp {
  enum class Kind : uint8_t { Grid, Block, Scalar, Contents } What;
  unsigned Dim = 0; ///< Grid and Block
  /// Name and value of an argument, in the form of --arg.
  std::string Name;
  std::string Value;
  ElementType Type = ElementType::Integer;
  ArrayId Array = NoId; ///< Contents
  bool IsIndex = false; ///< Contents: the kernel uses them to address memory
};

/// What the user fixes; the rest is read from the launch or made up.
struct InputOptions {
  std::optional<std::array<uint32_t, 3>> Grid, Block, Cluster;
  std::optional<uint64_t> SharedBytes;
  std::vector<ArgumentOption> Arguments;
  std::map<std::string, std::string> Files; ///< contents of files named in arguments
  /// Values to use instead of made-up ones; planning fails if the launch's facts forbid them.
  std::vector<MadeUp> Suggested;
  uint64_t Seed = 0;
  bool Zeros = false;                  ///< instead of random contents
  uint64_t GuessedExtent = 16u << 20;  ///< extent in bytes of buffers of unknown size
  uint64_t GuessedElements = 4u << 20; ///< elements of those that have contents; zeros follow
};

/// Reads the files that arguments name: the confined process in which the kernel runs later cannot.
llvm::Error readFiles(InputOptions &Opts);

/// The memory to which pointer arguments point.
struct Buffer {
  std::string Name;
  std::vector<char> Bytes;
  uint64_t Extent = 0;  ///< bytes; zeros follow `Bytes`
  bool Guessed = false; ///< its size is made up
};

/// A pointer in a parameter: to `Offset` of a buffer.
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
  std::vector<std::string> Notes;  ///< descriptions of what was made up
  std::vector<MadeUp> Free;        ///< the same as data, without sizes
};

/// The dimensions and values as a witness without threads.
Witness witnessOf(const Inputs &In);
/// The values as reports print them.
std::vector<std::pair<std::string, int64_t>> printedValues(const Inputs &In);

/// Fails with a message about what the user has to give.
llvm::Expected<Inputs> planInputs(const Kernel &K, smt::Workspace &Solving, const Launch &L,
                                  const CompiledKernel &Code, const InputOptions &Opts);

/// The memory of one simulation, with the inputs in place.
class LoadedInputs {
public:
  LoadedInputs(const Inputs &In, const CompiledKernel &Code, const Configuration &C);
  Memory &memory() { return Mem; }
  void **arguments() { return Pointers.data(); }
  /// The current bytes of a buffer.
  llvm::ArrayRef<char> contents(unsigned Buffer) const;

private:
  Memory Mem;
  std::vector<std::vector<char>> Values;
  std::vector<void *> Pointers;
  std::vector<std::pair<char *, uint64_t>> Buffers;
};

} // namespace cudafix::simulate
