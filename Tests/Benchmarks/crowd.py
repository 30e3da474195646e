#!/usr/bin/env python3
"""What `driftwatch run` needs for ten thousand endpoints, each checked once a minute, against a loopback server.

    crowd.py FOLDER [--minutes N] [--every N]

FOLDER holds release builds of `crowd` and `fetching`:
swift build -c release --package-path Tests/Benchmarks --product crowd, and the same with fetching.

One response in N (five unless told) of each endpoint differs from the one before. Prints how late checks were, CPU of the program with all
that it starts, memory, descriptors, the size of the ledger, and what a bare libcurl loop needs for a request of about that size.
"""

import argparse
import json
import os
import subprocess
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

SERVER = Path(__file__).resolve().parents[1] / "Fixtures" / "ManyContracts" / "load_server.py"
TICK = os.sysconf("SC_CLK_TCK")
BYTES = 520  # about what the server responds with


def cpu(process):
    """Seconds of CPU of a process and of those that it waited for."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / TICK


def resident(process):
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def part(sorted_values, share):
    return sorted_values[min(len(sorted_values) - 1, int(len(sorted_values) * share))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=os.path.abspath)
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument("--every", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        server = subprocess.Popen(
            ["python3", str(SERVER), str(options.every)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        run = None
        try:
            port = int(server.stdout.readline())
            bases = [word for number in range(20) for word in ("--base-url", f"crowd-{number}=http://127.0.0.1:{port}")]
            run = subprocess.Popen(
                [f"{options.folder}/crowd", "run", "--db", f"{place}/ledger.sqlite", "--log-format", "json", *bases],
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            play(run, port, options, place)
        finally:
            for process in (run, server):
                if process is not None and process.poll() is None:
                    process.kill()
                    process.wait()


def play(run, port, options, place):
    started = time.monotonic()
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(run.stderr), daemon=True)
    reader.start()
    samples = []
    while time.monotonic() - started < options.minutes * 60 and run.poll() is None:
        time.sleep(5)
        if run.poll() is None:
            samples.append((cpu(run.pid), resident(run.pid), len(os.listdir(f"/proc/{run.pid}/fd")), time.monotonic() - started))
    gaps = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/_gaps"))
    run.terminate()
    code = run.wait(60)
    reader.join(10)
    rounds = [json.loads(line) for line in lines if '"round_finished"' in line]
    lags = sorted(lag for line in rounds for lag in [line.get("lag_seconds", 0)] * line.get("checked", 0))
    if code != 0 or not lags or not samples:
        raise SystemExit(f"the run ended with {code} after {len(lags)} checks: {''.join(lines[-3:])}")
    bare = float(subprocess.run(
        [f"{options.folder}/fetching", "--bare", "50000", str(BYTES)], check=True, capture_output=True, text=True).stdout)
    used, _, _, passed = samples[-1]
    each = 1e6 * used / gaps["requests"]
    third = len(samples) // 3
    print(f"{gaps['requests']} checks of {gaps['paths']} endpoints in {passed:.0f} s, {len(rounds)} rounds; "
          f"one response in {options.every} new")
    print(f"lag: median {part(lags, 0.5):.2f} s, p99 {part(lags, 0.99):.2f} s, longest {lags[-1]:.2f} s")
    print(f"seconds between requests of one endpoint: {gaps['shortest']:.1f} to {gaps['longest']:.1f}, median {gaps['median']:.1f}")
    print(f"CPU: {100 * used / passed:.0f} % of one core, {each:.0f} us for each check; bare libcurl {bare:.0f} us for each request, "
          f"{each / bare:.1f} times")
    print(f"memory: {max(s[1] for s in samples[third:2 * third]):.0f} MB in the middle, "
          f"{max(s[1] for s in samples[2 * third:]):.0f} MB at the end; "
          f"descriptors {min(s[2] for s in samples)} to {max(s[2] for s in samples)}; "
          f"ledger {os.path.getsize(f'{place}/ledger.sqlite') / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
