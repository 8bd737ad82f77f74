"""The documentation site: it is whole, and no link in it leads nowhere."""

import posixpath
import re
from contextlib import suppress
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from textwrap import indent
from threading import Thread
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from playwright.sync_api import expect

import docs_site
import site_pages
from project_files import called, project_files
from reference.macro_code import macros_of
from reference.macros import COMPILED, public_macros
from reference.messages import has_words, messages, refusals
from reference.text import markdown, short
from report_page import filled_page
from sample_pages import with_sample
from spark import ROOT
from support.accessibility import check_accessibility

PHONE = 390
NO_SCORES = {"scores_in_both_times": [], "scores_then_and_now": []}
SCORES = NO_SCORES | {"drawn_at": "", "report_page": "daybook.html"}
# What stands for the sample's report and dbt's documentation.
BUILT = {
    "report/daybook.html": "The report",
    "static_index.html": "The docs of dbt",
    "report/daybook.scores.html": filled_page(SCORES, "history.html"),
}
SAMPLE = {
    "report/index.html": "report/daybook.html",
    "dbt-docs.html": "static_index.html",
    "report/daybook.scores.html": "report/daybook.scores.html",
    "report/daybook.html": "report/daybook.html",
}
LINKED = ("report/index.html", "dbt-docs.html")


