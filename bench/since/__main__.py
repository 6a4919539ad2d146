# SPDX-License-Identifier: Apache-2.0
"""How long a pull request over a large repository takes: small files and headers that some of them include are made, judged once, and then
one line of a file, or of a header, changes.

    python3 bench/since [--tool build/bin/cuda-fix] [--units 2000] [--headers 40] FOLDER

FOLDER is made and holds the repository and the cache.
"""

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from toolrun import find_tool

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--tool")
parser.add_argument("--units", type=int, default=2000)
parser.add_argument("--headers", type=int, default=40)
parser.add_argument("folder", type=Path)
options = parser.parse_args()
tool, root = find_tool(options.tool), options.folder.resolve() / "repository"
(root / "src").mkdir(parents=True)

HEADER = """#pragma once
constexpr int Size{i} = 256;
__device__ inline float scaled{i}(float x) {{ return 2 * x; }}
"""
UNIT = """#include "h{h}.cuh"
__global__ void reverse{i}(float *out, const float *in) {{
  __shared__ float s[Size{h}];
  s[threadIdx.x] = scaled{h}(in[threadIdx.x]);
  __syncthreads();
  out[blockIdx.x * Size{h} + threadIdx.x] = s[Size{h} - 1 - threadIdx.x];
}}
void launch{i}(float *out, const float *in) {{ reverse{i}<<<4, Size{h}>>>(out, in); }}
"""
for i in range(options.headers):
    (root / f"src/h{i}.cuh").write_text(HEADER.format(i=i))
for i in range(options.units):
    (root / f"src/u{i}.cu").write_text(UNIT.format(i=i, h=i % options.headers))
git = ["git", "-C", str(root), "-c", "user.name=bench", "-c", "user.email=bench@localhost"]
for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "All"]):
    subprocess.run([*git, *command], check=True)


def run(what: str, *since: str) -> None:
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([tool, "--no-repair", f"--cache-dir={root.parent / 'cache'}", *since, "src"], cwd=root,
                          capture_output=True, text=True)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{what}: {time.monotonic() - begun:.1f} s, {now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime:.1f} s of "
          f"processor time; {done.stderr.splitlines()[-1] if done.stderr else ''}", flush=True)


def change(file: str, old: str, new: str) -> None:
    path = root / "src" / file
    path.write_text(path.read_text().replace(old, new))


run("all files")
change("u7.cu", "  __syncthreads();\n", "")
run("a line of a file has changed", "--since=HEAD")
subprocess.run([*git, "checkout", "-q", "."], check=True)
change("h7.cuh", "2 * x", "3 * x")
run(f"a line of a header has changed, which {len(range(7, options.units, options.headers))} files include", "--since=HEAD")
