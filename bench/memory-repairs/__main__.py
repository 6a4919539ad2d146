#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Repairs our programs with one waste of bandwidth each and runs them before and after.

    python3 bench/memory-repairs [--tool build/bin/cuda-fix]

A program passes when the repair its name begins with is made, the simulated program prints the
same as before, and both the analysis and the simulator count at least a tenth fewer sectors or
passes over shared memory; for regroup-lanes the analysis, warps that are half empty. What
mark-readonly saves only a compiler can tell. Exit status 1 otherwise.
"""

import argparse
import json
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import analyse, find_tool, run_limited, warm_up, why_no_report

CHECKS = ["--checks=performance", "--show=note"]
REPAIRS = {"vectorize": "vectorize-access", "swap": "swap-dimensions", "stride": "stride-chunks",
           "stage": "stage-in-shared", "use-padding": "use-padding", "pad": "pad-shared",
           "readonly": "mark-readonly", "regroup": "regroup-lanes",
           "interchange": "interchange-loop", "transpose": "transpose-layout",
           "soa": "aos-to-soa"}


@dataclass
class Counts:
    """`sectors`, bytes `asked` for, `passes` and `excess_warps` of a block by the analysis, the others of all by the simulator."""

    sectors: int = 0
    asked: int = 0
    passes: int = 0
    excess_warps: int = 0
    simulated_sectors: int = 0
    conflicts: int = 0


@dataclass
class Result:
    repair: str
    before: Counts = field(default_factory=Counts)
    after: Counts = field(default_factory=Counts)
    remarks: list[str] = field(default_factory=list)


def measure(tool: str, program: Path, result: Result) -> tuple[Counts, str]:
    """What is counted of the program's kernels, and what the program prints."""
    counts = Counts()
    static = analyse(tool, ["--checks=performance", "--no-repair", str(program)])
    if static.report is None:
        result.remarks.append(why_no_report(static))
        return counts, ""
    for kernel in static.report["kernels"]:
        counts.sectors += kernel["traffic"].get("sectors", 0)
        counts.asked += kernel["traffic"].get("asked_bytes", 0)
        counts.passes += kernel["traffic"].get("bank_passes", 0)
        counts.excess_warps += kernel["traffic"].get("excess_warps", 0)
    run = run_limited([tool, "simulate", str(program), "--kernel", ".", "--schedules", "1",
                       "--search", "0",
                       "--format", "json"], seconds=300)
    try:
        report = json.loads(run.out)
    except ValueError:
        result.remarks.append(why_no_report(run))
        return counts, ""
    result.remarks += [f"the simulator finds {f['id']}" for f in report["findings"]
                       if f["level"] != "note"]
    for kernel in report["kernels"]:
        for place in kernel.get("measures", []):
            values = place["values"]
            counts.simulated_sectors += values.get("sectors", 0)
            counts.conflicts += values.get("bank_conflicts", 0)
    whole = run_limited([tool, "simulate", "--run-program", "--no-check", str(program)], seconds=300,
                        mib=1 << 20)
    if whole.code != 0:
        result.remarks.append(f"the program ends with {whole.code}")
    return counts, whole.out


def check(tool: str, program: Path, keep: Path | None) -> Result:
    repair = next(r for name, r in REPAIRS.items() if program.name.startswith(name + "-"))
    result = Result(repair)
    with tempfile.TemporaryDirectory() as name:
        shutil.copy(HERE / "programs" / "buffers.h", name)
        copy = Path(shutil.copy(program, name))
        result.before, printed = measure(tool, copy, result)
        applied = run_limited([tool, *CHECKS, "--apply", "--unsafe", "--allow-dirty", str(copy)],
                              seconds=300)
        if f": {repair} (" not in applied.err:
            result.remarks.append(f"{repair} was not made")
            return result
        result.after, again = measure(tool, copy, result)
        # Where trip counts are estimates, of the bytes that were asked for before.
        if result.after.asked > result.before.asked:
            result.after.sectors = result.after.sectors * result.before.asked // result.after.asked
        if printed != again or not printed:
            result.remarks.append(f"the repaired program prints {again!r} and not {printed!r}")
        def saved(*what: str) -> bool:
            return any(10 * getattr(result.after, w) <= 9 * getattr(result.before, w) > 0
                       for w in what)
        enough = (repair == "mark-readonly" or
                  (saved("excess_warps") if repair == "regroup-lanes" else
                   saved("sectors", "passes") and saved("simulated_sectors", "conflicts")))
        if not enough or result.after.simulated_sectors > result.before.simulated_sectors:
            result.remarks.append("too little is saved")
        if keep:
            shutil.copy(copy, keep)
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool")
    parser.add_argument("--keep", type=Path, help="folder for the repaired programs")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    warm_up(tool)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    print("| program | repair | sectors of a block | passes of a block | excess warps "
          "| sectors, simulated "
          "| bank conflicts, simulated |\n|---|---|---|---|---|---|---|")
    failed = 0
    for program in sorted((HERE / "programs").glob("*.cu")):
        result = check(tool, program, options.keep)
        cells = [f"{getattr(result.before, what)} -> {getattr(result.after, what)}"
                 for what in ("sectors", "passes", "excess_warps", "simulated_sectors",
                              "conflicts")]
        print(f"| {program.stem} | {result.repair} | " + " | ".join(cells) + " |", flush=True)
        for remark in result.remarks:
            print(f"    {remark}")
        failed += bool(result.remarks)
    print("every program is repaired and prints what it printed" if not failed
          else f"{failed} programs fail")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
