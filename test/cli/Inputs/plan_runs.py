# SPDX-License-Identifier: Apache-2.0
"""plan_runs.py ninja|make|slurm|github CUDA-FIX FOLDER: a build of a few files, judged by one process
and by the steps of a plan: the same report; a lost result is reported; what was done is not done again."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ENGINE, TOOL, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])
SECONDS = re.compile(r'("(?:parse|model|detect|repair|verify)": )[0-9.e+-]+')
CU = """__global__ void shift{i}(int *out, const int *in, int n) {{
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  {barrier}
  out[threadIdx.x] = s[(threadIdx.x + n) % 256];
}}
void launch{i}(int *out, const int *in, int n) {{ shift{i}<<<1, 256>>>(out, in, n); }}
"""


def run(*command, cwd=FOLDER, code=None):
    done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert code is None or done.returncode == code, (command, done.returncode, done.stdout)
    return done.stdout


def make_build():
    source = FOLDER / "source"
    source.mkdir(parents=True)
    files = {}
    for i in range(3):
        files[f"shift{i}.cu"] = CU.format(i=i, barrier="" if i == 1 else "__syncthreads();")
    files |= {p.name: p.read_text() for p in (Path(__file__).parent / "launches").iterdir()}
    for name, text in files.items():
        (source / name).write_text(text)
    (FOLDER / "build").mkdir()
    (FOLDER / "build/compile_commands.json").write_text(json.dumps(
        [{"directory": "../source", "file": name, "command": f"clang++ -DA='1 $b' -c {name}"} for name in sorted(files)]))


OPTIONS = ["--no-repair", f"--cache-dir={FOLDER}/cache", "--conventions=*,-strides-apart"]


def report(text):
    """The report, without what an engine says around it."""
    found = re.search(r"^\{.*^\}$", text, re.M | re.S)
    assert found, text
    return SECONDS.sub(r"\1", found.group())


def plan(engine, *more):
    return run(TOOL, "plan", "--for", engine, "-p", "build", "--out", "plan", *OPTIONS, "--format=json",
               "--quiet", *more, code=0).split()


def compare_and_lose(start, rest):
    """Steps once; once more with a file's result lost; once more in whole."""
    assert report(run(*start)) == WHOLE
    results = sorted((FOLDER / "plan/results").iterdir())
    for spoil in (lambda f: f.unlink(), lambda f: f.write_bytes(f.read_bytes()[:-5])):
        spoil(results[0])
        text = run(*rest)
        assert "not analysed: the results given hold none of it" in text, text
        assert '"status": "failed"' in report(text), text
        assert report(run(*start)) == WHOLE


make_build()
WHOLE = report(run(TOOL, "-p", "build", *OPTIONS, "--fresh", "--format=json", "--quiet", code=1))
assert '"shared-race"' in WHOLE and '"caller.cpp' not in WHOLE.split('"units"')[0]
if ENGINE == "ninja":
    start = plan("ninja")
    compare_and_lose([*start, "--quiet"], [*start, "partial-report"])
    # A changed file: it is judged again, and nothing else is.
    (FOLDER / "source/shift1.cu").write_text(CU.format(i=1, barrier="__syncthreads();"))
    assert report(run(*start)) == report(run(TOOL, "-p", "build", *OPTIONS, "--format=json", "--fresh", code=0))
elif ENGINE == "make":
    start = plan("make")
    compare_and_lose([*start, "-s"], [*start, "-s", "partial-report"])
elif ENGINE == "github":
    flow = Path(plan("github", "--parts=2")[0]).read_text()
    commands = [line.strip() for line in flow.splitlines() if "cuda-fix " in line and "#" not in line]
    checks = [c for c in commands if " check " in c]
    assert "shard: [1, 2]" in flow and len(checks) == 1 and "if: always()" in flow, flow
    (FOLDER / "results").mkdir()
    for shard in "12":
        run("sh", "-c", checks[0].replace("${{ matrix.shard }}", shard).replace("cuda-fix", TOOL, 1), code=0)
        shutil.move(FOLDER / f"{shard}.result", FOLDER / "results")
    text = run(TOOL, "merge", "-p", "build", "--results", "results", *OPTIONS, "--format=json", code=1)
    assert report(text) == WHOLE
    (FOLDER / "results/2.result").unlink()
    text = run(TOOL, "merge", "-p", "build", "--results", "results", *OPTIONS, code=3)
    assert text.count("not analysed: the results given hold none of it") == 2, text
elif ENGINE == "slurm":
    from slurm_cluster import cluster, wait_for
    start = plan("slurm", "--parts=3")

    def by_slurm(lost=False):
        job = run(*start, code=0).split()[-1]
        if lost:  # one task of the array of checks, before its turn
            check = (FOLDER / "plan/jobs").read_text().split()[2]
            run("scancel", f"{check}_2", code=0)
        wait_for(job)
        return next((FOLDER / "plan/logs").glob(f"*merge-{job}.log")).read_text()

    with cluster(FOLDER / "slurm"):
        assert report(by_slurm()) == WHOLE
        text = by_slurm(lost=True)
        assert "not analysed: the results given hold none of it" in text and '"status": "failed"' in text, text
        assert report(by_slurm()) == WHOLE
