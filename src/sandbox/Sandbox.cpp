// SPDX-License-Identifier: Apache-2.0
#include "sandbox/Sandbox.h"
#include "sandbox/Filter.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudafix::sandbox {
namespace {

using Clock = std::chrono::steady_clock;
using Job = llvm::function_ref<void(Send)>;

/// The pipe's descriptor in the child, which is also the last one.
constexpr int PipeFile = 3;
/// The child's exit status when it could not be confined.
constexpr int NotConfined = 125;

bool Forbidden = false;

} // namespace

static void closeFrom(unsigned First) {
  if (::syscall(SYS_close_range, First, ~0u, 0) == 0)
    return;
  rlimit Limit{};
  ::getrlimit(RLIMIT_NOFILE, &Limit);
  for (rlim_t File = First; File < std::min<rlim_t>(Limit.rlim_cur, 1 << 20); ++File)
    ::close(static_cast<int>(File));
}

/// Closes all descriptors but the pipe, and points standard input, output and error to /dev/null.
static bool keepOnlyPipe(int Pipe) {
  int Null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (Null < 0)
    return false;
  // Moves both beyond the descriptors that are overwritten next.
  Pipe = ::fcntl(Pipe, F_DUPFD, PipeFile + 1);
  Null = ::fcntl(Null, F_DUPFD, PipeFile + 1);
  bool Good = Pipe >= 0 && Null >= 0 && ::dup2(Pipe, PipeFile) == PipeFile;
  for (int File : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    Good &= ::dup2(Null, File) == File;
  closeFrom(PipeFile + 1);
  return Good;
}

static void resetSignals() {
  for (int Signal = 1; Signal < NSIG; ++Signal)
    ::signal(Signal, SIG_DFL);
  sigset_t None;
  ::sigemptyset(&None);
  ::sigprocmask(SIG_SETMASK, &None, nullptr);
}

/// Clears the environment, which often holds tokens and passwords.
static void clearEnvironment() {
  for (char **Entry = environ; Entry && *Entry; ++Entry)
    std::memset(*Entry, 0, std::strlen(*Entry));
  environ = nullptr;
}

/// Sets a soft limit, and a hard limit that is higher by `Beyond`.
static bool limit(__rlimit_resource_t What, rlim_t Most, rlim_t Beyond = 0) {
  rlimit Now{};
  if (::getrlimit(What, &Now) != 0)
    return false;
  rlimit Limit{std::min(Most, Now.rlim_max), std::min(Most + Beyond, Now.rlim_max)};
  return ::setrlimit(What, &Limit) == 0;
}

static bool setLimits(const Limits &L) {
  bool Good = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 0) &&
              limit(RLIMIT_CPU, rlim_t(L.Seconds) * std::max(1u, L.Threads - 1), /*Beyond=*/1);
#if !defined(__has_feature) || !__has_feature(address_sanitizer)
  Good = Good && limit(RLIMIT_AS, L.MemoryBytes);
#endif
  return Good;
}

static bool confine(int Pipe, pid_t Parent, const Limits &L) {
  // If the parent ended before this call, no signal would come.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != Parent)
    return false;
  resetSignals();
  clearEnvironment();
  return ::prctl(PR_SET_DUMPABLE, 0) == 0 && keepOnlyPipe(Pipe) && setLimits(L) &&
         loadFilter(PipeFile, L.Threads > 1);
}

[[noreturn]] static void runChild(Job Work, int Pipe, pid_t Parent, const Limits &L) {
  if (!confine(Pipe, Parent, L))
    ::_exit(NotConfined);
  Work([](llvm::StringRef Bytes) {
    while (!Bytes.empty()) {
      ssize_t N = llvm::sys::RetryAfterSignal(-1, ::write, PipeFile, Bytes.data(), Bytes.size());
      if (N <= 0)
        ::_exit(1); // The parent is gone.
      Bytes = Bytes.drop_front(N);
    }
  });
  ::_exit(0);
}

