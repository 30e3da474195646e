"""The two monitors behind one face: check some endpoints once, and say what was said."""
import json
from dataclasses import dataclass
from pathlib import Path

from world import Ending, Folder, Server

# What a monitor says of one endpoint in one round.
QUIET, WARNING, BREAKING, UNCHECKED = "-", "w", "B", "?"


@dataclass(frozen=True)
class Said:
    """What was said of one endpoint, in one of the four words above, and in detail."""

    word: str
    detail: str


@dataclass(frozen=True)
class Round:
    """One call: what was said by endpoint, messages delivered because of it by endpoint, and what the processes cost.

    `code` is that of the check. Where a delivery is a call of its own, its time counts in `delivering`.
    """

    code: int
    said: dict[str, Said]
    messages: dict[str, list[str]]
    check: Ending
    delivering: float = 0.0


class Unusable(Exception):
    """A tool did something that is no response."""


class Tiltmeter:
    """Tiltmeter with its defaults, except that no language model is asked and that its own latency alarm is off (this
    machine may be busy). Messages are what it posts to a webhook, at its default level (warning)."""

    name = "Tiltmeter"
    # Its documented exit codes: 1 warning, 2 breaking, 3 could not check.
    breaking_codes, unchecked_codes, warning_codes = {2, 1}, {3}, {1, 2}

    def __init__(self, program: Path, server: Server, ids: list[str]):
        self._program, self._server = program, server
        self._folder = Folder("tiltmeter")
        endpoints = "".join(f"  - {{id: {id}, url: '{server.url}/{id}', latency_factor: null}}\n" for id in ids)
        self._config = self._folder.write(
            "tiltmeter.yaml",
            f"version: 1\nllm: {{enabled: false}}\nendpoints:\n{endpoints}"
            f"notify:\n  - {{type: webhook, url: '{server.url}/hook'}}\n")
        self.version = self._folder.run(program, "--version").output.strip()

    def check(self, ids: list[str]) -> Round:
        before = len(self._server.posted)
        words = [word for id in ids for word in ("--endpoint", id)]
        ending = self._folder.run(self._program, "check", "--config", self._config, "--json", "--no-llm", *words)
        try:
            results = json.loads(ending.output)
        except ValueError:
            raise Unusable(f"{self.name} exit {ending.code}: {(ending.errors or ending.output)[:300]}") from None
        said = {}
        for result in results if isinstance(results, list) else [results]:
            changes = [f"{change['severity']} {change['kind']} {change['path']}" for change in result["changes"]]
            level = {"breaking": BREAKING, "warning": WARNING}.get(result["max_severity"], QUIET)
            word = UNCHECKED if result["error"] else level
            said[result["endpoint_id"]] = Said(word, result["error"] or "; ".join(changes))
        messages: dict[str, list[str]] = {}
        for post in self._server.posted[before:]:
            messages.setdefault(post["result"]["endpoint_id"], []).append(post["event"])
        return Round(ending.code, said, messages, ending)

    def close(self):
        self._folder.remove()


class Driftwatch:
    """Driftwatch with its defaults: `check`, then `report`, as its cron line has it. A `report` that prints is a message, as
    cron would mail it; it is called what happened to its incidents (`opened`, `resolved`, ...)."""

    name = "Driftwatch"
    breaking_codes, unchecked_codes, warning_codes = {1}, {3}, {0, 1}

    def __init__(self, program: Path, server: Server, ids: list[str]):
        self._program, self._server, self._ids = program, server, ids
        self._folder = Folder("driftwatch", FIXTURE_CONTRACTS="account")
        self._ledger = self._folder.path / "ledger.sqlite"
        self.version = self._folder.run(program, "--version").output.strip()

    def check(self, ids: list[str]) -> Round:
        words = ["accounts/" + id for id in ids]
        ending = self._folder.run(
            self._program, "check", *words, "--db", self._ledger, "--base-url", f"accounts={self._server.url}",
            "--format", "json")
        report = self._json(ending)
        said = {}
        for endpoint in report["endpoints"]:
            id = endpoint["endpoint"]
            mine = [finding for finding in report["findings"] if finding["endpoint"] == id]
            levels = {finding["level"] for finding in mine}
            detail = "; ".join(f"{finding['level']} {finding['rule']} {finding['path']}" for finding in mine)
            word = BREAKING if "breaking" in levels else WARNING if "warning" in levels else QUIET
            if endpoint["outcome"] not in ("ok", "unchanged", "drift"):
                # What is open stays open while nothing can be checked; said here is what this round could see.
                word, detail = UNCHECKED, f"{endpoint['outcome']}: {endpoint.get('reason', '')}"
            said[id] = Said(word, detail)
        delivered = self._folder.run(self._program, "report", "--db", self._ledger, "--format", "json")
        news: dict[str, set[str]] = {}
        for incident in self._json(delivered)["incidents"] if delivered.output else []:
            if incident.get("transition"):
                news.setdefault(incident["incident"]["place"]["endpoint"], set()).add(incident["transition"])
        messages = {id: ["+".join(sorted(kinds))] for id, kinds in news.items()}
        return Round(ending.code, said, messages, ending, delivered.seconds)

    def _json(self, ending: Ending) -> dict:
        try:
            return json.loads(ending.output)
        except ValueError:
            raise Unusable(f"{self.name} exit {ending.code}: {(ending.errors or ending.output)[:300]}") from None

    def close(self):
        self._folder.remove()
