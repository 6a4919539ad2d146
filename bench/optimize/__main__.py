#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts kernels that each pass of `cuda-fix optimize` improves, leaves or makes worse.

    python3 bench/optimize [--tool build/bin/cuda-fix] [--only PASS,...] [--registers] FOLDER...

Every .cu file below the folders is analysed. The passes run one after the other; a kernel is
improved by a pass when its code then holds fewer memory accesses, else fewer whose space is not
known, else fewer instructions, and worse when it holds more. These are counts of the code and
not of what runs: a loop that is unrolled is worse. With --registers, the code that each pass
leaves is compiled by llc and ptxas, too, and the registers of a thread that ptxas reports are
compared. Exit status 1 when no kernel was read.
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import analyse, find_tool, run_limited, warm_up

PASSES = ["space", "variance", "unroll", "vectorize", "pre", "hoist"]
MEASURES = ["accesses", "generic_accesses", "instructions"]
COMPILERS = ["llc-22", "ptxas"]


@dataclass
class Unit:
    """What one file gave: reports of its kernels, and for each step (in front of the passes,
    and behind each one) the registers by kernel, None where the step did not compile."""

    kernels: list[dict] | None
    registers: list[dict[str, int] | None] = field(default_factory=list)


def rank(counts: dict) -> list[int]:
    return [counts[name] for name in MEASURES]


def verdict(before, after) -> str:
    return "improved" if after < before else "worse" if after > before else "unchanged"


def headers(unit: Path) -> list[str]:
    return [f"-I{unit.parent}", f"-I{unit.parent}/include", f"-I{unit.parent.parent}/include"]


def registers(ir: Path, arch: str) -> dict[str, int] | None:
    """The registers of a thread of each kernel, by its mangled name."""
    ptx = ir.with_suffix(".ptx")
    if run_limited(["llc-22", "-O3", f"-mcpu={arch}", str(ir), "-o", str(ptx)]).code:
        return None
    ran = run_limited(["ptxas", f"-arch={arch}", "-v", "-c", str(ptx), "-o",
                       str(ir.with_suffix(".o"))])
    if ran.code:
        return None
    return {name: int(used) for name, used in
            re.findall(r"Compiling entry function '(\S+)'.*?Used (\d+) registers", ran.err + ran.out,
                       re.DOTALL)}


def steps(tool: str, unit: Path, passes: list[str], arch: str) -> list[dict[str, int] | None]:
    """Registers in front of the passes and behind each one."""
    with tempfile.TemporaryDirectory() as folder:
        written = []
        for count in range(1, len(passes) + 1):
            into = Path(folder) / str(count)
            run_limited([tool, "optimize", f"--passes={','.join(passes[:count])}",
                         f"--emit-ir={into}", str(unit), "--", *headers(unit)])
            names = ["original", "optimized"] if count == 1 else ["optimized"]
            written += [next(into.glob(f"*-{name}-*.ll"), None) for name in names]
        return [registers(ir, arch) if ir else None for ir in written]


def measure(tool: str, unit: Path, passes: list[str], arch: str | None) -> Unit:
    report = analyse(tool, ["optimize", f"--passes={','.join(passes)}", str(unit)],
                     headers(unit)).report
    if report is None:
        return Unit(None)
    kernels = [k for k in report["kernels"] if "passes" in k]
    return Unit(kernels, steps(tool, unit, passes, arch) if arch and kernels else [])


def print_counts(kernels: list[dict], passes: list[str]) -> None:
    print("| pass | improved | unchanged | worse | taken back | accesses | generic accesses "
          "| instructions |\n|---|---|---|---|---|---|---|---|")
    for name in passes:
        tally, totals = Counter(), Counter()
        for done in (d for k in kernels for d in k["passes"] if d["pass"] == name):
            before, after = done["before"], done["after"]
            tally["taken back" if done["taken_back"] else verdict(rank(before), rank(after))] += 1
            for measured in MEASURES:
                totals[measured] += after[measured] - before[measured]
        cells = [tally[v] for v in ("improved", "unchanged", "worse", "taken back")]
        cells += [f"{totals[m]:+d}" for m in MEASURES]
        print(f"| {name} | " + " | ".join(map(str, cells)) + " |")


def print_registers(units: list[Unit], passes: list[str]) -> None:
    """Only kernels that compile at every step are counted."""
    rows = []
    for unit in units:
        if unit.registers and all(step is not None for step in unit.registers):
            rows += [[step[name] for step in unit.registers] for name in unit.registers[0]
                     if all(name in step for step in unit.registers)]
    print(f"\n{len(rows)} kernels compile at every step; registers, the sum of one thread of each: "
          f"{sum(row[0] for row in rows)}\n| pass | fewer | as many | more | registers |\n"
          "|---|---|---|---|---|")
    for index, name in enumerate(passes):
        tally = Counter(verdict(row[index], row[index + 1]) for row in rows)
        change = sum(row[index + 1] - row[index] for row in rows)
        print(f"| {name} | {tally['improved']} | {tally['unchanged']} | {tally['worse']} "
              f"| {change:+d} |")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--tool")
    parser.add_argument("--only", default=",".join(PASSES))
    parser.add_argument("--every", type=int, default=1, help="only every n-th file")
    parser.add_argument("--registers", action="store_true",
                        help="needs " + ", ".join(COMPILERS))
    parser.add_argument("--arch", default="sm_80", help="of the registers")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.registers and (missing := [c for c in COMPILERS if not shutil.which(c)]):
        sys.exit(f"--registers needs {', '.join(missing)} on the PATH")
    tool = find_tool(arguments.tool)
    warm_up(tool)
    passes = [p for p in PASSES if p in arguments.only.split(",")]
    files = sorted(f for folder in arguments.folders for f in folder.rglob("*.cu"))
    files = files[::arguments.every]
    arch = arguments.arch if arguments.registers else None
    with ThreadPoolExecutor(arguments.jobs) as pool:
        units = list(pool.map(lambda unit: measure(tool, unit, passes, arch), files))
    kernels = [k for unit in units for k in unit.kernels or []]
    unread = sum(unit.kernels is None for unit in units)
    print(f"{len(kernels)} kernels of {len(files)} files, {unread} files not read")
    print_counts(kernels, passes)
    if arch:
        print_registers(units, passes)
    return 0 if kernels else 1


if __name__ == "__main__":
    sys.exit(main())
