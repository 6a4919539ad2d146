// SPDX-License-Identifier: Apache-2.0

#include "verify/Verify.h"
#include "Parsed.h"
#include "detect/Detector.h"
#include "host/Launches.h"
#include "verify/Judged.h"

using namespace cudafix;
using namespace cudafix::verify;

namespace {

const std::string Source = "__global__ void racy(int *out) {\n"
                           "  __shared__ int s[64];\n"
                           "  s[threadIdx.x] = out[threadIdx.x];\n"
                           "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
                           "}\n"
                           "__global__ void clean(int *out) {\n"
                           "  out[threadIdx.x] += 2;\n"
                           "  __syncthreads();\n"
                           "}\n"
                           "template <typename F> __global__ void each(int *out, F f) {\n"
                           "  out[threadIdx.x / 2] = f(threadIdx.x);\n"
                           "}\n"
                           "int main() {\n"
                           "  int *out;\n"
                           "  cudaMalloc(&out, 64 * sizeof(int));\n"
                           "  racy<<<1, 64>>>(out);\n"
                           "  clean<<<1, 64>>>(out);\n"
                           "  each<<<1, 64>>>(out, [] __device__(int x) { return x; });\n"
                           "}\n";

class VerifyTest : public testing::Test {
protected:
  void SetUp() override {
    Opts.NoCache = true;
    P = test::parse(Source);
    ASSERT_TRUE(P);
    Host = std::make_unique<host::LaunchTable>(*P, Opts);
    for (frontend::KernelUnit &K : P->kernels())
      detect::judge(K.Model, *K.Solving, Host->of(K), Opts, All);
  }

  /// A repair of the kernel's first finding: `New` in the place of `Old`.
  Repair verified(llvm::StringRef Kernel, llvm::StringRef Old, llvm::StringRef New,
                  bool Simulates = true) {
    size_t Index = 0;
    while (Index < All.size() && llvm::StringRef(All[Index].KernelName).split('<').first != Kernel)
      ++Index;
    if (Index == All.size()) {
      ADD_FAILURE() << "no finding in " << Kernel.str();
      return {};
    }
    Repair R;
    R.How = Applicability::Proven;
    R.Edits = {{"/t.cu", static_cast<unsigned>(Source.find(Old)), static_cast<unsigned>(Old.size()),
                New.str()}};
    CompareApart Apart;
    if (Simulates)
      Apart = [](auto Compare) { return Compare(); };
    Verifier(*P, *Host, Opts, All, Apart).verify(Index, R);
    return R;
  }

  Options Opts;
  std::unique_ptr<frontend::Program> P;
  std::unique_ptr<host::LaunchTable> Host;
  std::vector<Finding> All;
};

const char *const Read = "  out[threadIdx.x] = s[63";
const char *const Clean = "+= 2;\n  __syncthreads();\n";

TEST_F(VerifyTest, ARepairThatComputesTheSameIsProven) {
  Repair R = verified("racy", Read, "  __syncthreads();\n  out[threadIdx.x] = s[63");
  EXPECT_EQ(R.How, Applicability::Proven);
  EXPECT_EQ(R.Check.Result, Simulated::Equal) << R.Check.SimulatedReason;
}

TEST_F(VerifyTest, WithoutASimulatorNothingIsCompared) {
  Repair R = verified("racy", Read, "  __syncthreads();\n  out[threadIdx.x] = s[63", false);
  EXPECT_EQ(R.How, Applicability::Proven);
  EXPECT_EQ(R.Check.Result, Simulated::Skipped);
}

TEST_F(VerifyTest, AnotherResultOfARacingKernelIsOnlySuggested) {
  Repair R = verified("racy", Read, "  __syncthreads();\n  out[threadIdx.x] = 7 + s[63");
  EXPECT_EQ(R.Check.Result, Simulated::Different);
  EXPECT_EQ(R.How, Applicability::Suggested);
  EXPECT_FALSE(R.Edits.empty());
  ASSERT_FALSE(R.Notes.empty());
  EXPECT_EQ(R.Notes.back().Text, "no order of its threads that was tried makes the original kernel "
                                 "compute the same: 'out' differs at byte 0");
}

TEST_F(VerifyTest, AnotherResultOfACleanKernelIsTakenBack) {
  EXPECT_EQ(verified("clean", Clean, "+= 2;\n").How, Applicability::Proven);
  Repair R = verified("clean", Clean, "+= 3;\n");
  EXPECT_EQ(R.Check.Result, Simulated::Different);
  EXPECT_EQ(R.How, Applicability::Manual);
  EXPECT_TRUE(R.Edits.empty());
  ASSERT_FALSE(R.Notes.empty());
  EXPECT_EQ(R.Notes.back().Text, "taken back, the simulated kernel computes something else: 'out' "
                                 "differs at byte 0");
}

/// The name of a kernel that is given a lambda says in which line that stands.
TEST_F(VerifyTest, AFindingInAKernelOfAnotherNameIsNotGone) {
  Repair R = verified("each", "int main", "\nint main", false);
  EXPECT_EQ(R.How, Applicability::Manual);
  ASSERT_FALSE(R.Notes.empty());
  EXPECT_EQ(R.Notes.back().Text, "no source form: the finding stays (in the patched text)");
}

TEST_F(VerifyTest, ARaceThatWasThereIsOfTheSameClass) {
  std::vector<NamedFinding> Named = nameFindings(*P, All);
  auto Race = std::find_if(Named.begin(), Named.end(),
                           [](const NamedFinding &N) { return N.Kernel == "racy"; });
  ASSERT_NE(Race, Named.end());
  ASSERT_EQ(Race->Id, "shared-race");
  EXPECT_TRUE(wasRacy(*P, *Host, Opts, *Race));
  NamedFinding Other = *Race;
  Other.Id = "inter-block-race";
  EXPECT_FALSE(wasRacy(*P, *Host, Opts, Other));
  Other = *Race;
  Other.Accesses[0] = Other.Accesses[1];
  EXPECT_FALSE(wasRacy(*P, *Host, Opts, Other)) << "a read and itself";
}

} // namespace
