// SPDX-License-Identifier: Apache-2.0
#include "cli/options/Config.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>

using namespace cudafix;
using namespace cudafix::cli;

namespace {

class Config : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("cuda-fix-config", Folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  std::string write(llvm::StringRef Text) {
    llvm::SmallString<128> File(Folder);
    llvm::sys::path::append(File, ".cuda-fix.yaml");
    std::error_code EC;
    llvm::raw_fd_ostream(File, EC) << Text;
    return File.str().str();
  }
  std::string errorOf(llvm::StringRef Text) {
    llvm::Expected<CommandLine> O = readConfig(write(Text));
    return O ? "" : llvm::toString(O.takeError());
  }

  llvm::SmallString<128> Folder;
};

} // namespace

TEST_F(Config, GivesOptions) {
  llvm::Expected<CommandLine> Line = readConfig(write("checks: '-redundant-barrier'\n"
                                                      "block-dim: [256, 'reduce=128,2']\n"
                                                      "assume: ['n > 0']\n"
                                                      "assume-alias: true\n"
                                                      "fail-on: [undecided, '-warning']\n"
                                                      "arch: sm_90\n"));
  ASSERT_TRUE(static_cast<bool>(Line));
  const Options *O = &Line->Opts;
  EXPECT_EQ(Line->FailOn, (std::set<std::string>{"partial", "undecided"}));
  EXPECT_EQ(O->Checks, "*,-redundant-barrier");
  ASSERT_EQ(O->BlockDims.size(), 2u);
  EXPECT_EQ(O->BlockDims[1].Kernel, "reduce");
  EXPECT_EQ(O->Assumes[0].Text, "n > 0");
  EXPECT_TRUE(O->AssumeAlias);
  EXPECT_EQ(O->Archs, std::vector<std::string>{"sm_90"});
}

TEST_F(Config, EmptyFile) { EXPECT_EQ(errorOf("# nothing yet\n"), ""); }

TEST_F(Config, ErrorsNameTheLine) {
  EXPECT_NE(errorOf("checks: '*'\nchekcs: '*'\n").find(".cuda-fix.yaml:2: unknown key 'chekcs'"),
            std::string::npos);
  EXPECT_NE(errorOf("checks: [").find(".cuda-fix.yaml:"), std::string::npos);
  EXPECT_NE(errorOf("- a\n- b\n").find("expected 'key: value'"), std::string::npos);
  EXPECT_NE(errorOf("checks: [a]\n").find("one value"), std::string::npos);
  EXPECT_NE(errorOf("assume-alias: maybe\n").find("true or false"), std::string::npos);
  EXPECT_NE(errorOf("block-dim: [0]\n").find("cannot be launched"), std::string::npos);
}

TEST_F(Config, IsFoundInAParent) {
  std::string File = write("");
  llvm::SmallString<128> Sub(Folder);
  llvm::sys::path::append(Sub, "a", "b");
  ASSERT_FALSE(llvm::sys::fs::create_directories(Sub));
  EXPECT_EQ(findConfig(Sub), File);
}
