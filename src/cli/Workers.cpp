// SPDX-License-Identifier: Apache-2.0
#include "cli/Workers.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudafix::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct Child {
  pid_t Pid = -1;
  int Pipe = -1;
  int ErrorFile = -1; ///< what it writes to standard error
  size_t Index = 0;
  Clock::time_point Deadline;
  std::string Received;
  bool TimedOut = false;
};

/// Deeply nested code recurses deeply in Clang and LLVM.
constexpr unsigned StackBytes = 256u << 20;

} // namespace

static void writeAll(int File, const char *Data, size_t Size) {
  while (Size) {
    ssize_t N = llvm::sys::RetryAfterSignal(-1, ::write, File, Data, Size);
    if (N <= 0)
      _exit(1); // The parent is gone.
    Data += N;
    Size -= N;
  }
}

static void limitMemory([[maybe_unused]] rlim_t MemoryBytes) {
#if !defined(__has_feature) || !__has_feature(address_sanitizer)
  rlimit Limit{MemoryBytes, MemoryBytes};
  ::setrlimit(RLIMIT_AS, &Limit);
#endif
}

[[noreturn]] static void runChild(size_t Index, Job Work, int Pipe, int ErrorFile,
                                  const WorkerOptions &Opts) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!Opts.OwnErrors)
    ::dup2(ErrorFile, STDERR_FILENO);
  limitMemory(Opts.MemoryBytes);
  // Each message is its length and its bytes; the last complete one counts.
  auto Send = [&](llvm::StringRef Bytes) {
    uint64_t Size = Bytes.size();
    writeAll(Pipe, reinterpret_cast<const char *>(&Size), sizeof(Size));
    writeAll(Pipe, Bytes.data(), Bytes.size());
  };
  llvm::thread(std::optional<unsigned>(StackBytes), [&] { Work(Index, Send); }).join();
  llvm::errs().flush();
  _exit(0);
}

static bool start(Child &C, Job Work, const WorkerOptions &Opts) {
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return false;
  C.ErrorFile = ::memfd_create("stderr", MFD_CLOEXEC);
  C.Pid = ::fork();
  if (C.Pid == 0) {
    ::close(Ends[0]);
    runChild(C.Index, Work, Ends[1], C.ErrorFile, Opts);
  }
  ::close(Ends[1]);
  C.Pipe = Ends[0];
  C.Deadline = Clock::now() + std::chrono::seconds(Opts.TimeoutSeconds);
  return C.Pid > 0;
}

static std::string readBack(int File) {
  std::string Text;
  char Buffer[4096];
  ::lseek(File, 0, SEEK_SET);
  while (ssize_t N = llvm::sys::RetryAfterSignal(-1, ::read, File, static_cast<void *>(Buffer),
                                                 sizeof(Buffer))) {
    if (N < 0)
      break;
    Text.append(Buffer, N);
  }
  return Text;
}

static llvm::StringRef lastMessage(llvm::StringRef Received) {
  llvm::StringRef Last;
  uint64_t Size = 0;
  while (Received.size() >= sizeof(Size)) {
    std::memcpy(&Size, Received.data(), sizeof(Size));
    Received = Received.drop_front(sizeof(Size));
    if (Received.size() < Size)
      break;
    Last = Received.take_front(Size);
    Received = Received.drop_front(Size);
  }
  return Last;
}

static std::string describeEnd(const Child &C, int Status, unsigned TimeoutSeconds) {
  if (C.TimedOut)
    return "gave up after " + std::to_string(TimeoutSeconds) + " seconds (--unit-timeout)";
  if (WIFSIGNALED(Status))
    return std::string("internal error: the analysis crashed (") + ::strsignal(WTERMSIG(Status)) +
           ")";
  if (WIFEXITED(Status) && WEXITSTATUS(Status) != 0)
    return "internal error: the analysis ended with code " + std::to_string(WEXITSTATUS(Status));
  return "";
}

static JobResult finish(Child &C, unsigned TimeoutSeconds) {
  int Status = 0;
  llvm::sys::RetryAfterSignal(-1, ::waitpid, C.Pid, &Status, 0);
  ::close(C.Pipe);
  JobResult R;
  R.Bytes = lastMessage(C.Received).str();
  R.Errors = readBack(C.ErrorFile);
  ::close(C.ErrorFile);
  R.Failure = describeEnd(C, Status, TimeoutSeconds);
  R.TimedOut = C.TimedOut;
  return R;
}

static void killOverdue(std::vector<Child> &Running) {
  for (Child &C : Running)
    if (!C.TimedOut && Clock::now() >= C.Deadline) {
      C.TimedOut = true;
      ::kill(C.Pid, SIGKILL);
    }
}

/// Waits until one child's pipe closes; its index in `Running`.
static size_t waitForOne(std::vector<Child> &Running) {
  for (;;) {
    std::vector<pollfd> Polled;
    for (const Child &C : Running)
      Polled.push_back({C.Pipe, POLLIN, 0});
    ::poll(Polled.data(), Polled.size(), /*milliseconds=*/200);
    killOverdue(Running);
    for (size_t I = 0; I < Running.size(); ++I) {
      if (!(Polled[I].revents & (POLLIN | POLLHUP)))
        continue;
      char Buffer[1 << 16];
      ssize_t N = llvm::sys::RetryAfterSignal(-1, ::read, Polled[I].fd, static_cast<void *>(Buffer),
                                              sizeof(Buffer));
      if (N <= 0)
        return I;
      Running[I].Received.append(Buffer, N);
    }
  }
}

static JobResult runHere(size_t Index, Job Work) {
  JobResult R;
  Work(Index, [&](llvm::StringRef Bytes) { R.Bytes = Bytes.str(); });
  return R;
}

std::vector<JobResult> runJobs(size_t Count, Job Work, const WorkerOptions &Opts) {
  std::vector<JobResult> Results(Count);
  std::vector<Child> Running;
  size_t Next = 0, Done = 0;
  llvm::outs().flush();
  llvm::errs().flush();
  while (Done < Count) {
    if (Opts.InProcess) {
      Results[Done] = runHere(Done, Work);
      Opts.Progress(++Done);
      continue;
    }
    while (Next < Count && Running.size() < Opts.Jobs) {
      Child C;
      C.Index = Next++;
      if (!start(C, Work, Opts)) {
        Results[C.Index].Failure = "internal error: no process could be started";
        ++Done;
        continue;
      }
      Running.push_back(std::move(C));
    }
    if (Running.empty())
      continue;
    size_t I = waitForOne(Running);
    Results[Running[I].Index] = finish(Running[I], Opts.TimeoutSeconds);
    Running.erase(Running.begin() + I);
    Opts.Progress(++Done);
  }
  return Results;
}

} // namespace cudafix::cli
