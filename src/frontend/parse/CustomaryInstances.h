// SPDX-License-Identifier: Apache-2.0
//
// Makes instances of kernel templates that nothing instantiates, with the arguments that such
// templates usually get, or with those that host templates pass, which get customary arguments
// themselves.
#pragma once

#include "frontend/Precompiled.h"

namespace cudafix::frontend {

/// A made-up instance of a kernel, or of a function that launches one, and whether it is sound: its
/// body and everything it instantiates parse, and no array is too short for a constant index.
struct CustomaryInstance {
  const clang::FunctionDecl *Kernel = nullptr;
  bool Sound = false;
};

/// Returns true if the name of a type suggests integers: index_t, label_type.
bool namesInteger(llvm::StringRef Name);

/// To be called at the end of the parse, with `Restore` as the consumer of its diagnostics. Uses
/// only templates of the main file. On the host side, kernels are instantiated only through
/// functions that launch them.
std::vector<CustomaryInstance> instantiateCustomary(clang::CompilerInstance &CI,
                                                    clang::DiagnosticConsumer &Restore,
                                                    llvm::ArrayRef<clang::Decl *> OfUnit);

} // namespace cudafix::frontend
