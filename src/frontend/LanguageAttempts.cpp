// SPDX-License-Identifier: Apache-2.0
//
// The C++ standards, library headers and nvcc's readings with which a unit is tried.
#include "frontend/ProgramState.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "frontend/parse/ReadAsNvcc.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix::frontend {

/// Reads the unit as C++20 if the command names no standard and the errors are about features of
/// C++20, and as C++17 if it names an older one and contracts of missing headers need C++17.
/// nullopt: nothing is gained.
std::optional<Program::Impl::Attempt> Program::Impl::asNewer(const Attempt &A) {
  bool IsNamed = false, IsOld = false;
  for (llvm::StringRef Arg : Cmd.Args)
    if (Arg.consume_front("--std=") || Arg.consume_front("-std=")) {
      IsNamed = true;
      IsOld = Arg.ends_with("98") || Arg.ends_with("03") || Arg.ends_with("11") ||
              Arg.ends_with("0x") || Arg.ends_with("14") || Arg.ends_with("1y");
    }
  // The declarations of <span>, <bit>, <source_location> and their like are in `std` since C++20.
  auto IsNewer = [&](const ParseError &E) {
    llvm::StringRef Text = E.Message;
    if (IsNamed)
      return IsOld && llvm::StringRef(E.File).starts_with(EmbeddedRoot);
    return Text.contains("'concept'") || Text.contains("'requires'") || Text.contains("C++20") ||
           Text.contains("c++20") || Text.contains("'consteval'") || Text.contains("'constinit'") ||
           (Text.starts_with("no ") && Text.contains("in namespace 'std'"));
  };
  if (!A.Device || llvm::none_of(A.Device->errors(), IsNewer))
    return std::nullopt;
  const char *Newer = IsNamed ? "-std=c++17" : "-std=c++20";
  Cmd.Args.push_back(Newer);
  Attempt Other = attemptWithHeaders(A.Headers, A.Main, &A);
  if (Other.errors() < A.errors()) {
    Cmd.Warnings.push_back(IsNamed ? "read as C++17, which the contracts need"
                                   : "read as C++20, which no -std names");
    return Other;
  }
  llvm::erase(Cmd.Args, Newer);
  return std::nullopt;
}

/// The name in `std` that is not declared or not defined; empty: it is another error.
static llvm::StringRef missingInStd(llvm::StringRef Text) {
  for (llvm::StringRef Start : {"no template named '", "no type named '", "no member named '"})
    if (Text.consume_front(Start)) {
      auto [Name, Where] = Text.split('\'');
      return Where.starts_with(" in namespace 'std'") ? Name : "";
    }
  if (Text.consume_front("implicit instantiation of undefined template 'std::"))
    return Text.take_until([](char C) { return C == '<'; });
  return "";
}

/// Reads the unit again with headers of the C++ library that declare undeclared names, if that
/// removes errors: a missing header, or one with a smaller stand-in, would have included them.
/// nullopt: nothing is gained.
std::optional<Program::Impl::Attempt> Program::Impl::withLibraryHeaders(const Attempt &A) {
  using namespace clang::tooling;
  constexpr unsigned Rounds = 3; // errors may have hidden others
  std::optional<Attempt> Best;
  llvm::SetVector<llvm::StringRef> Headers;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    const Attempt &Last = Best ? *Best : A;
    const size_t Before = Headers.size();
    if (Last.Device)
      for (const ParseError &E : Last.Device->errors())
        if (auto Symbol = stdlib::Symbol::named("std::", missingInStd(E.Message)))
          if (auto Header = Symbol->header())
            Headers.insert(Header->name());
    if (Headers.size() == Before)
      break;
    const size_t Args = Cmd.Args.size();
    for (llvm::StringRef Header : llvm::drop_begin(Headers, Before))
      Cmd.Args.push_back("-include" + Header.trim("<>").str());
    Attempt Other = attemptWithHeaders(A.Headers, A.Main, &Last);
    if (Other.errors() >= Last.errors()) {
      Cmd.Args.resize(Args);
      while (Headers.size() > Before)
        Headers.pop_back();
      break;
    }
    Best = std::move(Other);
  }
  if (!Headers.empty())
    Cmd.Warnings.push_back("read with " + llvm::join(Headers, ", ") +
                           ", which declare what nothing else declares");
  return Best;
}

/// Reads the unit again without `restrict`, if that removes errors: nvcc accepts it with any type
/// and ignores it unless the type is a pointer. nullopt: nothing is gained.
std::optional<Program::Impl::Attempt> Program::Impl::withoutRestrict(const Attempt &A) {
  // Templates that do not accept the arguments are not candidates.
  if (!A.Device || llvm::none_of(A.Device->errors(), [](const ParseError &E) {
        llvm::StringRef Text = E.Message;
        return Text.starts_with("restrict requires a pointer") ||
               Text.starts_with("no matching function for call to");
      }))
    return std::nullopt;
  const clang::SourceManager &SM = A.Device->compiler().getSourceManager();
  if (!SM.getBufferData(SM.getMainFileID()).contains("restrict"))
    return std::nullopt;
  const size_t Args = Cmd.Args.size();
  for (const char *Arg : {"-D__restrict__=", "-D__restrict="})
    Cmd.Args.push_back(Arg);
  Attempt Other = attemptWithHeaders(A.Headers, A.Main, &A);
  if (Other.errors() < A.errors())
    return Other;
  Cmd.Args.resize(Args);
  return std::nullopt;
}

/// Reads code that Clang rejects as nvcc reads it, if that removes errors. nullopt: nothing is
/// gained.
std::optional<Program::Impl::Attempt> Program::Impl::readAsNvcc(const Attempt &A) {
  constexpr unsigned Rounds = 3; // errors may have hidden others
  std::optional<Attempt> Best;
  for (unsigned Round = 0; Round < Rounds; ++Round) {
    const Attempt &Last = Best ? *Best : A;
    const size_t Args = Cmd.Args.size(), Said = Cmd.Warnings.size();
    auto Read = [&](const NvccReading &R) {
      if (llvm::is_contained(Cmd.Args, R.arg()))
        return;
      Cmd.Args.push_back(R.arg());
      if (std::string Text = R.text(); !Text.empty())
        Cmd.Warnings.push_back(std::move(Text));
    };
    if (Last.Device)
      llvm::for_each(nvccReadings(*Last.Device), Read);
    const size_t OfDevice = Cmd.Args.size();
    if (Last.Host)
      for (const NvccReading &R : nvccReadings(*Last.Host))
        if (R.What == AsNvcc::Made || R.What == AsNvcc::Sides) // they miss only there
          Read(R);
    if (Cmd.Args.size() == Args)
      break;
    Attempt Other =
        attemptWithHeaders(A.Headers, A.Main, Cmd.Args.size() == OfDevice ? &Last : nullptr);
    if (Other.errors() >= Last.errors()) {
      Cmd.Args.resize(Args);
      Cmd.Warnings.resize(Said);
      break;
    }
    Best = std::move(Other);
  }
  return Best;
}

} // namespace cudafix::frontend
