// SPDX-License-Identifier: Apache-2.0
//
// Header sets, include folders and standards that a unit is tried with.

#include "frontend/ProgramState.h"
#include "frontend/parse/FindHeaders.h"
#include "frontend/parse/IncludeScan.h"
#include "frontend/parse/PchCache.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace cudafix::frontend {

/// A precompiled header that fits; empty: none.
std::string Program::Impl::precompiled(const CompileCommand &Of, const HeaderSet &Headers, Side S) {
  llvm::Expected<std::string> Pch = precompiledHeader(Of, Opts, Headers, S, FS);
  if (!Pch) {
    if (std::string Why = llvm::toString(Pch.takeError()); !llvm::is_contained(Cmd.Warnings, Why))
      Cmd.Warnings.push_back(Why);
    return "";
  }
  if (!Pch->empty())
    Precompiled.push_back(*Pch);
  return *Pch;
}

std::unique_ptr<ParsedSide> Program::Impl::parseSide(const CompileCommand &Cmd,
                                                     const HeaderSet &Headers, Side S,
                                                     std::string &Problem) {
  std::vector<std::string> Args = invocationArgs(Cmd, Opts, Headers, S, *FS);
  bool PlainC = S == Side::Host && isPlainC(Cmd);
  std::string Pch = PlainC ? "" : precompiled(Cmd, Headers, S);
  auto Parsed = ParsedSide::parse(Args, FS, Pch);
  if (!Pch.empty() && (!Parsed || Parsed.get()->badPrecompiledHeader())) {
    if (!Parsed)
      llvm::consumeError(Parsed.takeError());
    Parsed = ParsedSide::parse(Args, FS, "");
  }
  if (Parsed)
    return std::move(*Parsed);
  Problem = llvm::toString(Parsed.takeError());
  return nullptr;
}

Program::Impl::Attempt Program::Impl::attempt(HeaderSet Headers, llvm::StringRef Main) {
  Attempt A;
  A.Headers = std::move(Headers);
  A.Main = Main.str();
  A.HostOnly = Opts.HostOnly;
  CompileCommand Of = Cmd;
  Of.File = A.Main;
  std::string Ignored;
  if (!Opts.HostOnly)
    A.Device = parseSide(Of, A.Headers, Side::Device, A.DeviceProblem);
  A.Host = parseSide(Of, A.Headers, Side::Host, Ignored);
  return A;
}

/// The cheapest header set that the unit parses with; failing that, the one with the
/// fewest errors.
Program::Impl::Attempt Program::Impl::bestAttempt() {
  HeaderSet Headers;
  Headers.Toolkit = Opts.NoToolkit ? "" : Opts.CudaPath;
  if (!Headers.Toolkit.empty())
    return attempt(Headers, Cmd.File);
  bool Cache = !cacheFolder(Opts).empty();
  if (usesStandardLibrary(Cmd, *FS))
    Headers.Std = Cache ? StdHeaders::Common : StdHeaders::CMath;
  Attempt Best = attempt(Headers, Cmd.File);
  constexpr unsigned MaxRounds = 6;
  for (unsigned Round = 0;
       Round < MaxRounds && (findMissing(Best) || readAsNewer(Best.Device.get())); ++Round) {
    if (Headers.Std == StdHeaders::None) // who knows what is found
      Headers.Std = Cache ? StdHeaders::Common : StdHeaders::CMath;
    Best = attempt(Headers, Cmd.File);
  }
  sayStandIns(Best.Device.get());
  auto Try = [&](Attempt Other) {
    if (Other.errors() < Best.errors())
      Best = std::move(Other);
  };
  // A text that only makes sense inside another unit is read there.
  if (Best.errors() > 0)
    for (const std::string &Includer : includersOf(Cmd, *FS)) {
      Attempt Other = attempt(Headers, Includer);
      if (Other.errorsIn(Cmd.File) < Best.errorsIn(Cmd.File))
        Best = std::move(Other);
    }
  // More names than the unit asked for may collide with its own; fewer than nvcc gives may
  // be missing. The set that nvcc gives decides.
  if (Best.errors() > 0 && Headers.Std != StdHeaders::CMath)
    Try(attempt({"", StdHeaders::CMath}, Best.Main));
  if (std::string Header = missingToolkitHeader(Best); !Header.empty()) {
    Attempt Other = attempt({installedToolkit(), StdHeaders::None}, Best.Main);
    if (Other.errors() < Best.errors()) {
      Cmd.Warnings.push_back("the toolkit in " + Other.Headers.Toolkit + " is used, for " + Header);
      Best = std::move(Other);
    }
  }
  return Best;
}

