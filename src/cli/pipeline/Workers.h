// SPDX-License-Identifier: Apache-2.0
//
// One child process per translation unit: a crash, a hang or an exhausted memory ends one
// unit, not the run. Results come back in the order of the jobs, whatever finishes first.
#pragma once

#include "sandbox/Rights.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cudafix::cli {

struct JobResult {
  std::string Bytes;   ///< what the job handed over last
  std::string Learnt;  ///< what it found out on its way, also where it did not come to its end
  std::string Errors;  ///< what it wrote to standard error
  std::string Failure; ///< why it did not end well; empty: it did
  bool TimedOut = false;
};

struct WorkerOptions {
  unsigned Jobs = 1;
  unsigned TimeoutSeconds = 300;
  bool InProcess = false; ///< no children, for debuggers
  bool OwnErrors = false; ///< a child writes to our standard error, not into its result
  bool OwnGroup = true;   ///< a child and all it starts are ended as one; none reads the terminal
  size_t MostBytes = size_t(512) << 20;     ///< handed over at once
  uint64_t MemoryBytes = uint64_t(8) << 30; ///< of address space, for each child
  std::optional<sandbox::Rights> Kept;      ///< of each child, as far as the system allows
  llvm::function_ref<void(size_t Done)> Progress;
  /// Called before a job begins, in the process that has all of them.
  llvm::function_ref<void(size_t Index)> Begins;
  /// Called with the result of each job as it ends.
  llvm::function_ref<void(size_t Index, JobResult &)> Ended;
  /// Called with what a job at work says of itself.
  llvm::function_ref<void(size_t Index, llvm::StringRef Text)> Remark;
};

/// What a job hands over: each result replaces the one before, what it has learnt adds up, remarks
/// are for those who wait.
class Emit {
public:
  using Sink = llvm::function_ref<void(llvm::StringRef Bytes)>;
  Emit(Sink Result, Sink Remark, Sink Learnt) : Result(Result), Remark(Remark), Learnt(Learnt) {}
  void operator()(llvm::StringRef Bytes) const { Result(Bytes); }
  void remark(llvm::StringRef Text) const { Remark(Text); }
  void learnt(llvm::StringRef Bytes) const { Learnt(Bytes); }

private:
  Sink Result, Remark, Learnt;
};

/// Job `Index`.
using Job = llvm::function_ref<void(size_t Index, Emit)>;

std::vector<JobResult> runJobs(size_t Count, Job Work, const WorkerOptions &Opts);

/// One job in its child process, for callers that wait for several things at once.
class Worker {
public:
  /// Null: no process could be started.
  static std::unique_ptr<Worker> start(size_t Index, Job Work, const WorkerOptions &Opts);
  /// Ends the child and what it has started.
  ~Worker();
  size_t index() const { return Index; }
  /// Readable when there is something to receive.
  int descriptor() const { return Pipe; }
  /// To be called before descriptors are waited for: all that a child sent which ended before is
  /// then there to be received.
  void look();
  /// Takes what has come; `Events` is what poll said of the descriptor. True: no more will come,
  /// because the job is done, has crashed or has reached a limit.
  bool receive(short Events);
  /// The last complete result; empty: none yet.
  const std::string &result() const { return Message; }
  /// What the job has said since this was last asked.
  std::vector<std::string> takeRemarks() { return std::exchange(Remarks, {}); }
  /// What it has learnt by now.
  const std::string &learnt() const { return Learnt; }
  /// To be called once, when no more will come.
  JobResult finish();

private:
  Worker() = default;
  bool start(Job Work, const WorkerOptions &Opts);
  void end() const;
  void accept(llvm::StringRef Bytes);
  std::string describeEnd(int Status) const;

  size_t Index = 0, MostBytes = 0;
  pid_t Pid = -1;
  int Pipe = -1;
  int ErrorFile = -1; ///< what it writes to standard error
  unsigned TimeoutSeconds = 0;
  std::chrono::steady_clock::time_point Deadline;
  std::string Message, Received; ///< the last complete one, and what came after it
  std::vector<std::string> Remarks;
  std::string Learnt;
  bool OwnGroup = false, TimedOut = false, Floods = false;
  bool Ended = false, AtEnd = false; ///< the child; what its pipe holds
};

} // namespace cudafix::cli
