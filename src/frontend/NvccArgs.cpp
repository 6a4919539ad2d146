// SPDX-License-Identifier: Apache-2.0
#include "frontend/NvccArgs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

/// What becomes of an option of nvcc.
enum class Handling : uint8_t {
  Drop,        ///< without a value
  DropValue,   ///< with a value, joined by '=' or the next word
  Forward,     ///< as `As`, without a value
  ForwardList, ///< `As` in front of each of the comma-separated values, joined
  Std,         ///< -std
  Arch,        ///< -arch, -code: architectures
  Gencode,     ///< -gencode arch=...,code=...
  Host,        ///< -Xcompiler: the values are arguments of the host compiler
  File,        ///< -optf: more arguments in a file
  Stream,      ///< --default-stream: a macro of the runtime's headers
  Include,     ///< -include: a list of files, each with its own flag
};

struct Row {
  StringRef Long;  ///< without dashes, as after "--"
  StringRef Short; ///< without the dash
  Handling What;
  StringRef As = "";
};

/// nvcc accepts each long name with one dash or two, and values joined by '=' or not.
constexpr Row Table[] = {
    {"gpu-architecture", "arch", Handling::Arch},
    {"gpu-code", "code", Handling::Arch},
    {"generate-code", "gencode", Handling::Gencode},
    {"compiler-options", "Xcompiler", Handling::Host},
    {"options-file", "optf", Handling::File},
    {"std", "std", Handling::Std},
    {"include-path", "I", Handling::ForwardList, "-I"},
    {"system-include", "isystem", Handling::ForwardList, "-isystem"},
    {"define-macro", "D", Handling::ForwardList, "-D"},
    {"undefine-macro", "U", Handling::ForwardList, "-U"},
    {"pre-include", "include", Handling::Include},
    {"machine", "m", Handling::DropValue},
    {"m32", "m32", Handling::Drop},
    {"m64", "m64", Handling::Drop},
    {"compiler-bindir", "ccbin", Handling::DropValue},
    {"ptxas-options", "Xptxas", Handling::DropValue},
    {"linker-options", "Xlinker", Handling::DropValue},
    {"archive-options", "Xarchive", Handling::DropValue},
    {"nvlink-options", "Xnvlink", Handling::DropValue},
    {"cudafe-options", "Xcudafe", Handling::DropValue},
    {"fatbinary-options", "Xfatbin", Handling::DropValue},
    {"nvvm-options", "Xnvvm", Handling::DropValue},
    {"output-file", "o", Handling::DropValue},
    {"output-directory", "odir", Handling::DropValue},
    {"dependency-output", "MF", Handling::DropValue},
    {"dependency-target-name", "MT", Handling::DropValue},
    {"dependency-quoted-target", "MQ", Handling::DropValue},
    {"library", "l", Handling::DropValue},
    {"library-path", "L", Handling::DropValue},
    {"cudart", "cudart", Handling::DropValue},
    {"cudadevrt", "cudadevrt", Handling::DropValue},
    {"libdevice-directory", "ldir", Handling::DropValue},
    {"target-directory", "target-dir", Handling::DropValue},
    {"default-stream", "default-stream", Handling::Stream},
    {"maxrregcount", "maxrregcount", Handling::DropValue},
    {"relocatable-device-code", "rdc", Handling::DropValue},
    {"diag-suppress", "diag-suppress", Handling::DropValue},
    {"diag-error", "diag-error", Handling::DropValue},
    {"diag-warn", "diag-warn", Handling::DropValue},
    {"optimize", "O", Handling::DropValue},
    {"dopt", "dopt", Handling::DropValue},
    {"ofast-compile", "Ofc", Handling::DropValue},
    {"Werror", "Werror", Handling::DropValue},
    {"x", "x", Handling::DropValue},
    {"threads", "t", Handling::DropValue},
    {"split-compile", "split-compile", Handling::DropValue},
    {"split-compile-extended", "split-compile-extended", Handling::DropValue},
    {"drive-prefix", "dp", Handling::DropValue},
    {"cuda-path", "cuda-path", Handling::DropValue},
    {"prec-div", "prec-div", Handling::DropValue},
    {"prec-sqrt", "prec-sqrt", Handling::DropValue},
    {"ftz", "ftz", Handling::DropValue},
    {"fmad", "fmad", Handling::DropValue},
    {"time", "time", Handling::DropValue},
    {"fdevice-time-trace", "fdevice-time-trace", Handling::DropValue},
    {"allow-unsupported-compiler", "allow-unsupported-compiler", Handling::Drop},
    {"compile", "c", Handling::Drop},
    {"device-c", "dc", Handling::Drop},
    {"device-w", "dw", Handling::Drop},
    {"device-link", "dlink", Handling::Drop},
    {"link", "link", Handling::Drop},
    {"lib", "lib", Handling::Drop},
    {"run", "run", Handling::Drop},
    {"cuda", "cuda", Handling::Drop},
    {"ptx", "ptx", Handling::Drop},
    {"cubin", "cubin", Handling::Drop},
    {"fatbin", "fatbin", Handling::Drop},
    {"optix-ir", "optix-ir", Handling::Drop},
    {"preprocess", "E", Handling::Drop},
    {"generate-dependencies", "M", Handling::Drop},
    {"generate-nonsystem-dependencies", "MM", Handling::Drop},
    {"generate-dependencies-with-compile", "MD", Handling::Drop},
    {"generate-nonsystem-dependencies-with-compile", "MMD", Handling::Drop},
    {"generate-dependency-targets", "MP", Handling::Drop},
    {"shared", "shared", Handling::Drop},
    {"profile", "pg", Handling::Drop},
    {"debug", "g", Handling::Drop},
    {"device-debug", "G", Handling::Drop},
    {"generate-line-info", "lineinfo", Handling::Drop},
    {"source-in-ptx", "src-in-ptx", Handling::Drop},
    {"use_fast_math", "use_fast_math", Handling::Drop},
    {"extra-device-vectorization", "extra-device-vectorization", Handling::Drop},
    {"restrict", "restrict", Handling::Drop},
    {"dlink-time-opt", "dlto", Handling::Drop},
    {"lto", "lto", Handling::Drop},
    {"gen-opt-lto", "gen-opt-lto", Handling::Drop},
    {"keep", "keep", Handling::Drop},
    {"keep-dir", "keep-dir", Handling::DropValue},
    {"save-temps", "save-temps", Handling::Drop},
    {"clean-targets", "clean", Handling::Drop},
    {"dryrun", "dryrun", Handling::Drop},
    {"verbose", "v", Handling::Drop},
    {"disable-warnings", "w", Handling::Drop},
    {"resource-usage", "res-usage", Handling::Drop},
    {"forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", Handling::Drop},
    {"forward-unknown-to-host-linker", "forward-unknown-to-host-linker", Handling::Drop},
    {"forward-unknown-opts", "forward-unknown-opts", Handling::Drop},
    {"expt-relaxed-constexpr", "expt-relaxed-constexpr", Handling::Drop},
    {"expt-extended-lambda", "expt-extended-lambda", Handling::Drop},
    {"extended-lambda", "extended-lambda", Handling::Drop},
    {"device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility",
     Handling::DropValue},
    {"static-global-template-stub", "static-global-template-stub", Handling::DropValue},
    {"no-exceptions", "noeh", Handling::Forward, "-fno-exceptions"},
    {"no-host-device-initializer-list", "nohdinitlist", Handling::Drop},
    {"no-host-device-move-forward", "nohdmoveforward", Handling::Drop},
    {"no-compress", "no-compress", Handling::Drop},
    {"no-align-double", "no-align-double", Handling::Drop},
    {"no-device-link", "nodlink", Handling::Drop},
    {"display-error-number", "err-no", Handling::Drop},
    {"no-display-error-number", "no-err-no", Handling::Drop},
    {"Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", Handling::Drop},
    {"Wno-deprecated-declarations", "Wno-deprecated-declarations", Handling::Drop},
    {"Wreorder", "Wreorder", Handling::Drop},
    {"Wdefault-stream-launch", "Wdefault-stream-launch", Handling::Drop},
    {"Wmissing-launch-bounds", "Wmissing-launch-bounds", Handling::Drop},
    {"Wext-lambda-captures-this", "Wext-lambda-captures-this", Handling::Drop},
    {"brief-diagnostics", "brief-diag", Handling::DropValue},
    {"list-gpu-arch", "arch-ls", Handling::Drop},
    {"list-gpu-code", "code-ls", Handling::Drop},
    {"no-cudadevrt", "no-cudadevrt", Handling::Drop},
    {"fast-compile", "fast-compile", Handling::Drop},
    {"minimal", "minimal", Handling::Drop},
};

