// SPDX-License-Identifier: Apache-2.0
#include "frontend/DevicePipeline.h"
#include "frontend/ModelBuilder.h"
#include "frontend/ProgramState.h"
#include "frontend/parse/EmbeddedHeaders.h"
#include "frontend/parse/LaunchSpelling.h"
#include "frontend/parse/PchCache.h"
#include "frontend/parse/ReachedNames.h"
#include "frontend/parse/StandInUse.h"
#include "frontend/parse/UnreachedCode.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Tooling/Inclusions/StandardLibrary.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <chrono>
#include <map>
#include <set>

namespace cudafix::frontend {

namespace {

class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
  }

private:
  std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();
};

/// Kernels with a body in the unit, whether or not they made it into the module.
class KernelFinder : public clang::DynamicRecursiveASTVisitor {
public:
  std::vector<const clang::FunctionDecl *> Found;
  bool VisitFunctionDecl(clang::FunctionDecl *FD) override {
    if (FD->hasAttr<clang::CUDAGlobalAttr>() && FD->doesThisDeclarationHaveABody())
      Found.push_back(FD);
    return true;
  }
};

llvm::Error checkReadable(const CompileCommand &Cmd, llvm::vfs::FileSystem &FS) {
  auto Fail = [&](const llvm::Twine &Why) {
    return llvm::createStringError(Cmd.File + ": " + Why);
  };
  llvm::ErrorOr<llvm::vfs::Status> Status = FS.status(Cmd.File);
  if (!Status)
    return Fail(Status.getError().message());
  if (Status->isDirectory())
    return Fail("is a directory");
  auto Buffer = FS.getBufferForFile(Cmd.File);
  if (!Buffer)
    return Fail(Buffer.getError().message());
  llvm::StringRef Text = (*Buffer)->getBuffer();
  if (Text.trim().empty())
    return Fail("the file is empty");
  if (Text.contains('\0'))
    return Fail("not a text file");
  return llvm::Error::success();
}

bool sourceOrder(const clang::SourceManager &SM, const clang::FunctionDecl *A,
                 const clang::FunctionDecl *B) {
  clang::SourceLocation LA = SM.getExpansionLoc(A->getLocation());
  clang::SourceLocation LB = SM.getExpansionLoc(B->getLocation());
  return LA != LB && SM.isBeforeInTranslationUnit(LA, LB);
}

KernelList listKernels(ParsedSide &Device) {
  KernelList Kernels;
  if (!Device.module())
    return Kernels;
  const clang::SourceManager &SM = Device.compiler().getSourceManager();
  for (llvm::Function &F : *Device.module())
    if (!F.isDeclaration() && F.getCallingConv() == llvm::CallingConv::PTX_Kernel)
      if (const clang::FunctionDecl *FD = Device.declOf(F))
        if (const clang::FunctionDecl *Def = FD->getDefinition())
          if (!SM.isInSystemHeader(SM.getExpansionLoc(Def->getLocation())))
            Kernels.push_back({Def, &F});
  llvm::sort(Kernels, [&](const auto &A, const auto &B) {
    if (sourceOrder(SM, A.first, B.first))
      return true;
    return !sourceOrder(SM, B.first, A.first) && A.second->getName() < B.second->getName();
  });
  return Kernels;
}

SourceLoc placeOf(const clang::SourceManager &SM, clang::SourceLocation Of) {
  clang::SourceLocation At = SM.getExpansionLoc(Of);
  SourceLoc Loc;
  Loc.File = SM.getFilename(At).str();
  Loc.Line = SM.getExpansionLineNumber(At);
  return Loc;
}

/// The first error between the function's ends, with its line.
std::string errorIn(ParsedSide &Device, const clang::FunctionDecl &FD) {
  const clang::SourceManager &SM = Device.compiler().getSourceManager();
  clang::PresumedLoc Begin = SM.getPresumedLoc(SM.getExpansionLoc(FD.getBeginLoc())),
                     End = SM.getPresumedLoc(SM.getExpansionLoc(FD.getEndLoc()));
  if (Begin.isInvalid() || End.isInvalid())
    return "";
  const ParseError *First = nullptr;
  for (const ParseError &E : Device.errors())
    if (E.File == Begin.getFilename() && E.Line >= Begin.getLine() && E.Line <= End.getLine() &&
        (!First || std::tie(E.Line, E.Column) < std::tie(First->Line, First->Column)))
      First = &E;
  return First ? "line " + std::to_string(First->Line) + ": " + First->Message : "";
}

