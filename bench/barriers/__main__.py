#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes each barrier and fence out of clean kernels, one at a time: is its absence found?

    python3 bench/barriers [--tool build/bin/cuda-fix] [--alone] [FILE...]

FILE: by default those of test/clean. Prints each place whose absence no error and no warning shows, and
why: some barriers order nothing. Exit status 1 when kernels that have lost one are called free of races
and the simulator shows one, or when more places are printed than --missed allows. --alone takes out the
host code that launches the kernels, too.
"""

import argparse
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import analyse, find_tool, warm_up, why_no_report

ORDERS = re.compile(r"\b(?:__syncthreads|__syncwarp|__threadfence(?:_block)?|(?:\w+\.)?sync)\([^()]*\);")


# A function of the host from its first line to the brace that ends it.
HOST = re.compile(r"^(?:void|int) \w+\([^)]*\) \{(?:.*\}$|.*?^\}$)", re.MULTILINE | re.DOTALL)


def without_launches(text: str) -> str:
    """The text with empty lines in the place of host code, so that lines keep their numbers."""
    return re.sub(HOST, lambda f: "\n" * f[0].count("\n") if "<<<" in f[0] else f[0], text)


def findings(tool: str, source: Path) -> tuple[list, dict] | None:
    run = analyse(tool, ["--no-repair", "--checks=synchronization", str(source)])
    if run.report is None or not run.report["kernels"]:
        print(f"{source.name}: not analysed: {why_no_report(run)}")
        return None
    return [f for f in run.report["findings"] if f["level"] != "note"], run.report["kernels"]


def races_in_a_run(tool: str, source: Path) -> bool:
    report = analyse(tool, ["simulate", "--kernel=.", "--schedules=8", str(source)]).report
    return report is None or any("race" in f["id"] for f in report["findings"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--tool")
    parser.add_argument("--alone", action="store_true", help="no launch is in sight")
    parser.add_argument("--missed", type=int, help="places whose absence need not be found")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    warm_up(tool)
    counts = Counter()
    for source in options.files or sorted((HERE.parents[1] / "test/clean").glob("*.cu")):
        text = without_launches(source.read_text()) if options.alone else source.read_text()
        places = list(ORDERS.finditer(text))
        if not places:
            continue
        with tempfile.TemporaryDirectory() as folder:
            without = Path(folder) / source.name
            without.write_text(text)
            before = findings(tool, without)
            if before is None:
                counts["not analysed"] += len(places)
                continue
            redundant = {f["line"] for f in before[0] if f["id"] == "redundant-barrier"}
            for place in places:
                line = text.count("\n", 0, place.start()) + 1
                without.write_text(text[:place.start()] + ";" + text[place.end():])
                after = findings(tool, without)
                if after is None:
                    counts["not analysed"] += 1
                    continue
                bugs = [f for f in after[0] if f["id"] != "redundant-barrier"]
                free = all(k["verdicts"]["race"] == "free" for k in after[1])
                if bugs:
                    how = "found"
                elif not free:
                    how = "not decided"
                elif line in redundant:
                    how = "called redundant before"
                else:
                    how = "WRONGLY called free" if races_in_a_run(tool, without) else "called free, as runs are"
                counts[how] += 1
                if how != "found":
                    print(f"{source.name}:{line}: {place.group()} {how}")
    print(f"\n{counts.total()} taken out: " + ", ".join(f"{n} {how}" for how, n in counts.most_common()))
    too_many = options.missed is not None and counts.total() - counts["found"] > options.missed
    return 1 if counts["WRONGLY called free"] or too_many or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
