// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/Invocation.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Basic/OffloadArch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cudafix::frontend {

using llvm::StringRef;

std::vector<std::string> archsOf(const std::vector<std::string> &Args) {
  std::vector<std::string> Archs;
  for (StringRef A : Args)
    if ((A.consume_front("--cuda-gpu-arch=") || A.consume_front("--offload-arch=")) &&
        A.starts_with("sm_") && !llvm::is_contained(Archs, A))
      Archs.push_back(A.str());
  return Archs;
}

bool isRelocatable(const CompileCommand &Cmd) {
  bool Relocatable = false;
  for (StringRef A : Cmd.Args)
    if (A == "-fgpu-rdc" || A == "-fcuda-rdc")
      Relocatable = true;
    else if (A == "-fno-gpu-rdc" || A == "-fno-cuda-rdc")
      Relocatable = false;
  return Relocatable;
}

static unsigned archNumber(StringRef Arch) {
  unsigned N = 0;
  Arch.consume_front("sm_");
  Arch.consumeInteger(10, N);
  return N;
}

std::string knownArch(StringRef Arch) {
  unsigned N = archNumber(Arch);
  constexpr unsigned Known[] = {20, 21, 30, 32, 35, 37, 50, 52,  53,  60,  61,  62,  70,
                                72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121};
  unsigned Best = 20;
  for (unsigned K : Known)
    if (K <= N)
      Best = K;
  bool Specific = Best == N && Best >= 90 && (Arch.ends_with("a") || Arch.ends_with("f"));
  return "sm_" + std::to_string(Best) + (Specific ? "a" : "");
}

llvm::Error checkArch(StringRef Arch) {
  StringRef Plain = Arch.take_front(Arch.find_last_of("0123456789") + 1);
  bool Suffixed = Arch == Plain || Arch == (Plain + "a").str() || Arch == (Plain + "f").str();
  std::string Known;
  for (auto A = clang::OffloadArch::SM_20; clang::IsNVIDIAOffloadArch(A);
       A = static_cast<clang::OffloadArch>(static_cast<int>(A) + 1)) {
    StringRef Name = clang::OffloadArchToString(A);
    if (Plain == Name && Suffixed)
      return llvm::Error::success();
    if (!Name.ends_with("a"))
      Known += (Known.empty() ? "" : ", ") + Name.str();
  }
  return llvm::createStringError("'" + Arch + "' is no architecture; known ones: " + Known);
}

/// The language of a standard; unknown: there is no such standard.
static clang::Language languageOf(StringRef Standard) {
  clang::LangStandard::Kind Kind = clang::LangStandard::getLangKind(Standard);
  return Kind == clang::LangStandard::lang_unspecified
             ? clang::Language::Unknown
             : clang::LangStandard::getLangStandardForKind(Kind).getLanguage();
}

llvm::Error checkStandard(StringRef Standard) {
  if (languageOf(Standard) == clang::Language::CXX)
    return llvm::Error::success();
  return llvm::createStringError("'" + Standard +
                                 "' is no standard of C++; known ones: c++14, "
                                 "c++17, c++20, c++23 and c++26, each also with gnu++");
}

std::vector<std::string> unknownNames(const CompileCommand &Cmd, const Options &Opts) {
  std::vector<std::string> Problems;
  for (const std::string &Arch : Opts.Archs.empty() ? archsOf(Cmd.Args) : Opts.Archs)
    if (llvm::Error E = checkArch(Arch))
      Problems.push_back(llvm::toString(std::move(E)) + "; " + knownArch(Arch) + " is used");
  for (StringRef A : Cmd.Args)
    if ((A.consume_front("-std=") || A.consume_front("--std=")) &&
        languageOf(A) == clang::Language::Unknown)
      Problems.push_back(llvm::toString(checkStandard(A)) + "; it is left out");
  return Problems;
}

std::string parseArch(const CompileCommand &Cmd, const Options &Opts) {
  std::vector<std::string> Archs = Opts.Archs.empty() ? archsOf(Cmd.Args) : Opts.Archs;
  if (Archs.empty())
    return "sm_80";
  auto Rank = [](StringRef A) { return std::pair(archNumber(A), !llvm::isDigit(A.back())); };
  return knownArch(
      *llvm::max_element(Archs, [&](const auto &A, const auto &B) { return Rank(A) < Rank(B); }));
}

