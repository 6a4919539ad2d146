# SPDX-License-Identifier: Apache-2.0
"""open_page.py PAGE MOST_MILLISECONDS LEAST_FINDINGS: opens the page in headless Chromium."""

import os
import re
import subprocess
import sys
import tempfile

page, most, least = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
browser = next(b for b in ["/usr/bin/chromium", "chromium", "chromium-browser"]
               if b[0] != "/" or os.path.exists(b))
with tempfile.TemporaryDirectory() as profile:
    command = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
               "--enable-logging=stderr", "--v=0", "--dump-dom",
               "file://" + os.path.abspath(page)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
errors = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
if errors:
    sys.exit("\n".join(errors))
ready = re.search(r'data-ready="(\d+)"', run.stdout)
if not ready:
    sys.exit("the page does not come to its end: " + run.stdout[:400] + run.stderr[-400:])
items = len(re.findall(r'<li role="option"', run.stdout))
if items < least:
    sys.exit(f"{items} findings are listed, not {least}")
if int(ready[1]) > most:
    sys.exit(f"{items} findings took {ready[1]} ms to open")
print(f"{items} findings, {ready[1]} ms")
