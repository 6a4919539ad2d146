# SPDX-License-Identifier: Apache-2.0
"""same_answers.py CUDA-FIX FOLDER FILES...: what the tool prints of the files, in three formats,
is the same without remembered results, when they are made and when they are used."""

import os
import re
import subprocess
import sys

assert all(map(os.path.isfile, sys.argv[3:]))
TOOL, FOLDER, *FILES = sys.argv[1:]
SECONDS = re.compile(rb'("(?:parse|model|detect|repair|verify)": )[0-9.e+-]+')


def run(*options):
    command = [TOOL, f"--cache-dir={FOLDER}", "--show=possible,note", *options, *FILES]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout, done.stderr


def parts(answer):
    code, out, err = answer
    last = err.decode().splitlines()[-1]
    return (code, SECONDS.sub(rb"\1", out), err[:-len(last) - 1]), last


for form in "text", "json", "sarif":
    code, out, err = run(f"--format={form}", "--fresh")
    plain = code, SECONDS.sub(rb"\1", out), err
    made = run(f"--format={form}", "--cache-stats")
    used = run(f"--format={form}", "--cache-stats")
    assert parts(made)[0] == plain, f"{form}: another answer when results are stored"
    assert used[:2] == made[:2] and parts(used)[0] == plain, f"{form}: another answer from the cache"
    # Host code and verdicts.
    assert parts(used)[1].startswith(f"cache: {2 * len(FILES)} remembered, 0 worked out"), parts(used)[1]
