// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/NvccArgs.h"
#include "frontend/parse/NvccOptions.h"
#include "frontend/parse/PlainFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace cudafix::frontend {

using llvm::StringRef;

namespace {

/// Splits a list as nvcc does: commas inside of quotes and brackets do not separate.
std::vector<std::string> listOf(StringRef Value) {
  std::vector<std::string> Parts(1);
  unsigned Open = 0;
  char Quote = 0;
  for (char C : Value) {
    if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? 0 : C;
    else if (!Quote)
      Open += StringRef("([{").contains(C) - (Open && StringRef(")]}").contains(C));
    if (C == ',' && !Quote && !Open)
      Parts.emplace_back();
    else
      Parts.back() += C;
  }
  llvm::erase_if(Parts, [](StringRef Part) { return Part.empty(); });
  return Parts;
}

/// The option files of one command line; option files may name further ones.
class OptionFiles {
public:
  OptionFiles(llvm::vfs::FileSystem &FS, StringRef Directory) : FS(FS), Directory(Directory) {}

  /// Nullopt: the file cannot be read, or too many were read.
  std::optional<std::vector<std::string>> wordsOf(StringRef Name) {
    if (Read == Most)
      return std::nullopt;
    ++Read;
    llvm::SmallString<256> Path(Name);
    llvm::sys::path::make_absolute(Directory, Path);
    std::unique_ptr<llvm::MemoryBuffer> Buffer = readPlainFile(FS, Path);
    if (!Buffer)
      return std::nullopt;
    llvm::BumpPtrAllocator Alloc;
    llvm::StringSaver Saver(Alloc);
    llvm::SmallVector<const char *> Raw;
    llvm::cl::TokenizeGNUCommandLine(Buffer->getBuffer(), Saver, Raw);
    return std::vector<std::string>(Raw.begin(), Raw.end());
  }

private:
  static constexpr unsigned Most = 64;
  llvm::vfs::FileSystem &FS;
  StringRef Directory;
  unsigned Read = 0;
};

void splitClangArgs(llvm::ArrayRef<std::string> Args, OptionFiles &Files, TranslatedArgs &Result);

class Translator {
public:
  Translator(llvm::vfs::FileSystem &FS, StringRef Directory) : Files(FS, Directory) {}
  TranslatedArgs Result;

  void translate(llvm::ArrayRef<std::string> Args) {
    for (size_t I = 0; I < Args.size(); ++I) {
      StringRef A = Args[I];
      if (A.size() < 2 || A[0] != '-') {
        Result.Inputs.push_back(A.str());
        continue;
      }
      NvccMatch M = findNvccOption(A);
      if (!M.Option) {
        unknown(A);
        continue;
      }
      std::string Value = M.Value.str();
      if (M.Option->takesValue() && !M.HasValue) {
        if (I + 1 == Args.size()) {
          warn("option " + A + " of nvcc needs a value");
          break;
        }
        Value = Args[++I];
      }
      apply(*M.Option, Value);
    }
  }

  /// The result of all options together.
  void finish() {
    // Without -arch, this is an error in nvcc.
    if (Archs.empty())
      Archs = Codes;
    for (const std::string &A : Archs)
      Result.Args.push_back("--cuda-gpu-arch=" + A);
    if (Archs.empty() && Native)
      warn("-arch=native: no GPU is asked; --arch says for which one the analysis is");
    if (MakesRelocatable || Rdc.value_or(false))
      Result.Args.push_back("-fgpu-rdc");
    else if (Rdc)
      Result.Args.push_back("-fno-gpu-rdc");
  }

private:
  void apply(const NvccOption &O, StringRef Value) {
    switch (O.What) {
    case Nvcc::Drop:
    case Nvcc::DropValue:
      return;
    case Nvcc::Forward:
      Result.Args.push_back(O.As.str());
      return;
    case Nvcc::ForwardValue:
      Result.Args.push_back((O.As + Value).str());
      return;
    case Nvcc::ForwardList:
      for (StringRef Part : listOf(Value))
        Result.Args.push_back((O.As + (O.As == "-D" ? Part : Part.trim('"'))).str());
      return;
    case Nvcc::Std:
      Result.Args.push_back(("-std=" + Value).str());
      return;
    case Nvcc::Arch:
      for (StringRef A : llvm::split(Value, ','))
        addArch(A, Archs);
      return;
    case Nvcc::Code:
      for (StringRef A : llvm::split(Value, ','))
        addArch(A, Codes);
      return;
    case Nvcc::Gencode:
      addGencode(Value);
      return;
    case Nvcc::Rdc:
      Rdc = Value == "true";
      if (!*Rdc && Value != "false")
        warn("option -rdc of nvcc is true or false, not '" + Value + "'");
      return;
    case Nvcc::Relocatable:
      MakesRelocatable = true;
      return;
    case Nvcc::Host:
      addHost(Value);
      return;
    case Nvcc::File:
      readFile(Value);
      return;
    case Nvcc::Stream:
      if (Value == "per-thread")
        Result.Args.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      return;
    case Nvcc::Include:
      for (StringRef F : llvm::split(Value, ','))
        Result.Args.insert(Result.Args.end(), {"-include", F.str()});
      return;
    }
  }

