// SPDX-License-Identifier: Apache-2.0
#include "model/Check.h"
#include "transform/RepairKind.h"
#include "transform/text/BodyFacts.h"
#include "transform/text/CommonList.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace cudafix::transform {

namespace {

constexpr size_t MostLists =
    2; ///< lists around the access to try; each candidate is parsed and simulated

bool applies(const Finding &F) { return F.check() == Check::ClusterMemory; }

/// The statements that hold the place, one in each list around it, outermost first.
std::vector<std::pair<const clang::CompoundStmt *, const clang::Stmt *>>
holding(const Context &C, const SourceText &Text, const SourceLoc &At) {
  std::vector<std::pair<const clang::CompoundStmt *, const clang::Stmt *>> Found;
  walk(C.K.Decl->getBody(), [&](const clang::Stmt *S) {
    if (const auto *List = dyn_cast<clang::CompoundStmt>(S))
      for (const clang::Stmt *Part : List->body())
        if (!Text.inMacro(Part) && Text.begin(Part) <= At.Offset && At.Offset < Text.end(Part))
          Found.push_back({List, Part});
    return true;
  });
  return Found;
}

/// Adds a line after the previous statement, or before this one if it is the first.
Edit lineBefore(const SourceText &Text, const clang::CompoundStmt *List, const clang::Stmt *S,
                const std::string &Line) {
  const clang::Stmt *Last = nullptr;
  for (const clang::Stmt *Part : List->body())
    if (!Text.inMacro(Part) && Text.begin(Part) < Text.begin(S))
      Last = Part;
  if (Last)
    return lineAfter(Text, Last, Line);
  const unsigned Begin = Text.lineBegin(Text.begin(S));
  return {Text.path(), Begin, 0, Text.indent(Begin).str() + Line + "\n"};
}

llvm::Expected<std::vector<Repair>> propose(const Context &C, const Finding &F,
                                            llvm::ArrayRef<Finding>) {
  const SourceText Text = bodyText(C);
  const SourceLoc At = withOffset(Text, F.Loc);
  std::vector<Repair> Out;
  auto Add = [&](const std::string &Title, std::vector<Edit> Edits) {
    Repair R;
    R.Id = "sync-cluster";
    R.Title = Title;
    R.How = Applicability::Suggested;
    R.Notes.emplace_back("suggested, as only runs show that the blocks wait for each other");
    R.Edits = std::move(Edits);
    Out.push_back(std::move(R));
  };
  auto Lists = holding(C, Text, At);
  Lists.resize(std::min(Lists.size(), MostLists));
  for (auto [List, S] : Lists) {
    const std::string Call = clusterBarrierCall(C.K.Decl, S->getBeginLoc());
    const Edit Before = lineBefore(Text, List, S, Call + ";"),
               After = lineAfter(Text, S, Call + ";");
    Add("let the blocks of the cluster wait for each other before the access", {Before});
    Add("let the blocks of the cluster wait for each other after the access", {After});
    Add("let the blocks of the cluster wait for each other before the access and after it",
        {Before, After});
  }
  if (Out.empty())
    return refuse("the access does not stand in the kernel's body");
  return Out;
}

} // namespace

const RepairKind SyncCluster = {
    "sync-cluster",
    R"(Lets the blocks of a cluster wait for each other before one accesses the other's shared memory, or
before they leave.

Before:                                          After:
  if (cluster.block_rank() == 0)                   cluster.sync();
    total += *cluster.map_shared_rank(&sum, 1);    if (cluster.block_rank() == 0)
                                                     total += *cluster.map_shared_rank(&sum, 1);
                                                   cluster.sync();

Before or after the statement that accesses it, or both: the first with which the kernel runs to its end
in several orders, in which nothing is found.)",
    applies, propose};

} // namespace cudafix::transform
