// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/NvccArgs.h"
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
        Row{{"-dc", "-rdc=true", "a.cu"}, {"-fgpu-rdc"}},
        Row{{"-rdc", "true", "a.cu"}, {"-fgpu-rdc"}},
        Row{{"--relocatable-device-code", "true", "a.cu"}, {"-fgpu-rdc"}},
        Row{{"--relocatable-device-code=true", "a.cu"}, {"-fgpu-rdc"}},
        Row{{"--device-c", "a.cu"}, {"-fgpu-rdc"}}, Row{{"-ewp", "a.cu"}, {"-fgpu-rdc"}},
        // Link-time optimization needs it, whatever -rdc says.
        Row{{"-dlto", "-rdc=false", "a.cu"}, {"-fgpu-rdc"}},
        Row{{"-rdc=true", "-rdc=false", "a.cu"}, {"-fno-gpu-rdc"}},
        Row{{"-fgpu-rdc", "a.cu"}, {"-fgpu-rdc"}}, Row{{"-dw", "a.cu"}, {}},
        Row{{"-arch=sm_70", "a.cu"}, {"--cuda-gpu-arch=sm_70"}},
        Row{{"-arch", "sm_70", "a.cu"}, {"--cuda-gpu-arch=sm_70"}},
        Row{{"--gpu-architecture=compute_61", "-code=sm_61", "a.cu"}, {"--cuda-gpu-arch=sm_61"}},
        // __CUDA_ARCH__ is that of the virtual architecture.
        Row{{"-arch=compute_80", "-code=sm_86,sm_89", "a.cu"}, {"--cuda-gpu-arch=sm_80"}},
        Row{{"-gencode", "arch=compute_70,code=[sm_75,compute_70]", "a.cu"},
            {"--cuda-gpu-arch=sm_70"}},
        Row{{"-gencode", "code=\"sm_75,sm_80\",arch=compute_75", "a.cu"},
            {"--cuda-gpu-arch=sm_75"}},
        Row{{"-code", "sm_86", "a.cu"}, {"--cuda-gpu-arch=sm_86"}},
        Row{{"-arch=all-major", "a.cu"},
            {"--cuda-gpu-arch=sm_75", "--cuda-gpu-arch=sm_80", "--cuda-gpu-arch=sm_90",
             "--cuda-gpu-arch=sm_100", "--cuda-gpu-arch=sm_110", "--cuda-gpu-arch=sm_120"}},
        Row{{"-arch=native", "-gencode=arch=compute_75,code=sm_75", "a.cu"},
            {"--cuda-gpu-arch=sm_75"}},
        Row{{"-gencode", "arch=compute_70,code=sm_70", "a.cu"}, {"--cuda-gpu-arch=sm_70"}},
        Row{{"-gencode=arch=compute_80,code=[sm_80,compute_80]", "a.cu"},
            {"--cuda-gpu-arch=sm_80"}},
        Row{{"--generate-code=arch=compute_90a,code=[sm_90a]", "a.cu"}, {"--cuda-gpu-arch=sm_90a"}},
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
        Row{{"-DA=1,B=2", "-D", "C=\"x,y\",D", "-UA,B", "a.cu"},
            {"-DA=1", "-DB=2", "-DC=\"x,y\"", "-DD", "-UA", "-UB"}},
        Row{{"-ftemplate-depth", "99", "--ftemplate-depth=98", "a.cu"},
            {"-ftemplate-depth=99", "-ftemplate-depth=98"}},
        Row{{"-std", "c++20", "a.cu"}, {"-std=c++20"}},
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

/// One line of `nvcc --help`, with a value if it takes one.
struct NvccOption {
  const char *Long, *Short, *Value;
};

void PrintTo(const NvccOption &O, std::ostream *Out) { *Out << O.Long; }

class NvccHelp : public testing::TestWithParam<NvccOption> {};

