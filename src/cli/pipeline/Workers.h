// SPDX-License-Identifier: Apache-2.0
//
// Runs one child process per translation unit: a crash, a hang or lack of memory ends one unit, not
// the run. Results are in the order of the jobs.
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
  std::string Bytes;   ///< the last result that the job sent
  std::string Learnt;  ///< what it learnt, even if it did not finish
  std::string Errors;  ///< what it wrote to standard error
  std::string Failure; ///< why it failed; empty: it did not
  bool TimedOut = false;
};

struct WorkerOptions {
  unsigned Jobs = 1;
  unsigned TimeoutSeconds = 300;
  bool InProcess = false; ///< no child processes, for debuggers
  bool OwnErrors = false; ///< a child writes to this process's standard error, not into its result
  bool OwnGroup =
      true; ///< a child and all it starts form a process group, which cannot read the terminal
  size_t MostBytes = size_t(512) << 20;     ///< of one message
  uint64_t MemoryBytes = uint64_t(8) << 30; ///< of address space, for each child
  std::optional<sandbox::Rights>
      Kept; ///< the rights that each child keeps, as far as the system can enforce that
  llvm::function_ref<void(size_t Done)> Progress;
  /// Called before a job begins, in the parent process.
  llvm::function_ref<void(size_t Index)> Begins;
  /// Called with the result of each job as it ends.
  llvm::function_ref<void(size_t Index, JobResult &)> Ended;
  /// Called with the remarks of a running job.
  llvm::function_ref<void(size_t Index, llvm::StringRef Text)> Remark;
};

/// Sends what a job hands over. A result replaces the one before; what the job learnt is appended;
/// remarks tell its state.
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

/// Does job `Index`.
using Job = llvm::function_ref<void(size_t Index, Emit)>;

/// Runs jobs 0 to Count - 1 in child processes and returns their results in order.
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
  /// Must be called before waiting for descriptors: everything that an ended child has sent can
  /// then be received.
  void look();
  /// Receives what has arrived; `Events` is what poll returned for the descriptor. Returns true if
  /// no more will come: the job is done, has crashed or has reached a limit.
  bool receive(short Events);
  /// The last complete result; empty: none yet.
  const std::string &result() const { return Message; }
  /// The remarks of the job since the last call.
  std::vector<std::string> takeRemarks() { return std::exchange(Remarks, {}); }
  /// What it has learnt so far.
  const std::string &learnt() const { return Learnt; }
  /// Must be called once, when no more will come.
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
  int ErrorFile = -1; ///< holds what it writes to standard error
  unsigned TimeoutSeconds = 0;
  std::chrono::steady_clock::time_point Deadline;
  std::string Message, Received; ///< the last complete one, and what came after it
  std::vector<std::string> Remarks;
  std::string Learnt;
  bool OwnGroup = false, TimedOut = false, Floods = false;
  bool Ended = false, AtEnd = false; ///< the child has ended; its pipe is at its end
};

} // namespace cudafix::cli