/// Options that only steer warnings, optimisation, debug info, linking or output. They
/// would change the IR or split the cache of precompiled headers without any use here.
static bool isDropped(StringRef A) {
  if (A.starts_with("-O") || A.starts_with("-W") || A.starts_with("-l") || A.starts_with("-L") ||
      A.starts_with("-Rpass") || A.starts_with("-mtune=") || A.starts_with("-mllvm=") ||
      A.starts_with("-fsanitize") || A.starts_with("-flto") || A.starts_with("-fprofile") ||
      A.starts_with("-fcoverage") || A.starts_with("--cuda-gpu-arch=") ||
      A.starts_with("--offload-arch=") || A.starts_with("--no-cuda-gpu-arch=") ||
      A.starts_with("-fdiagnostics") || A.starts_with("-fcolor-diagnostics") ||
      A.starts_with("-fopenmp") || A.starts_with("-o=") || A.starts_with("-stdlib=") ||
      A.starts_with("--cuda-path=") || A.starts_with("-ferror-limit"))
    return true;
  if (A.starts_with("-g") && !A.starts_with("-gcc"))
    return true;
  return llvm::StringSwitch<bool>(A)
      .Cases({"-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MG", "-MP", "-v", "-w", "-pg"}, true)
      .Cases({"-pedantic", "-ansi", "-pipe", "-shared", "-static", "-pthread", "-emit-llvm"}, true)
      .Cases({"-save-temps", "-fsyntax-only", "-ffast-math"}, true)
      // Clang would rename static kernels; the analysis only needs isRelocatable.
      .Cases({"-fgpu-rdc", "-fno-gpu-rdc", "-fcuda-rdc", "-fno-cuda-rdc"}, true)
      .Cases({"-fcuda-approx-transcendentals", "-use_fast_math", "-nocudainc", "-nocudalib"}, true)
      .Cases({"--cuda-device-only", "--cuda-host-only", "-funroll-loops", "-fPIC", "-fpic"}, true)
      .Cases({"-fPIE", "-fpie", "-march=native", "-mcpu=native", "-mcmodel=medium"}, true)
      .Default(false);
}

static bool takesDroppedValue(StringRef A) {
  return llvm::is_contained({"-o", "-MF", "-MT", "-MQ", "-MJ", "-x", "-Xlinker", "-mllvm",
                             "-Xarch_device", "-Xarch_host", "-Xcuda-ptxas", "-Xcuda-fatbinary",
                             "-L", "-l", "-include-pch"},
                            A);
}

bool isToolkit(StringRef Folder) {
  return llvm::sys::fs::exists(Folder + "/include/cuda_runtime.h");
}

std::string installedToolkit() {
  for (const char *Variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *Root = std::getenv(Variable); Root && isToolkit(Root))
      return Root;
  const char *Usual = "/usr/local/cuda";
  return isToolkit(Usual) ? Usual : "";
}

static bool isToolkitInclude(StringRef Dir, StringRef WorkingDir, llvm::vfs::FileSystem &FS) {
  llvm::SmallString<256> P(Dir);
  llvm::sys::path::make_absolute(WorkingDir, P);
  llvm::sys::path::append(P, "cuda_runtime_api.h");
  return FS.exists(P);
}

/// The user's arguments that matter for a parse. With the embedded headers a toolkit's
/// own include folder is left out: the two do not mix.
static std::vector<std::string> userArgs(const CompileCommand &Cmd, bool Embedded,
                                         llvm::vfs::FileSystem &FS) {
  std::vector<std::string> Result;
  const auto &Args = Cmd.Args;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    if (takesDroppedValue(A)) {
      ++I;
      continue;
    }
    if (isDropped(A))
      continue;
    StringRef Joined = A;
    bool Split = A == "-I" || A == "-isystem" || A == "-idirafter" || A == "-iquote";
    if (Split && I + 1 == Args.size())
      continue;
    if (Embedded && (Split || Joined.consume_front("-I") || Joined.consume_front("-isystem"))) {
      StringRef Dir = Split ? StringRef(Args[I + 1]) : Joined;
      if (isToolkitInclude(Dir, Cmd.Directory, FS)) {
        I += Split;
        continue;
      }
    }
    Result.push_back(A.str());
    if (Split)
      Result.push_back(Args[++I]);
  }
  return Result;
}

bool isPlainC(const CompileCommand &Cmd) { return StringRef(Cmd.File).ends_with(".c"); }

