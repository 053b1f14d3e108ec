#!/usr/bin/python3
"""`barecard run` in a guest with Debian's kernels: the default suite on modelled cards, and what a kernel or a person does
meanwhile; the card is afterwards as it was. `make test` takes a sample, `make test-linux` all of it, ONLY=TEXT the points
with that in their names. TAP 13."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import events  # noqa: E402
import refused  # noqa: E402
from guest import KERNELS, Guest  # noqa: E402
from points import SAYS_INCOMPLETE, LOOK, finish, in_full, point, wanted  # noqa: E402
from same import differences, firmware, guest_many, rows  # noqa: E402

CARDS = {"g84": "nv50,chipset=g84,vram=16M", "gt215": "nv50,chipset=gt215,vram=16M",
         "mcp79": "nv50,chipset=mcp79,vram=16M", "gv100": "gv100,vram=16M"}
LONG = "nv50,chipset=g84,vram=64M"


def whole(kernel, chip):
    """The default suite, twice: the second run finds the card started, so the first has not had it reset."""
    said = Guest([CARDS[chip]], kernel=kernel).run(LOOK + """
look before
barecard run --device model --out report; echo "status $?"
look after; same before after
barecard run --device model --suite link >again
""")
    log, again = said.get("log", ""), said.get("again", "")
    name = f"{kernel}.{chip}"
    point(f"{name}.pass", re.search(r"\n# verdict: PASS.*\nstatus 0\n", log), log)
    point(f"{name}.put_back", "before and after are the same" in log, log)
    point(f"{name}.not_reset", "verdict: PASS" in again and "started by" not in again, again or log)
    point(f"{name}.report", "Verdict: PASS" in said.get("report/report.txt", "") and
          '"verdict":"PASS"' in said.get("report/report.jsonl", "") and
          "</html>" in said.get("report/report.html", "") and "<testsuites" in said.get("report/report.xml", ""), log)


# What somebody does in the middle of vram.quick, and what the verdict then says.
ENDS = {
    "ctrl_c": ("kill -INT $P", "vram.quick: stopped by Ctrl-C"),
    "terminated": ("kill -TERM $P $(child)", "vram.quick: stopped by SIGTERM"),
    "hang_up": ("kill -HUP $P", "vram.quick: stopped: the terminal has gone (SIGHUP)"),
    "at_once": ("kill -STOP $(child); kill -INT $P; sleep 0.5; kill -INT $P; kill -CONT $(child)", SAYS_INCOMPLETE),
    "tester_killed": ("kill -KILL $(child)", "the process that tested it was ended by signal 9 (Killed)"),
    "tester_crashed": ("kill -SEGV $(child)", "the process that tested it was ended by signal 11"),
    "guardian_killed": ("kill -KILL $P", "vram.quick: stopped by SIGTERM"),
    "both_killed": ("kill -KILL $P $(child)", "the process that tested it was ended by signal 9 (Killed)"),
}


def ends(kernel, nouveau, card=LONG, some=tuple(ENDS)):
    """After each of them the card is as it was, its driver too, and nobody has to start it again; a GV100, which a reset
    would cost its memory, has kept that."""
    kind = "nouveau." if nouveau else "" if card == LONG else "gv100."
    job = LOOK + """
child() { set -- $(cat /proc/$P/task/$P/children); echo $2; }
try() { # try NAME COMMANDS
    barecard run --take --device model --suite vram --out $1 >$1.tap 2>&1 &
    P=$!
    until grep -q '"start".*vram.quick' $1/report.jsonl 2>/dev/null; do sleep 0.1; done
    sleep 0.2
    eval "$2"
    wait $P; echo "$1 status $?"
    while [ -e /run/barecard/card-* ]; do sleep 0.1; done
    look $1.after; same before $1.after
    [ -n "$3" ] || barecard run --device model --suite link >$1.again
}
""" + ("modprobe nouveau\n" if nouveau else "") + "look before\n"
    for name in some:
        commands = ENDS[name][0]
        job += f"try {name} '{commands}' {'nouveau' if nouveau else ''}\n"
    said = Guest([card], kernel=kernel).run(job, timeout=200)
    log = said.get("log", "")
    for name in some:
        says = ENDS[name][1]
        here = f"{kernel}.{kind}{name}"
        text = said.get(f"{name}/report.txt", "")
        status = 137 if name in ("guardian_killed", "both_killed") else 2
        point(f"{here}.verdict", says in text.splitlines()[-1:][0] if text else False, text or log)
        point(f"{here}.status", f"{name} status {status}\n" in log, log)
        point(f"{here}.put_back", f"before and {name}.after are the same" in log, log)
        if not nouveau:
            again = said.get(f"{name}.again", "")
            point(f"{here}.not_reset", "verdict: PASS" in again and "started by" not in again, again)


def all_killed(kernel):
    """Nobody is left to give the card back: the next start does, and says so."""
    said = Guest([LONG], kernel=kernel).run(LOOK + """