bool isIn(const clang::SourceManager &SM, const clang::FunctionDecl &F,
          clang::OptionalFileEntryRef File) {
  auto In = SM.getFileEntryRefForID(SM.getFileID(SM.getExpansionLoc(F.getLocation())));
  return File && In && *In == *File;
}

/// Decides which kernels belong to the unit.
struct Ownership {
  bool Whole; ///< no error can hide a launch
  /// A file that is read inside another unit: only its kernels count.
  std::optional<clang::OptionalFileEntryRef> Fragment;
};

/// Lists kernels that were not read. A template in a header that the unit does not instantiate is
/// not one of its kernels, unless an error may hide the launch and the unit mentions it.
std::vector<UnreadKernel> listUnread(ParsedSide &Device, const KernelList &Read,
                                     const Ownership &Own) {
  std::set<const clang::FunctionDecl *> Known;
  for (const auto &[FD, F] : Read) {
    Known.insert(FD->getCanonicalDecl());
    if (const clang::FunctionDecl *Pattern = FD->getTemplateInstantiationPattern())
      Known.insert(Pattern->getCanonicalDecl());
  }
  KernelFinder Finder;
  Finder.TraverseDecl(Device.compiler().getASTContext().getTranslationUnitDecl());
  std::vector<UnreadKernel> Unread;
  const clang::SourceManager &SM = Device.compiler().getSourceManager();
  std::optional<llvm::StringSet<>> Reached;
  auto MayLaunch = [&](const clang::FunctionDecl &FD) {
    if (Own.Whole)
      return false;
    if (!Reached)
      Reached = reachedNames(Device.compiler());
    return Reached->contains(FD.getName());
  };
  for (const clang::FunctionDecl *FD : Finder.Found) {
    clang::SourceLocation At = SM.getExpansionLoc(FD->getLocation());
    // A made-up instance that was not read is not listed: its template is listed instead.
    if (SM.isInSystemHeader(At) || Known.count(FD->getCanonicalDecl()) || Device.isCustomary(*FD) ||
        (Own.Fragment && !isIn(SM, *FD, *Own.Fragment)))
      continue;
    bool Template = FD->isDependentContext() || FD->getDescribedFunctionTemplate();
    if (Template && !Own.Fragment && !SM.isInMainFile(At) && !MayLaunch(*FD))
      continue;
    UnreadKernel K{FD->getQualifiedNameAsString(), placeOf(SM, FD->getLocation()),
                   UnreadKernel::Reason::Template};
    K.Error = errorIn(Device, *FD);
    if (!Template || !K.Error.empty())
      K.Why = UnreadKernel::Reason::Errors;
    Unread.push_back(std::move(K));
  }
  return Unread;
}

void collectErrors(const ParsedSide *S, std::vector<ParseError> &All) {
  if (S)
    All.insert(All.end(), S->errors().begin(), S->errors().end());
}

/// Returns true if no search folder contains the headers of a C++ library.
bool lacksLibrary(ParsedSide &S) {
  clang::CompilerInstance &CI = S.compiler();
  return llvm::none_of(CI.getHeaderSearchOpts().UserEntries, [&](const auto &Folder) {
    return CI.getFileManager().getOptionalFileRef(Folder.Path + "/cstddef");
  });
}

/// The include of a header of the C++ library that failed.
const ParseError *missingLibrary(llvm::ArrayRef<ParseError> Errors) {
  for (const ParseError &E : Errors)
    if (E.MissingHeader && !llvm::StringRef(E.File).starts_with(EmbeddedParent) &&
        clang::tooling::stdlib::Header::named(("<" + E.missingHeader() + ">").str()))
      return &E;
  return nullptr;
}