/// Short options whose value may follow without '=' or blank: -Idir, -DX, -lm, -O3, -ofile.
bool joinsValue(StringRef Short) {
  return Short.size() == 1 && StringRef("IDUlLOoxt").contains(Short);
}

bool needsValue(Handling H) { return H != Handling::Drop && H != Handling::Forward; }

struct Match {
  const Row *R = nullptr;
  StringRef Value;
  bool HasValue = false;
};

Match findRow(StringRef Arg) {
  StringRef Name = Arg.drop_front(Arg.starts_with("--") ? 2 : 1);
  auto [Head, Tail] = Name.split('=');
  bool Equals = Name.contains('=');
  for (const Row &R : Table)
    if (Head == R.Long || (Head == R.Short && !Arg.starts_with("--")))
      return {&R, Tail, Equals};
  if (Arg.starts_with("--"))
    return {};
  for (const Row &R : Table)
    if (joinsValue(R.Short) && Name.starts_with(R.Short) && Name.size() > 1)
      return {&R, Name.drop_front(1), true};
  // -isystem/path, and nvcc's -Xptxas-v is not one.
  if (Name.starts_with("isystem"))
    return findRow(("-isystem")).R ? Match{findRow("-isystem").R, Name.drop_front(7), true}
                                   : Match{};
  return {};
}