TEST_P(NvccHelp, IsUnderstoodInEverySpelling) {
  llvm::vfs::InMemoryFileSystem FS;
  FS.addFile("/work/flags.txt", 0, llvm::MemoryBuffer::getMemBuffer("-g"));
  std::string Value = GetParam().Value;
  for (std::string Name :
       {std::string("--") + GetParam().Long, std::string("-") + GetParam().Short}) {
    std::vector<Words> Spellings;
    if (Value.empty())
      Spellings = {{Name, "a.cu"}};
    else
      Spellings = {{Name, Value, "a.cu"}, {Name + "=" + Value, "a.cu"}};
    for (const Words &Spelling : Spellings) {
      TranslatedArgs T = translateNvccArgs(Spelling, FS, "/work");
      EXPECT_EQ(T.Inputs, Words{"a.cu"}) << llvm::join(Spelling, " ");
      EXPECT_EQ(T.Warnings, Words{}) << llvm::join(Spelling, " ");
    }
    if (!Value.empty())
      EXPECT_EQ(translateNvccArgs({Name}, FS, "/work").Warnings,
                Words{"option " + Name + " of nvcc needs a value"});
  }
}

INSTANTIATE_TEST_SUITE_P(
    Version13, NvccHelp,
    testing::Values(
        NvccOption{"cuda", "cuda", ""}, NvccOption{"cubin", "cubin", ""},
        NvccOption{"fatbin", "fatbin", ""}, NvccOption{"ptx", "ptx", ""},
        NvccOption{"optix-ir", "optix-ir", ""}, NvccOption{"ltoir", "ltoir", ""},
        NvccOption{"preprocess", "E", ""}, NvccOption{"generate-dependencies", "M", ""},
        NvccOption{"generate-nonsystem-dependencies", "MM", ""},
        NvccOption{"generate-dependencies-with-compile", "MD", ""},
        NvccOption{"generate-nonsystem-dependencies-with-compile", "MMD", ""},
        NvccOption{"dependency-output", "MF", "a.d"},
        NvccOption{"generate-dependency-targets", "MP", ""}, NvccOption{"compile", "c", ""},
        NvccOption{"device-c", "dc", ""}, NvccOption{"device-w", "dw", ""},
        NvccOption{"device-link", "dlink", ""}, NvccOption{"link", "link", ""},
        NvccOption{"lib", "lib", ""}, NvccOption{"run", "run", ""},
        NvccOption{"output-file", "o", "1"}, NvccOption{"pre-include", "include", "1"},
        NvccOption{"objdir-as-tempdir", "objtemp", ""}, NvccOption{"library", "l", "1"},
        NvccOption{"define-macro", "D", "1"}, NvccOption{"undefine-macro", "U", "1"},
        NvccOption{"include-path", "I", "1"}, NvccOption{"system-include", "isystem", "1"},
        NvccOption{"library-path", "L", "1"}, NvccOption{"output-directory", "odir", "1"},
        NvccOption{"compiler-bindir", "ccbin", "1"},
        NvccOption{"allow-unsupported-compiler", "allow-unsupported-compiler", ""},
        NvccOption{"archiver-binary", "arbin", "1"}, NvccOption{"cudart", "cudart", "1"},
        NvccOption{"cudadevrt", "cudadevrt", "1"}, NvccOption{"libdevice-directory", "ldir", "1"},
        NvccOption{"target-directory", "target-dir", "1"},
        NvccOption{"use-local-env", "use-local-env", ""},
        NvccOption{"force-cl-env-setup", "force-cl-env-setup", ""}, NvccOption{"profile", "pg", ""},
        NvccOption{"debug", "g", ""}, NvccOption{"device-debug", "G", ""},
        NvccOption{"generate-line-info", "lineinfo", ""},
        NvccOption{"optimization-info", "opt-info", "1"}, NvccOption{"optimize", "O", "1"},
        NvccOption{"Ofast-compile", "Ofc", "1"}, NvccOption{"dopt", "dopt", "1"},
        NvccOption{"dlink-time-opt", "dlto", ""}, NvccOption{"lto", "lto", ""},
        NvccOption{"gen-opt-lto", "gen-opt-lto", ""},
        NvccOption{"ftemplate-backtrace-limit", "ftemplate-backtrace-limit", "1"},
        NvccOption{"ftemplate-depth", "ftemplate-depth", "1"},
        NvccOption{"no-exceptions", "noeh", ""}, NvccOption{"shared", "shared", ""},
        NvccOption{"x", "x", "1"}, NvccOption{"std", "std", "c++17"},
        NvccOption{"no-host-device-initializer-list", "nohdinitlist", ""},
        NvccOption{"no-host-device-move-forward", "nohdmoveforward", ""},
        NvccOption{"expt-relaxed-constexpr", "expt-relaxed-constexpr", ""},
        NvccOption{"extended-lambda", "extended-lambda", ""},
        NvccOption{"expt-extended-lambda", "expt-extended-lambda", ""},
        NvccOption{"machine", "m", "1"}, NvccOption{"m64", "m64", ""},
        NvccOption{"compiler-options", "Xcompiler", "1"},
        NvccOption{"linker-options", "Xlinker", "1"},
        NvccOption{"archive-options", "Xarchive", "1"}, NvccOption{"ptxas-options", "Xptxas", "1"},
        NvccOption{"nvlink-options", "Xnvlink", "1"},
        NvccOption{"static-global-template-stub", "static-global-template-stub", "1"},
        NvccOption{"device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility",
                   "1"},
        NvccOption{"forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", ""},
        NvccOption{"forward-unknown-to-host-linker", "forward-unknown-to-host-linker", ""},
        NvccOption{"forward-unknown-opts", "forward-unknown-opts", ""},
        NvccOption{"dont-use-profile", "noprof", ""}, NvccOption{"dryrun", "dryrun", ""},
        NvccOption{"verbose", "v", ""}, NvccOption{"threads", "t", "1"},
        NvccOption{"split-compile", "split-compile", "1"},
        NvccOption{"split-compile-extended", "split-compile-extended", "1"},
        NvccOption{"fdevice-syntax-only", "fdevice-syntax-only", ""},
        NvccOption{"keep", "keep", ""}, NvccOption{"keep-dir", "keep-dir", "1"},
        NvccOption{"save-temps", "save-temps", ""}, NvccOption{"clean-targets", "clean", ""},
        NvccOption{"run-args", "run-args", "1"}, NvccOption{"input-drive-prefix", "idp", "1"},
        NvccOption{"dependency-drive-prefix", "ddp", "1"}, NvccOption{"drive-prefix", "dp", "1"},
        NvccOption{"dependency-target-name", "MT", "1"},
        NvccOption{"no-align-double", "no-align-double", ""},
        NvccOption{"no-device-link", "nodlink", ""},
        NvccOption{"gpu-architecture", "arch", "sm_80"}, NvccOption{"gpu-code", "code", "sm_80"},
        NvccOption{"generate-code", "gencode", "arch=compute_80,code=sm_80"},
        NvccOption{"relocatable-device-code", "rdc", "true"}, NvccOption{"entries", "e", "1"},
        NvccOption{"maxrregcount", "maxrregcount", "1"},
        NvccOption{"use_fast_math", "use_fast_math", ""}, NvccOption{"ftz", "ftz", "1"},
        NvccOption{"prec-div", "prec-div", "1"}, NvccOption{"prec-sqrt", "prec-sqrt", "1"},
        NvccOption{"fmad", "fmad", "1"},
        NvccOption{"extra-device-vectorization", "extra-device-vectorization", ""},
        NvccOption{"default-stream", "default-stream", "1"},
        NvccOption{"disable-warnings", "w", ""},
        NvccOption{"keep-device-functions", "keep-device-functions", ""},
        NvccOption{"source-in-ptx", "src-in-ptx", ""}, NvccOption{"restrict", "restrict", ""},
        NvccOption{"Wreorder", "Wreorder", ""},
        NvccOption{"Wdefault-stream-launch", "Wdefault-stream-launch", ""},
        NvccOption{"Wmissing-launch-bounds", "Wmissing-launch-bounds", ""},
        NvccOption{"Wext-lambda-captures-this", "Wext-lambda-captures-this", ""},
        NvccOption{"Wno-deprecated-declarations", "Wno-deprecated-declarations", ""},
        NvccOption{"Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", ""},
        NvccOption{"Werror", "Werror", "1"}, NvccOption{"resource-usage", "res-usage", ""},
        NvccOption{"extensible-whole-program", "ewp", ""},
        NvccOption{"no-compress", "no-compress", ""}, NvccOption{"qpp-config", "qpp-config", "1"},
        NvccOption{"compile-as-tools-patch", "astoolspatch", ""},
        NvccOption{"list-gpu-code", "code-ls", ""}, NvccOption{"list-gpu-arch", "arch-ls", ""},
        NvccOption{"display-error-number", "err-no", ""},
        NvccOption{"no-display-error-number", "no-err-no", ""},
        NvccOption{"diag-error", "diag-error", "1"},
        NvccOption{"diag-suppress", "diag-suppress", "1"},
        NvccOption{"diag-warn", "diag-warn", "1"}, NvccOption{"host-linker-script", "hls", "1"},
        NvccOption{"augment-host-linker-script", "aug-hls", ""},
        NvccOption{"relocatable-link", "r", ""}, NvccOption{"brief-diagnostics", "brief-diag", "1"},
        NvccOption{"jump-table-density", "jtd", "1"},
        NvccOption{"relocatable-ptx", "reloc-ptx", ""},
        NvccOption{"device-stack-protector", "device-stack-protector", "1"},
        NvccOption{"compress-mode", "compress-mode", "1"},
        NvccOption{"frandom-seed", "frandom-seed", "1"}, NvccOption{"sanitize", "sanitize", "1"},
        NvccOption{"jobserver", "jobserver", ""}, NvccOption{"help", "h", ""},
        NvccOption{"version", "V", ""}, NvccOption{"options-file", "optf", "flags.txt"}));

