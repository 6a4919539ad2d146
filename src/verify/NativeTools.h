// SPDX-License-Identifier: Apache-2.0
//
// nvcc and ptxas as further checks of a repair, if they are installed and the effort justifies
// seconds of compile time: when files are written, or with --level exhaustive.
#pragma once

#include "frontend/Program.h"
#include "model/Finding.h"

namespace cudafix::verify {

class NativeTools {
public:
  explicit NativeTools(const Options &Opts);

  /// Returns true if at least one of them is available.
  bool any() const { return !Nvcc.empty() || !Ptxas.empty(); }

  /// Why ptxas rejects the assembly; empty: it accepts it, or is not available.
  std::string assemble(llvm::StringRef Assembly) const;

  /// Why nvcc accepts the main file of `P`, but not the edited one; empty: it accepts both, or is
  /// not available.
  std::string compileSource(frontend::Program &P, llvm::ArrayRef<Edit> Edits) const;

  /// The edits of all `Sets` that can be combined in one text of the main file of `P`, if nvcc
  /// accepts that text; empty: it does not, or is not available.
  std::vector<Edit> compileTogether(frontend::Program &P,
                                    llvm::ArrayRef<llvm::ArrayRef<Edit>> Sets) const;

private:
  bool asksAbout(frontend::Program &P, llvm::ArrayRef<Edit> Edits) const;

  std::string Nvcc, Ptxas; ///< paths; empty: not used
};

} // namespace cudafix::verify
