// SPDX-License-Identifier: Apache-2.0

#include "verify/NativeTools.h"
#include "rewrite/Rewrite.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <chrono>
#include <csignal>
#include <thread>

using namespace llvm;

namespace cudafix::verify {

constexpr std::chrono::seconds TimeLimit(60); // for one run of a tool

static std::string findTool(StringRef Name, const std::string &CudaPath) {
  if (!CudaPath.empty())
    if (auto Tool = sys::findProgramByName(Name, {CudaPath + "/bin"}))
      return *Tool;
  auto Tool = sys::findProgramByName(Name);
  return Tool ? *Tool : "";
}

NativeTools::NativeTools(const Options &Opts) {
  bool Asked = Opts.Apply || !Opts.PatchesDir.empty() || Opts.Level == Effort::Exhaustive;
  if (!Asked || Opts.NoToolkit)
    return;
  Nvcc = findTool("nvcc", Opts.ToolPath);
  Ptxas = findTool("ptxas", Opts.ToolPath);
}

namespace {

/// A temporary folder that is removed with its contents.
struct ScratchFolder {
  ScratchFolder() {
    if (sys::fs::createUniqueDirectory("cuda-fix", Path))
      Path.clear();
  }
  ~ScratchFolder() {
    if (!Path.empty())
      sys::fs::remove_directories(Path);
  }
  std::string file(StringRef Name) const { return (Path + "/" + Name).str(); }
  SmallString<128> Path;
};

bool writeFile(StringRef Path, StringRef Text) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  if (EC)
    return false;
  OS << Text;
  OS.close();
  bool Written = !OS.has_error();
  OS.clear_error();
  return Written;
}

/// The exit status of a process with a session of its own; negative: it could not be run, or it was
/// killed with its children after the time limit. llvm::sys::Wait() uses an alarm for its time
/// limit, which may reach another thread than the waiting one.
int waitFor(const sys::ProcessInfo &Process) {
  if (Process.Pid == sys::ProcessInfo::InvalidPid)
    return -1;
  for (auto End = std::chrono::steady_clock::now() + TimeLimit;;) {
    sys::ProcessInfo Now = sys::Wait(Process, 0);
    if (Now.Pid == Process.Pid)
      return Now.ReturnCode;
    if (std::chrono::steady_clock::now() > End) {
      ::kill(-Process.Pid, SIGKILL);
      sys::Wait(Process, std::nullopt);
      return -2;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

/// The first line of a tool's error output about its input; empty: it succeeded, or could not be
/// run, which says nothing about the input.
std::string run(StringRef Tool, ArrayRef<std::string> Args, const ScratchFolder &Scratch) {
  SmallVector<StringRef, 16> Argv{Tool};
  Argv.append(Args.begin(), Args.end());
  std::string Log = Scratch.file("log");
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Log), StringRef(Log)};
  sys::ProcessInfo Process = sys::ExecuteNoWait(Tool, Argv, std::nullopt, Redirects, 0, nullptr,
                                                nullptr, nullptr, /*DetachProcess=*/true);
  if (waitFor(Process) <= 0)
    return "";
  auto Text = MemoryBuffer::getFile(Log);
  StringRef Said = Text ? (*Text)->getBuffer().trim().split('\n').first : StringRef();
  return (sys::path::filename(Tool) + ": " + (Said.empty() ? "failed" : Said)).str();
}

/// The arguments of the clang command that nvcc also accepts.
std::vector<std::string> argsForNvcc(ArrayRef<std::string> Args) {
  std::vector<std::string> Out;
  for (size_t I = 0; I < Args.size(); ++I) {
    StringRef A = Args[I];
    if (A == "-I" || A == "-D" || A == "-U" || A == "-isystem" || A == "-include") {
      if (I + 1 < Args.size()) {
        Out.push_back(Args[I]);
        Out.push_back(Args[++I]);
      }
    } else if (A.starts_with("-I") || A.starts_with("-D") || A.starts_with("-U") ||
               A.starts_with("-std=")) {
      Out.push_back(Args[I]);
    }
  }
  return Out;
}

} // namespace

std::string NativeTools::assemble(StringRef Assembly) const {
  ScratchFolder Scratch;
  if (Ptxas.empty() || Scratch.Path.empty() || !writeFile(Scratch.file("k.ptx"), Assembly))
    return "";
  size_t At = Assembly.find(".target ");
  StringRef Arch = At == StringRef::npos ? "sm_80" : Assembly.substr(At + 8);
  Arch = Arch.take_while([](char C) { return isAlnum(C) || C == '_'; });
  // If ptxas no longer supports the architecture, its answer says nothing about the code.
  if (!run(Ptxas, {"--gpu-name", Arch.str(), "--version"}, Scratch).empty())
    return "";
  std::string Said =
      run(Ptxas,
          {"-c", "-O0", "--gpu-name", Arch.str(), Scratch.file("k.ptx"), "-o", Scratch.file("k.o")},
          Scratch);
  return StringRef(Said).contains("is not defined for option") ? "" : Said;
}

/// Returns true if there is an nvcc and the edits are in the main file. nvcc finds headers by their
/// own paths, so it cannot read patched ones.
bool NativeTools::asksAbout(frontend::Program &P, ArrayRef<Edit> Edits) const {
  return !Nvcc.empty() && !Edits.empty() && all_of(Edits, [&](const Edit &E) {
    return E.File == Edits.front().File &&
           sys::path::filename(E.File) == sys::path::filename(P.command().File);
  });
}

std::vector<Edit> NativeTools::compileTogether(frontend::Program &P,
                                               ArrayRef<ArrayRef<Edit>> Sets) const {
  std::vector<Edit> All;
  for (ArrayRef<Edit> Set : Sets) {
    std::vector<Edit> More = All;
    copy_if(Set, std::back_inserter(More), [&](const Edit &E) { return !is_contained(All, E); });
    if (!asksAbout(P, More))
      continue;
    Expected<StringRef> Text = P.contents(More.front().File);
    Expected<std::string> Patched = Text ? rewrite::apply(*Text, More) : Text.takeError();
    if (Patched)
      All = std::move(More);
    else
      consumeError(Patched.takeError());
  }
  if (!compileSource(P, All).empty())
    All.clear();
  return All;
}

std::string NativeTools::compileSource(frontend::Program &P, ArrayRef<Edit> Edits) const {
  if (!asksAbout(P, Edits))
    return "";
  const frontend::CompileCommand &Cmd = P.command();
  Expected<StringRef> Before = P.contents(Edits.front().File);
  if (!Before) {
    consumeError(Before.takeError());
    return "";
  }
  Expected<std::string> After = rewrite::apply(*Before, Edits);
  if (!After)
    return toString(After.takeError());
  ScratchFolder Scratch;
  std::string File = Scratch.file(sys::path::filename(Cmd.File));
  std::vector<std::string> Args = argsForNvcc(Cmd.Args);
  SmallString<256> Folder(sys::path::parent_path(Cmd.File));
  if (sys::path::is_relative(Folder))
    Folder = SmallString<256>(Cmd.Directory + "/" + std::string(Folder));
  // With PTX output, nvcc parses the file once, for the device, and does not call the host
  // compiler.
  const std::string &Arch = P.device().getTarget().getTargetOpts().CPU;
  Args.insert(Args.end(), {"-I", std::string(Folder), "-x", "cu", "-rdc=true", "-ptx", "-w", "-o",
                           Scratch.file("k.ptx"), File});
  if (!writeFile(File, *After))
    return "";
  Args.insert(Args.begin(), "-arch=" + Arch);
  std::string Said = run(Nvcc, Args, Scratch);
  if (StringRef(Said).contains("Unsupported gpu architecture")) { // this nvcc is too new
    Args.erase(Args.begin());
    Said = run(Nvcc, Args, Scratch);
  }
  if (Said.empty() || !writeFile(File, *Before) || !run(Nvcc, Args, Scratch).empty())
    return ""; // nvcc does not accept the original either
  return Said;
}

} // namespace cudafix::verify
