// SPDX-License-Identifier: Apache-2.0
//
// Calls that the code keeps: of the device library, of intrinsics that only compute, and of the
// module's own functions. All others become calls of the machine, or are refused.
#include "frontend/Precompiled.h"
#include "frontend/ptx/AsmLowering.h"
#include "frontend/ptx/Ptx.h"
#include "simulate/lower/Lowering.h"
#include "simulate/machine/Calls.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

namespace cudafix::simulate {

using namespace llvm;

/// "sinf" of std::sin(float): the C library's name of a C++ overload.
static std::string plainName(StringRef Mangled, const FunctionType &Type) {
  ItaniumPartialDemangler Demangler;
  std::string Kept = Mangled.str(); // the demangler keeps pointers into it
  if (Demangler.partialDemangle(Kept.c_str()) || !Demangler.isFunction())
    return "";
  size_t Size = 0;
  char *Raw = Demangler.getFunctionBaseName(nullptr, &Size);
  std::string Name(Raw ? Raw : "");
  std::free(Raw);
  bool Single = Type.getNumParams() && Type.getParamType(0)->isFloatTy();
  return Single && !StringRef(Name).ends_with("f") ? Name + "f" : Name;
}

bool Lowering::lowerLibrary(CallBase &Call, StringRef Name) {
  IRBuilder<> B(&Call);
  SmallVector<Value *> A(Call.args());
  auto Done = [&](Value *V = nullptr) {
    replace(Call, V);
    return true;
  };
  if (Name == "vprintf" && A.size() == 2)
    return Done(call(B, "sim.print", I32, {A[0], A[1], site(Call, SiteKind::Read)}));
  if (A.empty() && Name != "abort" && Name != "__trap" && !Name.starts_with("clock"))
    return false;
  if (Name == "malloc" || Name == "_Znwm" || Name == "_Znam")
    return Done(call(B, "sim.heap", Ptr, {A[0]}));
  if (Name == "free" || Name.starts_with("_ZdlPv") || Name.starts_with("_ZdaPv")) {
    call(B, "sim.free", Void, {A[0], site(Call, SiteKind::Other)});
    return Done();
  }
  if (Name == "__assertfail" || Name == "__assert_fail") {
    call(B, "sim.assert", Void, {A[0], site(Call, SiteKind::Read)});
    return Done();
  }
  if (Name == "abort" || Name == "__trap") {
    call(B, "sim.trap", Void, {site(Call, SiteKind::Other)});
    return Done();
  }
  if (Name == "clock" || Name == "clock64")
    return Done(B.CreateZExtOrTrunc(call(B, "sim.clock", I64, {}), Call.getType()));
  if (Name == "__nanosleep") {
    call(B, "sim.pause", Void, {});
    return Done();
  }
  const FunctionType &Type = *Call.getFunctionType();
  if (!mathFunction(Name, Type)) {
    std::string Plain = plainName(Name, Type);
    if (!mathFunction(Plain, Type))
      return false;
    Call.setCalledFunction(M.getOrInsertFunction(Plain, Call.getFunctionType()));
  }
  if (Opts.Checked)
    announceArguments(Call);
  return true;
}

/// Announces the accesses that the library makes through pointer arguments.
void Lowering::announceArguments(CallBase &Call) {
  IRBuilder<> B(&Call);
  StringRef Name = Call.getCalledFunction()->getName();
  if (Name.contains("nan"))
    return; // does not read its text
  Type *Real = Call.getArgOperand(0)->getType();
  for (Use &A : Call.args()) {
    if (!A->getType()->isPointerTy())
      continue;
    if (Name.contains("norm")) { // the first argument is the number of elements
      Value *Bytes = B.CreateMul(B.CreateSExt(Call.getArgOperand(0), I64),
                                 B.getInt64(Call.getType()->getPrimitiveSizeInBits() / 8));
      Value *At = call(B, "sim.load", Ptr, {A, Bytes, site(Call, SiteKind::Read)});
      Value *Inside = B.CreateICmpEQ(At, A);
      Call.setArgOperand(0, B.CreateSelect(Inside, Call.getArgOperand(0), B.getInt32(0)));
      continue;
    }
    bool Whole = Name.contains("frexp") || Name.contains("remquo");
    A.set(access(Call, A, Whole ? 4 : M.getDataLayout().getTypeStoreSize(Real), SiteKind::Write));
  }
}

/// Returns true for intrinsics that only compute or inform the optimizer, and for copies between
/// variables of the thread, which lowerCopy keeps.
static bool isHostIntrinsic(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::invariant_start:
  case Intrinsic::invariant_end:
  case Intrinsic::experimental_noalias_scope_decl:
  case Intrinsic::sideeffect:
  case Intrinsic::prefetch:
  case Intrinsic::memcpy:
  case Intrinsic::memcpy_inline:
  case Intrinsic::memmove:
  case Intrinsic::memset:
  case Intrinsic::memset_inline:
    return true;
  default:
    break;
  }
  // Functions have lost their own attributes.
  AttributeList A =
      Intrinsic::getAttributes(I.getContext(), I.getIntrinsicID(), I.getFunctionType());
  return isa<ConstrainedFPIntrinsic>(I) || (A.getMemoryEffects().doesNotAccessMemory() &&
                                            !Intrinsic::isTargetIntrinsic(I.getIntrinsicID()));
}

