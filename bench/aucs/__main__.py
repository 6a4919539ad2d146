#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Judges and repairs our kernels after the 24 patterns of AuCS (ASE 2019, Table I).

    python3 bench/aucs [--tool build/bin/cuda-fix]

A kernel passes when the expected defect is found and nothing else, the repaired source is
silent when it is analysed again, and the repaired IR is accepted. Exit status 1 otherwise.
"""

import argparse
import json
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import analyse, find_tool, median, run_limited, shown, warm_up, why_no_report

# "0.06 s a repair without detection, about 20 s with": the figures AuCS reports.
AUCS_REPAIR, AUCS_WITH_DETECTION = 0.06, 20.0


@dataclass
class Result:
    judged: bool = False
    source: bool | None = None  # None: nothing to repair
    ir: bool | None = None
    detect_seconds: float = 0
    repair_seconds: float = 0
    whole_seconds: float = 0
    remarks: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return self.judged and self.source is not False and self.ir is not False


def serious(report: dict) -> list[dict]:
    return [f for f in report["findings"] if f["level"] != "note"]


def judge(case: dict, report: dict, result: Result) -> None:
    """The defect is found, and nothing that is neither the defect nor allowed beside it."""
    right = set(case["defect"]) | set(case.get("allowed", [])) | set(case.get("remains", []))
    found = serious(report)
    wrong = [f for f in found if f["id"] not in right]
    missing = bool(case["defect"]) and not any(f["id"] in case["defect"] for f in found)
    result.judged = not wrong and not missing
    result.remarks += [f"not expected: {shown(f)}" for f in wrong]
    if missing:
        reasons = [r for k in report["kernels"] for r in k.get("unknown", [])]
        result.remarks.append(f"missing: {' or '.join(case['defect'])}: {'; '.join(reasons)}")
    for kernel in report["kernels"] if not case["defect"] else []:
        if set(kernel["verdicts"].values()) != {"free"}:
            result.judged = False
            result.remarks.append(f"not proved: {kernel['verdicts']} {kernel.get('unknown')}")


def check_source(tool: str, case: dict, patched: Path, result: Result) -> None:
    """The repaired file analysed again: silent but for what no repair in a block removes."""
    again = analyse(tool, ["--no-repair", "--checks=synchronization", str(patched)])
    if again.report is None:
        result.source = False
        result.remarks.append(f"patched source: {why_no_report(again)}")
        return
    left = [f for f in serious(again.report) if f["id"] not in case.get("remains", [])]
    read = all(u["status"] == "analysed" for u in again.report["units"])
    result.source = read and not left
    result.remarks += [f"left after the repair: {shown(f)}" for f in left]
    if not read:
        result.remarks.append("the patched source does not parse")


def check_ir(case: dict, report: dict, folder: Path, result: Result) -> None:
    """Every finding has a repair in IR, accepted by the verifier, and the IR was written."""
    targets = [f for f in serious(report) if f["id"] not in case.get("remains", [])]
    without = [f for f in targets
               if not any(r["ir"] and r["verification"].get("ir_verified", True)
                          for r in f["repairs"])]
    written = any(folder.rglob("*.ll"))
    result.ir = bool(targets) and not without and written
    result.remarks += [f"no repair in IR: {shown(f)}" for f in without]
    if not written:
        result.remarks.append("no patched IR was written")


def compile_patched(patched: Path, nvcc: str | None, result: Result) -> None:
    if not nvcc:
        return
    run = run_limited([nvcc, "-arch=sm_80", "-ptx", "-o", "/dev/null", str(patched)],
                      seconds=120, mib=8192)
    if run.code != 0:
        result.source = False
        result.remarks.append(f"nvcc rejects the patched source: {run.err.strip()[:200]}")


def measure(tool: str, case: dict, nvcc: str | None, keep: Path | None) -> Result:
    result = Result()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        patched = folder / case["file"]
        shutil.copy(HERE / "kernels" / case["file"], patched)
        run = analyse(tool, ["--checks=synchronization", "--emit-ir", str(folder / "ir"), str(patched)])
        result.whole_seconds = run.seconds
        if run.report is None:
            result.remarks.append(why_no_report(run))
            return result
        seconds = run.report["units"][0]["seconds"]
        result.detect_seconds = seconds["model"] + seconds["detect"]
        result.repair_seconds = seconds["repair"] + seconds["verify"]
        judge(case, run.report, result)
        if case["defect"]:
            check_ir(case, run.report, folder / "ir", result)
            for _ in range(2):  # bugs first; a second run weakens the barriers that the first put in
                run_limited([tool, "--apply", "--unsafe", "--allow-dirty", str(patched)], seconds=120)
            check_source(tool, case, patched, result)
            compile_patched(patched, nvcc, result)
            if keep:
                shutil.copy(patched, keep / case["file"])
    return result


def word(value: bool | None) -> str:
    return {None: "-", True: "yes", False: "NO"}[value]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool")
    parser.add_argument("--only", default="", help="regular expression on the kernel's file")
    parser.add_argument("--nvcc", default=shutil.which("nvcc"),
                        help="also compile the repaired source; empty: do not")
    parser.add_argument("--keep", type=Path, help="folder for the repaired files")
    options = parser.parse_args()
    tool = find_tool(options.tool)
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    warm_up(tool)
    cases = [c for c in json.loads((HERE / "expectations.json").read_text())["kernels"]
             if re.search(options.only, c["file"])]
    print(" no  pattern                      judged  source  IR   detect  repair   whole  AuCS")
    results = []
    for case in cases:
        result = measure(tool, case, options.nvcc, options.keep)
        results.append(result)
        print(f"{case['no']:3}  {case['pattern']:27}  {word(result.judged):6}  "
              f"{word(result.source):6}  {word(result.ir):3}  {result.detect_seconds:5.2f}s  "
              f"{result.repair_seconds:5.2f}s  {result.whole_seconds:5.2f}s  "
              f"{'repaired' if case['aucs'] else 'open'}", flush=True)
        for remark in result.remarks:
            print(f"       {remark}")
    passed = sum(r.passed for r in results)
    print(f"\n{passed} of {len(cases)} judged rightly and repaired in source and in IR "
          f"(AuCS repairs {sum(c['aucs'] for c in cases)})")
    print(f"median: detection {median([r.detect_seconds for r in results]):.2f} s, repair and its "
          f"check {median([r.repair_seconds for r in results]):.2f} s, whole run "
          f"{median([r.whole_seconds for r in results]):.2f} s; AuCS: {AUCS_REPAIR} s a repair "
          f"without detection, about {AUCS_WITH_DETECTION:.0f} s with")
    return 0 if passed == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