/// The errors sorted by place and, at one place, in the parser's order: the first error at a place
/// is the cause of the others. A missing library is the cause of all errors.
std::vector<std::string> errorTexts(llvm::ArrayRef<ParseError> Errors, const Options &Opts,
                                    ParsedSide *S) {
  if (const ParseError *E = missingLibrary(Errors); E && S && lacksLibrary(*S))
    return {E->text() + ": the C++ library's headers are not on this machine; install those of a "
                        "compiler (Debian: apt-get install g++), or name their folder with "
                        "-isystem after --"};
  std::multimap<std::tuple<llvm::StringRef, unsigned, unsigned>, const ParseError *> ByPlace;
  for (const ParseError &E : Errors)
    ByPlace.insert({{E.File, E.Line, E.Column}, &E});
  std::vector<std::string> Texts;
  std::set<std::string> Said;
  bool Hinted = false;
  for (const auto &[Place, E] : ByPlace) {
    if (!Said.insert(E->MissingHeader ? E->Message : E->text()).second)
      continue;
    Texts.push_back(E->text());
    if (E->MissingHeader && !std::exchange(Hinted, true))
      Texts.back() += Opts.BuildPath.empty() ? "; name its folder with -I, or the build with -p"
                                             : "; name its folder with -I";
  }
  return Texts;
}

} // namespace

Program::Program() : I(std::make_unique<Impl>()) {}
Program::~Program() {
  // After a crash, stack objects that refer to constants of the context still exist.
  if (I && llvm::any_of(std::initializer_list<const ParsedSide *>{I->Device.get(), I->Host.get()},
                        [](const ParsedSide *S) { return S && S->generatorCrashed(); }))
    (void)I->Context.release();
}

llvm::Expected<std::unique_ptr<Program>>
Program::parse(const CompileCommand &Cmd, const Options &Opts,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, const Program *Like) {
  Stopwatch Watch;
  if (!FS)
    FS = llvm::vfs::createPhysicalFileSystem();
  FS = withEmbeddedHeaders(withRespeltLaunches(FS), Cmd.Directory);
  if (llvm::Error E = checkReadable(Cmd, *FS))
    return std::move(E);
  std::unique_ptr<Program> P(new Program);
  auto Start = [&](bool NoCache) {
    P->I = std::make_unique<Impl>();
    P->I->Cmd = Cmd;
    P->I->Opts = Opts;
    P->I->Opts.NoCache |= NoCache;
    P->I->Instead = StandIns(Like ? &Like->I->Instead : nullptr);
    P->I->FS = P->I->Instead.over(FS, Cmd.Directory);
    if (Like) {
      P->I->Headers = Like->I->Headers;
      P->I->Main = Like->I->Main;
      P->I->Cmd.Args = Like->I->Cmd.Args; // with the include folders that were found
    }
    P->I->Archs = Opts.Archs.empty() ? archsOf(P->I->Cmd.Args) : Opts.Archs;
    llvm::append_range(P->I->Cmd.Warnings, unknownNames(Cmd, Opts));
  };
  // A crash of Clang in this process becomes an error of the unit, and its recursion gets a
  // separate stack.
  llvm::CrashRecoveryContext::Enable();
  llvm::Error Failure = llvm::Error::success();
  auto Finished = [&] {
    llvm::consumeError(std::move(Failure));
    Failure = llvm::Error::success();
    return llvm::CrashRecoveryContext().RunSafelyOnThread([&] { Failure = P->I->parseBothSides(); },
                                                          64 << 20);
  };
  Start(/*NoCache=*/false);
  bool Parsed = Finished();
  if (std::vector<std::string> Used = P->I->Precompiled; !Parsed && !Used.empty()) {
    P->I.release(); // half-built state that must not be torn down
    Start(/*NoCache=*/true);
    P->I->Cmd.Warnings.push_back("clang crashed with a precompiled header of the cache folder " +
                                 cacheFolder(Opts) + ", which is built again");
    for (const std::string &Pch : Used)
      llvm::sys::fs::remove(Pch);
    Parsed = Finished();
  }
  if (!Parsed) {
    P->I.release();
    llvm::consumeError(std::move(Failure));
    return llvm::createStringError(Cmd.File + ": clang crashed while parsing it");
  }
  if (Failure)
    return std::move(Failure);
  P->I->ParseSeconds = Watch.seconds();
  return std::move(P);
}

std::string Program::Impl::nameOf(const clang::FunctionDecl *FD) const {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  FD->getNameForDiagnostic(OS, Device->compiler().getASTContext().getPrintingPolicy(),
                           /*Qualified=*/true);
  return Name;
}

