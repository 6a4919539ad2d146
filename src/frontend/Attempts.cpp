// SPDX-License-Identifier: Apache-2.0
//
// The header sets, include folders and architectures with which a unit is tried.

#include "frontend/ProgramState.h"
#include "frontend/parse/FindHeaders.h"
#include "frontend/parse/IncludeScan.h"
#include "frontend/parse/LeftOut.h"
#include "frontend/parse/NameStandIns.h"
#include "frontend/parse/PchCache.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace cudafix::frontend {

size_t Program::Impl::Attempt::errors() const {
  auto Count = [](const ParsedSide &S) {
    std::set<llvm::StringRef> Missing;
    return llvm::count_if(S.errors(), [&](const ParseError &E) {
      return !E.MissingHeader || Missing.insert(E.missingHeader()).second;
    });
  };
  // A side that could not be parsed at all counts more than any number of errors.
  return (Device ? Count(*Device) : HostOnly ? 0 : 10'000) + (Host ? Count(*Host) : 1'000);
}

/// The precompiled header for these headers; empty: there is none.
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

/// Parses only the device side, if there is one.
Program::Impl::Attempt Program::Impl::attemptDevice(HeaderSet Headers, llvm::StringRef Main) {
  Attempt A;
  A.Headers = std::move(Headers);
  A.Main = Main.str();
  A.HostOnly = Opts.HostOnly;
  CompileCommand Of = Cmd;
  Of.File = A.Main;
  if (!Opts.HostOnly)
    A.Device = parseSide(Of, A.Headers, Side::Device, A.DeviceProblem);
  return A;
}

void Program::Impl::addHost(Attempt &To) {
  CompileCommand Of = Cmd;
  Of.File = To.Main;
  std::string Ignored;
  To.Host = parseSide(Of, To.Headers, Side::Host, Ignored);
}

Program::Impl::Attempt Program::Impl::attempt(HeaderSet Headers, llvm::StringRef Main) {
  Attempt A = attemptDevice(std::move(Headers), Main);
  addHost(A);
  return A;
}

/// The set of headers with which most C++ units parse.
StdHeaders Program::Impl::commonHeaders() const {
  return cacheFolder(Opts).empty() ? StdHeaders::CMath : StdHeaders::Common;
}

/// Tries again as long as missing headers are found somewhere. Most headers that one side misses
/// are also missing on the other: the host side is parsed only after the device side has everything
/// that can be found, and not at all if the device side gains nothing over that of `Last`.
Program::Impl::Attempt Program::Impl::attemptWithHeaders(HeaderSet Headers, llvm::StringRef Main,
                                                         const Attempt *Last) {
  auto Gains = [&](const Attempt &A) {
    return A.Device && (A.Device->errors().size() < Last->Device->errors().size() ||
                        A.errorsIn(Main) < Last->errorsIn(Main) ||
                        A.Device->kernelsLeftOut() < Last->Device->kernelsLeftOut());
  };
  constexpr unsigned MaxRounds = 6;
  for (unsigned Round = 0;; ++Round) {
    Attempt A = attemptDevice(Headers, Main);
    bool Found = Round < MaxRounds && A.Device && findMissing(A);
    if (!Found && Last && Last->Device && !Gains(A))
      return A;
    if (!Found) {
      addHost(A);
      Found = Round < MaxRounds && findMissing(A);
    }
    if (!Found)
      return A;
    if (Headers.Std == StdHeaders::None && Headers.Toolkit.empty()) // it may find unrelated headers
      Headers.Std = commonHeaders();
  }
}

/// Returns true if a name of the unit may collide with one that a header declares.
static bool hasCollisions(const ParsedSide *S) {
  return S && llvm::any_of(S->errors(), [](const ParseError &E) {
           llvm::StringRef Text = E.Message;
           return llvm::any_of(std::initializer_list<llvm::StringRef>{"ambiguous", "redefin",
                                                                      "conflict", "redeclar",
                                                                      "overload", "different"},
                               [&](llvm::StringRef Word) { return Text.contains(Word); });
         });
}

