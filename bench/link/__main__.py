# SPDX-License-Identifier: Apache-2.0
"""Time and memory of `cuda-fix link` on a build that does not exist: units with kernels, units that launch them through helpers, and
units that have nothing to do with either.

    python3 bench/link [--tool build/bin/cuda-fix] [--units 100000] [--code 4096] FOLDER

FOLDER is made and holds the build, its summaries (as `summarise --shard` leaves them) and what link writes.
"""

import argparse
import base64
import json
import os
import random
import resource
import subprocess
import time
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("--tool", default=str(Path(__file__).resolve().parents[2] / "build/bin/cuda-fix"))
parser.add_argument("--units", type=int, default=100_000)
parser.add_argument("--code", type=int, default=4096, help="bytes of code in a summary, as text")
parser.add_argument("folder", type=Path)
options = parser.parse_args()

chance = random.Random(1)
root = options.folder.resolve()
(root / "src").mkdir(parents=True)
(root / "sums").mkdir()


def unit(index: int) -> dict:
    """Every third unit has a kernel, the next one a helper that launches it, the third main code that calls helpers."""
    group, kind = divmod(index, 3)
    kernel, helper = f"_Z6kernel{group}Pfi", f"_Z6helper{group}Pfi"
    functions = [{"name": f"_Z5other{index}_{k}v", "launches": False, "calls": [f"_Z5other{index}_{k + 1}v"]} for k in range(8)]
    if kind == 0:
        functions.append({"name": "_Z21__device_stub__kernel" + str(group) + "Pfi", "launches": True, "calls": ["cudaLaunchKernel"]})
    elif kind == 1:
        functions.append({"name": helper, "launches": True, "calls": [kernel]})
    else:
        functions.append({"name": f"_Z4main{index}v", "launches": False, "calls": [helper, f"_Z6helper{max(group - 1, 0)}Pfi"]})
    code = base64.b64encode(chance.randbytes(options.code * 3 // 4)).decode()
    return {"file": str(root / f"src/u{index}.cu"), "functions": functions, "code": f"{options.code}:{code}"}


commands = []
for index in range(options.units):
    file = root / f"src/u{index}.cu"
    file.touch()
    commands.append({"directory": str(root), "file": str(file), "arguments": ["nvcc", "-c", str(file)]})
(root / "compile_commands.json").write_text(json.dumps(commands))
shards = []
for begin in range(0, options.units, 1000):
    shards.append(root / f"sums/{begin // 1000}.json")
    units = [unit(index) for index in range(begin, min(begin + 1000, options.units))]
    shards[-1].write_text(json.dumps({"version": 1, "tool": "cuda-fix", "units": units}))

size = sum(os.path.getsize(s) for s in shards)
begun = time.monotonic()
done = subprocess.run([options.tool, "link", "-p", str(root), "--out", str(root / "facts"),
                       *(f"--launches={s}" for s in shards), "--no-cache"], capture_output=True, text=True)
took = time.monotonic() - begun
used = resource.getrusage(resource.RUSAGE_CHILDREN)
written = len(list((root / "facts").iterdir())) if (root / "facts").is_dir() else 0
print(f"{options.units} units, {size / 1e6:.0f} MB of summaries: exit code {done.returncode}, {took:.1f} s, "
      f"{used.ru_utime + used.ru_stime:.1f} s of processor time, {used.ru_maxrss / 1024:.0f} MiB; {written} files\n{done.stderr[-600:]}")
