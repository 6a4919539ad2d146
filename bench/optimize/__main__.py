#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts kernels that each pass of --optimize improves, leaves or makes worse.

    python3 bench/optimize [--tool build/bin/cuda-fix] [--only PASS,...] FOLDER...

Every .cu file below the folders is analysed. The passes run one after the other; a kernel is
improved by a pass when its code then holds fewer memory accesses, else fewer whose space is not
known, else fewer instructions, and worse when it holds more. These are counts of the code and
not of what runs: a loop that is unrolled is worse. Exit status 1 when no kernel was read.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import analyse, find_tool, warm_up

PASSES = ["space", "variance", "unroll", "vectorize", "pre", "hoist"]
MEASURES = ["accesses", "generic_accesses", "instructions"]


def rank(counts: dict) -> list[int]:
    return [counts[name] for name in MEASURES]


def options(unit: Path, passes: list[str]) -> list[str]:
    return ["--no-repair", "--no-replay", "--checks=generic-access", "--exit-zero",
            f"--optimize={','.join(passes)}", str(unit), "--", f"-I{unit.parent}",
            f"-I{unit.parent}/include", f"-I{unit.parent.parent}/include"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--tool")
    parser.add_argument("--only", default=",".join(PASSES))
    parser.add_argument("--every", type=int, default=1, help="only every n-th file")
    arguments = parser.parse_args()
    tool = find_tool(arguments.tool)
    warm_up(tool)
    passes = arguments.only.split(",")
    units = sorted(f for folder in arguments.folders for f in folder.rglob("*.cu"))
    tally = {name: Counter() for name in passes}
    totals = {name: Counter() for name in passes}
    kernels = unread = 0
    for unit in units[::arguments.every]:
        ran = analyse(tool, options(unit, passes))
        if ran.report is None:
            unread += 1
            continue
        for kernel in ran.report["kernels"]:
            kernels += "passes" in kernel
            for done in kernel.get("passes", []):
                before, after = done["before"], done["after"]
                verdict = ("taken back" if done["taken_back"] else
                           "improved" if rank(after) < rank(before) else
                           "worse" if rank(after) > rank(before) else "unchanged")
                tally[done["pass"]][verdict] += 1
                for name in MEASURES:
                    totals[done["pass"]][name] += after[name] - before[name]
    print(f"{kernels} kernels of {len(units[::arguments.every])} files, {unread} files not read")
    print("| pass | improved | unchanged | worse | taken back | accesses | generic accesses "
          "| instructions |\n|---|---|---|---|---|---|---|---|")
    for name in PASSES:
        if name in tally:
            cells = [tally[name][v] for v in ("improved", "unchanged", "worse", "taken back")]
            cells += [f"{totals[name][m]:+d}" for m in MEASURES]
            print(f"| {name} | " + " | ".join(map(str, cells)) + " |")
    return 0 if kernels else 1


if __name__ == "__main__":
    sys.exit(main())
