"""What the tools say to their user, and how they keep out of each other's way."""

import argparse
import fcntl
import os
import signal
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

EVERY_SECONDS = 3
# Each time is a line in a file, and takes the place of the last one on a terminal.
EVERY_SECONDS_IN_A_FILE = 30
SECONDS_TO_INTERRUPT = 20
INTERRUPTED = "daybook: interrupted; the same command takes up from here."


class Problem(Exception):
    """What keeps a command from its work, as one sentence for the user."""


class Missing(Problem):
    """What this machine lacks."""


class Parser(argparse.ArgumentParser):
    """Of a tool's arguments: --help prints the tool's own text."""

    def __init__(self, text: str, **more):
        raw = argparse.RawDescriptionHelpFormatter
        super().__init__(description=text, formatter_class=raw, **more)

    def error(self, message):
        raise Problem(f"{message}; --help says more.")


def printable(text: str) -> str:
    """Without control characters, which a terminal would obey; line breaks stay."""
    return "".join(c if c.isprintable() or c == "\n" else " " for c in text)


def say(sentence: str, *, passing: bool = False):
    """To stderr: stdout is for what a shell may read. On a terminal, the next sentence
    takes the place of one that is passing."""
    on_terminal = sys.stderr.isatty()
    erase = "\033[K" if on_terminal else ""
    end = "\r" if passing and on_terminal else "\n"
    print(f"{erase}{printable(sentence)}", end=end, file=sys.stderr, flush=True)


class Progress:
    """Says every few seconds what is being waited for, and since when."""

    def __init__(self, what: str):
        self.turn_to(what)

    def turn_to(self, what: str, since: float | None = None):
        self.spoke = time.monotonic()
        self.what, self.started = what, since or self.spoke
        self.wait = EVERY_SECONDS

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.started

    def pause(self, seconds: float = 0.2):
        time.sleep(seconds)
        if time.monotonic() - self.spoke >= self.wait:
            self.spoke = time.monotonic()
            if not sys.stderr.isatty():
                self.wait = EVERY_SECONDS_IN_A_FILE
            say(f"{self.what} ... {self.seconds:.0f} s", passing=True)


@contextmanager
def spoken(progress: Progress):
    """Lets it speak while a call does the work that does not come back for long."""
    done = threading.Event()

    def speak():
        while not done.is_set():
            progress.pause()

    speaker = threading.Thread(target=speak, daemon=True)
    speaker.start()
    try:
        yield
    finally:
        done.set()
        speaker.join()


@contextmanager
def interruptible():
    """Ctrl-C ends also a call that does not come back from it, if some seconds later:
    dbt-spark cancels a statement on a socket that is waiting, and may wait forever."""

    def end():
        say(INTERRUPTED)
        os._exit(1)

    timers = []

    def interrupt(*_):
        timer = threading.Timer(SECONDS_TO_INTERRUPT, end)
        timer.daemon = True
        timer.start()
        timers.append(timer)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        for timer in timers:
            timer.cancel()


@contextmanager
def alone(lock: Path, refusal: str | None = None):
    """One process at a time; the kernel frees the lock of a process that was killed.
    The file has its id. Others wait, or are refused if there are words for it."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("a+") as file:
        progress = Progress("waiting")
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if refusal:
                    raise Problem(refusal) from None
                file.seek(0)
                progress.what = f"waiting for process {file.read()}, at work here"
                progress.pause()
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield file


def run(command):
    """Call a tool's main function: a problem ends it with its sentence alone."""
    # Letters that the terminal lacks are shown as their numbers.
    sys.stdout.reconfigure(errors="backslashreplace")
    try:
        sys.exit(command())
    except Problem as problem:
        sys.exit(f"daybook: {printable(str(problem))}")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        where = printable(str(error.filename or "the disk"))
        sys.exit(f"daybook: {error.strerror or error}: {where}.")
