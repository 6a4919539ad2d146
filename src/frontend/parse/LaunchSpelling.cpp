// SPDX-License-Identifier: Apache-2.0
#include "frontend/parse/LaunchSpelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using llvm::StringRef;

namespace cudafix::frontend {

namespace {

constexpr StringRef Blanks = " \t";
/// There are many headers there, and they launch nothing.
constexpr llvm::StringLiteral SystemFolders[] = {"/usr/include/", "/usr/lib/"};

/// The position after a comment, string or character literal that begins at `At`; `At` if none
/// does.
size_t skip(StringRef Text, size_t At) {
  StringRef Rest = Text.drop_front(At);
  if (Rest.starts_with("//"))
    return std::min(Text.find('\n', At), Text.size());
  if (Rest.starts_with("/*")) {
    size_t End = Text.find("*/", At + 2);
    return End == StringRef::npos ? Text.size() : End + 2;
  }
  bool Quote = Rest.starts_with("\"") || Rest.starts_with("'");
  // 1'000'000
  if (!Quote || (Rest[0] == '\'' && At > 0 && llvm::isHexDigit(Text[At - 1])))
    return At;
  for (size_t I = At + 1; I < Text.size() && Text[I] != '\n'; ++I)
    if (Text[I] == '\\')
      ++I;
    else if (Text[I] == Rest[0])
      return I + 1;
  return At + 1;
}

/// The length of two brackets, blanks and a third bracket; 0 if they are not at the position.
size_t spaced(StringRef Text, size_t At, StringRef Two) {
  StringRef Rest = Text.drop_front(At);
  if (!Rest.consume_front(Two))
    return 0;
  size_t Gap = Rest.find_first_not_of(Blanks);
  return Gap == 0 || Gap == StringRef::npos || Rest[Gap] != Two[0] ? 0 : Two.size() + Gap + 1;
}

/// Position and length of the closing brackets of a launch whose brackets open before `At`.
std::pair<size_t, size_t> closing(StringRef Text, size_t At) {
  unsigned Depth = 0;
  for (size_t I = At; I < Text.size();) {
    if (size_t Behind = skip(Text, I); Behind != I) {
      I = Behind;
      continue;
    }
    char Ch = Text[I];
    if (StringRef("([{").contains(Ch))
      ++Depth;
    else if (StringRef(")]}").contains(Ch) && Depth-- == 0)
      break;
    size_t Length = Text.substr(I).starts_with(">>>") ? 3 : spaced(Text, I, ">>");
    if (Depth == 0 && Length && Text.substr(I + Length).ltrim().starts_with("("))
      return {I, Length};
    if (Depth == 0 && Ch == ';')
      break;
    ++I;
  }
  return {0, 0};
}

/// Serves a file with other contents of the same length.
class RespeltFile final : public llvm::vfs::File {
public:
  explicit RespeltFile(std::unique_ptr<llvm::vfs::File> Of) : Of(std::move(Of)) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return Of->status(); }
  llvm::ErrorOr<std::string> getName() override { return Of->getName(); }
  std::error_code close() override { return Of->close(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &Name, int64_t Size, bool NullTerminated, bool Volatile) override {
    auto Buffer = Of->getBuffer(Name, Size, NullTerminated, Volatile);
    if (Buffer)
      if (std::optional<std::string> Text = respellLaunches((*Buffer)->getBuffer()))
        return llvm::MemoryBuffer::getMemBufferCopy(*Text, (*Buffer)->getBufferIdentifier());
    return Buffer;
  }

private:
  std::unique_ptr<llvm::vfs::File> Of;
};

class RespeltFiles final : public llvm::vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    auto File = ProxyFileSystem::openFileForRead(Path);
    llvm::SmallString<128> Buffer;
    StringRef Name = Path.toStringRef(Buffer);
    bool System = llvm::any_of(SystemFolders, [&](StringRef F) { return Name.starts_with(F); });
    if (!File || System || Name.ends_with(".pch"))
      return File;
    return std::make_unique<RespeltFile>(std::move(*File));
  }
};

} // namespace

std::optional<std::string> respellLaunches(StringRef Text) {
  auto Has = [&](StringRef Two) {
    for (size_t At = Text.find(Two); At != StringRef::npos; At = Text.find(Two, At + 1))
      if (spaced(Text, At, Two))
        return true;
    return false;
  };
  if (!Has("<<") && !Has(">>"))
    return std::nullopt;
  std::optional<std::string> Out;
  auto Respell = [&](size_t At, size_t Length, char Bracket) {
    if (!Out)
      Out = Text.str();
    for (size_t I = 0; I < Length; ++I)
      (*Out)[At + I] = I < 3 ? Bracket : ' ';
  };
  for (size_t I = 0; I < Text.size();) {
    if (size_t Behind = skip(Text, I); Behind != I) {
      I = Behind;
      continue;
    }
    size_t Length = Text.substr(I).starts_with("<<<") ? 3 : spaced(Text, I, "<<");
    StringRef Before = Text.take_front(I).rtrim();
    bool Named = !Before.empty() && (llvm::isAlnum(Before.back()) || Before.back() == '_' ||
                                     Before.back() == '>' || Before.back() == ')');
    if (!Length || !Named || Before.ends_with("operator")) {
      I += std::max<size_t>(Length, 1);
      continue;
    }
    if (auto [End, Size] = closing(Text, I + Length); Size && Length + Size > 6) {
      Respell(I, Length, '<');
      Respell(End, Size, '>');
    }
    I += Length;
  }
  return Out;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withRespeltLaunches(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base) {
  return llvm::makeIntrusiveRefCnt<RespeltFiles>(std::move(Base));
}

} // namespace cudafix::frontend
