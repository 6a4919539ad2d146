// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/PchCache.h"
#include "cache/Folder.h"
#include "frontend/parse/AnalysisInvocation.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "frontend/parse/ParsedSide.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LockFileManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"

namespace cudafix::frontend {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

std::string cacheFolder(const Options &Opts) {
  if (Opts.NoCache)
    return "";
  if (!Opts.CacheDir.empty())
    return Opts.CacheDir;
  llvm::SmallString<256> Dir;
  if (!path::cache_directory(Dir))
    return "";
  path::append(Dir, "cuda-fix");
  return Dir.str().str();
}

std::string headerCacheFolder(const Options &Opts) {
  llvm::SmallString<256> Folder(cacheFolder(Opts));
  if (!Folder.empty())
    path::append(Folder, "pch");
  return Folder.str().str();
}

/// The arguments of the command on which a precompiled header depends. Include folders and macros
/// do not matter: the embedded headers are found first and use no user macro. nullopt if a macro
/// changes the standard library itself.
static std::optional<std::vector<std::string>> languageArgs(const std::vector<std::string> &Args) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    StringRef Macro = A == "-D" && I + 1 < Args.size() ? StringRef(Args[I + 1]) : A;
    Macro.consume_front("-D");
    for (StringRef Library : {"_GLIBCXX", "_LIBCPP", "_FORTIFY", "__STRICT_ANSI__", "_POSIX",
                              "_XOPEN", "__CUDA", "_FILE_OFFSET"})
      if (A.starts_with("-D") && Macro.starts_with(Library))
        return std::nullopt;
    if (llvm::is_contained(
            {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-D", "-U"}, A)) {
      ++I;
      continue;
    }
    bool Skipped = false;
    for (StringRef Prefix : {"-I", "-isystem", "-iquote", "-idirafter", "-D", "-U", "-include"})
      Skipped |= A.starts_with(Prefix);
    if (!Skipped)
      Result.push_back(A.str());
  }
  return Result;
}

/// A value that changes when a package with system headers is installed or upgraded.
static std::string systemStamp() {
  std::string Stamp;
  auto Add = [&](const llvm::Twine &Path) {
    fs::file_status Status;
    if (!fs::status(Path, Status))
      Stamp += llvm::utostr(Status.getLastModificationTime().time_since_epoch().count()) + " ";
  };
  Add("/usr/include");
  std::error_code EC;
  std::vector<std::string> Versions;
  for (fs::directory_iterator I("/usr/include/c++", EC), End; I != End && !EC; I.increment(EC))
    Versions.push_back(I->path());
  llvm::sort(Versions);
  for (const std::string &V : Versions)
    Add(V + "/bits");
  return Stamp;
}

namespace {

/// Keeps the precompiled header in memory, so that disk errors are not Clang's errors.
class PchAction : public clang::GeneratePCHAction {
public:
  std::shared_ptr<clang::PCHBuffer> Buffer = std::make_shared<clang::PCHBuffer>();

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI,
                                                        StringRef) override {
    return std::make_unique<clang::PCHGenerator>(
        CI.getPreprocessor(), CI.getModuleCache(), /*OutputFile=*/"", /*isysroot=*/"", Buffer,
        CI.getCodeGenOpts(), CI.getFrontendOpts().ModuleFileExtensions);
  }
};

/// The precompiled headers of one key. A file's name ends in a checksum of its contents, so that
/// damage is detected and concurrent writers do not collide.
class Cache {
public:
  Cache(StringRef Folder, StringRef Key)
      : Folder(Folder),
        Base((Folder + "/" + cache::FilePrefix + llvm::utohexstr(llvm::xxh3_64bits(Key))).str()) {}

  std::string find() const;
  llvm::Error add(StringRef Contents) const {
    return cache::writeWhole(fileFor(Contents), Contents);
  }
  /// Removes files that old versions of headers and compilers have left.
  void prune() const { cache::prune(Folder, /*MostBytes=*/0, /*MostFiles=*/48); }
  /// The marker file for options with which it cannot be built, so that no process tries again.
  std::string unbuildable() const { return Base + ".none"; }
  const std::string &lock() const { return Base; }

private:
  std::string fileFor(StringRef Contents) const {
    return Base + "-" + llvm::utohexstr(llvm::xxh3_64bits(Contents)) + ".pch";
  }
  std::string Folder, Base;
};

} // namespace

