# SPDX-License-Identifier: Apache-2.0
"""HeCBench as one build: judged by one process, by the same once more, and by the steps of a plan that Ninja and Slurm run.

    python3 bench/divided --hecbench CHECKOUT [--every 8] [--engines ninja,slurm] [-j 2] FOLDER [-- OPTION...]

Processor time counts: all of it, that of the engines, too. Slurm is a controller and two nodes that are started and ended here. While
Ninja runs, one of its steps is killed, and Ninja is started again (--kill). Exit status 1 where a report is another one.
"""

import argparse
import ctypes
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent), str(HERE.parent / "corpus"), str(HERE.parents[1] / "test/cli/Inputs")]
from slurm_cluster import cluster, wait_for
from sources import units
from toolrun import find_tool, warm_up

SECONDS = re.compile(r'("(?:parse|model|detect|repair|verify)": )[0-9.e+-]+')
BECOMES_PARENT = 36  # PR_SET_CHILD_SUBREAPER: what Slurm's nodes leave behind is ours, and counts


class Measured:
    """Wall and processor time of what happens in a `with`."""

    def __enter__(self):
        self.begun, self.before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        return self

    def __exit__(self, *_):
        while True:
            try:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    break
            except ChildProcessError:
                break
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.wall = time.monotonic() - self.begun
        self.cpu = now.ru_utime + now.ru_stime - self.before.ru_utime - self.before.ru_stime


def report_in(text: str) -> str:
    """The JSON report, without times and without what stands around it."""
    found = re.search(r"^\{.*^\}$", text, re.M | re.S)
    return SECONDS.sub(r"\1", found.group()) if found else ""


def output_of(command: list[str], folder: Path) -> str:
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def kill_one(tool: str) -> bool:
    """Kills a step that checks a file, by SIGKILL."""
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if words[0] == tool.encode() and words[1] == b"check":
                os.kill(int(entry.name), signal.SIGKILL)
                return True
        except (OSError, IndexError, ValueError):
            continue
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool")
    parser.add_argument("--hecbench", type=Path, required=True)
    parser.add_argument("--every", type=int, default=8, help="take every Nth program")
    parser.add_argument("--engines", default="ninja,slurm", help="which; '' is none")
    parser.add_argument("--kill", type=float, default=0, metavar="SECONDS", help="kill a step of Ninja after so long")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("folder", type=Path)
    parser.add_argument("options", nargs="*", help="options of cuda-fix")
    options = parser.parse_args()
    tool, folder = find_tool(options.tool), options.folder.resolve()
    warm_up(tool)
    programs = sorted(p for p in (options.hecbench.resolve() / "src").glob("*-cuda") if p.is_dir())[::options.every]
    chosen = units(programs)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "build").mkdir(parents=True)
    (folder / "build/compile_commands.json").write_text(json.dumps(
        [{"directory": str(u.file.parent), "file": str(u.file), "arguments": ["nvcc", *u.flags, "-c", str(u.file)]} for u in chosen]))
    print(f"{len(programs)} programs, {len(chosen)} files", flush=True)
    common = ["-p", "build", *options.options, "--format=json"]
    failed, cpu = False, {}

    def told(name: str, measured: Measured, text: str) -> None:
        nonlocal failed
        cpu[name], same = measured.cpu, report_in(text) == whole
        failed |= not same
        print(f"{name}: {measured.cpu:.1f} s of processor time ({100 * measured.cpu / cpu['one process']:.1f} % of one process), "
              f"{measured.wall:.0f} s; the report is {'the same' if same else 'ANOTHER ONE'}", flush=True)
        if not same:
            (folder / f"{name.replace(' ', '-')}.txt").write_text(text)

    one = [tool, *common, f"--cache-dir={folder}/cache-one", f"-j{options.j}", "--quiet"]
    with Measured() as measured:
        text = output_of(one, folder)
    whole = report_in(text)
    (folder / "whole.json").write_text(whole)
    told("one process", measured, text)
    with Measured() as measured:
        text = output_of(one, folder)
    told("once more", measured, text)

    for engine in filter(None, options.engines.split(",")):
        plan = output_of([tool, "plan", "--for", engine, "--out", f"plan-{engine}", f"--cache-dir={folder}/cache-{engine}",
                          *common, "--quiet"], folder).split()
        if engine == "ninja":
            plan += [f"-j{options.j}", "--quiet"]
            if options.kill:
                with Measured() as measured:
                    first = subprocess.Popen(plan, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    time.sleep(options.kill)
                    while not kill_one(tool) and first.poll() is None:
                        time.sleep(0.05)
                    code = first.wait()
                    text = output_of(plan, folder)
                print(f"ninja: a step was killed, exit code {code}; started again", flush=True)
            else:
                with Measured() as measured:
                    text = output_of(plan, folder)
            told("ninja", measured, text)
        elif engine == "slurm":
            ctypes.CDLL(None).prctl(BECOMES_PARENT, 1, 0, 0, 0)
            with Measured() as measured:
                with cluster(folder / "slurm"):
                    begun = time.monotonic()
                    job = output_of(plan, folder).split()[-1]
                    wait_for(job, 36000)
                    print(f"slurm: jobs took {time.monotonic() - begun:.0f} s", flush=True)
                text = next((folder / "plan-slurm/logs").glob(f"*merge-{job}.log")).read_text()
                time.sleep(2)
            told("slurm", measured, text)
    return failed


if __name__ == "__main__":
    sys.exit(main())