class Seen(HTMLParser):
    """What a page has: ids, links, and what a browser fetches for it."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.fetched = set(), set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids.add(given.get("id"))
        self.links |= {given[key] for key in ("href", "src") if given.get(key)}
        self.fetched |= {given.get("src", "")}
        if tag == "link":
            self.fetched.add(given["href"])


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def copyfile(self, *files):
        """A browser that leaves a page may not wait for what it has asked for."""
        with suppress(ConnectionError):
            super().copyfile(*files)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """MkDocs itself refuses pages that are in no part of the navigation, dead links
    and dead anchors."""
    target = tmp_path_factory.mktemp("target").resolve()
    for name, text in BUILT.items():
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(text)
    return docs_site.build(target)


@pytest.fixture(scope="module")
def pages(site):
    built = {site / "sample" / name for name in SAMPLE}
    files = set(site.rglob("*.html")) - {site / "404.html", *built}
    return {file: Seen(file.read_text()) for file in files}


@pytest.fixture(scope="module")
def address(site):
    handler = partial(Quiet, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def opened(browser):
    contexts = []

    def open_page(url, width, colours="light"):
        size = {"width": width, "height": 900}
        contexts.append(browser.new_context(viewport=size, color_scheme=colours))
        page = contexts[-1].new_page()
        page.fetched = []
        page.on("request", lambda request: page.fetched.append(request.url))
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()


def test_no_link_is_dead(pages):
    dead = []
    for page, seen in pages.items():
        for link in seen.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            file = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            ids = pages[file].ids if file in pages else set()
            if not file.is_file() or unquote(parts.fragment or "") not in {"", *ids}:
                dead.append((page.name, link))
    assert dead == []


def test_nothing_is_fetched_from_elsewhere(pages):
    fetched = {link for seen in pages.values() for link in seen.fetched}
    assert [link for link in fetched if urlsplit(link).netloc] == []


def test_every_page_of_the_repository_is_there(site):
    files = [*site_pages.PLACES, *map(called, project_files("docs/*.md"))]
    pages = [site / site_pages.place(file) for file in files]
    assert [p for p in pages if not p.with_suffix(".html").is_file()] == []


def test_every_page_lies_as_markdown_beside_its_html_and_is_listed(site, pages):
    beside = {file.with_suffix(".md").relative_to(site).as_posix() for file in pages}
    assert [name for name in beside if not (site / name).is_file()] == []
    listed = re.findall(r"(?m)^- \[.+?\]\((.+?)\)", (site / "llms.txt").read_text())
    assert sorted(listed) == sorted(f for f in beside if not f.startswith("source/"))


def test_a_macro_has_its_description_and_its_compiled_sql_once(site):
    shown, macros = set(), 0
    for group, of_group in public_macros().items():
        for macro in of_group:
            name = short(macro["name"])
            page = (site / "reference" / group / f"{name}.md").read_text()
            assert page.startswith(f"# {name}\n")
            assert page.count(markdown(macro["description"])) == 1, name
            for file in COMPILED.glob(f"{name}.*"):
                code = indent(file.read_text().rstrip(), "    ")
                assert page.count(f"\n{code}\n") == 1, file
                shown.add(file)
            macros += 1
    assert macros > 30
    assert len(shown) > 30
    assert shown == {*COMPILED.glob("*")}


@pytest.mark.parametrize(
    ("group", "name", "page"),
    [
        ("batches", "batched", "batches"),
        ("history", "bitemporal_history", "history"),
        ("operations", "list_batches", "batches"),
    ],
)
def test_a_macro_leads_to_the_page_of_its_group_or_to_another(site, group, name, page):
    of_macro = (site / "reference" / group / f"{name}.md").read_text()
    assert f"[The page on {page}](../../patterns/{page}.md) says" in of_macro


def test_the_sample_is_there_if_it_is_built(site, pages):
    """Without it, no link and no menu leads to it."""
    assert {*LINKED} <= pages[site / "sample" / "index.html"].links
    home = pages[site / "index.html"].links
    assert {f"sample/{name}" for name in (*LINKED, "index.html")} <= home
    for name, file in SAMPLE.items():
        assert (site / "sample" / name).read_text() == BUILT[file]
    texts = {"index.md": "# daybook\n\n## Three ways in"}
    assert with_sample(texts, {}) == texts
    menu = [{"Home": "index.md"}, {"Sample": "sample/"}]
    assert docs_site.navigation(menu, texts) == [{"Home": "index.md"}]


@pytest.mark.parametrize(
    "told",
    [
        # From a query; from a list of what is wrong; from another macro.
        "`<item>` `<value>` has two different events at `<value>`: name in order_by",
        "`<calendar>` has no row for one of `<value>` and `<value>` of `<calendar na",
        "of `<events>` `<rows>` have a `<event time>` of `<far>` or later, which",
        "/ differ at one `<event time>` and `<system time>` of a key: name in order_by",
        "its log no longer says what was published before `<at>` UTC. A higher",
        "this target does not build `<relation>` (it is deferred, or a source)",
        "`<rows>` rows have NULL or empty text in their partition columns",
        "`<unset>` of `<value>` rows of `<fact>` have no `<name>`. Nothing was",
        "dimension rows were changed or added after facts had been joined to them. N",
        "`<events>` `<rows>` `<lacking>` have no `<column><column>`. Nothing was",
    ],
)
def test_a_message_is_whole_wherever_its_words_are(site, told):
    assert told in (site / "reference" / "errors.md").read_text()


def test_every_message_is_in_the_errors(site):
    page = (site / "reference" / "errors.md").read_text()
    found, wordless = [], set()
    for file in project_files("macros/*.sql"):
        found += [told for _, told in messages(file.read_text())]
        code = re.sub(r"(?s){#.*?#}", "", file.read_text())
        calls = re.findall(r"{%-? call daybook\._?refuse(?:_\w+)?\(", code)
        known = [refusals(macro) for _, macro in macros_of(file.read_text())]
        assert sum(map(len, known)) == len(calls), file
        for name, macro in macros_of(file.read_text()):
            if not all(map(has_words, refusals(macro))):
                wordless.add(name)
    assert len(found) > 150
    assert [message for message in found if f"| {message} |" not in page] == []
    assert not re.search("{{|{%", page)
    # Their words come from other macros, which have each a line of their own.
    assert wordless == {
        *("_checked_values", "_flip_pointer", "_held_by", "_recovered_log"),
        *("_refuse_batch", "_refuse_damaged_log", "_refuse_options_without_effect"),
        *("_refuse_session_settings", "_refuse_unlocked", "publish_batch", "recover"),
        *("adopt_table", "refuse_option"),
    }


def test_a_message_has_names_for_what_is_filled_in():
    text = """
        {% macro _month_column(events, month) %}
            {% set way_out %} rename it {% endset %}
            {% call daybook.refuse_option(this, "month", month) %}
                {{ events }} has {{ columns | join(", ") }}{{ " and more" if x }}:
                {% if x %} name one {% else %} name the other {% endif %}
            {% endcall %}
            {% set problem %} {{ rows }} rows have NULL: {{ way_out }} {% endset %}
        {% endmacro %}
    """
    told = "`<events>` has `<columns>` and more: name one / name the other"
    assert messages(text) == [
        ("_month_column", f"invalid value `<value>` for month: {told}"),
        ("_month_column", "`<rows>` rows have NULL: rename it"),
    ]


def test_a_message_is_filled_with_what_its_macro_sets():
    text = """
        {% macro _changed(rows) %}
            {% set why = "what was known is gone" %}
            {% if rows %}
                {% set why %} {{ rows }} rows have changed {% endset %}
            {% endif %}
            {% call daybook.refuse(this) %} {{ why }}. Rebuild it {% endcall %}
            {% call daybook.refuse(this) %} in {{ source }} {{ problem }} {% endcall %}
        {% endmacro %}
    """
    message = "what was known is gone / `<rows>` rows have changed. Rebuild it"
    assert messages(text) == [("_changed", message)]
    assert not has_words("`<unset>` `<without>`.")
    assert not has_words("invalid value `<value>` for `<name>`: `<way out>`")
    assert has_words("use `<allowed>`")


def test_the_scores_lead_back_to_the_report(opened, address):
    page = opened(f"{address}/sample/report/daybook.scores.html", 1280)
    page.click("#report-page[href]")
    assert page.inner_text("body") == "The report"


def test_a_link_to_code_leads_to_a_page_with_that_code(site):
    file = ROOT / "models" / "facts" / "fct_issue_entries.sql"
    page = site / "source" / "models" / "facts" / "fct_issue_entries.sql.md"
    assert file.read_text().strip() in page.read_text()
    assert "(source/models/facts/fct_issue_entries.sql.md)" in (
        (site / "readme.md").read_text()
    )


def test_the_start_page_shows_what_its_log_adds_up_to():
    """The rows are those of the snapshot's unit test, which runs on Spark."""
    page = (ROOT / "docs" / "index.md").read_text()
    log, backlog = [
        [row.strip("|").split("|") for row in table.strip().splitlines()[2:]]
        for table in re.findall(r"(?m)(?:^\|.*\n)+", page)
    ]
    log = [[value.strip() for value in row] for row in log]
    backlog = [[value.strip() for value in row] for row in backlog]
    file = ROOT / "models" / "snapshots" / "snap_issues_daily.yml"
    (test, *_) = yaml.safe_load(file.read_text())["unit_tests"]
    assert backlog == [
        row.split(",") for row in test["expect"]["rows"].splitlines()[1:]
    ]
    for day, status, entered, left, on_hand in backlog:
        then = {issue: at for issue, at, since in log if since <= day}
        before = {issue: at for issue, at, since in log if since < day}
        moved = {issue for issue in then if then[issue] != before.get(issue)}
        assert int(on_hand) == sum(at == status for at in then.values())
        assert int(entered) == sum(then[issue] == status for issue in moved)
        assert int(left) == sum(before.get(issue) == status for issue in moved)


