// SPDX-License-Identifier: Apache-2.0
#include "cli/input/Suppressions.h"
#include "model/Globs.h"
#include "model/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cudafix::cli {

using llvm::StringRef;

static std::string fingerprint(StringRef Id, StringRef File, StringRef Kernel, StringRef Message) {
  std::string Print = (Id + "\n" + File + "\n" + Kernel + "\n").str();
  for (char C : Message)
    if (!llvm::isDigit(C)) // line numbers in messages change
      Print += C;
  return Print;
}

std::string fingerprint(const Finding &F) {
  return fingerprint(F.Id, displayPath(F.Loc.File), F.KernelName, llvm::json::fixUTF8(F.Message));
}

llvm::Expected<Baseline> Baseline::read(StringRef File) {
  auto Fail = [&](const llvm::Twine &Why) {
    return llvm::createStringError(std::make_error_code(std::errc::invalid_argument),
                                   "--baseline: " + File + ": " + Why);
  };
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return Fail("cannot be read: " + Buffer.getError().message());
  llvm::Expected<llvm::json::Value> Parsed = parseJson((*Buffer)->getBuffer());
  if (!Parsed)
    return Fail("not JSON: " + llvm::toString(Parsed.takeError()) +
                "; write it again with --format=json=" + File);
  const llvm::json::Object *Root = Parsed->getAsObject();
  const llvm::json::Array *Findings = Root ? Root->getArray("findings") : nullptr;
  if (!Findings || Root->getInteger("version") != 1)
    return Fail("not a report of version 1; write it again with --format=json=" + File);
  Baseline B;
  for (const llvm::json::Value &V : *Findings) {
    const llvm::json::Object *F = V.getAsObject();
    if (!F)
      return Fail("a finding is not an object");
    auto Text = [&](StringRef Key) { return F->getString(Key).value_or(""); };
    Entry &E = B.Entries[fingerprint(Text("id"), Text("file"), Text("kernel"), Text("message"))];
    E = {Text("id").str(), Text("file").str(), E.Count + 1};
  }
  return B;
}

std::vector<Finding> Baseline::remove(std::vector<Finding> &Findings) const {
  std::map<std::string, Entry> Left = Entries;
  std::vector<Finding> Removed;
  llvm::erase_if(Findings, [&](const Finding &F) {
    auto At = Left.find(fingerprint(F));
    if (At == Left.end() || At->second.Count == 0)
      return false;
    --At->second.Count;
    Removed.push_back(F);
    return true;
  });
  return Removed;
}

size_t Baseline::stale(llvm::ArrayRef<Finding> Findings,
                       llvm::ArrayRef<CompleteFile> Complete) const {
  std::map<std::string, size_t> Found;
  for (const Finding &F : Findings)
    ++Found[fingerprint(F)];
  size_t Stale = 0;
  for (const auto &[Print, E] : Entries) {
    bool Judged = llvm::any_of(Complete, [&, &E = E](const CompleteFile &C) {
      return displayPath(C.File) == E.File && GlobList(C.Checks).contains(E.Id);
    });
    if (Judged)
      Stale += E.Count - std::min<size_t>(E.Count, Found[Print]);
  }
  return Stale;
}

} // namespace cudafix::cli