modprobe nouveau
look before
barecard run --take --device model --suite vram --out r >tap 2>&1 & P=$!
until grep -q '"start".*vram.quick' r/report.jsonl 2>/dev/null; do sleep 0.1; done
all="$P $(cat /proc/$P/task/$P/children)"; kill -KILL $all; wait $P
for i in $all; do while [ -d /proc/$i ] && ! grep -q "^State:.Z" /proc/$i/status; do sleep 0.1; done; done
barecard run; echo "refused with $?"
look after; tail -n 4 before >b; tail -n 4 after >a; same a b
barecard run --take --device model --suite vram.quick --out r; echo "status $?"
""", timeout=120)
    log = said.get("log", "")
    point(f"{kernel}.all_killed.given_back", "a and b are the same" in log and "refused with 2" in log, log)
    point(f"{kernel}.all_killed.not_left_out", "\nstatus 0\n" in log and "machine was reset" not in log, log)


def unplugged(kernel):
    def pull(guest):
        guest.console("MARK")
        guest.monitor("device_del", id="card0")

    said = Guest([LONG], kernel=kernel).run(LOOK + """
barecard run --device model --suite vram --out r >tap & P=$!
until grep -q '"start".*vram.quick' r/report.jsonl 2>/dev/null; do sleep 0.1; done
echo MARK >/dev/console
wait $P; echo "status $?"; ls /run/barecard
""", meanwhile=pull)
    log = said.get("log", "")
    point(f"{kernel}.unplugged", "the kernel wants the card back" in said.get("r/report.txt", "") and
          "status 2\n" in log and "card-" not in log, said.get("r/report.txt", log))


# Where the report is on a disk that outlives the machine.
DISK = """
modprobe virtio_pci; modprobe virtio_blk; modprobe crc32c_generic; modprobe ext4; mkdir /disk
until [ -e /dev/vda ]; do sleep 0.1; done
mount -t ext4 /dev/vda /disk || exit 1
mkdir -p /disk/lib /var/lib; ln -sf /disk/lib /var/lib/barecard
"""


def died(kernel):
    """The machine dies in vram.quick: the next run, an hour later, names the test and leaves it out. A record is in the
    folder of --out once the disk has it."""
    with tempfile.TemporaryDirectory(prefix="barecard-disk-") as folder:
        disk = f"{folder}/disk"
        with open(disk, "wb") as file:
            file.truncate(32 << 20)
        subprocess.run(["/sbin/mke2fs", "-q", "-t", "ext4", disk], check=True)
        options = ["-drive", f"file={disk},format=raw,if=virtio"]
        first = Guest([LONG], kernel=kernel, options=options)
        with tempfile.TemporaryDirectory(prefix="barecard-linux-") as work:
            first.start(LOOK + DISK + """
barecard run --device model --suite vram --out r >tap &
until grep -q '"start".*vram.quick' r/report.jsonl 2>/dev/null; do sleep 0.1; done
echo MARK >/dev/console; wait
""", work)
            seen = first.console("MARK")
            first.kill()
        said = Guest([LONG], kernel=kernel, options=options).run(LOOK + DISK + """
date -s @$(($(date +%s) + 3600)) >/dev/null
barecard run --device model --suite link,vram.quick; echo "status $?"
""")
    log = said.get("log", "")
    point(f"{kernel}.died", seen and "status 2\n" in log and
          "vram.quick: machine was reset during vram.quick" in log and "ok 1 - link.scratch" in log, log)


def two_cards(kernel):
    said = Guest([CARDS["g84"], CARDS["gv100"]], kernel=kernel, smp=2).run(LOOK + """
barecard run --device model --suite link >one; echo "both $?"
barecard run 01:00.0 --device model >a & P=$!
barecard run 2:00.0 --device model >b; echo "second $?"
wait $P; echo "first $?"
barecard run 01:00.0 --device model --suite vram >c & P=$!
until grep -q vram.quick /var/lib/barecard/report.jsonl && [ -s c ]; do sleep 0.1; done
barecard run 1:0.0 --device model 2>busy; echo "busy $?"; kill $P; wait $P
barecard run 05:00.0 2>nobody; echo "nobody $?"
""", timeout=120)
    log = said.get("log", "")
    point(f"{kernel}.two_cards", all(f"{who} 0\n" in log for who in ("both", "first", "second")), log)
    point(f"{kernel}.busy", "busy 2" in log and
          said.get("busy", "").strip() == "barecard run: 0000:01:00.0 is being tested by another barecard run", log)
    point(f"{kernel}.nobody", "nobody 2" in log and
          said.get("nobody", "").strip() == "barecard run: no NVIDIA card is at 0000:05:00.0; there is 0000:01:00.0 "
          "0000:02:00.0", said.get("nobody", log))


def in_use(kernel):
    said = Guest([CARDS["g84"]], kernel=kernel).run(LOOK + """
