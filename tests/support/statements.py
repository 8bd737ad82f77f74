"""The statements that dbt sends: noted, counted, or stopped on their way."""

import re
from collections import Counter
from contextlib import contextmanager

from dbt.adapters.spark.connections import PyhiveConnectionWrapper
from dbt_common.exceptions import DbtDatabaseError, DbtRuntimeError

ENDED = "the run ended here"


@contextmanager
def each(handle):
    """Within the block, handle(sql, send) decides what comes of each statement."""
    execute = PyhiveConnectionWrapper.execute

    def handled(self, sql, bindings=None):
        handle(sql, lambda: execute(self, sql, bindings))

    PyhiveConnectionWrapper.execute = handled
    try:
        yield
    finally:
        PyhiveConnectionWrapper.execute = execute


def node_of(sql):
    """The kind and the name of the node that dbt sends a statement for."""
    found = re.search(r'"node_id": "(\w+)\.\w+\.([\w-]+)', sql)
    return found.groups() if found else (None, None)


@contextmanager
def noted():
    """Gives the list of what is sent, each in one line and without its comment."""
    sent = []

    def note(sql, send):
        sent.append(" ".join(re.sub(r"/\*.*?\*/", "", sql, flags=re.S).split()))
        send()

    with each(note):
        yield sent


@contextmanager
def refused(pattern, error=ENDED):
    """The statements that the pattern is found in fail; the others are sent."""

    def refuse(sql, send):
        if re.search(pattern, sql, re.DOTALL):
            raise DbtDatabaseError(error)
        send()

    with each(refuse):
        yield


@contextmanager
def ends_at(pattern):
    """The command ends before the first statement that the pattern is found in."""
    with _ending(lambda sql: re.search(pattern, sql, re.DOTALL)) as ended:
        yield ended
    assert ended, f"no statement has {pattern}"


@contextmanager
def ends_after(word, number):
    """The command ends after so many statements with the word in them.

    Gives a list, which stays empty where the command had no more of them.
    """
    sent = Counter()

    def is_last(sql):
        sent[word] += word in sql
        return sent[word] > number

    with _ending(is_last) as ended:
        yield ended


@contextmanager
def models_end_at(numbers):
    """{model: n}: the model's run ends before its n-th statement; no hook tidies up."""
    sent = Counter()

    def is_last(name, sql):
        sent[name] += 1
        return name in numbers and sent[name] >= numbers[name]

    with _models_ending(is_last):
        yield


@contextmanager
def models_end_before(patterns):
    """{model: pattern}: its run ends before such a statement; no hook tidies up."""

    def is_last(name, sql):
        return name in patterns and re.search(patterns[name], sql)

    with _models_ending(is_last):
        yield


@contextmanager
def _models_ending(is_last):
    def end(sql, send):
        kind, name = node_of(sql)
        if is_last(name, sql) or kind == "operation":
            raise DbtDatabaseError(ENDED)
        send()

    with each(end):
        yield


@contextmanager
def _ending(is_last):
    ended = []

    def end(sql, send):
        if ended or is_last(sql):
            ended.append(sql)
            raise DbtDatabaseError(ENDED)
        send()

    with each(end):
        try:
            yield ended
        except DbtRuntimeError:
            # What dbt does not turn into a failed model.
            if not ended:
                raise
