// SPDX-License-Identifier: Apache-2.0
#include "cache/Store.h"
#include "cache/Digest.h"
#include "cache/Folder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace cudafix::cache {

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace compression = llvm::compression;

namespace {

class FolderBackend : public Backend {
public:
  /// If others can write into the folder, entries are read only if they are signed.
  FolderBackend(StringRef Folder, bool Signed) : Folder(Folder) {
    if (!Signed && fs::exists(Folder) && !isOwn(Folder))
      Problem = "others can write into it, and CUDA_FIX_CACHE_KEY names no secret";
    else if (std::error_code EC = createPrivate(Folder))
      Problem = EC.message();
    if (!Problem.empty())
      Problem = "the cache folder " + Folder.str() + " cannot be used: " + Problem;
  }
  std::optional<std::string> get(StringRef Name) override {
    std::string File = fileOf(Name);
    int FD;
    if (!Problem.empty() || fs::openFileForRead(File, FD))
      return std::nullopt;
    auto Text = llvm::MemoryBuffer::getOpenFile(fs::convertFDToNativeFile(FD), File,
                                                /*FileSize=*/-1, /*RequiresNullTerminator=*/false);
    // The most recently used entry is pruned last.
    fs::setLastAccessAndModificationTime(FD, std::chrono::system_clock::now());
    fs::file_t Handle = fs::convertFDToNativeFile(FD);
    fs::closeFile(Handle);
    if (!Text)
      return std::nullopt;
    return (*Text)->getBuffer().str();
  }
  void put(StringRef Name, StringRef Bytes) override {
    if (!Problem.empty())
      return;
    if (llvm::Error E = writeWhole(fileOf(Name), Bytes))
      Problem = "the cache folder " + Folder +
                " cannot be used: " + llvm::errorToErrorCode(std::move(E)).message();
  }

private:
  std::string fileOf(StringRef Name) const { return (Folder + "/" + FilePrefix + Name).str(); }
  std::string Folder;
};

} // namespace

Store::Store(StoreOptions Given, std::unique_ptr<Backend> Far)
    : Opts(std::move(Given)), Remote(std::move(Far)) {
  if (!Opts.Folder.empty())
    Local = std::make_unique<FolderBackend>(Opts.Folder, !Opts.Secret.empty());
  if (Opts.SignedOnly && Opts.Secret.empty())
    Remote = nullptr;
}

Store::~Store() {
  if (Written && Local)
    prune(Opts.Folder, Opts.MostBytes, /*MostFiles=*/1'000'000,
          std::chrono::seconds(Opts.PruneNow ? 0 : 60));
}

static constexpr llvm::StringLiteral Magic = "cuda-fix result 1";
/// Larger than any result; an entry that claims more is damaged.
static constexpr uint64_t MostBytes = uint64_t(1) << 30;

std::string Store::sign(StringRef Key, StringRef Bytes) const {
  Digest D = Opts.Secret.empty() ? Digest() : Digest(Opts.Secret);
  return D.add(Magic).add(Key).add(Bytes).bytes();
}

std::string Store::seal(StringRef Key, StringRef Value) const {
  llvm::SmallVector<uint8_t, 0> Small;
  bool Zstd = compression::zstd::isAvailable();
  auto Raw = llvm::arrayRefFromStringRef(Value);
  if (Zstd)
    compression::zstd::compress(Raw, Small, /*Level=*/3);
  else
    compression::zlib::compress(Raw, Small);
  std::string Body;
  put(Body, Zstd ? "zstd" : "zlib");
  put(Body, std::to_string(Value.size()));
  put(Body, llvm::toStringRef(Small));
  std::string Out;
  put(Out, Magic);
  put(Out, Key);
  put(Out, Body);
  put(Out, sign(Key, Body));
  return Out;
}

/// Checks the signature before anything else in the entry is used.
std::optional<std::string> Store::open(StringRef Key, StringRef Bytes) const {
  StringRef Head, Name, Body, Signature, How, Size, Small;
  if (!take(Bytes, Head) || !take(Bytes, Name) || !take(Bytes, Body) || !take(Bytes, Signature) ||
      !Bytes.empty() || Head != Magic || Name != Key || Signature != sign(Key, Body))
    return std::nullopt;
  uint64_t Length = 0;
  if (!take(Body, How) || !take(Body, Size) || !take(Body, Small) || !Body.empty() ||
      Size.getAsInteger(10, Length) || Length > MostBytes)
    return std::nullopt;
  llvm::SmallVector<uint8_t, 0> Raw;
  auto In = llvm::arrayRefFromStringRef(Small);
  llvm::Error Failed = llvm::createStringError("not compressed in a known way");
  if (How == "zstd" && compression::zstd::isAvailable()) {
    llvm::consumeError(std::move(Failed));
    Failed = compression::zstd::decompress(In, Raw, Length);
  } else if (How == "zlib" && compression::zlib::isAvailable()) {
    llvm::consumeError(std::move(Failed));
    Failed = compression::zlib::decompress(In, Raw, Length);
  }
  if (Failed || Raw.size() != Length) {
    llvm::consumeError(std::move(Failed));
    return std::nullopt;
  }
  return llvm::toStringRef(Raw).str();
}

std::optional<std::string> Store::find(StringRef Key, Backend *Far) {
  for (Backend *From : {Local.get(), Far}) {
    if (!From || !From->problem().empty())
      continue;
    std::optional<std::string> Bytes = From->get(Key);
    std::optional<std::string> Value = Bytes ? open(Key, *Bytes) : std::nullopt;
    if (!Value)
      continue;
    // Unsigned results of a server are not mixed with results of this machine.
    if (From == Far && Local && !Opts.Secret.empty()) {
      Local->put(Key, *Bytes);
      Written = true;
    }
    return Value;
  }
  return std::nullopt;
}

bool Store::keep(StringRef Key, StringRef Value, Backend *Far) {
  bool Kept = false;
  if (Value.size() > MostBytes)
    return false;
  std::string Bytes = seal(Key, Value);
  for (Backend *To : {Local.get(), Far}) {
    if (!To || !To->problem().empty())
      continue;
    To->put(Key, Bytes);
    Kept |= To->problem().empty();
  }
  Written |= Kept;
  return Kept;
}

std::pair<size_t, uint64_t> Store::size() const {
  std::pair<size_t, uint64_t> Size;
  std::error_code EC;
  for (fs::directory_iterator I(Opts.Folder, EC), End; !Opts.Folder.empty() && I != End && !EC;
       I.increment(EC))
    if (auto Status = I->status();
        Status && llvm::sys::path::filename(I->path()).starts_with(FilePrefix)) {
      ++Size.first;
      Size.second += Status->getSize();
    }
  return Size;
}

} // namespace cudafix::cache
