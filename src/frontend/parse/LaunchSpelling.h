// SPDX-License-Identifier: Apache-2.0
//
// nvcc takes `<< <` and `>> >` for the brackets of a launch, as editors like to format them, and
// Clang does not.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>

namespace cudafix::frontend {

/// The text with `k<< <grid, block >> >(n)` as `k<<< grid, block >>> (n)`; nullopt: there is no
/// such launch. No character but those of the brackets and the blanks inside them changes its
/// place.
std::optional<std::string> respellLaunches(llvm::StringRef Text);

/// `Base`, whose files read as respelt.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withRespeltLaunches(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base);

} // namespace cudafix::frontend
