// SPDX-License-Identifier: Apache-2.0
#include "cache/Recording.h"
#include "cache/Digest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cudafix::cache {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace vfs = llvm::vfs;

static std::string failure(std::error_code EC) { return "-" + std::to_string(EC.value()); }

static std::string contents(StringRef Text) { return "f" + Digest().add(Text).bytes(); }

static std::string listing(vfs::FileSystem &FS, StringRef Folder) {
  Digest D;
  std::error_code EC;
  for (vfs::directory_iterator I = FS.dir_begin(Folder, EC), End; I != End && !EC; I.increment(EC))
    D.add(llvm::sys::path::filename(I->path())).add(static_cast<uint64_t>(I->type()));
  return EC ? failure(EC) : "l" + D.bytes();
}

static std::string realPath(vfs::FileSystem &FS, StringRef Path) {
  llvm::SmallString<256> Real;
  std::error_code EC = FS.getRealPath(Path, Real);
  return EC ? failure(EC) : "r" + Real.str().str();
}

/// The answer that a status alone gives; its text is empty for a file, whose contents matter.
static Answer answerOf(const llvm::ErrorOr<vfs::Status> &Status) {
  Answer A;
  if (!Status)
    A.Text = failure(Status.getError());
  else if (Status->isDirectory())
    A.Text = "d";
  else if (!Status->isRegularFile())
    A.Text = "o";
  A.HasId = A.Text.empty();
  if (A.HasId)
    A.Id = Status->getUniqueID();
  return A;
}

static std::string readContents(vfs::FileSystem &FS, StringRef Path) {
  auto Buffer = FS.getBufferForFile(Path, /*FileSize=*/-1, /*RequiresNullTerminator=*/false);
  return Buffer ? contents((*Buffer)->getBuffer()) : failure(Buffer.getError());
}

const Answer &Answers::of(const Probe &P) {
  auto [At, New] = Known.try_emplace(P);
  if (!New)
    return At->second;
  Answer &A = At->second;
  if (P.What == Probe::Kind::Folder)
    A.Text = listing(*FS, P.Path);
  else if (P.What == Probe::Kind::RealPath)
    A.Text = realPath(*FS, P.Path);
  else if (A = answerOf(FS->status(P.Path)); A.Text.empty())
    A.Text = readContents(*FS, P.Path);
  return A;
}

std::string digestOf(llvm::ArrayRef<Probe> Asked,
                     llvm::function_ref<const Answer &(const Probe &)> AnswerOf) {
  Digest D;
  std::map<fs::UniqueID, uint64_t> First;
  for (size_t I = 0; I < Asked.size(); ++I) {
    const Answer &A = AnswerOf(Asked[I]);
    D.add(static_cast<uint64_t>(Asked[I].What)).add(Asked[I].Path).add(A.Text);
    D.add(A.HasId ? First.try_emplace(A.Id, I).first->second : I);
  }
  return D.bytes();
}

std::string toText(llvm::ArrayRef<Probe> Probes) {
  std::string Text;
  for (const Probe &P : Probes)
    put(Text, static_cast<char>(P.What) + P.Path);
  return Text;
}

bool fromText(StringRef Text, std::vector<Probe> &Probes) {
  while (!Text.empty()) {
    StringRef Each;
    if (!take(Text, Each) || Each.empty() || !StringRef("edr").contains(Each[0]))
      return false;
    Probes.push_back({static_cast<Probe::Kind>(Each[0]), Each.drop_front().str()});
  }
  return true;
}

