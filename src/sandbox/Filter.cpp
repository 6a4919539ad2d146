// SPDX-License-Identifier: Apache-2.0
#include "sandbox/Filter.h"
#include <cerrno>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace cudafix::sandbox {
namespace {

using Context = std::unique_ptr<void, decltype(&seccomp_release)>;

/// System calls that are allowed with any arguments.
constexpr int Allowed[] = {
    SCMP_SYS(munmap),
    SCMP_SYS(mprotect),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(brk),
    SCMP_SYS(futex),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(gettid),
    SCMP_SYS(getpid),
    SCMP_SYS(getrandom),
    SCMP_SYS(sched_yield),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(rseq),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sysinfo),
    SCMP_SYS(getrusage),
};

/// Calls that the C library and LLVM try but can do without: they fail, but do not end the process.
constexpr int Refused[] = {
    SCMP_SYS(open),       SCMP_SYS(openat), SCMP_SYS(access), SCMP_SYS(faccessat),
    SCMP_SYS(stat),       SCMP_SYS(lstat),  SCMP_SYS(fstat),  SCMP_SYS(newfstatat),
    SCMP_SYS(statx),      SCMP_SYS(ioctl),  SCMP_SYS(fcntl),  SCMP_SYS(readlink),
    SCMP_SYS(readlinkat), SCMP_SYS(lseek),  SCMP_SYS(close),  SCMP_SYS(prlimit64),
    SCMP_SYS(getrlimit),  SCMP_SYS(uname),  SCMP_SYS(getcwd), SCMP_SYS(prctl),
};

/// Calls that a process which reads files and starts copies of itself does not need.
constexpr int BeyondProcess[] = {
    // the network
    SCMP_SYS(socket),
    // other processes
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(pidfd_getfd),
    // owners, modes and attributes of files
    SCMP_SYS(chmod),
    SCMP_SYS(fchmod),
    SCMP_SYS(fchmodat),
    SCMP_SYS(chown),
    SCMP_SYS(fchown),
    SCMP_SYS(lchown),
    SCMP_SYS(fchownat),
    SCMP_SYS(setxattr),
    SCMP_SYS(lsetxattr),
    SCMP_SYS(fsetxattr),
    SCMP_SYS(removexattr),
    SCMP_SYS(lremovexattr),
    SCMP_SYS(fremovexattr),
    // ways around the filter, and large parts of the kernel that may have security bugs
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(userfaultfd),
    SCMP_SYS(open_by_handle_at),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(chroot),
    SCMP_SYS(pivot_root),
};

} // namespace

static bool addRules(scmp_filter_ctx C, int LastFile, bool Threads) {
  int Bad = seccomp_attr_set(C, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  for (int Call : Allowed)
    Bad |= seccomp_rule_add(C, SCMP_ACT_ALLOW, Call, 0);
  for (int Call : Refused)
    Bad |= seccomp_rule_add(C, SCMP_ACT_ERRNO(EPERM), Call, 0);
  Bad |= seccomp_rule_add(C, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                          SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS));
  Bad |= seccomp_rule_add(C, SCMP_ACT_ALLOW, SCMP_SYS(write), 1,
                          SCMP_A0(SCMP_CMP_LE, static_cast<scmp_datum_t>(LastFile), 0));
  Bad |= seccomp_rule_add(C, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                          SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()), 0));
  // Its flags are in memory, where a filter cannot see them; the C library then uses clone.
  Bad |= seccomp_rule_add(C, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  if (Threads)
    Bad |= seccomp_rule_add(
        C, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
        SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM));
  return Bad == 0;
}

bool loadFilter(int LastFile, bool Threads) {
  Context C(seccomp_init(SCMP_ACT_KILL_PROCESS), seccomp_release);
  return C && addRules(C.get(), LastFile, Threads) && seccomp_load(C.get()) == 0;
}

bool loadRightsFilter(bool Programs) {
  Context C(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
  if (!C)
    return false;
  auto Refuse = [&](int Call, auto... Conditions) {
    return seccomp_rule_add(C.get(), SCMP_ACT_ERRNO(EPERM), Call, sizeof...(Conditions),
                            Conditions...);
  };
  int Bad = seccomp_attr_set(C.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  for (int Call : BeyondProcess)
    Bad |= Refuse(Call);
  if (!Programs)
    Bad |= Refuse(SCMP_SYS(execve)) | Refuse(SCMP_SYS(execveat));
  // Such input would be typed into the terminal and run after the program ends.
  Bad |= Refuse(SCMP_SYS(ioctl), SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, TIOCSTI));
  Bad |= Refuse(SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER));
  Bad |= seccomp_rule_add(C.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  return Bad == 0 && seccomp_load(C.get()) == 0;
}

} // namespace cudafix::sandbox
