// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/ErrorCollector.h"
#include "frontend/parse/ReadAsNvcc.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

namespace cudafix::frontend {

/// Returns true if code breaks a rule of CUDA, but the syntax tree contains all of it.
static bool keepsTree(unsigned Id) { return Id == clang::diag::err_ref_bad_target; }

static bool isPrecompiledHeaderProblem(unsigned Id) {
  return Id >= clang::diag::DIAG_START_SERIALIZATION && Id < clang::diag::DIAG_START_LEX;
}

/// Returns true for a note on a function of the side that nvcc does not compile now, called from
/// the other side.
static bool isCallOfOther(const clang::Diagnostic &Note, bool ForDevice) {
  if (Note.getID() != clang::diag::note_ovl_candidate_bad_target)
    return false;
  llvm::SmallString<128> Text;
  Note.FormatDiagnostic(Text);
  return Text.str().contains(ForDevice ? "call to __device__ function from __host__ function"
                                       : "call to __host__ function from __");
}

void ErrorCollector::BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *) {
  ForDevice = Lang.CUDAIsDevice;
}

void ErrorCollector::HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                                      const clang::Diagnostic &Info) {
  bool Percent = ForDevice && Info.getID() == clang::diag::err_asm_invalid_escape;
  SinglePercents |= Percent;
  if (isReadAnyway(Info, ForDevice) || Percent)
    return;
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level == clang::DiagnosticsEngine::Note && Kept && isCallOfOther(Info, ForDevice))
    Errors.back().CallsOther = true;
  if (Level < clang::DiagnosticsEngine::Error)
    return;
  Kept = false;
  if (Info.hasSourceManager() && Info.getLocation().isValid() && !keepsTree(Info.getID()))
    Places.push_back(Info.getSourceManager().getExpansionLoc(Info.getLocation()));
  // Further errors are not read; a file with that many is not C++. The limit for errors in headers
  // leaves room for those of the file itself, which say more about its kernels.
  constexpr unsigned Most = 200;
  const bool InMain = Info.hasSourceManager() && Info.getLocation().isValid() &&
                      Info.getSourceManager().isInMainFile(
                          Info.getSourceManager().getExpansionLoc(Info.getLocation()));
  if (++(InMain ? OfMain : OfHeaders) > Most)
    return;
  ParseError E;
  llvm::SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  E.Message = Text.str().str();
  E.BadPrecompiledHeader = isPrecompiledHeaderProblem(Info.getID());
  if (Info.hasSourceManager() && Info.getLocation().isValid()) {
    clang::PresumedLoc P = Info.getSourceManager().getPresumedLoc(
        Info.getSourceManager().getExpansionLoc(Info.getLocation()));
    if (P.isValid()) {
      E.File = P.getFilename();
      E.Line = P.getLine();
      E.Column = P.getColumn();
    }
  }
  Errors.push_back(std::move(E));
  Kept = true;
}

} // namespace cudafix::frontend
