"""What the server says in each round of each story, and what a monitor of this app should say of it.

The app decodes `{id: Int, name: String, phone: String, balance: Int, status: active|past_due, at: Date, home: URL,
note: String?}` with a plain JSONDecoder and `.iso8601`; Tests/Fixtures/AccountContracts holds the types, one endpoint for each
story. Every story begins with 20 good responses of natural variation.
"""
import json
from dataclasses import dataclass, field
from typing import Callable

# What is true of a round, and with it what may be said.
FINE = "fine"  # the app decodes and shows everything: nothing at warning or above, exit code 0
BREAKS = "BREAKS"  # the app loses the response, or half of its records or more: told at warning or above, breaking exit code
WRONG = "wrong"  # the app decodes and shows nonsense: told at warning or above; any exit code that says "checked"
UNKNOWN = "unknown"  # 503, 429, 401: not a contract matter; "could not check", by word and exit code
PAGE = "page"  # 200 with HTML: "could not check" or breaking, by word and exit code
OPEN = "open"  # an honest monitor may say either; not scored

GOOD_ROUNDS = 20


@dataclass(frozen=True)
class Response:
    """One response of the server: `body` in bytes, HTTP `status`, media type."""

    body: bytes
    status: int = 200
    media_type: str = "application/json"


@dataclass(frozen=True)
class Step:
    """One round: what its requests are answered with, in turn; what is true of it; and what it is called."""

    responses: tuple[Response, ...]
    truth: str
    name: str


@dataclass(frozen=True)
class Story:
    """A sequence of rounds at one endpoint, after `GOOD_ROUNDS` responses of `good` (None: it begins with the first step).

    `occurrences` counts how often something really breaks and is repaired; each of them deserves one message when it begins
    and one when it ends.
    """

    id: str
    title: str
    steps: list[Step]
    good: Callable[[int], Response] | None
    occurrences: int = 0
    is_row: bool = field(default=False)


def step(response: Response, truth: str, name: str) -> Step:
    """A round in which all requests get the same response."""
    return Step((response,), truth, name)


