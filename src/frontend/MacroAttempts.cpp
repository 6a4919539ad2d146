// SPDX-License-Identifier: Apache-2.0
//
// Macros with which a unit is tried because its own directives ask for them.

#include "frontend/ProgramState.h"
#include "frontend/parse/BuildMacros.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include <map>

namespace cudafix::frontend {

/// The names that are called to the left of an error in its line, such as LOOP if `LOOP(i, n)`
/// leaves i undeclared.
static std::vector<std::string> calledBefore(const ParsedSide &Device, const ParseError &E) {
  std::vector<std::string> Names;
  const clang::CompilerInstance &CI = Device.compiler();
  auto Buffer = CI.getFileManager().getBufferForFile(E.File);
  if (!Buffer)
    return Names;
  llvm::StringRef Line = (*Buffer)->getBuffer();
  for (unsigned I = 1; I < E.Line && !Line.empty(); ++I)
    Line = Line.split('\n').second;
  Line = Line.split('\n').first.take_front(E.Column);
  for (size_t Open = Line.find('('); Open != llvm::StringRef::npos;
       Open = Line.find('(', Open + 1)) {
    llvm::StringRef Before = Line.take_front(Open).rtrim();
    size_t Start = Before.size();
    while (Start > 0 && clang::isAsciiIdentifierContinue(Before[Start - 1]))
      --Start;
    if (Start < Before.size())
      Names.push_back(Before.substr(Start).str());
  }
  return Names;
}

/// Defines macros that the text asks for in its directives or uses as undeclared names: those that
/// the unit's build files define, those without which it contains no kernel at all or leaves out
/// headers of the toolkit, and those that would bring in the declaration of an undeclared name.
/// None brings in another vendor's toolkit, unless the unit is written for it. `OfNames`: only the
/// macros for names. Returns a remark for each macro.
std::vector<std::string> Program::Impl::defineAsked(const ParsedSide &Device, bool OfNames) {
  std::vector<std::string> Wanted, Undeclared, Called, Functions;
  std::map<std::string, std::pair<std::string, std::string>> Guards; // by macro: its value, and the
                                                                     // text that it guards
  for (const ParseError &E : Device.errors()) {
    llvm::StringRef Text = E.Message;
    if (Text.consume_front("function-like macro '"))
      Functions.push_back(Text.split('\'').first.str());
    const bool Identifier = Text.consume_front("use of undeclared identifier '");
    if (Identifier || Text.consume_front("unknown type name '"))
      Undeclared.push_back(Text.split('\'').first.str());
    if (Identifier)
      llvm::append_range(Called, calledBefore(Device, E));
  }
  // HIP sources are read as HIP compiles them for NVIDIA.
  auto IsHip = [](llvm::StringRef Name) { return Name.starts_with("hip"); };
  const bool ForOther = llvm::any_of(Instead.names(), IsHip) || llvm::any_of(Undeclared, IsHip);
  for (const LeftOutText &L : Device.leftOut()) {
    const bool OfKernels = !OfNames && L.InMain && L.Kernels > 0 && !Device.readsKernels();
    std::string Declared;
    for (llvm::ArrayRef<std::string> Names : {llvm::ArrayRef(Undeclared), llvm::ArrayRef(Called)})
      for (const std::string &Name : Names)
        if (Declared.empty() && L.Declares.contains(Name))
          Declared = Name;
    for (const AskedMacro &M : L.Macros) {
      if (!OfNames || !Declared.empty())
        Wanted.push_back(M.Name);
      if (OfKernels)
        Guards[M.Name] = {M.Value, "the kernels of this file ask for"};
      else if (L.Includes == ToolkitHeaders::Cuda && !OfNames)
        Guards.try_emplace(M.Name, M.Value, "includes of the CUDA toolkit ask for");
      else if (!Declared.empty() && !M.Instead)
        Guards.try_emplace(M.Name, M.Value, "a declaration of '" + Declared + "' asks for");
    }
  }
  llvm::append_range(Wanted, Undeclared);
  std::vector<std::string> Said;
  auto Add = [&](llvm::StringRef Name, llvm::StringRef Value, const llvm::Twine &Why) {
    const bool IsFunction = Value.empty() && llvm::is_contained(Functions, Name);
    std::string Arg = ("-D" + Name +
                       (IsFunction      ? "(...)=1"
                        : Value.empty() ? ""
                                        : "=") +
                       Value)
                          .str();
    if (Name.starts_with("__")) // such names belong to compilers other than nvcc
      return;
    if (!ForOther && llvm::any_of(Device.leftOut(), [&](const LeftOutText &L) {
          return L.Includes == ToolkitHeaders::Other &&
                 llvm::any_of(L.Macros, [&](const AskedMacro &M) { return M.Name == Name; });
        }))
      return;
    if (llvm::any_of(Cmd.Args, [&](llvm::StringRef Is) {
          return Is == ("-U" + Name).str() || Is == ("-D" + Name).str() ||
                 Is.starts_with(("-D" + Name + "=").str()) ||
                 Is.starts_with(("-D" + Name + "(").str());
        }))
      return;
    Said.push_back(("read with " + Arg + ", " + Why).str());
    Cmd.Args.push_back(std::move(Arg));
  };
  // Macros that a build without CUDA defines as 0 bring in nothing that is needed.
  for (const BuildMacro &M : buildMacros(Cmd, *FS))
    if (llvm::is_contained(Wanted, M.Name) && (M.Value != "0" || !Guards.contains(M.Name))) {
      Add(M.Name, M.Value, "which " + M.File + " names");
      Guards.erase(M.Name);
    }
  for (const auto &[Name, Of] : Guards)
    Add(Name, Of.first, "which " + Of.second);
  return Said;
}

/// Returns true if kernels that only `Other` reads outweigh headers that are only missing for
/// `Other`: if there is no other error, or if `A` reads no kernel at all.
static bool outweighsHeaders(const ParsedSide &Other, const ParsedSide &A) {
  auto Missing = [](const ParsedSide &Side) {
    return size_t(llvm::count_if(Side.errors(), [](auto &E) { return E.MissingHeader; }));
  };
  const size_t Of = Missing(Other), Before = Missing(A);
  return Of > Before && Other.kernelsLeftOut() < A.kernelsLeftOut() &&
         (Other.errors().size() - Of <= A.errors().size() - Before ||
          (!A.readsKernels() && Other.readsKernels()));
}

/// Reads the unit again with macros that it asks for, if that adds kernels or removes errors and
/// removes nothing else. Code that one macro brings in may ask for further macros. nullopt: nothing
/// is gained, or a compile database defines the macros.
std::optional<Program::Impl::Attempt> Program::Impl::withMacros(const Attempt &A) {
  if (!Cmd.Guessed || !A.Device || (A.errors() == 0 && A.Device->kernelsLeftOut() == 0))
    return std::nullopt;
  const size_t Before = Cmd.Args.size();
  auto Errors = [&](const Attempt &Of) { return std::pair(Of.errorsIn(A.Main), Of.errors()); };
  std::vector<std::string> Tried;
  for (bool OfNames : {false, true}) { // other macros of a build may need missing files
    std::vector<std::string> Said = defineAsked(*A.Device, OfNames);
    const std::vector<std::string> Defined(Cmd.Args.begin() + Before, Cmd.Args.end());
    for (unsigned Round = 0; Round < 3 && !Defined.empty() && Defined != Tried; ++Round) {
      Attempt Other = attemptWithHeaders(A.Headers, A.Main, &A);
      if (!Other.Device || losesKernels(A.Device->leftOut(), Other.Device->leftOut()))
        break;
      bool More = Other.Device->kernelsLeftOut() < A.Device->kernelsLeftOut();
      if (Errors(Other) < Errors(A) || (More && Errors(Other) == Errors(A)) ||
          outweighsHeaders(*Other.Device, *A.Device)) {
        llvm::append_range(Cmd.Warnings, Said);
        return Other;
      }
      std::vector<std::string> Further = defineAsked(*Other.Device, OfNames);
      if (!More || Further.empty())
        break;
      llvm::append_range(Said, Further);
    }
    Tried = Defined;
    Cmd.Args.resize(Before);
  }
  return std::nullopt;
}

} // namespace cudafix::frontend