def test_the_menu_has_every_macro_and_ends_with_the_errors(site):
    menu = yaml.safe_load((site.parent / "mkdocs.yml").read_text())["nav"]
    (reference,) = [part["Reference"] for part in menu if "Reference" in part]
    groups = {}
    for part in reference:
        if isinstance(part, dict):
            _, *pages = [*docs_site.named(part)]
            groups[posixpath.dirname(pages[0])] = {Path(page).stem for page in pages}
    assert groups == {
        f"reference/{group}": {short(macro["name"]) for macro in macros}
        for group, macros in public_macros().items()
    }
    assert [*groups] == [f"reference/{group}" for group in public_macros()]
    assert reference[-1] == "reference/errors.md"


def test_a_list_of_pages_has_the_order_of_the_menu(site):
    menu = (ROOT / "mkdocs.yml").read_text()
    pages = re.findall(r"patterns/([\w-]+\.md)", menu)
    assert pages[:4] == ["index.md", "batches.md", "sources.md", "entries.md"]
    listed = re.findall(r"\]\((.+?)\)", (site / "patterns" / "index.md").read_text())
    assert listed == pages[1:]


def test_the_search_prefers_pages_that_are_there(site):
    places = [page.relative_to(site).as_posix() for page in site.rglob("*.md")]
    for beginning in docs_site.BOOSTS:
        assert any(place.startswith(beginning) for place in places), beginning
    assert not [page for page in site.rglob("*.md") if page.read_text()[:3] == "---"]


