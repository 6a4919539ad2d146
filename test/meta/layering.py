#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a folder of src/ includes, and what it names, is allowed by the link list in its CMakeLists.txt. Where
a folder has ROOMS, a room does not include those that stand after it, nor a file at the top of the folder that
leads back to the room or on to those after it."""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.MULTILINE)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.DOTALL)
LIBRARY = re.compile(r"cudafix_library\((\w+)([^)]*)\)")
ROOMS = re.compile(r"cudafix_library\([^)]*ROOMS\s+([^)]*?)\s+LINK")
PLAIN_LLVM = ("llvm/ADT/", "llvm/Support/", "llvm/Config/", "llvm/Option/")


def link_lists(source: Path) -> dict[str, tuple[set[str], set[str]]]:
    """Folder -> folders it may include, and its flags (CLANG, Z3)."""
    lists = {}
    for file in sorted(source.glob("*/CMakeLists.txt")):
        for name, arguments in LIBRARY.findall(file.read_text()):
            before, _, linked = arguments.partition("LINK")
            lists[name] = (set(linked.split()) | {name}, set(before.split()))
    return lists


def problem(include: str, folder: str, lists) -> str:
    allowed, flags = lists[folder]
    top = include.split("/")[0]
    if top in lists and "/" in include and top not in allowed:
        return f"{folder} does not link {top}"
    if include == "z3++.h" and "Z3" not in flags:
        return f"{folder} does not link Z3"
    if top == "isl" and folder != "cost":
        return "only cost uses isl"
    if top == "clang" and "CLANG" not in flags:
        return f"{folder} uses no Clang header"
    if top == "llvm" and "CLANG" not in flags and not include.startswith(PLAIN_LLVM):
        return f"{folder} uses LLVM's support libraries only"
    return ""


def rooms_of(source: Path) -> dict[str, list[str]]:
    """Folder -> its rooms, the lowest first."""
    lists = {}
    for file in sorted(source.glob("*/CMakeLists.txt")):
        if match := ROOMS.search(file.read_text()):
            lists[file.parent.name] = match.group(1).split()
    return lists


def part_of(path: Path, rooms: list[str]) -> str:
    """The room of a file of the folder; at the top: its name, which a header and its source share."""
    return path.parts[0] if path.parts[0] in rooms else path.stem


def reached(source: Path, folder: str, rooms: list[str]) -> dict[str, set[str]]:
    """Part of the folder -> the parts that its includes lead to."""
    leads = {}
    for file in (source / folder).rglob("*.[ch]*"):
        own = leads.setdefault(part_of(file.relative_to(source / folder), rooms), set())
        own |= {part_of(Path(include).relative_to(folder), rooms)
                for include in INCLUDE.findall(file.read_text()) if include.startswith(folder + "/")}
    for _ in leads:
        for parts in leads.values():
            parts.update(*(leads.get(part, set()) for part in list(parts)))
    return leads


def room_problem(include: str, folder: str, file: Path, rooms: list[str], leads: dict[str, set[str]]) -> str:
    """Files at the top may include all rooms, and rooms those of them that lead to lower rooms only."""
    own = file.parent.name
    if own not in rooms or not include.startswith(folder + "/"):
        return ""
    other, place = part_of(Path(include).relative_to(folder), rooms), rooms.index(own)
    if other in rooms:
        return f"{own} comes before {other} in {folder}/CMakeLists.txt" if other in rooms[place + 1:] else ""
    back = [room for room in rooms[place:] if room in leads.get(other, set())]
    return f"{other} includes, in turn, {', '.join(back)}" if back else ""


def named(text: str, lists) -> set[str]:
    """The folders whose namespace the code names, also through what other headers include."""
    return set(re.findall(rf"(?<![\w:])(?:cudafix::)?({'|'.join(lists)})::", NOT_CODE.sub("", text)))


def main() -> int:
    source = Path(sys.argv[1]) / "src"
    lists, rooms = link_lists(source), rooms_of(source)
    wrong = 0
    for folder in lists:
        inside = rooms.get(folder, [])
        leads = reached(source, folder, inside) if inside else {}
        for file in sorted((source / folder).rglob("*.[ch]*")):
            text = file.read_text()
            for include in INCLUDE.findall(text):
                if why := (problem(include, folder, lists)
                           or room_problem(include, folder, file, inside, leads)):
                    print(f"{file}: #include {include}: {why}")
                    wrong += 1
            for other in sorted(named(text, lists) - lists[folder][0]):
                print(f"{file}: names {other}::, which {folder} does not link")
                wrong += 1
    if not lists:
        print("no library found")
    return 1 if wrong or not lists else 0


if __name__ == "__main__":
    sys.exit(main())
