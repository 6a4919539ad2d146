# SPDX-License-Identifier: Apache-2.0
"""What the measuring scripts share: one limited run of cuda-fix, its JSON, and statistics."""

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


@dataclass
class Run:
    """One finished process: `code` is the exit status, negative for a signal."""

    code: int
    seconds: float
    peak_mib: float
    out: str
    err: str
    timed_out: bool = False
    report: dict | None = field(default=None)

    @property
    def crashed(self) -> bool:
        return self.code < 0 and not self.timed_out


def find_tool(given: str | None) -> str:
    """The cuda-fix binary: as given, from $CUDA_FIX, or from the build folder."""
    candidates = [given, os.environ.get("CUDA_FIX"), REPOSITORY / "build/bin/cuda-fix"]
    for path in candidates:
        if path and os.access(path, os.X_OK):
            return str(Path(path).resolve())
    sys.exit("cuda-fix not found: build it, or name it with --tool")


def run_limited(command: list[str], *, seconds: float = 60, mib: int = 2048,
                cwd: str | None = None) -> Run:
    """Runs a command in a process group of its own under a time and a memory limit."""

    def limit() -> None:
        size = mib * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_DATA, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL,
                                   cwd=cwd, preexec_fn=limit, start_new_session=True)
        code, usage, timed_out = wait_for(process, start + seconds)
        elapsed = time.monotonic() - start
        out.seek(0)
        err.seek(0)
        return Run(code, elapsed, usage.ru_maxrss / 1024,
                   out.read().decode(errors="replace"), err.read().decode(errors="replace"),
                   timed_out)


def wait_for(process: subprocess.Popen, deadline: float):
    """Waits for the process, killing its group at the deadline."""
    timed_out, pause = False, 0.001
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, usage, timed_out
        if not timed_out and time.monotonic() > deadline:
            timed_out = True
            os.killpg(process.pid, signal.SIGKILL)
        time.sleep(pause)
        pause = min(pause * 1.5, 0.02)


def analyse(tool: str, arguments: list[str], compiler: list[str] | None = None, **limits) -> Run:
    """Runs `cuda-fix --format json`, with nothing remembered, and reads its report; `report` is None
    without one."""
    command = [tool, *arguments, "--fresh", "--format", "json"]
    if compiler:
        command += ["--", *compiler]
    run = run_limited(command, **limits)
    try:
        run.report = json.loads(run.out)
    except ValueError:
        run.report = None
    return run


def first_lines(text: str, count: int = 3) -> str:
    return " | ".join(line.strip() for line in text.strip().splitlines()[:count])


def why_no_report(run: Run) -> str:
    """Why a run gave no report."""
    if run.timed_out:
        return f"time-out after {run.seconds:.0f} s"
    if run.crashed:
        return f"crash: {signal.Signals(-run.code).name} {first_lines(run.err)}"
    return f"exit {run.code}, no report: {first_lines(run.err)}"


def quantile(values: list[float], share: float) -> float:
    """The value below which `share` of the values lie; 0 of none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values: list[float]) -> float:
    return quantile(values, 0.5)


def merged_verdict(kernels: list[dict], what: str) -> str:
    """One verdict over kernels: the bad answer if any has it, `free` only if all have it, and
    `free-for-shapes` only if none is undecided altogether."""
    answers = {kernel["verdicts"][what] for kernel in kernels}
    for answer in ("racy", "divergent", "unknown", "free-for-shapes", "free"):
        if answer in answers:
            return answer
    return "unknown"


def shown(finding: dict) -> str:
    """One line for a finding."""
    place = f"{os.path.basename(finding['file'])}:{finding['line']}:{finding['column']}"
    return f"{place}: {finding['level']}: {finding['message']} [{finding['id']}]"


def warm_up(tool: str) -> None:
    """Fills the cache of precompiled headers, so that a measured run is a warm one."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "warm.cu"
        source.write_text("__global__ void warm(int *a) { a[threadIdx.x] = 1; }\n")
        analyse(tool, ["--no-repair", str(source)])
