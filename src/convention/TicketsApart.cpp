// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"
#include "llvm/ADT/STLExtras.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

/// Returns true for a ticket, including a place counted from one (`atomicSub(n, 1) - 1`).
static bool isTicket(const RaceCase &Case, Expr E) {
  unsigned Tickets = 0, Others = 0;
  summands(E, 1, [&](Expr Part, int64_t Factor) {
    const bool Is = Factor == 1 && Case.Q.Tickets.contains(Part);
    if (!Part->isConst())
      ++(Is ? Tickets : Others);
  });
  return Tickets == 1 && Others == 0;
}

/// The size minus one in `ticket & (size - 1)`, or a number for which host code passes that. Null:
/// nothing shows that the number is one; with the size itself, tickets share a cell.
static Expr maskOf(const RaceCase &Case, Expr And) {
  auto IsMask = [](Expr E) {
    E = unwidened(E);
    if (E->isConst())
      return llvm::isMask_64(E->value());
    return E->op() == Op::Add && E->arg(1)->isConst() && E->arg(1)->signedValue() == -1;
  };
  for (unsigned Side : {0, 1}) {
    Expr Mask = And->arg(1 - Side);
    if (!isTicket(Case, And->arg(Side)) || !Case.isOfParameters(Mask))
      continue;
    auto Says = [&](const Fact &F) {
      return F.Cond->op() == Op::Eq &&
             ((unwidened(F.Cond->arg(0)) == Mask && IsMask(F.Cond->arg(1))) ||
              (unwidened(F.Cond->arg(1)) == Mask && IsMask(F.Cond->arg(0))));
    };
    if (IsMask(Mask) || llvm::any_of(Case.L.Facts, Says))
      return Mask;
  }
  return Expr();
}

/// The array of the counters that the threads drew from; null: they are of several.
static const Array *counters(const RaceCase &Case) {
  const Array *Found = nullptr;
  for (const Access &A : Case.K.Accesses)
    for (unsigned I = 0; I < 2 && A.Kind == AccessKind::Atomic && A.Result; ++I)
      if (Case.Q.Tickets.contains(Case.Q.P[I].of(Case.Q.T, A.Result, I))) {
        const Array &Of = Case.K.array(A.Array);
        if (Found && Found != &Of)
          return nullptr;
        Found = &Of;
      }
  return Found;
}

/// Returns true if tickets alone tell the cells of a block, of counters that the kernel itself
/// starts at a constant: they cannot have ranges of their own.
static bool startTogether(const RaceCase &Case, const Array &Of) {
  bool Starts = false;
  for (const Access &W : Case.K.Accesses)
    if (W.Array == Of.Id && W.Kind == AccessKind::Write) {
      if (!W.Value || !W.Value->isConst())
        return false;
      Starts = true;
    }
  auto OfBlock = [&](Expr N) {
    return N->op() != Op::Apply || Case.isOfLaunch(N) ||
           Case.symbolOf(N).Kind == SymbolKind::BlockIdx;
  };
  for (Expr Offset : Case.Q.Offset)
    summands(Offset, 1, [&](Expr Part, int64_t) {
      Starts &= Case.Q.Tickets.contains(unwidened(Part)) || ExprContext::all(Part, OfBlock);
    });
  return Starts;
}

static std::vector<Need> ask(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need FromZero, OneCell, Within;
  for (Expr Ticket : Case.Q.Tickets)
    FromZero.add(Convention::TicketsApart, C.sle(C.constant(0, Ticket->width()), Ticket),
                 "counters that start at 0 or above");
  for (Expr Ticket : Case.Q.FloatTickets)
    FromZero.add(Convention::TicketsApart, C.slt(Ticket, C.constant(1 << 24, Ticket->width())),
                 "counters in floats that stay below 2^24");
  const Array *Counters = counters(Case);
  if (!Counters || !startTogether(Case, *Counters))
    for (Expr E : Case.Q.OneCell)
      OneCell.add(Convention::TicketsApart, E,
                  Counters ? "counters of '" + Counters->Name + "' that lead to ranges of their own"
                           : "");
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      if ((N->op() == Op::URem || N->op() == Op::SRem) && isTicket(Case, N->arg(0)))
        Within.add(Convention::TicketsApart, C.ult(N->arg(0), N->arg(1)));
      if (Expr Mask = N->op() == Op::And && N->width() > 1 ? maskOf(Case, N) : Expr()) {
        const unsigned W = Mask->width();
        Expr Size = C.add(Mask, C.constant(1, W));
        Within.add(Convention::TicketsApart, C.ule(N->arg(N->arg(0) == Mask ? 1 : 0), Mask));
        Within.add(Convention::PowersOfTwo, C.eq(C.binary(Op::And, Size, Mask), C.constant(0, W)));
      }
    });
  std::vector<Need> Out;
  for (Need *Of : {&FromZero, &OneCell, &Within})
    if (!Of->Conditions.empty())
      Out.push_back(std::move(*Of));
  return Out;
}

const Rule convention::TicketsApart = {
    Convention::TicketsApart,
    R"(Tickets that atomic additions hand out lead to cells of their own.

That is: counters start at 0 or above (at 0 where kernels make barriers of the grid of them), those in
floats stay below 2^24, a ring of cells (slot[atomicAdd(n, 1) % size]) is so large that it does not
come round while a cell is in use, and where several counters hand out tickets, each has a range of its own.

When a race needs it: it vanishes if tickets are not negative, if they, or places counted from them
(slot[(atomicSub(n, 1) - 1) % size]), stay below the size of the ring, or if both threads drew from one
counter, unless the kernel itself starts them all at a constant and tickets alone tell the cells.
Where the size less one is a mask (slot[atomicAdd(n, 1) & (size - 1)], also if host code passes
that), the size is a power of two besides. What is drawn from a counter that the kernel only lets grow
is taken not to be negative from the start, and a verdict that rests on it says so.)",
    ask};
