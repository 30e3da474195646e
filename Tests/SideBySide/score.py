"""Holds what was said against what is true."""
from dataclasses import dataclass, field
from statistics import median

from stories import BREAKS, FINE, OPEN, PAGE, UNKNOWN, WRONG, Step, Story
from tools import BREAKING, QUIET, UNCHECKED, WARNING, Round


@dataclass
class Judged:
    """One round of one story as one tool played it."""

    story: str
    step: str
    truth: str
    word: str
    detail: str
    code: int
    messages: list[str]
    is_word_right: bool
    is_code_right: bool


@dataclass
class Scores:
    """What one tool did in all stories, and what it cost."""

    name: str
    judged: list[Judged] = field(default_factory=list)
    # Said in the rounds of the baseline, where all is well.
    false_in_baseline: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    processor_seconds: list[float] = field(default_factory=list)
    delivering: list[float] = field(default_factory=list)
    mebibytes: list[float] = field(default_factory=list)
    # The rounds of the baseline, each over all endpoints at once.
    seconds_for_all: list[float] = field(default_factory=list)
    mebibytes_for_all: list[float] = field(default_factory=list)

    def add(self, tool, story: Story, step: Step, round: Round):
        said = round.said[story.id]
        self.judged.append(
            Judged(
                story.id, step.name, step.truth, said.word, said.detail, round.code, round.messages.get(story.id, []),
                is_word_right(step.truth, said.word), is_code_right(tool, step.truth, round.code)))
        self.seconds.append(round.check.seconds)
        self.processor_seconds.append(round.check.processor_seconds)
        self.delivering.append(round.delivering)
        self.mebibytes.append(round.check.mebibytes)

    def of(self, story: Story) -> list[Judged]:
        return [judged for judged in self.judged if judged.story == story.id]


def is_word_right(truth: str, word: str) -> bool:
    return word in {
        FINE: QUIET, BREAKS: WARNING + BREAKING, WRONG: WARNING + BREAKING, UNKNOWN: UNCHECKED, PAGE: UNCHECKED + BREAKING,
        OPEN: QUIET + WARNING + BREAKING + UNCHECKED,
    }[truth]


def is_code_right(tool, truth: str, code: int) -> bool:
    """Each tool by its own documented exit codes; a warning's code will do for what Tiltmeter calls a warning."""
    return code in {
        FINE: {0}, BREAKS: tool.breaking_codes, WRONG: tool.warning_codes, UNKNOWN: tool.unchecked_codes,
        PAGE: tool.unchecked_codes | tool.breaking_codes, OPEN: set(range(256)),
    }[truth]


def totals(scores: Scores, stories: list[Story]) -> list[tuple[str, str]]:
    """Rows of the table of totals: name and figure."""
    by_id = {story.id: story for story in stories}
    scored = [judged for judged in scores.judged if judged.truth != OPEN]
    lasting = [judged for judged in scored if judged.truth in (BREAKS, WRONG)]
    rows = [judged for judged in lasting if by_id[judged.story].is_row]
    first = [judged for judged in rows if judged.step == "run 1"]
    second = [judged for judged in rows if judged.step == "run 2"]
    calm = [judged for judged in scored if judged.truth in (FINE, UNKNOWN)]
    real = [story for story in stories if story.occurrences]
    occurrences = sum(story.occurrences for story in real)
    sent = sum(len(judged.messages) for story in real for judged in scores.of(story))
    ends = sum(
        min(story.occurrences, sum("resolved" in message for judged in scores.of(story) for message in judged.messages))
        for story in real)
    untold = [story.id for story in real if not any(judged.messages for judged in scores.of(story))]
    needless = sum(len(one.messages) for one in calm if not by_id[one.story].occurrences)

    def share(judged: list[Judged], test) -> str:
        return f"{sum(map(test, judged))} of {len(judged)}"

    return [
        ("the rows' nine breaks told, run 1", share(first, lambda one: one.is_word_right)),
        ("the rows' nine breaks told, run 2", share(second, lambda one: one.is_word_right)),
        ("(a) broken rounds told, of all", share(lasting, lambda one: one.is_word_right)),
        ("(b) false at warning or above in rounds that are not broken", share(calm, lambda one: one.word in WARNING + BREAKING)),
        ("    of them breaking", share(calm, lambda one: one.word == BREAKING)),
        ("    in the rounds of the baseline", str(len(scores.false_in_baseline))),
        ("(c) rounds with the right exit code", share(scored, lambda one: one.is_code_right)),
        ("rounds right in word and exit code", share(scored, lambda one: one.is_word_right and one.is_code_right)),
        ("(d) messages about real breaks (ideal: 2 for each)", f"{sent} for {occurrences} breaks"),
        ("    of them that it is over", f"{ends} of {occurrences}"),
        ("    real breaks without a message", f"{len(untold)} of {len(real)}" + (f": {', '.join(untold)}" if untold else "")),
        ("    messages about nothing", str(needless)),
        ("(e) one endpoint: wall time, median (and with delivery)",
         f"{median(scores.seconds):.3f} s ({median(scores.seconds) + median(scores.delivering):.3f} s)"),
        ("    one endpoint: processor time, median", f"{median(scores.processor_seconds):.3f} s"),
        ("    one endpoint: peak memory, median and most", f"{median(scores.mebibytes):.0f} and {max(scores.mebibytes):.0f} MiB"),
        ("    all endpoints at once: wall time, median", f"{median(scores.seconds_for_all):.2f} s"),
        ("    all endpoints at once: peak memory", f"{max(scores.mebibytes_for_all):.0f} MiB"),
    ]
