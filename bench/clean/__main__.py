#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts false alarms on clean kernels.

    python3 bench/clean [--tool build/bin/cuda-fix] [FOLDER]

Every race or divergence reported in FOLDER (default: test/clean) is a false alarm and is printed;
barriers called redundant are printed beside them. Exit status 1 when there is an alarm, or more
undecided kernels than --undecided allows.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import analyse, find_tool, median, shown, warm_up, why_no_report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?", default=HERE.parents[1] / "test/clean")
    parser.add_argument("--tool")
    parser.add_argument("--undecided", type=int, help="kernels that may be unknown")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    warm_up(tool)
    counts, seconds, failed, alarms, undecided = Counter(), [], 0, 0, 0
    for source in sorted(options.folder.glob("*.cu")):
        run = analyse(tool, ["--no-repair", "--checks=synchronization", str(source)])
        seconds.append(run.seconds)
        if run.report is None or not run.report["kernels"]:
            failed += 1
            print(f"{source.name}: not analysed: {why_no_report(run)}")
            continue
        for finding in run.report["findings"]:
            if finding["level"] != "note":
                redundant = finding["id"] == "redundant-barrier"
                alarms += not redundant
                print(("" if redundant else "ALARM ") + shown(finding))
        for kernel in run.report["kernels"]:
            counts.update(f"{what} {answer}" for what, answer in kernel["verdicts"].items())
            if "unknown" in kernel["verdicts"].values():
                undecided += 1
                print(f"{source.name}: undecided {kernel['name']}: {'; '.join(kernel['unknown'])}")
    print("\n" + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    print(f"{alarms} false alarms, {undecided} kernels undecided, {failed} files not analysed, "
          f"median {median(seconds):.2f} s")
    too_many = options.undecided is not None and undecided > options.undecided
    return 1 if alarms or failed or too_many else 0


if __name__ == "__main__":
    sys.exit(main())
