#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares verdicts, repairs and counts with an NVIDIA GPU.

    python3 bench/hardware prepare FOLDER [--tool build/bin/cuda-fix]
    python3 bench/hardware run FOLDER RESULTS.json [--seconds N]
    python3 bench/hardware compare FOLDER RESULTS.json

`prepare` writes programs and what cuda-fix says of them; `run` needs the folder, nvcc,
compute-sanitizer and ncu, and no cuda-fix, so it may run on another machine; `compare` prints the
tables. Five parts, of which `prepare --part` takes some:

races     kernels of the tests and of bench/aucs that use shared memory or barriers, before and
          after their repairs, under compute-sanitizer's racecheck and synccheck
modern    kernels of bench/modern in all styles: whether they end, racecheck and synccheck; a GPU of
          compute capability 9.0
counters  sectors and bank conflicts of generated indices and of bench/memory-repairs, before and
          after their repairs, beside the GPU's counters
programs  what whole programs print, simulated and on the GPU
times     kernels of bench/memory-repairs before and after their repairs, with larger arrays
"""

import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent.parent / "test/simulate/Inputs")]

PARTS = ["races", "modern", "counters", "programs", "times"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("prepare", "run", "compare"):
        command = commands.add_parser(name)
        command.add_argument("folder", type=Path)
        if name == "prepare":
            command.add_argument("--tool")
            command.add_argument("--part", action="append", choices=PARTS)
        else:
            command.add_argument("results", type=Path)
        if name == "run":
            command.add_argument("--seconds", type=float,
                                 help="programs that have not begun by then are left out")
    options = parser.parse_args()
    if options.command == "prepare":
        from prepare import prepare
        prepare(options.folder, options.tool, [p for p in PARTS if p in (options.part or PARTS)])
        return 0
    plan = options.folder / "plan.json"
    if not plan.is_file():
        sys.exit(f"{plan} is not there: write it with `prepare`")
    programs = json.loads(plan.read_text())
    if options.command == "run":
        from execute import execute
        options.results.write_text(json.dumps(execute(options.folder, programs, options.seconds),
                                              indent=1))
        return 0
    if not options.results.is_file():
        sys.exit(f"{options.results} is not there: write it with `run` where the GPU is")
    from compare import compare
    compare(programs, json.loads(options.results.read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
