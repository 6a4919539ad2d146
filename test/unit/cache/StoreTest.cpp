// SPDX-License-Identifier: Apache-2.0
#include "cache/Store.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>
#include <map>

using namespace cudafix::cache;

namespace {

/// A server whose contents a test can spoil.
class Server : public Backend {
public:
  explicit Server(std::map<std::string, std::string> &All) : All(All) {}
  std::optional<std::string> get(llvm::StringRef Name) override {
    auto At = All.find(Name.str());
    return At == All.end() ? std::nullopt : std::optional(At->second);
  }
  void put(llvm::StringRef Name, llvm::StringRef Bytes) override { All[Name.str()] = Bytes.str(); }

private:
  std::map<std::string, std::string> &All;
};

Store storeOf(std::map<std::string, std::string> &All, llvm::StringRef Secret = "",
              bool SignedOnly = false) {
  StoreOptions O;
  O.Secret = Secret.str();
  O.SignedOnly = SignedOnly;
  return Store(O, std::make_unique<Server>(All));
}

const std::string Value = std::string(1000, 'x') + std::string("\0y", 2);

} // namespace

TEST(Store, GivesBackWhatWasKept) {
  std::map<std::string, std::string> All;
  EXPECT_FALSE(storeOf(All).find("k"));
  EXPECT_TRUE(storeOf(All).keep("k", Value));
  EXPECT_EQ(storeOf(All).find("k"), Value);
}

TEST(Store, EveryDamageIsAMiss) {
  std::map<std::string, std::string> All;
  storeOf(All).keep("k", Value);
  const std::string Whole = All["k"];
  for (size_t I = 0; I < Whole.size(); ++I) {
    All["k"] = Whole;
    All["k"][I] ^= 1;
    EXPECT_FALSE(storeOf(All).find("k")) << "byte " << I;
    All["k"] = Whole.substr(0, I);
    EXPECT_FALSE(storeOf(All).find("k")) << "cut at " << I;
  }
  All["k"] = Whole + "x";
  EXPECT_FALSE(storeOf(All).find("k"));
  All["other"] = Whole;
  EXPECT_FALSE(storeOf(All).find("other")) << "it belongs to another key";
}

TEST(Store, OnlyTheSecretsOwnersAreBelieved) {
  std::map<std::string, std::string> All;
  storeOf(All).keep("k", Value);
  EXPECT_FALSE(storeOf(All, "mine").find("k"));
  storeOf(All, "theirs").keep("k", Value);
  EXPECT_FALSE(storeOf(All, "mine").find("k"));
  EXPECT_FALSE(storeOf(All).find("k"));
  storeOf(All, "mine").keep("k", Value);
  EXPECT_EQ(storeOf(All, "mine").find("k"), Value);
  EXPECT_EQ(storeOf(All, "mine", /*SignedOnly=*/true).find("k"), Value);
}

TEST(Store, WithoutASecretAServerIsNotAskedForWhatIsWritten) {
  std::map<std::string, std::string> All;
  storeOf(All).keep("k", Value);
  EXPECT_FALSE(storeOf(All, "", /*SignedOnly=*/true).find("k"));
}
