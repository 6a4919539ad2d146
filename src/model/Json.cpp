// SPDX-License-Identifier: Apache-2.0
#include "model/Json.h"

namespace cudafix {

static constexpr unsigned MostLevels = 500;

/// Returns true if brackets outside of strings are nested too deeply.
static bool isTooDeep(llvm::StringRef Text) {
  unsigned Level = 0;
  for (size_t At = 0; At < Text.size(); ++At) {
    if (Text[At] == '"')
      for (++At; At < Text.size() && Text[At] != '"'; ++At)
        At += Text[At] == '\\';
    else if (Text[At] == '[' || Text[At] == '{')
      ++Level;
    else if ((Text[At] == ']' || Text[At] == '}') && Level > 0)
      --Level;
    if (Level > MostLevels)
      return true;
  }
  return false;
}

llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text) {
  if (isTooDeep(Text))
    return llvm::createStringError("nested more than %u levels deep", MostLevels);
  return llvm::json::parse(Text);
}

} // namespace cudafix
