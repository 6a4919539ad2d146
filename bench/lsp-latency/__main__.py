#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how long the language server takes from a key to what it says about it.

    python3 bench/lsp-latency [--tool build/bin/cuda-fix] [--rounds 7] [--debounce 300] [--option=--level=fast] [FILE...]

Opens each file (kernels.cu of this folder where none is named), waits for all of its diagnostics, and then changes it again and again:
a statement more, a barrier less, another index. Seconds from the change to the first diagnostics of the new text, and to the last, in
the median and at most. They hold the debounce. Barriers and indices ask the solver what it was not asked before.
"""

import argparse
import importlib.util
import re
import statistics
import time
from pathlib import Path

root = Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("lsp_client", root / "test/cli/Inputs/lsp-client.py")
lsp = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lsp)

parser = argparse.ArgumentParser()
parser.add_argument("--tool", default=str(root / "build/bin/cuda-fix"))
parser.add_argument("--rounds", type=int, default=7)
parser.add_argument("--debounce", type=int, default=300)
parser.add_argument("--option", action="append", default=[], help="of cuda-fix lsp; repeatable")
parser.add_argument("files", type=Path, nargs="*", default=[Path(__file__).with_name("kernels.cu")])
options = parser.parse_args()


def edits(text: str) -> dict[str, list[str]]:
    """The file after each change, by the kind of the change."""
    kernel = text.find("{", text.index("__global__")) + 1
    barriers = list(re.finditer(r"__syncthreads\(\);", text))
    indices = list(re.finditer(r"\[(threadIdx\.[xyz]|\w+ [-+] \d+|\w+)\](?= [-+*/]?= )", text))
    rounds = range(options.rounds)

    def replaced(matches: list[re.Match], new) -> list[str]:
        which = [matches[i * len(matches) // options.rounds] for i in rounds] if matches else []
        return [text[:m.start()] + new(m, i) + text[m.end():] for i, m in enumerate(which)]

    return {"a statement more": [text[:kernel] + f" (void)({i});" + text[kernel:] for i in rounds],
            "a barrier less": replaced(barriers, lambda m, i: f"/* {i} */;"),
            "another index": replaced(indices, lambda m, i: f"[({m[1]}) ^ {i + 1}]")}


def measure(file: Path) -> None:
    client = lsp.Client(options.tool, "lsp", f"--debounce={options.debounce}", *options.option)
    uri = file.resolve().as_uri()
    client.request("initialize", {"capabilities": {"window": {"workDoneProgress": True}}})
    client.notify("initialized", {})
    text = file.read_text(errors="replace")
    begun = time.monotonic()
    client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "cuda", "version": 1, "text": text}})
    client.wait("the first diagnostics", lambda: client.versions.get(uri) == 1)
    opened = time.monotonic() - begun
    client.wait("the end", lambda: lsp.idle(client))
    print(f"{file.name}: {text.count(chr(10))} lines, {len(client.diagnostics[uri])} diagnostics; opened: first {opened:.2f} s, "
          f"all {time.monotonic() - begun:.2f} s")
    version = 1
    for kind, texts in edits(text).items():
        first, last, found = [], [], []
        for changed in texts:
            version += 1
            client.progress.clear()
            begun = time.monotonic()
            client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                                     "contentChanges": [{"text": changed}]})
            client.wait("diagnostics", lambda: client.versions.get(uri) == version)
            first.append(time.monotonic() - begun)
            client.wait("the end", lambda: lsp.idle(client))
            last.append(time.monotonic() - begun)
            found.append(len(client.diagnostics[uri]))
        if first:
            print(f"  {kind}: first {statistics.median(first):.2f} s, at most {max(first):.2f} s; all {statistics.median(last):.2f} s, "
                  f"at most {max(last):.2f} s; diagnostics: {', '.join(map(str, found))}")
    client.request("shutdown", None)
    client.notify("exit", None)


for file in options.files:
    measure(file)
