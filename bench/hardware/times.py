# SPDX-License-Identifier: Apache-2.0
"""Times of kernels before and after a repair, both measured in one run in turn."""

from pathlib import Path
from typing import Callable

from toolrun import median

SCALE = 32  # times the sides of matrices; other arrays that squared, 10^6 to 10^8 elements
WRAPPER = ["../../times.cu", "-Xlinker", "--wrap=__cudaLaunchKernel"]
ROUNDS = 2  # of both versions; times.cu measures each launch 15 times
SECONDS = 60


def measure(folder: Path, pairs: list[tuple[dict, dict]], limited: Callable,
            late: Callable[[], bool]) -> None:
    """Adds to each result what was printed, and of each launch its times in microseconds. The
    versions of a program follow each other."""
    for first in range(0, len(pairs), 2):
        if late():
            for _, result in pairs[first:first + 2]:
                result["not_compiled"] = "no time was left"
        for _ in range(ROUNDS):
            for program, result in pairs[first:first + 2]:
                if "not_compiled" in result:
                    continue
                binary = (folder / program["source"]).resolve().with_suffix(".out")
                times = binary.with_suffix(".times")
                times.unlink(missing_ok=True)
                code, out, err = limited(["env", f"TIMES={times}", str(binary)], binary.parent,
                                         SECONDS)
                result["code"], result["printed"] = code, out
                launches = [[float(t) for t in line.split()]
                            for line in times.read_text().splitlines()] if times.is_file() else []
                known = result.setdefault("times", [[] for _ in launches])
                for have, new in zip(known, launches):
                    have += new


def print_times(pairs: list[tuple[dict, dict]]) -> None:
    print("| program | launches | before, us | after, us | after / before | prints the same |\n"
          + "|---" * 6 + "|")
    for (program, before), (_, after) in zip(pairs[::2], pairs[1::2]):
        if "not_compiled" in before or "not_compiled" in after:
            print(f"| {program['name']} | not compiled |")
            continue
        sums = [sum(median(launch) for launch in r["times"]) for r in (before, after)]
        same = before["code"] == after["code"] == 0 and before["printed"] == after["printed"]
        ratio = f"{sums[1] / sums[0]:.2f}" if sums[0] and sums[1] else "-"
        print(f"| {program['name']} | {len(before['times'])} | {sums[0]:.0f} | {sums[1]:.0f} "
              f"| {ratio} | {'yes' if same else 'no'} |")
