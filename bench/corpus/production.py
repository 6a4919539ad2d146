# SPDX-License-Identifier: Apache-2.0
"""Units of production libraries: files that define kernels, every second one without the
include folders of its build, and how many of these kernels were read."""

import re
from collections import Counter, defaultdict
from functools import lru_cache
from pathlib import Path

from sources import Unit, kernels_in, stripped, text_of

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)
HEADERS = (".cuh", ".h", ".hpp", ".inl", ".inc", ".cu", ".hh")
SKIPPED = re.compile(r"(^|[_/.])(test|tests|unit_tests|benchmark|benchmarks|bench)([_/.]|$)", re.I)
MOST_HEADERS = 400


@lru_cache(maxsize=None)
def headers_of(top: Path) -> dict[str, list[Path]]:
    """The checkout's headers by their names."""
    index = defaultdict(list)
    for path in sorted(top.rglob("*")):
        if path.suffix in HEADERS and path.is_file():
            index[path.name].append(path)
    return index


def common(a: Path, b: Path) -> int:
    return next((i for i, (x, y) in enumerate(zip(a.parts, b.parts)) if x != y), 0)


def include_folders(file: Path, top: Path) -> list[str]:
    """Folders of the checkout in which what the file includes is found, nearest ones first."""
    folders: dict[str, None] = {}
    pending, seen = [file], {file}
    while pending and len(seen) < MOST_HEADERS:
        at = pending.pop()
        for name in INCLUDE.findall(text_of(at)):
            found = (at.parent / name).resolve()
            if not found.is_file():
                fits = [p for p in headers_of(top).get(Path(name).name, [])
                        if str(p).endswith("/" + name)]
                if not fits:
                    continue
                found = max(fits, key=lambda p: common(p, file))
                folders[str(found)[: -len(name) - 1]] = None
            if found not in seen:
                seen.add(found)
                pending.append(found)
    return list(folders)


def production_units(checkouts: list[Path], most: int) -> list[Unit]:
    """At most `most` units of a checkout, evenly spaced; every second one has its folders."""
    chosen = []
    for top in checkouts:
        files = [p for p in sorted(top.rglob("*.cu"))
                 if not SKIPPED.search(str(p.relative_to(top))) and kernels_in(p)]
        step = max(1, len(files) / most)
        for i in range(min(most, len(files))):
            file = files[int(i * step)]
            flags = [f"-I{folder}" for folder in include_folders(file, top)] if i % 2 else []
            if re.search(r"\b(requires|concept)\b", stripped(text_of(file))):
                flags.append("-std=c++20")
            chosen.append(Unit(file, tuple(flags), top))
    return chosen


def print_reading(chosen: list[Unit], runs, base_name) -> None:
    """Units of which every kernel of their own was read, and kernels read and decided."""
    whole, total, read, decided = 0, 0, 0, 0
    by_folder = Counter()
    for unit, run in zip(chosen, runs):
        own = {name for name, _ in kernels_in(unit.file)}
        verdicts = defaultdict(set)
        for kernel in (run.report or {}).get("kernels", []):
            unread = any(r.startswith(("not read", "a template that nothing"))
                         for r in kernel.get("unknown", []))
            if not unread:
                verdicts[base_name(kernel["name"])].add(kernel["verdicts"]["race"])
        got = own & set(verdicts)
        total += len(own)
        read += len(got)
        decided += sum("racy" in verdicts[n] or verdicts[n] == {"free"} for n in got)
        whole += got == own
        by_folder[(unit.folder.name, got == own)] += 1
    print(f"  units with all kernels of their own read: {whole} of {len(chosen)} "
          f"({100 * whole / max(1, len(chosen)):.1f} %)")
    print(f"  kernels of the units' own (by name): {total}, read {read} "
          f"({100 * read / max(1, total):.1f} %), decided for races {decided} "
          f"({100 * decided / max(1, total):.1f} %)")
    for name in sorted({name for name, _ in by_folder}):
        print(f"    {name}: {by_folder[(name, True)]} of "
              f"{by_folder[(name, True)] + by_folder[(name, False)]} units")
