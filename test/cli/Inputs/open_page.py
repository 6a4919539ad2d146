# SPDX-License-Identifier: Apache-2.0
"""open_page.py PAGE MOST_MILLISECONDS LEAST_FINDINGS: opens the page in headless Chromium, goes through the first findings by
keys, and opens all that its views hold."""

import os
import re
import subprocess
import sys
import tempfile

page, most, least = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
browser = next(b for b in ["/usr/bin/chromium", "chromium", "chromium-browser"]
               if b[0] != "/" or os.path.exists(b))
# What a reader may do; an error of it is one on the console.
VISIT = """<script>
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
const open = () => document.querySelectorAll("details").forEach((box) => { box.open = true; box.dispatchEvent(new Event("toggle")); });
for (const view of ["f", "e", "s"]) { press(view); for (let i = 0; i < 8; ++i) { open(); press("j"); } }
for (const key of ["k", "t", "t", "f"]) press(key);
document.documentElement.dataset.visited = "yes";
</script>"""

with tempfile.TemporaryDirectory() as profile:
    visited = os.path.join(profile, "visited.html")
    with open(page, encoding="utf-8") as source, open(visited, "w", encoding="utf-8") as copy:
        head, end, tail = source.read().rpartition("</body>")
        copy.write(head + VISIT + end + tail)
    command = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
               "--enable-logging=stderr", "--v=0", "--dump-dom",
               "file://" + visited]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
errors = [line for line in run.stderr.splitlines() if "CONSOLE" in line]
if errors:
    sys.exit("\n".join(errors))
ready = re.search(r'data-ready="(\d+)"', run.stdout)
if not ready:
    sys.exit("the page does not come to its end: " + run.stdout[:400] + run.stderr[-400:])
if 'data-visited="yes"' not in run.stdout:
    sys.exit("the views of the page cannot be gone through")
items = len(re.findall(r'<li role="option"', run.stdout))
if items < least:
    sys.exit(f"{items} findings are listed, not {least}")
if int(ready[1]) > most:
    sys.exit(f"{items} findings took {ready[1]} ms to open")
print(f"{items} findings, {ready[1]} ms")
