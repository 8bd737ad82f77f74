"""Build the documentation site: target/site, from README.md, docs/, examples/, macros.

mkdocs.yml says which folders and pages are in the navigation. Links are written for the
repository; what they mean outside of docs/ gets a page that shows the file. Each page
lies as Markdown beside its HTML, too, and llms.txt lists them. The sample's report and
dbt's documentation join them, if they are built.
"""

import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from console import Parser, Problem, Progress, run, say, spoken
from project_files import called, project_files
from reference import reference_pages
from sample_pages import built_pages, with_sample
from spark import ROOT

PLACES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "examples/README.md": "examples/index.md",
}
PLACES |= {
    page.relative_to(ROOT).as_posix(): f"examples/{page.parent.name}.md"
    for page in ROOT.glob("examples/*/README.md")
}
# What is made from a folder stands in its place.
MADE = {"macros": "reference/index.md"}
LANGUAGES = {".sql": "sql+jinja", ".yml": "yaml", ".py": "python", ".xml": "xml"}
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)((?:#[^)\s]*)?)\)")
# Of a folder with more text than this, the page has the names of its files only.
CHARACTERS_OF_A_FOLDER = 50_000


def main() -> None:
    Parser(__doc__).parse_args()
    print(build(ROOT / "target") / "index.html")


def build(target: Path) -> Path:
    """Leaves the pages as they were given to MkDocs in target/pages."""
    pages, site, settings = target / "pages", target / "site", target / "mkdocs.yml"
    built = built_pages(target)
    texts = with_sample(placed_pages(), built)
    shutil.rmtree(pages, ignore_errors=True)
    write(pages, texts)
    for name, file in built.items():
        (pages / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(file, pages / name)
    no_pages = shutil.ignore_patterns("*.md")
    shutil.copytree(ROOT / "docs", pages, ignore=no_pages, dirs_exist_ok=True)
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text())
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


def placed_pages() -> dict[str, str]:
    """{where a page stands on the site: its text}"""
    files = [*map(ROOT.joinpath, PLACES), *ROOT.glob("docs/**/*.md")]
    texts = {file.relative_to(ROOT).as_posix(): file.read_text() for file in files}
    made = reference_pages()
    texts |= {f"docs/reference/{name}": text for name, text in made.items()}
    placed, linked = {}, set()
    for name, text in texts.items():
        placed[place(name)] = with_places(text, name, linked)
    for folder in {posixpath.dirname(page) for page in placed} - {""}:
        placed.setdefault(f"{folder}/index.md", index(folder, placed))
    for name in linked:
        if not name.startswith("docs/") and name not in PLACES | MADE:
            placed[place(name)] = shown(name)
    return placed


def place(name: str) -> str:
    """Where a file or a folder of the repository stands on the site."""
    if name.startswith("docs/"):
        name = name.removeprefix("docs/").replace("README.md", "index.md")
        return name if "." in posixpath.basename(name) else f"{name}/index.md"
    # MkDocs leaves out what begins with a dot.
    return (PLACES | MADE).get(name) or f"source/{name.removeprefix('.')}.md"


def with_places(text: str, name: str, linked: set[str]) -> str:
    """Its links lead to where their files are on the site; they join those linked."""

    def with_place(link):
        file = posixpath.normpath(posixpath.join(posixpath.dirname(name), link[1]))
        if file.startswith("..") or not (ROOT / file).exists():
            return link[0]
        linked.add(file)
        to = posixpath.relpath(place(file), posixpath.dirname(place(name)) or ".")
        return f"]({to}{link[2]})"

    return LINK.sub(with_place, text)


def index(folder: str, placed: dict[str, str]) -> str:
    title = posixpath.basename(folder).replace("-", " ").capitalize()
    inside = sorted(page for page in placed if posixpath.dirname(page) == folder)
    lines = [entry(posixpath.basename(page), placed[page]) for page in inside]
    return f"# {title}\n\n" + "".join(lines)


def entry(link: str, text: str) -> str:
    """A line of a list: the page's title, and its first sentence without links."""
    title = re.search(r"(?m)^# (.+)", text)[1]
    blocks = re.split(r"\n{2,}", text)
    prose = next((block for block in blocks if re.match(r"[\w\"*]|`[^`]", block)), "")
    prose = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", " ".join(prose.split()))
    sentence = re.match(r".*?[.?](?=\s|$)|.*", prose)[0]
    return f"- [{title}]({link}){sentence and f': {sentence}'}\n"


def shown(name: str) -> str:
    """A page with the text of a file, or of a folder's files."""
    texts = {
        called(file): file.read_text(errors="replace") for file in project_files(name)
    }
    page = f"---\nsearch:\n  exclude: true\n---\n# {name}\n"
    if sum(map(len, texts.values())) > CHARACTERS_OF_A_FOLDER:
        texts = {"": "\n".join(texts)}
    for file, text in texts.items():
        heading = f"\n## {file}\n" if file not in ("", name) else ""
        language = LANGUAGES.get(Path(file).suffix, "text")
        page += f"{heading}\n````{language}\n{text.rstrip()}\n````\n"
    return page


def navigation(part, texts):
    """A part of the navigation, with the pages of a folder in place of its name."""
    if isinstance(part, list):
        return [page for each in part for page in navigation(each, texts)]
    if isinstance(part, dict):
        sections = {title: navigation(inside, texts) for title, inside in part.items()}
        # A page that has its title here is no section.
        return [
            {title: pages[0] if part[title] == pages[0] else pages}
            for title, pages in sections.items()
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
