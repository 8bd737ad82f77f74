"""The pages of the site: where files of the repository stand on it, with which text."""

import posixpath
import re
from pathlib import Path

from project_files import called, project_files
from reference.macros import with_sql
from spark import ROOT

PLACES = {
    "README.md": "readme.md",
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


def placed_pages(order: list[str]) -> dict[str, str]:
    """{where a page stands on the site: its text}, with a list of each folder's pages,
    in an order of their places, where nobody has written one."""
    placed, linked = {}, set()
    for file in [*map(ROOT.joinpath, PLACES), *ROOT.glob("docs/**/*.md")]:
        name = called(file)
        placed[place(name)] = with_places(with_sql(file.read_text()), name, linked)
    for folder in {posixpath.dirname(page) for page in placed} - {""}:
        inside = [page for page in placed if posixpath.dirname(page) == folder]
        inside.sort(key=lambda page: (page in order and order.index(page), page))
        placed.setdefault(f"{folder}/index.md", index(folder, inside, placed))
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


def index(folder: str, inside: list[str], placed: dict[str, str]) -> str:
    title = posixpath.basename(folder).replace("-", " ").capitalize()
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
    page = f"# {name}\n"
    if sum(map(len, texts.values())) > CHARACTERS_OF_A_FOLDER:
        texts = {"": "\n".join(texts)}
    for file, text in texts.items():
        heading = f"\n## {file}\n" if file not in ("", name) else ""
        language = LANGUAGES.get(Path(file).suffix, "text")
        page += f"{heading}\n````{language}\n{text.rstrip()}\n````\n"
    return page
