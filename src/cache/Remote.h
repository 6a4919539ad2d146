// SPDX-License-Identifier: Apache-2.0
//
// Shared by the backends on servers: libraries that are loaded only when they are needed.
#pragma once

#include "cache/Store.h"
#include "llvm/Support/DynamicLibrary.h"

namespace cudafix::cache {

/// Larger than any entry; more data from a server is refused.
inline constexpr size_t MostRemoteBytes = size_t(512) << 20;

/// A shared library, loaded by the first of its names that exists.
class Library {
public:
  template <typename... Names> explicit Library(Names... Of) {
    (void)((L = llvm::sys::DynamicLibrary::getPermanentLibrary(Of), L.isValid()) || ...);
  }
  bool whole() const { return Whole; }

protected:
  template <typename F> F find(const char *Name) {
    void *At = L.isValid() ? L.getAddressOfSymbol(Name) : nullptr;
    Whole &= At != nullptr;
    return reinterpret_cast<F>(At);
  }

private:
  llvm::sys::DynamicLibrary L;
  bool Whole = true;
};

std::unique_ptr<Backend> httpBackend(llvm::StringRef Url);
std::unique_ptr<Backend> redisBackend(llvm::StringRef Url);

} // namespace cudafix::cache
