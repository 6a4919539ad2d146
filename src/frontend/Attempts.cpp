// SPDX-License-Identifier: Apache-2.0
//
// Header sets, include folders and architectures that a unit is tried with.

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
  // A side that could not be parsed at all is worse than any number of errors.
  return (Device ? Count(*Device) : HostOnly ? 0 : 10'000) + (Host ? Count(*Host) : 1'000);
}

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

/// The device side alone, where there is one.
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

/// The set that most units of C++ parse with.
StdHeaders Program::Impl::commonHeaders() const {
  return cacheFolder(Opts).empty() ? StdHeaders::CMath : StdHeaders::Common;
}

/// Tries again as long as headers that were missed are found somewhere. Most that one side misses
/// the other misses, too: the host's is not parsed before the device's has what can be found, nor
/// where the device's gains nothing over that of `Last`.
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
    if (Headers.Std == StdHeaders::None && Headers.Toolkit.empty()) // may find unrelated ones
      Headers.Std = commonHeaders();
  }
}

/// Returns true if a name of the unit may be one that a header declares, too.
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
  for (unsigned Round = 0; Round < 2; ++Round) { // what one gains the other may have needed
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
  // A text that only makes sense inside another unit is read there.
  if (Best.errors() > 0)
    for (const std::string &Includer : includersOf(Cmd, *FS)) {
      Attempt Other = attempt(Headers, Includer);
      if (Other.errorsIn(Cmd.File) < Best.errorsIn(Cmd.File))
        Best = std::move(Other);
    }
  // Headers with more names than the unit asked for may collide with its own, and with fewer names
  // than nvcc's some may be missing. The set that nvcc gives decides.
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

/// Makes headers that the attempt missed findable: in folders around the unit, in an installed
/// toolkit, or as stand-ins for a library's. All come after the folders that the build names, so that
/// they only ever add a header.
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

/// Reads the unit again with stand-ins for names that device code uses and nothing declares, where
/// that mends errors and takes no kernel away: first those for types alone, as text around an
/// unknown type may be taken for something else. nullopt: nothing is gained, or made-up values
/// would run.
std::optional<Program::Impl::Attempt> Program::Impl::withNames(const Attempt &A) {
  constexpr unsigned Rounds = 3; // errors may have hidden others
  if (Opts.ToRun)
    return std::nullopt;
  std::optional<Attempt> Best;
  std::vector<NameStandIn> Used;
  std::vector<ParseError> InHost; // errors of host code, which is wrong without what is missing
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
      // The device's names are what stands in: the host's side is read where they gain something.
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
    return S.What == NameStandIn::Kind::Header; // they declare what others are made of
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

/// Reads the device side with these names. Makes numbers of unknown constants that have to be
/// known.
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

/// Returns true if it makes numbers of some that were constants in what was read.
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

/// One line for all names that one thing stands in for.
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
/// where that leaves fewer kernels empty, or fewer functions without what orders threads, and adds
/// no error. nullopt: nothing is gained, or the
/// architecture was chosen.
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

/// Kernels that are in the file but not in what was read of it.
void Program::Impl::sayLeftOut(const ParsedSide *Device) {
  if (!Device || Device->readsKernels())
    return;
  for (const LeftOutText &L : Device->leftOut())
    if (L.InMain && L.Kernels > 0 && !L.Macros.empty())
      Cmd.Warnings.push_back("line " + std::to_string(L.Line) + " leaves kernels out; -D" +
                             L.Macros.front().Name + " may bring them in");
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

/// A header that the installed toolkit has, and that the embedded set lacks or that does not parse
/// with it.
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
