// SPDX-License-Identifier: Apache-2.0
//
// Kernel templates that nothing instantiates, with the arguments that such templates usually get,
// or with those that host templates give them, which get customary ones themselves.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::frontend {

/// An instance made up, of a kernel or of a function that launches one, and whether it is sound:
/// its body and all that it instantiates parse, and no array is too short for a constant index.
struct CustomaryInstance {
  const clang::FunctionDecl *Kernel = nullptr;
  bool Sound = false;
};

/// Returns true if the name of a type says that it is one of integers: index_t, label_type.
bool namesInteger(llvm::StringRef Name);

/// To be called at the end of the parse, with `Restore` as the consumer of its diagnostics.
/// Takes templates of the main file alone. On the side of the host, kernels are instantiated where
/// such a function launches them, and not by themselves.
std::vector<CustomaryInstance> instantiateCustomary(clang::CompilerInstance &CI,
                                                    clang::DiagnosticConsumer &Restore,
                                                    llvm::ArrayRef<clang::Decl *> OfUnit);

} // namespace cudafix::frontend
