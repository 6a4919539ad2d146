// SPDX-License-Identifier: Apache-2.0
//
// Results by key, in a folder and, if asked for, on a server. Entries that are damaged, cut off or
// written without the secret count as missing.
#pragma once

#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cudafix::cache {

/// A place that stores bytes by name.
class Backend {
public:
  virtual ~Backend() = default;
  /// Nothing: there is no entry, or the backend does not answer; then `problem` says why.
  virtual std::optional<std::string> get(llvm::StringRef Name) = 0;
  virtual void put(llvm::StringRef Name, llvm::StringRef Bytes) = 0;
  const std::string &problem() const { return Problem; }

protected:
  std::string Problem; ///< the first problem; after it, the backend is not asked again
};

/// Fails unless the URL is http:// or https:// (with the protocol of Bazel and ccache), redis:// or
/// redis+unix:, and this build supports it.
llvm::Error checkRemote(llvm::StringRef Url);
/// The backend for a URL that `checkRemote` accepts. Sends nothing yet.
std::unique_ptr<Backend> remoteBackend(llvm::StringRef Url);

struct StoreOptions {
  std::string Folder;                     ///< empty: none
  uint64_t MostBytes = uint64_t(2) << 30; ///< limit on the folder's size
  bool PruneNow = false;                  ///< prune each time, not once a minute
  std::string Secret;                     ///< the key that signs entries; empty: they are unsigned
  bool SignedOnly = false;                ///< do not ask the server if there is no secret
};

/// The store of one run: a folder, and perhaps a server.
class Store {
public:
  Store(StoreOptions Opts, std::unique_ptr<Backend> Remote);
  ~Store();

  std::optional<std::string> find(llvm::StringRef Key) { return find(Key, Remote.get()); }
  /// Returns true if the value is now stored.
  bool keep(llvm::StringRef Key, llvm::StringRef Value) { return keep(Key, Value, Remote.get()); }
  /// The same for values from which others are made: unsigned entries must not take part, so
  /// without a secret only the folder is used.
  std::optional<std::string> findOwn(llvm::StringRef Key) { return find(Key, signedRemote()); }
  bool keepOwn(llvm::StringRef Key, llvm::StringRef Value) {
    return keep(Key, Value, signedRemote());
  }
  /// Why the folder (server) is not used; empty: it is.
  std::string folderProblem() const { return Local ? Local->problem() : ""; }
  std::string serverProblem() const { return Remote ? Remote->problem() : ""; }
  /// The number of files in the folder, and of their bytes.
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
