// SPDX-License-Identifier: Apache-2.0
//
// nvcc accepts `<< <` and `>> >`, into which editors like to format the brackets of a launch; Clang
// does not.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"
#include <optional>
#include <string>

namespace cudafix::frontend {

/// The text with `k<< <grid, block >> >(n)` replaced by `k<<< grid, block >>> (n)`; nullopt: there
/// is no such launch. Only the brackets and the blanks between them change position.
std::optional<std::string> respellLaunches(llvm::StringRef Text);

/// `Base` with such launches respelled in its files.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withRespeltLaunches(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base);

} // namespace cudafix::frontend
