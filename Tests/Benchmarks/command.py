#!/usr/bin/env python3
"""What `driftwatch backtest` costs beside the app's own code alone: decoding and mapping of the same files by the same three versions.
With `--replay` the same for `driftwatch replay` over so many megabytes of recordings.

    command.py PROGRAM [--runs N] [--replay MEGABYTES]

PROGRAM is a release build of driftwatch with the contracts of this repository. The files are made up after a recording of platzi-store:
500 responses of 50 products, and one of 10,000; recordings are of 500 products. Needs `swiftc` on PATH for the app's own code. Calls in turn; medians of user and system
CPU with all that is started.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHOP = ROOT / "Contracts" / "PlatziStore"


def responses(folder, count, records):
    """Files of responses that differ in ids, titles and prices, one a quarter of an hour."""
    source = sorted(SHOP.glob("Recordings/*/platzi-store/api/v1/products/index.json"))[-1]
    products = json.loads(source.read_text())
    choice = random.Random(1)
    folder.mkdir()
    paths = []
    for number in range(count):
        made = []
        for record in range(records):
            product = dict(choice.choice(products))
            product.update(id=number * 7 + record, price=choice.randint(1, 200))
            product["title"] += f" {choice.randint(1, 999)}"
            made.append(product)
        path = folder / f"{number:04}.json"
        path.write_text(json.dumps(made))
        os.utime(path, (1_700_000_000 + number * 900,) * 2)
        paths.append(str(path))
    return paths


def plain(folder):
    """The program that decodes and maps, of the app's own files without those that speak of contracts."""
    objects = []
    for version in ("V1", "V2", "V3"):
        name = f"PlatziStore{version}"
        files = [path for path in sorted((SHOP / version).glob("*.swift")) if path.name != "Adapter.swift"]
        files.append(ROOT / "Tests" / "Benchmarks" / "Plain" / f"{version}.swift")
        subprocess.run(
            ["swiftc", "-O", "-wmo", "-parse-as-library", "-swift-version", "5", "-module-name", name, "-emit-module",
             "-emit-object", "-o", f"{name}.o", *map(str, files)], check=True, cwd=folder)
        objects.append(f"{name}.o")
    main = ROOT / "Tests" / "Benchmarks" / "Plain" / "main.swift"
    subprocess.run(
        ["swiftc", "-O", "-static-stdlib", "-swift-version", "5", "-I", ".", str(main), *objects, "-o", "plain"],
        check=True, cwd=folder)
    return str(folder / "plain")


def cost(command):
    """Seconds of CPU, user and system, children included; seconds; and the most memory of one process in megabytes."""
    silent = [(os.POSIX_SPAWN_OPEN, number, "/dev/null", os.O_WRONLY, 0) for number in (1, 2)]
    started = time.monotonic()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=silent)
    _, status, usage = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{command[0]} ended with {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - started, usage.ru_maxrss / 1024


def replay(own, program, folder, megabytes):
    """Recordings of one endpoint through three versions, in files of about 250 kB."""
    place = folder / "recordings" / "2026-01-05" / "platzi-store" / "api" / "v1" / "products"
    place.parent.mkdir(parents=True)
    files, total = [], 0
    first = responses(place, 40, 500)
    for index, path in enumerate(first):
        name = place / f"index.{index:05}.json"
        os.rename(path, name)
        first[index] = str(name)
    while total < megabytes << 20:
        if len(files) < len(first):
            path = first[len(files)]
        else:
            path = str(place / f"index.{len(files):05}.json")
            shutil.copyfile(first[len(files) % len(first)], path)
        files.append(path)
        total += os.path.getsize(path)
    commands = {"plain": [own, *files],
                "driftwatch": [program, "replay", "platzi-store/products", "--from", str(folder / "recordings")]}
    for name, command in commands.items():
        cpu, wall, memory = cost(command)
        print(f"{name}: {total / 2**20:.0f} MB in {len(files)} files: {cpu:.1f} s CPU, {wall:.1f} s, "
              f"{total / 2**20 / wall:.0f} MB/s, at most {memory:.0f} MB in one process", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--replay", type=int, metavar="MEGABYTES")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        own = plain(folder)
        if options.replay:
            replay(own, options.program, folder, options.replay)
            return
        for count, records in ((500, 50), (1, 10_000)):
            files = responses(folder / f"{records}", count, records)
            commands = {"plain": [own, *files],
                        "driftwatch": [options.program, "backtest", "--contract", "platzi-store/products", *files]}
            costs = {name: [] for name in commands}
            for _ in range(options.runs):
                for name, command in commands.items():
                    costs[name].append(cost(command)[0])
            middle = {name: statistics.median(found) for name, found in costs.items()}
            print(f"{count} x {records} records: plain {middle['plain']:.2f} s, driftwatch {middle['driftwatch']:.2f} s, "
                  f"{middle['driftwatch'] / middle['plain']:.1f} times", flush=True)


if __name__ == "__main__":
    main()
