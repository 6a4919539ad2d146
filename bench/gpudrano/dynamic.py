# SPDX-License-Identifier: Apache-2.0
"""Runs Rodinia's applications on the simulator and compares, line by line, what their requests
touched with what the dynamic analysis of GPUDrano saw: more than one line of 128 bytes in some
request or never, counted as the arrays lie (`alignment`) and as if each request began at a
line (`no_alignment`)."""

import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "applications")]
from inputs import make_inputs  # noqa: E402
from rodinia import rodinia_applications  # noqa: E402
from toolrun import run_limited, why_no_report  # noqa: E402

# What runs the kernels of a measured program, where it has another name.
APPLICATIONS = {"euler3d": ["cfd"], "pre_euler3d": ["cfd-pre"],
                "particlefilter": ["particlefilter-naive", "particlefilter-float"]}


def simulated_lines(tool: str, app, checkout: Path, seconds: int) -> tuple[dict, float, str]:
    """(file, line) -> column -> [some request touched several lines, ... if it began at one];
    seconds; what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run = run_limited([tool, "simulate", "--run-program", *app.sources, *app.flags,
                           "--listing", "--exit-zero", f"--unit-timeout={seconds}", f"--format=json={report}", "--",
                           *app.arguments],
                          seconds=seconds + 20, mib=1 << 20, cwd=str(app.directory or app.folder))
        try:
            run.report = json.loads(report.read_text())
        except (OSError, ValueError):
            return {}, run.seconds, why_no_report(run)
    seen: dict = {}
    for kernel in run.report["kernels"]:
        for measure in kernel.get("measures", []):
            path = (Path(app.directory or app.folder) / measure["file"]).resolve()
            if "lines" not in measure["values"] or not path.is_relative_to(checkout.resolve()):
                continue
            key = (str(path.relative_to(checkout.resolve())), measure["line"])
            both = seen.setdefault(key, {}).setdefault(measure["column"], [False, False])
            for i, name in enumerate(("lines", "aligned_lines")):
                both[i] |= measure["values"][name] > measure["values"]["requests"]
    problem = next((line for line in run.err.splitlines() if "error:" in line and
                    "not " in line), "") if not seen else ""
    return seen, run.seconds, problem


def columns_seen(runs: dict, alignment: bool) -> dict:
    """(file, line) -> columns of the accesses that left records: those of others were lost."""
    columns: dict = {}
    shift = {seen["kernel"]: (file, int(line) - seen["line"])
             for run in runs.values() for seen in run.get("uncoalesced", [])
             if "gpu_rodinia" in seen
             for file, line in [seen["gpu_rodinia"].rsplit(":", 1)]}
    for name, run in runs.items():
        if not name.startswith("alignment" if alignment else "no_alignment"):
            continue
        rows = (run.get("coalesced") or {}).get("rows", [])
        records = [(seen["kernel"], seen["line"], seen["col"])
                   for seen in run.get("uncoalesced", [])]
        for kernel, line, column in records + [tuple(row[:3]) for row in rows]:
            if kernel in shift:
                file, delta = shift[kernel]
                columns.setdefault((file, line + delta), set()).add(column)
    return columns


def is_uncoalesced(of_line: dict, recorded: set, mode: int) -> bool:
    """Of the accesses that left records, where their columns are known."""
    columns = set(of_line) & recorded or set(of_line)
    return any(of_line[column][mode] for column in columns)


def compare(tool: str, checkout: Path, facts: dict, lines_seen, options) -> int:
    inputs = Path(tempfile.mkdtemp()).resolve() / "inputs"
    make_inputs(inputs)
    given = json.loads((HERE.parent / "applications" / "arguments.json").read_text())["rodinia"]
    given = {name: {**how, **how.get("counted", {})} for name, how in given.items()}
    applications = {a.name: a for a in rodinia_applications(checkout, given, inputs)}
    head = ("program", "lines", "agree", "without alignment", "agree", "not executed", "seconds")
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    total = [0] * 5
    time, remarks = 0.0, []
    for program, data in facts["dynamic_results"].items():
        if options.only and program not in options.only.split(","):
            continue
        seen: dict = {}
        seconds = 0.0
        for name in APPLICATIONS.get(program, [program]):
            if name not in applications:
                remarks.append(f"{program}: no way to run it")
                continue
            lines, spent, problem = simulated_lines(tool, applications[name], checkout,
                                                    options.seconds)
            seconds += spent
            if problem:
                remarks.append(f"{name}: {problem}")
            for key, of_line in lines.items():
                for column, both in of_line.items():
                    old = seen.setdefault(key, {}).setdefault(column, [False, False])
                    old[:] = [a or b for a, b in zip(old, both)]
        row, missing = [], set()
        for i, alignment in enumerate((True, False)):
            bad, good = lines_seen(data["runs"], alignment)
            missing |= (bad | good) - set(seen)
            known = (bad | good) & set(seen)
            columns = columns_seen(data["runs"], alignment)
            differs = {key for key in known
                       if is_uncoalesced(seen[key], columns.get(key, set()), i) != (key in bad)}
            row += [len(known), len(known) - len(differs)]
            how = "with" if alignment else "without"
            remarks += [f"{how} alignment: {file}:{line}: "
                        + ("seen uncoalesced, simulated coalesced" if (file, line) in bad else
                           "seen coalesced, simulated uncoalesced")
                        for file, line in sorted(differs)]
        row.append(len(missing))
        if options.v:
            remarks += [f"not executed: {file}:{line}" for file, line in sorted(missing)]
        total = [a + b for a, b in zip(total, row)]
        time += seconds
        print(f"| {program} | " + " | ".join(map(str, row)) + f" | {seconds:.1f} |", flush=True)
    print("| all | " + " | ".join(map(str, total)) + f" | {time:.1f} |")
    both, agree = total[0] + total[2], total[1] + total[3]
    if both:
        print(f"agreement: {agree} of {both}, {100 * agree / both:.1f} %")
    print("\n".join(remarks))
    return 0
