// SPDX-License-Identifier: Apache-2.0
#include "report/Report.h"
#include "llvm/ADT/StringExtras.h"

namespace cudafix::report {

static std::string place(const SourceLoc &L) { return L.File + ":" + std::to_string(L.Line); }

static void print(llvm::raw_ostream &OS, const PrintedLaunch &L) {
  auto Dims = [&](const std::array<std::string, 3> &D) {
    OS << '(' << D[0] << ", " << D[1] << ", " << D[2] << ')';
  };
  if (L.Loc.Line)
    OS << "  launch at " << place(L.Loc);
  else
    OS << "  a launch that is not seen";
  for (const SourceLoc &C : L.Callers)
    OS << ", called at " << place(C);
  OS << "\n    grid ";
  Dims(L.Grid);
  OS << ", block ";
  Dims(L.Block);
  OS << '\n';
  for (size_t I = 0; I < L.Facts.size(); ++I) {
    OS << "    " << L.Facts[I];
    if (I < L.FactPlaces.size() && L.FactPlaces[I].Line)
      OS << "  [" << place(L.FactPlaces[I]) << ']';
    OS << '\n';
  }
  for (const std::string &P : L.Pointers)
    OS << "    " << P << '\n';
  if (!L.Missing.empty())
    OS << "    nothing known of: " << llvm::join(L.Missing, ", ") << '\n';
  if (L.Needed.empty())
    return;
  OS << "    => " << L.Needed[0];
  for (size_t I = 1; I < L.Needed.size(); ++I)
    OS << (I == 1 ? "; the proof uses: " : ", ") << L.Needed[I];
  OS << '\n';
}

void writeLaunches(llvm::raw_ostream &OS, const KernelReport &K) {
  OS << K.Name << " (" << place(K.Loc) << "): races " << toString(K.Race) << ", barrier divergence "
     << toString(K.Divergence) << '\n';
  for (const std::string &U : K.Unknowns)
    OS << "  " << U << '\n';
  for (const std::string &A : K.Assumed)
    OS << "  " << A << '\n';
  for (const PrintedLaunch &L : K.Printed)
    print(OS, L);
}

} // namespace cudafix::report
