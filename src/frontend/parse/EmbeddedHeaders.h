// SPDX-License-Identifier: Apache-2.0
//
// The CUDA headers and Clang's own inside the binary, served to Clang through a file system in
// memory.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace cudafix::frontend {

/// No real file has this name.
inline constexpr llvm::StringLiteral EmbeddedParent = "/.cudafix/";
/// The folder under which the headers appear.
inline constexpr llvm::StringLiteral EmbeddedRoot = "/.cudafix/include";
/// Stand-ins for headers that applications usually bring along; searched last.
inline constexpr llvm::StringLiteral FallbackRoot = "/.cudafix/include/fallback";
/// Clang's resource folder: the headers of the compiler are in its include/.
inline constexpr llvm::StringLiteral ClangRoot = "/.cudafix/clang";

/// `Base` with the embedded headers laid over it, working in `Directory`.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
                    llvm::StringRef Directory);

/// A hash that changes with the text of any embedded header.
uint64_t embeddedHeadersHash();

} // namespace cudafix::frontend