class Translator {
public:
  Translator(llvm::vfs::FileSystem &FS, StringRef Directory) : FS(FS), Directory(Directory) {}
  TranslatedArgs Result;

  void translate(llvm::ArrayRef<std::string> Args, unsigned Depth = 0) {
    for (size_t I = 0; I < Args.size(); ++I) {
      StringRef A = Args[I];
      if (A.size() < 2 || A[0] != '-') {
        Result.Inputs.push_back(A.str());
        continue;
      }
      Match M = findRow(A);
      if (!M.R) {
        unknown(A);
        continue;
      }
      std::string Value = M.Value.str();
      if (needsValue(M.R->What) && !M.HasValue) {
        if (I + 1 == Args.size())
          break;
        Value = Args[++I];
      }
      apply(*M.R, Value, Depth);
    }
  }

  void archsDone() {
    for (const std::string &A : Archs)
      Result.Args.push_back("--cuda-gpu-arch=" + A);
  }

private:
  void apply(const Row &R, StringRef Value, unsigned Depth) {
    switch (R.What) {
    case Handling::Drop:
    case Handling::DropValue:
      return;
    case Handling::Forward:
      Result.Args.push_back(R.As.str());
      return;
    case Handling::ForwardList:
      forwardList(R, Value);
      return;
    case Handling::Std:
      Result.Args.push_back(("-std=" + Value).str());
      return;
    case Handling::Arch:
      addArchs(Value);
      return;
    case Handling::Gencode:
      addGencode(Value);
      return;
    case Handling::Host:
      addHost(Value);
      return;
    case Handling::File:
      readFile(Value, Depth);
      return;
    case Handling::Stream:
      if (Value == "per-thread")
        Result.Args.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      return;
    case Handling::Include:
      for (StringRef F : llvm::split(Value, ','))
        Result.Args.insert(Result.Args.end(), {"-include", F.str()});
      return;
    }
  }

