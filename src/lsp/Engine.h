// SPDX-License-Identifier: Apache-2.0
//
// What the language server needs of the analysis.
#pragma once

#include "report/Report.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <optional>

namespace cudafix::lsp {

/// The text of the open files, by absolute path.
using Buffers = std::map<std::string, std::string>;

/// One analysis under way; its end, whenever it comes, ends all it has started.
class Analysis {
public:
  virtual ~Analysis() = default;
  /// Readable when there is something to receive.
  virtual int descriptor() const = 0;
  /// To be called before descriptors are waited for.
  virtual void look() = 0;
  /// Takes what has come; `Events` is what poll said. True: it is at its end.
  virtual bool receive(short Events) = 0;
  /// What is known by now, with absolute paths; nothing: no more than before.
  virtual std::optional<report::RunReport> takeReport() = 0;
  /// What it is doing, in words.
  virtual std::string stage() const = 0;
};

class Engine {
public:
  virtual ~Engine() = default;
  /// Returns true if the file is analysed by itself, not through a file that includes it.
  virtual bool isUnit(llvm::StringRef File) const = 0;
  /// Begins to analyse a file with the open files as the editor has them.
  virtual llvm::Expected<std::unique_ptr<Analysis>> start(llvm::StringRef File,
                                                          const Buffers &Open) = 0;
};

} // namespace cudafix::lsp
