#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what each convention moves.

    python3 bench/conventions [--tool build/bin/cuda-fix] [--only ID] [FOLDER...]

Judges the .cu files of the folders (default: test/detect and test/convention) with all conventions, and again
without each one the files that name it as a premise: how many findings need it, and how many are shown
surer without it. Exit status 1 when a convention moves nothing. Interrupted, it prints what it has counted.
"""

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import REPOSITORY, analyse, find_tool, run_limited, warm_up

SURENESS = ["possible", "likely", "proved"]


def labels(tool: str, source: Path, arguments: list[str]) -> tuple[dict, Counter]:
    """How sure the findings of a file are, by what and where they are; the premises they need."""
    run = analyse(tool, ["--no-repair", "--no-replay", "--checks=synchronization", "--show=possible",
                         *options_of(source), *arguments, str(source)])
    sure, needed = {}, Counter()
    for finding in (run.report or {"findings": []})["findings"]:
        if finding["level"] == "note":
            continue
        key = (finding["id"], finding["kernel"], finding["line"], finding["column"])
        sure[key] = max(sure.get(key, 0), SURENESS.index(finding["confidence"]))
        needed.update({premise["id"] for premise in finding.get("premises", [])})
    return sure, needed


def options_of(source: Path) -> list[str]:
    """The dimensions that a test is run with."""
    head = "".join(source.read_text(errors="replace").splitlines(keepends=True)[:8])
    match = re.search(r"RUN:.*?(--block-dim)[ =](\d[\d,]*)", head)
    return list(match.groups()) if match else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="*",
                        default=[REPOSITORY / "test/detect", REPOSITORY / "test/convention"])
    parser.add_argument("--tool")
    parser.add_argument("--only", help="this convention alone")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    warm_up(tool)
    listed = run_limited([tool, "conventions"]).out
    conventions = [line.split()[0] for line in listed.splitlines()]
    needed, moved = Counter(), Counter()
    sources = sorted(file for folder in options.folders for file in folder.rglob("*.cu"))
    done = 0
    try:
        for source in sources:
            count(tool, source, options.only, needed, moved)
            done += 1
            print(f"{done} of {len(sources)}: {source}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print(f"stopped after {done} of {len(sources)} files")
    print(f"{'convention':20} {'needed':>7} {'moved':>7}")
    for convention in conventions:
        if options.only in (None, convention):
            print(f"{convention:20} {needed[convention]:7} {moved[convention]:7}")
    idle = [c for c in conventions if not moved[c] and c != "distinct-pointers"]
    return 1 if idle and not options.only and done == len(sources) else 0


def count(tool: str, source: Path, only: str | None, needed: Counter, moved: Counter) -> None:
    """Adds what the conventions move in one file."""
    sure, premises = labels(tool, source, [])
    needed.update(premises)
    for convention in premises:
        if only in (None, convention):
            without, _ = labels(tool, source, [f"--conventions=*,-{convention}"])
            moved[convention] += sum(level > sure.get(key, -1) for key, level in without.items())


if __name__ == "__main__":
    sys.exit(main())
