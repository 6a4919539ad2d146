// SPDX-License-Identifier: Apache-2.0
//
// A configuration file becomes command line arguments, so that both mean the same and are
// checked by the same code.
#include "cli/options/Config.h"
#include "frontend/parse/PlainFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/YAMLParser.h"

namespace cudafix::cli {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace yaml = llvm::yaml;
using llvm::StringRef;

enum class Shape { Text, List, Flag };

struct Key {
  StringRef Name;
  Shape What;
};

constexpr Key Keys[] = {
    {"checks", Shape::Text},    {"conventions", Shape::Text},   {"kernel", Shape::Text},
    {"show", Shape::List},      {"header-filter", Shape::Text}, {"block-dim", Shape::List},
    {"grid-dim", Shape::List},  {"assume", Shape::List},        {"launch", Shape::List},
    {"arch", Shape::List},      {"assume-alias", Shape::Flag},  {"assume-wide-grid", Shape::Flag},
    {"cuda-path", Shape::Text}, {"no-toolkit", Shape::Flag},    {"level", Shape::Text},
    {"no-repair", Shape::Flag}, {"no-replay", Shape::Flag},     {"fail-on", Shape::List},
};

/// Walks one document; the first error stops it.
class Reader {
public:
  Reader(StringRef Text, StringRef File) : Stream(llvm::MemoryBufferRef(Text, File), Sources) {
    Sources.setDiagHandler(
        [](const llvm::SMDiagnostic &D, void *Self) {
          static_cast<Reader *>(Self)->fail(D.getLineNo(), D.getMessage());
        },
        this);
  }

  llvm::Expected<std::vector<std::string>> read(StringRef File);

private:
  void fail(int Line, StringRef Message) {
    if (Problem.empty())
      Problem = std::to_string(Line) + ": " + Message.str();
  }
  void fail(const yaml::Node *At, StringRef Message) {
    // Nodes that the parser makes up for missing parts have no place in the file.
    llvm::SMLoc Place = At->getSourceRange().Start;
    const bool Stands = Place.isValid() && Sources.FindBufferContainingLoc(Place) != 0;
    fail(Stands ? int(Sources.getLineAndColumn(Place).first) : 1, Message);
  }
  void entry(yaml::KeyValueNode &Entry);
  void value(const Key &K, yaml::Node *Value);
  void add(const Key &K, yaml::ScalarNode *Value);

  llvm::SourceMgr Sources;
  yaml::Stream Stream;
  std::string Problem;
  std::vector<std::string> Args;
};

} // namespace

void Reader::add(const Key &K, yaml::ScalarNode *Value) {
  llvm::SmallString<64> Storage;
  StringRef Text = Value->getValue(Storage);
  if (K.What != Shape::Flag)
    Args.push_back(("--" + K.Name + "=" + Text).str());
  else if (Text == "true")
    Args.push_back(("--" + K.Name).str());
  else if (Text != "false")
    fail(Value, ("'" + K.Name + "' is true or false").str());
}

void Reader::value(const Key &K, yaml::Node *Value) {
  if (auto *Scalar = llvm::dyn_cast<yaml::ScalarNode>(Value))
    return add(K, Scalar);
  auto *List = llvm::dyn_cast<yaml::SequenceNode>(Value);
  if (!List || K.What != Shape::List)
    return fail(Value, ("'" + K.Name + "' takes " +
                        (K.What == Shape::List ? "a text or a list of texts" : "one value"))
                           .str());
  for (yaml::Node &Item : *List)
    if (auto *Scalar = llvm::dyn_cast<yaml::ScalarNode>(&Item))
      add(K, Scalar);
    else
      fail(&Item, ("'" + K.Name + "' takes a list of texts").str());
}

void Reader::entry(yaml::KeyValueNode &Entry) {
  auto *Name = llvm::dyn_cast_or_null<yaml::ScalarNode>(Entry.getKey());
  yaml::Node *Value = Entry.getValue();
  if (!Name || !Value)
    return;
  llvm::SmallString<32> Storage;
  StringRef Text = Name->getValue(Storage);
  for (const Key &K : Keys)
    if (K.Name == Text)
      return value(K, Value);
  std::string Known;
  for (const Key &K : Keys)
    Known += (Known.empty() ? "" : ", ") + K.Name.str();
  fail(Name, "unknown key '" + Text.str() + "'; known keys: " + Known);
}

llvm::Expected<std::vector<std::string>> Reader::read(StringRef File) {
  auto Document = Stream.begin();
  yaml::Node *Root = Document == Stream.end() ? nullptr : Document->getRoot();
  if (auto *Map = llvm::dyn_cast_or_null<yaml::MappingNode>(Root)) {
    for (yaml::KeyValueNode &Entry : *Map)
      entry(Entry);
  } else if (Root && !llvm::isa<yaml::NullNode>(Root)) {
    fail(Root, "expected 'key: value' lines");
  }
  if (Stream.failed())
    fail(1, "not YAML");
  if (Problem.empty())
    return std::move(Args);
  return llvm::createStringError(std::errc::invalid_argument, "%s:%s", File.str().c_str(),
                                 Problem.c_str());
}

std::string findConfig(StringRef Folder) {
  for (llvm::SmallString<256> At(Folder); !At.empty();
       At = llvm::SmallString<256>(path::parent_path(At))) {
    llvm::SmallString<256> File(At);
    path::append(File, ".cuda-fix.yaml");
    if (fs::exists(File))
      return File.str().str();
  }
  return "";
}

llvm::Expected<CommandLine> readConfig(StringRef File) {
  auto Buffer = frontend::readPlainFile(*llvm::vfs::getRealFileSystem(), File);
  if (!Buffer)
    return llvm::createStringError(File + ": is no file of at most 1 MiB that can be read");
  llvm::Expected<std::vector<std::string>> Args = Reader(Buffer->getBuffer(), File).read(File);
  if (!Args)
    return Args.takeError();
  llvm::Expected<CommandLine> Line = parseCommandLine(*Args);
  if (Line) {
    // The file may belong to the analysed code, and must not choose a program to run.
    Line->Opts.ToolPath.clear();
    return Line;
  }
  return llvm::createStringError(std::errc::invalid_argument, "%s: %s", File.str().c_str(),
                                 llvm::toString(Line.takeError()).c_str());
}

} // namespace cudafix::cli
