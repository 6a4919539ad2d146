# SPDX-License-Identifier: Apache-2.0
"""What packages with the static binary have to know of it: what must lie beside it, the C library that it needs, and the
licences of what is inside."""

import re
import subprocess
from pathlib import Path

# What every Linux distribution has, by the rules for manylinux wheels (PEP 600).
EVERYWHERE = re.compile(r"(libc|libm|libgcc_s|libstdc\+\+|ld-linux-x86-64|linux-vdso)\.so\.\d+")
# Marks of the C library without a version of their own, and the version that brought them.
MARKS = {"GLIBC_ABI_DT_RELR": (2, 36)}


def output(*command) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def shared_beside(binary: Path) -> list[Path]:
    """Its shared libraries that not every distribution has, under the names that it asks for."""
    libraries = re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", binary), re.M)
    return [Path(path) for name, path in libraries if not EVERYWHERE.fullmatch(name)]


def glibc(binary: Path) -> tuple[int, int]:
    """The oldest C library that the binary and what lies beside it run with."""
    needs = [(2, 17)]
    for file in [binary, *shared_beside(binary)]:
        for name in re.findall(r"Name: (GLIBC_\S+)", output("readelf", "-VW", file)):
            version = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(?:\.\d+)?", name)
            needs.append((int(version[1]), int(version[2])) if version else MARKS[name])
    return max(needs)


def licences(build: Path) -> dict[str, Path]:
    """The licences of the libraries that were linked, by Debian package."""
    cache = (build / "CMakeCache.txt").read_text()
    files = [Path(f) for f in re.findall(r"^\w+_ARCHIVE:FILEPATH=(/\S+)$", cache, re.M)]
    if "\nZ3_ARCHIVE:FILEPATH=Z3_ARCHIVE-NOTFOUND" in cache:
        files += [Path(f) for f in re.findall(r"^Z3_LIBRARY:FILEPATH=(/\S+)$", cache, re.M)]
    files += [Path(d) / "LLVMConfig.cmake" for d in re.findall(r"^LLVM_DIR:PATH=(\S+)", cache, re.M)]
    found = {}
    for file in files:
        owner = subprocess.run(["dpkg-query", "-S", file.resolve()], capture_output=True, text=True).stdout
        package = owner.partition(":")[0]
        text = Path("/usr/share/doc") / package / "copyright"
        if package and text.is_file():
            found[package] = text
    return found
