// SPDX-License-Identifier: Apache-2.0
//
// Switches from one fiber to the next. Everything is inlined into the functions that a kernel
// calls: a processor predicts return addresses only for calls on the same stack, so every return
// between a switch and the kernel costs a misprediction.
#pragma once

#include "simulate/machine/Machine.h"

namespace cudafix::simulate {

/// What a switch passes on: the lane that runs next, and where to save the context that was left.
struct Handover {
  boost::context::detail::fcontext_t *Left;
  Lane *To;
};

inline Lane *takeOver(boost::context::detail::transfer_t From) {
  auto *H = static_cast<Handover *>(From.data);
  *H->Left = From.fctx;
  return H->To;
}

inline void jump(boost::context::detail::fcontext_t &Left, boost::context::detail::fcontext_t To,
                 Lane *L) {
  Handover H{&Left, L};
  takeOver(boost::context::detail::jump_fcontext(To, &H));
}

/// Switches to the next lane of the round without going through the scheduler.
LLVM_ATTRIBUTE_ALWAYS_INLINE void Machine::passOn(Lane &L) {
  Lane *Next = successor(L);
  jump(L.Context, Next ? Next->Context : Scheduler, Next);
}

LLVM_ATTRIBUTE_ALWAYS_INLINE void Machine::suspend(Lane &L, LaneState S, uint32_t Site) {
  L.State = S;
  L.Site = Site;
  passOn(L);
}

} // namespace cudafix::simulate
