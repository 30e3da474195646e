#!/usr/bin/env python3
"""Plays a fleet: several `driftwatch run` on one PostgreSQL ledger, killed and restarted at random, and holds what happened against what is true.

Each path of a loopback provider breaks at times (`price` becomes an object) and is mended later. Monitors are killed with SIGKILL, the
server is killed and started again, and two reporters deliver what is new beside each other. In the end:

* no path was asked by two monitors at once, nor a host by two;
* each path was asked on its schedule;
* the transitions of each endpoint are those that the provider caused, in turn, none doubled and none missing;
* each transition was delivered, and how often more than once is counted.

    fleet_trial.py --program .build/release/fixture-contracts [--minutes 10] [--monitors 4] [--contracts 40] [--every 60]

prints the figures and exits 1 if any of this does not hold.
"""
import argparse
import asyncio
import collections
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

PER_CONTRACT = 50
DELAY = 0.05  # seconds that a response takes, so that requests that overlap are seen


class Provider:
    """Hosts 127.0.0.2 and so on; each path has a story of its own."""

    def __init__(self, hosts, every, minutes, seed):
        self.hosts, self.chance = hosts, random.Random(seed)
        self.begun = time.monotonic()
        self.requests = collections.defaultdict(list)  # path: (time, whether broken, who)
        self.answered = collections.defaultdict(list)  # path: whether broken, of what was sent whole
        self.inflight = collections.Counter()
        self.overlaps = 0
        self.host_peers = collections.defaultdict(collections.Counter)
        self.host_overlaps = []  # when, host, and who talks to it
        self.restarts = []
        self.kills = []  # when, and who
        self.every, self.end = every, minutes * 60
        self.stories = {}
        self.is_healing = False
        self.port = None
        self.loop = None

    def story(self, path):
        """When the path breaks and when it is mended, in seconds since the beginning; most never break."""
        if path not in self.stories:
            chance = random.Random(f"{self.chance.random()} {path}")
            # A baseline first, then long enough to be seen at least once, and mended for long enough.
            story = []
            if chance.random() < 0.1:
                start = chance.uniform(2.2, 4) * self.every
                story = [(start, start + chance.uniform(1.6, 3) * self.every)]
            self.stories[path] = story
        return self.stories[path]

    def is_broken(self, path):
        now = time.monotonic() - self.begun
        return any(start <= now < end for start, end in self.story(path))

    def body(self, path, broken):
        # A value that is never the same, so that each response is examined.
        price = {"amount": 1, "currency": "EUR"} if broken else 1.5
        items = [{"id": number, "name": f"item {number} {time.time()}", "price": price} for number in range(10)]
        return json.dumps(items).encode()

    async def serve(self, reader, writer, host):
        # A monitor is the process behind the connection's port, found once for each connection.
        ends = writer.get_extra_info("peername"), writer.get_extra_info("sockname")
        who = await asyncio.get_running_loop().run_in_executor(None, process_of, *ends)
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                path = head.split(b" ", 2)[1].decode()
                broken = self.is_broken(path)
                # A monitor that was killed right after it had sent this no longer talks to the host.
                if reader.at_eof() or reader.exception():
                    raise ConnectionError
                self.requests[path].append((time.monotonic(), broken, who))
                self.inflight[path] += 1
                self.host_peers[host][who] += 1
                self.overlaps += self.inflight[path] > 1
                if sum(count > 0 for count in self.host_peers[host].values()) > 1:
                    talking = [peer for peer, count in self.host_peers[host].items() if count > 0]
                    self.host_overlaps.append((time.monotonic(), host, talking))
                try:
                    await self.hold(reader)
                    body = self.body(path, broken)
                    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                 % (len(body), body))
                    await writer.drain()
                finally:
                    self.inflight[path] -= 1
                    self.host_peers[host][who] -= 1
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def hold(self, reader):
        """Waits, but not for a peer that is gone."""
        end = time.monotonic() + DELAY
        while time.monotonic() < end:
            if reader.at_eof() or reader.exception():
                raise ConnectionError
            await asyncio.sleep(0.005)

    def start(self):
        ready = threading.Event()

        async def main():
            servers = []
            for index in range(self.hosts):
                host = f"127.0.0.{index + 2}"
                server = await asyncio.start_server(
                    lambda r, w, host=host: self.serve(r, w, host), host, self.port or 0)
                self.port = server.sockets[0].getsockname()[1]
                servers.append(server)
            ready.set()
            await asyncio.Event().wait()

        threading.Thread(target=lambda: asyncio.run(main()), daemon=True).start()
        ready.wait()


