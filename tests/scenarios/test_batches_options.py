# ruff: noqa: E501
"""Columns that a batch cannot have, as Spark describes them: refused with a way out.

The options themselves are in tests/jinja/test_options.py.
"""

import pytest

pytestmark = pytest.mark.stress

ROW = "select 1 as id, '2015-01' as month, 2.5D as ratio"

# name: (config, sql, what the error says)
BAD = {
    "hours": ("lock_hours=0", ROW, "lock_hours=0 can't be used here: use a number above 0"),
    "named": ('partition_by="in"', "select 1 as id, 2 as `in`", "can't be asked for a partition column of that name"),
    "spaced": ('partition_by="a b"', "select 1 as id, 2 as `a b`", "can't be asked for a partition column of that name"),
    "absent": ('partition_by="day"', ROW, 'partition_by="day" can\'t be used here: the model selects id, month, ratio'),
    "ratio": ('partition_by="ratio"', ROW, "its type double can't name a directory; cast it"),
    "time": ('partition_by="at"', "select now() as at", "its type timestamp can't name a directory; cast it to a date or a string"),
    "local_time": (
        'partition_by="at"', "select localtimestamp() as at",
        "its type timestamp_ntz can't name a directory; cast it to a date or a string",
    ),
    "twice": ("", "select 1 as id, 2 as ID", "the model selects two columns of one name, in id, ID: alias one"),
    "own_capital": ("", "select 1 as Batch_Id", "the columns batch_id and posted_batch_id are daybook's own"),
    "own": ("", "select 1 as batch_id", "the columns batch_id and posted_batch_id are daybook's own"),
    "void": ("", "select 1 as id, null as nothing", "column nothing is NULL without a type (void): cast it"),
    "under_meta": ('meta={"lock_hour": 2, "owner": "us"}', ROW, "the config has the key lock_hour: write lock_hours"),
    "keeps": ("keeps_posted_batch_id=true", ROW, "select posted_batch_id too"),
}  # fmt: skip


@pytest.fixture(scope="module")
def outcome(project):
    for name, (config, sql, _) in BAD.items():
        project.model(f"bad_{name}", sql, config)
    return project.run()


@pytest.mark.parametrize("name", BAD)
def test_a_bad_option_is_refused(project, outcome, name):
    message = outcome[f"bad_{name}"]
    assert f"daybook: {project.schema}.bad_{name}: " in message
    assert BAD[name][2] in message


def test_nothing_is_left_behind(project, outcome):
    assert project.names() == []
