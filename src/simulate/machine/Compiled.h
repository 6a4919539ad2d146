// SPDX-License-Identifier: Apache-2.0
//
// A kernel as machine code of this computer: every access, barrier and exchange between
// lanes is a call into the machine (Calls.h), and every place in the source that makes
// such a call is a site.
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

/// A place in the source that the machine is told of. Addresses in the machine name it by
/// its position in CompiledKernel::Sites.
struct Site {
  SiteKind Kind = SiteKind::Other;
  SourceLoc Loc;
  SourceLoc Call;    ///< in the kernel itself, where Loc is in a function that it calls; else none
  unsigned Size = 0; ///< bytes of one access, 0: not known; Block: instructions
  bool Volatile = false;
  bool Local = false;      ///< memory of one thread: bounds are checked, nothing is counted
  bool Bulk = false;       ///< a bulk copy makes the access for the thread
  bool AsyncStore = false; ///< Bulk: an asynchronous store does
  uint32_t Block = 0;      ///< CompileOptions::Coverage: of its code, in CompiledKernel::Covered
  uint32_t Loop = 0;       ///< the innermost around it, in CompiledKernel::LoopsAround; 0: none
  bool Heads = false;      ///< Block: entered once in every turn of this loop
  // Atomics.
  AtomicScope Scope = AtomicScope::Device;
  bool Loads = false, Stores = false; ///< what a plain atomic load lacks, and a store
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

/// Where the address of a variable or a function stands in the image of the variables, and its
/// own offset in it.
struct Relocation {
  uint64_t At = 0;
  uint64_t Target = 0;
};

/// Where the variables of a module stand in a segment that several of its kernels share.
struct VariableLayout {
  std::map<std::string, uint64_t> Offsets; ///< by name in the module
  std::vector<Variable> Variables;
  /// What the address of a function is to kernels, as an offset: nothing stands there.
  std::map<std::string, uint64_t> Functions;
  std::vector<char> Image; ///< initial bytes
  std::vector<Relocation> Relocations;
};

/// Lays out all variables of a device module, and the functions whose address it takes;
/// variables without a name get one.
VariableLayout layOutVariables(llvm::Module &Device);

/// The data layout of the processor that kernels are compiled for.
llvm::Expected<llvm::DataLayout> hostDataLayout();

/// How a kernel is compiled, and what is compiled in.
struct CompileOptions {
  /// Report branches and blocks too, and make accesses as wide as a device makes them, which
  /// keeps of the places of the parts only one.
  bool Counters = false;
  bool Bounded = false;  ///< a turn of a loop counts as an access, so that every loop ends
  bool Coverage = false; ///< note which blocks of the code were reached
  bool Checked = true;   ///< report accesses; else they are neither checked nor counted
  bool Lenient = false;  ///< what cannot be run fails where a thread comes to it
  const VariableLayout *Layout = nullptr; ///< null: a segment of the kernel's own
};

class CompiledKernel {
public:
  ~CompiledKernel();
  /// Compiles `Kernel`, by its mangled name, of the device module. The module is not
  /// changed. Fails with "FILE:LINE: not supported: ..." on what the machine cannot run.
  static llvm::Expected<std::unique_ptr<CompiledKernel>>
  compile(const llvm::Module &Device, llvm::StringRef Kernel, const CompileOptions &Opts = {});

  void (*Entry)(Lane *, void **Arguments) = nullptr;
  std::vector<Site> Sites;
  /// With counters: for each loop, by its number, the one around it.
  std::vector<uint32_t> LoopsAround;
  /// With coverage: for each block of the code, edges between branches included, 1 once a
  /// thread has come to it; number 0 is none. Shared by all simulations of this kernel.
  llvm::MutableArrayRef<uint8_t> Covered;
  std::vector<Parameter> Parameters;
  std::vector<Variable> Globals, Shared;
  std::vector<char> Image; ///< initial bytes of the Globals segment
  std::vector<Relocation> Relocations;
  std::vector<std::string> Unsupported; ///< CompileOptions::Lenient: what, with its place
  uint64_t SharedBytes = 0;
  uint64_t StackBytes = 0; ///< of one thread
  struct Callable {
    void *Code;
    uint32_t Type; ///< a number that calls of it have, too
  };
  /// The functions that may be called by their addresses, by these as offsets.
  std::map<uint64_t, Callable> Functions;
  bool UsesDynamicShared = false;
  bool UsesGridBarrier = false;
  bool UsesClusters = false; ///< their barrier, or the place of the block in its own
  bool Checked = true;       ///< CompileOptions::Checked

private:
  CompiledKernel();
  struct Jit;
  std::unique_ptr<Jit> J;
};

} // namespace cudafix::simulate