/// The cheapest header set that the unit parses with; failing that, the one with the
/// fewest errors.
Program::Impl::Attempt Program::Impl::bestAttempt() {
  HeaderSet Headers;
  Headers.Toolkit = Opts.NoToolkit ? "" : Opts.CudaPath;
  if (Headers.Toolkit.empty() && usesStandardLibrary(Cmd, *FS))
    Headers.Std = commonHeaders();
  Attempt Best = attemptWithHeaders(Headers, Cmd.File);
  for (unsigned Round = 0; Round < 2; ++Round) { // what one side gains the other may have needed
    if (std::optional<Attempt> Other = asNewer(Best))
      Best = std::move(*Other);
    if (std::optional<Attempt> Other = withLibraryHeaders(Best))
      Best = std::move(*Other);
    if (std::optional<Attempt> Other = withoutRestrict(Best))
      Best = std::move(*Other);
    if (std::optional<Attempt> Other = readAsNvcc(Best))
      Best = std::move(*Other);
    std::optional<Attempt> Other = withMacros(Best);
    if (!Other)
      break;
    Best = std::move(*Other);
  }
  if (std::optional<Attempt> Other = withNames(Best))
    Best = std::move(*Other);
  if (std::optional<Attempt> Other = asOtherArch(Best))
    Best = std::move(*Other);
  Headers = Best.Headers;
  sayStandIns(Best.Device.get());
  sayLeftOut(Best.Device.get());
  if (!Headers.Toolkit.empty())
    return Best;
  auto Try = [&](Attempt Other) {
    if (Other.errors() < Best.errors())
      Best = std::move(Other);
  };
  // A file that only makes sense inside another unit is read as part of that unit.
  if (Best.errors() > 0)
    for (const std::string &Includer : includersOf(Cmd, *FS)) {
      Attempt Other = attempt(Headers, Includer);
      if (Other.errorsIn(Cmd.File) < Best.errorsIn(Cmd.File))
        Best = std::move(Other);
    }
  // Headers with more names than the unit needs may collide with its own names, and with fewer
  // names than nvcc's some may be missing. The set that nvcc provides decides.
  if (Best.errors() > 0 && (Headers.Std == StdHeaders::None ||
                            (Headers.Std == StdHeaders::Common &&
                             (hasCollisions(Best.Device.get()) || hasCollisions(Best.Host.get())))))
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

/// Makes headers that the attempt missed available: in folders around the unit, in an installed
/// toolkit, or as stand-ins for those of a library. All are searched after the folders that the
/// build names, so they never replace a header. Returns true if another attempt is worthwhile.
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
    if (llvm::count_if(folderArgs(F.Folder), Add) > 0)
      Cmd.Warnings.push_back("'" + F.Header + "' is taken from " + F.Folder +
                             ", which -I does not name");
  if (Found)
    return true;
  const std::string Toolkit =
      A.Headers.Toolkit.empty() && !Opts.NoToolkit ? installedToolkit() : "";
  for (const std::string &Header : Missing)
    if (Instead.addOf(Toolkit, Header, *FS)) {
      Cmd.Warnings.push_back("'" + Header + "' is taken from the toolkit in " + Toolkit);
      Found = true;
    } else {
      Found |= Instead.add(Header);
    }
  if (Found)
    Add(("-idirafter" + StandInRoot).str());
  return Found;
}

