# SPDX-License-Identifier: Apache-2.0
"""same_after_edits.py CUDA-FIX FOLDER SEED ROUNDS FILES...: after edits of one place (a comment, a line, a number, a statement),
results are byte for byte the same with and without what the runs before have left in the cache."""

import os
import random
import re
import shutil
import subprocess
import sys

TOOL, FOLDER, SEED, ROUNDS, *FILES = sys.argv[1:]
SECONDS = re.compile(rb'("(?:parse|model|detect|repair|verify)": )[0-9.e+-]+')


def run(folder, name, *options):
    command = [TOOL, f"--cache-dir={FOLDER}/cache", "--format=json", "--show=possible,note", *options, name]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, SECONDS.sub(rb"\1", done.stdout), done.stderr


def edited(text, chance):
    """The text with one edit in or near one kernel."""
    kernels = [m.start() for m in re.finditer(r"^.*__global__", text, re.MULTILINE)]
    at = chance.choice(kernels) if kernels else 0
    kind = chance.randrange(4)
    numbers = [m for m in re.finditer(r"\b[1-9][0-9]{0,3}\b", text) if m.start() > at]
    body = text.find("{", at)
    if kind == 0 or (kind == 2 and body < 0) or (kind == 3 and not numbers):
        return text[:at] + "// A comment.\n" * chance.randrange(1, 4) + text[at:]
    if kind == 1:
        return "\n" * chance.randrange(1, 4) + text
    if kind == 2:
        return text[:body + 1] + chance.choice(["\n", " (void)threadIdx.x;", " __syncthreads();"]) + text[body + 1:]
    number = chance.choice(numbers[:12])
    return text[:number.start()] + str(int(number.group()) + 1) + text[number.end():]


for file in FILES:
    folder = os.path.join(FOLDER, os.path.basename(os.path.dirname(os.path.abspath(file))))
    shutil.copytree(os.path.dirname(os.path.abspath(file)), folder, dirs_exist_ok=True)
    name = os.path.basename(file)
    chance = random.Random(SEED + name)
    before = open(file).read()
    run(folder, name)
    for step in range(int(ROUNDS)):
        text = edited(before, chance)
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)
        plain, remembered = run(folder, name, "--fresh"), run(folder, name)
        if plain != remembered:
            for which, answer in ("plain", plain), ("remembered", remembered):
                with open(os.path.join(FOLDER, which), "wb") as out:
                    out.write(answer[1])
            sys.exit(f"{file}, edit {step}: another answer from the cache ({FOLDER}/plain, {FOLDER}/remembered)")
        if chance.randrange(2):  # go on from here, or go back
            before = text
    print(f"{file}: the same", flush=True)