  /// nvcc takes lists after -I and -isystem; a macro's value may hold a comma of its own.
  void forwardList(const Row &R, StringRef Value) {
    if (R.As == "-D" || R.As == "-U") {
      Result.Args.push_back((R.As + Value).str());
      return;
    }
    for (StringRef Dir : llvm::split(Value, ','))
      if (!Dir.empty())
        Result.Args.push_back((R.As + Dir.trim('"')).str());
  }

  void addArch(StringRef A) {
    A = A.trim(" '\"[]");
    A.consume_front("compute_") || A.consume_front("sm_") || A.consume_front("lto_");
    unsigned Number = 0;
    StringRef Rest = A;
    if (Rest.consumeInteger(10, Number)) // native, all, all-major
      return;
    std::string Arch = "sm_" + std::to_string(Number);
    if (!llvm::is_contained(Archs, Arch))
      Archs.push_back(Arch);
  }
  void addArchs(StringRef List) {
    for (StringRef A : llvm::split(List, ','))
      addArch(A);
  }
  /// arch=compute_70,code=[sm_70,compute_70]: what code is made for, else the virtual one.
  void addGencode(StringRef Value) {
    auto [Virtual, Real] = Value.trim(" '\"").split(",code=");
    if (Real.empty()) {
      Virtual.consume_front("arch=");
      addArch(Virtual);
      return;
    }
    addArchs(Real);
  }

  void addHost(StringRef Value) {
    std::vector<std::string> Words;
    for (StringRef W : llvm::split(Value.trim(" '\""), ','))
      for (StringRef Part : llvm::split(W, ' '))
        if (!Part.empty())
          Words.push_back(Part.str());
    TranslatedArgs Host = splitClangArgs(Words);
    llvm::append_range(Result.Args, Host.Args);
  }

  void readFile(StringRef List, unsigned Depth) {
    for (StringRef Name : llvm::split(List, ',')) {
      llvm::SmallString<256> Path(Name);
      llvm::sys::path::make_absolute(Directory, Path);
      auto Buffer = FS.getBufferForFile(Path);
      if (!Buffer || Depth > 8) {
        Result.Warnings.push_back(("option file " + Name + " cannot be read").str());
        continue;
      }
      llvm::BumpPtrAllocator Alloc;
      llvm::StringSaver Saver(Alloc);
      llvm::SmallVector<const char *> Raw;
      llvm::cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Raw);
      translate(std::vector<std::string>(Raw.begin(), Raw.end()), Depth + 1);
    }
  }

  void unknown(StringRef A) {
    // Options of the host compiler that nvcc forwards, and Clang's own.
    if (A.starts_with("-f") || A.starts_with("-m") || A.starts_with("-W") ||
        A.starts_with("-nostdinc") || A.starts_with("--cuda-gpu-arch=") ||
        A.starts_with("--offload-arch=") || A.starts_with("--sysroot=")) {
      Result.Args.push_back(A.str());
      return;
    }
    std::string Text = ("option " + A + " of nvcc is not known and was ignored").str();
    if (!llvm::is_contained(Result.Warnings, Text))
      Result.Warnings.push_back(Text);
  }

  llvm::vfs::FileSystem &FS;
  StringRef Directory;
  std::vector<std::string> Archs;
};

