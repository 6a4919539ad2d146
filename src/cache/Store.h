// SPDX-License-Identifier: Apache-2.0
//
// Results by key, in a folder and, when asked for, on a server. An entry that is damaged, cut
// off, or that somebody without the secret wrote is not there.
#pragma once

#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cudafix::cache {

/// Bytes by name, wherever they are.
class Backend {
public:
  virtual ~Backend() = default;
  /// Nothing: there is none, or the backend does not answer, and then `problem` says why.
  virtual std::optional<std::string> get(llvm::StringRef Name) = 0;
  virtual void put(llvm::StringRef Name, llvm::StringRef Bytes) = 0;
  const std::string &problem() const { return Problem; }

protected:
  std::string Problem; ///< the first one; a backend that has one is not asked again
};

/// Whether a URL is http://, https:// (as Bazel's and ccache's remote caches are spoken to),
/// redis:// or redis+unix:, and this build speaks it.
llvm::Error checkRemote(llvm::StringRef Url);
/// A server at a URL that `checkRemote` takes. Nothing is asked yet.
std::unique_ptr<Backend> remoteBackend(llvm::StringRef Url);

struct StoreOptions {
  std::string Folder;                     ///< empty: none
  uint64_t MostBytes = uint64_t(2) << 30; ///< of the folder
  bool PruneNow = false;                  ///< each time, not once a minute
  std::string Secret;                     ///< entries are signed with it; empty: with none
  bool SignedOnly = false;                ///< without a secret, the server is not asked
};

class Store {
public:
  Store(StoreOptions Opts, std::unique_ptr<Backend> Remote);
  ~Store();

  std::optional<std::string> find(llvm::StringRef Key) { return find(Key, Remote.get()); }
  /// Returns true if the value is there from now on.
  bool keep(llvm::StringRef Key, llvm::StringRef Value) { return keep(Key, Value, Remote.get()); }
  /// The same of values that others are made from: what nobody signed has no part in them, so
  /// that without a secret there is only the folder.
  std::optional<std::string> findOwn(llvm::StringRef Key) { return find(Key, signedRemote()); }
  bool keepOwn(llvm::StringRef Key, llvm::StringRef Value) {
    return keep(Key, Value, signedRemote());
  }
  /// Why the folder and the server are not used; empty: they are.
  std::string folderProblem() const { return Local ? Local->problem() : ""; }
  std::string serverProblem() const { return Remote ? Remote->problem() : ""; }
  /// Files in the folder, and their bytes.
  std::pair<size_t, uint64_t> size() const;
  const std::string &folder() const { return Opts.Folder; }

private:
  Backend *signedRemote() const { return Opts.Secret.empty() ? nullptr : Remote.get(); }
  std::optional<std::string> find(llvm::StringRef Key, Backend *Far);
  bool keep(llvm::StringRef Key, llvm::StringRef Value, Backend *Far);
  std::string seal(llvm::StringRef Key, llvm::StringRef Value) const;
  std::optional<std::string> open(llvm::StringRef Key, llvm::StringRef Bytes) const;
  std::string sign(llvm::StringRef Key, llvm::StringRef Bytes) const;

  StoreOptions Opts;
  std::unique_ptr<Backend> Local, Remote;
  bool Written = false;
};

} // namespace cudafix::cache