static std::string describeEnd(int Status) {
  if (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGSYS)
    return "it made a forbidden system call";
  if (WIFSIGNALED(Status))
    return std::string("it crashed (") + ::strsignal(WTERMSIG(Status)) + ")";
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == NotConfined)
    return "it could not be confined";
  if (WIFEXITED(Status) && WEXITSTATUS(Status) != 0)
    return "it ended with code " + std::to_string(WEXITSTATUS(Status));
  return "";
}

static bool isFault(int Status) {
  if (!WIFSIGNALED(Status))
    return false;
  const int Signal = WTERMSIG(Status);
  return Signal == SIGSEGV || Signal == SIGBUS || Signal == SIGILL || Signal == SIGFPE ||
         Signal == SIGTRAP || Signal == SIGSYS;
}

static void timeOut(const Limits &L, Outcome &Result) {
  Result.TimedOut = true;
  Result.Failure = "it did not end in " + std::to_string(L.Seconds) + " seconds";
}

/// Reads until the child closes its pipe or reaches a limit.
static void receive(int Pipe, const Limits &L, Outcome &Result) {
  auto Deadline = Clock::now() + std::chrono::seconds(L.Seconds) * 4;
  char Buffer[1 << 16];
  for (;;) {
    auto Left =
        std::chrono::duration_cast<std::chrono::milliseconds>(Deadline - Clock::now()).count();
    if (Left <= 0)
      return timeOut(L, Result);
    pollfd Polled{Pipe, POLLIN, 0};
    if (::poll(&Polled, 1, static_cast<int>(Left)) <= 0)
      continue;
    ssize_t N =
        llvm::sys::RetryAfterSignal(-1, ::read, Pipe, static_cast<void *>(Buffer), sizeof(Buffer));
    if (N <= 0)
      return;
    if (Result.Bytes.size() + N > L.OutputBytes) {
      Result.Failure = "it sent too much";
      return;
    }
    Result.Bytes.append(Buffer, N);
  }
}

/// Waits for a child that has closed its pipe, or kills it (`AtOnce`), and returns its status.
static int end(pid_t Child, bool AtOnce) {
  int Status = 0;
  // Only a hostile child goes on after it closed its pipe.
  for (unsigned Wait = 0; !AtOnce && Wait < 100; ++Wait) {
    if (::waitpid(Child, &Status, WNOHANG) == Child)
      return Status;
    ::usleep(Wait < 20 ? 500 : 20'000);
  }
  ::kill(Child, SIGKILL);
  llvm::sys::RetryAfterSignal(-1, ::waitpid, Child, &Status, 0);
  return Status;
}

static Outcome runUnchecked(Job Work, const Limits &L) {
  Outcome Result;
  int Ends[2];
  pid_t Parent = ::getpid(), Child = -1;
  if (::pipe2(Ends, O_CLOEXEC) == 0) {
    Child = ::fork();
    if (Child == 0)
      runChild(Work, Ends[1], Parent, L);
    ::close(Ends[1]);
    if (Child < 0)
      ::close(Ends[0]);
  }
  if (Child < 0) {
    Result.Failure = "no process could be started";
    return Result;
  }
  receive(Ends[0], L, Result);
  int Status = end(Child, /*AtOnce=*/!Result.Failure.empty());
  ::close(Ends[0]);
  if (Result.Failure.empty() && WIFSIGNALED(Status) && WTERMSIG(Status) == SIGXCPU)
    timeOut(L, Result);
  if (Result.Failure.empty()) {
    Result.Failure = describeEnd(Status);
    Result.Faulted = isFault(Status);
  }
  return Result;
}

/// Tests that allowed calls work and that a forbidden call ends the child.
static bool probe() {
  Limits L;
  Outcome Good = runUnchecked([](Send S) { S("x"); }, L);
  Outcome Bad = runUnchecked([](Send) { ::syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0); }, L);
  return Good.Failure.empty() && Good.Bytes == "x" && Bad.Failure == describeEnd(SIGSYS);
}

bool available() {
  static const bool Works = probe();
  return Works && !Forbidden;
}

void forbid() { Forbidden = true; }

Outcome runConfined(Job Work, const Limits &L) {
  if (!available())
    return {"", "no process can be confined on this system", false};
  return runUnchecked(Work, L);
}

} // namespace cudafix::sandbox
