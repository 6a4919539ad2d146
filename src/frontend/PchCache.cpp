// SPDX-License-Identifier: Apache-2.0
#include "frontend/PchCache.h"
#include "frontend/EmbeddedHeaders.h"
#include "frontend/ParsedSide.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LockFileManager.h"
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

/// The arguments of the command that a precompiled header depends on. Include folders and
/// macros do not matter: the embedded headers are found first and look at no user macro.
/// Nothing when a macro changes the standard library itself.
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

/// Changes when a package with system headers is installed or upgraded.
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

static bool build(const std::vector<std::string> &Args, StringRef Out,
                  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  std::string Problem;
  auto Inv = createAnalysisInvocation(Args, FS, Problem);
  if (!Inv)
    return false;
  // Written beside its place and renamed: nobody sees half a file.
  llvm::SmallString<256> Temporary;
  if (fs::createUniqueFile(Out + "-%%%%%%.tmp", Temporary))
    return false;
  Inv->getFrontendOpts().OutputFile = Temporary.str().str();
  Inv->getFrontendOpts().ProgramAction = clang::frontend::GeneratePCH;
  Inv->getFrontendOpts().UseTemporary = false;
  auto CI = std::make_unique<clang::CompilerInstance>(std::move(Inv));
  CI->setVirtualFileSystem(FS);
  CI->createDiagnostics(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  CI->createFileManager();
  clang::GeneratePCHAction Action;
  bool Built = CI->ExecuteAction(Action);
  if (!Built || fs::rename(Temporary, Out)) {
    fs::remove(Temporary);
    return false;
  }
  return true;
}

/// Old versions of headers and compilers leave files behind: the oldest go.
static void prune(StringRef Folder) {
  constexpr size_t Keep = 48;
  std::vector<std::pair<llvm::sys::TimePoint<>, std::string>> Files;
  std::error_code EC;
  for (fs::directory_iterator I(Folder, EC), End; I != End && !EC; I.increment(EC))
    if (path::extension(I->path()) == ".pch")
      if (auto Status = I->status())
        Files.push_back({Status->getLastModificationTime(), I->path()});
  if (Files.size() <= Keep)
    return;
  llvm::sort(Files);
  for (size_t I = 0; I + Keep < Files.size(); ++I)
    fs::remove(Files[I].second);
}

std::string precompiledHeader(const CompileCommand &Cmd, const Options &Opts,
                              const HeaderSet &Headers, Side S,
                              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  std::string Folder = cacheFolder(Opts);
  auto Args = languageArgs(Cmd.Args);
  if (Folder.empty() || !Args || !Headers.Toolkit.empty() || Headers.Std == StdHeaders::CMath)
    return "";
  bool Light = Headers.Std == StdHeaders::None;
  CompileCommand Header;
  Header.File =
      (EmbeddedRoot + (Light ? "/__cudafix_runtime.h" : "/__cudafix_std_headers.h")).str();
  Header.Args = std::move(*Args);
  std::vector<std::string> Full = invocationArgs(Header, Opts, Headers, S);
  std::string Key = llvm::join(Full, "\n") + clang::getClangFullVersion() + systemStamp() +
                    llvm::utohexstr(embeddedHeadersHash());
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "pch");
  if (fs::create_directories(Path))
    return "";
  std::string Pch = (Path + "/" + llvm::utohexstr(llvm::xxh3_64bits(Key)) + ".pch").str();
  // An empty file: it cannot be built with these options, and nobody need try again.
  auto Usable = [&]() -> std::string {
    uint64_t Size = 0;
    return !fs::file_size(Pch, Size) && Size > 0 ? Pch : "";
  };
  if (fs::exists(Pch))
    return Usable();
  llvm::LockFileManager Lock(Pch);
  llvm::Expected<bool> Mine = Lock.tryLock();
  if (!Mine) {
    llvm::consumeError(Mine.takeError());
    return "";
  }
  if (!*Mine) {
    Lock.waitForUnlockFor(std::chrono::seconds(60));
    return Usable();
  }
  if (!fs::exists(Pch) && !build(Full, Pch, FS)) {
    std::error_code EC;
    llvm::raw_fd_ostream Mark(Pch, EC);
  }
  prune(Path);
  return Usable();
}

} // namespace cudafix::frontend
