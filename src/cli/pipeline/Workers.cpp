// SPDX-License-Identifier: Apache-2.0
#include "cli/pipeline/Workers.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudafix::cli {

using Clock = std::chrono::steady_clock;

/// Clang and LLVM recurse deeply on deeply nested code.
static constexpr unsigned StackBytes = 256u << 20;

/// Flags in the length of a message: it is a remark, or it is what a job learnt.
static constexpr uint64_t RemarkBit = uint64_t(1) << 63, LearntBit = uint64_t(1) << 62;

static void writeAll(int File, const char *Data, size_t Size) {
  while (Size) {
    ssize_t N = llvm::sys::RetryAfterSignal(-1, ::write, File, Data, Size);
    if (N <= 0)
      _exit(1); // the parent has ended
    Data += N;
    Size -= N;
  }
}

/// Exit code of a child that reached its memory limit.
static constexpr int OutOfMemory = 77;

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
  if (Opts.Kept)
    sandbox::holdTo(*Opts.Kept);
  std::set_new_handler([] { _exit(OutOfMemory); });
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { _exit(OutOfMemory); });
  // A message is its length followed by its bytes; the last complete result counts.
  auto Send = [&](uint64_t Size, llvm::StringRef Bytes) {
    writeAll(Pipe, reinterpret_cast<const char *>(&Size), sizeof(Size));
    writeAll(Pipe, Bytes.data(), Bytes.size());
  };
  auto Result = [&](llvm::StringRef Bytes) { Send(Bytes.size(), Bytes); };
  auto Remark = [&](llvm::StringRef Text) { Send(Text.size() | RemarkBit, Text); };
  auto Learnt = [&](llvm::StringRef Bytes) { Send(Bytes.size() | LearntBit, Bytes); };
  llvm::thread(std::optional<unsigned>(StackBytes), [&] {
    Work(Index, Emit(Result, Remark, Learnt));
  }).join();
  llvm::errs().flush();
  _exit(0);
}

bool Worker::start(Job Work, const WorkerOptions &Opts) {
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return false;
  ErrorFile = ::memfd_create("stderr", MFD_CLOEXEC);
  Pid = ::fork();
  if (Pid == 0) {
    ::close(Ends[0]);
    runChild(Index, Work, Ends[1], ErrorFile, Opts);
  }
  ::close(Ends[1]);
  OwnGroup = Opts.OwnGroup;
  if (OwnGroup)
    ::setpgid(Pid, Pid); // parent and child both call it: either may come first
  Pipe = Ends[0];
  MostBytes = Opts.MostBytes;
  TimeoutSeconds = Opts.TimeoutSeconds;
  Deadline = Clock::now() + std::chrono::seconds(TimeoutSeconds);
  return Pid > 0;
}

std::unique_ptr<Worker> Worker::start(size_t Index, Job Work, const WorkerOptions &Opts) {
  std::unique_ptr<Worker> W(new Worker());
  W->Index = Index;
  return W->start(Work, Opts) ? std::move(W) : nullptr;
}

Worker::~Worker() {
  if (Pid > 0)
    finish();
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

/// Splits what was received into messages: keeps the last complete result and the unfinished rest.
void Worker::accept(llvm::StringRef Bytes) {
  Received += Bytes;
  uint64_t Size = 0;
  while (Received.size() >= sizeof(Size)) {
    std::memcpy(&Size, Received.data(), sizeof(Size));
    const bool IsRemark = Size & RemarkBit, IsLearnt = Size & LearntBit;
    Size &= ~(RemarkBit | LearntBit);
    Floods |= Size > MostBytes || Learnt.size() > MostBytes;
    if (Floods || Received.size() - sizeof(Size) < Size)
      return;
    std::string Text = Received.substr(sizeof(Size), Size);
    Received.erase(0, sizeof(Size) + Size);
    if (IsRemark)
      Remarks.push_back(std::move(Text));
    else if (IsLearnt)
      Learnt += Text;
    else
      Message = std::move(Text);
  }
}

std::string Worker::describeEnd(int Status) const {
  if (TimedOut)
    return "gave up after " + std::to_string(TimeoutSeconds) + " seconds (--unit-timeout)";
  if (Floods)
    return "internal error: the analysis handed over too much";
  if (WIFSIGNALED(Status))
    return std::string("internal error: the analysis crashed (") + ::strsignal(WTERMSIG(Status)) +
           ")";
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == OutOfMemory)
    return "out of memory; --kernel analyses single kernels with less";
  if (WIFEXITED(Status) && WEXITSTATUS(Status) != 0)
    return "internal error: the analysis ended with code " + std::to_string(WEXITSTATUS(Status));
  return "";
}

