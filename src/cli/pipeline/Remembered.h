// SPDX-License-Identifier: Apache-2.0
//
// Results of former runs: what a unit's result depends on is its key, so that a result is found
// again exactly where it would be found out again.
#pragma once

#include "cache/Recording.h"
#include "cache/Store.h"
#include "cli/pipeline/Workers.h"

namespace cudafix::cli {

struct CommandLine;
struct Unit;

/// One piece of work for a child process.
struct Task {
  const Unit *Of;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  /// What is done with the unit, as part of the key; empty: nothing of it is remembered.
  std::string Purpose;
};

/// The sum of what is asked about a unit, whatever its files hold: command and options.
std::string questionOf(const Unit &U);

/// What a job has learnt, and after it what former ones have, as far as there is room. Empty: the
/// job has learnt nothing new.
std::string addLearnt(llvm::StringRef OfJob, llvm::StringRef Former);

class Remembered {
public:
  explicit Remembered(const CommandLine &Line);
  ~Remembered();

  /// What a former run handed over, where all that it asked is answered as it was then.
  std::optional<std::string> find(const Task &T);
  /// What former runs learnt of the task's file, whatever it held and was asked then.
  std::string learntOf(const Task &T) { return remembers(T) ? learntOf(*T.Of) : ""; }
  std::string learntOf(const Unit &U);
  /// Adds what a job has learnt.
  void learn(const Unit &U, llvm::StringRef Learnt);
  /// Takes a result of `record` for the future, and leaves what the work handed over.
  void keep(const Task &T, JobResult &R);
  /// What the task took when it was last done, whatever its files held then; an hour: it is new.
  double seconds(const Task &T);
  /// To be called when files have changed under the tasks.
  void lookAgain() { Known.clear(); }

  /// Does the work and hands over its last result with what it asked of the file system.
  void record(
      const Task &T, Emit Send,
      llvm::function_ref<void(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>, Emit)> Work) const;

  /// Why the server of --remote-cache was not used to the end; empty: it was.
  std::string problem() const;
  /// For --cache-stats: one line.
  std::string stats() const;

private:
  bool remembers(const Task &T) const { return Kept && !T.Purpose.empty(); }
  std::string questionOf(const Task &T) const;
  cache::Answers &answersOf(const Task &T);

  std::unique_ptr<cache::Store> Kept; ///< null: nothing is remembered
  std::string Headers;                ///< the folder of precompiled headers, sure by themselves
  std::vector<std::pair<const llvm::vfs::FileSystem *, std::unique_ptr<cache::Answers>>> Known;
  size_t Found = 0, Judged = 0, Stored = 0;
};

} // namespace cudafix::cli
