// SPDX-License-Identifier: Apache-2.0

#include "verify/WholeProgram.h"
#include "Parsed.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

using namespace cudafix;
using namespace cudafix::verify;

namespace {

const std::string Source = "#include <cstdio>\n"
                           "__global__ void twice(int *p) { p[threadIdx.x] *= 2; }\n"
                           "int main() {\n"
                           "  int *p;\n"
                           "  cudaMalloc(&p, 64 * sizeof(int));\n"
                           "  twice<<<1, 64>>>(p);\n"
                           "  printf(\"%d\\n\", int(cudaFree(p)));\n"
                           "}\n";

ProgramOutput output(llvm::StringRef Text, std::optional<int> Code = 0) {
  return {Text.str(), Code, Code ? "" : "a limit was reached"};
}

class WholeProgramTest : public testing::Test {
protected:
  /// What comes of comparing where the runs of the program, one after the other, end so.
  std::pair<Simulated, std::string> compare(std::vector<ProgramOutput> Outputs,
                                            const std::string &Text = Source) {
    auto P = test::parse(Text);
    if (!P)
      return {};
    Runs = 0;
    Patched.clear();
    auto Run = [&](const frontend::CompileCommand &,
                   llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
      if (auto Read = Files->getBufferForFile("/t.cu"))
        Patched = (*Read)->getBuffer().str();
      return Outputs.at(Runs++);
    };
    ProgramComparer C(*P, Run);
    unsigned At = Text.find("*= 2");
    return C.compare({{"/t.cu", At, 4, "<<= 1"}});
  }

  unsigned Runs = 0;
  std::string Patched; ///< the file as the last run has it
};

TEST_F(WholeProgramTest, RunsTheOriginalTwiceAndThePatchedProgramOnce) {
  auto [Result, Why] = compare({output("8\n"), output("8\n"), output("8\n")});
  EXPECT_EQ(Result, Simulated::Equal) << Why;
  EXPECT_EQ(Runs, 3u);
  EXPECT_NE(Patched.find("p[threadIdx.x] <<= 1;"), std::string::npos) << Patched;
}

TEST_F(WholeProgramTest, OtherOutputIsDifferent) {
  auto [Result, Why] = compare({output("8\n"), output("8\n"), output("9\n")});
  EXPECT_EQ(Result, Simulated::Different);
  EXPECT_EQ(Why, "the program prints something else");
}

TEST_F(WholeProgramTest, AnotherExitCodeIsDifferent) {
  EXPECT_EQ(compare({output("8\n"), output("8\n"), output("8\n", 1)}).first, Simulated::Different);
}

TEST_F(WholeProgramTest, APatchedProgramThatDoesNotEndIsDifferent) {
  auto [Result, Why] = compare({output("8\n"), output("8\n"), output("8\n", std::nullopt)});
  EXPECT_EQ(Result, Simulated::Different);
  EXPECT_EQ(Why, "the program does not come to its end");
}

TEST_F(WholeProgramTest, OutputThatVariesIsNotCompared) {
  auto [Result, Why] = compare({output("1 ms\n"), output("2 ms\n")});
  EXPECT_EQ(Result, Simulated::Skipped);
  EXPECT_EQ(Why, "the program does not print the same in every run");
}

TEST_F(WholeProgramTest, NoOutputIsNotCompared) {
  EXPECT_EQ(compare({output("")}).first, Simulated::Skipped);
}

TEST_F(WholeProgramTest, AnOriginalThatDoesNotEndIsNotCompared) {
  auto [Result, Why] = compare({output("8\n", std::nullopt)});
  EXPECT_EQ(Result, Simulated::Skipped);
  EXPECT_EQ(Why, "the program cannot be run: a limit was reached");
}

TEST_F(WholeProgramTest, ProgramsThatReachBeyondThemselvesAreNotRun) {
  std::string Text = Source;
  Text.insert(Text.find("  int *p;"), "  remove(\"results.txt\");\n");
  auto [Result, Why] = compare({}, Text);
  EXPECT_EQ(Result, Simulated::Skipped);
  EXPECT_EQ(Why, "the program is not run to compare it, as it uses 'remove'");
  EXPECT_EQ(Runs, 0u);
}

TEST_F(WholeProgramTest, FilesWithoutMainAreNotRun) {
  std::string Text = Source;
  Text.replace(Text.find("main"), 4, "test");
  EXPECT_EQ(compare({}, Text).first, Simulated::Skipped);
  EXPECT_EQ(Runs, 0u);
}

std::string whyNotRun(llvm::StringRef Body) {
  llvm::LLVMContext Ctx;
  llvm::SMDiagnostic Problem;
  std::string Text = ("define i32 @main() {\n" + Body + "\n  ret i32 0\n}").str();
  auto M = llvm::parseAssemblyString(Text, Problem, Ctx);
  EXPECT_TRUE(M) << Problem.getMessage().str();
  return M ? verify::whyNotRun(M.get()) : "";
}

TEST(WhyNotRunTest, AssemblyIsNotRunButForCompilersEyes) {
  EXPECT_EQ(whyNotRun("  call void asm sideeffect \"\", \"~{memory}\"()"), "");
  EXPECT_NE(whyNotRun("  call void asm sideeffect \"syscall\", \"\"()"), "");
}

} // namespace
