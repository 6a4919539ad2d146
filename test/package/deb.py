#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian package holds what it should, and its program finds what README shows. With --network it is also installed
by apt in a fresh root of Debian 12, where README's example has to come out, too; the times are printed.

    deb.py SOURCE (PACKAGE | FOLDER) [--network]
"""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from common import check_example, check_network, output, package, skip

source = Path(sys.argv[1])
deb = package(source, sys.argv[2], "cuda-fix_*.deb").resolve()
example = source / "test/cli/Inputs/race.cu"
MIRROR = "http://deb.debian.org/debian/dists/bookworm/InRelease"

depends = output("dpkg-deb", "-f", deb, "Depends")
for library in ("libc6", "libclang-cpp22", "libllvm22", "libz3-4"):
    assert re.search(rf"\b{library}\b", depends), depends
with tempfile.TemporaryDirectory() as temporary:
    tree = Path(temporary)
    output("dpkg-deb", "-x", deb, tree)
    for file in ("man/man1/cuda-fix.1.gz", "bash-completion/completions/cuda-fix", "zsh/vendor-completions/_cuda-fix",
                 "fish/vendor_completions.d/cuda-fix.fish", "doc/cuda-fix/README.md", "doc/cuda-fix/docs/guide.md",
                 "doc/cuda-fix/copyright", "doc/cuda-fix/changelog.Debian.gz"):
        assert (tree / "usr/share" / file).is_file(), file
    for link in re.findall(r"\]\(([^)#:]+)[)#]", (source / "README.md").read_text()):
        assert (tree / "usr/share/doc/cuda-fix" / link).exists(), f"README links to {link}, which is not installed"
    shutil.copy(example, tree)
    program = tree / "usr/bin/cuda-fix"
    check_example(source, output(program, "race.cu", code=1, cwd=tree) + output(program, "--diff", "race.cu", code=1, cwd=tree))

if "--network" not in sys.argv:
    print("not installed in a fresh root, which takes Debian's packages from the network; scripts/package --check does it")
    sys.exit(0)
if not shutil.which("mmdebstrap"):
    skip("a fresh root needs mmdebstrap, which is not installed")
try:
    urllib.request.urlopen(MIRROR, timeout=20).read(1)
except OSError as error:
    skip(f"a fresh root needs the network, and {MIRROR} cannot be read: {error}")

script = f"""
set -e
cd /root
apt-get -qq update
echo start $(date +%s%N)
apt-get install -qy --no-install-recommends ./{deb.name} >apt.log 2>&1 || {{ cat apt.log; exit 1; }}
echo installed $(date +%s%N)
grep -E "^(Need to get|After this)" apt.log
cuda-fix race.cu || [ $? -eq 1 ]
echo found $(date +%s%N)
cuda-fix --diff race.cu || [ $? -eq 1 ]
cuda-fix --apply race.cu
cuda-fix race.cu
"""
with tempfile.NamedTemporaryFile("r") as log:
    # A hook's own output is not passed on.
    result = subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=apt", "--skip=cleanup/apt", f"--customize-hook=copy-in {deb} {example} /root",
         "--customize-hook=chroot \"$1\" sh -c %s >%s 2>&1" % (shlex.quote(script), log.name), "bookworm", "/dev/null"],
        capture_output=True, text=True)
    said = log.read()
check_network(result, said)
check_example(source, said)
times = {name: int(value) for name, value in re.findall(r"^(start|installed|found) (\d+)$", said, re.M)}
install, first = (times["installed"] - times["start"]) / 1e9, (times["found"] - times["installed"]) / 1e9
print(*re.findall(r"^(?:Need to get|After this).*", said, re.M), sep="\n")
print(f"apt-get install: {install:.1f} s; the first file: {first:.1f} s; together {install + first:.1f} s")