/// The arguments for a file in plain C that is linked into a program.
static std::vector<std::string> plainCArgs(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS) {
  std::vector<std::string> Args = {"/.cudafix/bin/clang++",
                                   ("-resource-dir=" + ClangRoot).str(),
                                   "-fsyntax-only",
                                   "-w",
                                   "-ferror-limit=0",
                                   "-fno-caret-diagnostics",
                                   "-std=gnu17",
                                   "-Wno-implicit-function-declaration",
                                   "-Wno-implicit-int",
                                   "-Wno-int-conversion",
                                   "-Wno-incompatible-pointer-types",
                                   "-Wno-return-mismatch"};
  for (const std::string &A : userArgs(Cmd, /*Embedded=*/false, FS))
    if (!StringRef(A).starts_with("-std=") && !StringRef(A).starts_with("--"))
      Args.push_back(A);
  Args.push_back(("-idirafter" + FallbackRoot).str());
  Args.insert(Args.end(), {"-x", "c", Cmd.File});
  return Args;
}

std::vector<std::string> invocationArgs(const CompileCommand &Cmd, const Options &Opts,
                                        const HeaderSet &Headers, Side S,
                                        llvm::vfs::FileSystem &FS) {
  if (S == Side::Host && isPlainC(Cmd))
    return plainCArgs(Cmd, FS);
  bool Embedded = Headers.Toolkit.empty();
  std::vector<std::string> Args = {
      "/.cudafix/bin/clang++", ("-resource-dir=" + ClangRoot).str(),
      S == Side::Device ? "--cuda-device-only" : "--cuda-host-only",
      "--cuda-gpu-arch=" + parseArch(Cmd, Opts), "-fsyntax-only", "-w", "-Wno-unknown-cuda-version",
      "-ferror-limit=0", "-fno-caret-diagnostics",
      // Errors by default that nvcc and old code live with.
      "-Wno-register", "-Wno-reserved-user-defined-literal", "-Wno-dynamic-exception-spec",
      "-Wno-c++11-narrowing", "-Wno-implicit-function-declaration", "-Wno-int-conversion",
      "-Wno-incompatible-function-pointer-types", "-Wno-parentheses"};
  if (isRelocatable(Cmd))
    Args.push_back("-D__CUDACC_RDC__");
  std::vector<std::string> User = userArgs(Cmd, Embedded, FS);
  // The default standard is always named, so that a command that names it needs no second
  // precompiled header.
  std::string Std = "-std=c++17";
  llvm::erase_if(User, [&](StringRef A) {
    if (!A.starts_with("-std=") && !A.starts_with("--std="))
      return false;
    if (A.starts_with("--"))
      A = A.drop_front();
    // Standards of C belong to other files of a build; CUDA needs at least C++14.
    StringRef Name = A.drop_front(StringRef("-std=").size());
    if (languageOf(Name) == clang::Language::CXX &&
        !llvm::is_contained({"98", "03", "11", "0x"}, Name.split("++").second))
      Std = A.str();
    return true;
  });
  Args.push_back(std::move(Std));
  Args.push_back("-fgnu-keywords"); // without -std, nvcc reads the GNU dialect
  if (Embedded) {
    // The driver would derive the PTX version from a toolkit, which is not present.
    for (const char *A : {"-nocudainc", "-nocudalib", "--cuda-feature=+ptx87"})
      Args.push_back(A);
    Args.push_back(("-I" + EmbeddedRoot).str());
    if (Headers.Std != StdHeaders::None)
      Args.push_back("-D__CUDAFIX_FULL_CMATH");
    Args.insert(Args.end(), {"-include", "__cudafix_runtime.h"});
  } else {
    Args.push_back("--cuda-path=" + Headers.Toolkit);
    Args.push_back("-nocudalib");
    // Replacements for headers of the toolkit that Clang does not accept.
    Args.push_back(("-I" + EmbeddedRoot + "/toolkit").str());
    // The folder of thrust and cub in CUDA 13.
    Args.push_back("-isystem" + Headers.Toolkit + "/include/cccl");
    Args.insert(Args.end(), {"-include", (EmbeddedRoot + "/__cudafix_toolkit.h").str()});
  }
  Args.insert(Args.end(), User.begin(), User.end());
  Args.push_back(("-idirafter" + FallbackRoot).str());
  Args.insert(Args.end(), {"-x", "cuda", Cmd.File});
  return Args;
}

} // namespace cudafix::frontend
