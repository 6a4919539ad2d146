// SPDX-License-Identifier: Apache-2.0
#include "cli/output/ResultFile.h"
#include "cache/BuildIds.h"
#include "cache/Digest.h"
#include "cache/Folder.h"
#include "cli/input/Files.h"
#include "cli/session/Session.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace cudafix::cli {

using llvm::StringRef;

static constexpr llvm::StringLiteral Magic = "cuda-fix results 1";

std::string resultId(const Unit &U, bool WithDetails) {
  return cache::Digest().add(questionOf(U)).add(uint64_t(WithDetails)).bytes();
}

llvm::Error writeIfNew(StringRef File, StringRef Text) {
  auto Old = llvm::MemoryBuffer::getFile(File, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (Old && (*Old)->getBuffer() == Text)
    return llvm::Error::success();
  if (File == "-") {
    llvm::outs() << Text;
    return llvm::Error::success();
  }
  if (llvm::Error E = cache::writeWhole(File, Text, /*Mode=*/0666))
    return llvm::createStringError(File + ": cannot be written: " + llvm::toString(std::move(E)));
  return llvm::Error::success();
}

std::string resultText(const std::map<std::string, JobResult> &Results) {
  std::string Text;
  cache::put(Text, Magic);
  cache::put(Text, cache::buildIds());
  for (const auto &[Id, R] : Results)
    for (StringRef Part :
         {StringRef(Id), StringRef(R.Failure), StringRef(R.Errors), StringRef(R.Bytes)})
      cache::put(Text, Part);
  return Text + cache::digestOf(Text);
}

static llvm::Error readFile(const std::string &File, std::map<std::string, JobResult> &Results) {
  auto Fail = [&](const llvm::Twine &Why) { return llvm::createStringError(File + ": " + Why); };
  auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return Fail("cannot be read: " + Buffer.getError().message());
  StringRef Text = (*Buffer)->getBuffer(), Head, Build;
  StringRef Sum = Text.take_back(LLVM_BLAKE3_OUT_LEN);
  Text = Text.drop_back(Sum.size());
  if (Sum != cache::digestOf(Text) || !cache::take(Text, Head) || Head != Magic ||
      !cache::take(Text, Build))
    return Fail("not a whole file of results");
  if (Build != cache::buildIds())
    return Fail("another build of cuda-fix wrote it");
  StringRef Id, Failure, Errors, Bytes;
  while (cache::take(Text, Id) && cache::take(Text, Failure) && cache::take(Text, Errors) &&
         cache::take(Text, Bytes)) {
    JobResult R;
    R.Failure = Failure.str();
    R.Errors = Errors.str();
    R.Bytes = Bytes.str();
    Results.insert_or_assign(Id.str(), std::move(R));
  }
  return llvm::Error::success();
}

llvm::Error readResults(llvm::ArrayRef<std::string> Paths,
                        std::map<std::string, JobResult> &Results) {
  llvm::Error All = llvm::Error::success();
  for (const std::string &Path : Paths)
    for (const std::string &File : filesOf(Path, ".result"))
      All = llvm::joinErrors(std::move(All), readFile(File, Results));
  return All;
}

} // namespace cudafix::cli