/// Ends the child and all it has started; until it is waited for, no other process gets its number.
void Worker::end() const {
  ::kill(Pid, SIGKILL);
  if (OwnGroup)
    ::kill(-Pid, SIGKILL);
}

JobResult Worker::finish() {
  int Status = 0;
  siginfo_t Info;
  if (!Ended && !AtEnd)
    end(); // the caller gave it up before it finished
  llvm::sys::RetryAfterSignal(-1, ::waitid, P_PID, id_t(Pid), &Info, WEXITED | WNOWAIT);
  end();
  llvm::sys::RetryAfterSignal(-1, ::waitpid, Pid, &Status, 0);
  Pid = -1;
  ::close(Pipe);
  JobResult R;
  R.Bytes = std::move(Message);
  R.Learnt = std::move(Learnt);
  R.Errors = readBack(ErrorFile);
  ::close(ErrorFile);
  R.Failure = describeEnd(Status);
  R.TimedOut = TimedOut;
  return R;
}

void Worker::look() {
  siginfo_t Info{};
  Ended = ::waitid(P_PID, Pid, &Info, WEXITED | WNOWAIT | WNOHANG) == 0 && Info.si_pid == Pid;
}

/// A child is done when its pipe is closed, when it has ended although a process that it started
/// keeps the pipe open, or when it has reached a limit.
bool Worker::receive(short Events) {
  TimedOut = Clock::now() >= Deadline;
  if (TimedOut) {
    end();
    return true;
  }
  if (!(Events & (POLLIN | POLLHUP)))
    return Ended;
  char Buffer[1 << 16];
  ssize_t N =
      llvm::sys::RetryAfterSignal(-1, ::read, Pipe, static_cast<void *>(Buffer), sizeof(Buffer));
  AtEnd = N <= 0;
  if (AtEnd)
    return true;
  accept(llvm::StringRef(Buffer, N));
  if (Floods)
    end();
  return Floods;
}

/// Waits until one child is done, and returns its index in `Running`.
static size_t waitForOne(llvm::ArrayRef<std::unique_ptr<Worker>> Running,
                         const WorkerOptions &Opts) {
  for (;;) {
    std::vector<pollfd> Polled;
    for (const auto &W : Running) {
      W->look();
      Polled.push_back({W->descriptor(), POLLIN, 0});
    }
    ::poll(Polled.data(), Polled.size(), /*milliseconds=*/200);
    for (size_t I = 0; I < Running.size(); ++I) {
      bool Done = Running[I]->receive(Polled[I].revents);
      for (const std::string &Text : Running[I]->takeRemarks())
        if (Opts.Remark)
          Opts.Remark(Running[I]->index(), Text);
      if (Done)
        return I;
    }
  }
}

static JobResult runHere(size_t Index, Job Work) {
  JobResult R;
  auto Result = [&](llvm::StringRef Bytes) { R.Bytes = Bytes.str(); };
  auto Ignore = [](llvm::StringRef) {};
  auto Learnt = [&](llvm::StringRef Bytes) { R.Learnt += Bytes; };
  Work(Index, Emit(Result, Ignore, Learnt));
  return R;
}

std::vector<JobResult> runJobs(size_t Count, Job Work, const WorkerOptions &Opts) {
  std::vector<JobResult> Results(Count);
  std::vector<std::unique_ptr<Worker>> Running;
  size_t Next = 0, Done = 0;
  llvm::outs().flush();
  llvm::errs().flush();
  while (Done < Count) {
    if (Opts.InProcess) {
      if (Opts.Begins)
        Opts.Begins(Done);
      Results[Done] = runHere(Done, Work);
      if (Opts.Ended)
        Opts.Ended(Done, Results[Done]);
      Opts.Progress(++Done);
      continue;
    }
    while (Next < Count && Running.size() < Opts.Jobs) {
      size_t Index = Next++;
      if (Opts.Begins)
        Opts.Begins(Index);
      if (auto W = Worker::start(Index, Work, Opts)) {
        Running.push_back(std::move(W));
        continue;
      }
      Results[Index].Failure = "internal error: no process could be started";
      ++Done;
    }
    if (Running.empty())
      continue;
    size_t I = waitForOne(Running, Opts);
    size_t Index = Running[I]->index();
    Results[Index] = Running[I]->finish();
    if (Opts.Ended)
      Opts.Ended(Index, Results[Index]);
    Running.erase(Running.begin() + I);
    Opts.Progress(++Done);
  }
  return Results;
}

} // namespace cudafix::cli
