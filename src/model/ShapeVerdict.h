// SPDX-License-Identifier: Apache-2.0
//
// The verdict between free and unknown: free for launches that are named, open for others. The
// first reason of such a kernel, whose race verdict stays Unknown, names them.
#pragma once

#include "model/Finding.h"

namespace cudafix {

/// How such a reason begins; behind it stand the launches ("blocks of 128, 256").
constexpr llvm::StringLiteral FreeForReason = "free for ";

/// What an undecided kernel is free for; empty: for nothing that is known.
inline llvm::StringRef freeFor(const KernelReport &K) {
  llvm::StringRef First = K.Unknowns.empty() ? llvm::StringRef() : K.Unknowns.front();
  bool Is = K.Race == RaceVerdict::Unknown && First.consume_front(FreeForReason);
  return Is ? First : llvm::StringRef();
}

/// The kernel's other reasons.
inline llvm::ArrayRef<std::string> openReasons(const KernelReport &K) {
  return llvm::ArrayRef(K.Unknowns).drop_front(freeFor(K).empty() ? 0 : 1);
}

} // namespace cudafix
