#!/usr/bin/env python3
"""Make small mistakes in the code, one at a time, and see whether a test notices.

Each mutant is one changed place in a copy of the sources (BUILD/mutants/): an operator, a
comparison, a constant (also in tables), a negated condition, a deleted statement, an early
return. A mutant whose object code is the same is dropped. The quickest tests come first, of the
test programs only those that have the changed file in them; the first that fails ends it.
BUILD/mutants.tsv gets a line for each: place, change, killed by, seconds.
Status: 0 all killed, 1 some survive, 2 the sources fail their tests as they are.
"""
import argparse
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

FOLDERS = ["mmu", "hw", "pci", "engines", "model", "tests/memory", "tests/run", "tests/report",
           "tests/nv50", "tests/kit", "efi"]
SWAPS = [("<", "<="), (">", ">="), ("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("&&", "||"),
         ("||", "&&"), ("+", "-"), ("-", "+"), ("<<", ">>"), (">>", "<<"), ("&", "|"), ("|", "&"),
         ("+=", "-="), ("|=", "&=")]
SCRIPTS = ["knobs", "cli", "report", "matrix", "defects", "diagnosis"]  # by barecard, the quick first
FIRMWARE = ["image", "qemu", "processors"]
NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)(?=[uUlL]*\b)")
STATEMENT = re.compile(r"\s+[\w.>\[\]*()-]+(\s*[-+|&^]?= .*|\(.*\));$")


def code_of(text):
    """The source with comments, strings and preprocessor lines blanked out, of the same length."""
    blank = lambda found: re.sub(r"[^\n]", " ", found[0])
    return re.sub(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|^\s*#\s*(?!define)[^\n]*",
                  blank, text, flags=re.S | re.M)


def changes(path):
    """Every mistake that can be made in a file: (line number, from column, old, new)."""
    lines = code_of(path.read_text("utf-8")).split("\n")
    for number, line in enumerate(lines):
        if line.lstrip().startswith("_Static_assert"):
            continue
        for old, new in SWAPS:
            for found in re.finditer(r"(?<= )" + re.escape(old) + r"(?= )", line):
                yield number, found.start(), old, new
        for found in NUMBER.finditer(line):
            if not re.match(r"\s*#define \w+_H\b", line):
                yield number, found.start(), found[0], str(int(found[0], 0) + 1)
        found = re.match(r"\s+(?:} else )?(?:if|while) \(", line)
        if found and line.rstrip().endswith((")", ") {")) and line.count("(") == line.count(")"):
            close = line.rindex(")")
            yield number, found.end(), line[found.end():close], f"!({line[found.end():close]})"
        if STATEMENT.match(line) and lines[number - 1].rstrip().endswith((";", "{", "}", "")):
            yield number, len(line) - len(line.lstrip()), line.strip(), ";"
        found = re.match(r"(\s+return )([^;]+)(?=;$)", line)
        if found and found[2] not in ("0", "false", "OK", "NULL"):
            yield number, found.end(1), found[2], "0"


def run(command, tree, limit):
    """True if it ends well and in time."""
    try:
        return subprocess.run(command, cwd=tree, shell=True, timeout=limit, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except subprocess.TimeoutExpired:
        return False


class Copy:
    """A copy of the sources with a build of its own."""

    def __init__(self, build, make):
        self.tree, self.make = build / "mutants", make
        files = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True)
        for name in filter(None, files.stdout.split("\0")):
            there = self.tree / name
            there.parent.mkdir(parents=True, exist_ok=True)
            if Path(name).exists() and (not there.exists() or there.read_bytes() != Path(name).read_bytes()):
                shutil.copy(name, there)
        cache = self.tree / ".cache"
        if not cache.exists() and Path(".cache").exists():
            cache.symlink_to(Path(".cache").resolve())
        self.programs = sorted(path.stem for path in (self.tree / "tests/host").glob("*_test.c"))

    def builds(self, *targets):
        return run(f"{self.make} " + " ".join(f"build/{target}" for target in targets), self.tree, 900)

    def machine_code(self, source):
        kind = "efi" if source.startswith("efi/") else "host"
        path = self.tree / f"build/{kind}" / Path(source).with_suffix(".o")
        return subprocess.run(f"objdump -d -s -j .text -j .rodata -j .data.rel.ro.local -j .data.rel.ro"
                              f" {path} | tail -n +4", shell=True, capture_output=True).stdout

    def tests_for(self, source):
        """Commands, the quickest first; a program has the paths of its sources in its debug sections."""
        if source.startswith("efi/"):
            yield from ((name, f"BUILD=build BARECARD=build/barecard tests/host/{name}.t", ["barecard.img"])
                        for name in FIRMWARE)
            return
        yield "selftest", "build/barecard selftest", ["barecard"]
        for name in self.programs:
            program = self.tree / "build/tests" / name
            if program.exists() and source.encode() in program.read_bytes():
                yield name, f"build/tests/{name}", [f"tests/{name}"]
        for name in SCRIPTS:
            yield name, f"BUILD=build BARECARD=build/barecard tests/host/{name}.t", ["barecard", "property"]

    def killed_by(self, source):
        for name, command, targets in self.tests_for(source):
            if not self.builds(*targets):
                return "make"
            if not run(f"{command}", self.tree, 300):
                return name
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--make", default="make -s -j2")
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    args = parser.parse_args()

    copy = Copy(args.build, args.make)
    if not copy.builds("barecard", "property", "BOOTX64.EFI", *(f"tests/{name}" for name in copy.programs)) \
            or not run("build/barecard selftest", copy.tree, 300):
        print("the sources do not build, or fail their self tests, as they are", file=sys.stderr)
        return 2
    sources = sorted(str(path) for folder in args.folders for path in Path(folder).rglob("*.[ch]")
                     if path.suffix == ".c" or path.parts[0] == "hw")
    places = [(source, *change) for source in sources for change in changes(Path(source))]
    random.Random(args.seed).shuffle(places)
    killed = survived = 0
    with open(args.build / "mutants.tsv", "w", encoding="utf-8") as table:
        print("place\tchange\tkilled by\tseconds", file=table)
        for source, number, column, old, new in places:
            if killed + survived == args.count:
                break
            begun, path = time.monotonic(), copy.tree / source
            good = path.read_text("utf-8")
            lines = good.split("\n")
            lines[number] = lines[number][:column] + new + lines[number][column + len(old):]
            before = copy.machine_code(source) if source.endswith(".c") else b""
            path.write_text("\n".join(lines), "utf-8")
            if not copy.builds("BOOTX64.EFI" if source.startswith("efi/") else "barecard"):
                by = "compiler"
            elif before and before == copy.machine_code(source):
                by = "same code"
            else:
                by = copy.killed_by(source)
            path.write_text(good, "utf-8")
            killed += by not in ("", "compiler", "same code")
            survived += not by
            row = [f"{source}:{number + 1}", f"{old} -> {new}", by or "SURVIVED", f"{time.monotonic() - begun:.0f}"]
            print(*row, sep="\t", file=table, flush=True)
            print(*row, sep="  ", flush=True)
    print(f"{killed} of {killed + survived} killed, {survived} survive: {args.build}/mutants.tsv")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
