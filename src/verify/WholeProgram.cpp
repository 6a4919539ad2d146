// SPDX-License-Identifier: Apache-2.0
#include "verify/WholeProgram.h"
#include "simulate/runtime/HostProgram.h"
#include "verify/Judged.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace cudafix::verify {

/// Library functions that only access the program's memory and its output.
static bool isHarmless(StringRef Name) {
  static const StringSet<> Known = {
      "malloc",       "calloc",  "realloc",      "free",   "aligned_alloc", "posix_memalign",
      "memcpy",       "memset",  "memmove",      "memcmp", "strlen",        "strcmp",
      "strncmp",      "strcpy",  "strncpy",      "strcat", "strchr",        "strrchr",
      "strstr",       "atoi",    "atol",         "atof",   "strtol",        "strtoul",
      "strtod",       "strtof",  "printf",       "puts",   "putchar",       "fprintf",
      "fputs",        "fputc",   "fwrite",       "fflush", "snprintf",      "sprintf",
      "stdout",       "stderr",  "exit",         "abort",  "rand",          "srand",
      "rand_r",       "drand48", "srand48",      "qsort",  "time",          "clock",
      "gettimeofday", "assert",  "__assert_fail"};
  static const StringSet<> Math = {
      "sqrt", "cbrt",  "sin",   "cos",  "tan",  "asin",   "acos",  "atan",  "atan2",
      "sinh", "cosh",  "tanh",  "exp",  "exp2", "expm1",  "log",   "log2",  "log10",
      "pow",  "log1p", "floor", "ceil", "fabs", "fmod",   "round", "trunc", "rint",
      "fmin", "fmax",  "hypot", "erf",  "erfc", "lround", "ldexp", "frexp", "fma"};
  StringRef Double = Name.ends_with("f") ? Name.drop_back() : Name;
  if (Known.contains(Name) || Math.contains(Name) || Math.contains(Double))
    return true;
  if (Name.starts_with("cuda") || Name.starts_with("__cuda") || Name.starts_with("llvm.") ||
      Name.starts_with("__cxa_") || Name.starts_with("__gxx_") || Name.starts_with("_Unwind_") ||
      Name.starts_with("_ZTV") || Name.starts_with("_ZTI") || Name.starts_with("__dso"))
    return true;
  std::string Plain = demangle(Name);
  StringRef Text = Plain;
  if (Text.starts_with("operator new") || Text.starts_with("operator delete"))
    return true;
  bool Reaches = false;
  for (StringRef Word : {"fstream", "filebuf", "filesystem", "thread", "istream", "random_device"})
    Reaches |= Text.contains(Word);
  return Text.contains("std::") && !Reaches;
}

/// Assembly can make any system call.
static bool usesAssembly(const Module &M) {
  auto IsAssembly = [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto *Asm = Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
    return Asm && !StringRef(Asm->getAsmString()).trim().empty();
  };
  return !M.getModuleInlineAsm().empty() ||
         any_of(M, [&](const Function &F) { return any_of(instructions(F), IsAssembly); });
}

std::string whyNotRun(const Module *Host) {
  if (!Host || !simulate::definesMain(*Host))
    return "the file has no main, and the layout of memory changes";
  if (usesAssembly(*Host))
    return "the program is not run to compare it, as it uses inline assembly";
  std::vector<std::string> Others;
  for (const GlobalValue &G : Host->global_values())
    if (G.isDeclaration() && !G.use_empty() && !isHarmless(G.getName()))
      Others.push_back(demangle(G.getName()));
  llvm::sort(Others);
  return Others.empty()
             ? ""
             : "the program is not run to compare it, as it uses '" + Others.front() + "'";
}

std::pair<Simulated, std::string> ProgramComparer::compare(ArrayRef<Edit> Edits) {
  auto Same = [](const ProgramOutput &A, const ProgramOutput &B) {
    return A.Text == B.Text && A.Code == B.Code;
  };
  if (!Before) {
    Before.emplace();
    Why = Run ? whyNotRun(P.hostModule()) : "the program is run with --run-program only";
    if (Why.empty()) {
      auto Files = P.device().getFileManager().getVirtualFileSystemPtr();
      Before = Run(P.command(), Files);
      if (!Before->Code)
        Why = "the program cannot be run: " + Before->Problem;
      else if (Before->Text.empty())
        Why = "the program prints nothing";
      else if (!Same(*Before, Run(P.command(), Files)))
        Why = "the program does not print the same in every run";
    }
  }
  if (!Why.empty())
    return {Simulated::Skipped, Why};
  auto Files = patchedFiles(P, Edits);
  if (!Files)
    return {Simulated::Skipped, toString(Files.takeError())};
  ProgramOutput After = Run(P.command(), *Files);
  if (Same(*Before, After))
    return {Simulated::Equal, ""};
  return {Simulated::Different, After.Code ? "the program prints something else"
                                           : "the program does not come to its end"};
}

} // namespace cudafix::verify