/// Makes headers that the attempt missed findable: in folders around the unit, or as stand-ins
/// for a library's. Both come after all other folders, so that they only ever add a header.
/// Returns true if there is something to be tried again with.
bool Program::Impl::findMissing(const Attempt &A) {
  std::vector<std::string> Missing;
  for (const ParsedSide *S : {A.Device.get(), A.Host.get()})
    for (const ParseError &E : S ? S->errors() : std::vector<ParseError>())
      if (E.MissingHeader)
        Missing.push_back(E.missingHeader().str());
  bool Found = false;
  auto Add = [&](std::string Arg) {
    bool New = !llvm::is_contained(Cmd.Args, Arg);
    if (New)
      Cmd.Args.push_back(std::move(Arg));
    Found |= New;
    return New;
  };
  for (const FoundFolder &F : foldersOf(Missing, Cmd, *FS))
    if (Add("-idirafter" + F.Folder))
      Cmd.Warnings.push_back("'" + F.Header + "' is taken from " + F.Folder +
                             ", which -I does not name");
  if (Found)
    return true;
  for (const std::string &Header : Missing)
    Found |= Instead.add(Header);
  if (Found)
    Add(("-idirafter" + StandInRoot).str());
  return Found;
}

/// Names headers that were read in the place of ones that are not there.
void Program::Impl::sayStandIns(const ParsedSide *Device) {
  if (!Instead.names().empty())
    Cmd.Warnings.push_back("'" + llvm::join(Instead.names(), "', '") +
                           "': not there, so that a contract of cuda-fix stands in for it (number "
                           "types, accessors and launches); name its folder with -I");
  if (!Device)
    return;
  for (llvm::StringRef Folder : Opts.BuildArgs) {
    if (!Folder.consume_front("-idirafter"))
      continue;
    const clang::SourceManager &SM = Device->compiler().getSourceManager();
    std::set<llvm::StringRef> Names;
    for (auto I = SM.fileinfo_begin(); I != SM.fileinfo_end(); ++I)
      if (llvm::StringRef Name = I->first.getName(); Name.consume_front(Folder))
        Names.insert(Name.ltrim('/'));
    if (!Names.empty())
      Cmd.Warnings.push_back("'" + llvm::join(Names, "', '") + "': taken from " + Folder.str());
  }
}

/// Takes C++20 where the command names no standard and what is not understood is of it. Returns
/// true if that is new.
bool Program::Impl::readAsNewer(const ParsedSide *Device) {
  auto NamesStandard = [](llvm::StringRef A) {
    return A.starts_with("-std") || A.starts_with("--std");
  };
  auto IsNewer = [](const ParseError &E) {
    llvm::StringRef Text = E.Message;
    return Text.contains("'concept'") || Text.contains("'requires'") || Text.contains("C++20") ||
           Text.contains("c++20") || Text.contains("'consteval'") || Text.contains("'constinit'");
  };
  if (!Device || llvm::any_of(Cmd.Args, NamesStandard) || llvm::none_of(Device->errors(), IsNewer))
    return false;
  Cmd.Args.push_back("-std=c++20");
  Cmd.Warnings.push_back("read as C++20, which no -std names");
  return true;
}

/// A header that the embedded set lacks and the installed toolkit has.
std::string Program::Impl::missingToolkitHeader(const Attempt &A) const {
  std::string Toolkit = Opts.NoToolkit ? "" : installedToolkit();
  if (Toolkit.empty() || !A.Device)
    return "";
  for (const ParseError &E : A.Device->errors())
    if (E.MissingHeader) {
      llvm::StringRef Name = E.missingHeader();
      for (llvm::StringRef Folder : {"/include/", "/include/cccl/"})
        if (FS->exists(Toolkit + Folder + Name))
          return Name.str();
    }
  return "";
}

} // namespace cudafix::frontend