TEST_F(NvccArgs, SaysThatNoGpuIsAsked) {
  TranslatedArgs T = translate({"-arch=native", "a.cu"});
  EXPECT_EQ(T.Args, Words{});
  ASSERT_EQ(T.Warnings.size(), 1u);
  EXPECT_NE(T.Warnings[0].find("-arch=native: no GPU is asked"), std::string::npos);
}

TEST_F(NvccArgs, SaysWhatIsNeitherTrueNorFalse) {
  EXPECT_EQ(translate({"-rdc", "maybe", "a.cu"}).Warnings,
            Words{"option -rdc of nvcc is true or false, not 'maybe'"});
}

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
  TranslatedArgs T = splitClangArgs(
      {"-x", "cuda", "--cuda-gpu-arch=sm_70", "-I", "inc", "-c", "a.cu", "-o", "a.o", "-MF", "a.d"},
      *FS, "/");
  EXPECT_EQ(T.Args, (Words{"-x", "cuda", "--cuda-gpu-arch=sm_70", "-I", "inc"}));
  EXPECT_EQ(T.Inputs, Words{"a.cu"});
}

TEST_F(NvccArgs, ReadsClangsOptionFiles) {
  FS->addFile("/work/flags.rsp", 0, llvm::MemoryBuffer::getMemBuffer("-DA=1 @more.rsp"));
  FS->addFile("/work/more.rsp", 0, llvm::MemoryBuffer::getMemBuffer("-std c++20 a.cu"));
  TranslatedArgs T = splitClangArgs({"@flags.rsp"}, *FS, "/work");
  EXPECT_EQ(T.Args, (Words{"-DA=1", "-std=c++20"}));
  EXPECT_EQ(T.Inputs, Words{"a.cu"});
  EXPECT_EQ(splitClangArgs({"@none.rsp"}, *FS, "/work").Warnings,
            Words{"option file none.rsp cannot be read"});
}