def first_found(opened, beginning, all_words):
    """{words: the page that the search finds first}; nothing comes from elsewhere."""
    page, found = opened(f"{beginning}/index.html", 1280), {}
    results = page.locator(".md-search-result__meta")
    page.click("[name=query]")
    for words in all_words:
        page.keyboard.press("Control+A")
        page.keyboard.press("Delete")
        # What is typed before the page's script listens is lost.
        expect(results).to_have_text("Type to start searching")
        page.keyboard.insert_text(words)
        page.keyboard.press("End")
        expect(results).to_contain_text("matching document")
        link = page.locator(".md-search-result__item a").first
        address = link.evaluate("link => link.href").removeprefix(f"{beginning}/")
        found[words] = re.match(r"[^.]*", address)[0]
    assert [url for url in page.fetched if not url.startswith(beginning)] == []
    return found


# Words that people use, and the page that is about them.
WORDS = {
    "GDPR": "how-to/delete-a-persons-rows",
    "personal data": "how-to/delete-a-persons-rows",
    "erasure": "how-to/delete-a-persons-rows",
    "backfill": "patterns/batches",
    "idempotent": "patterns/batches",
    "late data": "patterns/entries",
    "late rows": "patterns/entries",
    "SCD2": "patterns/history",
    "rollback": "how-to/roll-back",
    "Dagster": "how-to/scheduling",
    "Airflow": "how-to/scheduling",
    "cost": "background/costs",
    "Iceberg": "how-to/iceberg",
    "known": "reference/history/known",
    "negate_events": "reference/entries/negate_events",
}


def test_the_search_of_a_file_finds_the_page_about_a_thing_first(opened, site):
    assert first_found(opened, site.as_uri(), WORDS) == WORDS


def test_the_search_of_a_served_site_finds_a_macro(opened, address):
    macro = "negate_events"
    assert first_found(opened, address, [macro]) == {macro: WORDS[macro]}


@pytest.mark.parametrize(
    "name", ["index", "patterns/batches", "reference/errors", "reference/history/known"]
)
def test_a_phone_shows_it_whole(opened, address, name):
    page = opened(f"{address}/{name}.html", PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


@pytest.mark.parametrize(
    ("name", "width", "colours"),
    [
        ("index", 1280, "light"),
        ("index", 1280, "dark"),
        ("patterns/batches", 1280, "light"),
        ("patterns/entries", PHONE, "light"),
        ("reference/entries/negate_events", 1280, "light"),
        ("reference/entries/negate_events", 1280, "dark"),
        ("reference/errors", 1280, "light"),
        ("reference/index", 1280, "light"),
    ],
)
def test_a_page_is_accessible(opened, address, name, width, colours):
    check_accessibility(opened(f"{address}/{name}.html", width, colours))


@pytest.mark.stress
def test_every_page_is_accessible_and_fits_a_phone(
    opened, address, site, pages, subtests
):
    page = opened(f"{address}/index.html", PHONE)
    for file in sorted(pages):
        with subtests.test(name := file.relative_to(site).as_posix()):
            page.goto(f"{address}/{name}")
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
            check_accessibility(page)
