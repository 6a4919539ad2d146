// SPDX-License-Identifier: Apache-2.0
//
// A kernel as machine code of this computer: every access, barrier and exchange between lanes is a
// call into the machine (Calls.h), and every place in the source with such a call is a site.
#pragma once

#include "model/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <map>

namespace llvm {
class DataLayout;
class Instruction;
class Module;
} // namespace llvm

namespace cudafix::simulate {

struct Lane;

enum class SiteKind : uint8_t { Read, Write, Atomic, Barrier, Warp, Branch, Block, Other };

/// A place in the source that is reported to the machine. The machine refers to it by its index in
/// CompiledKernel::Sites.
struct Site {
  SiteKind Kind = SiteKind::Other;
  SourceLoc Loc;
  SourceLoc Call;    ///< the kernel's call, if Loc is in a function that it calls; else none
  unsigned Size = 0; ///< bytes of one access, 0: not known; Block: instructions
  bool Volatile = false;
  bool Local = false;      ///< memory of one thread: bounds are checked, nothing is counted
  bool Bulk = false;       ///< a bulk copy accesses memory for the thread
  bool AsyncStore = false; ///< Bulk: it is an asynchronous store
  uint32_t Block = 0;      ///< CompileOptions::Coverage: its index in CompiledKernel::Covered
  uint32_t Loop = 0;       ///< the innermost loop, in CompiledKernel::LoopsAround; 0: none
  bool Heads = false;      ///< Block: entered once in every turn of this loop
  // Atomics.
  AtomicScope Scope = AtomicScope::Device;
  bool Loads = false, Stores = false; ///< an atomic load lacks Stores, an atomic store lacks Loads
  bool Acquire = false, Release = false;
};

/// Where an instruction stands in the source.
SourceLoc sourceOf(const llvm::Instruction &I);

/// A variable of the module, or a __shared__ array, at `Offset` of its segment.
struct Variable {
  std::string Name; ///< as in the source
  uint64_t Offset = 0, Bytes = 0;
  bool Constant = false;
};

struct Parameter {
  uint64_t Bytes = 0, Align = 1;
  bool Pointer = false;
};

/// The position of a stored address (of a variable or a function) in the image of the variables,
/// and the offset that the address denotes.
struct Relocation {
  uint64_t At = 0;
  uint64_t Target = 0;
};

/// The positions of a module's variables in a segment that several of its kernels share.
struct VariableLayout {
  std::map<std::string, uint64_t> Offsets; ///< by name in the module
  std::vector<Variable> Variables;
  /// The offsets that represent addresses of functions to kernels; no contents are stored there.
  std::map<std::string, uint64_t> Functions;
  std::vector<char> Image; ///< initial bytes
  std::vector<Relocation> Relocations;
};

/// Lays out all variables of a device module, and the functions whose address it takes; variables
/// without a name get one.
VariableLayout layOutVariables(llvm::Module &Device);

/// The data layout of the processor that kernels are compiled for.
llvm::Expected<llvm::DataLayout> hostDataLayout();

/// How a kernel is compiled, and what is instrumented.
struct CompileOptions {
  /// Also report branches and blocks, and make accesses as wide as on a device; merged accesses
  /// keep only one of their places.
  bool Counters = false;
  bool Bounded = false;  ///< loop iterations count as accesses, so that every loop ends
  bool Coverage = false; ///< record which blocks of the code were reached
  bool Checked = true;   ///< report accesses; otherwise they are neither checked nor counted
  bool Lenient = false;  ///< what cannot be run fails only when a thread reaches it
  const VariableLayout *Layout = nullptr; ///< null: the kernel has a segment of its own
};

class CompiledKernel {
public:
  ~CompiledKernel();
  /// Compiles `Kernel` (a mangled name) of the device module, which is not changed. Fails with
  /// "FILE:LINE: not supported: ..." on what the machine cannot run.
  static llvm::Expected<std::unique_ptr<CompiledKernel>>
  compile(const llvm::Module &Device, llvm::StringRef Kernel, const CompileOptions &Opts = {});

  void (*Entry)(Lane *, void **Arguments) = nullptr;
  std::vector<Site> Sites;
  /// With counters: for each loop number, the number of the enclosing loop.
  std::vector<uint32_t> LoopsAround;
  /// With coverage: for each block of the code, including edges between branches, 1 once a thread
  /// has reached it; number 0 is unused. Shared by all simulations of this kernel.
  llvm::MutableArrayRef<uint8_t> Covered;
  std::vector<Parameter> Parameters;
  std::vector<Variable> Globals, Shared;
  std::vector<char> Image; ///< initial bytes of the Globals segment
  std::vector<Relocation> Relocations;
  std::vector<std::string> Unsupported; ///< CompileOptions::Lenient: what cannot run, and where
  uint64_t SharedBytes = 0;
  uint64_t StackBytes = 0; ///< of one thread
  struct Callable {
    void *Code;
    uint32_t Type; ///< a number that calls of this type share
  };
  /// The functions that may be called by their addresses, by their offsets.
  std::map<uint64_t, Callable> Functions;
  bool UsesDynamicShared = false;
  bool UsesGridBarrier = false;
  bool UsesClusters = false; ///< it uses the cluster barrier, or the block's place in its cluster
  bool Checked = true;       ///< CompileOptions::Checked

private:
  CompiledKernel();
  struct Jit;
  std::unique_ptr<Jit> J;
};

} // namespace cudafix::simulate
