#!/usr/bin/env python3
"""Plays every story to both monitors, once per round each, and prints what they said against what is true.

    soak.py --driftwatch PROGRAM [--tiltmeter PROGRAM] [--json FILE] [STORY...]

PROGRAM of Driftwatch is `fixture-contracts`; without --tiltmeter only ours plays. Exit code 0: ours was right in every round.
"""
import argparse
import dataclasses
import json
import sys
import time
from pathlib import Path

from score import Scores, totals
from stories import FINE, GOOD_ROUNDS, OPEN, Step, Story, stories
from tools import BREAKING, WARNING, Driftwatch, Tiltmeter, Unusable
from world import Server


def play(tools: list, chosen: list[Story], server: Server) -> list[Scores]:
    """All rounds of all stories: those of the baselines over all endpoints at once, then each story round by round.

    The tools take turns in each round, so that a busy machine is as busy for one as for the other.
    """
    all_scores = [Scores(tool.name) for tool in tools]
    began = [story for story in chosen if story.good is not None]
    for n in range(GOOD_ROUNDS if began else 0):
        progress(f"good round {n + 1} of {GOOD_ROUNDS}")
        for tool, scores in zip(tools, all_scores):
            for story in began:
                server.serve(story.id, Step((story.good(n),), FINE, "good"))
            round = tool.check([story.id for story in began])
            scores.seconds_for_all.append(round.check.seconds)
            scores.mebibytes_for_all.append(round.check.mebibytes)
            scores.false_in_baseline += [
                f"round {n + 1} {id}: {said.detail}" for id, said in round.said.items() if said.word in WARNING + BREAKING]
    for story in chosen:
        for step in story.steps:
            progress(f"{story.id}, {step.name}")
            for tool, scores in zip(tools, all_scores):
                server.serve(story.id, step)
                scores.add(tool, story, step, tool.check([story.id]))
    for scores in all_scores:
        if not scores.seconds_for_all:
            scores.seconds_for_all, scores.mebibytes_for_all = scores.seconds, scores.mebibytes
    return all_scores


def progress(text: str):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def table(chosen: list[Story], all_scores: list[Scores]) -> str:
    """One line for each story: what is true, and what each tool said, round by round, with exit codes and messages."""
    heads = "".join(f" {scores.name}: said | exit | messages | right |" for scores in all_scores)
    lines = ["| story | truth, round by round |" + heads]
    lines.append("|---" * (2 + 4 * len(all_scores)) + "|")
    for story in chosen:
        line = f"| {story.title} | {' '.join(step.truth for step in story.steps)} |"
        for scores in all_scores:
            judged = scores.of(story)
            scored = [one for one in judged if one.truth != OPEN]
            right = sum(one.is_word_right and one.is_code_right for one in scored)
            line += f" `{' '.join(one.word for one in judged)}` | {' '.join(str(one.code) for one in judged)} |"
            line += f" {sum(len(one.messages) for one in judged)} | {right} of {len(scored)} |"
        lines.append(line)
    lines += ["", "Said: `B` breaking, `w` warning, `-` nothing at warning or above, `?` could not check.", ""]
    lines.append("| total |" + "".join(f" {scores.name} |" for scores in all_scores))
    lines.append("|---" * (1 + len(all_scores)) + "|")
    columns = [totals(scores, chosen) for scores in all_scores]
    for figures in zip(*columns):
        lines.append(f"| {figures[0][0]} |" + "".join(f" {figure} |" for _, figure in figures))
    return "\n".join(lines)


def wrong(scores: Scores) -> list[str]:
    """Every round in which a tool was wrong, in one line each."""
    return [f"baseline {text}" for text in scores.false_in_baseline] + [
        f"{one.story}, {one.step}: {one.truth}, said {one.word} ({one.detail or 'nothing'}), exit {one.code}"
        for one in scores.judged if not (one.is_word_right and one.is_code_right)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--driftwatch", type=Path, required=True)
    parser.add_argument("--tiltmeter", type=Path)
    parser.add_argument("--json", type=Path, help="where every round is written to as well")
    parser.add_argument("stories", nargs="*")
    options = parser.parse_args()
    chosen = [story for story in stories() if not options.stories or story.id in options.stories]
    unknown = set(options.stories) - {story.id for story in chosen}
    if unknown:
        parser.error(f"no story {', '.join(sorted(unknown))}; there are {', '.join(story.id for story in stories())}")
    server = Server()
    ids = [story.id for story in chosen]
    tools = [Tiltmeter(options.tiltmeter.resolve(), server, ids)] if options.tiltmeter else []
    tools.append(Driftwatch(options.driftwatch.resolve(), server, ids))
    try:
        began = time.monotonic()
        all_scores = play(tools, chosen, server)
        progress("")
        print(f"{', '.join(tool.version for tool in tools)}: {time.monotonic() - began:.0f} s in all")
        print("\n" + table(chosen, all_scores))
        for scores in all_scores:
            mistakes = wrong(scores)
            print(f"\n{scores.name}: wrong in {len(mistakes)} rounds")
            print("\n".join(f"  {mistake}" for mistake in mistakes))
        if options.json:
            options.json.write_text(json.dumps([dataclasses.asdict(scores) for scores in all_scores], indent=1))
        return 1 if wrong(all_scores[-1]) else 0
    except Unusable as failure:
        print(f"soak: {failure}", file=sys.stderr)
        return 2
    finally:
        for tool in tools:
            tool.close()
        server.close()


if __name__ == "__main__":
    sys.exit(main())
