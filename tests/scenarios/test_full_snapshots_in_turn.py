"""Small stories of full snapshots: what each of several runs makes of its batches."""

import pytest

COLUMNS = "topic string, branch string, id int, text string, taken int, recorded int"
HISTORY = """
    {{% set rows %}}(
        select {columns} from {{{{ daybook.new_batches(ref("copies")) }}}}
        where topic = "{topic}"
    ){{% endset %}}
    {{{{ daybook.history_of_snapshots(
        snapshots=rows, posted=this, taken_at="taken", {arguments}) }}}}
"""
USUAL = {
    "columns": "branch, id, text, taken, recorded, posted_batch_id",
    "key": '["id"]',
    "scope": '["branch"]',
    "values": '["text"]',
    "largest_loss": "1",
    "history": '{"system_time": "recorded", "interval": "half_open"}',
}
RESTAMPED = (
    '{"system_time": "recorded", "interval": "half_open",'
    ' "late_system_time": "restamp"}'
)


def copy(taken, recorded, texts, branch="DE"):
    """A row for each letter that is no dot: of key 0, 1, ..."""
    return [
        (branch, key, text, taken, recorded)
        for key, text in enumerate(texts)
        if text != "."
    ]


TEN = "a" * 10
NOW = "unix_micros(current_timestamp())"
# Of each topic its runs, each of them a list of batches; what it has then, or what the
# last run says; and other arguments.
STORIES = {
    # Recorded when its first copy was.
    "twice in one run": (
        [[copy(1, 100, "a"), copy(5, 101, "b"), copy(1, 102, "a")]],
        "0a 1-5 101-, 0a 1-inf 100-101, 0b 5-inf 101-",
    ),
    "keys of two copies count once": (
        [[copy(1, 100, TEN), copy(1, 101, TEN), copy(2, 102, "aaaaa")]],
        "lacks 5 of 10",
        {"largest_loss": "0.4"},
    ),
    "of two copies, one lacks a key that the other has twice": (
        [[copy(1, 100, "ab") + copy(1, 100, ".b"), copy(1, 101, "a")]],
        "differ in 1 keys, first in that of 1, DE",
    ),
    "nothing changed, but it was recorded": (
        [[copy(1, 100, "a")], [copy(10, 200, "a")], [copy(5, 150, "b")]],
        "of 1 rows of snapshots 1 have a recorded before 200",
    ),
    "no time of recording": (
        [[copy(1, 100, "a")], [copy(2, 101, "b"), copy(3, None, "a")]],
        "of 2 rows of snapshots 1 have no recorded",
    ),
    "no end": (
        [[copy(2147483647, 100, "a")]],
        "have a taken of cast(2147483647 as int) or later",
    ),
    "recorded late, and known when it came": (
        [[copy(8, 1000, "b")], [copy(4, 101, "b"), copy(1, 102, "b")]],
        "0b 1-inf 1000-",
        {"history": RESTAMPED},
    ),
    "before the first of its scope, between others, and where a key was gone": (
        [
            [copy(3, 100, "ak"), copy(9, 101, ".k"), copy(20, 102, "z", "FR")],
            [copy(1, 110, "bk"), copy(5, 111, "ac"), copy(7, 112, "ck")],
            [copy(12, 120, "ak")],
        ],
        "0a 3-7 112-, 0a 3-9 101-112, 0a 3-inf 100-101, 0a 12-inf 120-, 0b 1-3 110-,"
        " 0c 7-9 112-, 0z 20-inf 102-, 1c 5-7 112-, 1c 5-9 111-112, 1k 1-5 111-,"
        " 1k 1-inf 110-111, 1k 3-inf 100-110, 1k 7-inf 112-, 1k 9-inf 111-112",
    ),
    "without values": (
        [[copy(1, 100, "a")]],
        "no columns but key, scope and times",
        {"columns": "branch, id, taken, recorded, posted_batch_id", "values": "[]"},
    ),
    "a time in the key": (
        [[copy(1, 100, "a")]],
        'invalid value "taken" for key: it is a time of the snapshots',
        {"key": '["id", "taken"]'},
    ),
    "a time in the scope": (
        [[copy(1, 100, "a")]],
        'invalid value "taken" for scope: it is a time of the snapshots',
        {"scope": '["branch", "taken"]'},
    ),
    "a column twice": (
        [[copy(1, 100, "a")]],
        'invalid value "ID" for values: key has it already',
        {"values": '["text", "ID"]'},
    ),
    "again, as recorded before": (
        [[copy(1, 100, "a")], [copy(2, 200, "b")], [copy(1, 100, "a")]],
        "0a 1-2 200-, 0a 1-inf 100-200, 0b 2-inf 200-",
    ),
    "the time at which it is read": (
        [[copy(1, 100, "ab")]],
        "2 keys have another taken when they are read again",
        {"columns": f"branch, id, text, {NOW} as taken, recorded, posted_batch_id"},
    ),
    "without its batch": (
        [[copy(1, 100, "a")]],
        "have no column posted_batch_id",
        {"columns": "branch, id, text, taken, recorded"},
    ),
    "beside a table": (
        [[copy(1, 100, "a")]],
        "there is another table",
    ),
}


def model_of(topic):
    return f"of_{list(STORIES).index(topic)}"


@pytest.fixture(scope="module")
def told(project):
    """What the last run of each story said."""
    project.fed_model("copies", 'meta={"batch": "append"}')
    for topic, (_, _, *more) in STORIES.items():
        given = USUAL | (more[0] if more else {})
        columns = given.pop("columns")
        arguments = ", ".join(f"{name}={value}" for name, value in given.items())
        sql = HISTORY.format(columns=columns, topic=topic, arguments=arguments)
        project.model(model_of(topic), sql)
    table = f"{project.schema}.{model_of('beside a table')}__changes"
    project.query(f"create table {table} (id int) using parquet")
    said = {}
    for run in range(max(len(runs) for runs, *_ in STORIES.values())):
        now = {t: runs[run] for t, (runs, *_) in STORIES.items() if run < len(runs)}
        for place in range(max(map(len, now.values()))):
            rows = [
                (topic, *row)
                for topic, batches in now.items()
                if place < len(batches)
                for row in batches[place]
            ]
            project.feed("copies", COLUMNS, rows)
            project.ok(select="copies")
        outcome = project.run(select=" ".join(map(model_of, now)))
        for topic in now:
            is_last = run + 1 == len(STORIES[topic][0])
            assert is_last or outcome[model_of(topic)] == "success", outcome
            said[topic] = outcome[model_of(topic)]
    assert project.query(f"describe table {table}") == [("id", "int", None)]
    return said


def shown(rows):
    def end(moment):
        return {2147483647: "inf"}.get(moment, moment)

    return ", ".join(
        f"{key}{text} {start}-{end(until)} {known}-{'' if end(to) == 'inf' else to}"
        for key, text, start, until, known, to in rows
    )


@pytest.mark.parametrize("topic", STORIES)
def test_a_story(project, told, topic):
    expected = STORIES[topic][1]
    if told[topic] != "success":
        assert expected in told[topic]
        return
    columns = "id, text, valid_from, valid_to, known_from, known_to"
    assert shown(project.rows(model_of(topic), columns)) == expected
