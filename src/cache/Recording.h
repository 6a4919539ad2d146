// SPDX-License-Identifier: Apache-2.0
//
// What a job asks of the file system, and what it is told: files that were read, looked at or
// looked for in vain, and folders that were listed. A job that is told the same once more does
// the same once more.
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

/// What a file system says to a probe. The contents count, not the times.
struct Answer {
  std::string Text;
  llvm::sys::fs::UniqueID Id; ///< of a file: two names of one file are told apart by it
  bool HasId = false;
};

/// Asks each question once; what is known then stays.
class Answers {
public:
  explicit Answers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) : FS(std::move(FS)) {}
  const Answer &of(const Probe &P);

private:
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  std::map<Probe, Answer> Known;
};

/// The sum of what was asked and answered, in this order.
std::string digestOf(llvm::ArrayRef<Probe> Asked,
                     llvm::function_ref<const Answer &(const Probe &)> AnswerOf);

std::string toText(llvm::ArrayRef<Probe> Probes);
/// False: not what `toText` wrote.
bool fromText(llvm::StringRef Text, std::vector<Probe> &Probes);

/// Hands a file system through, and writes down what is asked.
class Recording : public llvm::vfs::ProxyFileSystem {
public:
  /// Below `Ignored` nothing is recorded.
  Recording(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, llvm::StringRef Ignored);
  ~Recording() override;

  /// All questions, sorted, and the sum of the answers. Nothing: a file changed meanwhile or was
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
    Answer Told;               ///< the text of a file that was not read is empty until the end
    llvm::vfs::Status AtFirst; ///< of a file
  };
  /// The absolute path; empty: it is ignored.
  std::string pathOf(const llvm::Twine &Path) const;
  void note(std::string Path, const llvm::ErrorOr<llvm::vfs::Status> &Status);
  void noteContents(const std::string &Path, llvm::StringRef Text);
  bool isAsAtFirst(const std::string &Path, const llvm::vfs::Status &First);

  std::string Ignored;
  llvm::sys::TimePoint<> Start;
  std::mutex Guard;
  std::map<Probe, Seen> All;
  bool Steady = true; ///< nothing that was told contradicts what was told before
};

} // namespace cudafix::cache
