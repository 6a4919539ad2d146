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
  std::string Message, Received; ///< the last complete one, and what came behind it
  bool OwnGroup = false, TimedOut = false, Floods = false;
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
  if (Opts.OwnGroup)
    ::setpgid(0, 0);
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
  C.OwnGroup = Opts.OwnGroup;
  if (C.OwnGroup)
    ::setpgid(C.Pid, C.Pid); // whichever of the two comes first
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

/// Keeps the last complete message and what came behind it.
static void accept(Child &C, llvm::StringRef Bytes, size_t MostBytes) {
  C.Received += Bytes;
  uint64_t Size = 0;
  while (C.Received.size() >= sizeof(Size)) {
    std::memcpy(&Size, C.Received.data(), sizeof(Size));
    C.Floods |= Size > MostBytes;
    if (C.Floods || C.Received.size() - sizeof(Size) < Size)
      return;
    C.Message = C.Received.substr(sizeof(Size), Size);
    C.Received.erase(0, sizeof(Size) + Size);
  }
}

static std::string describeEnd(const Child &C, int Status, unsigned TimeoutSeconds) {
  if (C.TimedOut)
    return "gave up after " + std::to_string(TimeoutSeconds) + " seconds (--unit-timeout)";
  if (C.Floods)
    return "internal error: the analysis handed over too much";
  if (WIFSIGNALED(Status))
    return std::string("internal error: the analysis crashed (") + ::strsignal(WTERMSIG(Status)) +
           ")";
  if (WIFEXITED(Status) && WEXITSTATUS(Status) != 0)
    return "internal error: the analysis ended with code " + std::to_string(WEXITSTATUS(Status));
  return "";
}

/// Ends the child and what it has started; until it is waited for, nobody else has its number.
static void end(const Child &C) {
  ::kill(C.Pid, SIGKILL);
  if (C.OwnGroup)
    ::kill(-C.Pid, SIGKILL);
}

static JobResult finish(Child &C, unsigned TimeoutSeconds) {
  int Status = 0;
  siginfo_t Ended;
  llvm::sys::RetryAfterSignal(-1, ::waitid, P_PID, id_t(C.Pid), &Ended, WEXITED | WNOWAIT);
  end(C);
  llvm::sys::RetryAfterSignal(-1, ::waitpid, C.Pid, &Status, 0);
  ::close(C.Pipe);
  JobResult R;
  R.Bytes = std::move(C.Message);
  R.Errors = readBack(C.ErrorFile);
  ::close(C.ErrorFile);
  R.Failure = describeEnd(C, Status, TimeoutSeconds);
  R.TimedOut = C.TimedOut;
  return R;
}

static bool hasEnded(const Child &C) {
  siginfo_t Ended{};
  return ::waitid(P_PID, C.Pid, &Ended, WEXITED | WNOWAIT | WNOHANG) == 0 && Ended.si_pid == C.Pid;
}

/// Waits until one child is done: its pipe is closed, it has ended though a process that it
/// started holds the pipe open, or it has reached a limit. Its index in `Running`.
static size_t waitForOne(std::vector<Child> &Running, size_t MostBytes) {
  for (;;) {
    std::vector<pollfd> Polled;
    std::vector<bool> Ended; // before the look at its pipe, where all it sent then stands
    for (const Child &C : Running) {
      Ended.push_back(hasEnded(C));
      Polled.push_back({C.Pipe, POLLIN, 0});
    }
    ::poll(Polled.data(), Polled.size(), /*milliseconds=*/200);
    for (size_t I = 0; I < Running.size(); ++I) {
      Child &C = Running[I];
      C.TimedOut = Clock::now() >= C.Deadline;
      if (C.TimedOut) {
        end(C);
        return I;
      }
      if (!(Polled[I].revents & (POLLIN | POLLHUP))) {
        if (Ended[I])
          return I;
        continue;
      }
      char Buffer[1 << 16];
      ssize_t N = llvm::sys::RetryAfterSignal(-1, ::read, Polled[I].fd, static_cast<void *>(Buffer),
                                              sizeof(Buffer));
      if (N <= 0)
        return I;
      accept(C, llvm::StringRef(Buffer, N), MostBytes);
      if (C.Floods) {
        end(C);
        return I;
      }
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
    size_t I = waitForOne(Running, Opts.MostBytes);
    Results[Running[I].Index] = finish(Running[I], Opts.TimeoutSeconds);
    Running.erase(Running.begin() + I);
    Opts.Progress(++Done);
  }
  return Results;
}

} // namespace cudafix::cli
