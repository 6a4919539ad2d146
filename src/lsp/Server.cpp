// SPDX-License-Identifier: Apache-2.0
#include "lsp/Server.h"
#include "lsp/Convert.h"
#include "lsp/Documents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/LSP/Transport.h"
#include <cstdio>
#include <poll.h>
#include <unistd.h>

namespace cudafix::lsp {

using llvm::StringRef;
using namespace llvm::lsp;
namespace json = llvm::json;

namespace {

/// Parameters for which the library has no type.
struct Raw {
  json::Value Value = nullptr;
};
bool fromJSON(const json::Value &V, Raw &To, json::Path) {
  To.Value = V;
  return true;
}

class Server {
public:
  Server(Engine &E, const ServerOptions &Opts, JSONTransport &Transport);
  bool ended() const { return Ended; }
  MessageHandler Handler;
  /// Waits until the editor sends something; meanwhile starts analyses and receives results.
  void waitForEditor();

private:
  void onInitialize(const Raw &P, Callback<json::Value> Reply);
  void onInitialized(const NoParams &) {}
  void onShutdown(const NoParams &, Callback<std::nullptr_t> Reply);
  void onOpen(const DidOpenTextDocumentParams &P);
  void onChange(const DidChangeTextDocumentParams &P);
  void onSave(const Raw &P);
  void onClose(const DidCloseTextDocumentParams &P);
  void onCancel(const Raw &P);
  void onCodeAction(const CodeActionParams &P, Callback<json::Value> Reply);
  void onHover(const TextDocumentPositionParams &P, Callback<json::Value> Reply);

  void changed(StringRef File, std::chrono::milliseconds Pause);
  void startDue();
  void start(const std::string &File, Document &D);
  void stop(Document &D);
  void receive(const std::string &File, Document &D, short Events);
  void show(const std::string &File, Document &D, report::RunReport R, bool AtEnd);
  void publish(const std::string &Unit, Document &D);
  void send(const std::string &File);
  void progress(const Document &D, json::Object Value);
  std::optional<int> pause() const;