/// Returns an undamaged file, and removes the other files of the key.
std::string Cache::find() const {
  std::error_code EC;
  for (fs::directory_iterator I(Folder, EC), End; I != End && !EC; I.increment(EC)) {
    StringRef Path = I->path();
    if (!Path.starts_with(Base + "-") || !Path.ends_with(".pch"))
      continue;
    auto Text = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
    if (Text && fileFor((*Text)->getBuffer()) == Path)
      return Path.str();
    fs::remove(Path);
  }
  return "";
}

/// Returns null if the headers do not compile with these arguments.
static std::shared_ptr<clang::PCHBuffer> build(const std::vector<std::string> &Args,
                                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  std::string Problem;
  auto Inv = createAnalysisInvocation(Args, FS, Problem);
  if (!Inv)
    return nullptr;
  Inv->getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  // Instantiates templates here once, instead of at the end of every parse: two thirds of its time.
  Inv->getLangOpts().PCHInstantiateTemplates = true;
  auto CI = std::make_unique<clang::CompilerInstance>(std::move(Inv));
  CI->setVirtualFileSystem(FS);
  CI->createDiagnostics(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  CI->createFileManager();
  PchAction Action;
  bool Built = CI->ExecuteAction(Action) && Action.Buffer->IsComplete;
  return Built ? Action.Buffer : nullptr;
}

llvm::Expected<std::string> precompiledHeader(const CompileCommand &Cmd, const Options &Opts,
                                              const HeaderSet &Headers, Side S,
                                              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  const std::string Folder = headerCacheFolder(Opts);
  auto Args = languageArgs(Cmd.Args);
  if (Folder.empty() || !Args || !Headers.Toolkit.empty() || Headers.Std == StdHeaders::CMath)
    return "";
  bool Light = Headers.Std == StdHeaders::None;
  CompileCommand Header;
  Header.File =
      (EmbeddedRoot + (Light ? "/__cudafix_runtime.h" : "/__cudafix_std_headers.h")).str();
  Header.Args = std::move(*Args);
  std::vector<std::string> Full = invocationArgs(Header, Opts, Headers, S, *FS);
  std::string Key = llvm::join(Full, "\n") + "\ninstantiated " + clang::getClangFullVersion() +
                    systemStamp() + llvm::utohexstr(embeddedHeadersHash());
  auto Unusable = [&](llvm::Error E) {
    // The message may name a temporary file; a message that is equal for all units is printed once.
    std::error_code EC = llvm::errorToErrorCode(std::move(E));
    return llvm::createStringError(
        "the cache folder " + cacheFolder(Opts) + " cannot be used" +
        (EC == llvm::inconvertibleErrorCode() ? "" : ": " + EC.message()) +
        "; headers are parsed each time (--cache-dir names another folder)");
  };
  if (std::error_code EC = cache::createPrivate(Folder))
    return Unusable(llvm::errorCodeToError(EC));
  Cache C(Folder, Key);
  auto Done = [&] { return fs::exists(C.unbuildable()); };
  if (std::string Found = C.find(); !Found.empty() || Done())
    return Found;
  llvm::LockFileManager Lock(C.lock());
  llvm::Expected<bool> Mine = Lock.tryLock();
  if (!Mine)
    return Unusable(Mine.takeError());
  if (!*Mine) {
    Lock.waitForUnlockFor(std::chrono::seconds(60));
    return C.find();
  }
  if (std::string Found = C.find(); !Found.empty() || Done())
    return Found;
  if (auto Built = build(Full, FS)) {
    if (llvm::Error E = C.add({Built->Data.data(), Built->Data.size()}))
      return Unusable(std::move(E));
  } else {
    std::error_code EC;
    llvm::raw_fd_ostream Mark(C.unbuildable(), EC);
  }
  C.prune();
  return C.find();
}

} // namespace cudafix::frontend
