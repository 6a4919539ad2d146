// SPDX-License-Identifier: Apache-2.0
//
// The interface of the analysis that the language server uses.
#pragma once

#include "report/Report.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <optional>

namespace cudafix::lsp {

/// The text of the open files, by absolute path.
using Buffers = std::map<std::string, std::string>;

/// One running analysis; its destructor ends everything that it has started.
class Analysis {
public:
  virtual ~Analysis() = default;
  /// A file descriptor that is readable when there is something to receive.
  virtual int descriptor() const = 0;
  /// Must be called before waiting for descriptors.
  virtual void look() = 0;
  /// Receives what has arrived; `Events` is what poll returned. Returns true at the end.
  virtual bool receive(short Events) = 0;
  /// The results so far, with absolute paths; nothing: there are no more than at the last call.
  virtual std::optional<report::RunReport> takeReport() = 0;
  /// The current stage, in words.
  virtual std::string stage() const = 0;
};

class Engine {
public:
  virtual ~Engine() = default;
  /// Returns true if the file is analysed by itself, not through a file that includes it.
  virtual bool isUnit(llvm::StringRef File) const = 0;
  /// Starts the analysis of a file; open files have the texts that the editor shows.
  virtual llvm::Expected<std::unique_ptr<Analysis>> start(llvm::StringRef File,
                                                          const Buffers &Open) = 0;
};

} // namespace cudafix::lsp
