// SPDX-License-Identifier: Apache-2.0
#include "cli/options/OptionValues.h"
#include "host/UserLaunch.h"
#include "report/Report.h"
#include "llvm/ADT/SmallVector.h"

namespace cudafix::cli {

llvm::Error parseDimensions(llvm::StringRef Option, llvm::StringRef Text, bool Block,
                            std::array<uint32_t, 3> &Dim) {
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Text.split(Parts, ',');
  bool Good = Parts.size() <= 3;
  for (size_t I = 0; Good && I < Parts.size(); ++I)
    Good = !Parts[I].trim().getAsInteger(10, Dim[I]);
  if (!Good)
    return usageError("%s: '%s' is not a dimension: expected X[,Y[,Z]], e.g. 256 or 16,16",
                      Option.str().c_str(), Text.str().c_str());
  std::vector<uint64_t> Wide(Dim.begin(), Dim.end());
  std::string Why = host::impossibleDimensions(Block, Wide);
  return Why.empty() ? llvm::Error::success()
                     : usageError("%s: '%s' cannot be launched: %s", Option.str().c_str(),
                                  Text.str().c_str(), Why.c_str());
}

llvm::Error addDimension(llvm::StringRef Option, llvm::StringRef Text, bool Block,
                         std::vector<DimOption> &To) {
  DimOption D;
  auto [Kernel, Rest] = Text.rsplit('=');
  if (!Rest.empty())
    D.Kernel = Kernel.trim().str();
  if (llvm::Error E = parseDimensions(Option, Rest.empty() ? Text : Rest, Block, D.Dim))
    return E;
  To.push_back(D);
  return llvm::Error::success();
}

AssumeOption parseAssume(llvm::StringRef Text) {
  for (size_t At = Text.find(':'); At != llvm::StringRef::npos; At = Text.find(':', At + 1)) {
    if (Text.substr(At).starts_with("::")) {
      ++At;
      continue;
    }
    if (!Text.take_front(At).contains('?'))
      return {Text.take_front(At).trim().str(), Text.drop_front(At + 1).trim().str()};
  }
  return {"", Text.trim().str()};
}

llvm::Error parseFormat(llvm::StringRef Text, std::vector<OutputOption> &To) {
  auto [Format, File] = Text.split('=');
  std::string Known;
  for (const report::Format &F : report::formats()) {
    if (F.Name == Format) {
      if (F.IsFolder && File.empty())
        return usageError("%s needs a folder: --format=%s=report", F.Name.data(), F.Name.data());
      To.push_back({Format.str(), File.str()});
      return llvm::Error::success();
    }
    Known += (Known.empty() ? "" : ", ") + F.Name.str();
  }
  return usageError("unknown format '%s'; known formats: %s", Format.str().c_str(), Known.c_str());
}

} // namespace cudafix::cli
