// SPDX-License-Identifier: Apache-2.0

#include "convention/Rule.h"

using namespace cudafix;
using namespace cudafix::analysis;
using namespace cudafix::convention;

static std::vector<Need> ask(const RaceCase &Case) {
  ExprContext &C = Case.C;
  Need FromZero, OneCell, Within;
  for (Expr Ticket : Case.Q.Tickets)
    FromZero.add(Convention::TicketsApart, C.sle(C.constant(0, Ticket->width()), Ticket),
                 "counters that start at 0 or above");
  for (Expr Ticket : Case.Q.FloatTickets)
    FromZero.add(Convention::TicketsApart, C.slt(Ticket, C.constant(1 << 24, Ticket->width())),
                 "counters in floats that stay below 2^24");
  for (Expr E : Case.Q.OneCell)
    OneCell.add(Convention::TicketsApart, E);
  for (Expr Offset : Case.Q.Offset)
    ExprContext::visit(Offset, [&](Expr N) {
      bool Modulus = N->op() == Op::URem || N->op() == Op::SRem;
      if ((Modulus || N->op() == Op::And) && Case.Q.Tickets.contains(N->arg(0)))
        Within.add(Convention::TicketsApart,
                   Modulus ? C.ult(N->arg(0), N->arg(1)) : C.ule(N->arg(0), N->arg(1)));
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

That is: counters start at 0 or above, those in floats stay below 2^24, a ring of cells (slot[atomicAdd(n, 1) % size]) is so large that it does not come round while
a cell is in use, and where several counters hand out tickets, each has a range of its own.

When a race needs it: it vanishes if tickets are not negative, if they stay below the size of the ring,
or if both threads drew from one counter. What is drawn from a counter that the kernel only lets grow
is taken not to be negative from the start, and a verdict that rests on it says so.)",
    ask};
