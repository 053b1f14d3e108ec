#!/usr/bin/python3
"""`barecard run` in a guest with Debian's kernel: the default suite on modelled cards, the report in its forms, and the
card afterwards as it was. `make test` takes a sample, `make test-linux` all of it. TAP 13."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from guest import KERNELS, Guest  # noqa: E402
from points import LOOK, finish, in_full, point, wanted  # noqa: E402

CARDS = {"g84": "nv50,chipset=g84,vram=16M", "gt215": "nv50,chipset=gt215,vram=16M",
         "mcp79": "nv50,chipset=mcp79,vram=16M", "gv100": "gv100,vram=16M"}


def whole(chip, kernel):
    """The default suite, twice: the second run finds the card started, so the first has not had it reset."""
    said = Guest([CARDS[chip]], kernel=kernel).run(LOOK + """
look before
barecard run --device model --out report; echo "status $?"
look after; same before after
barecard run --device model --suite link >again
ls report; grep -c . /var/lib/barecard/report.jsonl
""")
    log = said.get("log", "")
    name = f"{chip}.{kernel}"
    point(f"{name}.pass", "\n# verdict: PASS\nstatus 0\n" in log, log)
    point(f"{name}.put_back", "before and after are the same" in log, log)
    point(f"{name}.started", "verdict: PASS" in said.get("again", "") and "started by" not in said.get("again", ""),
          said.get("again", log))
    point(f"{name}.report", "Verdict: PASS" in said.get("report/report.txt", "") and
          '"verdict":"PASS"' in said.get("report/report.jsonl", "") and
          "</html>" in said.get("report/report.html", "") and "<testsuites" in said.get("report/report.xml", ""), log)


for kernel, folder in KERNELS.items():
    if not (folder / "rig").exists():
        print(f"# {folder} has no kernel: tools/setup.sh --tests fetches it")
        continue
    for chip in CARDS:
        if (in_full or (chip, kernel) == ("g84", "stable")) and wanted(f"{chip}.{kernel}"):
            whole(chip, kernel)
finish()
