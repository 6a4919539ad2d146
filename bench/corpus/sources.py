# SPDX-License-Identifier: Apache-2.0
"""Units of a corpus: which files are compiled, with which flags, and what they define."""

import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

SOURCES = (".cu", ".cuh", ".h", ".hpp", ".inl")
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.M)
DEFINITION = re.compile(r"\b__global__\b([^;{}]*?)\b(\w+)\s*\(")


@dataclass(frozen=True)
class Unit:
    file: Path
    flags: tuple[str, ...]
    folder: Path


@lru_cache(maxsize=None)
def text_of(file: Path) -> str:
    return file.read_text(errors="replace")


def included(file: Path) -> list[Path]:
    """Files of the corpus that `file` includes with quotes."""
    found = [Path(os.path.normpath(file.parent / name)) for name in INCLUDE.findall(text_of(file))]
    return [path for path in found if path.is_file()]


def units(folders: list[Path]) -> list[Unit]:
    """Every .cu file of the folders that no other source file includes."""
    result = []
    for folder in folders:
        files = sorted(p for p in folder.rglob("*") if p.suffix in (*SOURCES, ".c", ".cpp", ".cc")
                       and p.is_file())
        fragments = {path for file in files for path in included(file) if path.suffix == ".cu"}
        result += [Unit(f, flags_of(f, folder), folder)
                   for f in files if f.suffix == ".cu" and f not in fragments]
    return result


def flags_of(file: Path, top: Path) -> tuple[str, ...]:
    """-I, -D and -std of the nearest makefile at or above the file."""
    for folder in [file.parent, *file.parents]:
        for name in ("Makefile", "makefile"):
            if (folder / name).is_file():
                return makefile_flags(folder / name)
        if folder == top:
            break
    return ()


@lru_cache(maxsize=None)
def makefile_flags(makefile: Path) -> tuple[str, ...]:
    """Flags that the makefile's active lines name, variables expanded, folders made absolute."""
    values = {"PWD": str(makefile.parent), "CURDIR": str(makefile.parent)}
    words = []
    for line in active_lines(text_of(makefile).replace("\\\n", " "), values):
        words += re.findall(r"(?:^|(?<=\s))(?:-I\s*|-D|-std=)\S+", line)
    flags: dict[str, None] = {}
    for word in words:
        word = expand(word, values)
        if "$" in word or word in ("-I", "-D") or re.match(r"-std=(c|gnu)\d", word):
            continue
        if word.startswith("-I"):
            path = os.path.normpath(makefile.parent / word[2:].strip())
            if not os.path.isdir(path):
                continue
            word = f"-I{path}"
        flags[word.strip("\"'")] = None
    return tuple(flags)


def active_lines(text: str, values: dict[str, str]):
    """Lines outside comments and untaken conditionals; assignments are put into `values`."""
    taken = [True]
    for line in text.splitlines():
        line = line.split("#")[0]
        test = re.match(r"\s*(ifeq|ifneq|ifdef|ifndef|else|endif)\b(.*)", line)
        if test and test[1] == "endif":
            taken = taken[:-1] or [True]
        elif test and test[1] == "else":
            taken[-1] = not taken[-1]
        elif test:
            taken.append(holds(test[1], test[2].strip(), values))
        elif all(taken):
            assignment = re.match(r"[ \t]*(\w+)[ \t]*([:+?]?=)[ \t]*(.*)", line)
            if assignment:
                name, how, value = assignment.groups()
                values[name] = f"{values.get(name, '')} {value}" if how == "+=" else value
            yield line


def holds(keyword: str, operands: str, values: dict[str, str]) -> bool:
    if keyword in ("ifdef", "ifndef"):
        return (operands in values) == (keyword == "ifdef")
    left, _, right = operands.strip("()").partition(",")
    unset = lambda word: re.sub(r"\$[({]\w+[)}]", "", expand(word.strip(), values))
    return (unset(left).strip(" \"'") == unset(right).strip(" \"'")) == (keyword == "ifeq")


def expand(word: str, values: dict[str, str]) -> str:
    for _ in range(4):
        word = re.sub(r"\$[({](\w+)[)}]",
                      lambda m: values[m[1]].strip() if m[1] in values else m[0], word)
    return word


def stripped(text: str) -> str:
    """The text without comments, strings and `#if 0` blocks; lines stay where they are."""
    blank = lambda m: re.sub(r"[^\n]", " ", m[0])
    text = COMMENT.sub(blank, text)
    return re.sub(r"^[ \t]*#[ \t]*if[ \t]+0\b.*?^[ \t]*#[ \t]*(?:endif|else|elif)", blank, text,
                  flags=re.S | re.M)


@lru_cache(maxsize=None)
def kernels_in(file: Path) -> tuple[tuple[str, int], ...]:
    """(name, line) of every `__global__` function that the file defines."""
    text, result = stripped(text_of(file)), []
    for match in DEFINITION.finditer(text):
        # `__launch_bounds__(256, 2)` and `__attribute__((...))` stand before the name.
        name, at = match[2], match.end()
        while name in ("__launch_bounds__", "__attribute__", "__maxnreg__", "LAUNCH_BOUNDS"):
            after = re.compile(r"[^;{}]*?\b(\w+)\s*\(").match(text, past_parentheses(text, at - 1))
            if not after:
                break
            name, at = after[1], after.end()
        body = text[past_parentheses(text, at - 1):].lstrip()
        if body.startswith("{"):
            result.append((name, text.count("\n", 0, match.start()) + 1))
    return tuple(result)


def past_parentheses(text: str, at: int) -> int:
    depth = 0
    for i in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i + 1
    return len(text)


def with_headers(file: Path, seen: set[Path] | None = None) -> set[Path]:
    """The file and every file of the corpus that it includes, directly or not."""
    seen = set() if seen is None else seen
    if file not in seen:
        seen.add(file)
        for path in included(file):
            with_headers(path, seen)
    return seen
