#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The steps of packaging/Containerfile work in a fresh root of Debian 12, and its entry point finds what README shows. No container
is built: COPY and RUN are carried out by mmdebstrap, with --network only.

    container.py SOURCE (PACKAGE | FOLDER) [--network]
"""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import check_example, check_network, package, skip

source = Path(sys.argv[1])
deb = package(source, sys.argv[2], "cuda-fix_*.deb").resolve()
if "--network" not in sys.argv or not shutil.which("mmdebstrap"):
    skip("this takes Debian's packages from the network, and needs mmdebstrap; scripts/package --check does it")

text = (source / "packaging/Containerfile").read_text()
assert re.search(r"^FROM debian:12-slim$", text, re.M)
folder, = re.findall(r"^WORKDIR (\S+)", text, re.M)
entry, = re.findall(r'^ENTRYPOINT \["(\S+)"\]', text, re.M)
hooks = []
for word, rest in re.findall(r"^(COPY|RUN) (.*)", text, re.M):
    if word == "COPY":
        _, to = rest.split()
        hooks.append(f"copy-in {deb} {to}")
    else:
        hooks.append(f'chroot "$1" sh -c {shlex.quote(rest)}')
with tempfile.NamedTemporaryFile("r") as log:
    hooks += [f'mkdir "$1{folder}"', f"copy-in {source / 'test/cli/Inputs/race.cu'} {folder}",
              f'chroot "$1" sh -c "cd {folder}; {entry} race.cu; {entry} --diff race.cu; {entry} --version" >{log.name} 2>&1']
    result = subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", "--skip=cleanup/apt",
                             *(f"--customize-hook={hook}" for hook in hooks), "bookworm", "/dev/null"],
                            capture_output=True, text=True)
    said = log.read()
check_network(result, said)
check_example(source, said)