modprobe nouveau
look before
barecard run 2>refused; echo "refused $?"
barecard run --mode pci --out pci >/dev/null; echo "pci $?"
look refused_after; same before refused_after
barecard run --take --device model; echo "taken $?"
look after; same before after
""")
    log = said.get("log", "")
    point(f"{kernel}.in_use.refused", "refused 2" in log and "before and refused_after are the same" in log and
          said.get("refused", "") == "barecard run: 0000:01:00.0 is in use: the driver nouveau holds 0000:01:00.0; "
          "--take unbinds it and gives the card back to it afterwards\n", said.get("refused", "") + log)
    point(f"{kernel}.in_use.pci", "pci 2" in log and '"0x000":"0x040010de"' in said.get("pci/probe.json", ""), log)
    point(f"{kernel}.in_use.taken", re.search(r"# verdict: PASS.*\ntaken 0\n", log) and "before and after are the same" in log, log)


def keys(kernel):
    """Keys of barecard.cfg that the surroundings carry out, not the tests."""
    said = Guest([CARDS["g84"]], kernel=kernel).run(LOOK + """
ip link set lo up
printf 'HTTP/1.1 201 Created\\r\\nContent-Length: 0\\r\\n\\r\\n' | nc -l -p 8080 >got &
echo 'SN 4711' | barecard run --device model --suite link --label ask --report http://127.0.0.1:8080/in/ >tap; echo "sent $?"
barecard run --device model --suite link --report http://127.0.0.1:9/in/ 2>unsent >tap; echo "unsent $?"
barecard run --device model --suite link --loop 2 --out rounds >rounds.tap; echo "rounds $?"
printf 'suite=link\\ndevice=model\\n' >my.cfg; barecard run --config my.cfg --suite id >config; echo "config $?"
barecard run --device model --suite link --log mmio --out mmio >tap; echo "lines $(cat mmio/mmio-*.log | wc -l)"
""")
    log, got = said.get("log", ""), said.get("got", "")
    point(f"{kernel}.report", "sent 0" in log and got.startswith("PUT /in/") and "-SN_4711.jsonl HTTP/1.1" in got and
          '"label":"SN 4711"' in got and '"verdict":"PASS"' in got, got[:400] + log)
    point(f"{kernel}.report.refused", "unsent 0" in log and said.get("unsent", "") ==
          "barecard run: the report was not sent to http://127.0.0.1:9/in/: Connection refused\n", said.get("unsent"))
    rounds = said.get("rounds.tap", "")
    point(f"{kernel}.rounds", "rounds 0" in log and rounds.endswith("# all rounds: PASS; 2 rounds: all PASS\n") and
          said.get("rounds/report.jsonl", "").count('"type":"machine"') == 2, rounds)
    point(f"{kernel}.config", "config 0" in log and "verdict: PASS (only id)" in said.get("config", ""),
          said.get("config", log))
    lines = re.search(r"^lines (\d+)$", log, re.M)
    point(f"{kernel}.log", lines and int(lines[1]) > 1000, log)


def prompt(kernel):
    """The prompt by VFIO, from a pipe and from a script: what was written is put back, by DMA too."""
    said = Guest([CARDS["g84"]], kernel=kernel).run(LOOK + """
look before
printf '%s\\n' 'write 0x1700 5' 'vram write 0x300000 1' channel 'map 0x3000 vram 0x320000' 'flush PFIFO' 'method 0 0x50 7' \
    probe 'run link.scratch' 'expect 1' 'vram fill 0x310000 4K 5' | barecard run --device model --mode prompt >typed; echo "typed $?"
printf 'pci write 0x3c 0x55\\npoll PMC_BOOT_0 0xff 0xa2\\nexpect 1\\n' >a.txt
barecard run --device model --script a.txt >script; echo "script $?"
look after; same before after
""")
    log, typed = said.get("log", ""), said.get("typed", "")
    point(f"{kernel}.prompt.typed", "typed 0" in log and "put back first: 3 writes" in typed and
          "put back: 1 of 1 writes" in typed and typed.endswith("# verdict: PASS (only prompt)\n"), typed + log)
    script = said.get("script", "")
    point(f"{kernel}.prompt.script", "script 0" in log and script.endswith("# verdict: PASS (only a.txt)\n"), script)
    point(f"{kernel}.prompt.put_back", "before and after are the same" in log, log)


def no_iommu(kernel):
    said = Guest([CARDS["g84"]], kernel=kernel, iommu=None).run(LOOK + """
