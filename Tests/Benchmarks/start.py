#!/usr/bin/env python3
"""What a whole process costs beside `curl --version`: CPU of it and of all that it starts, and the time somebody waits.

    start.py PROGRAM DIR

PROGRAM is a release build of driftwatch, DIR a folder with recordings of the contract `todo`. Calls in turn, 40 of each, medians:
other work on the machine then meets all alike.
"""

import os
import shutil
import statistics
import sys
import time
from pathlib import Path

CALLS = 40


def cost(command):
    """Milliseconds of CPU (user and system, children included) and of time."""
    silent = [(os.POSIX_SPAWN_OPEN, number, "/dev/null", os.O_WRONLY, 0) for number in (1, 2)]
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=silent)
    usage = os.wait4(process, 0)[2]
    return (usage.ru_utime + usage.ru_stime) * 1e3, (time.perf_counter() - start) * 1e3


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = (os.path.abspath(argument) for argument in sys.argv[1:])
    small = next(path for path in sorted(Path(folder).glob("**/categories/*.json")) if not path.name.endswith(".meta.json"))
    commands = {
        "curl --version": [shutil.which("curl"), "--version"],
        "driftwatch --version": [program, "--version"],
        f"driftwatch backtest {small.name}": [program, "backtest", str(small)],
        "driftwatch check todo/categories --from DIR": [program, "check", "todo/categories", "--from", folder],
    }
    costs = {name: [] for name in commands}
    for call in range(CALLS + 1):
        for name, command in commands.items():
            found = cost(command)
            if call:  # the first warms up
                costs[name].append(found)
    base = [statistics.median(column) for column in zip(*costs["curl --version"])]
    for name, found in costs.items():
        cpu, wall = (statistics.median(column) for column in zip(*found))
        print(f"{name:45} CPU {cpu:5.1f} ms {cpu / base[0]:5.2f}x   time {wall:5.1f} ms {wall / base[1]:5.2f}x")


if __name__ == "__main__":
    main()