bool isSource(StringRef Name) {
  StringRef Ext = llvm::sys::path::extension(Name);
  return llvm::is_contained({".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".C", ".hpp", ".h"}, Ext);
}

} // namespace

TranslatedArgs translateNvccArgs(llvm::ArrayRef<std::string> Args, llvm::vfs::FileSystem &FS,
                                 StringRef Directory) {
  Translator T(FS, Directory);
  T.translate(Args);
  T.archsDone();
  return std::move(T.Result);
}

TranslatedArgs splitClangArgs(llvm::ArrayRef<std::string> Args) {
  static constexpr StringRef TakesValue[] = {
      "-I",    "-isystem", "-iquote",   "-idirafter", "-include", "-imacros",      "-D",
      "-U",    "-x",       "-isysroot", "-target",    "-Xclang",  "-Xarch_device", "-Xarch_host",
      "-arch", "--sysroot"};
  static constexpr StringRef Output[] = {"-o", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-L", "-l"};
  TranslatedArgs Result;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    if (llvm::is_contained(Output, A)) {
      ++I;
    } else if (llvm::is_contained(TakesValue, A)) {
      if (I + 1 == Args.size())
        break;
      Result.Args.push_back(A.str());
      Result.Args.push_back(Args[++I]);
    } else if (A.starts_with("-") && A.size() > 1) {
      if (A != "-c" && !A.starts_with("-o"))
        Result.Args.push_back(A.str());
    } else if (isSource(A)) {
      Result.Inputs.push_back(A.str());
    }
  }
  return Result;
}

TranslatedArgs translateUserArgs(llvm::ArrayRef<std::string> Args, llvm::vfs::FileSystem &FS,
                                 StringRef Directory) {
  static constexpr StringRef OnlyNvcc[] = {"-arch", "-gencode",   "-code",   "-rdc",
                                           "-dc",   "-Xcompiler", "-Xptxas", "-ccbin",
                                           "-optf", "-lineinfo"};
  bool Nvcc = llvm::any_of(Args, [](StringRef A) {
    Match M = findRow(A);
    StringRef Head = A.split('=').first;
    return llvm::is_contained(OnlyNvcc, Head) ||
           (M.R && A.starts_with("--") && !A.starts_with("--std") && !A.starts_with("--cuda-path"));
  });
  return Nvcc ? translateNvccArgs(Args, FS, Directory) : splitClangArgs(Args);
}

bool isNvcc(StringRef Program) {
  StringRef Name = llvm::sys::path::stem(Program);
  return Name == "nvcc" || Name.starts_with("nvcc-") || Name.starts_with("nvcc_wrapper");
}

static bool isCompiler(StringRef Word) {
  StringRef Name = llvm::sys::path::filename(Word);
  Name.consume_back(".exe");
  for (StringRef C : {"nvcc", "clang++", "clang", "g++", "gcc", "c++", "cc", "icpx", "nvc++",
                      "mpicxx", "mpic++", "hipcc"})
    if (Name == C || (Name.starts_with(C) && Name.drop_front(C.size()).starts_with("-")) ||
        Name.ends_with(("-" + C).str()))
      return true;
  return isNvcc(Word);
}

std::vector<std::string> compilerWords(llvm::ArrayRef<std::string> Words, std::string &Directory) {
  std::vector<std::string> Best, Current;
  auto Close = [&] {
    if (Current.size() == 2 && Current[0] == "cd") {
      llvm::SmallString<256> P(Current[1]);
      llvm::sys::path::make_absolute(Directory, P);
      Directory = P.str().str();
    }
    auto Compiler = llvm::find_if(Current, isCompiler);
    bool Cuda = std::any_of(Compiler, Current.end(),
                            [](StringRef W) { return !W.starts_with("-") && isSource(W); });
    if (Compiler != Current.end() && (Cuda || Best.empty()))
      Best.assign(Compiler, Current.end());
    Current.clear();
  };
  for (const std::string &W : Words) {
    if (W == "&&" || W == ";" || W == "||" || W == "|") {
      Close();
      continue;
    }
    Current.push_back(W);
  }
  Close();
  return Best;
}

} // namespace cudafix::frontend
