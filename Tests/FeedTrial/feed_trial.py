#!/usr/bin/env python3
"""Plays the first hundred checks of 42 endpoints through the real command, from an empty ledger, and holds what is told against what is true.

Half of the endpoints are well: optional members that are there in 50 % to 99.9 % of the records, short and long lists, lists of new
records and lists that are polled again and again, lists that are empty at times. The others break in some round and stay broken.
For each way to break there is a number of checks within which it must be told at warning or above; before that, and at the endpoints
that are well, nothing may be.

    feed_trial.py --program .build/release/fixture-contracts --seeds 20

prints a table and exits 1 if anything was told that is not true, or not told in time.
"""
import argparse
import concurrent.futures
import http.server
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading

RATES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999]
OPTIONAL = ["summary", "rating", "link", "author"]


class Feed:
    """One endpoint: what it responds in each round."""

    def __init__(self, path, seed, kind, rate, break_name=None, breaks_at=None):
        self.path, self.kind, self.rate = path, kind, rate
        self.break_name, self.breaks_at = break_name, breaks_at
        self.random = random.Random(f"{seed} {path}")
        self.next_id = 1
        self.shows_break = False
        self.records = []
        if kind == "polled":
            self.records = [self.record() for _ in range(30)]

    def record(self):
        chance = self.random
        number = self.next_id
        self.next_id += 1
        record = {
            "id": number,
            "title": f"Post {number} {chance.randrange(10**6)}",
            "price": chance.randrange(5, 500),
            "state": chance.choice(["draft", "published", "archived"]),
            "publishedAt": f"2026-{chance.randrange(1, 13):02}-{chance.randrange(1, 28):02}T{chance.randrange(24):02}:00:00Z",
            "blocks": [
                {"kind": chance.choice(["text", "image", "quote"]), "text": f"Block {chance.randrange(10**6)}"}
                for _ in range(chance.randrange(1, 6))
            ],
        }
        values = {
            "summary": f"Summary {chance.randrange(10**6)}",
            "rating": round(chance.uniform(1, 5), 1) + 0.05,
            "link": f"https://example.com/posts/{number}",
            "author": {"name": f"Author {chance.randrange(40)}"},
        }
        for name in OPTIONAL:
            if chance.random() < self.rate:
                record[name] = values[name]
            elif chance.random() < 0.5:
                record[name] = None
        return record

    def response(self, round_number):
        """Status and body of this round."""
        chance = self.random
        if self.kind == "polled":
            self.records = [self.record() if chance.random() < 0.02 else old for old in self.records]
            records = json.loads(json.dumps(self.records))
        else:
            count = {"one": 1, "short": 3, "long": 20, "search": chance.choice([0, 1, 2, 5, 9])}[self.kind]
            records = [self.record() for _ in range(count)]
        if self.breaks_at and round_number >= self.breaks_at:
            before = json.dumps(records)
            status, body = BREAKS[self.break_name][2](records, chance)
            # What hits a fifth of the records may hit none by chance.
            self.shows_break = status != 200 or json.dumps(body) != before
            return status, body
        return 200, records


def each(change):
    def broken(records, chance):
        for record in records:
            change(record, chance)
        return 200, records

    return broken


def share(rate, change):
    return each(lambda record, chance: change(record) if chance.random() < rate else None)


def first(count, change):
    def broken(records, chance):
        for record in records[:count]:
            change(record)
        return 200, records

    return broken


def put(name, value):
    return lambda record, *_: record.__setitem__(name, value(record) if callable(value) else value)


def drop(name):
    return lambda record, *_: record.pop(name, None)


def renamed(old, new):
    def change(record, *_):
        if old in record:
            record[new] = record.pop(old)

    return change


def kind_of_block(record, *_):
    record["blocks"][0]["kind"] = "video"


# For each way to break: what the feed is like, within how many checks it must be told, and what it responds then. The checks are what
# docs/evidence.md says of sixty and more responses before.
BREAKS = {
    "a number becomes a text": ("long", 1, each(put("price", lambda r: str(r["price"])))),
    "a number becomes an object": ("polled", 1, each(put("price", lambda r: {"amount": r["price"]}))),
    "whole numbers become fractions": ("long", 1, each(put("price", lambda r: r["price"] + 0.5))),
    "a required member goes": ("long", 1, each(drop("title"))),
    "a required member is null": ("one", 1, each(put("title", None))),
    "a member is renamed": ("polled", 1, each(renamed("publishedAt", "published_at"))),
    "dates are written differently": ("long", 1, each(put("publishedAt", "12.03.2026"))),
    "a new case of an enum": ("long", 1, first(1, put("state", "embargoed"))),
    "the list is wrapped": ("long", 1, lambda records, _: (200, {"data": records})),
    "an element of a new kind": ("long", 1, first(1, kind_of_block)),
    "an optional member goes from all": ("long", 2, each(drop("summary"))),
    "an optional member goes from half": ("long", 6, share(0.5, drop("summary"))),
    "an optional member goes from a fifth": ("long", 10, share(0.2, drop("summary"))),
    "a mapping drops all": ("long", 1, each(put("title", ""))),
    "a mapping drops a fifth": ("long", 10, share(0.2, put("title", ""))),
    "24 records become one": ("polled", 5, lambda records, _: (200, records[:1])),
    "a list is empty": ("long", 5, lambda records, _: (200, [])),
    "a link is none any more": ("long", 6, each(put("link", "n/a"))),
    "the endpoint is gone": ("long", 2, lambda *_: (404, {"error": "gone"})),
    "an outage": ("long", 2, lambda *_: (503, {"error": "later"})),
    "a page in place of the response": ("long", 2, lambda *_: (200, "<!doctype html><title>Sign in</title>")),
}
ALWAYS_THERE = {name for name in BREAKS if "optional" in name or "link" in name}


