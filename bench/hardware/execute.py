# SPDX-License-Identifier: Apache-2.0
"""Compiles the programs with nvcc and runs them on the GPU of this machine."""

import csv
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from times import measure

NO_TIME = "no time was left"
SECONDS = 30  # of one; a kernel that does not end is taken for a deadlock
LOAD = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
STORE = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
CONFLICTS = ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
             "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum")
METRICS = (LOAD, STORE, *CONFLICTS)


def limited(command: list[str], cwd: Path, seconds: float = SECONDS) -> tuple[int | None, str, str]:
    """Exit status (none: it did not end), and what was written."""
    process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL, text=True,
                               errors="replace", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               start_new_session=True)
    try:
        out, err = process.communicate(timeout=seconds)
        return process.returncode, out, err
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        return None, out, err


def compile_program(folder: Path, program: dict) -> tuple[Path | None, str]:
    source = (folder / program["source"]).resolve()
    binary = source.with_suffix(".out")
    flags = program["flags"]
    native = [] if any(f.startswith("-arch") for f in flags) else ["-arch=native"]
    code, out, err = limited(["nvcc", "-std=c++20", "-w", *native, *flags, str(source), "-o",
                              str(binary)], source.parent, 300)
    return (binary if code == 0 else None), (out + err).strip()[:500]


def sanitized(binary: Path, tool: str, kernel: str, contents: str = "01") -> dict:
    """What a tool of compute-sanitizer says of a kernel on numbers (contents 0), and on zeros (1)
    where it says nothing of those."""
    answer: dict = {}
    for zero in contents:
        code, out, err = limited(
            ["compute-sanitizer", "--tool", tool, "--print-limit", "2",
             *(["--racecheck-report", "all"] if tool == "racecheck" else []),
             str(binary), kernel, zero], binary.parent)
        text = out + err
        summary = re.search(r"RACECHECK SUMMARY: (\d+) hazards? displayed \((\d+) errors?", text)
        errors = re.search(r"ERROR SUMMARY: (\d+) error", text)
        answer = {"ended": code is not None, "hazards": int(summary[1]) if summary else 0,
                  "errors": int(summary[2]) if summary else int(errors[1]) if errors else 0,
                  "said": bool(summary or errors),
                  "text": "\n".join(line for line in text.splitlines() if "=====" in line)[:1500]}
        if answer["hazards"] or answer["errors"]:
            break
    return answer


def races(binary: Path, program: dict) -> dict:
    found = {}
    for kernel in program["kernels"]:
        tools = ["racecheck"] if kernel["shared"] or kernel["free"] else []
        tools += ["synccheck"] if kernel["divergent"] or kernel["uniform"] else []
        found[kernel["name"]] = {tool: sanitized(binary, tool, kernel["name"]) for tool in tools}
    return found


def modern(binary: Path, program: dict) -> dict:
    """How each kernel ends, and what both tools say of it."""
    found = {}
    for kernel in program["kernels"]:
        name = kernel["name"]
        code, out, _ = limited([str(binary), name, "0"], binary.parent, 10)
        found[name] = {"ended": code is not None, "status": out.strip()[-60:]}
        for tool in ("racecheck", "synccheck") if code is not None else ():
            found[name][tool] = sanitized(binary, tool, name, "0")
    return found


def profiled(binary: Path) -> dict[str, list] | str:
    """Kernel -> of each launch its metrics; or why there is none."""
    code, out, err = limited(["ncu", "--csv", "--page", "raw", "--print-units", "base",
                              "--clock-control", "none", "--metrics", ",".join(METRICS),
                              str(binary)], binary.parent, 240)
    table = out[out.find('"ID"'):]
    if code != 0 or not table.startswith('"ID"'):
        return (out + err)[-600:]
    rows = list(csv.DictReader(io.StringIO(table)))
    found: dict[str, list] = {}
    for row in rows[1:]:  # the first names units
        name = re.sub(r"[<(].*", "", row["Kernel Name"]).split("::")[-1].split()[-1]
        values = {m: row.get(m, "").replace(",", "") for m in METRICS}
        found.setdefault(name, []).append({m: float(v) for m, v in values.items()
                                           if re.fullmatch(r"[\d.]+", v)})
    return found


def one(folder: Path, program: dict, late: Callable[[], bool]) -> dict:
    result = {"source": program["source"]}
    if late():
        return {**result, "not_compiled": NO_TIME}
    binary, message = compile_program(folder, program)
    if not binary:
        return {**result, "not_compiled": message}
    if program["part"] == "races":
        return {**result, "kernels": races(binary, program)}
    if program["part"] == "modern":
        return {**result, "kernels": modern(binary, program)}
    if program["part"] == "times":
        return result
    code, out, err = limited([str(binary)], binary.parent)
    result |= {"code": code, "printed": out}
    return result


def execute(folder: Path, programs: list[dict], seconds: float | None) -> dict:
    begun = time.monotonic()

    def late() -> bool:
        return seconds is not None and time.monotonic() - begun > seconds

    parts = {p["part"] for p in programs}
    for needed in ("nvcc", *(["compute-sanitizer"] if parts & {"races", "modern"} else []),
                   *(["ncu"] if "counters" in parts else [])):
        if not shutil.which(needed):
            sys.exit(f"{needed} is not there: run this where the CUDA toolkit and a GPU are")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda p: one(folder, p, late), programs))
    # One process at a time: the counters are the device's.
    for program, result in zip(programs, results):
        if program["part"] == "counters" and "not_compiled" not in result:
            if late():
                result["not_compiled"] = NO_TIME
                continue
            result["counters"] = profiled((folder / program["source"]).resolve().with_suffix(".out"))
    measure(folder, [pair for pair in zip(programs, results) if pair[0]["part"] == "times"],
            limited, late)
    device = limited(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
                     folder)[1].strip()
    return {"device": device, "results": results}
