"""The statements that dbt sends: noted down, or let through only up to one of them."""

import re
from itertools import count

from dbt.adapters.spark.connections import PyhiveConnectionWrapper
from dbt_common.exceptions import DbtDatabaseError


def noted(patch):
    """All that are sent from now on, each in one line without its comment."""
    send, sent = PyhiveConnectionWrapper.execute, []

    def execute(self, sql, bindings=None):
        sent.append(" ".join(re.sub(r"/\*.*?\*/", "", sql, flags=re.S).split()))
        send(self, sql, bindings)

    patch.setattr(PyhiveConnectionWrapper, "execute", execute)
    return sent


def ends_at(patch, pattern):
    """Lets no statement through, from the first on that the pattern is found in."""
    send, ended = PyhiveConnectionWrapper.execute, []

    def execute(self, sql, bindings=None):
        if ended or re.search(pattern, sql, re.DOTALL):
            ended.append(sql)
            raise DbtDatabaseError("it ended here")
        send(self, sql, bindings)

    patch.setattr(PyhiveConnectionWrapper, "execute", execute)


def ends_after(patch, word, number):
    """Lets so many statements with the word in them through, and none after."""
    send, sent = PyhiveConnectionWrapper.execute, count(1)

    def execute(self, sql, bindings=None):
        if word in sql and next(sent) > number:
            raise DbtDatabaseError("it ended here")
        send(self, sql, bindings)

    patch.setattr(PyhiveConnectionWrapper, "execute", execute)
