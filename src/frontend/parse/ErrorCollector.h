// SPDX-License-Identifier: Apache-2.0
//
// The errors of a parse, except those about code that nvcc accepts.
#pragma once

#include "frontend/parse/ParsedSide.h"
#include "clang/Basic/Diagnostic.h"

namespace cudafix::frontend {

/// Keeps the errors, drops the rest.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<ParseError> &Errors) : Errors(Errors) {}
  std::vector<clang::SourceLocation> Places; ///< of all errors

  bool SinglePercents = false; ///< unescaped percent signs next to operands, in device assembly

  void BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *) override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

private:
  std::vector<ParseError> &Errors;
  unsigned OfMain = 0, OfHeaders = 0; ///< errors so far
  bool ForDevice = false;
  bool Kept = false; ///< the last error is in the list
};

} // namespace cudafix::frontend
