# SPDX-License-Identifier: Apache-2.0
"""Changes the kernels of the tests at random, runs everything that the tool does on them, and compares its verdicts with what the
simulator shows.

    python3 bench/mutants [--count 200] [--first 0] [--seed 1] [--beside 1] [-j N] [--no-repair] [--wrong FOLDER] [FILE...]

A mutant is a file of test/ (or one of those named, also from there) with one to three changes in each of its kernels; --beside puts several of one file
into one. Wrong: a crash, an internal error, a run that does not end, and a kernel that is proved free, without a convention, and races or
diverges in the simulator. Exit status 1 when there is one.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from mutate import kernels_of, mutant, pack
from toolrun import Run, analyse, find_tool, warm_up, why_no_report

RACES = ("shared-race", "global-race", "intra-warp-race", "inter-block-race", "unlocked-access")
FOLDERS = ("detect", "convention", "transform", "clean", "cost")
BROKEN = ("crash", "signal", "internal", "memory limit", "gave up", "ended", "time")


def seeds(named: list[Path]) -> list[Path]:
    root = HERE.parents[1] / "test"
    files = [f if f.exists() else root / f for f in named] or sorted(f for folder in FOLDERS for f in (root / folder).glob("*.cu"))
    return [f for f in files if kernels_of(f.read_text())]


class Mutant:
    def __init__(self, number: int, files: list[Path], folder: Path, options):
        self.number, self.options = number, options
        rng = random.Random(options.seed * 1_000_003 + number)
        self.origin = rng.choice(files)
        made = [mutant(rng, self.origin.read_text()) for _ in range(options.beside)]
        self.kernels = sum(changed for _, changed in made)
        self.path = folder / f"{number}-{self.origin.name}"
        self.path.write_text(pack([text for text, _ in made]))
        self.totals, self.wrong, self.seconds = Counter(), [], Counter()

    def ask(self, what: str, arguments: list[str]) -> Run:
        run = analyse(self.options.tool, [*arguments, "-j1", f"--unit-timeout={self.options.seconds}", str(self.path)],
                      seconds=2 * self.options.seconds, mib=1 << 24)
        self.seconds[what] += run.seconds
        if run.report is None:
            self.wrong.append(f"{what}: {why_no_report(run)}")
        else:
            for unit in run.report["units"]:
                self.totals[what, unit["status"]] += 1
                if unit["status"] == "failed" and any(word in unit["reason"] for word in BROKEN):
                    self.wrong.append(f"{what}: {unit['reason']}")
        return run

    def run(self) -> None:
        self.judge()
        if not self.wrong:
            self.path.unlink()

    def judge(self) -> None:
        judged = self.ask("judged", ["--no-repair"] if self.options.no_repair else ["--show=note"]).report
        if judged is None:
            return
        free = {"race": set(), "barrier-divergence": set()}
        for kernel in judged["kernels"]:
            for question, verdict in kernel["verdicts"].items():
                self.totals[question, verdict] += 1
                if verdict == "free":
                    free[question].add(kernel["name"])
        for finding in judged["findings"]:
            for repair in finding["repairs"]:
                self.totals["repair", repair["applicability"]] += 1
        if free["race"] or free["barrier-divergence"]:
            self.simulate(free)

    def simulate(self, free: dict[str, set[str]]) -> None:
        shown = self.ask("simulated", ["simulate", "--kernel=.", "--search=0", "--schedules=2", "--max-accesses=300000"]).report
        wrong = {}
        for finding in (shown or {"findings": []})["findings"]:
            question = "race" if finding["id"] in RACES else finding["id"]
            if finding["level"] == "error" and finding["kernel"] in free.get(question, ()):
                wrong[question, finding["kernel"]] = finding
        if wrong:
            self.ask_strictly(wrong)

    def ask_strictly(self, wrong: dict[tuple[str, str], dict]) -> None:
        """Runs keep to no convention: what only one of them excludes, they may show."""
        strict = self.ask("judged strictly", ["--no-repair", "--no-replay", "--conventions=-*"]).report or {"kernels": []}
        for kernel in strict["kernels"]:
            for question, verdict in kernel["verdicts"].items():
                finding = wrong.get((question, kernel["name"]))
                if finding and verdict == "free":
                    self.wrong.append(f"WRONG FREE ({question}): {finding['kernel']}: line {finding['line']}: {finding['message']}")
                elif finding:
                    self.totals["shown though free", "by a convention"] += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool")
    parser.add_argument("--count", type=int, default=200, help="files")
    parser.add_argument("--first", type=int, default=0, help="number of the first file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=120, help="for one file")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no file after so long")
    parser.add_argument("--no-repair", action="store_true", help="verdicts only")
    parser.add_argument("--beside", type=int, default=1, help="mutants of a file that one run judges")
    parser.add_argument("--wrong", type=Path, help="folder that keeps files with which something is wrong")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    options.tool = find_tool(options.tool)
    warm_up(options.tool)
    files, totals, seconds = seeds(options.files), Counter(), Counter()
    count = kernels = wrong = 0
    deadline = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(options.j) as pool:
        folder = options.wrong or Path(scratch)
        os.makedirs(folder, exist_ok=True)

        def one(number: int) -> Mutant | None:
            if time.monotonic() > deadline:
                return None
            made = Mutant(number, files, folder, options)
            made.run()
            return made

        for done in filter(None, pool.map(one, range(options.first, options.first + options.count))):
            count += 1
            kernels += done.kernels
            totals += done.totals
            seconds += done.seconds
            wrong += len(done.wrong)
            for line in done.wrong:
                print(f"{done.number} ({done.origin.name}): {line}", flush=True)
            if count % 100 == 0:
                print(f"... {kernels} kernels, {wrong} to look at", flush=True)
    print("\n| what | how | count |\n|---|---|---|")
    for (what, how), times in sorted(totals.items()):
        print(f"| {what} | {how} | {times} |")
    print("\n" + ", ".join(f"{what} in {s:.0f} s" for what, s in sorted(seconds.items())))
    print(f"{count} files with {kernels} changed kernels, {wrong} to look at")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
