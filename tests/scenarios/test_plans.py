"""What a pattern tells the materialization: one plan a model, and nothing is lost."""

import json

import pytest

READS = (
    'select * except (posted_batch_id) from {{ daybook.new_batches(ref("events")) }}'
)
PLAN = '{{%- do daybook._plan("{}", {}) -%}} select 1 as id'
MODELS = {
    "two_plans": PLAN.format("one", '{"extends": true}')
    + ' {%- do daybook._plan("another", {"extends": true}) -%}',
    "misspelt": PLAN.format("one", '{"restate_form": "2015-06"}'),
    "contradicts": PLAN.format("one", '{"options": {"compact_after": 7}}'),
    "unread": '{%- set new = daybook.new_batches(ref("events")) -%} select 1 as id',
    "changed": 'select * from {{ daybook.new_batches(ref("events")) | upper }}',
    "commented": f"select 1 as id -- {READS}",
    "compiled": READS,
}
SAID = {
    "two_plans": "it calls one and another, and only one of them can make the batch",
    "misspelt": "one makes a plan with restate_form, which no plan has",
    "contradicts": "compact_after=5 can't be used here: one sets compact_after=7",
    "unread": "events) is called, and the model's SQL does not have what it returns",
    "changed": "events) is called, and the model's SQL does not have what it returns",
    "commented": "events) is called, and the model's SQL does not have what it returns",
    "compiled": "success",
}


@pytest.fixture(scope="module")
def outcome(project):
    project.model("events", "select 1 as id", 'batch="append"')
    for name, sql in MODELS.items():
        config = 'batch="append"'
        if name == "contradicts":
            config += ", compact_after=5"
        project.model(name, sql, config)
    project.ok(select="events")
    return project.run("--exclude", "events", "--threads", "4")


@pytest.mark.parametrize("name", MODELS)
def test_a_plan(outcome, name):
    assert SAID[name] in outcome[name]


def test_nothing_is_published_where_a_plan_is_refused(project, outcome):
    assert project.names("two_plans*") == project.names("unread*") == []


def test_a_plan_does_not_outlive_the_run(project, outcome):
    node = project.results("compiled")["compiled"].node
    assert "daybook_plan" not in json.dumps(node.to_dict(), default=str)


def test_a_log_is_read_when_a_model_is_compiled_alone(project, outcome):
    """A run compiles without logs, for it renders the model again."""
    text = project.compiled({})["compiled"]
    assert "where false" in text
