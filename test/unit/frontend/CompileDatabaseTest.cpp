// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/CompileDatabase.h"
#include "frontend/parse/MakefileArgs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace cudafix;
using namespace cudafix::frontend;

namespace {

/// A folder that goes away with the test.
class CompileDatabaseTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cuda-fix-test", Root));
    llvm::SmallString<128> Real;
    ASSERT_FALSE(llvm::sys::fs::real_path(Root, Real));
    Root = Real;
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  std::string path(llvm::StringRef Name) const { return (Root + "/" + Name).str(); }
  void write(llvm::StringRef Name, llvm::StringRef Text) {
    std::string File = path(Name);
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File));
    std::error_code EC;
    llvm::raw_fd_ostream(File, EC) << Text;
    ASSERT_FALSE(EC);
  }
  std::vector<std::string> filesOf(const Options &Opts) {
    auto Commands = compileCommands(Opts);
    EXPECT_TRUE(bool(Commands)) << llvm::toString(Commands.takeError());
    std::vector<std::string> Names;
    if (Commands)
      for (const CompileCommand &C : *Commands)
        Names.push_back(llvm::StringRef(C.File).drop_front(Root.size() + 1).str());
    return Names;
  }

  llvm::SmallString<128> Root;
};

TEST_F(CompileDatabaseTest, ReadsCommandsOfBothCompilers) {
  write("src/a.cu", "");
  write("src/b.cu", "");
  write("build/compile_commands.json",
        R"([
    {"directory": ")" +
            path("build") + R"(", "file": "../src/a.cu",
     "command": "nvcc -arch=sm_70 -DA --frobnicate -c ../src/a.cu -o a.o"},
    {"directory": ")" +
            path("build") + R"(", "file": "../src/b.cu",
     "arguments": ["clang++", "--cuda-gpu-arch=sm_80", "-c", "../src/b.cu"]},
    {"directory": ")" +
            path("build") +
            R"(", "file": "../src/main.cpp", "command": "g++ -c ../src/main.cpp"}])");
  Options Opts;
  Opts.BuildPath = path("build");
  auto Commands = compileCommands(Opts);
  ASSERT_TRUE(bool(Commands)) << llvm::toString(Commands.takeError());
  ASSERT_EQ(Commands->size(), 2u);
  EXPECT_EQ((*Commands)[0].File, path("src/a.cu"));
  EXPECT_EQ((*Commands)[0].Args, (std::vector<std::string>{"-DA", "--cuda-gpu-arch=sm_70"}));
  EXPECT_EQ((*Commands)[0].Warnings.size(), 1u);
  EXPECT_EQ((*Commands)[1].Args, (std::vector<std::string>{"--cuda-gpu-arch=sm_80"}));
  EXPECT_EQ((*Commands)[1].Directory, path("build"));
}

TEST_F(CompileDatabaseTest, SaysWhatIsWrongWithADatabase) {
  Options Opts;
  Opts.BuildPath = path("nowhere");
  auto None = compileCommands(Opts);
  ASSERT_FALSE(bool(None));
  EXPECT_NE(llvm::toString(None.takeError()).find("nowhere"), std::string::npos);
  write("compile_commands.json", "{");
  Opts.BuildPath = Root.str().str();
  auto Broken = compileCommands(Opts);
  ASSERT_FALSE(bool(Broken));
  EXPECT_NE(llvm::toString(Broken.takeError()).find("not JSON"), std::string::npos);
}

TEST_F(CompileDatabaseTest, ExpandsFoldersWithoutFragments) {
  write("b.cu", "#include \"parts/kernel.cu\"\n");
  write("a.cu", "int x;\n");
  write("parts/kernel.cu", "");
  write("notes.txt", "");
  write(".hidden/c.cu", "");
  Options Opts;
  Opts.Paths = {Root.str().str(), path("a.cu")};
  EXPECT_EQ(filesOf(Opts), (std::vector<std::string>{"a.cu", "b.cu"}));
}

TEST_F(CompileDatabaseTest, RefusesAFolderWithoutSources) {
  Options Opts;
  Opts.Paths = {Root.str().str()};
  auto Commands = compileCommands(Opts);
  EXPECT_FALSE(bool(Commands));
  llvm::consumeError(Commands.takeError());
}

TEST_F(CompileDatabaseTest, LooksForIncludeFoldersAndAppendsTypedArguments) {
  write("include/x.h", "");
  write("src/a.cu", "");
  Options Opts;
  Opts.Paths = {path("src/a.cu")};
  Opts.CompilerArgs = {"-DTYPED"};
  auto Commands = compileCommands(Opts);
  ASSERT_TRUE(bool(Commands)) << llvm::toString(Commands.takeError());
  const auto &Args = Commands->front().Args;
  EXPECT_TRUE(llvm::is_contained(Args, "-I" + path("include")));
  EXPECT_EQ(Args.back(), "-DTYPED");
}

TEST_F(CompileDatabaseTest, ReadsFlagsOfAMakefile) {
  write("Makefile", "ARCH = sm_70\n"
                    "CFLAGS := -std=c++17 -DN=4 $(EXTRA) \\\n  -Iinc -O3 -arch=$(ARCH)\n"
                    "ifeq ($(DEBUG),1)\nCFLAGS += -DSLOW\nelse\nCFLAGS += -DFAST\nendif\n"
                    "%.o: %.cu\n\tnvcc $(CFLAGS) -c $< -o $@\n");
  EXPECT_EQ(makefileArgs(Root),
            (std::vector<std::string>{"-std=c++17", "-DN=4", "-I" + path("inc"), "-DFAST"}));
}

TEST_F(CompileDatabaseTest, LeavesOutWhatOnlyMakeKnows) {
  write("Makefile", "ABI := $(shell python3 -c 'print(1)')\nNONE =\n"
                    "CFLAGS = -DABI=$(ABI) -DNONE=$(NONE) -I$(HOME_OF_IT)/include $(ABI) -DA\n"
                    "ifeq ($(UNSET),)\nCFLAGS += -DB\nendif\n"
                    "all:\n\t$(NVCC) $(CFLAGS) -c a.cu\n");
  EXPECT_EQ(makefileArgs(Root), (std::vector<std::string>{"-DNONE=", "-DA", "-DB"}));
}

TEST_F(CompileDatabaseTest, MakefilesThatNameThemselvesEnd) {
  std::string Text = "A = -DA $(B)\nB =";
  for (unsigned I = 0; I < 1000; ++I)
    Text += " $(A)";
  for (unsigned I = 0; I < 100; ++I)
    Text += "\ninclude Makefile";
  write("Makefile", Text + "\nall:\n\tnvcc $(A) -c a.cu\n");
  EXPECT_EQ(makefileArgs(Root), std::vector<std::string>{"-DA"});
}

TEST_F(CompileDatabaseTest, FilesWithoutEndAreNotRead) {
  write("inc/flags.mk", "CFLAGS = -DA\n");
  write("Makefile",
        "include inc/flags.mk\ninclude endless\nall:\n\tnvcc -optf endless $(CFLAGS) -c a.cu\n");
  ASSERT_FALSE(llvm::sys::fs::create_link("/dev/zero", path("endless")));
  EXPECT_EQ(makefileArgs(Root), std::vector<std::string>{"-DA"});
}

} // namespace