  Engine &E;
  ServerOptions Opts;
  std::map<std::string, Document> Open;
  /// Diagnostics by file, and by the unit in whose analysis they were found.
  std::map<std::string, std::map<std::string, std::vector<json::Value>>> Told;
  bool HasProgress = false, ShutDown = false, Ended = false;
  unsigned Analyses = 0;
  OutgoingNotification<json::Value> Publish, Progress, Show;
  OutgoingRequest<json::Value> Create;
};

} // namespace

Server::Server(Engine &E, const ServerOptions &Opts, JSONTransport &Transport)
    : Handler(Transport), E(E), Opts(Opts),
      Publish(Handler.outgoingNotification<json::Value>("textDocument/publishDiagnostics")),
      Progress(Handler.outgoingNotification<json::Value>("$/progress")),
      Show(Handler.outgoingNotification<json::Value>("window/showMessage")),
      Create(Handler.outgoingRequest<json::Value, Raw>(
          "window/workDoneProgress/create",
          [](json::Value, llvm::Expected<Raw> R) { llvm::consumeError(R.takeError()); })) {
  Handler.method("initialize", this, &Server::onInitialize);
  Handler.notification("initialized", this, &Server::onInitialized);
  Handler.method("shutdown", this, &Server::onShutdown);
  Handler.notification("textDocument/didOpen", this, &Server::onOpen);
  Handler.notification("textDocument/didChange", this, &Server::onChange);
  Handler.notification("textDocument/didSave", this, &Server::onSave);
  Handler.notification("textDocument/didClose", this, &Server::onClose);
  Handler.notification("window/workDoneProgress/cancel", this, &Server::onCancel);
  Handler.method("textDocument/codeAction", this, &Server::onCodeAction);
  Handler.method("textDocument/hover", this, &Server::onHover);
}

/// A nested member of an object; null: it does not exist.
static const json::Value *member(const json::Value &V, std::initializer_list<StringRef> Path) {
  const json::Value *At = &V;
  for (StringRef Name : Path) {
    const json::Object *O = At->getAsObject();
    At = O ? O->get(Name) : nullptr;
    if (!At)
      return nullptr;
  }
  return At;
}

void Server::onInitialize(const Raw &P, Callback<json::Value> Reply) {
  const json::Value *V = member(P.Value, {"capabilities", "window", "workDoneProgress"});
  HasProgress = V && V->getAsBoolean().value_or(false);
  json::Object Sync{{"openClose", true}, {"change", 1}, {"save", true}};
  json::Object Actions{{"codeActionKinds", json::Array{"quickfix", "source.fixAll.cuda-fix"}}};
  json::Object Capabilities{{"textDocumentSync", std::move(Sync)},
                            {"hoverProvider", true},
                            {"codeActionProvider", std::move(Actions)}};
  Reply(json::Object{{"serverInfo", json::Object{{"name", "cuda-fix"}, {"version", Opts.Version}}},
                     {"capabilities", std::move(Capabilities)}});
}

void Server::onShutdown(const NoParams &, Callback<std::nullptr_t> Reply) {
  ShutDown = Ended = true;
  Open.clear();
  Reply(nullptr);
}

/// Schedules analyses: of the unit itself, or of all open units if the file is a header.
void Server::changed(StringRef File, std::chrono::milliseconds Pause) {
  for (auto &[Name, D] : Open)
    if (E.isUnit(Name) && (Name == File || !E.isUnit(File))) {
      stop(D);
      D.Due = Clock::now() + Pause;
    }
}

void Server::onOpen(const DidOpenTextDocumentParams &P) {
  std::string File = P.textDocument.uri.file().str();
  Document &D = Open[File];
  D.Text = P.textDocument.text;
  D.Version = P.textDocument.version;
  if (E.isUnit(File))
    D.Due = Clock::now();
}

void Server::onChange(const DidChangeTextDocumentParams &P) {
  auto At = Open.find(P.textDocument.uri.file().str());
  if (At == Open.end() || P.contentChanges.empty())
    return;
  At->second.Version = P.textDocument.version;
  if (std::exchange(At->second.Text, P.contentChanges.back().text) != At->second.Text)
    changed(At->first, std::chrono::milliseconds(Opts.DebounceMilliseconds));
}

/// Analyses again, since other files on disk may have changed, too.
void Server::onSave(const Raw &P) {
  const json::Value *Uri = member(P.Value, {"textDocument", "uri"});
  URIForFile File;
  json::Path::Root Root;
  if (Uri && fromJSON(*Uri, File, Root))
    if (auto At = Open.find(File.file().str()); At != Open.end() && !At->second.Running)
      changed(File.file(), std::chrono::milliseconds(0));
}

void Server::onClose(const DidCloseTextDocumentParams &P) {
  auto At = Open.find(P.textDocument.uri.file().str());
  if (At == Open.end())
    return;
  stop(At->second);
  std::set<std::string> Files = At->second.Told;
  std::string Unit = At->first;
  Open.erase(At);
  for (const std::string &File : Files) {
    Told[File].erase(Unit);
    send(File);
  }
}

void Server::onCancel(const Raw &P) {
  const json::Value *Token = member(P.Value, {"token"});
  for (auto &[File, D] : Open)
    if (Token && !D.Token.empty() && Token->getAsString() == StringRef(D.Token))
      stop(D);
}

void Server::onCodeAction(const CodeActionParams &P, Callback<json::Value> Reply) {
  std::string File = P.textDocument.uri.file().str();
  Texts Now(Open);
  json::Array Actions;
  for (const auto &[Unit, D] : Open) {
    if (!D.Shown)
      continue;
    // Edits refer to the text that was analysed.
    auto Text = [&](StringRef Of) -> std::optional<StringRef> {
      std::optional<StringRef> Is = Now.read(Of);
      auto Seen = D.ShownOn.find(Of.str());
      return Seen != D.ShownOn.end() && Is != StringRef(Seen->second) ? std::nullopt : Is;
    };
    for (const CodeAction &A : codeActions(*D.Shown, File, P.range, Text))
      Actions.push_back(owned(toJSON(A)));
  }
  Reply(std::move(Actions));
}

void Server::onHover(const TextDocumentPositionParams &P, Callback<json::Value> Reply) {
  std::string File = P.textDocument.uri.file().str();
  Texts Now(Open);
  for (const auto &[Unit, D] : Open) {
    Hover H{Range()};
    if (D.Shown)
      H.contents.value =
          hover(*D.Shown, File, P.position, [&](StringRef Of) { return Now.read(Of); }, *H.range);
    if (H.contents.value.empty())
      continue;
    H.contents.kind = MarkupKind::Markdown;
    return Reply(toJSON(H));
  }
  Reply(nullptr);
}

void Server::progress(const Document &D, json::Object Value) {
  if (!D.Token.empty())
    Progress(json::Object{{"token", D.Token}, {"value", std::move(Value)}});
}

void Server::start(const std::string &File, Document &D) {
  D.Due.reset();
  D.RunningOn = buffersOf(Open);
  llvm::Expected<std::unique_ptr<Analysis>> Started = E.start(File, D.RunningOn);
  if (!Started) {
    Show(
        json::Object{{"type", 1}, {"message", "cuda-fix: " + llvm::toString(Started.takeError())}});
    return;
  }
  D.Running = std::move(*Started);
  D.Stage.clear();
  if (!HasProgress)
    return;
  D.Token = "cuda-fix/" + std::to_string(++Analyses);
  Create(json::Object{{"token", D.Token}}, D.Token);
  progress(D, json::Object{{"kind", "begin"},
                           {"title", "cuda-fix"},
                           {"message", StringRef(File).rsplit('/').second},
                           {"cancellable", true}});
}

void Server::stop(Document &D) {
  D.Due.reset();
  D.Running.reset();
  progress(D, json::Object{{"kind", "end"}});
  D.Token.clear();
}

void Server::startDue() {
  unsigned Running = llvm::count_if(Open, [](const auto &At) { return !!At.second.Running; });
  for (auto &[File, D] : Open)
    if (D.Due && *D.Due <= Clock::now() && Running < Opts.Jobs) {
      start(File, D);
      Running += !!D.Running;
    }
}

void Server::receive(const std::string &File, Document &D, short Events) {
  bool AtEnd = D.Running->receive(Events);
  if (std::string Stage = D.Running->stage(); Stage != D.Stage) {
    D.Stage = Stage;
    progress(D, json::Object{{"kind", "report"}, {"message", Stage}});
  }
  if (std::optional<report::RunReport> R = D.Running->takeReport())
    show(File, D, std::move(*R), AtEnd);
  if (AtEnd)
    stop(D);
}

void Server::show(const std::string &File, Document &D, report::RunReport R, bool AtEnd) {
  if (AtEnd) {
    D.Last = R;
    D.LastText = D.Text;
  } else if (D.Last) {
    carryOver(R, *D.Last, File, D.LastText, D.Text);
  }
  D.Shown = std::move(R);
  D.ShownOn = D.RunningOn;
  publish(File, D);
}

/// Publishes a unit's diagnostics for each of its files, including files that have none left.
void Server::publish(const std::string &Unit, Document &D) {
  std::set<std::string> Files = D.Told;
  D.Told.clear();
  Texts Now(Open);
  for (const std::string &File : filesWithDiagnostics(*D.Shown))
    D.Told.insert(File);
  Files.insert(D.Told.begin(), D.Told.end());
  for (const std::string &File : Files) {
    Told[File][Unit] =
        diagnostics(*D.Shown, File, Opts.Rules, [&](StringRef Of) { return Now.read(Of); });
    send(File);
  }
}

void Server::send(const std::string &File) {
  llvm::Expected<URIForFile> Uri = URIForFile::fromFile(File);
  if (!Uri)
    return llvm::consumeError(Uri.takeError());
  json::Array All;
  for (const auto &[Unit, Of] : Told[File])
    for (const json::Value &V : Of)
      if (!llvm::is_contained(All, V))
        All.push_back(V);
  json::Object P{{"uri", Uri->uri()}, {"diagnostics", std::move(All)}};
  if (auto At = Open.find(File); At != Open.end())
    P["version"] = At->second.Version;
  Publish(std::move(P));
}

/// Milliseconds until something is due; nullopt: the server waits for the editor.
std::optional<int> Server::pause() const {
  constexpr int Tick = 200; // limits of running analyses are checked this often
  std::optional<int> Least;
  unsigned Running = 0;
  for (const auto &[File, D] : Open)
    if (D.Running) {
      Least = Tick;
      ++Running;
    }
  for (const auto &[File, D] : Open)
    if (D.Due && Running < Opts.Jobs) {
      auto Left = std::chrono::ceil<std::chrono::milliseconds>(*D.Due - Clock::now()).count();
      Least = std::min<int>(Least.value_or(INT_MAX), std::max<int>(Left, 0));
    }
  return Least;
}

void Server::waitForEditor() {
  for (;;) {
    startDue();
    std::vector<pollfd> Polled{{STDIN_FILENO, POLLIN, 0}};
    std::vector<std::string> Files;
    for (auto &[File, D] : Open)
      if (D.Running) {
        D.Running->look();
        Polled.push_back({D.Running->descriptor(), POLLIN, 0});
        Files.push_back(File);
      }
    ::poll(Polled.data(), Polled.size(), pause().value_or(-1));
    for (size_t I = 0; I < Files.size(); ++I)
      receive(Files[I], Open[Files[I]], Polled[I + 1].revents);
    if (Polled[0].revents)
      return;
  }
}

/// Reads standard input for the library, which blocks; the server works while it waits.
static ssize_t readInput(void *Self, char *Buffer, size_t Size) {
  static_cast<Server *>(Self)->waitForEditor();
  return llvm::sys::RetryAfterSignal(-1, ::read, STDIN_FILENO, static_cast<void *>(Buffer), Size);
}

bool serve(Engine &E, const ServerOptions &Opts) {
  // The input needs the server, the server needs the transport, and the transport needs the input.
  Server *Current = nullptr;
  auto Read = [](void *Cookie, char *Buffer, size_t Size) {
    return readInput(*static_cast<Server **>(Cookie), Buffer, Size);
  };
  std::FILE *In = ::fopencookie(&Current, "r", {Read, nullptr, nullptr, nullptr});
  if (!In)
    return false;
  JSONTransport Transport(In, llvm::outs());
  Server S(E, Opts, Transport);
  Current = &S;
  if (llvm::Error Err = Transport.run(S.Handler))
    llvm::consumeError(std::move(Err));
  std::fclose(In);
  return S.ended();
}

} // namespace cudafix::lsp