def as_json(value) -> Response:
    return Response(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def account(n: int, **changes) -> dict:
    """The nth good account; a change to `None` of a member whose name ends in `_absent` leaves the member out."""
    value = {
        "id": 1000 + 37 * n,
        "name": ["Ada", "Grace", "Edsger", "Barbara", "Alan"][n % 5] + f" {chr(65 + n % 26)}.",
        "phone": f"+44 20 7946 {n * 7919 % 10000:04}",
        "balance": (n * 7907) % 90000 - 2000,
        "status": "past_due" if n % 3 == 2 else "active",
        "at": f"2026-{1 + n % 12:02}-{1 + n * 5 % 28:02}T{n % 24:02}:{n * 11 % 60:02}:00Z",
        "home": f"https://example.org/people/{1000 + 37 * n}",
        "note": None,
    }
    for name, change in changes.items():
        if name.endswith("_absent"):
            del value[name.removesuffix("_absent")]
        else:
            value[name] = change
    return value


def good(n: int) -> Response:
    return as_json(account(n))


def row(id: str, title: str, truth: str, response: Response, of=good) -> Story:
    """The body twice, then a good response again."""
    steps = [step(response, truth, "run 1"), step(response, truth, "run 2"), step(of(21), FINE, "restored")]
    return Story(id, title, steps, of, occurrences=int(truth in (BREAKS, WRONG)), is_row=True)


LOGIN_PAGE = Response(b"<!doctype html><html><body><h1>Sign in</h1></body></html>", media_type="text/html")
ERROR = json.dumps({"error": "try again later"}).encode()


def rows() -> list[Story]:
    """The sixteen bodies, with three statuses for one of them."""

    def changed(**changes) -> Response:
        return as_json(account(20, **changes))

    whole = changed(balance=4200).body.replace(b'"balance":4200', b'"balance":4200.0')
    return [
        row("none", "none", FINE, changed()),
        row("balance-string", "balance becomes a string", BREAKS, changed(balance="4200")),
        row("two-strings", "balance and id both strings", BREAKS, changed(balance="4200", id="1740")),
        row("phone-absent", "phone absent", BREAKS, changed(phone_absent=None)),
        row("phone-null", "phone null", BREAKS, changed(phone=None)),
        row("status-new", "status gets a new value", BREAKS, changed(status="suspended")),
        row("date-spelled", "date spelled differently", BREAKS, changed(at="20/11/2026 08:30")),
        row("id-large", "id above Int64", BREAKS, changed(id=2**63)),
        row("balance-fraction", "balance 10.5", BREAKS, changed(balance=10.5)),
        row("home-empty", 'home is ""', BREAKS, changed(home="")),
        row("balance-whole", "balance 4200.0", FINE, Response(whole)),
        row("field-added", "unknown field added", FINE, changed(nickname="Countess")),
        row("note-absent", "optional note absent", FINE, changed(note_absent=None)),
        row("note-string", "note null becomes string", FINE, changed(note="call back on Monday")),
        row("status-503", "503", UNKNOWN, Response(ERROR, 503)),
        row("status-429", "429", UNKNOWN, Response(ERROR, 429)),
        row("status-401", "401", UNKNOWN, Response(ERROR, 401)),
        row("html", "200 with HTML", PAGE, LOGIN_PAGE),
    ]


def records(n: int, count: int, without_phone=()) -> Response:
    """A list of accounts in round `n`; those at the places in `without_phone` lack their phone."""
    values = [account(n * 3 + place) for place in range(count)]
    for place, value in enumerate(values):
        value["id"] = 1000 + place
        if place in without_phone:
            del value["phone"]
    return as_json(values)


def contacts(n: int, missing: int) -> Response:
    """Ten people of whom the app leaves out the first `missing`, who have no phone."""
    values = [{"id": 1 + place, "name": f"Ada {place + n}", "phone": f"+44 20 7946 0{n:02}{place}"} for place in range(10)]
    for value in values[:missing]:
        del value["phone"]
    return as_json(values)


def rates(n: int, lost=(), gained=()) -> Response:
    codes = [code for code in ["EUR", "GBP", "JPY", "CHF", "SEK", "NOK", "DKK", "PLN"] if code not in lost] + list(gained)
    return as_json({"base": "USD", "rates": {code: round(0.5 + place * 0.31 + n * 0.003, 4) for place, code in enumerate(codes)}})


def clock(n: int, factor: int = 1) -> Response:
    return as_json({"id": 1 + n, "at": (1_790_000_000 + n * 3607) * factor})


def sequences() -> list[Story]:
    """Breaks that come and go, spread, or hide; and what is no break however it looks."""
    broken = as_json(account(20, phone_absent=None))

    def play(pattern: str, sane=FINE) -> list[Step]:
        """One step for each letter: a break, a good response, or an HTTP error."""
        names = {
            "b": ("broken", BREAKS), "g": ("good", sane), "5": ("503", UNKNOWN), "2": ("429", UNKNOWN), "1": ("401", UNKNOWN)}
        statuses = {"5": 503, "2": 429, "1": 401}
        steps = []
        for place, letter in enumerate(pattern):
            response = Response(ERROR, statuses[letter]) if letter in statuses else broken if letter == "b" else good(21 + place)
            steps.append(step(response, names[letter][1], names[letter][0]))
        return steps

    def spread(of: Callable[[int, int], Response], truths: list[tuple[int, str]]) -> list[Step]:
        return [step(of(20 + place, count), truth, f"{count}/10") for place, (count, truth) in enumerate(truths)]

    def large(id: str, count: int, wrong: int) -> Story:
        bad = records(20, count, without_phone={wrong})
        steps = [step(bad, BREAKS, "run 1"), step(bad, BREAKS, "run 2"), step(records(22, count), FINE, "restored")]
        return Story(id, f"one bad row of {count:,}, at {wrong:,}", steps, lambda n: records(n, count), occurrences=1)

    split = [Step((broken, good(20)), BREAKS, f"round {n + 1}") for n in range(3)] + [step(good(21), FINE, "restored")]
    outage = play("bb") + [step(Response(ERROR, 503), OPEN, "503")] + play("bg")
    roll_out = spread(
        lambda n, count: records(n, 10, without_phone=set(range(count))),
        [(0, FINE), (1, BREAKS), (5, BREAKS), (10, BREAKS), (10, BREAKS), (0, FINE)])
    dropping = spread(contacts, [(0, FINE), (1, OPEN), (5, BREAKS), (10, BREAKS), (10, BREAKS), (0, FINE)])
    first = as_json(account(0, phone_absent=None))
    unread = [step(good(20 + n), FINE, "gone") for n in range(3)]
    keys = [
        step(rates(20, lost=["NOK"]), FINE, "one less"), step(rates(21, lost=["NOK"]), FINE, "one less"),
        step(rates(22, gained=["ISK"]), FINE, "one more"), step(rates(23, lost=["EUR", "JPY"], gained=["ISK"]), FINE, "other"),
        step(rates(24), FINE, "as before")]
    ticks = [step(clock(20 + n, 1000), WRONG, "ms") for n in range(3)] + [step(clock(23), FINE, "s")]
    return [
        Story("break-fix-break", "break, fix, break again", play("bbggbbg"), good, occurrences=2),
        Story("roll-out", "phone missing in 0/10, 1/10, 5/10, 10/10", roll_out, lambda n: records(n, 10), occurrences=1),
        Story("contacts", "the same, where the app drops the record", dropping, lambda n: contacts(n, 0), occurrences=1),
        Story("flapping", "A/B: broken and good in turn, 8 times", play("bg" * 8, sane=OPEN), good, occurrences=1),
        Story("split", "A/B: every other request is broken", split, good, occurrences=1),
        Story("outage-amid-break", "an outage while it is broken", outage, good, occurrences=1),
        Story("first-response", "the very first response is broken", [
            step(first, BREAKS, "first"), step(first, BREAKS, "second"), step(good(1), FINE, "repaired")], None, occurrences=1),
        Story("first-element", "empty lists, then a broken first element", [
            step(records(20, 3, {1}), BREAKS, "run 1"), step(records(20, 3, {1}), BREAKS, "run 2"),
            step(records(21, 3), FINE, "repaired")], lambda n: as_json([]), occurrences=1),
        large("rows-600", 600, 550),
        large("rows-10000", 10_000, 7_500),
        Story("clock", "seconds become milliseconds", ticks, clock, occurrences=1),
        Story("storm", "503, 429, 401, 503, 429, then good", play("52152g"), good),
        Story("rates", "keys that are data come and go", keys, rates),
        Story("empty", "the list is empty for two rounds", [
            step(as_json([]), FINE, "empty"), step(as_json([]), FINE, "empty"), step(records(22, 10), FINE, "full")],
            lambda n: records(n, 10)),
        Story("unread-gone", "a field that the app does not read is gone", unread, lambda n: as_json(account(n, legacy=f"x{n}"))),
    ]


def stories() -> list[Story]:
    return rows() + sequences()
