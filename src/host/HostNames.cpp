// SPDX-License-Identifier: Apache-2.0
//
// The names that a programmer uses for values of host code.

#include "host/HostTerms.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace cudafix;
using namespace cudafix::host;

/// The call of an embedded header's function as the code writes it, with its argument: `size(1)`;
/// empty: not known.
static std::string calledOf(const CallBase &C) {
  const DILocation *At = C.getDebugLoc();
  const DISubprogram *Around = At ? At->getScope()->getSubprogram() : nullptr;
  if (!Around)
    return "";
  std::string Asked;
  if (auto *Of = dyn_cast_or_null<ConstantInt>(C.arg_size() > 1 ? C.getArgOperand(1) : nullptr);
      Of && Of->getSExtValue() > -100)
    Asked = std::to_string(Of->getSExtValue());
  return (Around->getName() + "(" + Asked + ")").str();
}

static std::string calledName(const CallBase &C) {
  const Function *F = C.getCalledFunction();
  if (F && F->getName().starts_with("__cudafix_"))
    if (std::string Of = calledOf(C); !Of.empty())
      return Of;
  return F ? StringRef(demangle(F->getName())).split('(').first.str() + "()" : "a call";
}

/// The member of an aggregate at an offset in bits, with the enclosing members (`dims.x`): the
/// innermost one that begins there. Unnamed unions and structs are skipped.
static std::string memberAt(const DIType *T, uint64_t Bits) {
  for (auto *D = dyn_cast_or_null<DIDerivedType>(T);
       D && (D->getTag() == dwarf::DW_TAG_typedef || D->getTag() == dwarf::DW_TAG_const_type);
       D = dyn_cast_or_null<DIDerivedType>(T))
    T = D->getBaseType();
  auto *C = dyn_cast_or_null<DICompositeType>(T);
  if (!C || C->getTag() == dwarf::DW_TAG_array_type)
    return "";
  for (const DINode *N : C->getElements()) {
    auto *M = dyn_cast<DIDerivedType>(N);
    if (!M || M->getTag() != dwarf::DW_TAG_member || M->isStaticMember() ||
        Bits < M->getOffsetInBits())
      continue;
    const uint64_t Rest = Bits - M->getOffsetInBits();
    std::string Inner = memberAt(M->getBaseType(), Rest);
    if (!Inner.empty())
      return M->getName().empty() ? Inner : (M->getName() + "." + Inner).str();
    if (Rest == 0 && !M->getName().empty())
      return M->getName().str();
  }
  return "";
}

/// Returns false for a variable of a constructor or an operator: people who launch a kernel rarely
/// know it.
static bool isOfCaller(const DbgVariableRecord *R) {
  const DISubprogram *F = R->getVariable()->getScope()->getSubprogram();
  auto *Class = F ? dyn_cast_or_null<DICompositeType>(F->getScope()) : nullptr;
  return !F || !(F->getName().starts_with("operator") ||
                 (Class && F->getName() == Class->getName().split('<').first));
}

/// The debug records that describe a value; variables of constructors and operators come last.
static SmallVector<DbgVariableRecord *, 2> recordsOf(Value *V) {
  SmallVector<DbgVariableRecord *, 2> All, Records;
  findDbgValues(V, All);
  copy_if(All, std::back_inserter(Records), isOfCaller);
  copy_if(All, std::back_inserter(Records), [](auto *R) { return !isOfCaller(R); });
  return Records;
}

/// The member at an offset in bytes behind a pointer (`this->rows`); empty: there is none.
static std::string nameOfMember(Value *Pointer, int64_t Offset) {
  for (DbgVariableRecord *R : recordsOf(Pointer)) {
    auto *T = R->getVariable() && !R->getExpression()->isFragment()
                  ? dyn_cast_or_null<DIDerivedType>(R->getVariable()->getType())
                  : nullptr;
    const bool Points = T && T->getTag() == dwarf::DW_TAG_pointer_type;
    if (Offset < 0 || (!Points && !(T && T->getTag() == dwarf::DW_TAG_reference_type)))
      continue;
    if (std::string Member = memberAt(T->getBaseType(), Offset * 8); !Member.empty())
      return (R->getVariable()->getName() + (Points ? "->" : ".") + Member).str();
  }
  return "";
}

std::string cudafix::host::nameOfPlace(Value *Base, int64_t Offset) {
  if (auto *G = dyn_cast<GlobalVariable>(Base)) {
    if (G->getName().starts_with("_ZGV")) // guards of static variables have no source name
      return "";
    SmallVector<DIGlobalVariableExpression *, 1> Infos;
    G->getDebugInfo(Infos);
    return Infos.empty() ? demangle(G->getName()) : Infos[0]->getVariable()->getName().str();
  }
  std::string Member = nameOfMember(Base, Offset);
  return !Member.empty() ? Member : Base->getType()->isPointerTy() ? nameOf(Base) : "";
}

std::string cudafix::host::nameOf(Value *V) {
  for (DbgVariableRecord *R : recordsOf(V))
    if (R->getVariable() && !R->getVariable()->getName().empty() &&
        !R->getExpression()->isFragment())
      return R->getVariable()->getName().str();
  for (DbgVariableRecord *R : findDVRDeclares(V))
    if (R->getVariable())
      return R->getVariable()->getName().str();
  if (auto *L = dyn_cast<LoadInst>(V)) {
    int64_t Offset = 0;
    Value *Base =
        GetPointerBaseWithConstantOffset(L->getPointerOperand(), Offset, L->getDataLayout());
    return nameOfPlace(Base, Offset);
  }
  if (auto *C = dyn_cast<CallBase>(V))
    return calledName(*C);
  if (auto *A = dyn_cast<Argument>(V); A && V->hasName())
    return V->getName().str();
  return "";
}

bool cudafix::host::isAggregate(Value *V) {
  using namespace PatternMatch;
  if (isa<Argument>(V))
    return V->getName().contains(".coerce");
  auto IsHalf = [](User *U) { return match(U, m_LShr(m_Value(), m_SpecificInt(32))); };
  return isa<LoadInst>(V) && V->getType()->isIntegerTy(64) && any_of(V->users(), IsHalf) &&
         all_of(V->users(), [&](User *U) { return isa<TruncInst>(U) || IsHalf(U); });
}

std::string cudafix::host::nameOfPart(Value *V, unsigned Byte) {
  SmallVector<DbgVariableRecord *, 2> Records = recordsOf(V);
  append_range(Records, findDVRDeclares(V));
  for (DbgVariableRecord *R : Records) {
    if (!R->getVariable())
      continue;
    auto Fragment = R->getExpression()->getFragmentInfo();
    std::string Member =
        memberAt(R->getVariable()->getType(), Byte * 8 + (Fragment ? Fragment->OffsetInBits : 0));
    if (!Member.empty())
      return (R->getVariable()->getName() + "." + Member).str();
  }
  return nameOf(V);
}