TEST_F(NvccArgs, OptionFilesThatNameThemselvesEnd) {
  std::string Line = "-DA -optf self.txt";
  for (unsigned I = 0; I < 50; ++I)
    Line += " -optf self.txt @self.txt";
  FS->addFile("/work/self.txt", 0, llvm::MemoryBuffer::getMemBuffer(Line));
  EXPECT_EQ(translate({"-optf", "self.txt"}).Args.size(), 64u);
  EXPECT_EQ(splitClangArgs({"@self.txt"}, *FS, "/work").Args.front(), "-DA");
}

TEST_F(NvccArgs, TakesTheStandardInTwoWords) {
  for (const char *Flag : {"-std", "--std"})
    EXPECT_EQ(translateUserArgs({Flag, "c++20"}, *FS, "/").Args, Words{"-std=c++20"});
}

TEST_F(NvccArgs, RecognisesWhoseArgumentsTheyAre) {
  for (const char *Flag : {"-dlto", "-Xcudafe=--x", "-use_fast_math", "--use_fast_math", "-dw",
                           "-lineinfo", "-Xptxas=-v", "-extended-lambda", "--maxrregcount=32",
                           "-default-stream=legacy", "-G", "-ewp"}) {
    EXPECT_EQ(translateUserArgs({Flag, "-gencode=arch=compute_70,code=sm_70"}, *FS, "/").Warnings,
              Words{});
    TranslatedArgs T = translateUserArgs({Flag, "-I=inc,other"}, *FS, "/");
    EXPECT_EQ((Words(T.Args.begin(), T.Args.begin() + 2)), (Words{"-Iinc", "-Iother"})) << Flag;
  }
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
