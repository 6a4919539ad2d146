# SPDX-License-Identifier: Apache-2.0
"""remote_cache.py http|redis CUDA-FIX FILE: a cache on a server of this machine. The file has one
race; whatever the server does, that is the answer."""

import http.server
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

HOW, TOOL, FILE = sys.argv[1:]


class Store(http.server.BaseHTTPRequestHandler):
    """As nginx with dav_methods PUT, in memory."""

    entries: dict[str, bytes] = {}
    status = 200

    def do_GET(self):
        data = self.entries.get(self.path, b"")
        self.send_response(404 if self.path not in self.entries else self.status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_PUT(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if self.status == 200:
            self.entries[self.path] = data
        self.send_response(201 if self.status == 200 else self.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def run(url, *options, key=""):
    """The answer and the line of --cache-stats, with a folder that is empty."""
    with tempfile.TemporaryDirectory() as own:
        env = {k: v for k, v in os.environ.items() if k != "CUDA_FIX_CACHE_KEY"}
        env |= {"CUDA_FIX_CACHE_KEY": key} if key else {}
        # The headers' cache stays: what is made there is made once.
        results = os.path.join(own, "results")
        os.makedirs(results, mode=0o700)
        subprocess.run(["ln", "-s", HEADERS, os.path.join(own, "pch")], check=True)
        done = subprocess.run(
            [TOOL, f"--cache-dir={own}", f"--remote-cache={url}", "--cache-stats", *options, FILE],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and "[shared-race, confirmed]" in done.stdout + done.stderr or (
        "--diff" in options and "__syncthreads" in done.stdout), done
    return done.stderr


def expect(text, remembered, worked_out=None):
    want = f"cache: {remembered} remembered, {1 - remembered if worked_out is None else worked_out} worked out"
    assert want in text, text


def both_ways(url):
    expect(run(url), 0)
    expect(run(url), 1)


def over_http():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://user:secret@127.0.0.1:{server.server_address[1]}/store/"
    both_ways(url)
    assert len(Store.entries) == 3, Store.entries.keys()
    assert all(re.fullmatch("/store/ac/[0-9a-f]{64}", name) for name in Store.entries)
    # What nobody has signed changes no file, and what others have signed is not there.
    expect(run(url, "--diff"), 0, 2)  # the file, and the repaired text
    expect(run(url, key="mine"), 0)
    expect(run(url, key="mine"), 1)
    expect(run(url, "--diff", key="mine"), 1, 1)
    expect(run(url, "--diff", key="mine"), 2, 0)
    expect(run(url, key="theirs"), 0)
    expect(run(url), 0)
    whole = dict(Store.entries)
    for spoil in (lambda b: b[:-1], lambda b: b"", lambda b: b + b"x", lambda b: b[:50] + b"?" + b[51:]):
        Store.entries = {name: spoil(data) for name, data in whole.items()}
        expect(run(url), 0)
    # A server that fails is named, without the password, and costs an answer's time only.
    Store.entries, Store.status = whole, 500
    text = run(url)
    assert "--remote-cache is not used any more: http://127.0.0.1" in text and "500" in text, text
    expect(text, 0)
    server.shutdown()
    server.server_close()
    text = run(url)
    assert "--remote-cache is not used any more: http://127.0.0.1" in text, text
    assert "secret" not in text, text


def over_redis():
    with tempfile.TemporaryDirectory() as folder:
        socket = os.path.join(folder, "socket")
        server = subprocess.Popen(["redis-server", "--port", "0", "--unixsocket", socket, "--save", "",
                                   "--dir", folder], stdout=subprocess.DEVNULL)
        try:
            for _ in range(200):
                if os.path.exists(socket):
                    break
                time.sleep(0.05)
            both_ways(f"redis+unix:{socket}")
        finally:
            server.terminate()
            server.wait()
        text = run(f"redis+unix:{socket}")
        assert "--remote-cache is not used any more: the redis server cannot be reached" in text, text


with tempfile.TemporaryDirectory() as HEADERS:
    {"http": over_http, "redis": over_redis}[HOW]()