/// A file whose contents are recorded as they are read.
class Recording::ReadFile final : public vfs::File {
public:
  ReadFile(std::unique_ptr<vfs::File> Of, Recording &To, std::string Path)
      : Of(std::move(Of)), To(To), Path(std::move(Path)) {}
  llvm::ErrorOr<vfs::Status> status() override { return Of->status(); }
  llvm::ErrorOr<std::string> getName() override { return Of->getName(); }
  std::error_code close() override { return Of->close(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t Size, bool NullTerminated, bool Volatile) override {
    auto Buffer = Of->getBuffer(Name, Size, NullTerminated, Volatile);
    if (Buffer)
      To.noteContents(Path, (*Buffer)->getBuffer());
    return Buffer;
  }

private:
  std::unique_ptr<vfs::File> Of;
  Recording &To;
  std::string Path;
};

Recording::Recording(llvm::IntrusiveRefCntPtr<vfs::FileSystem> FS, StringRef Ignored)
    : ProxyFileSystem(std::move(FS)), Ignored(Ignored),
      // The clock of files is coarser than the system's.
      Start(std::chrono::system_clock::now() - std::chrono::milliseconds(10)) {}

Recording::~Recording() = default;

std::string Recording::pathOf(const llvm::Twine &Path) const {
  llvm::SmallString<256> Absolute;
  Path.toVector(Absolute);
  if (makeAbsolute(Absolute))
    return "";
  if (StringRef Rest = Absolute;
      !Ignored.empty() && Rest.consume_front(Ignored) && (Rest.empty() || Rest.starts_with("/")))
    return "";
  return Absolute.str().str();
}

void Recording::note(std::string Path, const llvm::ErrorOr<vfs::Status> &Status) {
  if (Path.empty())
    return;
  std::lock_guard<std::mutex> Lock(Guard);
  Answer Now = answerOf(Status);
  auto [At, New] = All.try_emplace({Probe::Kind::Entry, std::move(Path)});
  Seen &S = At->second;
  if (New) {
    S.Told = Now;
    if (Now.HasId)
      S.AtFirst = *Status;
  }
  Steady &=
      S.Told.HasId == Now.HasId && (Now.HasId ? S.Told.Id == Now.Id : S.Told.Text == Now.Text);
}

void Recording::noteContents(const std::string &Path, StringRef Text) {
  std::lock_guard<std::mutex> Lock(Guard);
  auto At = All.find({Probe::Kind::Entry, Path});
  if (At == All.end())
    return;
  std::string Now = contents(Text);
  Steady &= At->second.Told.Text.empty() || At->second.Told.Text == Now;
  At->second.Told.Text = std::move(Now);
}

llvm::ErrorOr<vfs::Status> Recording::status(const llvm::Twine &Path) {
  auto Status = ProxyFileSystem::status(Path);
  note(pathOf(Path), Status);
  return Status;
}

llvm::ErrorOr<std::unique_ptr<vfs::File>> Recording::openFileForRead(const llvm::Twine &Path) {
  std::string Absolute = pathOf(Path);
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (Absolute.empty())
    return File;
  if (!File) {
    note(Absolute, ProxyFileSystem::status(Path));
    return File;
  }
  note(Absolute, (*File)->status());
  return std::make_unique<ReadFile>(std::move(*File), *this, std::move(Absolute));
}

vfs::directory_iterator Recording::dir_begin(const llvm::Twine &Dir, std::error_code &EC) {
  if (std::string Path = pathOf(Dir); !Path.empty()) {
    std::string Text = listing(getUnderlyingFS(), Path);
    std::lock_guard<std::mutex> Lock(Guard);
    Seen &S = All[{Probe::Kind::Folder, std::move(Path)}];
    Steady &= S.Told.Text.empty() || S.Told.Text == Text;
    S.Told.Text = std::move(Text);
  }
  return ProxyFileSystem::dir_begin(Dir, EC);
}

std::error_code Recording::getRealPath(const llvm::Twine &Path,
                                       llvm::SmallVectorImpl<char> &Output) {
  if (std::string Absolute = pathOf(Path); !Absolute.empty()) {
    std::string Text = realPath(getUnderlyingFS(), Absolute);
    std::lock_guard<std::mutex> Lock(Guard);
    All[{Probe::Kind::RealPath, std::move(Absolute)}].Told.Text = std::move(Text);
  }
  return ProxyFileSystem::getRealPath(Path, Output);
}

bool Recording::isAsAtFirst(const std::string &Path, const vfs::Status &First) {
  auto Now = getUnderlyingFS().status(Path);
  return Now && Now->getUniqueID() == First.getUniqueID() && Now->getSize() == First.getSize() &&
         Now->getLastModificationTime() == First.getLastModificationTime() &&
         First.getLastModificationTime() < Start;
}

std::optional<Recording::Trace> Recording::finish() {
  std::lock_guard<std::mutex> Lock(Guard);
  Trace T;
  for (auto &[P, S] : All) {
    if (S.Told.HasId) {
      if (S.Told.Text.empty())
        S.Told.Text = readContents(getUnderlyingFS(), P.Path);
      Steady = Steady && isAsAtFirst(P.Path, S.AtFirst);
    }
    T.Asked.push_back(P);
  }
  if (!Steady)
    return std::nullopt;
  T.Sum = digestOf(T.Asked, [&](const Probe &P) -> const Answer & { return All.at(P).Told; });
  return T;
}

} // namespace cudafix::cache