/// Returns false if the call cannot be run.
bool Lowering::lowerCall(CallBase &Call) {
  if (Call.isInlineAsm())
    return false; // not understood by the front end
  if (const frontend::PtxRegister *R = frontend::registerOf(Call))
    return lowerRegister(Call, *R);
  auto *F = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!F || !F->isDeclaration() || F->getName().starts_with("sim."))
    return true; // one of the module's own functions
  StringRef Name = F->getName();
  if (Name.consume_front("llvm.nvvm."))
    return lowerNvvm(Call, Name);
  if (auto *I = dyn_cast<IntrinsicInst>(&Call)) {
    IRBuilder<> B(&Call);
    if (I->getIntrinsicID() == Intrinsic::assume) {
      Call.eraseFromParent();
      return true;
    }
    switch (I->getIntrinsicID()) {
    case Intrinsic::trap:
    case Intrinsic::ubsantrap:
    case Intrinsic::debugtrap:
      call(B, "sim.trap", Void, {site(Call, SiteKind::Other)});
      Call.eraseFromParent();
      return true;
    case Intrinsic::readcyclecounter:
      replace(Call, call(B, "sim.clock", I64, {}));
      return true;
    default:
      return isHostIntrinsic(*I);
    }
  }
  if (Name.consume_front("__cudafix_"))
    return lowerEmbedded(Call, Name);
  return lowerLibrary(Call, Name);
}

static std::string describe(const CallBase &Call) {
  if (Call.isInlineAsm())
    return "inline assembly '" + cast<InlineAsm>(Call.getCalledOperand())->getAsmString().str() +
           "'";
  if (const MDNode *Opcode = Call.getMetadata(frontend::OpcodeMetadata))
    return "'" + cast<MDString>(Opcode->getOperand(0))->getString().str() + "' in inline assembly";
  StringRef Name = Call.getCalledFunction() ? Call.getCalledFunction()->getName() : "";
  if (Name.consume_front("llvm."))
    return "intrinsic " + Name.str();
  if (Name.starts_with("__cudafix_surf_"))
    return "a surface outside of a whole program";
  if (Name == "__cudafix_wmma_of_bits")
    return "a product of matrices with elements of less than a byte";
  return "call of " + demangle(Name) + ", which has no body here";
}

void Lowering::lowerCalls(Function &F) {
  SmallVector<CallBase *> Calls;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *Call = dyn_cast<CallBase>(&I))
      Calls.push_back(Call);
    // Otherwise control would run into the following code.
    if (isa<UnreachableInst>(I)) {
      IRBuilder<> B(&I);
      call(B, "sim.unreachable", Void, {site(I, SiteKind::Other)});
    }
  }
  for (CallBase *Call : Calls)
    if (!lowerCall(*Call))
      refuse(*Call);
}

/// Reports a call that cannot be run.
void Lowering::refuse(CallBase &Call) {
  if (!Opts.Lenient)
    return unsupported(Call, describe(Call));
  SourceLoc At = sourceOf(Call);
  Unsupported.push_back(At.File + ":" + std::to_string(At.Line) +
                        ": not supported: " + describe(Call));
  IRBuilder<> B(&Call);
  call(B, "sim.unsupported", Void, {B.getInt32(Unsupported.size() - 1)});
  replace(Call, Call.getType()->isVoidTy() ? nullptr : PoisonValue::get(Call.getType()));
}

} // namespace cudafix::simulate
