// SPDX-License-Identifier: Apache-2.0
//
// Joins the launches of the host AST (where) with those of host IR (what).

#include "host/Launches.h"
#include "host/Assume.h"
#include "host/HostValues.h"
#include "host/LaunchSites.h"
#include "llvm/Support/Path.h"

using namespace cudafix;
using namespace cudafix::host;

struct LaunchTable::Impl {
  Impl(frontend::Program &P, const Options &Opts) : P(P), Opts(Opts) {}
  frontend::Program &P;
  const Options &Opts;
  LaunchSites Sites;
  std::vector<HostLaunch> InIR;
  std::vector<std::string> Problems;

  const HostLaunch *find(const LaunchSite &S, unsigned Nth) const;
  Launch fromConstants(const LaunchSite &S, frontend::KernelUnit &K);
  void applyOptions(frontend::KernelUnit &K, Launch &L);
  void applyAssumptions(frontend::KernelUnit &K, Launch &L);
};

LaunchTable::LaunchTable(frontend::Program &P, const Options &Opts)
    : I(std::make_unique<Impl>(P, Opts)) {
  if (P.host())
    I->Sites = findLaunchSites(*P.host());
  if (!I->Sites.Sites.empty())
    if (llvm::Module *M = P.hostModule())
      I->InIR = findHostLaunches(*M);
}
LaunchTable::~LaunchTable() = default;

const std::vector<std::string> &LaunchTable::problems() const { return I->Problems; }

/// The launch in IR at a site: same kernel, same place.
const HostLaunch *LaunchTable::Impl::find(const LaunchSite &S, unsigned Nth) const {
  for (const HostLaunch &L : InIR)
    if (L.Kernel == S.Kernel && L.Line == S.Loc.Line &&
        llvm::sys::path::filename(L.File) == llvm::sys::path::filename(S.Loc.File) && Nth-- == 0)
      return &L;
  return nullptr;
}

/// The parameter symbols by argument of the stub, up to the first aggregate, which the
/// calling convention may spread over several.
static std::vector<Expr> parameterTerms(frontend::KernelUnit &K) {
  std::vector<Expr> Terms;
  if (!K.Decl)
    return Terms;
  for (const clang::ParmVarDecl *D : K.Decl->parameters()) {
    if (D->getType()->isRecordType())
      break;
    Expr E;
    for (const Kernel::Param &P : K.Model.Params)
      if (P.Symbol != NoId && !P.Name.empty() && P.Name == D->getName())
        E = K.Model.Ctx->apply(P.Symbol);
    Terms.push_back(E);
  }
  return Terms;
}

/// What Clang's constant folding alone gives.
Launch LaunchTable::Impl::fromConstants(const LaunchSite &S, frontend::KernelUnit &K) {
  ExprContext &Ctx = *K.Model.Ctx;
  Launch L;
  L.Generic = false;
  L.Loc = S.Loc;
  for (unsigned D = 0; D < 3; ++D) {
    if (S.Grid[D])
      L.Grid[D] = Ctx.constant(*S.Grid[D], 32);
    if (S.Block[D])
      L.Block[D] = Ctx.constant(*S.Block[D], 32);
  }
  if (S.SharedBytes)
    L.SharedBytes = Ctx.constant(*S.SharedBytes, 32);
  std::vector<Expr> Terms = parameterTerms(K);
  for (unsigned A = 0; A < S.Args.size() && A < Terms.size(); ++A)
    if (S.Args[A] && Terms[A]) {
      Expr Value = Ctx.constant(S.Args[A]->extOrTrunc(64).getZExtValue(), Terms[A]->width());
      Expr Cond = Ctx.eq(Terms[A], Value);
      L.Facts.push_back({Cond, Ctx.toString(Cond), S.Loc});
    }
  return L;
}

