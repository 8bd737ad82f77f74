"""Build the documentation site: target/site, from docs/, README.md and examples/.

mkdocs.yml says which folders and pages are in the navigation. Links are written for the
repository; what they mean outside of docs/ gets a page that shows the file. Each page
lies as Markdown beside its HTML, too, and llms.txt lists them. The sample's report and
dbt's documentation join them, if they are built. With --reference, write docs/reference
from the macros instead; `make format` calls this.
"""

import os
import posixpath
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml

from console import Parser, Problem, Progress, run, say, spoken
from reference import write_reference
from sample_pages import built_pages, with_sample
from site_pages import entry, placed_pages
from spark import ROOT

# How much the search prefers a page, by the beginning of its place: first the page that
# is about a thing, last those of the inside. The words to find it by are in its text.
BOOSTS = {
    "patterns/entries.md": 4,
    "patterns/": 3,
    "how-to/roll-back.md": 9,
    "how-to/": 3,
    "background/compared.md": 2,
    "architecture.md": 0.5,
    "benchmarks.md": 0.5,
    "readme.md": 0.5,
    "changelog.md": 0.2,
    "contributing.md": 0.2,
    "decisions/": 0.2,
    "reference/errors.md": 0.2,
    "reference/models.md": 0.2,
    "reference/seeds/": 0.2,
}
BOOST_OF_A_LIST = 0.2


def main() -> None:
    parser = Parser(__doc__)
    parser.add_argument("--reference", action="store_true")
    if parser.parse_args().reference:
        write_reference()
    else:
        print(build(ROOT / "target") / "index.html")


def build(target: Path) -> Path:
    """Leaves the pages as they were given to MkDocs in target/pages."""
    pages, site, settings = target / "pages", target / "site", target / "mkdocs.yml"
    built = built_pages(target)
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
    texts = with_sample(placed_pages([*named(config["nav"])]), built)
    shutil.rmtree(pages, ignore_errors=True)
    write(pages, {name: with_settings(name, text) for name, text in texts.items()})
    for name, file in built.items():
        (pages / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(file, pages / name)
    no_pages = shutil.ignore_patterns("*.md")
    shutil.copytree(ROOT / "docs", pages, ignore=no_pages, dirs_exist_ok=True)
    config |= {"docs_dir": str(pages), "site_dir": str(site)}
    # With it begin the links of the page for a wrong address, which is shown anywhere.
    config["site_url"] = os.environ.get("SITE_URL", "")
    config["nav"] = navigation(config["nav"], texts)
    settings.write_text(yaml.safe_dump(config, sort_keys=False))
    mkdocs = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    with spoken(Progress("building the site")):
        outcome = subprocess.run(
            [*mkdocs, "--config-file", settings],
            # Material warns of MkDocs 2; the lock file has the one that it works with.
            env=os.environ | {"NO_MKDOCS_2_WARNING": "true"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    if outcome.returncode:
        say(outcome.stdout)
        raise Problem("the site was not built: MkDocs says why above.")
    write(site, texts)
    (site / "llms.txt").write_text(list_of_pages(config["nav"], texts))
    return site


def write(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def with_settings(name: str, text: str) -> str:
    """With what MkDocs has to know, which a Git host would show in the page."""
    boosts = [BOOSTS[part] for part in BOOSTS if name.startswith(part)]
    boost = BOOST_OF_A_LIST if name.endswith("/index.md") else (boosts or [1])[0]
    is_shown_only = name.startswith("source/")
    settings = {"search": {"exclude": True} if is_shown_only else {"boost": boost}}
    if name == "index.md":
        settings["hide"] = ["navigation", "toc"]
    return f"---\n{yaml.safe_dump(settings)}---\n{text}"


def named(part) -> Iterator[str]:
    """The pages and folders of a part of the navigation."""
    if isinstance(part, str):
        yield part
    else:
        for inside in part.values() if isinstance(part, dict) else part:
            yield from named(inside)


def navigation(part, texts):
    """A part of the navigation, with the pages of a folder in place of its name. A
    section without pages is left out: that of the sample, if it is not built."""
    if isinstance(part, list):
        return [page for each in part for page in navigation(each, texts)]
    if isinstance(part, dict):
        sections = {title: navigation(inside, texts) for title, inside in part.items()}
        # A page that has its title here is no section.
        return [
            {title: pages[0] if part[title] == pages[0] else pages}
            for title, pages in sections.items()
            if pages
        ]
    if not part.endswith("/"):
        return [part]
    pages = [page for page in texts if posixpath.dirname(page) == part.rstrip("/")]
    return sorted(pages, key=lambda page: (not page.endswith("/index.md"), page))


def list_of_pages(nav, texts: dict[str, str]) -> str:
    """llms.txt, by the sections of the navigation."""

    def lines(part):
        if isinstance(part, str):
            return entry(part, texts[part])
        return "".join(map(lines, part.values() if isinstance(part, dict) else part))

    about = entry("", texts["index.md"]).partition(": ")[2]
    sections = [f"# daybook\n\n> {about}"]
    for part in nav:
        ((title, inside),) = part.items()
        sections.append(f"## {title}\n\n{lines(inside)}")
    return "\n".join(sections)


if __name__ == "__main__":
    run(main)
