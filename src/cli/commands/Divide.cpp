// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/Divide.h"
#include "cache/Digest.h"
#include "cli/output/ResultFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FileSystem.h"

namespace cudafix::cli {

std::string shortName(const Unit &U) { return cache::Digest().add(U.Cmd.File).hex().substr(0, 16); }

static std::string factsOf(llvm::StringRef Folder, const Unit &U) {
  return (Folder + "/" + shortName(U) + ".launches").str();
}

llvm::Error linkUnits(Session &S, std::vector<Unit> HostUnits) {
  const std::string &Folder = S.commandLine().Out;
  if (std::error_code EC = llvm::sys::fs::create_directories(Folder))
    return llvm::createStringError(Folder + ": cannot be made: " + EC.message());
  if (llvm::Error E = S.takeSummaries(S.commandLine().Opts.LaunchFiles))
    return E;
  std::vector<host::UnitSummary> All = S.hostCode(std::move(HostUnits));
  llvm::Error Failed = llvm::Error::success();
  auto Write = [&](size_t I, llvm::ArrayRef<host::UnitSummary> Of) {
    if (!Failed)
      Failed = writeIfNew(factsOf(Folder, S.units()[I]), host::toText(Of));
  };
  std::vector<bool> Written(S.units().size());
  S.forEachLinked(All, [&](size_t I, std::vector<size_t> Others) {
    std::vector<host::UnitSummary> Of;
    for (size_t Other : Others)
      Of.push_back(All[Other]);
    Write(I, Of);
    Written[I] = true;
  });
  for (size_t I = 0; I < Written.size(); ++I)
    if (!Written[I])
      Write(I, {});
  return Failed;
}

llvm::Error checkUnits(Session &S, std::vector<Unit> HostUnits) {
  const CommandLine &Line = S.commandLine();
  if (Line.Facts.empty())
    S.readBuild(std::move(HostUnits));
  S.keepShard();
  std::vector<size_t> Which;
  std::map<std::string, JobResult> Results;
  for (size_t I = 0; I < S.units().size(); ++I) {
    llvm::Error E = Line.Facts.empty() ? llvm::Error::success()
                                       : S.takeFacts(I, factsOf(Line.Facts, S.units()[I]));
    if (!E)
      Which.push_back(I);
    else
      Results[resultId(S.units()[I], S.WithDetails)].Failure = llvm::toString(std::move(E));
  }
  std::vector<JobResult> Judged = S.judge(Which);
  for (size_t I = 0; I < Which.size(); ++I)
    Results[resultId(S.units()[Which[I]], S.WithDetails)] = std::move(Judged[I]);
  return writeIfNew(Line.Out, resultText(Results));
}

llvm::Error mergeUnits(Session &S) {
  std::map<std::string, JobResult> Results;
  llvm::Error Unread = readResults(S.commandLine().Results, Results);
  for (size_t I = 0; I < S.units().size(); ++I) {
    auto At = Results.find(resultId(S.units()[I], S.WithDetails));
    if (At == Results.end()) {
      S.accept(I, "", "the results given hold none of it: its job failed, or had other options");
      continue;
    }
    llvm::errs() << At->second.Errors;
    S.accept(I, At->second.Bytes, At->second.Failure);
  }
  return Unread;
}

} // namespace cudafix::cli
