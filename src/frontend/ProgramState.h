// SPDX-License-Identifier: Apache-2.0
//
// The state of a Program: both sides of a unit, and the header sets that are tried for them.
#pragma once

#include "frontend/Program.h"
#include "frontend/parse/Invocation.h"
#include "frontend/parse/NameStandIns.h"
#include "frontend/parse/ParsedSide.h"
#include "frontend/parse/StandIns.h"

namespace cudafix::frontend {

using FunctionSet = llvm::SmallPtrSet<const llvm::Function *, 8>;
using KernelList = std::vector<std::pair<const clang::FunctionDecl *, llvm::Function *>>;

struct Program::Impl {
  CompileCommand Cmd;
  Options Opts;
  std::vector<std::string> Archs;
  // The context must outlive the modules, and the modules must outlive the Clang state of the
  // sides.
  std::unique_ptr<llvm::LLVMContext> Context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<ParsedSide> Device, Host;
  bool HostGenerated = false;
  std::vector<std::string> Diagnostics;
  bool Partial = false;
  std::vector<UnreadKernel> Unread;
  KernelList Kernels;
  bool Modelled = false;
  std::vector<KernelUnit> Units;
  double ParseSeconds = 0, ModelSeconds = 0;

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  StandIns Instead;
  std::optional<HeaderSet> Headers;      ///< the headers with which it was read
  std::string Main;                      ///< the file by which it was read, usually the command's
  std::vector<std::string> NameArgs;     ///< arguments that include stand-ins for names
  std::vector<ParseError> UnknownInHost; ///< errors that stand-ins for host names have removed
  std::vector<std::string> Precompiled;  ///< headers of the cache that were loaded

  struct Attempt;
  std::string precompiled(const CompileCommand &Of, const HeaderSet &Headers, Side S);
  std::unique_ptr<ParsedSide> parseSide(const CompileCommand &Cmd, const HeaderSet &Headers, Side S,
                                        std::string &Problem);
  Attempt attemptDevice(HeaderSet Headers, llvm::StringRef Main);
  void addHost(Attempt &To);
  Attempt attempt(HeaderSet Headers, llvm::StringRef Main);
  StdHeaders commonHeaders() const;
  Attempt attemptWithHeaders(HeaderSet Headers, llvm::StringRef Main,
                             const Attempt *Last = nullptr);
  Attempt bestAttempt();
  bool findMissing(const Attempt &A);
  std::vector<std::string> defineAsked(const ParsedSide &Device, bool OfNames);
  std::optional<Attempt> withMacros(const Attempt &A);
  std::optional<Attempt> withNames(const Attempt &A);
  void includeNames(llvm::ArrayRef<NameStandIn> Names);
  Attempt attemptNames(std::vector<NameStandIn> &Names, const Attempt &Like);
  bool makeNumbers(ParsedSide &Device, std::vector<NameStandIn> &Names);
  void sayNames(llvm::ArrayRef<NameStandIn> Names);
  std::optional<Attempt> asOtherArch(const Attempt &A);
  void sayStandIns(const ParsedSide *Device);
  void sayLeftOut(const ParsedSide *Device);
  std::optional<Attempt> asNewer(const Attempt &A);
  std::optional<Attempt> withLibraryHeaders(const Attempt &A);
  std::optional<Attempt> withoutRestrict(const Attempt &A);
  std::optional<Attempt> readAsNvcc(const Attempt &A);
  std::string missingToolkitHeader(const Attempt &A) const;
  FunctionSet keepSelected();
  FunctionSet keepSomeInstances();
  std::string nameOf(const clang::FunctionDecl *FD) const;
  llvm::Error parseBothSides();
};

/// Both sides with one set of headers, and what the parsers said.
struct Program::Impl::Attempt {
  HeaderSet Headers;
  std::string Main; ///< the file parsed: the command's, or one that includes it
  std::unique_ptr<ParsedSide> Device, Host;
  std::string DeviceProblem; ///< when there is no device side
  bool HostOnly = false;     ///< the device side is not needed
  /// The number of errors; a missing header counts once, however often it is included.
  size_t errors() const;
  size_t errorsIn(llvm::StringRef File) const {
    llvm::StringRef Name = llvm::sys::path::filename(File);
    return Device ? llvm::count_if(Device->errors(),
                                   [&](const ParseError &E) {
                                     return llvm::sys::path::filename(E.File) == Name;
                                   })
                  : 10'000;
  }
};

} // namespace cudafix::frontend
