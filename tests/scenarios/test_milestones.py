"""Milestones of small logs: events that are refused, and cells that stay."""

EVENTS = "item string, state string, at timestamp_ntz"
APPENDED = 'batch="append"'
REACHED = """
{{{{ daybook.milestone_snapshot(
    events=daybook.new_batches(ref("{events}")), posted=daybook.published(this),
    event_log=daybook.event_log("item", "state", "at"{more}),
    milestones={milestones}) }}}}
"""


def event(item, state, day):
    return item, state, day and f"2015-{day} 09:00"


def test_events_that_cannot_be_placed_are_refused_before_anything_is_written(project):
    """Of a staging model that lets such events in."""
    project.fed_model("lax", APPENDED)
    sql = REACHED.format(events="lax", milestones=["Opened", "Closed"], more="")
    project.model("reached", sql)
    project.feed("lax", EVENTS, [event("1", "Opened", "09-01")])
    project.ok(select="lax reached")
    before, log = project.rows("reached"), project.log("reached")
    lacking = [event(None, "Opened", "09-01"), event("1", None, "09-02")]
    # Without its time, the first event of the item would have no month.
    new = [event("2", "Opened", None), event("2", "Closed", "09-02")]
    far = ("2", "Closed", "+20150-09-02 09:00")
    project.feed("lax", EVENTS, [*lacking, *new, far])
    said = project.run(select="lax reached")["reached"]
    assert "of 5 events 1 have no item, 1 have no state, 1 have no at that can" in said
    assert "1 have no at in the years 1 to 9999. Nothing" in said
    assert "Nothing was published" in said
    assert project.rows("reached") == before
    assert project.log("reached") == log
    project.feed("lax", EVENTS, [event("1", "Opened", "09-01"), new[1]])
    project.ok(select="lax reached", full_refresh=True)
    days = project.rows("reached", "item, opened_date_tk, closed_date_tk")
    assert days == [("1", 20150901, None), ("2", None, 20150902)]


def test_a_cell_stays_where_its_column_changes_in_case_alone(project):
    project.fed_model("cased", APPENDED)

    def run(milestones, *events):
        sql = REACHED.format(events="cased", milestones=milestones, more="")
        project.model("spelled", sql)
        project.feed("cased", EVENTS, events)
        project.ok(select="cased spelled")

    run({"Opened": "opened", "Closed": "done"}, event("1", "Opened", "09-01"))
    run({"Opened": "Opened", "Closed": "DONE"}, event("1", "Closed", "09-02"))
    days = project.rows("spelled", "item, opened_date_tk, done_date_tk")
    assert days == [("1", 20150901, 20150902)]


def test_a_column_keeps_its_milestone_and_a_dimension_may_join(project):
    project.fed_model("steps", APPENDED)
    grows = 'on_schema_change="append_new_columns"'

    def said(milestones, more="", *events):
        sql = REACHED.format(events="steps", milestones=milestones, more=more)
        project.model("named", sql, grows)
        events = [(*each, each[1][0]) for each in events]
        project.feed("steps", f"{EVENTS}, first string", events)
        return project.run(select="steps named")["named"]

    names = {"Opened": "a", "Closed": "b"}
    assert said(names, "", event("1", "Opened", "09-01")) == "success"
    swapped = {"Opened": "b", "Closed": "a"}
    sentence = "the published column b_date_tk has the days of Closed"
    assert sentence in said(swapped, "", event("1", "Closed", "09-02"))
    new = event("2", "Closed", "09-03")
    by_first = ', dimensions=["first"]'
    assert said(names, by_first, new) == "success"
    days = project.rows("named", "item, first, a_date_tk, b_date_tk")
    assert days == [("1", None, 20150901, 20150902), ("2", "C", None, 20150903)]
    # A milestone that is left out for a while keeps its column.
    assert said({"Closed": "b"}, by_first, event("3", "Closed", "10-01")) == "success"
    taken = {"Closed": "b", "Other": "A"}
    assert "column A_date_tk has the days of Opened" in said(taken, by_first)