look before
barecard run --device model >without; echo "without $?"
barecard run --no-iommu --device model 2>pages; echo "pages $?"
echo 16 >/proc/sys/vm/nr_hugepages
barecard run --no-iommu --device model >direct; echo "direct $?"
barecard run --mode probe --out probe >/dev/null; echo "probe $?"
look after; same before after
""")
    log, without = said.get("log", ""), said.get("without", "")
    point(f"{kernel}.no_iommu.skips", "without 2" in log and "\nnot ok" not in without and without.endswith(
        f"# verdict: {SAYS_INCOMPLETE}: link.dma: needs DMA, and this machine lends the card no memory\n") and
        "\nok 37 - vram.quick" in without and "SKIP" not in without.split("ok 37")[1].splitlines()[0], without)
    point(f"{kernel}.no_iommu.pages", "pages 2" in log and
          "needs 8 huge pages of 2 MiB for the card's DMA, and 0 are free: echo 16" in said.get("pages", ""),
          said.get("pages", log))
    point(f"{kernel}.no_iommu.pass", "direct 0" in log and "\n# verdict: PASS: 0 errors in " in said.get("direct", "") and
          "the card can reach all memory" in said.get("direct", ""), said.get("direct", log))
    point(f"{kernel}.no_iommu.probe", "probe 2" in log and '"PFB_CFG0"' in said.get("probe/probe.json", ""),
          said.get("probe/report.txt", log))
    point(f"{kernel}.no_iommu.put_back", "before and after are the same" in log, log)


def no_remapping(kernel):
    said = Guest([CARDS["g84"]], kernel=kernel, iommu="intel-iommu,intremap=off,caching-mode=on").run(LOOK + """
look before
barecard run --device model 2>refused; echo "refused $?"
look after; same before after
modprobe vfio_iommu_type1 allow_unsafe_interrupts=1
barecard run --device model; echo "unsafe $?"
""")
    log = said.get("log", "")
    point(f"{kernel}.no_remapping", "refused 2" in log and "before and after are the same" in log and
          "the IOMMU does not remap interrupts" in said.get("refused", "") and "unsafe 0" in log,
          said.get("refused", "") + log)


TOGETHER = 6  # cards in one guest


def same_as_firmware(kernel, cards):
    for first in range(0, len(cards), TOGETHER):
        some = cards[first:first + TOGETHER]
        for card, ours in zip(some, guest_many(some, kernel)):
            said = differences(firmware(*card), ours) if ours else "no report"
            point(f"{kernel}.same.{card[0]}{'.' + card[2] if len(card) > 2 else ''}", not said, said)


def points(kernel):
    for chip in CARDS:
        yield f"{kernel}.{chip}", (kernel, chip) == ("stable", "g84"), lambda chip=chip: whole(kernel, chip)
    yield f"{kernel}.ends", kernel == "stable", lambda: ends(kernel, False)
    yield f"{kernel}.nouveau", False, lambda: ends(kernel, True)
    yield f"{kernel}.gv100.ends", False, lambda: ends(
        kernel, False, "gv100,vram=64M", ("at_once", "tester_killed", "guardian_killed", "both_killed"))
    yield f"{kernel}.all_killed", False, lambda: all_killed(kernel)
    yield f"{kernel}.unplugged", False, lambda: unplugged(kernel)
    yield f"{kernel}.died", False, lambda: died(kernel)
    yield f"{kernel}.two_cards", False, lambda: two_cards(kernel)
    yield f"{kernel}.in_use", kernel == "stable", lambda: in_use(kernel)
    yield f"{kernel}.keys", False, lambda: keys(kernel)
    yield f"{kernel}.prompt", False, lambda: prompt(kernel)
    yield f"{kernel}.no_iommu", kernel == "stable", lambda: no_iommu(kernel)
    yield f"{kernel}.same.good", False, lambda: same_as_firmware(
        kernel, [(chip, "16M") for chip in CARDS])
    if kernel == "stable":
        yield f"{kernel}.same.broken", False, lambda: same_as_firmware(
            kernel, [(chip, "16M", defect) for chip, defect in rows(30)])
    yield f"{kernel}.no_remapping", False, lambda: no_remapping(kernel)
    for name in ("with_iommu", "locked_down", "in_company", "console"):
        yield f"{kernel}.refused.{name}", False, lambda name=name: getattr(refused, name)(kernel)
    for name in ("link_errors", "slept", "taken_away", "fallen_off", "processors", "driver_comes", "terminal"):
        yield f"{kernel}.events.{name}", False, lambda name=name: getattr(events, name)(kernel)


for kernel, folder in KERNELS.items():
    if not (folder / "rig").exists():
        print(f"# {folder} has no kernel with VFIO: tools/setup.sh --tests fetches it")
        point(f"{kernel} # SKIP there is no kernel", True)
        continue
    for name, sampled, look in points(kernel):
        if (in_full or sampled) and wanted(name):
            look()
finish()
