#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The static binary stays within its size, needs few shared libraries, and runs with nothing but them: no headers,
no HOME, no cache, nothing that can be written. Exits with 77 where bubblewrap cannot run."""

import lzma
import re
import shutil
import subprocess
import sys
from pathlib import Path

MAX_BYTES = 120_000_000  # with libz3.so, where the distribution has no archive of it
MAX_PACKED = 45_000_000
SHARED = {"libz3.so.4", "libstdc++.so.6", "libgcc_s.so.1", "libm.so.6", "libc.so.6", "ld-linux-x86-64.so.2"}
RACE = """__global__ void shift(float *out, const float *in) {
  __shared__ float s[256];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[(threadIdx.x + 64) % 256];
}
void launch(float *out, const float *in) { shift<<<1, 256>>>(out, in); }
"""

root, tool = Path(sys.argv[1]), Path(sys.argv[2])

dynamic = subprocess.run(["readelf", "-d", tool], capture_output=True, text=True, check=True).stdout
needed = set(re.findall(r"NEEDED.*\[(.*)\]", dynamic))
assert needed <= SHARED, needed - SHARED

libraries = re.findall(r"(/\S+)", subprocess.run(["ldd", tool], capture_output=True, text=True, check=True).stdout)
parts = [tool, *(Path(library) for library in libraries if "libz3" in library)]
size = sum(part.stat().st_size for part in parts)
packed = sum(len(lzma.compress(part.read_bytes(), preset=0)) for part in parts)
print(f"{size} bytes, {packed} packed")
assert size <= MAX_BYTES and packed <= MAX_PACKED

sandbox = ["bwrap", "--unshare-all", "--clearenv", "--proc", "/proc", "--dev", "/dev", "--ro-bind", tool, "/cuda-fix",
           *(word for library in libraries for word in ("--ro-bind", library, library))]
if not shutil.which("bwrap") or subprocess.run([*sandbox, "--", "/cuda-fix", "--version"], capture_output=True).returncode:
    print("bubblewrap is not there or cannot make namespaces: not run without the machine's files")
    sys.exit(77)


def run(text: str) -> str:
    """What the tool prints about `text`, its only file."""
    file = Path.cwd() / "static-binary.cu"
    file.write_text(text)
    result = subprocess.run([*sandbox, "--ro-bind", file, "/src/a.cu", "--remount-ro", "/", "--chdir", "/src", "--",
                             "/cuda-fix", "a.cu"], capture_output=True, text=True)
    file.unlink()
    return result.stdout + result.stderr


alone = run(RACE)
assert "[shared-race, confirmed]" in alone and "(proven, simulated equal)" in alone and "in part" not in alone, alone
library = run((root / "examples/inclusive-scan.cu").read_text())
assert library.count("not on this machine; install") == 1 and "more lines" not in library, library
