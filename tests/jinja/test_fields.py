"""A log that another release has written: with a field more, or without one."""

import re

import pytest

from support.macros import MACROS, Macro, Macros
from support.stories import Story
from support.tables import Table

DEFAULTS = Macros().call("_fields_in", "state")
# A line of the table of fields.
MORE = '"tags": {"default": [], "in": ["event", "state", "chain", "held"]},'


class Release(Table):
    """One whose logs have another line in the table of fields, if any."""

    def __init__(self, line="", **vars):
        super().__init__(**vars)
        table = MACROS["_fields_in"].macro_sql
        if line:
            table = table.replace("set fields = {", "set fields = {" + line)
        fields = Macro("_fields_in", table)
        generator = type(self.macros.context["daybook"]["_fields_in"])
        own = generator(fields, self.macros.context)
        self.macros.context["daybook"]["_fields_in"] = own

    def write(self, story):
        relation, call = self.macros.relation, self.macros.call
        for event in story.events:
            log = call("_files_write_event", relation, self.log(), event)
            if due := call("_checkpoints_due", log):
                call("_keep_log_short", relation, log, due)
        return self


def without_tags(state):
    chain = [
        {k: v for k, v in batch.items() if k != "tags"} for batch in state["chain"]
    ]
    return {k: v for k, v in state.items() if k != "tags"} | {"chain": chain}


def test_each_field_has_a_default_and_places():
    lines = re.findall(r'(?m)^        "(\w+)": (.*),$', MACROS["_fields_in"].macro_sql)
    assert {name for name, _ in lines} >= DEFAULTS.keys()
    for name, text in lines:
        assert re.fullmatch(r'\{"default": .+, "in": \[.+\]\}', text), name
        places = re.findall(r'"(\w+)"', text.partition('"in": ')[2])
        assert set(places) <= {"event", "state", "chain", "held"}, name


def test_a_field_that_a_later_release_has_is_kept_wherever_its_table_says():
    """An option that is stored with a batch: a line in the table of fields, besides the
    option itself."""
    release, story = Release(MORE, daybook_log_events=8), Story(1)
    macros = release.macros
    options = {"keeps_posted_batch_id": False, "tags": ["nightly"]}
    layout = {"columns": ["id"], "partition_by": []}
    committed = macros.call("_committed_event", {}, options, layout, [])
    assert committed["tags"] == ["nightly"]
    first = story.commit(tags=["nightly"])
    story.end({"event": "protected", "of": first, "of_position": 1}, story.shown)
    for _ in range(20):
        story.commit(tags=["hourly"])
    log = release.write(story).log()
    assert log["checkpoints"][0]["position"] > 1
    assert log["state"]["tags"] == ["hourly"]
    assert log["state"]["chain"][0]["tags"] == ["nightly"]
    assert log["checkpoints"][0]["held"]["1"]["tags"] == ["nightly"]
    # This release reads the log, and leaves out what it does not know.
    read = Macros().call("_log_in", macros.relation, release.properties)
    assert read["missing"] == []
    assert without_tags(read["state"]) == without_tags(log["state"])
    assert "tags" not in read["state"]


@pytest.mark.parametrize("name", sorted(DEFAULTS.keys() - {"position"}))
def test_a_log_of_a_release_that_lacked_a_field_is_read_with_its_default(name):
    """Also where it begins at a checkpoint, and has another one."""
    lacking = Release(daybook_log_events=8).write(Story(2).tell(30))
    texts = {n: v for n, v in lacking.properties.items() if ".state." not in n}
    macros, log = lacking.macros, lacking.log()
    for checkpoint in log["checkpoints"]:
        state = {k: v for k, v in checkpoint["state"].items() if k != name}
        kept = {"state": state, "held": checkpoint["held"]}
        place = f"daybook.state.{checkpoint['position']:06}"
        texts |= macros.call("_in_parts", place, macros.call("_encoded", kept))
    read = Macros().call("_log_in", macros.relation, texts)
    assert read["missing"] == []
    assert len(read["checkpoints"]) == len(log["checkpoints"]) > 1
    first = read["checkpoints"][0]["state"]
    assert first[name] == DEFAULTS[name]
    before = log["checkpoints"][0]["state"]
    assert {k: v for k, v in first.items() if k != name} == {
        k: v for k, v in before.items() if k != name
    }


def test_a_log_of_a_later_format_is_refused():
    macros = Macros()
    later = macros.call("_log_format") + 1
    properties = {"daybook.born": "7", "daybook.format": str(later)}
    properties["daybook.log.000001.0000"] = "what nobody knows yet"
    log = macros.call("_log_in", macros.relation, properties)
    said = macros.refusal("_refuse_damaged_log", macros.relation, log)
    assert f"its log was written by a later daybook, in format {later}" in said
    assert "install that release" in said
