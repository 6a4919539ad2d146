#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares cuda-fix with the verdicts of GPUVerify's CUDA test suite.

    python3 bench/gpuverify CHECKOUT FACTS.json [--tool build/bin/cuda-fix]

CHECKOUT is a checkout of mc-imperial/gpuverify; FACTS.json lists its cases. Only cases about
races and barrier divergence count. Exit status 1 when a racy or divergent case is called free.
"""

import argparse
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from toolrun import analyse, find_tool, median, merged_verdict, shown, warm_up, why_no_report

ANNOTATIONS = Path(__file__).resolve().parent / "annotations.h"
PEERS = """\
| tool      | agree | false alarms | missed | median |
|-----------|-------|--------------|--------|--------|
| GPUVerify |   150 |            0 |      0 | 1.9 s  | (8 front-end failures)
| Faial     |   122 |           13 |     12 | 0.20 s |
"""


def dimensions(value: str) -> list[int]:
    return [int(n) for n in re.findall(r"\d+", value)]


def command_line(kernel: Path) -> tuple[list[str], list[str]]:
    """Arguments for cuda-fix and for the compiler, from the second line of a case."""
    text = kernel.read_text(errors="replace")
    flags = text.splitlines()[1].lstrip("/").split()
    block, tool, compiler = [1], [], ["-include", str(ANNOTATIONS)]
    lockstep = 0
    for flag in flags:
        name, _, value = flag.partition("=")
        if name in ("--blockDim", "--local_size"):
            block = dimensions(value)
            tool += ["--block-dim", ",".join(map(str, block))]
        elif name in ("--gridDim", "--num_groups"):
            tool += ["--grid-dim", ",".join(map(str, dimensions(value)))]
        elif name == "--warp-sync":
            lockstep = int(value)
        elif name.startswith(("-D", "-I")):
            compiler.append(flag)
    # A group of N threads in lockstep: a warp of an architecture before sm_70, when N is 32
    # or when the block is no larger than one group.
    threads = 1
    for n in block:
        threads *= n
    if lockstep == 32 or threads <= lockstep:
        tool += ["--arch", "sm_60"]
    # Axioms stand outside of functions, where an assumption of the compiler cannot.
    for axiom in re.findall(r"^__axiom\((.*)\);", text, re.M):
        tool += ["--assume", axiom]
    return tool, compiler


def expectations(facts: dict) -> dict[str, str]:
    """Path -> racy, divergent or free, for the cases about races and divergence."""
    subset = facts["race_subset"]
    left_out = {path for path, _ in subset["non_race_failures"] + subset["front_end_failures"]}
    expected = {}
    for test in facts["cuda_tests"]:
        path = test["path"]
        if path in subset["racy"]:
            expected[path] = "racy"
        elif path in subset["barrier_divergence"]:
            expected[path] = "divergent"
        elif path not in left_out and test["verdict"] == "pass":
            expected[path] = "free"
    return expected


def judge(expected: str, kernels: list[dict]) -> str:
    """agree, false alarm, missed or unknown."""
    race = merged_verdict(kernels, "race")
    divergence = merged_verdict(kernels, "barrier-divergence")
    if expected == "free":
        if "racy" == race or "divergent" == divergence:
            return "false alarm"
        return "agree" if race == "free" and divergence == "free" else "unknown"
    answer = race if expected == "racy" else divergence
    if answer == expected:
        return "agree"
    return "missed" if answer == "free" else "unknown"


def explain(report: dict) -> list[str]:
    lines = [shown(f) for f in report["findings"] if f["level"] != "note"]
    for kernel in report["kernels"]:
        lines += [f"{kernel['name']}: {reason}" for reason in kernel.get("unknown", [])]
    return lines or [u.get("reason", "") for u in report["units"] if u["status"] != "analysed"]


def measure(tool: str, checkout: Path, path: str, expected: str) -> tuple[str, float, list[str]]:
    kernel = checkout / path
    arguments, compiler = command_line(kernel)
    run = analyse(tool, ["--no-repair", "--checks=synchronization", *arguments, str(kernel)], compiler, cwd=str(kernel.parent))
    if run.report is None:
        return "unknown", run.seconds, [why_no_report(run)]
    if not run.report["kernels"]:
        reasons = [u.get("reason") or u["status"] for u in run.report["units"]]
        return "unknown", run.seconds, ["no kernel read: " + "; ".join(reasons)]
    return judge(expected, run.report["kernels"]), run.seconds, explain(run.report)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("facts", type=Path)
    parser.add_argument("--tool")
    parser.add_argument("-j", type=int, default=1, help="cases at a time (times need 1)")
    parser.add_argument("--only", default="", help="regular expression on the case's path")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    cases = {path: verdict
             for path, verdict in expectations(json.loads(options.facts.read_text())).items()
             if re.search(options.only, path)}
    warm_up(tool)
    with ThreadPoolExecutor(options.j) as pool:
        results = list(pool.map(
            lambda case: measure(tool, options.checkout.resolve(), *case), cases.items()))
    counts = {"agree": 0, "false alarm": 0, "missed": 0, "unknown": 0}
    for (path, expected), (answer, seconds, reasons) in zip(cases.items(), results):
        counts[answer] += 1
        if answer != "agree":
            print(f"{answer}: {path} (expected {expected}, {seconds:.2f} s)")
            for reason in reasons[:6]:
                print(f"    {reason}")
    seconds = [result[1] for result in results]
    print(f"\n{len(cases)} cases: {counts['agree']} agree, {counts['false alarm']} false alarms, "
          f"{counts['missed']} missed, {counts['unknown']} unknown")
    print(f"time per case: median {median(seconds):.3f} s, max {max(seconds, default=0):.2f} s\n")
    print(PEERS, end="")
    print(f"| cuda-fix  | {counts['agree']:5} | {counts['false alarm']:12} | {counts['missed']:6} "
          f"| {median(seconds):.2f} s |")
    return 1 if counts["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
