// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/PchCache.h"
#include "frontend/Program.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <gtest/gtest.h>
#include <thread>

using namespace cudafix;
using namespace cudafix::frontend;
namespace fs = llvm::sys::fs;

namespace {

class PchCache : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("cuda-fix-pch", Folder));
    Cmd.File = path("a.cu");
    Cmd.Directory = Folder.str().str();
    write(Cmd.File, "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n");
    Opts.CacheDir = path("cache");
  }
  void TearDown() override { fs::remove_directories(Folder); }

  std::string path(llvm::StringRef Name) const { return (Folder + "/" + Name).str(); }
  static void write(llvm::StringRef File, llvm::StringRef Text) {
    std::error_code EC;
    llvm::raw_fd_ostream(File, EC) << Text;
    ASSERT_FALSE(EC);
  }
  static std::string read(llvm::StringRef File) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }
  /// What the cache holds, without locks.
  /// Without the mark of the last pruning.
  std::vector<std::string> files() const {
    std::vector<std::string> All;
    std::error_code EC;
    for (fs::directory_iterator I(path("cache/pch"), EC), End; I != End && !EC; I.increment(EC))
      if (llvm::sys::path::extension(I->path()) != ".timestamp")
        All.push_back(I->path());
    return All;
  }
  llvm::Expected<std::string> get() const {
    return precompiledHeader(Cmd, Opts, {}, Side::Device,
                             withEmbeddedHeaders(llvm::vfs::createPhysicalFileSystem(), Folder));
  }
  std::string got() const {
    llvm::Expected<std::string> Pch = get();
    return Pch ? *Pch : "error: " + llvm::toString(Pch.takeError());
  }
  /// Parses the unit; the warnings.
  std::vector<std::string> parse() const {
    auto P = Program::parse(Cmd, Opts);
    EXPECT_TRUE(bool(P));
    if (!P)
      return {llvm::toString(P.takeError())};
    EXPECT_EQ((*P)->diagnostics(), std::vector<std::string>{});
    EXPECT_EQ((*P)->kernels().size(), 1u);
    return (*P)->command().Warnings;
  }

  llvm::SmallString<128> Folder;
  CompileCommand Cmd;
  Options Opts;
};

} // namespace

TEST_F(PchCache, IsForItsOwnerAlone) {
  std::string Pch = got();
  EXPECT_EQ(files(), std::vector<std::string>{Pch});
  EXPECT_EQ(*fs::getPermissions(Pch), fs::owner_read | fs::owner_write);
  EXPECT_EQ(*fs::getPermissions(path("cache")), fs::owner_all);
  EXPECT_EQ(*fs::getPermissions(path("cache/pch")), fs::owner_all);
  // A folder of an older version.
  ASSERT_FALSE(fs::setPermissions(path("cache/pch"), fs::owner_all | fs::all_read | fs::all_exe));
  EXPECT_EQ(got(), Pch);
  EXPECT_EQ(*fs::getPermissions(path("cache/pch")), fs::owner_all);
}

TEST_F(PchCache, BuildsADamagedOneAgain) {
  const std::string Pch = got(), Whole = read(Pch);
  ASSERT_GT(Whole.size(), 100'000u);
  std::string Flipped = Whole;
  Flipped[Whole.size() / 2] ^= 0x10;
  for (llvm::StringRef Damaged :
       {llvm::StringRef(Flipped), llvm::StringRef(Whole).drop_back(1),
        llvm::StringRef(Whole).take_front(4096), llvm::StringRef(), llvm::StringRef("foreign")}) {
    write(Pch, Damaged);
    std::string Again = got();
    ASSERT_TRUE(llvm::StringRef(Again).ends_with(".pch")) << Again;
    EXPECT_EQ(read(Again).size(), Whole.size());
    EXPECT_EQ(files(), std::vector<std::string>{Again});
  }
}

/// Damaged in memory before it was written, say: the checksum fits, and Clang may crash.
TEST_F(PchCache, SurvivesOneThatClangCannotRead) {
  const std::string Pch = got(), Whole = read(Pch);
  const std::string Key = llvm::StringRef(Pch).rsplit('-').first.str();
  unsigned Crashes = 0;
  for (size_t At = Whole.size() / 64; At < Whole.size(); At += Whole.size() / 16) {
    std::string Damaged = Whole;
    for (size_t I = At; I < std::min(At + 64, Whole.size()); ++I)
      Damaged[I] = ~Damaged[I];
    for (const std::string &F : files())
      fs::remove(F);
    write(Key + "-" + llvm::utohexstr(llvm::xxh3_64bits(Damaged)) + ".pch", Damaged);
    for (const std::string &W : parse()) {
      ++Crashes;
      EXPECT_NE(
          W.find("clang crashed with a precompiled header of the cache folder " + path("cache")),
          std::string::npos)
          << W;
      EXPECT_TRUE(files().empty() || read(files().front()) != Damaged);
      EXPECT_EQ(parse(), std::vector<std::string>{}); // built again
    }
  }
  EXPECT_GT(Crashes, 0u);
}

TEST_F(PchCache, SaysThatItsFolderCannotBeUsed) {
  write(path("cache"), "a file");
  EXPECT_NE(got().find("the cache folder " + path("cache") + " cannot be used: Not a directory"),
            std::string::npos)
      << got();
  std::vector<std::string> Warnings = parse();
  ASSERT_EQ(Warnings.size(), 1u);
  EXPECT_NE(Warnings.front().find("--cache-dir names another folder"), std::string::npos);
}

TEST_F(PchCache, RemembersWhatCannotBeBuilt) {
  Cmd.Args = {"-nostdinc"};
  EXPECT_EQ(got(), "");
  ASSERT_EQ(files().size(), 1u);
  EXPECT_TRUE(llvm::StringRef(files().front()).ends_with(".none")) << files().front();
  EXPECT_EQ(got(), "");
}

TEST_F(PchCache, IsSharedByThreads) {
  std::vector<std::string> Got(4);
  std::vector<std::thread> Threads;
  for (std::string &G : Got)
    Threads.emplace_back([&] { G = got(); });
  for (std::thread &T : Threads)
    T.join();
  for (const std::string &G : Got)
    EXPECT_EQ(G, Got.front());
  EXPECT_EQ(files(), std::vector<std::string>{Got.front()});
}