/// Number of instructions in the function and in everything that it calls, each counted once.
static size_t sizeWithCallees(const llvm::Function &Of) {
  size_t Size = 0;
  llvm::SmallPtrSet<const llvm::Function *, 32> Seen{&Of};
  llvm::SmallVector<const llvm::Function *, 32> Work{&Of};
  while (!Work.empty())
    for (const llvm::Instruction &I : llvm::instructions(*Work.pop_back_val())) {
      ++Size;
      const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
      const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee && !Callee->isDeclaration() && Seen.insert(Callee).second)
        Work.push_back(Callee);
    }
  return Size;
}

/// Keeps some instances of each template, evenly spaced in the order of their names, and more if
/// they are small. The others are returned and listed as unread.
FunctionSet Program::Impl::keepSomeInstances() {
  FunctionSet Others;
  if (Opts.Level == Effort::Exhaustive)
    return Others;
  const size_t Least = Opts.Level == Effort::Fast ? 8 : 24, Most = 512;
  llvm::MapVector<const clang::FunctionDecl *, std::vector<llvm::Function *>> ByTemplate;
  for (const auto &[FD, F] : Kernels)
    if (const clang::FunctionDecl *Pattern = FD->getTemplateInstantiationPattern())
      ByTemplate[Pattern->getCanonicalDecl()].push_back(F);
  const clang::SourceManager &SM = Device->compiler().getSourceManager();
  size_t Left = 20'000 * Least; // instructions
  for (const auto &[Pattern, Instances] : ByTemplate) {
    const size_t All = Instances.size();
    if (All <= Least)
      continue;
    size_t Size = 0;
    for (const llvm::Function *F : Instances)
      Size += sizeWithCallees(*F);
    if (All <= Most && Size <= Left) {
      Left -= Size;
      continue;
    }
    FunctionSet Judged;
    for (size_t I = 0; I < Least; ++I)
      Judged.insert(Instances[I * (All - 1) / (Least - 1)]);
    llvm::erase_if(Kernels, [&](const auto &K) {
      if (!llvm::is_contained(Instances, K.second) || Judged.contains(K.second))
        return false;
      Others.insert(K.second);
      Unread.push_back({nameOf(K.first), placeOf(SM, K.first->getLocation()),
                        UnreadKernel::Reason::OneOfMany, All, Judged.size()});
      return true;
    });
  }
  return Others;
}

/// Keeps the kernels that --kernel selects; the others are returned and not modelled.
FunctionSet Program::Impl::keepSelected() {
  FunctionSet Others;
  llvm::Regex Selected(Opts.KernelRegex);
  llvm::erase_if(Kernels, [&](const auto &K) {
    if (Selected.match(nameOf(K.first)))
      return false;
    Others.insert(K.second);
    return true;
  });
  llvm::erase_if(Unread, [&](const auto &K) { return !Selected.match(K.Name); });
  return Others;
}

llvm::Error Program::Impl::parseBothSides() {
  Attempt Best = Headers ? attempt(*Headers, Main) : bestAttempt();
  Headers = Best.Headers;
  Main = Best.Main;
  Device = std::move(Best.Device);
  Host = std::move(Best.Host);
  if (Opts.HostOnly) {
    std::vector<ParseError> Errors;
    collectErrors(Host.get(), Errors);
    Diagnostics = errorTexts(Errors, Opts, Host.get());
    return llvm::Error::success();
  }
  if (!Device)
    return llvm::createStringError(Cmd.File + ": " + Best.DeviceProblem);
  llvm::Module *M = Device->generate(*Context);
  std::vector<ParseError> Errors;
  collectErrors(Device.get(), Errors);
  collectErrors(Host.get(), Errors);
  Ownership Own{Errors.empty(), std::nullopt};
  llvm::append_range(Errors, UnknownInHost);
  Diagnostics = errorTexts(Errors, Opts, Device.get());
  Kernels = listKernels(*Device);
  if (Best.Main != Cmd.File)
    Own.Fragment = Device->compiler().getFileManager().getOptionalFileRef(Cmd.File);
  Unread = listUnread(*Device, Kernels, Own);
  if (Own.Fragment)
    llvm::erase_if(Kernels, [&](const auto &K) {
      return !isIn(Device->compiler().getSourceManager(), *K.first, *Own.Fragment);
    });
  FunctionSet Unselected = Opts.KernelRegex.empty() ? keepSomeInstances() : keepSelected();
  if (M) {
    std::string Resource = Device->compiler().getHeaderSearchOpts().ResourceDir;
    runDevicePipeline(*M, {EmbeddedRoot, Resource, Best.Headers.Toolkit}, !isRelocatable(Cmd),
                      Unselected);
  }
  Partial = !Diagnostics.empty() || !Host || !Device->module();
  return llvm::Error::success();
}

