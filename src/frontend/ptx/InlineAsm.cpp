// SPDX-License-Identifier: Apache-2.0

#include "frontend/ptx/InlineAsm.h"
#include "frontend/ptx/Ptx.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::frontend;
using llvm::StringRef;

/// Returns true for an access with acquire or release semantics, which may be part of a wait.
static bool hasOrder(StringRef Opcode) {
  return Opcode.contains(".acq") || Opcode.contains(".release") || Opcode.contains(".cluster");
}

static bool isPlainAccess(PtxClass Class) {
  return Class == PtxClass::Load || Class == PtxClass::Store || Class == PtxClass::Update;
}

AsmModel frontend::classifyAsm(StringRef Written, bool Clobbers) {
  AsmModel M;
  const std::string Text = withoutUniqueIds(Written);
  auto Statements = parsePtx(Text);
  if (!Statements)
    return {false, true, true, Clobbers, "inline assembly"};
  bool Jumps = llvm::any_of(*Statements, [](const PtxStatement &S) {
    PtxClass Class = classOf(S.Opcode);
    return Class == PtxClass::Branch || Class == PtxClass::Call;
  });
  unsigned Most = 0; // priority of the opcode in M.What
  for (const PtxStatement &S : *Statements) {
    if (S.Opcode.empty())
      continue;
    M.Nothing = false;
    bool Memory = false, Orders = false;
    switch (classOf(S.Opcode)) {
    case PtxClass::Value:
    case PtxClass::Branch:
    case PtxClass::Hint:
    case PtxClass::OwnFence:
      break;
    case PtxClass::Lanes:
    case PtxClass::Exit:
    case PtxClass::Trap:
      M.ThreadValue = true;
      break;
    case PtxClass::Load:
    case PtxClass::Store:
    case PtxClass::Update:
      Memory = true;
      Orders = hasOrder(S.Opcode) || (Jumps && classOf(S.Opcode) != PtxClass::Store);
      break;
    case PtxClass::Copy:
    case PtxClass::AsyncCopy:
      Memory = true;
      break;
    case PtxClass::Call:
      Memory = Orders = true;
      break;
    case PtxClass::WarpBarrier:
    case PtxClass::Barrier:
    case PtxClass::Fence:
    case PtxClass::Wait:
      Orders = true;
      break;
    case PtxClass::Unknown:
      M.ThreadValue = true;
      Memory = Clobbers || llvm::any_of(S.Operands, [](StringRef O) { return O.contains('['); });
      Orders = Clobbers;
      break;
    }
    // Most statements with an instruction that is not understood also contain plain accesses.
    const bool Plain = isPlainAccess(classOf(S.Opcode));
    const unsigned Weight = Orders ? 3 : Memory ? 2 - Plain : 0;
    if (M.What.empty() || Weight > Most)
      M.What = S.Opcode.str();
    Most = std::max(Most, Weight);
    M.Memory |= Memory;
    M.Orders |= Orders;
  }
  M.ThreadValue |= M.Memory || M.Orders || !registersIn(Text).empty();
  return M;
}
