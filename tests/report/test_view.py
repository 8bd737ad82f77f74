"""A view of the page: its address, one state alone, in the dark, on paper, as files."""

import csv
import io
import struct
from urllib.parse import parse_qs, urlsplit

PERIOD = ("2015-04-10", "2015-08-20")


def shown(drawn):
    """What a reader sees, in short."""
    return (
        *(drawn.tiles(), drawn.table(), drawn.totals(), drawn.on_hand()),
        *(drawn.traces("in-and-out"), drawn.page.inner_text("#known-note")),
        drawn.page.inner_text("#month-figures"),
    )


def address(drawn):
    said = parse_qs(urlsplit(drawn.page.url).fragment)
    return {name: value for name, (value,) in said.items()}


def test_the_address_holds_the_view(opened, file):
    drawn = opened(file)
    assert address(drawn) == {"period": "182"}
    first = shown(drawn)
    drawn.choose(*PERIOD, "team", "Network")
    drawn.page.select_option("#known", index=1)
    drawn.page.select_option("#view", "cumulative")
    drawn.page.select_option("#grain", "month")
    drawn.page.click("#figures button:has-text('Resolved')")
    drawn.page.select_option("#month", index=1)
    drawn.page.select_option("#month-figure", label="in")
    said = address(drawn)
    assert said.pop("known").startswith("20")
    assert said == {
        "from": PERIOD[0],
        "to": PERIOD[1],
        "dimension": "team",
        "value": "Network",
        "view": "cumulative",
        "grain": "month",
        "state": "Resolved",
        "month": "2015-06-30",
        "month-figure": "0",
    }
    view = shown(drawn)
    assert view != first
    drawn.page.reload()
    drawn.page.wait_for_selector("[data-ready]")
    assert shown(drawn) == view
    fragment = "#" + urlsplit(drawn.page.url).fragment
    assert shown(opened(file, address=fragment)) == view
    # What it cannot say is as at first.
    drawn = opened(
        file,
        address="#period=7&team=x&dimension=crew&known=never&state=<b>"
        "&month=never&month-figure=9",
    )
    assert shown(drawn) == first
    assert address(drawn) == {"period": "182"}


def test_a_click_shows_a_state_alone_and_all_again(drawn):
    drawn.choose(*PERIOD, "(all)", "(all)")
    everything = shown(drawn)
    drawn.page.focus("#figures button:has-text('Assigned')")
    drawn.page.keyboard.press("Enter")
    assert {state for _, state in drawn.on_hand()} == {"Assigned"}
    names = {trace["name"] for trace in drawn.traces("in-and-out")}
    assert names == {"Assigned: in", "Assigned: out"}
    assert {state for state, _ in drawn.ages("ages")} == {"Assigned"}
    assert drawn.table() == everything[1]
    pressed = drawn.page.locator("#figures button[aria-pressed=true]")
    assert pressed.inner_text() == "Assigned"
    drawn.page.keyboard.press("Enter")
    assert shown(drawn) == everything


def luminance(colour):
    """Of rgb(r, g, b) or #rrggbb, from 0 to 1."""
    if colour.startswith("#"):
        parts = [int(colour[place : place + 2], 16) for place in (1, 3, 5)]
    else:
        parts = [float(part) for part in colour[4:-1].split(",")]
    return sum(parts) / 3 / 255


def test_it_is_dark_where_the_reader_wants_it_so(opened, file):
    def looks(drawn):
        drawn.traces("by-state")
        return drawn.page.evaluate("""() => {
            const {layout} = document.getElementById("by-state");
            const {backgroundColor, color} = getComputedStyle(document.body);
            return [backgroundColor, layout.paper_bgcolor, color, layout.font.color];
        }""")

    dark = opened(file, scheme="dark")
    grounds_and_inks = [luminance(colour) for colour in looks(dark)]
    assert max(grounds_and_inks[:2]) < 0.2 < 0.8 < min(grounds_and_inks[2:])
    dark.page.emulate_media(color_scheme="light")
    dark.page.wait_for_function(
        "() => document.getElementById('by-state').layout.paper_bgcolor == '#ffffff'"
    )
    light = [luminance(colour) for colour in looks(dark)]
    assert max(light[2:]) < 0.2 < 0.8 < min(light[:2])


def test_charts_below_the_screen_are_drawn_before_anybody_scrolls(opened, file):
    """So that a picture has them all, also one taken when the page has loaded."""
    drawn = opened(file)
    assert drawn.page.locator(".chart:not(.waiting) > *").count() >= 7
    assert drawn.page.locator(".chart.waiting").count() == 0
    drawn.page.select_option("#period", "90")
    drawn.page.wait_for_selector(".chart.waiting", state="detached")
    assert drawn.page.evaluate("window.scrollY") == 0


def test_on_paper_every_chart_is_drawn_and_light(opened, file):
    """At once, also where it was waiting for its turn."""
    drawn = opened(file, scheme="dark")
    drawn.traces("by-state")
    waiting = drawn.page.evaluate("""() => {
        const waiting = () => document.querySelectorAll(".chart.waiting").length;
        document.getElementById("view").dispatchEvent(new Event("change"));
        const before = waiting();
        window.dispatchEvent(new Event("beforeprint"));
        return [before, waiting()];
    }""")
    assert waiting == [7, 0]
    papers = drawn.page.evaluate("""() => [...document.querySelectorAll(".chart")]
        .map(({layout}) => [layout.paper_bgcolor, layout.width])""")
    assert papers == [["#ffffff", 680]] * 7
    drawn.page.emulate_media(media="print")
    assert drawn.page.locator("a:visible, summary:visible").count() == 0
    assert drawn.page.pdf().startswith(b"%PDF")


def test_a_chart_can_be_saved_as_rows_and_as_a_picture(drawn):
    drawn.choose(*PERIOD, "(all)", "(all)")
    on_hand = drawn.on_hand()
    with drawn.page.expect_download() as saved:
        drawn.page.click("[aria-label='Backlog by state as CSV']")
    assert saved.value.suggested_filename == "daybook-by-state.csv"
    text = saved.value.path().read_text("utf-8")
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["day", "state", "items"]
    assert {(day, state): int(n) for day, state, n in rows if n != "0"} == on_hand
    with drawn.page.expect_download() as saved:
        drawn.page.click("[aria-label='Backlog by state as PNG']")
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    # It has a name above, and beside it what the colours mean.
    size = drawn.page.locator("#by-state").bounding_box()
    width, height = (each / 2 for each in struct.unpack(">II", picture[16:24]))
    assert width > size["width"] + 100
    assert height > size["height"] + 40


def test_a_screen_reader_finds_names(drawn):
    """Of every control and chart; a section begins with its heading. Axe agrees."""
    for chart in drawn.page.locator(".chart").all():
        drawn.traces(chart.get_attribute("id"))
        assert chart.get_attribute("role") == "img"
        assert len(chart.get_attribute("aria-label")) > 20
    for control in drawn.page.locator("select, input").all():
        assert control.evaluate("control => control.labels.length") == 1
    for section in drawn.page.locator("section").all():
        assert section.locator("h2").count() == 1
    assert drawn.page.locator("h1").count() == 1
    drawn.page.click("summary")
    for table in drawn.page.locator("table:visible").all():
        assert table.locator("th:not([scope])").count() == 0
    drawn.check_accessibility()
