// SPDX-License-Identifier: Apache-2.0

#include "smt/Workspace.h"
#include "smt/WorkspaceMemory.h"

using namespace cudafix;

SolverWorkspace::SolverWorkspace(ExprContext &Terms)
    : Terms(Terms), M(std::make_unique<Memory>()) {}

SolverWorkspace::~SolverWorkspace() = default;

uint64_t SolverWorkspace::spent() const { return M->Spent; }

void SolverWorkspace::uncharge(uint64_t Units) { M->Spent -= Units; }

smt::Statistics SolverWorkspace::total() const { return M->Total; }

void SolverWorkspace::share(SolverWorkspace &With) {
  if (!M->Asked.empty())
    return;
  M->Answers = With.M->Answers;
  M->Paid = With.M->Paid;
  M->Ways = With.M->Ways;
}

void SolverWorkspace::use(std::shared_ptr<smt::AnswerTable> Known) {
  if (!M->Asked.empty())
    return;
  M->Answers = std::move(Known);
  M->Paid = std::make_shared<std::set<const smt::Answer *>>();
}

void SolverWorkspace::rest() { M->S.rest(); }
