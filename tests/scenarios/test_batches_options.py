# ruff: noqa: E501
"""A bad option is refused with one sentence: model, option, value, way out."""

import pytest

pytestmark = pytest.mark.stress

ROW = "select 1 as id, '2015-01' as month, 2.5D as ratio"

# name: (config, sql, what the error says)
BAD = {
    "batch": ('batch="upsert"', ROW, 'batch="upsert" can\'t be used here: use replace or append'),
    "publish": ('publish="table"', ROW, 'publish="table" can\'t be used here: use view or partitions'),
    "format": ('file_format="delta"', ROW, 'file_format="delta" can\'t be used here: use parquet or orc'),
    "change": (
        'on_schema_change="sync_all_columns"', ROW,
        'on_schema_change="sync_all_columns" can\'t be used here: use fail or append_new_columns',
    ),
    "skip": ('when_nothing_new="wait"', ROW, "use skip or run"),
    "hours": ("lock_hours=0", ROW, "lock_hours=0 can't be used here: use a number above 0"),
    "after": ('compact_after="often"', ROW, "use a number above 0"),
    "where": (
        'replace_where="true", partition_by="month"', ROW,
        "replace_where=\"true\" can't be used here: it goes with batch='append' and partition_by",
    ),
    "where_whole": ('replace_where="true", batch="append"', ROW, "and partition_by"),
    "restate": (
        'restate_from="2015-01", batch="append", partition_by="month"', ROW,
        "it goes with batch='replace' and partition_by",
    ),
    "restate_whole": ('restate_to="2015-01"', ROW, "it goes with batch='replace' and partition_by"),
    "private": ('private=["x"]', ROW, "it goes with partition_by"),
    "private_text": ('private=5, partition_by="month"', ROW, "use a list of texts"),
    "named": ('partition_by="in"', "select 1 as id, 2 as `in`", "can't be asked for a partition column of that name"),
    "spaced": ('partition_by="a b"', "select 1 as id, 2 as `a b`", "can't be asked for a partition column of that name"),
    "root": ('location_root="/tmp/x"', ROW, "give the schema a location"),
    "key": ('unique_key="id"', ROW, "a batch replaces whole partitions"),
    "strategy": ('incremental_strategy="merge"', ROW, "use batch='replace' or batch='append'"),
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
    "doubled_letter": ('batchh="append"', ROW, "the config has the key batchh: write batch if that is what"),
    "swapped_letters": ('btach="append"', ROW, "the config has the key btach: write batch if"),
    "lost_letter": ('privat=["x"], partition_by="month"', ROW, "the config has the key privat: write private"),
    "other_letter": ('publush="view"', ROW, "the config has the key publush: write publish"),
    "capital_letter": ('Batch="append"', ROW, "the config has the key Batch: write batch"),
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
