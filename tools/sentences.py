"""What dbt and Spark say, cut down to the sentence that a user needs."""

import re
from pathlib import Path

from pyhive.exc import DatabaseError

# What stands before Spark's own words: the server's heading, a cause, a task's place.
HEADS = r"Error running query: |Caused by: |executor driver\): "
LABELS_AND_CLASSES = r"^(?:\s+|\[[A-Z_.0-9]+\]|(?:\w+\.)+[\w$]+:(?=\s))+"


def sentence(message: str) -> str:
    """What dbt says, without its heading and its trace of macros."""
    if "Error running query: " in message:
        return spark_sentence(message)
    told = re.sub(r"^.*? Error in \w+ .*\n", "", message)
    told = re.sub(r"\n\s*> in (macro|test|model) .*", "", told, flags=re.S)
    return " ".join(told.split()).removeprefix("daybook: ")


def spark_sentence(message: str) -> str:
    """Spark's own, in one line, out of what the Thrift server wraps around it."""
    parts = re.split(HEADS, message)
    # What has a number is worded for users. Other exceptions are as Java throws them.
    told = ([part for part in parts if " SQLSTATE:" in part] or parts)[-1]
    words, numbered, _ = told.partition(" SQLSTATE:")
    words = re.sub(LABELS_AND_CLASSES, "", words)
    # After its first whole line come advice, or the places in Java's code.
    words = re.split(r"(?<=\.)\s*\n" if numbered else r"\n", words)[0]
    return " ".join(words.split()).removeprefix("daybook: ")


def spark_said(error: DatabaseError) -> str:
    status = getattr(error.args[0], "status", None) if error.args else None
    return spark_sentence(status.errorMessage if status else str(error))


def last_words(home: Path) -> str:
    """The end of the log of a server that has ended."""
    log = home / "server.log"
    lines = log.read_text(errors="replace").splitlines()
    told = [line for line in lines if line.strip() and not line.startswith("\t")]
    return "\n".join([*told[-4:], f"(all of it: {log})"])