def feeds(seed, rounds):
    chance = random.Random(seed)
    result = []
    kinds = ["long", "polled", "short", "one", "search"]
    for index in range(21):
        rate = RATES[index % len(RATES)]
        result.append(Feed(f"feed-{index + 1}", seed, kinds[(index + index // len(RATES)) % len(kinds)], rate))
    for index, (name, (kind, _, _)) in enumerate(BREAKS.items()):
        rate = 1.0 if name in ALWAYS_THERE else chance.choice(RATES)
        at = chance.randrange(rounds * 6 // 10, rounds * 8 // 10 + 1)
        result.append(Feed(f"feed-{index + 22}", seed, kind, rate, name, at))
    return result


class Provider(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.bodies = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        status, body = self.server.bodies.get(self.path.split("?")[0].strip("/"), (404, b"{}"))
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def play(seed, rounds, program):
    """What was told falsely, by way to break after how many checks it was told (None: never), and the checks that showed the break
    and were silent although it had been told before."""
    provider = Provider()
    threading.Thread(target=provider.serve_forever, daemon=True).start()
    scene = feeds(seed, rounds)
    false, delays, silent = [], {}, []
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "driftwatch.json"), "w") as file:
            json.dump({"blindAfter": 0.0000001, "blindChecks": 2}, file)
        os.mkdir(os.path.join(folder, "Contracts"))
        for number in range(1, rounds + 1):
            for feed in scene:
                status, body = feed.response(number)
                text = body if isinstance(body, str) else json.dumps(body)
                provider.bodies[feed.path] = (status, text.encode())
            ending = subprocess.run(
                [program, "check", *(f"feeds/{feed.path}" for feed in scene), "--format", "json", "--db", "ledger.sqlite",
                 "--base-url", f"feeds=http://127.0.0.1:{provider.server_port}"],
                cwd=folder, capture_output=True, env={**os.environ, "FIXTURE_CONTRACTS": "feeds"})
            if ending.returncode not in (0, 1, 3):
                raise SystemExit(f"seed {seed}, round {number}: exit {ending.returncode}\n{ending.stderr.decode()}")
            told = {}
            for finding in json.loads(ending.stdout)["findings"]:
                if finding["level"] != "info":
                    told.setdefault(finding["endpoint"], []).append(finding)
            for feed in scene:
                here = told.get(feed.path, [])
                if feed.breaks_at and number >= feed.breaks_at:
                    if here and feed.break_name not in delays:
                        delays[feed.break_name] = number - feed.breaks_at + 1
                    elif not here and feed.break_name in delays and feed.shows_break:
                        silent.append((number, seed, feed.path, feed.break_name))
                    continue
                for finding in here:
                    what = (seed, feed.path, feed.kind, feed.rate, finding["rule"], finding["path"])
                    if what not in [item[1:] for item in false]:
                        false.append((number, *what))
    provider.shutdown()
    return false, {name: delays.get(name) for name in BREAKS}, silent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, help="the command with the made-up contracts: fixture-contracts")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=100)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda seed: play(seed, options.rounds, program), seeds))
    false = [item for found, _, _ in results for item in found]
    silent = [item for _, _, found in results for item in found]
    print(f"{options.seeds} seeds, {options.rounds} rounds, 42 endpoints: {42 * options.rounds * options.seeds:,} responses")
    print(f"told falsely at warning or above: {len(false)}")
    for number, seed, path, kind, rate, rule, where in false:
        print(f"  round {number} of seed {seed}: {rule} {where} at {path} ({kind}, members there in {rate:.1%})")
    print(f"checks that showed a break and were silent although it had been told before: {len(silent)}")
    for number, seed, path, name in silent[:50]:
        print(f"  round {number} of seed {seed}: {path} ({name})")
    print(f"{'checks until it is told':40}  promised  median  most")
    late = 0
    for name, (_, promised, _) in BREAKS.items():
        delays = [delays[name] for _, delays, _ in results]
        is_late = any(delay is None or delay > promised for delay in delays)
        late += is_late
        known = [delay for delay in delays if delay is not None]
        most = "never" if None in delays else max(known)
        median = statistics.median(known) if known else "never"
        print(f"{name:40}  {promised:8}  {median:>6}  {most:>4}{'  LATE' if is_late else ''}")
    sys.exit(1 if false or late or silent else 0)


main()
