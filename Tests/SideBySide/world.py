"""A loopback server whose responses the caller sets, and processes whose time and memory are measured."""
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from typing import Iterator

from stories import Response, Step


class Server:
    """Responses each path as it was told to (404 otherwise), and keeps what is posted to /hook."""

    def __init__(self):
        self._responses: dict[str, Iterator[Response]] = {}
        self.posted: list[dict] = []
        world = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.reply(next(world._responses.get(self.path.partition("?")[0], iter(())), Response(b"{}", 404)))

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.path == "/hook":
                    world.posted.append(json.loads(body))
                self.reply(Response(b"{}"))

            def reply(self, response: Response):
                self.send_response(response.status)
                self.send_header("Content-Type", response.media_type)
                self.send_header("Content-Length", str(len(response.body)))
                self.end_headers()
                self.wfile.write(response.body)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def serve(self, id: str, step: Step):
        """From now on, the requests of this story are answered with the step's responses in turn, from the first."""
        self._responses[f"/{id}"] = cycle(step.responses)

    def close(self):
        self._server.shutdown()
        self._server.server_close()


@dataclass(frozen=True)
class Ending:
    """How a process ended: exit code (a signal's number with a minus), output, wall time and processor time of it and of the
    children that it waited for in s, peak resident memory of the largest of them in MiB (getrusage(2))."""

    code: int
    output: str
    errors: str
    seconds: float
    processor_seconds: float
    mebibytes: float


class Folder:
    """A folder of its own for one tool; processes are started in it with a bare environment."""

    def __init__(self, name: str, **variables: str):
        self.path = Path(tempfile.mkdtemp(prefix=f"sidebyside-{name}-"))
        self._variables = variables

    def write(self, name: str, text: str) -> Path:
        file = self.path / name
        file.write_text(text)
        return file

    def run(self, *words: str | Path, limit: float = 180) -> Ending:
        """Runs a program to its end; it is killed after `limit` seconds."""
        environment = {"PATH": os.defpath, "HOME": str(self.path), "NO_COLOR": "1", "COLUMNS": "200", "LANG": "C.UTF-8"}
        environment |= self._variables
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            began = time.perf_counter()
            process = subprocess.Popen(
                [str(word) for word in words], cwd=self.path, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=errors)
            guardian = threading.Timer(limit, process.kill)
            guardian.start()
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - began
            guardian.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            errors.seek(0)
            return Ending(
                process.returncode, output.read().decode(errors="replace"), errors.read().decode(errors="replace"), seconds,
                usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)
