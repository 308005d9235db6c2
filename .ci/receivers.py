"""Runs the commands of the pages in docs/receivers and compares what they print: receivers.py CHUNK [PAGE …], such as qdrant.

A `console` block has commands after `$ ` and, below each, its exact output. A `python` block whose first line is a comment with a
file's name is that file. Packages are named in the text as `pip install …`. The steps of README.md come before those of each page.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs/receivers"


def steps(page):
    """The files of a page, as (name, text), and its commands with their output, as (None, (command, output))."""
    for language, body in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.M | re.S):
        if language == "console":
            for command in ("\n" + body).split("\n$ ")[1:]:
                line, _, output = command.partition("\n")
                yield None, (line, output if output.endswith("\n") or not output else output + "\n")
        elif language == "python" and (name := re.match(r"# (\S+\.py)\n", body)):
            yield name[1], body


def run(name, folder, path):
    """Runs a page in a folder; returns whether all its commands succeed and print what they should."""
    commands = 0
    for file, step in steps((DOCS / name).read_text()):
        if file:
            (folder / file).write_text(step)
            continue
        commands += 1
        line, expected = step
        environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"} | {"PATH": path}
        done = subprocess.run(["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True)
        if done.returncode or done.stdout != expected:
            print(f"{name}: $ {line}\nexit status {done.returncode}, printed:\n{done.stdout}")
            print(f"expected:\n{expected}\n{done.stderr}")
            return False
    print(f"{name:12} {commands} commands")
    return commands > 0


def main(program, *wanted):
    pages = sorted(page.name for page in DOCS.glob("*.md") if page.name != "README.md")
    pages = [page for page in pages if not wanted or page.removesuffix(".md") in wanted]
    assert pages and len(pages) >= len(wanted), f"{DOCS} has no such page"
    with tempfile.TemporaryDirectory() as place:
        place = Path(place)
        (place / "bin").mkdir()
        shutil.copy(program, place / "bin/chunk")
        subprocess.run([sys.executable, "-m", "venv", place / "venv"], check=True)
        texts = [(DOCS / page).read_text() for page in pages]
        packages = {word for text in texts for words in re.findall(r"`pip install ([^`]*)`", text) for word in words.split()}
        if packages:
            subprocess.run([place / "venv/bin/pip", "install", "--quiet", *sorted(packages)], check=True)
        path = os.pathsep.join([str(place / "bin"), str(place / "venv/bin"), os.environ["PATH"]])
        base = place / "base"
        shutil.copytree(DOCS / "notes", base / "notes")
        is_well = run("README.md", base, path)
        for page in pages:
            folder = place / page.removesuffix(".md")
            shutil.copytree(base, folder)
            is_well &= run(page, folder, path)
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