/// Reads the unit again with stand-ins for names that device code uses and nothing declares, if
/// that removes errors and no kernels. Types are tried first, because text around an unknown type
/// may be misread. nullopt: nothing is gained, or the program will be run, which must not use
/// made-up values.
std::optional<Program::Impl::Attempt> Program::Impl::withNames(const Attempt &A) {
  constexpr unsigned Rounds = 3; // errors may have hidden others
  if (Opts.ToRun)
    return std::nullopt;
  std::optional<Attempt> Best;
  std::vector<NameStandIn> Used;
  std::vector<ParseError> InHost; // errors of host code, which is wrong without the missing names
  for (bool TypesOnly : {true, false})
    for (unsigned Round = 0; Round < Rounds; ++Round) {
      const Attempt &Last = Best ? *Best : A;
      std::vector<NameStandIn> New = Used;
      if (Last.Device)
        for (NameStandIn &S : standInsForNames(*Last.Device, TypesOnly))
          if (llvm::none_of(Used,
                            [&](const NameStandIn &U) { return U.qualified() == S.qualified(); }))
            New.push_back(std::move(S));
      if (New.size() == Used.size())
        break;
      Attempt Other = attemptNames(New, A);
      // The device's names determine the stand-ins; the host side is read only if they gain
      // something.
      if (!Other.Device || losesKernels(A.Device->leftOut(), Other.Device->leftOut()) ||
          Other.Device->errors().size() >= Last.Device->errors().size())
        break;
      addHost(Other);
      if (Other.errors() >= Last.errors())
        break;
      for (const ParseError &E : Last.Device->errors())
        if (llvm::any_of(llvm::drop_begin(New, Used.size()), [&](const NameStandIn &S) {
              const llvm::StringRef Outermost = llvm::StringRef(S.Namespace).split("::").first;
              return S.HostOnly && (llvm::StringRef(E.Message).contains("'" + S.Name + "'") ||
                                    (!Outermost.empty() && llvm::StringRef(E.Message).contains(
                                                               ("'" + Outermost + "'").str())));
            }))
          InHost.push_back(E);
      Used = std::move(New);
      Best = std::move(Other);
    }
  UnknownInHost = std::move(InHost);
  includeNames(Used);
  sayNames(Used);
  return Best;
}

/// Makes the arguments include these stand-ins, and no others.
void Program::Impl::includeNames(llvm::ArrayRef<NameStandIn> Names) {
  llvm::erase_if(Cmd.Args,
                 [&](const std::string &Arg) { return llvm::is_contained(NameArgs, Arg); });
  NameArgs.clear();
  std::vector<NameStandIn> Sorted(Names);
  std::partition(Sorted.begin(), Sorted.end(), [](const NameStandIn &S) {
    return S.What == NameStandIn::Kind::Header; // they declare what other stand-ins use
  });
  for (const NameStandIn &S : Sorted) {
    std::string Arg = "-include" + (S.What == NameStandIn::Kind::Header
                                        ? S.Of
                                        : Instead.addName(S.qualified(), S.folder(), S.text()));
    if (llvm::is_contained(Cmd.Args, Arg))
      continue;
    NameArgs.push_back(Arg);
    Cmd.Args.push_back(std::move(Arg));
  }
}

/// Reads the device side with these stand-ins. Replaces unknown constants by numbers where a number
/// is required.
Program::Impl::Attempt Program::Impl::attemptNames(std::vector<NameStandIn> &Names,
                                                   const Attempt &Like) {
  constexpr unsigned Rounds = 5;
  for (unsigned Round = 0;; ++Round) {
    includeNames(Names);
    Attempt Other = attemptDevice(Like.Headers, Like.Main);
    if (Other.Device && Round < Rounds) {
      if (makeNumbers(*Other.Device, Names) || findMissing(Other))
        continue;
    }
    return Other;
  }
}

/// Replaces those constants by numbers that must be known in what was read; returns true if there
/// are any.
bool Program::Impl::makeNumbers(ParsedSide &Device, std::vector<NameStandIn> &Names) {
  std::vector<NameStandIn> Constants;
  llvm::copy_if(Names, std::back_inserter(Constants),
                [](const NameStandIn &S) { return S.What == NameStandIn::Kind::Constant; });
  if (Constants.empty())
    return false;
  const std::map<std::string, std::string> Needed = neededNumbers(Device, Constants);
  for (NameStandIn &S : Names)
    if (auto Number = Needed.find(S.Name); Number != Needed.end()) {
      S.What = NameStandIn::Kind::Number;
      S.Of = Number->second;
    }
  return !Needed.empty();
}

