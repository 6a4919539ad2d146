// SPDX-License-Identifier: Apache-2.0
#include "cache/Remote.h"

namespace cudafix::cache {

static bool isHttp(llvm::StringRef Url) {
  return Url.starts_with("http://") || Url.starts_with("https://");
}

llvm::Error checkRemote(llvm::StringRef Url) {
  bool Redis = Url.starts_with("redis://") || Url.starts_with("redis+unix:");
  if (!isHttp(Url) && !Redis)
    return llvm::createStringError("'" + Url +
                                   "' begins with none of http://, https://, redis:// and "
                                   "redis+unix:");
#ifndef CUDAFIX_HAS_CURL
  if (!Redis)
    return llvm::createStringError("this build of cuda-fix was made without libcurl");
#endif
#ifndef CUDAFIX_HAS_HIREDIS
  if (Redis)
    return llvm::createStringError("this build of cuda-fix was made without hiredis");
#endif
  return llvm::Error::success();
}

std::unique_ptr<Backend> remoteBackend(llvm::StringRef Url) {
#ifdef CUDAFIX_HAS_CURL
  if (isHttp(Url))
    return httpBackend(Url);
#endif
#ifdef CUDAFIX_HAS_HIREDIS
  if (!isHttp(Url))
    return redisBackend(Url);
#endif
  return nullptr;
}

} // namespace cudafix::cache
