#!/usr/bin/env python3
"""What `driftwatch run` needs for ten thousand endpoints, each checked once a minute, against a loopback server.

    crowd.py PROGRAM [--minutes N]

PROGRAM is a release build of `crowd`: swift build -c release --package-path Tests/Benchmarks --product crowd. Every twentieth response of
an endpoint is new. Prints how late checks were, CPU of the program with all that it starts, memory, descriptors, the size of the ledger, and
what a bare libcurl loop needs for a request of the same size, in the same run.
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
BYTES = 520  # a response of the server


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
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--minutes", type=float, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        server = subprocess.Popen(["python3", str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        port = int(server.stdout.readline())
        bases = [word for number in range(20) for word in ("--base-url", f"crowd-{number}=http://127.0.0.1:{port}")]
        started = time.monotonic()
        run = subprocess.Popen(
            [options.program, "run", "--db", f"{place}/ledger.sqlite", "--log-format", "json", *bases],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        lines = []
        reader = threading.Thread(target=lambda: lines.extend(run.stderr), daemon=True)
        reader.start()
        samples = []
        while time.monotonic() - started < options.minutes * 60 and run.poll() is None:
            time.sleep(5)
            if run.poll() is None:
                samples.append((cpu(run.pid), resident(run.pid), len(os.listdir(f"/proc/{run.pid}/fd"))))
        gaps = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/_gaps"))
        passed = time.monotonic() - started
        run.terminate()
        code = run.wait(60)
        reader.join(10)
        server.stdin.close()
        server.wait(10)
        ledger = os.path.getsize(f"{place}/ledger.sqlite") / 1e6
        rounds = [json.loads(line) for line in lines if '"round_finished"' in line]
        lags = sorted(lag for line in rounds for lag in [line.get("lag_seconds", 0)] * line.get("checked", 0))
        if code != 0 or not lags or not samples:
            raise SystemExit(f"the run ended with {code} after {len(lags)} checks: {''.join(lines[-3:])}")
        bare = float(subprocess.run(
            [options.program, "--bare", "50000", str(BYTES)], check=True, capture_output=True, text=True).stdout)
        used = samples[-1][0]
        third = len(samples) // 3
        print(f"{len(lags)} checks of {gaps['paths']} endpoints in {passed:.0f} s, {len(rounds)} rounds")
        print(f"lag: median {part(lags, 0.5):.2f} s, p99 {part(lags, 0.99):.2f} s, longest {lags[-1]:.2f} s")
        print(f"seconds between requests of one endpoint: {gaps['shortest']:.1f} to {gaps['longest']:.1f}, median {gaps['median']:.1f}")
        print(f"CPU: {100 * used / passed:.0f} % of one core, {1e6 * used / len(lags):.0f} us for each check; bare libcurl "
              f"{bare:.0f} us for each request, {1e6 * used / len(lags) / bare:.1f} times")
        print(f"memory: {max(m for _, m, _ in samples[third:2 * third]):.0f} MB in the middle, "
              f"{max(m for _, m, _ in samples[2 * third:]):.0f} MB at the end; "
              f"descriptors {min(d for *_, d in samples)} to {max(d for *_, d in samples)}; ledger {ledger:.0f} MB")


if __name__ == "__main__":
    main()
