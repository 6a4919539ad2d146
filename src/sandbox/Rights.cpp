// SPDX-License-Identifier: Apache-2.0
#include "sandbox/Rights.h"
#include "sandbox/Filter.h"
#include <cstdint>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cudafix::sandbox {
namespace {

/// struct landlock_ruleset_attr of Linux 6.12; older versions know only the first fields.
struct Ruleset {
  uint64_t Files, Network, Scopes;
};

// Newer than the headers of some distributions.
constexpr uint64_t Truncate = 1 << 14;
constexpr uint64_t SignalsOutside = 1 << 1;

} // namespace

/// The version of Landlock; below 1: there is none.
static long landlockVersion() {
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/// All rights to change files that this version of Landlock knows.
static uint64_t changes(long Version) {
  uint64_t All = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                 LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                 LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                 LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                 LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (Version >= 2)
    All |= LANDLOCK_ACCESS_FS_REFER;
  if (Version >= 3)
    All |= Truncate;
  return All;
}

static bool allow(int Rules, const std::string &Path, uint64_t Changes) {
  int File = ::open(Path.c_str(), O_PATH | O_CLOEXEC);
  if (File < 0)
    return true; // A path that does not exist needs no right, and cannot be created.
  struct stat Status;
  bool IsFolder = ::fstat(File, &Status) == 0 && S_ISDIR(Status.st_mode);
  landlock_path_beneath_attr Rule{};
  Rule.allowed_access = IsFolder ? Changes : Changes & (LANDLOCK_ACCESS_FS_WRITE_FILE | Truncate);
  Rule.parent_fd = File;
  bool Good = ::syscall(SYS_landlock_add_rule, Rules, LANDLOCK_RULE_PATH_BENEATH, &Rule, 0) == 0;
  ::close(File);
  return Good;
}

static bool holdFilesTo(const std::vector<std::string> &Writable) {
  const long Version = landlockVersion();
  if (Version < 1)
    return false;
  Ruleset Handled{changes(Version), 0, Version >= 6 ? SignalsOutside : 0};
  int Rules = ::syscall(SYS_landlock_create_ruleset, &Handled,
                        Version >= 6 ? sizeof(Handled) : sizeof(Handled.Files), 0);
  bool Good = Rules >= 0;
  for (const std::string &Path : Writable)
    Good = Good && allow(Rules, Path, Handled.Files);
  Good = Good && ::syscall(SYS_landlock_restrict_self, Rules, 0) == 0;
  if (Rules >= 0)
    ::close(Rules);
  return Good;
}

bool holdTo([[maybe_unused]] const Rights &Kept) {
#if defined(__has_feature) && __has_feature(address_sanitizer)
  return true; // Its reports are written to files, with the help of other programs.
#else
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return false;
  bool Files = holdFilesTo(Kept.Writable);
  return loadRightsFilter(Kept.Programs) && Files;
#endif
}

static bool tryToHold() {
  const pid_t Child = ::fork();
  if (Child == 0)
    ::_exit(holdTo(Rights()) ? 0 : 1);
  int Status = 0;
  return Child > 0 && ::waitpid(Child, &Status, 0) == Child && WIFEXITED(Status) &&
         WEXITSTATUS(Status) == 0;
}

bool canHoldTo() {
  static const bool Can = tryToHold();
  return Can;
}

} // namespace cudafix::sandbox
