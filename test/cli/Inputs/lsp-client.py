# SPDX-License-Identifier: Apache-2.0
"""A language client that needs no editor: starts `cuda-fix lsp` and holds it to what it says."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

TIMEOUT = 60


class Client:
    def __init__(self, *command: str):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.diagnostics = {}  # by URI, as last published
        self.versions = {}
        self.published = 0
        self.progress = []
        self.number = 0

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            if not line:
                sys.exit("the server has ended")
            length = int(line.split(b":")[1])
        message = json.loads(self.process.stdout.read(length))
        params = message.get("params", {})
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.versions[params["uri"]] = params.get("version")
            self.published += 1
        elif message.get("method") == "$/progress":
            self.progress.append(params["value"])
            self.token = params["token"]
        elif message.get("method") == "window/workDoneProgress/create":
            self.send(id=message["id"], result=None)
        return message

    def request(self, method: str, params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while True:
            message = self.receive()
            if message.get("id") == self.number and "method" not in message:
                assert "error" not in message, message
                return message["result"]

    def notify(self, method: str, params):
        self.send(method=method, params=params)

    def wait(self, what: str, holds):
        end = time.monotonic() + TIMEOUT
        while not holds():
            if time.monotonic() > end:
                sys.exit(f"waited too long for {what}; diagnostics: {self.diagnostics}")
            self.receive()


def offset(text: str, position) -> int:
    """Positions count UTF-16 units."""
    lines = text.split("\n")
    line = lines[position["line"]].encode("utf-16-le")[: 2 * position["character"]]
    return sum(len(l) + 1 for l in lines[: position["line"]]) + len(line.decode("utf-16-le"))


def apply(text: str, edits) -> str:
    for edit in sorted(edits, key=lambda e: offset(text, e["range"]["start"]), reverse=True):
        start, end = (offset(text, edit["range"][side]) for side in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def idle(client: Client) -> bool:
    begun = sum(p["kind"] == "begin" for p in client.progress)
    return begun > 0 and begun == sum(p["kind"] == "end" for p in client.progress)


def crash(client: Client, document, text: str) -> int:
    """Ends an analysis from outside; the version of the text that it was of."""
    children = Path(f"/proc/{client.process.pid}/task/{client.process.pid}/children")
    uri = document["uri"]
    for version in range(4, 40):  # the analysis may be done first
        client.notify("textDocument/didChange", {"textDocument": {**document, "version": version},
                                                 "contentChanges": [{"text": text + "\n" * version}]})
        end = time.monotonic() + 5
        while time.monotonic() < end and not (pids := children.read_text().split()):
            time.sleep(0.0005)
        for pid in pids:
            os.kill(int(pid), signal.SIGSEGV)
        client.wait("the end", lambda: client.versions[uri] == version and idle(client))
        if any("crashed" in d["message"] for d in client.diagnostics[uri]):
            return version
    sys.exit("no analysis could be met at work")


def cancel(client: Client, document, text: str, version: int) -> int:
    """Cancels an analysis that has begun: it shows nothing. The version of the text that it was of."""
    uri = document["uri"]
    for version in range(version, version + 40):  # the analysis may be done first
        client.notify("textDocument/didChange", {"textDocument": {**document, "version": version},
                                                 "contentChanges": [{"text": text + "\n" * version}]})
        client.wait("the beginning", lambda: not idle(client))
        client.notify("window/workDoneProgress/cancel", {"token": client.token})
        client.wait("the end", lambda: idle(client))
        if client.versions[uri] != version:
            return version
    sys.exit("no analysis could be cancelled")


def main(tool: str, file: Path):
    client = Client(tool, "lsp", "--debounce=50")
    uri = file.as_uri()
    document = {"uri": uri}
    capabilities = {"window": {"workDoneProgress": True}}
    answer = client.request("initialize", {"capabilities": capabilities})
    assert answer["serverInfo"]["name"] == "cuda-fix", answer
    client.notify("initialized", {})

    # The text of the editor counts, not that of the disk.
    text = file.read_text().replace("SAVED", "unsaved")
    client.notify("textDocument/didOpen", {"textDocument": {**document, "languageId": "cuda",
                                                            "version": 1, "text": text}})
    codes = lambda: [d["code"] for d in client.diagnostics.get(uri, [])]
    client.wait("the race", lambda: "shared-race" in codes() and idle(client))
    race = next(d for d in client.diagnostics[uri] if d["code"] == "shared-race")
    assert race["severity"] == 1 and race["source"] == "cuda-fix", race
    place = slice(*(offset(text, race["range"][side]) for side in ("start", "end")))
    assert text[place].startswith("s[") or "= s[" in text[place], text[place]
    assert race["relatedInformation"][0]["location"]["uri"] == uri, race
    assert client.published > 1, "results come as they are known"
    stages = [p.get("message", "") for p in client.progress]
    assert any("detecting" in s for s in stages), stages

    # Hover: an access, a barrier, a kernel.
    def hover(needle: str, behind: int = 0):
        at = text.index(needle) + behind
        before = text[:at]
        position = {"line": before.count("\n"),
                    "character": len(before.rsplit("\n", 1)[-1].encode("utf-16-le")) // 2}
        answer = client.request("textDocument/hover", {"textDocument": document,
                                                       "position": position})
        return answer["contents"]["value"] if answer else ""
    assert "sectors" in hover("in[threadIdx.x]"), hover("in[threadIdx.x]")
    assert "orders `t`" in hover("__syncthreads"), hover("__syncthreads")
    assert "takes 1 pass over" in hover("s[threadIdx.x] ="), hover("s[threadIdx.x] =")
    assert "races: racy" in hover("shiftBad"), hover("shiftBad")
    assert "at most, `block 256, grid 1`: sectors `64`" in hover("shiftBad"), hover("shiftBad")
    assert "sectors of global memory" in hover("shiftBad"), hover("shiftBad")
    assert hover("nothing") == ""

    # The repair, as an edit of the text that the editor has.
    actions = client.request("textDocument/codeAction",
                             {"textDocument": document, "range": race["range"],
                              "context": {"diagnostics": [race]}})
    fix = next(a for a in actions if a.get("isPreferred"))
    assert any("NOLINT" in json.dumps(a) for a in actions), actions
    assert any(a["kind"] == "source.fixAll.cuda-fix" for a in actions), actions
    text = apply(text, fix["edit"]["changes"][uri])
    assert text.count("__syncthreads()") == 2, text
    change = {"textDocument": {**document, "version": 2}, "contentChanges": [{"text": text}]}
    client.notify("textDocument/didChange", change)
    client.wait("the repaired text", lambda: client.versions[uri] == 2 and idle(client)
                and "shared-race" not in codes())

    # Edits of another text are not offered.
    client.notify("textDocument/didChange", {"textDocument": {**document, "version": 3},
                                             "contentChanges": [{"text": "\n" + text}]})
    assert not client.request("textDocument/codeAction",
                              {"textDocument": document, "range": race["range"],
                               "context": {"diagnostics": []}})

    # A crash of the analysis is said; the server goes on.
    version = crash(client, document, text)
    client.notify("textDocument/didChange", {"textDocument": {**document, "version": version + 1},
                                             "contentChanges": [{"text": text}]})
    client.wait("the next analysis", lambda: client.versions[uri] == version + 1 and idle(client)
                and "failed" not in codes() and "partial" not in codes())

    # A user who does not want to wait cancels; the next change is analysed.
    version = cancel(client, document, text, version + 2)
    client.notify("textDocument/didChange", {"textDocument": {**document, "version": version + 1},
                                             "contentChanges": [{"text": text}]})
    client.wait("the analysis after that", lambda: client.versions[uri] == version + 1 and idle(client))

    client.notify("textDocument/didClose", {"textDocument": document})
    client.wait("the end of its diagnostics", lambda: client.diagnostics[uri] == [])
    client.request("shutdown", None)
    client.notify("exit", None)
    assert client.process.wait(TIMEOUT) == 0
    assert "SAVED" in file.read_text()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
