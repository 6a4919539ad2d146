// SPDX-License-Identifier: Apache-2.0
//
// redis://[[user]:password@]host[:port][/database] and redis+unix:path, through hiredis, which is
// loaded only when it is needed.
#include "cache/Remote.h"
#ifdef CUDAFIX_HAS_HIREDIS
#include <hiredis/hiredis.h>

namespace cudafix::cache {

using llvm::StringRef;

namespace {

struct Hiredis : Library {
  // Debian 12 has the first, later ones have the others.
  Hiredis() : Library("libhiredis.so.0.14", "libhiredis.so.1.1.0", "libhiredis.so.1.3.0") {}
  decltype(&::redisConnectWithTimeout) Connect = find<decltype(Connect)>("redisConnectWithTimeout");
  decltype(&::redisConnectUnixWithTimeout) ConnectUnix =
      find<decltype(ConnectUnix)>("redisConnectUnixWithTimeout");
  decltype(&::redisSetTimeout) SetTimeout = find<decltype(SetTimeout)>("redisSetTimeout");
  decltype(&::redisCommandArgv) Run = find<decltype(Run)>("redisCommandArgv");
  decltype(&::freeReplyObject) FreeReply = find<decltype(FreeReply)>("freeReplyObject");
  decltype(&::redisFree) Free = find<decltype(Free)>("redisFree");
};

class RedisBackend : public Backend {
public:
  explicit RedisBackend(StringRef Url) : Url(Url) {
    if (!H.whole()) {
      Problem = "there is no hiredis on this machine (Debian: apt-get install "
                "libhiredis0.14)";
      return;
    }
    connect();
  }
  ~RedisBackend() override {
    if (C)
      H.Free(C);
  }
  std::optional<std::string> get(StringRef Name) override {
    return command({"GET", "cuda-fix:" + Name.str()});
  }
  void put(StringRef Name, StringRef Bytes) override {
    command({"SET", "cuda-fix:" + Name.str(), Bytes.str()});
  }

private:
  void connect();
  /// Sends a command and returns the text of the answer; nothing: it has none.
  std::optional<std::string> command(std::vector<std::string> Words);

  Hiredis H;
  std::string Url; ///< may hold a password; never printed
  redisContext *C = nullptr;
};

void RedisBackend::connect() {
  const timeval Wait{3, 0}, Answer{30, 0};
  StringRef Rest = Url;
  StringRef Login, Database;
  if (Rest.consume_front("redis+unix:")) {
    C = H.ConnectUnix(Rest.str().c_str(), Wait);
  } else {
    Rest.consume_front("redis://");
    std::tie(Rest, Database) = Rest.split('/');
    if (Rest.contains('@'))
      std::tie(Login, Rest) = Rest.rsplit('@');
    auto [Host, Port] = Rest.rsplit(':');
    int Number = 6379;
    if (!Port.empty() && Port.getAsInteger(10, Number)) {
      Problem = "the redis server's port '" + Port.str() + "' is no number";
      return;
    }
    C = H.Connect(Host.str().c_str(), Number, Wait);
  }
  if (!C || C->err) {
    Problem =
        std::string("the redis server cannot be reached") + (C ? ": " : "") + (C ? C->errstr : "");
    return;
  }
  H.SetTimeout(C, Answer);
  if (!Login.empty()) {
    auto [User, Password] = Login.split(':');
    std::vector<std::string> Words = {"AUTH"};
    if (!User.empty())
      Words.push_back(User.str());
    Words.push_back(Password.str());
    command(std::move(Words));
  }
  if (!Database.empty() && Problem.empty())
    command({"SELECT", Database.str()});
}

std::optional<std::string> RedisBackend::command(std::vector<std::string> Words) {
  std::vector<const char *> Texts;
  std::vector<size_t> Sizes;
  for (const std::string &W : Words) {
    Texts.push_back(W.data());
    Sizes.push_back(W.size());
  }
  auto *Reply = static_cast<redisReply *>(H.Run(C, int(Words.size()), Texts.data(), Sizes.data()));
  std::optional<std::string> Text;
  if (!Reply)
    Problem = std::string("the redis server does not answer: ") + C->errstr;
  else if (Reply->type == REDIS_REPLY_ERROR)
    Problem = "the redis server answers: " + std::string(Reply->str, Reply->len);
  else if (Reply->type == REDIS_REPLY_STRING && Reply->len <= MostRemoteBytes)
    Text.emplace(Reply->str, Reply->len);
  if (Reply)
    H.FreeReply(Reply);
  return Text;
}

} // namespace

std::unique_ptr<Backend> redisBackend(StringRef Url) { return std::make_unique<RedisBackend>(Url); }

} // namespace cudafix::cache
#endif
