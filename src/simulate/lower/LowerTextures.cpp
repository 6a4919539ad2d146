// SPDX-License-Identifier: Apache-2.0
//
// Turns texture fetches and surface accesses of the embedded headers into calls of the machine; the
// variable with the name of a texture reference holds its handle.
#include "frontend/Precompiled.h"
#include "simulate/lower/Lowering.h"
#include "simulate/machine/Lane.h"
#include <cstddef>

namespace cudafix::simulate {

using namespace llvm;

/// llvm.nvvm.texsurf.handle.internal(VARIABLE). The host binds references: for a kernel by itself,
/// each has a made-up texture.
bool Lowering::lowerTextureHandle(CallBase &Call) {
  IRBuilder<> B(&Call);
  Value *Variable = Call.getArgOperand(0);
  replace(Call, Opts.Layout ? static_cast<Value *>(B.CreateLoad(I64, Variable))
                            : B.CreatePtrDiff(B.getInt8Ty(), generic(B, Variable),
                                              laneField(B, offsetof(Lane, Globals), Ptr)));
  return true;
}

/// Returns false if it is neither, or a surface, which only whole programs create.
bool Lowering::lowerTexture(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> A(Call.args());
  Site At;
  At.Kind = Name == "surf_write" ? SiteKind::Write : SiteKind::Read;
  if (auto *Bytes = A.size() > 1 ? dyn_cast<ConstantInt>(A[1]) : nullptr)
    At.Size = Bytes->getZExtValue();
  if (Name == "tex_fetch") {
    Value *Zero = ConstantFP::get(Float, 0);
    call(B, "sim.texture", Void, {A[0], A[1], A[2], Zero, Zero, Zero, A[4], A[3], site(Call, At)});
  } else if (Name == "tex_read") {
    call(B, "sim.texture", Void,
         {A[0], A[1], A[2], A[3], A[4], A[5], A[6], B.getInt32(0), site(Call, At)});
  } else if (Opts.Layout && (Name == "surf_read" || Name == "surf_write")) {
    A.push_back(site(Call, At));
    call(B, Name == "surf_read" ? "sim.surface.read" : "sim.surface.write", Void, A);
  } else {
    return false;
  }
  replace(Call, nullptr);
  return true;
}

} // namespace cudafix::simulate
