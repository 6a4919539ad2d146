# SPDX-License-Identifier: Apache-2.0
"""patch_texts.py TOOL FOLDER KERNEL: writes the kernel in many forms of text, takes the
patches of each in with git am and compares with what --apply makes."""

import shutil
import subprocess
import sys
from pathlib import Path

tool, folder, kernel = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]).read_text()


def run(*command, code=0):
    done = subprocess.run([str(c) for c in command], cwd=folder, capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


main = kernel.index("int main")
forms = {
    "windows": kernel.replace("\n", "\r\n").encode(),
    "no-newline": kernel.rstrip("\n").encode(),
    "repair-at-end": (kernel[main:].replace("shift<<<1, 256>>>(out, in);", "")
                      + kernel[:main].rstrip("\n")).encode(),
    "tabs": kernel.replace("  ", "\t").encode(),
    "utf-8": kernel.replace("  s[", "  // Größe: 256 · 4 Bytes → „s“\n  s[").encode(),
    "latin-1": kernel.replace("  s[", "  // Größe\n  s[").encode("latin-1"),
    "bom": b"\xef\xbb\xbf" + kernel.encode(),
    "with space": kernel.encode(),
    "größe": kernel.encode(),
}
source, applied = folder / "src", folder / "applied"
source.mkdir()
for name, text in forms.items():
    (source / f"{name}.cu").write_bytes(text)
run("git", "init", "-q")
run("git", "config", "core.autocrlf", "false")
run("git", "add", ".")
run("git", "commit", "-qm", "first")
run(tool, "--patches", "out", "src", code=1)
shutil.copytree(source, applied)
run(tool, "--apply", "applied")
patches = (folder / "out" / "series").read_text().split("\n")[:-1]
assert len(patches) == len(forms), patches
for patch in patches:
    run("git", "am", "-q", Path("out", patch))
for name, text in forms.items():
    made = (source / f"{name}.cu").read_bytes()
    assert made != text and made == (applied / f"{name}.cu").read_bytes(), name
