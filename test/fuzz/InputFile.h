// SPDX-License-Identifier: Apache-2.0
//
// The input of a fuzz target as text, and as a file for what reads files.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace cudafix::fuzz {

inline llvm::StringRef textOf(const uint8_t *Data, size_t Size) {
  return {reinterpret_cast<const char *>(Data), Size};
}

/// The path of a file in memory that holds the text until the next call.
inline std::string fileOf(llvm::StringRef Text) {
  static const int File = ::memfd_create("input", MFD_CLOEXEC);
  if (::ftruncate(File, 0) != 0 ||
      ::pwrite(File, Text.data(), Text.size(), 0) != static_cast<ssize_t>(Text.size()))
    std::abort();
  return "/proc/self/fd/" + std::to_string(File);
}

} // namespace cudafix::fuzz
