# SPDX-License-Identifier: Apache-2.0
"""Runs whole applications of Rodinia and HeCBench on the simulator and counts those that
come to their own correct result. Sources, macros and arguments are those of each application's
Makefile, with numbers scaled down (arguments.json says otherwise for some)."""

import argparse
import concurrent.futures
import json
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import find_tool, run_limited  # noqa: E402

from hecbench import hecbench_applications  # noqa: E402
from inputs import make_inputs  # noqa: E402
from reference import compare  # noqa: E402
from rodinia import rodinia_applications  # noqa: E402

GOOD = re.compile(r"\bPASS(ED)?\b|\bpass(ed)?\b|\bPass(ed)?\b|SUCCESS|[Ss]uccess(ful)?|(All )?results match|\bCORRECT\b|"
                  r"[Rr]esults? (are|is) correct|\bcorrect(ly)?\b|[Vv]erif\w* ?:? ?(OK|ok)\b|\bOK\b")
BAD = re.compile(r"FAIL|[Ff]ail(ed|ure)?\b|[Mm]ismatch|[Ii]ncorrect|\bWRONG\b|\b[Ww]rong\b|CUDA error|NaN|\bnan\b")


def reason(run) -> str:
    """What became of one run; its first word is the class."""
    if run.timed_out or "gave up after" in run.err:
        return "too slow"
    if found := re.search(r"runtime does not have: (.*)", run.err):
        return "library: " + found[1][:160]
    if found := re.search(r"does not compile:\n(.*)", run.err):
        return "compile: " + re.sub(r"^.*?error: ", "", found[1].strip())[:140]
    if found := re.search(r"not supported: (.*?)( \[|$)", run.err, re.M):
        return "construct: " + found[1][:140]
    if found := re.search(r"error: not analysed: (.*)", run.err):
        return "link: " + found[1][:140]
    if found := re.search(r"did not come to its end: (.*)", run.err):
        return "ended: " + found[1][:100]
    ended = re.search(r"the program ended with code (-?\d+)", run.err)
    said = run.out + "\n".join(l for l in run.err.splitlines() if "[" not in l)
    if BAD.search(said):
        return "wrong result: " + BAD.search(said)[0]
    if ended and ended[1] != "0":
        return f"exit code: {ended[1]}"
    return "passed" if GOOD.search(said) else "ran" if ended else "tool: no end"


def simulate(tool: str, app, options) -> dict:
    command = [tool, "simulate", "--run-program", *app.sources, *app.flags]
    if options.no_cache:
        command.append("--no-cache")
    command += [f"--unit-timeout={options.seconds}"]
    if not options.check:
        command.append("--no-check")
    command += ["--", *app.arguments]
    run = run_limited(command, seconds=options.seconds + 20, mib=1 << 20, cwd=str(app.directory or app.folder))
    became = reason(run)
    if app.reference and became.split(":")[0] in ("ran", "passed", "wrong result", "exit code"):
        became = compare(app.checkout, app.reference, run.out, app.directory, options.seconds)
    result = {"suite": app.suite, "name": app.name, "arguments": app.arguments,
              "result": became, "seconds": round(run.seconds, 2)}
    if options.out:
        base = Path(options.out) / f"{app.suite}-{app.name}"
        base.with_suffix(".out").write_text(" ".join(command) + "\n" + run.out)
        base.with_suffix(".err").write_text(run.err)
    return result


def print_table(results: list[dict]) -> None:
    for suite in sorted({r["suite"] for r in results}):
        of_suite = [r for r in results if r["suite"] == suite]
        classes = Counter(r["result"].split(":")[0] for r in of_suite)
        print(f"\n{suite}: {len(of_suite)} applications, " +
              ", ".join(f"{n} {c}" for c, n in classes.most_common()))
        for kind, _ in classes.most_common():
            print(f"  {kind}")
            for r in sorted(of_suite, key=lambda r: (r["result"], r["name"])):
                if r["result"].split(":")[0] == kind:
                    detail = r["result"].partition(": ")[2]
                    print(f"    {r['name']} ({' '.join(r['arguments'])}) {r['seconds']} s"
                          + (f": {detail}" if detail else ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool")
    parser.add_argument("--rodinia", metavar="CHECKOUT")
    parser.add_argument("--hecbench", metavar="CHECKOUT")
    parser.add_argument("--only", default="", help="names, comma-separated")
    parser.add_argument("--every", type=int, default=1, help="every N-th application")
    parser.add_argument("--seconds", type=int, default=60, help="for each application")
    parser.add_argument("--largest", type=int, default=512,
                        help="size that an argument of HeCBench may have (default: 512)")
    parser.add_argument("--check", action="store_true", help="with the checks of kernels")
    parser.add_argument("--no-cache", action="store_true")
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    parser.add_argument("--out", help="folder for every output, and results.json")
    options = parser.parse_args()
    if not options.rodinia and not options.hecbench:
        parser.error("give --rodinia, --hecbench or both")
    given = json.loads((HERE / "arguments.json").read_text())
    applications = []
    if options.rodinia:
        inputs = Path(options.out or tempfile.mkdtemp()).resolve() / "inputs"
        make_inputs(inputs)
        applications += rodinia_applications(Path(options.rodinia), given["rodinia"], inputs)
    if options.hecbench:
        applications += hecbench_applications(Path(options.hecbench), given["hecbench"],
                                              options.largest)
    if options.only:
        applications = [a for a in applications if a.name in options.only.split(",")]
    applications = applications[:: options.every]
    if options.out:
        Path(options.out).mkdir(parents=True, exist_ok=True)
    tool = find_tool(options.tool)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda a: simulate(tool, a, options), applications))
    if options.out:
        (Path(options.out) / "results.json").write_text(json.dumps(results, indent=1))
    print_table(results)


main()
