// SPDX-License-Identifier: Apache-2.0
#include "frontend/NvccArgs.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace cudafix::frontend;
using Words = std::vector<std::string>;

namespace {

class NvccArgs : public testing::Test {
protected:
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> FS =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  TranslatedArgs translate(const Words &Args) { return translateNvccArgs(Args, *FS, "/work"); }
};

struct Row {
  Words Nvcc;
  Words Clang;
};

/// Names a row in the list of tests.
void PrintTo(const Row &R, std::ostream *Out) { *Out << llvm::join(R.Nvcc, " "); }

class NvccTable : public testing::TestWithParam<Row> {};

TEST_P(NvccTable, Translates) {
  llvm::vfs::InMemoryFileSystem FS;
  TranslatedArgs T = translateNvccArgs(GetParam().Nvcc, FS, "/work");
  EXPECT_EQ(T.Args, GetParam().Clang);
  EXPECT_EQ(T.Inputs, Words{"a.cu"});
  EXPECT_EQ(T.Warnings, Words{});
}

INSTANTIATE_TEST_SUITE_P(
    Options, NvccTable,
    testing::Values(
        Row{{"a.cu"}, {}}, Row{{"-c", "a.cu", "-o", "a.o"}, {}},
        Row{{"-dc", "-rdc=true", "a.cu"}, {}},
        Row{{"--relocatable-device-code", "true", "a.cu"}, {}},
        Row{{"-arch=sm_70", "a.cu"}, {"--cuda-gpu-arch=sm_70"}},
        Row{{"-arch", "sm_70", "a.cu"}, {"--cuda-gpu-arch=sm_70"}},
        Row{{"--gpu-architecture=compute_61", "-code=sm_61", "a.cu"}, {"--cuda-gpu-arch=sm_61"}},
        Row{{"-arch=native", "a.cu"}, {}},
        Row{{"-gencode", "arch=compute_70,code=sm_70", "a.cu"}, {"--cuda-gpu-arch=sm_70"}},
        Row{{"-gencode=arch=compute_80,code=[sm_80,compute_80]", "a.cu"},
            {"--cuda-gpu-arch=sm_80"}},
        Row{{"--generate-code=arch=compute_90a,code=[sm_90a]", "a.cu"}, {"--cuda-gpu-arch=sm_90"}},
        Row{{"-gencode", "arch=compute_60,code=sm_60", "-gencode", "arch=compute_70,code=sm_70",
             "a.cu"},
            {"--cuda-gpu-arch=sm_60", "--cuda-gpu-arch=sm_70"}},
        Row{{"-ccbin", "g++-12", "a.cu"}, {}}, Row{{"-ccbin=/usr/bin/g++", "a.cu"}, {}},
        Row{{"-Xptxas", "-v,-O3", "a.cu"}, {}}, Row{{"-Xptxas=-v", "a.cu"}, {}},
        Row{{"--ptxas-options=-v", "a.cu"}, {}},
        Row{{"-Xcudafe", "--display_error_number", "-Xfatbin", "-compress-all", "a.cu"}, {}},
        Row{{"-Xcompiler", "-fPIC,-DX=1", "a.cu"}, {"-fPIC", "-DX=1"}},
        Row{{"-Xcompiler=-fopenmp", "a.cu"}, {"-fopenmp"}},
        Row{{"--compiler-options", "'-O2 -DY'", "a.cu"}, {"-O2", "-DY"}},
        Row{{"-std=c++14", "a.cu"}, {"-std=c++14"}},
        Row{{"--std", "c++20", "a.cu"}, {"-std=c++20"}},
        Row{{"-I/x", "-I", "y", "--include-path=z", "a.cu"}, {"-I/x", "-Iy", "-Iz"}},
        Row{{"-isystem=/x", "-isystem", "/y", "-isystem/z", "a.cu"},
            {"-isystem/x", "-isystem/y", "-isystem/z"}},
        Row{{"-DA=1", "-D", "B", "--define-macro=C(x,y)=x", "-UA", "a.cu"},
            {"-DA=1", "-DB", "-DC(x,y)=x", "-UA"}},
        Row{{"-include", "pre.h", "a.cu"}, {"-include", "pre.h"}}, Row{{"-x", "cu", "a.cu"}, {}},
        Row{{"-O3", "-G", "-g", "-lineinfo", "-w", "-m64", "a.cu"}, {}},
        Row{{"--use_fast_math", "-use_fast_math", "--ftz=true", "a.cu"}, {}},
        Row{{"--expt-relaxed-constexpr", "--expt-extended-lambda", "--extended-lambda", "a.cu"},
            {}},
        Row{{"--default-stream", "legacy", "-diag-suppress=177", "a.cu"}, {}},
        Row{{"-default-stream=per-thread", "a.cu"}, {"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"}},
        Row{{"-forward-unknown-to-host-compiler", "-fexceptions", "-march=native", "a.cu"},
            {"-fexceptions", "-march=native"}},
        Row{{"-MD", "-MT", "a.o", "-MF", "a.d", "-lcudart", "-L/lib", "a.cu"}, {}},
        Row{{"--threads", "4", "--maxrregcount=32", "-cudart", "static", "a.cu"}, {}}));

TEST_F(NvccArgs, NamesUnknownOptionsOnce) {
  TranslatedArgs T = translate({"--quantum", "--quantum", "a.cu"});
  ASSERT_EQ(T.Warnings.size(), 1u);
  EXPECT_NE(T.Warnings[0].find("--quantum"), std::string::npos);
  EXPECT_EQ(T.Inputs, Words{"a.cu"});
}

TEST_F(NvccArgs, ReadsOptionFiles) {
  FS->addFile("/work/flags.txt", 0,
              llvm::MemoryBuffer::getMemBuffer("-DA=\"x y\"\n-arch=sm_75 -optf more.txt\n"));
  FS->addFile("/work/more.txt", 0, llvm::MemoryBuffer::getMemBuffer("-I inc"));
  for (const char *Flag : {"-optf", "--options-file"})
    EXPECT_EQ(translate({Flag, "flags.txt", "a.cu"}).Args,
              (Words{"-DA=x y", "-Iinc", "--cuda-gpu-arch=sm_75"}));
}

TEST_F(NvccArgs, SurvivesBadOptionFiles) {
  FS->addFile("/work/loop.txt", 0, llvm::MemoryBuffer::getMemBuffer("-optf loop.txt"));
  EXPECT_FALSE(translate({"-optf", "loop.txt"}).Warnings.empty());
  EXPECT_FALSE(translate({"-optf", "none.txt"}).Warnings.empty());
  EXPECT_EQ(translate({"-arch"}).Args, Words{});
}

TEST_F(NvccArgs, LeavesClangArgumentsAlone) {
  TranslatedArgs T = splitClangArgs({"-x", "cuda", "--cuda-gpu-arch=sm_70", "-I", "inc", "-c",
                                     "a.cu", "-o", "a.o", "-MF", "a.d"});
  EXPECT_EQ(T.Args, (Words{"-x", "cuda", "--cuda-gpu-arch=sm_70", "-I", "inc"}));
  EXPECT_EQ(T.Inputs, Words{"a.cu"});
}

TEST_F(NvccArgs, RecognisesWhoseArgumentsTheyAre) {
  EXPECT_EQ(translateUserArgs({"-arch=sm_70", "-DX"}, *FS, "/").Args,
            (Words{"-DX", "--cuda-gpu-arch=sm_70"}));
  EXPECT_EQ(translateUserArgs({"-Iinc", "-fno-exceptions"}, *FS, "/").Args,
            (Words{"-Iinc", "-fno-exceptions"}));
}

TEST(CompilerWords, TakesChainsApart) {
  std::string Directory = "/build";
  EXPECT_EQ(compilerWords(
                {"cd", "sub", "&&", "ccache", "/usr/bin/nvcc", "-c", "a.cu", "&&", "echo", "done"},
                Directory),
            (Words{"/usr/bin/nvcc", "-c", "a.cu"}));
  EXPECT_EQ(Directory, "/build/sub");
  EXPECT_EQ(compilerWords({"cmake", "-E", "touch", "x"}, Directory), Words{});
}

TEST(CompilerWords, KnowsNvcc) {
  EXPECT_TRUE(isNvcc("/usr/local/cuda/bin/nvcc"));
  EXPECT_FALSE(isNvcc("clang++"));
}

} // namespace