  void warn(const llvm::Twine &Text) {
    if (!llvm::is_contained(Result.Warnings, Text.str()))
      Result.Warnings.push_back(Text.str());
  }

  void addArch(StringRef A, std::vector<std::string> &To) {
    A = A.trim(" '\"[]");
    auto Add = [&](unsigned Number, StringRef Suffix = "") {
      std::string Arch = "sm_" + std::to_string(Number) + Suffix.str();
      if (!llvm::is_contained(To, Arch))
        To.push_back(Arch);
    };
    // as nvcc 13.0 interprets them
    if (A == "all-major")
      for (unsigned Number : {75, 80, 90, 100, 110, 120})
        Add(Number);
    if (A == "all")
      for (unsigned Number : {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121})
        Add(Number);
    Native |= A == "native";
    A.consume_front("compute_") || A.consume_front("sm_") || A.consume_front("lto_");
    unsigned Number = 0;
    if (!A.consumeInteger(10, Number))
      Add(Number, A == "a" || A == "f" ? A : "");
  }

  /// arch=compute_70,code=[sm_75,compute_70]: the source is compiled for the virtual architecture,
  /// which determines __CUDA_ARCH__ and how threads are scheduled on the real ones.
  void addGencode(StringRef Value) {
    constexpr llvm::StringLiteral Key = "arch=";
    for (size_t At; (At = Value.find(Key)) != StringRef::npos;) {
      Value = Value.drop_front(At + Key.size());
      addArch(Value.split(',').first, Archs);
    }
  }

  void addHost(StringRef Value) {
    std::vector<std::string> Words;
    for (StringRef W : llvm::split(Value.trim(" '\""), ','))
      for (StringRef Part : llvm::split(W, ' '))
        if (!Part.empty())
          Words.push_back(Part.str());
    TranslatedArgs Host;
    splitClangArgs(Words, Files, Host);
    llvm::append_range(Result.Args, Host.Args);
  }

  void readFile(StringRef List) {
    for (StringRef Name : llvm::split(List, ',')) {
      if (std::optional<std::vector<std::string>> Words = Files.wordsOf(Name))
        translate(*Words);
      else
        warn("option file " + Name + " cannot be read");
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
    warn("option " + A + " of nvcc is not known and was ignored");
  }

  OptionFiles Files;
  std::vector<std::string> Archs, Codes;
  bool Native = false;
  std::optional<bool> Rdc;       ///< the value of -rdc
  bool MakesRelocatable = false; ///< by an option that -rdc=false does not override
};

bool isSource(StringRef Name) {
  StringRef Ext = llvm::sys::path::extension(Name);
  return llvm::is_contained({".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".C", ".hpp", ".h"}, Ext);
}

void splitClangArgs(llvm::ArrayRef<std::string> Args, OptionFiles &Files, TranslatedArgs &Result) {
  static constexpr StringRef TakesValue[] = {
      "-I",    "-isystem", "-iquote",   "-idirafter", "-include", "-imacros",      "-D",
      "-U",    "-x",       "-isysroot", "-target",    "-Xclang",  "-Xarch_device", "-Xarch_host",
      "-arch", "--sysroot"};
  static constexpr StringRef Output[] = {"-o", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-L", "-l"};
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    bool HasNext = I + 1 < Args.size();
    if (llvm::is_contained(Output, A)) {
      ++I;
    } else if (llvm::is_contained(TakesValue, A)) {
      if (!HasNext)
        break;
      Result.Args.push_back(A.str());
      Result.Args.push_back(Args[++I]);
    } else if ((A == "-std" || A == "--std") && HasNext) {
      Result.Args.push_back("-std=" + Args[++I]);
    } else if (A.starts_with("-") && A.size() > 1) {
      if (A != "-c" && !A.starts_with("-o"))
        Result.Args.push_back(A.str());
    } else if (A.consume_front("@")) {
      if (std::optional<std::vector<std::string>> Words = Files.wordsOf(A))
        splitClangArgs(*Words, Files, Result);
      else
        Result.Warnings.push_back(("option file " + A + " cannot be read").str());
    } else if (isSource(A)) {
      Result.Inputs.push_back(A.str());
    }
  }
}

} // namespace

TranslatedArgs translateNvccArgs(llvm::ArrayRef<std::string> Args, llvm::vfs::FileSystem &FS,
                                 StringRef Directory) {
  Translator T(FS, Directory);
  T.translate(Args);
  T.finish();
  return std::move(T.Result);
}

TranslatedArgs splitClangArgs(llvm::ArrayRef<std::string> Args, llvm::vfs::FileSystem &FS,
                              StringRef Directory) {
  OptionFiles Files(FS, Directory);
  TranslatedArgs Result;
  splitClangArgs(Args, Files, Result);
  return Result;
}

TranslatedArgs translateUserArgs(llvm::ArrayRef<std::string> Args, llvm::vfs::FileSystem &FS,
                                 StringRef Directory) {
  bool OnlyNvccs = llvm::any_of(Args, [](StringRef A) {
    const NvccOption *O = A.starts_with("-") ? findNvccOption(A).Option : nullptr;
    return O &&
           (!O->OfAll || (A.starts_with("--") && O->Short != "std" && O->Short != "cuda-path"));
  });
  return OnlyNvccs ? translateNvccArgs(Args, FS, Directory) : splitClangArgs(Args, FS, Directory);
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
