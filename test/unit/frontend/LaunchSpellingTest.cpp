// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/LaunchSpelling.h"
#include <gtest/gtest.h>

using namespace cudafix::frontend;

namespace {

std::string respelt(llvm::StringRef Text) { return respellLaunches(Text).value_or("as it is"); }

TEST(LaunchSpelling, closesUpTheBrackets) {
  EXPECT_EQ(respelt("k<< <grid, block >> >(n);"), "k<<< grid, block >>> (n);");
  EXPECT_EQ(respelt("k <<  <1, 2>>>(n);"), "k <<<  1, 2>>>(n);");
  EXPECT_EQ(respelt("k<<<f(1, 2), b[3]>>\t>\n(n);"), "k<<<f(1, 2), b[3]>>> \n(n);");
  EXPECT_EQ(respelt("k<float><< <1, 2 >> > (a << 1);"), "k<float><<< 1, 2 >>>  (a << 1);");
}

TEST(LaunchSpelling, leavesOtherCodeAlone) {
  for (const char *Text : {
           "k<<<grid, block>>>(n);",
           "std::ostream &operator<< <char>(std::ostream &, X);",
           "std::vector<std::vector<std::vector<int>> > v(3);",
           "out << \"k<< <1, 2>> >(n)\" << x >> y;",
           "// k<< <1, 2>> >(n)\n/* k<< <1, 2>> >(n) */",
           "k<< <1, 2>> > n;",
           "k<< <1; 2>> >(n);",
           "a << b; c >> d;",
       })
    EXPECT_EQ(respelt(Text), "as it is") << Text;
}

TEST(LaunchSpelling, tellsQuotesFromSeparators) {
  EXPECT_EQ(respelt("int n = 1'000; char c = '\"'; k<< <1, 2>> >(n);"),
            "int n = 1'000; char c = '\"'; k<<< 1, 2>>> (n);");
}

} // namespace
