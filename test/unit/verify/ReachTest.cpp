// SPDX-License-Identifier: Apache-2.0

#include "verify/Reach.h"
#include "Parsed.h"

using namespace cudafix;
using namespace cudafix::verify;

namespace {

constexpr llvm::StringLiteral Source = R"(
__device__ void fold(float *s) { s[0] += 1; }
__device__ void twice(float *s) { fold(s); fold(s); }
__device__ float first(float *s) { return s[0]; }
template <class T> __device__ void each(T *s) { first(s); }
constexpr int one() { return 1; }
struct Folds {
  float *s;
  __device__ ~Folds() { fold(s); }
};
struct Holds {
  Folds f;
};
__global__ void calls(float *s) { twice(s); }
__global__ void destroys(float *s) { Holds h{{s}}; }
__global__ void inLambda(float *s) { [&] { fold(s); }(); }
__global__ void byTemplate(float *s) { each(s); }
__global__ void points(float *s, int n) {
  void (*f)(float *) = n > 1 ? fold : twice;
  f(s + one());
}
__global__ void alone(float *s) { s[2] = 0; }
)";

class ReachTest : public testing::Test {
protected:
  std::unique_ptr<frontend::Program> P = test::parse(Source);
  std::set<std::string> with(llvm::StringRef Text) {
    const auto At = static_cast<unsigned>(Source.find(Text));
    EXPECT_NE(At, llvm::StringRef::npos);
    return kernelsWith(*P, {Edit{"/t.cu", At, 1, "x"}});
  }
};

TEST_F(ReachTest, FindsTheKernelsThatComeToAFunction) {
  ASSERT_TRUE(P);
  EXPECT_EQ(with("s[0] += 1"), (std::set<std::string>{"calls", "destroys", "inLambda", "points"}));
  // What a pointer leads to is not known.
  EXPECT_EQ(with("s[0]; }"), (std::set<std::string>{"byTemplate", "points"}));
}

TEST_F(ReachTest, FindsTheKernelAroundAnEdit) {
  ASSERT_TRUE(P);
  EXPECT_EQ(with("s[2] = 0"), std::set<std::string>{"alone"});
}

TEST_F(ReachTest, SaysThatAnyKernelMayChange) {
  ASSERT_TRUE(P);
  EXPECT_TRUE(with("return 1").empty());       // the host may call it, too
  EXPECT_TRUE(with("fold(s); }\n};").empty()); // a destructor
  EXPECT_TRUE(with("struct Folds").empty());
}

} // namespace
