// SPDX-License-Identifier: Apache-2.0
//
// Records the questions of a job to the file system and the answers: files that were read, examined
// or missing, and folders that were listed. A job that gets the same answers again gives the same
// result again.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <mutex>
#include <vector>

namespace cudafix::cache {

/// One question to a file system; the path is absolute.
struct Probe {
  enum class Kind : char { Entry = 'e', Folder = 'd', RealPath = 'r' } What = Kind::Entry;
  std::string Path;
  bool operator<(const Probe &O) const { return std::tie(What, Path) < std::tie(O.What, O.Path); }
  bool operator==(const Probe &O) const { return What == O.What && Path == O.Path; }
};

/// The file system's answer to a probe. It covers contents, not times.
struct Answer {
  std::string Text;
  llvm::sys::fs::UniqueID Id; ///< of a file: shows which names mean the same file
  bool HasId = false;
};

/// Asks the file system each question once and keeps the answer.
class Answers {
public:
  explicit Answers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) : FS(std::move(FS)) {}
  const Answer &of(const Probe &P);

private:
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  std::map<Probe, Answer> Known;
};

/// The checksum of questions and answers, in this order.
std::string digestOf(llvm::ArrayRef<Probe> Asked,
                     llvm::function_ref<const Answer &(const Probe &)> AnswerOf);

std::string toText(llvm::ArrayRef<Probe> Probes);
/// Returns false if `toText` did not write this text.
bool fromText(llvm::StringRef Text, std::vector<Probe> &Probes);

/// Passes requests on to a file system and records them.
class Recording : public llvm::vfs::ProxyFileSystem {
public:
  /// Records nothing below the folder `Ignored`.
  Recording(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, llvm::StringRef Ignored);
  ~Recording() override;

  /// All questions, sorted, and the checksum of the answers. Nothing: a file changed meanwhile, was
  /// younger than the job, or depends on the time.
  struct Trace {
    std::vector<Probe> Asked;
    std::string Sum;
  };
  std::optional<Trace> finish();

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override { return bool(status(Path)); }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Dir, std::error_code &EC) override;
  std::error_code getRealPath(const llvm::Twine &Path,
                              llvm::SmallVectorImpl<char> &Output) override;

private:
  class ReadFile;
  struct Seen {
    Answer Told;               ///< for a file that was not read, the text is filled in at the end
    llvm::vfs::Status AtFirst; ///< the status of a file when it was first asked for
  };
  /// The absolute path; empty: it is below `Ignored`.
  std::string pathOf(const llvm::Twine &Path) const;
  void note(std::string Path, const llvm::ErrorOr<llvm::vfs::Status> &Status);
  void noteContents(const std::string &Path, llvm::StringRef Text);
  bool isAsAtFirst(const std::string &Path, const llvm::vfs::Status &First);

  std::string Ignored;
  llvm::sys::TimePoint<> Start;
  std::mutex Guard;
  std::map<Probe, Seen> All;
  bool Steady = true; ///< no answer contradicted an earlier one
};

} // namespace cudafix::cache
