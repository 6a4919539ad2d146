// SPDX-License-Identifier: Apache-2.0

#include "smt/Workspace.h"
#include "smt/WorkspaceMemory.h"

using namespace cudafix::smt;

Workspace::Workspace(ExprContext &Terms) : Terms(Terms), M(std::make_unique<Memory>()) {}

Workspace::~Workspace() = default;

uint64_t Workspace::spent() const { return M->Spent; }

void Workspace::uncharge(uint64_t Units) { M->Spent -= Units; }

Statistics Workspace::total() const { return M->Total; }

void Workspace::share(Workspace &With) {
  if (M->Paid == With.M->Paid)
    return;
  if (!M->Asked.empty())
    M->Former.push_back(M->Answers);
  M->Answers = With.M->Answers;
  M->Paid = With.M->Paid;
  M->Ways = With.M->Ways;
}

void Workspace::use(std::shared_ptr<AnswerTable> Known) {
  if (!M->Asked.empty())
    return;
  M->Answers = std::move(Known);
  M->Paid = std::make_shared<std::set<const Answer *>>();
}

void Workspace::rest() { M->S.rest(); }
