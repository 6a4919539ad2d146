// SPDX-License-Identifier: Apache-2.0
//
// Results of earlier runs. The key of a result covers everything it depends on, so a result is
// found only if the analysis would give the same one.
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
  /// What is done with the unit, as part of the key; empty: nothing is remembered.
  std::string Purpose;
};

/// A checksum of what is asked about a unit, whatever its files hold: command and options.
std::string questionOf(const Unit &U);

/// What a job learnt, followed by what earlier ones did, as far as there is room. Empty: it learnt
/// nothing new.
std::string addLearnt(llvm::StringRef OfJob, llvm::StringRef Former);

/// The store of earlier results of one run.
class Remembered {
public:
  explicit Remembered(const CommandLine &Line);
  ~Remembered();

  /// The result of an earlier run, if everything it asked of the file system is still answered the
  /// same.
  std::optional<std::string> find(const Task &T);
  /// What earlier runs learnt about the task's file, whatever its contents and the questions were.
  std::string learntOf(const Task &T) { return remembers(T) ? learntOf(*T.Of) : ""; }
  std::string learntOf(const Unit &U);
  /// Stores what a job learnt.
  void learn(const Unit &U, llvm::StringRef Learnt);
  /// Stores a result of `record`, and reduces it to what the work itself handed over.
  void keep(const Task &T, JobResult &R);
  /// The seconds that the task took last time, whatever its files held; an hour if it is new.
  double seconds(const Task &T);
  /// Must be called after files of the tasks have changed.
  void lookAgain() { Known.clear(); }

  /// Does the work and hands over its last result together with what it asked of the file system.
  void record(
      const Task &T, Emit Send,
      llvm::function_ref<void(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>, Emit)> Work) const;

  /// Why the server of --remote-cache was given up; empty: it was not.
  std::string problem() const;
  /// One line for --cache-stats.
  std::string stats() const;

private:
  bool remembers(const Task &T) const { return Kept && !T.Purpose.empty(); }
  std::string questionOf(const Task &T) const;
  cache::Answers &answersOf(const Task &T);

  std::unique_ptr<cache::Store> Kept; ///< null: nothing is remembered
  std::string Headers;                ///< the folder of precompiled headers, which check themselves
  std::vector<std::pair<const llvm::vfs::FileSystem *, std::unique_ptr<cache::Answers>>> Known;
  size_t Found = 0, Judged = 0, Stored = 0;
};

} // namespace cudafix::cli
