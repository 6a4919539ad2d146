// SPDX-License-Identifier: Apache-2.0

#include "frontend/InlineAsm.h"
#include "llvm/ADT/SmallVector.h"

using namespace cudafix;
using namespace cudafix::frontend;
using llvm::StringRef;

/// The opcode of one PTX statement, without label and predicate: "bar.sync" of "@p bar.sync 0".
static StringRef opcode(StringRef Statement) {
  Statement = Statement.trim(" \t\n\r{}");
  if (Statement.starts_with("@"))
    Statement = Statement.drop_until([](char C) { return C == ' ' || C == '\t'; }).ltrim();
  return Statement.take_until([](char C) { return C == ' ' || C == '\t' || C == '\n'; });
}

static bool touchesMemory(StringRef Op) {
  for (StringRef P : {"ld.",       "ldu.",      "ldmatrix", "st.",      "stmatrix",
                      "atom.",     "red.",      "cp.",      "tex.",     "sust.",
                      "suld.",     "sured.",    "tld4.",    "discard",  "applypriority",
                      "multimem.", "mbarrier.", "wgmma.",   "tcgen05.", "call",
                      "cuda.",     "ld",        "st",       "atom",     "red"})
    if (Op == P || (P.ends_with(".") && Op.starts_with(P)) || (P.size() > 3 && Op.starts_with(P)))
      return !Op.starts_with("call_uni_none");
  return false;
}

static AsmModel statement(StringRef S) {
  StringRef Op = opcode(S);
  StringRef Rest = S.substr(S.find(Op) + Op.size()).trim();
  if (Op.starts_with("bar.warp"))
    return {AsmKind::WarpBarrier};
  if (Op.starts_with("bar.") || Op.starts_with("barrier.")) {
    bool Whole =
        (Op == "bar.sync" || Op == "barrier.sync" || Op == "barrier.sync.aligned" ||
         Op == "bar.cta.sync" || Op == "barrier.cta.sync" || Op == "barrier.cta.sync.aligned") &&
        Rest == "0";
    return {Whole ? AsmKind::BlockBarrier : AsmKind::OtherBarrier};
  }
  if (Op.starts_with("membar") || Op.starts_with("fence"))
    return {AsmKind::Fence, Op.contains("cta")   ? AtomicScope::Block
                            : Op.contains("sys") ? AtomicScope::System
                                                 : AtomicScope::Device};
  if (Op == "exit")
    return {AsmKind::Exit};
  if (Op == "trap")
    return {AsmKind::Trap};
  if (Op.starts_with("prefetch") || Op.starts_with("brkpt") || Op.starts_with("nanosleep") ||
      Op.starts_with("pmevent"))
    return {AsmKind::Nothing};
  if (touchesMemory(Op))
    return {AsmKind::Memory};
  bool PerThread =
      S.contains('%') &&
      (S.contains("%%") || S.contains("%tid") || S.contains("%lane") || S.contains("%clock") ||
       S.contains("%global") || S.contains("%smid") || S.contains("%warpid"));
  if (PerThread || Op.starts_with("shfl") || Op.starts_with("vote") || Op.starts_with("match") ||
      Op.starts_with("redux") || Op.starts_with("activemask") || Op.starts_with("mma") ||
      Op.starts_with("wmma") || Op.starts_with("elect"))
    return {AsmKind::ThreadValue};
  return {AsmKind::Value};
}

static bool isBarrier(AsmKind K) {
  return K == AsmKind::BlockBarrier || K == AsmKind::WarpBarrier || K == AsmKind::OtherBarrier;
}

AsmModel frontend::classifyAsm(StringRef Text, StringRef Constraints, bool SideEffects) {
  AsmModel Result{AsmKind::Nothing};
  llvm::SmallVector<StringRef, 8> Statements;
  Text.split(Statements, ';', -1, /*KeepEmpty=*/false);
  for (StringRef S : Statements) {
    if (opcode(S).empty() || opcode(S).starts_with("//"))
      continue;
    AsmModel M = statement(S);
    bool Two = M.Kind > AsmKind::ThreadValue && Result.Kind > AsmKind::ThreadValue;
    bool Barrier = isBarrier(M.Kind) || isBarrier(Result.Kind);
    if (Two)
      M.Kind = Barrier ? AsmKind::OtherBarrier : AsmKind::Memory;
    if (Two || M.Kind > Result.Kind)
      Result = M;
  }
  return Result;
}
