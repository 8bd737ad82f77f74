"""A tutorial as its reader follows it: the files of the page are written, and its
commands are given, as they stand there."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# An indented block, and the paragraph above it.
BLOCK = re.compile(
    r"(?m)^(?P<above>\S.*(?:\n\S.*)*)\n(?P<block>(?:\n|    .*\n)*    .*\n)"
)
# "The orders, `models/orders.sql`:", or "Add this to `models/orders.yml`:". In "Change
# these lines of `orders.yml`:", a line is known by its key, also if it was a comment.
FILE = re.compile(r"(\b(?P<verb>Add|Change) [^.`]*\s)?`(?P<name>[^`\s]+)`:$")
KEY = re.compile(r"[^:]+:")
BATCH_ID = re.compile(r"\b1\d{9}\b")
# Settings of this machine, which a reader's may not have.
OTHERS = ("DAYBOOK_", "DBT_", "JAVA_", "MAKE", "PYTHON", "SPARK_", "HADOOP_", "HIVE_")
# What differs from run to run and from machine to machine, but not for the reader.
DIFFERING = {
    # Colours.
    r"\x1b\[\d+m": "",
    r"(?m)^\d\d:\d\d:\d\d(?=  |$)": "(time)",
    r"(?<=\b1\d{9}  )\d{4}-\d\d-\d\d \d\d:\d\d:\d\d": "(time)",
    r"\b\d+ hours \d+ minutes and \d+\.\d\d seconds": "(duration)",
    r"\b\d+\.\d\ds": "(duration)",
    # What is waited for. On a terminal, the next line takes its place.
    r"(?m)^.+ \.\.\. \d+ s\n": "",
    # Of `make run`. Models that do not wait for each other end in any order.
    r"(?m)(^  \w+ +\d+\.\d s\n)+": "  ...\n",
    r"(?m)(?<=^All of it took )\d+ s": "(duration)",
    r"(?m)(?<=^The report has )\d+\.\d MB": "(size)",
    r"(?m)(?<=^The report: ).*(?=/target/)": "(folder)",
    r"=\d+\.\d+\.\d+\b": "=(version)",
    r"\b[\d,]+ macros\b": "(number) macros",
}


@dataclass
class File:
    name: str
    text: str
    # Add or Change, where the file is there already.
    verb: str | None


@dataclass
class Command:
    text: str
    # What it prints, with the batch ids of the page.
    output: str = ""

    @property
    def is_open(self) -> bool:
        """It goes on in the next line."""
        return self.text.endswith("\\") or self.text.count('"') % 2 == 1

    @property
    def fails(self) -> bool:
        """The page shows how dbt refuses it."""
        return "  Failure in model " in self.output


def steps(page: str) -> Iterator[File | Command]:
    """In the page's order; a block that is neither is an error."""
    for found in BLOCK.finditer(page):
        lines = [line[4:] for line in found["block"].strip("\n").split("\n")]
        if lines[0].startswith("$ "):
            yield from commands(lines)
            continue
        name = FILE.search(found["above"])
        assert name, f"{found['above']!r} names no file for the block below it"
        text = "\n".join(lines) + "\n"
        yield File(name["name"], text, name["verb"])


def commands(lines: list[str]) -> list[Command]:
    given: list[Command] = []
    for line in lines:
        if line.startswith("$ "):
            given.append(Command(line.removeprefix("$ ")))
        elif given[-1].is_open:
            given[-1].text += f"\n{line}"
        else:
            given[-1].output += f"{line}\n"
    return given


def changed(text: str, lines: str) -> str:
    for line in lines.splitlines():
        place = rf"(?m)^(# )?{re.escape(KEY.match(line)[0])}.*$"
        text, number = re.subn(place, lambda _, line=line: line, text)
        assert number == 1, f"{number} lines are to become {line}"
    return text


def masked(text: str) -> str:
    """With a word in place of all that differs."""
    for differing, word in DIFFERING.items():
        text = re.sub(differing, word, text)
    return re.sub(r"(?m) +$", "", text.strip("\n"))


class Reader:
    """Somebody who does what a page says, in one shell."""

    def __init__(self, folder: Path, settings: dict[str, str]):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(OTHERS)}
        # {batch of the page: the reader's own}
        self.batches: dict[str, str] = {}
        self.shell = subprocess.Popen(
            ["bash"],
            cwd=folder,
            env=kept | settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, problem, *_):
        if problem:
            os.killpg(self.shell.pid, signal.SIGTERM)
        # With what still runs in the background.
        self.shell.communicate("kill $(jobs -p); wait\n")

    def do(self, step: File | Command) -> str:
        """What it prints, which must be what the page says."""
        if isinstance(step, File):
            self.write(step)
            return ""
        said = self.follow(step)
        expected = masked(self.own(step.output))
        assert masked(said) == expected, f"{step.text} printed:\n{said}"
        return said

    def write(self, file: File) -> None:
        place = Path(self._give("pwd").strip()) / file.name
        place.parent.mkdir(parents=True, exist_ok=True)
        text = file.text
        if file.verb:
            before = place.read_text()
            text = before + text if file.verb == "Add" else changed(before, text)
        place.write_text(text)

    def follow(self, command: Command) -> str:
        """What it prints."""
        said = self._give(self.own(command.text), command.fails)
        seen = (BATCH_ID.findall(text) for text in (command.output, said))
        self.batches |= dict(zip(*seen, strict=False))
        return said

    def own(self, text: str) -> str:
        """With the reader's batches in place of the page's."""
        return BATCH_ID.sub(lambda found: self.batches.get(found[0], found[0]), text)

    def _give(self, command: str, fails: bool = False) -> str:
        end = "the end of the command:"
        self.shell.stdin.write(f"{{ {command}\n}} < /dev/null; echo '{end}' $?\n")
        self.shell.stdin.flush()
        said = ""
        for line in self.shell.stdout:
            before, is_end, code = line.partition(end)
            said += before
            if is_end:
                assert (code.strip() != "0") == fails, f"{command}: {said}"
                return said
        raise AssertionError(f"{command} ended the shell: {said}")