/// Adds one remark for all names with the same stand-in.
void Program::Impl::sayNames(llvm::ArrayRef<NameStandIn> Names) {
  std::vector<std::pair<const NameStandIn *, std::vector<std::string>>> Groups;
  for (const NameStandIn &S : Names) {
    auto Group = llvm::find_if(
        Groups, [&](const auto &G) { return G.first->description(true) == S.description(true); });
    if (Group == Groups.end())
      Group = Groups.insert(Groups.end(), {&S, {}});
    Group->second.push_back(S.qualified());
  }
  for (const auto &[First, All] : Groups)
    Cmd.Warnings.push_back("'" + llvm::join(All, "', '") + "': not declared, so that " +
                           First->description(All.size() > 1));
}

/// Reads the unit once more for an architecture that directives in bodies of its functions ask for,
/// if that leaves fewer kernels empty, or fewer functions without what orders threads, and adds no
/// error. nullopt: nothing is gained, or the user chose the architecture.
std::optional<Program::Impl::Attempt> Program::Impl::asOtherArch(const Attempt &A) {
  constexpr unsigned MostTried = 2;
  if (!Archs.empty() || !A.Device)
    return std::nullopt;
  std::string Now = A.Device->compiler().getTargetOpts().CPU;
  LeftOutBodies Empty = leftOutBodies(A.Device->compiler().getASTContext(), Now);
  llvm::erase(Empty.Archs, Now);
  if (Empty.Archs.size() > MostTried)
    Empty.Archs.resize(MostTried);
  for (std::string &Arch : Empty.Archs) {
    Archs = {knownArch(Arch + "a")};
    Cmd.Args.push_back("--offload-arch=" + Archs[0]);
    Attempt Other = attempt(A.Headers, A.Main);
    if (Other.Device && Other.errors() <= A.errors() &&
        !losesKernels(A.Device->leftOut(), Other.Device->leftOut())) {
      const LeftOutBodies Left = leftOutBodies(Other.Device->compiler().getASTContext(), Archs[0]);
      const bool Fills = Left.Kernels < Empty.Kernels;
      if (Fills || (Left.Kernels == Empty.Kernels && Left.Orders < Empty.Orders)) {
        Cmd.Warnings.push_back(
            "read for " + Archs[0] + ", where " + Now +
            (Fills ? " leaves bodies of kernels empty" : " leaves out what orders threads") +
            "; --arch chooses another");
        return Other;
      }
    }
    Cmd.Args.pop_back();
    Archs.clear();
  }
  return std::nullopt;
}

/// Reports kernels that are in the file but were not read.
void Program::Impl::sayLeftOut(const ParsedSide *Device) {
  if (!Device || Device->readsKernels())
    return;
  for (const LeftOutText &L : Device->leftOut())
    if (L.InMain && L.Kernels > 0 && !L.Macros.empty())
      Cmd.Warnings.push_back("line " + std::to_string(L.Line) + " leaves kernels out; -D" +
                             L.Macros.front().Name + " may bring them in");
}

/// Reports headers that were read instead of missing ones.
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

/// A header of the installed toolkit that is missing from the embedded set, or does not parse with
/// it.
std::string Program::Impl::missingToolkitHeader(const Attempt &A) const {
  std::string Toolkit = Opts.NoToolkit ? "" : installedToolkit();
  if (Toolkit.empty() || !A.Device)
    return "";
  for (const ParseError &E : A.Device->errors()) {
    llvm::StringRef File = E.File;
    if (File.consume_front(StandInRoot) && Instead.isOfToolkit(File.ltrim('/')))
      return File.ltrim('/').str();
    if (E.MissingHeader) {
      llvm::StringRef Name = E.missingHeader();
      for (llvm::StringRef Folder : {"/include/", "/include/cccl/"})
        if (FS->exists(Toolkit + Folder + Name))
          return Name.str();
    }
  }
  return "";
}

} // namespace cudafix::frontend
