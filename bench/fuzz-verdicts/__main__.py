#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares verdicts on generated small kernels with what the simulator shows.

    python3 bench/fuzz-verdicts [--count 2000] [--first 0] [--step 1] [--seed 1] [-j N] [--keep FOLDER]

Wrong: a kernel that is proved free and races or diverges in the simulator, and a race or divergence
that is proved and that no schedule shows. Exit status 1 when there is one.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from generate import SmallKernel, make, program
from toolrun import analyse, find_tool, warm_up, why_no_report

RACES = ("shared-race", "global-race", "intra-warp-race", "inter-block-race", "unlocked-access")
DIVERGENCE = ("barrier-divergence",)
SURE = ("confirmed", "proved")


def found(report: dict, ids: tuple[str, ...], sure: bool = False) -> dict[str, list[dict]]:
    """Findings of these ids that are no notes, by kernel."""
    by_kernel = defaultdict(list)
    for f in report["findings"]:
        if f["id"] in ids and f["level"] != "note" and (not sure or f["confidence"] in SURE):
            by_kernel[f["kernel"]].append(f)
    return by_kernel


def merge(into: dict, report: dict) -> None:
    for part in ("findings", "kernels"):
        into[part] += report[part]


class Batch:
    """Kernels of one file: judged, and simulated alone and as a program."""

    def __init__(self, kernels: list[SmallKernel], folder: Path, options):
        self.kernels, self.options = kernels, options
        self.folder, self.name = folder, f"kernels-{kernels[0].number}"
        self.seconds, self.failures = Counter(), []

    def write(self, kernels: list[SmallKernel], name: str) -> str:
        path = self.folder / f"{name}.cu"
        path.write_text(program(kernels))
        return str(path)

    def ask(self, what: str, arguments: list[str]) -> dict | None:
        run = analyse(self.options.tool, arguments, ["-std=c++17"], seconds=600, mib=1 << 24)
        self.seconds[what] += run.seconds
        if run.report is None:
            self.failures.append(f"{self.name}: {what}: {why_no_report(run)}")
        elif any(u["status"] != "analysed" for u in run.report["units"]):
            self.failures.append(f"{self.name}: {what}: {run.report['units'][0].get('reason')}")
        return run.report

    def run(self) -> None:
        source = self.write(self.kernels, self.name)
        checks = ["--no-repair", "--no-replay", "--checks=synchronization", source]
        self.judged = self.ask("judged", checks) or {"findings": [], "kernels": []}
        self.shown = {"findings": [], "kernels": []}
        for order in ([], ["--seed=7"]):
            self.run_program(order)
        if self.options.alone:
            report = self.ask("simulated", ["simulate", "--kernel=.", "--search=0",
                                            f"--schedules={self.options.alone}", source])
            merge(self.shown, report or {"findings": [], "kernels": []})

    def run_program(self, order: list[str]) -> None:
        """The program stops at a kernel that does not end: go on behind it."""
        left = self.kernels
        while left:
            source = self.write(left, self.name + "-program")
            report = self.ask("simulated", ["simulate", "--run-program", "--max-accesses=2000000",
                                            *order, source])
            if report is None:
                return
            merge(self.shown, report)
            begun = {k["name"].partition("(")[0] for k in report["kernels"]}
            left = [k for k in left if k.name not in begun] if begun else []


def takes_for_flags(kernel: SmallKernel) -> bool:
    """The simulator takes volatile accesses of global memory for flags, which do not race."""
    return not kernel.memory.shared and "volatile" in kernel.words["accesses"]


def compare(batch: Batch, totals: Counter) -> list[str]:
    """Lines about what is wrong, or worth a look, with each kernel of a batch."""
    lines = []
    def missed(report: dict, sure: bool = False) -> dict[str, list[dict]]:
        """Errors: what threads miss that have returned is a warning."""
        return {name: [f for f in fs if f["level"] == "error"]
                for name, fs in found(report, DIVERGENCE, sure).items()}

    shown_by = {"race": found(batch.shown, RACES), "barrier-divergence": missed(batch.shown)}
    said_by = {"race": found(batch.judged, RACES, sure=True),
               "barrier-divergence": missed(batch.judged, sure=True)}
    skipped = {k["name"].partition("(")[0]: reason for k in batch.shown["kernels"]
               for reason in k["unknown"] if reason.startswith("not simulated")}
    verdicts = {k["name"].partition("(")[0]: k for k in batch.judged["kernels"]}
    for kernel in batch.kernels:
        if kernel.name not in verdicts:
            lines.append(f"NOT READ {kernel.name}: {kernel.described()}")
            continue
        for what, shown in shown_by.items():
            verdict = verdicts[kernel.name]["verdicts"][what]
            by_name = [f for name, fs in shown.items() if name.partition("(")[0] == kernel.name
                       for f in fs]
            said = [f for name, fs in said_by[what].items()
                    if name.partition("(")[0] == kernel.name for f in fs]
            state = "bug" if by_name else "skipped" if kernel.name in skipped else "silent"
            totals[what, verdict, state] += 1
            bad = ""
            if verdict == "free" and by_name:
                bad = f"WRONG FREE ({what})"
            elif said and state == "silent" and not takes_for_flags(kernel):
                bad = f"FALSE ALARM? ({what})"
            if bad:
                f = (by_name or said)[0]
                lines.append(f"{bad} {kernel.name}: {kernel.described()}\n    {f['message']} "
                             f"[{f['id']}, {f['confidence']}]")
            elif verdict == "unknown":
                why = "; ".join(verdicts[kernel.name]["unknown"])
                lines.append(f"undecided {kernel.name} ({what}, {state}): {kernel.described()}: {why}")
    return lines


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool")
    parser.add_argument("--count", type=int, default=2000, help="kernels")
    parser.add_argument("--first", type=int, default=0, help="number of the first kernel")
    parser.add_argument("--step", type=int, default=1, help="take every STEPth number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--alone", type=int, default=0, metavar="N",
                        help="simulate each kernel alone, too, in N orders")
    parser.add_argument("--per-file", type=int, default=60)
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder that sources are written to")
    parser.add_argument("--undecided", action="store_true", help="list undecided kernels, too")
    options = parser.parse_args()
    options.tool = find_tool(options.tool)
    return options


def print_totals(totals: Counter, batches: list[Batch]) -> None:
    print("\n| question | verdict | simulator | kernels |\n|---|---|---|---|")
    for (what, verdict, state), count in sorted(totals.items()):
        print(f"| {what} | {verdict} | {state} | {count} |")
    seconds = sum((b.seconds for b in batches), Counter())
    print("\n" + ", ".join(f"{what} in {s:.0f} s" for what, s in sorted(seconds.items())))


def main() -> int:
    options = parse()
    warm_up(options.tool)
    numbers = range(options.first, options.first + options.count * options.step, options.step)
    kernels = [make(number, options.seed) for number in numbers]
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch)
        os.makedirs(folder, exist_ok=True)
        batches = [Batch(kernels[i:i + options.per_file], folder, options)
                   for i in range(0, len(kernels), options.per_file)]
        totals, wrong = Counter(), 0
        with ThreadPoolExecutor(options.j) as pool:
            for batch, _ in zip(batches, pool.map(Batch.run, batches)):
                for line in [*batch.failures, *compare(batch, totals)]:
                    listed = not line.startswith("undecided")
                    wrong += listed
                    if listed or options.undecided:
                        print(line, flush=True)
    print_totals(totals, batches)
    print(f"{len(kernels)} kernels, {wrong} to look at")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
