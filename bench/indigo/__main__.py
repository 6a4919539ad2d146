#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Verdicts on the CUDA codes that the Indigo suite's generator makes.

    python3 bench/indigo FOLDER [--tool build/bin/cuda-fix] [-j N]

FOLDER holds the generated codes and the headers that they include. A code's name says which bugs
were put into it: atomicBug, guardBug, raceBug and syncBug race, boundsBug alone does not. Exit
status 1 when a racy code is called free, or a race is shown in another one.
"""

import argparse
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from toolrun import analyse, find_tool, warm_up, why_no_report  # noqa: E402

RACY = ("atomicBug", "guardBug", "raceBug", "syncBug")


def judge(tool: str, file: Path, folder: Path) -> str:
    run = analyse(tool, ["--no-repair", "--no-replay", "--checks=synchronization", str(file)],
                  [f"-I{folder}"], seconds=120)
    if run.report is None:
        return why_no_report(run)
    if any(f["level"] != "note" and f["id"] != "redundant-barrier" for f in run.report["findings"]):
        return "reported"
    free = all(k["verdicts"]["race"] == "free" for k in run.report["kernels"])
    return "free" if free and run.report["kernels"] else "undecided"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tool")
    parser.add_argument("-j", type=int, default=2, dest="jobs")
    options = parser.parse_args()
    files = sorted(options.folder.rglob("*.cu"))
    if not files:
        sys.exit(f"{options.folder} has no .cu file: name the folder that the generator wrote")
    tool = find_tool(options.tool)
    warm_up(tool)
    counts: Counter = Counter()
    wrong = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        answers = pool.map(lambda file: judge(tool, file, options.folder), files)
        for file, answer in zip(files, answers):
            racy = any(bug in file.name for bug in RACY)
            counts["racy" if racy else "clean",
                   answer if answer in ("reported", "free", "undecided") else "failed"] += 1
            wrong += answer == ("free" if racy else "reported")
            if answer != ("reported" if racy else "free"):
                print(f"{file.name}: {answer}", flush=True)
    columns = ("reported", "free", "undecided", "failed")
    print("| codes | " + " | ".join(columns) + " |\n|---|---|---|---|---|")
    for kind in ("racy", "clean"):
        print(f"| {kind} | " + " | ".join(str(counts[kind, c]) for c in columns) + " |")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