static bool applies(llvm::StringRef Name, const Kernel &K) {
  llvm::StringRef Full = K.Name;
  llvm::StringRef NoArgs = Full.take_front(Full.find('<'));
  llvm::StringRef Last = NoArgs.substr(NoArgs.rfind(':') == llvm::StringRef::npos ? 0 : NoArgs.rfind(':') + 1);
  return Name.empty() || Name == Full || Name == NoArgs || Name == Last || Name == K.MangledName;
}

void LaunchTable::Impl::applyAssumptions(frontend::KernelUnit &K, Launch &L) {
  for (const AssumeOption &A : Opts.Assumes) {
    if (!applies(A.Kernel, K.Model))
      continue;
    std::string Missing;
    llvm::Expected<Expr> E = parseAssumption(A.Text, K.Model, Missing);
    if (!E) {
      Problems.push_back("--assume " + llvm::toString(E.takeError()));
      continue;
    }
    if (*E)
      L.Facts.push_back({*E, A.Text, SourceLoc()});
    else if (!A.Kernel.empty())
      Problems.push_back("--assume '" + A.Text + "': kernel " + K.Model.Name +
                         " has no parameter '" + Missing + "'");
  }
}

void LaunchTable::Impl::applyOptions(frontend::KernelUnit &K, Launch &L) {
  ExprContext &Ctx = *K.Model.Ctx;
  auto lay = [&](const std::vector<DimOption> &Options, Expr (&Dim)[3], SymbolKind Kind) {
    for (const DimOption &O : Options) {
      if (!applies(O.Kernel, K.Model))
        continue;
      for (unsigned D = 0; D < 3; ++D)
        Dim[D] = Ctx.constant(O.Dim[D], 32);
      // What host code said about these dimensions is replaced, relations included.
      llvm::erase_if(L.Facts, [&](const Fact &F) {
        bool Mentions = false;
        ExprContext::visit(F.Cond, [&](Expr E) {
          Mentions |= E->op() == Op::Apply && Ctx.symbol(E->symbol()).Kind == Kind;
        });
        return Mentions;
      });
    }
  };
  lay(Opts.BlockDims, L.Block, SymbolKind::BlockDim);
  lay(Opts.GridDims, L.Grid, SymbolKind::GridDim);
  L.WideGrid = Opts.AssumeWideGrid;
  const std::vector<std::string> &Archs = P.archs();
  L.Lockstep = !Archs.empty() && llvm::all_of(Archs, [](llvm::StringRef A) {
    unsigned Version = 0;
    A.consume_front("sm_");
    A.consume_front("compute_");
    return !A.consumeInteger(10, Version) && Version < 70;
  });
  applyAssumptions(K, L);
}

std::vector<Launch> LaunchTable::of(frontend::KernelUnit &K) {
  std::vector<Launch> Launches;
  std::map<std::pair<std::string, unsigned>, unsigned> Nth;
  for (const LaunchSite &S : I->Sites.Sites) {
    if (S.Kernel != K.Model.MangledName)
      continue;
    Launch L = I->fromConstants(S, K);
    unsigned &N = Nth[{S.Loc.File, S.Loc.Line}];
    if (const HostLaunch *H = I->find(S, N++)) {
      L.Facts.clear();
      // Several launches at one place (instantiations): AST and IR may order them
      // differently, so what the two say is not mixed.
      if (N > 1 || I->find(S, 1)) {
        L = Launch();
        L.Generic = false;
        L.Loc = S.Loc;
      }
      describeLaunch(*H, *K.Model.Ctx, parameterTerms(K), L);
    }
    Launches.push_back(std::move(L));
  }
  if (Launches.empty() || llvm::is_contained(I->Sites.Escaped, K.Model.MangledName))
    Launches.emplace_back();
  for (Launch &L : Launches)
    I->applyOptions(K, L);
  return Launches;
}

std::vector<Launch> cudafix::host::launchesOf(frontend::Program &P, frontend::KernelUnit &K,
                                              const Options &Opts) {
  return LaunchTable(P, Opts).of(K);
}
