// SPDX-License-Identifier: Apache-2.0
//
// A store over HTTP with the protocol of Bazel and ccache: GET and PUT of URL/ac/NAME. The
// distribution's libcurl brings thirty libraries with it, so it is loaded only when it is needed.
#include "cache/Remote.h"
#ifdef CUDAFIX_HAS_CURL
#include <curl/curl.h>

namespace cudafix::cache {

using llvm::StringRef;

namespace {

/// The functions of libcurl that are used.
struct Curl : Library {
  Curl() : Library("libcurl.so.4") {}
  decltype(&::curl_easy_init) Init = find<decltype(Init)>("curl_easy_init");
  decltype(&::curl_easy_setopt) Set = find<decltype(Set)>("curl_easy_setopt");
  decltype(&::curl_easy_perform) Perform = find<decltype(Perform)>("curl_easy_perform");
  decltype(&::curl_easy_getinfo) Info = find<decltype(Info)>("curl_easy_getinfo");
  decltype(&::curl_easy_cleanup) Cleanup = find<decltype(Cleanup)>("curl_easy_cleanup");
  decltype(&::curl_easy_strerror) Error = find<decltype(Error)>("curl_easy_strerror");
};

/// The bytes of one transfer.
struct Transfer {
  std::string In;
  StringRef Out;
};

size_t takeIn(char *Data, size_t, size_t Size, void *Into) {
  auto &T = *static_cast<Transfer *>(Into);
  if (T.In.size() + Size > MostRemoteBytes)
    return 0; // makes libcurl end the transfer
  T.In.append(Data, Size);
  return Size;
}

size_t giveOut(char *Data, size_t Each, size_t Count, void *From) {
  StringRef &Out = static_cast<Transfer *>(From)->Out;
  size_t Size = std::min(Each * Count, Out.size());
  std::copy_n(Out.data(), Size, Data);
  Out = Out.drop_front(Size);
  return Size;
}

class HttpBackend : public Backend {
public:
  explicit HttpBackend(StringRef Url) : Url(Url.rtrim('/')) {
    if (!C.whole())
      Problem = "there is no libcurl on this machine (Debian: apt-get install "
                "libcurl4)";
    else
      Handle = C.Init();
  }
  ~HttpBackend() override {
    if (Handle)
      C.Cleanup(Handle);
  }
  std::optional<std::string> get(StringRef Name) override {
    Transfer T;
    if (transfer(Name, T, /*Upload=*/false) != 200)
      return std::nullopt;
    return std::move(T.In);
  }
  void put(StringRef Name, StringRef Bytes) override {
    Transfer T{"", Bytes};
    long Code = transfer(Name, T, /*Upload=*/true);
    if (Code && Code / 100 != 2)
      Problem = shown() + " answers a PUT with " + std::to_string(Code);
  }

private:
  /// Makes one request and returns the server's status; 0: there was no answer.
  long transfer(StringRef Name, Transfer &T, bool Upload);
  /// The URL without a password.
  std::string shown() const {
    auto [Scheme, Rest] = StringRef(Url).split("://");
    size_t Login = Rest.take_front(Rest.find('/')).rfind('@');
    return (Scheme + "://" + (Login == StringRef::npos ? Rest : Rest.drop_front(Login + 1))).str();
  }

  Curl C;
  std::string Url;
  CURL *Handle = nullptr;
};

long HttpBackend::transfer(StringRef Name, Transfer &T, bool Upload) {
  if (!Handle)
    return 0;
  std::string Path = Url + "/ac/" + Name.str();
  C.Set(Handle, CURLOPT_URL, Path.c_str());
  C.Set(Handle, CURLOPT_PROTOCOLS_STR, "http,https");
  C.Set(Handle, CURLOPT_NOSIGNAL, 1L);
  C.Set(Handle, CURLOPT_CONNECTTIMEOUT, 3L);
  C.Set(Handle, CURLOPT_TIMEOUT, 30L);
  C.Set(Handle, CURLOPT_WRITEFUNCTION, takeIn);
  C.Set(Handle, CURLOPT_WRITEDATA, static_cast<void *>(&T));
  C.Set(Handle, CURLOPT_READFUNCTION, giveOut);
  C.Set(Handle, CURLOPT_READDATA, static_cast<void *>(&T));
  C.Set(Handle, CURLOPT_UPLOAD, long(Upload));
  C.Set(Handle, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(Upload ? T.Out.size() : 0));
  if (!Upload)
    C.Set(Handle, CURLOPT_HTTPGET, 1L);
  if (CURLcode Code = C.Perform(Handle)) {
    Problem = shown() + ": " + C.Error(Code);
    return 0;
  }
  long Status = 0;
  C.Info(Handle, CURLINFO_RESPONSE_CODE, &Status);
  if (Status == 401 || Status == 403 || Status >= 500)
    Problem = shown() + " answers with " + std::to_string(Status);
  return Status;
}

} // namespace

std::unique_ptr<Backend> httpBackend(StringRef Url) { return std::make_unique<HttpBackend>(Url); }

} // namespace cudafix::cache
#endif