def descriptors_of(process):
    """What the open descriptors of a process are; one that it closes meanwhile is left out."""
    found = set()
    try:
        for entry in os.listdir(f"/proc/{process}/fd"):
            try:
                found.add(os.readlink(f"/proc/{process}/fd/{entry}"))
            except OSError:
                pass
    except OSError:
        pass
    return found


def process_of(peer, own):
    """The process whose connection leads from `peer` to `own`, by /proc; the port's own number, negative, if it is gone by now.

    Both ends are compared, because the system gives one local port to connections to several hosts."""
    def spelled(address):
        return "".join(f"{int(part):02X}" for part in reversed(address[0].split("."))) + f":{address[1]:04X}"

    wanted = [spelled(peer), spelled(own)]
    try:
        for line in open("/proc/net/tcp"):
            fields = line.split()
            if fields[1:3] == wanted and fields[9] != "0":
                inode = f"socket:[{fields[9]}]"
                for process in list(monitors_alive):
                    if inode in descriptors_of(process):
                        return process
    except OSError:
        pass
    return -peer[1]


monitors_alive = set()


class Server:
    """A PostgreSQL server of this trial's own, run by an ordinary user."""

    def __init__(self, folder):
        versions = [f"/usr/lib/postgresql/{n}/bin" for n in range(30, 14, -1)]
        self.programs = next(p for p in versions if os.path.exists(p + "/postgres"))
        self.folder = folder
        os.makedirs(folder, mode=0o777)
        os.chmod(folder, 0o777)
        self.user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
        subprocess.run(self.user + [f"{self.programs}/initdb", "-D", f"{folder}/data", "-U", "driftwatch", "-A", "trust", "-E",
                                    "UTF8", "--locale=C.UTF-8"], check=True, stdout=subprocess.DEVNULL)
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.user + [f"{self.programs}/postgres", "-D", f"{self.folder}/data", "-k", self.folder, "-c", "listen_addresses=",
                         "-c", "max_connections=200"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while subprocess.run([f"{self.programs}/pg_isready", "-q", "-h", self.folder]).returncode:
            time.sleep(0.1)

    def restart(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()
        self.start()

    @property
    def address(self):
        return f"postgres://driftwatch@/postgres?host={self.folder}"

    def ask(self, sql):
        result = subprocess.run([f"{self.programs}/psql", "-h", self.folder, "-U", "driftwatch", "-d", "postgres", "-At", "-F", "\t",
                                 "-c", "SET search_path=driftwatch", "-c", sql], capture_output=True, text=True, check=True)
        return [line.split("\t") for line in result.stdout.splitlines() if line != "SET"]


class Monitor:
    def __init__(self, command, environment, log):
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=open(log, "a"), start_new_session=True)
        monitors_alive.add(self.process.pid)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        monitors_alive.discard(self.process.pid)


def part(values, share):
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=os.path.abspath)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--monitors", type=int, default=4)
    parser.add_argument("--contracts", type=int, default=40)
    parser.add_argument("--every", type=int, default=60)
    parser.add_argument("--kill-every", type=float, default=5)
    parser.add_argument("--restarts", type=int, default=2)
    parser.add_argument("--hosts", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--logs", help="a folder that the monitors' logs are kept in")
    options = parser.parse_args()
    place = tempfile.mkdtemp(prefix="drift-fleet-")
    os.chmod(place, 0o755)
    server = Server(f"{place}/server")
    try:
        return play(options, place, server)
    finally:
        for process in list(monitors_alive):
            os.kill(process, signal.SIGKILL)
        server.process.send_signal(signal.SIGQUIT)
        server.process.wait()
        if options.logs:
            for name in os.listdir(place):
                if name.endswith(".log"):
                    shutil.copy(f"{place}/{name}", options.logs)
        shutil.rmtree(place, ignore_errors=True)


def play(options, place, server):
    chance = random.Random(options.seed)
    provider = Provider(options.hosts, options.every, options.minutes, options.seed)
    provider.start()
    bases = {f"many-{n}": f"http://127.0.0.{n % options.hosts + 2}:{provider.port}" for n in range(options.contracts)}
    config = f"{place}/driftwatch.json"
    with open(config, "w") as file:
        json.dump({"baseURLs": {"production": bases}, "intervals": {name: f"{options.every}s" for name in bases}}, file)
    environment = {"PATH": os.environ["PATH"], "HOME": place, "FIXTURE_CONTRACTS": "many"}
    common = ["--db", server.address, "--config", config]
    command = [options.program, "run", "--log-format", "json", "--standby"] + common
    logs = [f"{place}/monitor-{n}.log" for n in range(options.monitors)]
    # The first makes the tables; the others find them.
    monitors = [Monitor(command, environment, log) for log in logs]
    sink, stop = f"{place}/sink", threading.Event()
    os.makedirs(sink)
    failures = []

    def report(name):
        number = 0
        while not stop.is_set():
            number += 1
            target = f"{sink}/{name}-{number}.json"
            ending = subprocess.run(
                [options.program, "report", "--format", "json", "--exec", f"cat > {target}.part && mv {target}.part {target}"] + common,
                env=environment, capture_output=True, text=True)
            if ending.returncode not in (0, 4) and "no round" not in ending.stderr and "no ledger" not in ending.stderr:
                failures.append(ending.stderr[:300])
            stop.wait(1)

    reporters = [threading.Thread(target=report, args=(name,)) for name in ("a", "b")]
    begun = provider.begun = time.monotonic()
    for reporter in reporters:
        reporter.start()
    restarts = sorted((number + chance.uniform(0.3, 0.7)) * options.minutes * 60 / max(options.restarts, 1)
                      for number in range(options.restarts))
    kills, died = 0, []
    # The last checks see what was mended, undisturbed.
    quiet = options.minutes * 60 - 2.5 * options.every
    next_kill = options.every * 0.3
    while (now := time.monotonic() - begun) < options.minutes * 60:
        for index, monitor in enumerate(monitors):
            if monitor.process.poll() is not None:
                died.append((round(now), monitor.process.returncode, open(logs[index]).read()[-400:]))
                monitors_alive.discard(monitor.process.pid)
                monitors[index] = Monitor(command, environment, logs[index])
        if restarts and now >= restarts[0]:
            restarts.pop(0)
            provider.restarts.append(time.monotonic())
            server.restart()
        if next_kill <= now < quiet:
            next_kill = now + chance.expovariate(1 / options.kill_every)
            index = chance.randrange(options.monitors)
            provider.kills.append((time.monotonic(), monitors[index].process.pid))
            monitors[index].kill()
            kills += 1
            time.sleep(chance.uniform(0, 1))
            monitors[index] = Monitor(command, environment, logs[index])
        time.sleep(0.05)
    usage = [open(f"/proc/{m.process.pid}/status").read().split("VmRSS:")[1].split()[0] for m in monitors]
    for monitor in monitors:
        monitor.process.terminate()
    for monitor in monitors:
        monitor.process.wait(30)
        monitors_alive.discard(monitor.process.pid)
    time.sleep(1)
    stop.set()
    for reporter in reporters:
        reporter.join()
    last = subprocess.run([options.program, "report", "--format", "json", "--exec", f"cat > {sink}/last.json"] + common,
                          env=environment, capture_output=True, text=True)
    if last.returncode:
        failures.append(last.stderr[:300])
    return judge(options, provider, server, sink, kills, died, failures, usage, logs, common, environment)


def judge(options, provider, server, sink, kills, died, failures, usage, logs, common, environment):
    problems = [f"a reporter failed: {text}" for text in failures[:5]]
    problems += [f"a monitor ended by itself at {at} s with {code}: {text}" for at, code, text in died[:5]]
    if provider.overlaps:
        problems.append(f"{provider.overlaps} requests of a path began while another was under way")
    # A server that was started again has forgotten who lives, until each has spoken to it again.
    strange = [(at, *rest) for at, *rest in provider.host_overlaps if not any(0 <= at - start < 20 for start in provider.restarts)]
    if strange:
        problems.append(f"{len(strange)} requests began while another monitor talked to the host")
        for at, host, talking in strange[:10]:
            killed = [f"{who} {at - when:.2f} s ago" for when, who in provider.kills if 0 <= at - when < 20]
            since = min((at - start for start in provider.restarts if start <= at), default=float("nan"))
            problems.append(f"  at {at - provider.begun:.1f} s {host} by {talking}; killed: {killed}; server restarted {since:.1f} s ago")
    paths = options.contracts * PER_CONTRACT
    if len(provider.requests) != paths:
        problems.append(f"only {len(provider.requests)} of {paths} paths were asked")
    gaps = sorted(b[0] - a[0] for seen in provider.requests.values() for a, b in zip(seen, seen[1:]))
    asked = sum(map(len, provider.requests.values()))
    soon = sum(gap < options.every * 0.45 for gap in gaps)
    # What is open: transitions by endpoint, as the ledger has them.
    rows = server.ask("SELECT t.sequence, t.incident, t.transition::json->>'kind', k.contract, k.endpoint, t.delivered_at IS NOT NULL "
                      "FROM transitions t JOIN incidents i ON i.id = t.incident JOIN request_keys k ON k.id = i.request_key "
                      "ORDER BY t.sequence")
    by_endpoint = collections.defaultdict(list)
    for sequence, incident, kind, contract, endpoint, delivered in rows:
        by_endpoint[contract, endpoint].append((incident, kind))
        if delivered != "t":
            problems.append(f"a transition was not delivered: {contract}/{endpoint} {kind}")
    expected_total, missing, wrong = 0, 0, []
    for number in range(options.contracts):
        for item in range(PER_CONTRACT):
            path = f"/{number}/{item}"
            # What was asked by a monitor that was then killed may never have been stored; a break that one response showed is left open.
            states = [broken for _, broken, _ in provider.requests.get(path, [])]
            found = by_endpoint.get((f"many-{number}", f"item-{item}"), [])
            kinds = [kind for _, kind in found]
            expected_total += any(states)
            runs = [states[i] for i in range(len(states)) if i == 0 or states[i] != states[i - 1]]
            breaks = runs.count(True)
            opened = [k for k in kinds if k in ("new", "opened", "reopened")]
            resolved = [k for k in kinds if k == "resolved"]
            alternates = all((k == "resolved") != (n == "resolved") for k, n in zip(kinds, kinds[1:]) if k != "worsened" != n)
            if len({incident for incident, _ in found}) > 1 or len(opened) > breaks or len(resolved) > len(opened) or not alternates:
                wrong.append((path, kinds, runs))
            elif len(opened) < breaks or len(resolved) < len(opened) - (runs[-1] is True if runs else 0):
                missing += 1
                wrong.append((path, kinds, runs))
    if wrong:
        problems.append(f"{len(wrong)} endpoints with other transitions than the provider caused: {wrong[:3]}")
    told = collections.Counter()
    for name in sorted(os.listdir(sink)):
        if not name.endswith(".json"):
            continue
        document = json.load(open(f"{sink}/{name}"))
        for entry in document.get("incidents", []):
            if entry.get("transition"):
                told[entry["incident"]["id"], entry["transition"]] += 1
    happened = collections.Counter((incident, kind) for _, incident, kind, *_ in rows)
    more = sum(max(0, count - happened[key]) for key, count in told.items())
    verify = subprocess.run([options.program, "store", "verify"] + common, env=environment, capture_output=True, text=True)
    if verify.returncode:
        problems.append(f"store verify: {verify.stdout}{verify.stderr}"[:300])
    open_claims = server.ask("SELECT count(*) FROM endpoint_claims WHERE holder IS NOT NULL")[0][0]
    refused = sum(open(log).read().count("another process checks") for log in logs)
    print(f"{options.monitors} monitors, {paths} endpoints every {options.every} s on {options.hosts} hosts, {options.minutes} minutes: "
          f"{kills} kills, {options.restarts} restarts of the server")
    print(f"{asked} requests, {soon} of them less than 0.45 intervals after the one before; gaps median {part(gaps, 0.5):.1f} s, "
          f"p99 {part(gaps, 0.99):.1f} s, longest {part(gaps, 1):.1f} s")
    print(f"overlapping requests of a path: {provider.overlaps}, of a host by two monitors: {len(provider.host_overlaps)}, "
          f"{len(strange)} of them not after a restart of the server")
    print(f"{expected_total} endpoints broke; {len(rows)} transitions, {len(wrong)} endpoints with wrong ones ({missing} of them missing); "
          f"delivered {sum(told.values())}, {more} more than once")
    print(f"late results refused: {refused}; claims left: {open_claims}; resident {', '.join(usage)} kB")
    for problem in problems:
        print("PROBLEM:", problem)
    return 1 if problems else 0


sys.exit(main())
