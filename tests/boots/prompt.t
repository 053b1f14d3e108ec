#!/usr/bin/python3 -B
"""tests/boots/prompt.t: the prompt on COM1 in QEMU, on a card of each family: every command of docs/prompt.md, and what a terminal
does with a line: history, completion, Ctrl-C, 10,000 characters, a question before the first write. `make test` takes both."""
import json
import re
import tempfile

from boots import SAYS_INCOMPLETE, Pc, check, finish, from_stick, on_stick, stick

# A line, and what its answer says on NV50 and on GV100; None: not typed there.
LINES = (
    ("card", "G84, 10de:0400", "GV100, 10de:1d81"),
    ("read PMC_BOOT_0", "CHIPSET=0x84", "ARCHITECTURE=GV100"),
    ("channel", "channel at VRAM 0x", "instance block at VRAM 0x"),
    ("write PFB_VM_FAULT 0", "was 0x", None),
    ("write PMC_BOOT_0 0", None, "wrote 0x00000000, reads 0x140000a1"),
    ("poll PMC_BOOT_0 0xff 0xa3 5", "no: 0x084000a2 after", "no: 0x140000a1 after"),
    ("dump regs PMC_BOOT_0 16", "0x00000000  084000a2", "0x00000000  140000a1"),
    ("pci read 0", "0x000 = 0x040010de", "0x000 = 0x1d8110de"),
    ("vram write 0x300000 1 2 3", "12 bytes: was 0x", "12 bytes: was 0x"),
    ("vram fill 0x310000 4K 0x55", "reads 0x00000055", "reads 0x00000055"),
    ("vram read 0x300000 3", "0x00000001 0x00000002 0x00000003", "0x00000001 0x00000002 0x00000003"),
    ("map 0x3000 vram 0x320000", "address=0x320000", "address_vid=0x320000"),
    ("page 0x3000", "PTE[0x3] at VRAM", "PTE 4K at VRAM"),
    ("translate 0x3010", "VRAM 0x320010", "VRAM 0x320010"),
    ("object 0x420", "target=PAGED", "GV100 has no such thing"),
    ("method 0 0x50 0x77", "done", "done"),
    ("flush PFIFO", "TLB flushed", None),
    ("flush tlb", None, "tlb flushed"),
    ("fault", "no fault is recorded", "no fault is recorded"),
    ("undo", "is 0x0 again", "is 0x0 again"),
    ("log on", "", ""),
    ("read PMC_BOOT_0", "R 4 ", "R 4 "),
    ("log off", "", ""),
    ("wait 10", "", ""),
    ("note rubbish follows", "", ""),
    ("#%$& read", "", ""),
    ("\x02rea d", "rea is no command; help lists them", "rea is no command; help lists them"),
    ("help", "leaves, and puts back", "leaves, and puts back"),
    ("run link.scratch", "ok: link.scratch", None),
    ("run identity.boot", None, "ok: identity.boot"),
    ("read PMC_BOOT_0", "= 0x084000a2", "= 0x140000a1"),
    ("expect 0xa0 0xf0", "as expected", "as expected"),
    ("probe", "PMC_BOOT_0 = ", "PMC_BOOT_0 = "),
)


def answers(pc, name, which):
    """Each line with what is said from it to the next one."""
    lines = [(line, said[which]) for line, *said in LINES if said[which] is not None]
    for line, said in lines:
        before = pc.said().count("# > \x1b[K")
        pc.com1.sendall(line.encode() + b"\r")
        if line == "channel":
            pc.hears("It is put back when you leave. Go on? (Y, or any other key)")
            pc.com1.sendall(b"y")
        pc.hears("# > \x1b[K", before + 1)
        answer = pc.said().rsplit("# > \x1b[K", 2)[1]
        check(f"{name}.{re.sub('[^a-z0-9]+', '_', line.lower()).strip('_')}", said in answer, answer)


def terminal(pc):
    """Keys that are no line."""
    pc.com1.sendall(b"read PMC_BO\tO\x7f")
    pc.hears("Tab: PMC_BOOT_0  PMC_BOOT_1")
    before = pc.said().count("0x000000 PMC_BOOT_0 = ")
    pc.com1.sendall(b"0\r")
    pc.hears("0x000000 PMC_BOOT_0 = ", before + 1)
    pc.com1.sendall(b"\x1b[A\x1b[D\x1b[D\x1b[C\x1b[F\r")
    pc.hears("0x000000 PMC_BOOT_0 = ", before + 2)
    check("terminal", True)


def unkind(pc):
    """What nobody does on purpose, on a card of either family."""
    pc.com1.sendall(b"poll PMC_BOOT_0 0xff 0 60000\r")
    pc.hears("poll PMC_BOOT_0 0xff 0 60000")
    pc.com1.sendall(b"\x03")
    pc.hears("stopped by Ctrl-C")
    pc.com1.sendall(b"x" * 10000 + b"\r")
    pc.hears("the line has 10000 characters, and at most 240 can be read: not done")


for name, which, device in (("g84", 0, "nv50,media=on,chipset=g84"), ("gv100", 1, "gv100")):
    with tempfile.TemporaryDirectory() as folder:
        image = stick(folder, "device=model\nmenu=0\nmode=prompt\n")
        with Pc(folder, disks=[image], device=device) as pc:
            pc.hears("# > \x1b[K")
            answers(pc, name, which)
            unkind(pc)
            pc.com1.sendall(b"vram write 0x300000 7\r")
            pc.hears("reads 0x00000007")
            if which == 0:  # without its bit KEEP the card is off the air
                terminal(pc)
                pc.com1.sendall(b"write PBUS_HWUNITS_0 0\rread PMC_BOOT_0\r")
                pc.hears("the card does not answer any more: its registers read all ones")
            else:
                pc.com1.sendall(b"\x1b\x1b")
            pc.hears((f"# verdict: {SAYS_INCOMPLETE}: prompt: the card does not answer", "# verdict: PASS (only prompt)")[which])
            check(f"{name}.verdict", True)
            check(f"{name}.put_back", ("put back: 0 of 2 writes", "put back: 1 of 1 writes")[which] in pc.said(), pc.said()[-400:])
        texts = [json.loads(line).get("text", "") for line in from_stick(image, "report.jsonl").splitlines()]
        missing = [line for line, *said in LINES if said[which] is not None and line[0] not in "#\x02" and
                   f"> {line}" not in texts]
        check(f"{name}.report", not missing, f"not in report.jsonl: {missing}")

with tempfile.TemporaryDirectory() as folder:
    image = stick(folder, "device=model\nmenu=0\nmode=prompt\nscript=a.txt\n")
    on_stick(image, "a.txt", "vram write 0x300000 1 2 3\nmap 0x3000 vram 0x320000\nread PMC_BOOT_0\nexpect 0x140000a1\n"
             "vram read 0x7fffffff0\nexpect 0\n")
    with Pc(folder, disks=[image], device="gv100") as pc:
        pc.hears(f"# verdict: {SAYS_INCOMPLETE}: prompt: a.txt line 5 could not be done: vram read 0x7fffffff0")
        check("script.ends", re.search("put back: ([1-9]) of \\1 writes", pc.said()), pc.said()[-600:])
finish()