const CompileCommand &Program::command() const { return I->Cmd; }
const std::vector<std::string> &Program::diagnostics() const { return I->Diagnostics; }
bool Program::partial() const { return I->Partial; }
const std::vector<UnreadKernel> &Program::unreadKernels() const { return I->Unread; }
double Program::parseSeconds() const { return I->ParseSeconds; }
double Program::modelSeconds() const { return I->ModelSeconds; }

/// Adds gaps for code that no made-up instance of the kernel's template reaches.
static void noteUnreached(KernelUnit &U, llvm::ArrayRef<const clang::FunctionDecl *> Instances) {
  const clang::SourceLocation At = unreachedBranch(Instances);
  if (At.isInvalid())
    return;
  U.Model.Gaps.push_back(
      {placeOf(U.Decl->getASTContext().getSourceManager(), At),
       "no made-up template argument leads here: analyse a file that instantiates the kernel"});
}

std::vector<KernelUnit> &Program::kernels() {
  if (I->Modelled)
    return I->Units;
  Stopwatch Watch;
  I->Modelled = true;
  if (I->Device->module())
    I->Units = buildKernels({*I->Device->module(), I->Device->compiler(), I->Kernels, I->Opts});
  std::optional<StandInUse> Use;
  if (I->Instead.hasNames())
    Use.emplace(device().getASTContext());
  llvm::DenseMap<const void *, std::vector<const clang::FunctionDecl *>> Instances;
  for (const KernelUnit &U : I->Units)
    if (U.Decl && U.Decl->getPrimaryTemplate())
      Instances[U.Decl->getPrimaryTemplate()->getCanonicalDecl()].push_back(U.Decl);
  for (KernelUnit &U : I->Units)
    if (U.Decl) {
      U.Model.MadeUpArguments = I->Device->isCustomary(*U.Decl);
      if (U.Model.MadeUpArguments)
        noteUnreached(U, Instances[U.Decl->getPrimaryTemplate()->getCanonicalDecl()]);
      U.Model.StandInTypes = Use && Use->usesAny(*U.Decl);
    }
  I->ModelSeconds = Watch.seconds();
  return I->Units;
}

clang::CompilerInstance &Program::device() { return I->Device->compiler(); }
llvm::StringSet<> Program::namesBesideErrors(const clang::FunctionDecl &F) const {
  return I->Host ? I->Host->namesBesideErrors(F) : llvm::StringSet<>();
}

clang::CompilerInstance *Program::host() { return I->Host ? &I->Host->compiler() : nullptr; }
llvm::Module &Program::deviceModule() { return *I->Device->module(); }

llvm::Module *Program::hostModule() {
  if (!I->Host)
    return nullptr;
  if (!I->HostGenerated) {
    I->HostGenerated = true;
    if (llvm::Module *M = I->Host->generate(*I->Context))
      runHostPipeline(*M);
  }
  return I->Host->module();
}

llvm::Expected<llvm::StringRef> Program::contents(llvm::StringRef File) const {
  clang::CompilerInstance &CI = I->Device->compiler();
  auto Entry = CI.getFileManager().getFileRef(File);
  if (!Entry)
    return Entry.takeError();
  auto Buffer = CI.getSourceManager().getMemoryBufferForFileOrNone(*Entry);
  if (!Buffer)
    return llvm::createStringError(File + ": cannot be read");
  return Buffer->getBuffer();
}

const std::vector<std::string> &Program::archs() const { return I->Archs; }

const void *KernelUnit::primaryTemplate() const {
  return Decl ? Decl->getPrimaryTemplate() : nullptr;
}

} // namespace cudafix::frontend
