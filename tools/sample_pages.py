"""The sample's report and dbt's documentation, for the site: what of them is built."""

from pathlib import Path

from config_keys import SCHEMA_OF_THE_SAMPLE

FOLDER = "sample"
# As `make run` writes it: index.html may be of another schema.
REPORT = f"{SCHEMA_OF_THE_SAMPLE}.html"
SCORES = f"{SCHEMA_OF_THE_SAMPLE}.scores.html"
# From dbt's documentation, the exposure leads to report/index.html.
TITLES = {"report/index.html": "the report", "dbt-docs.html": "dbt's documentation"}
INDEX = """\
# The sample

What daybook makes of a simulated year of an issue tracker: {}.
"""
LINE_OF_HOME = """
**See it without installing it**, with a simulated year of an issue tracker: {}.
"""


def built_pages(target: Path) -> dict[str, Path]:
    """{name on the site: file}"""
    report = target / "report"
    pages = {
        "report/index.html": report / REPORT,
        # The report links the scores, and they link it by the name that it has there.
        f"report/{SCORES}": report / SCORES,
        f"report/{REPORT}": report / REPORT,
        "dbt-docs.html": target / "static_index.html",
    }
    return {f"{FOLDER}/{name}": page for name, page in pages.items() if page.is_file()}


def with_sample(texts: dict[str, str], built: dict[str, Path]) -> dict[str, str]:
    """The pages of the site and, if something is built, one that links it, as the home
    page does."""
    names = [name for name in TITLES if f"{FOLDER}/{name}" in built]
    if not names:
        return texts
    links = " and ".join(f"[{TITLES[name]}]({name})" for name in names)
    line = LINE_OF_HOME.format(links.replace("](", f"]({FOLDER}/"))
    return texts | {
        f"{FOLDER}/index.md": INDEX.format(links),
        "index.md": texts["index.md"].replace("\n## ", f"{line}\n## ", 1),
    }
