#!/usr/bin/python3
"""tests/tools/probe.t: probe.json is a JSON document, and `barecard probe` puts words to it and says what differs between
cards. TAP 13. BARECARD names the program."""
import json
import os
import re
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from command import finish, point, run  # noqa: E402
from words import NV50_CARDS, NV50_INTEGRATED  # noqa: E402


def barecard(*arguments):
    status, out, err = run(*arguments)
    return status, out + err


print("TAP version 13")
CHIPS = f"{NV50_CARDS} {NV50_INTEGRATED} gv100 tu104".split()
with tempfile.TemporaryDirectory() as folder:
    def keep(name, *options):
        path = os.path.join(folder, name)
        status, text = barecard("selftest", *options)
        with open(path, "w") as file:
            file.write(text)
        point(f"{name}.status", status == 2, status)
        return path, text

    for chip in CHIPS:
        for cold in ([], ["--cold"]) if "mcp" not in chip else ([],):
            for mode in "pci", "probe":
                path, text = keep(f"{chip}.{mode}{'.cold' if cold else ''}", "--chipset", chip, "--mode", mode, *cold,
                                  *(["--dump", "regs"] if mode == "probe" else []))
                document = json.loads(text)
                card = document["cards"][0]
                point(f"{chip}.{mode}.document", len(document["cards"]) == 1 and ("registers" in card) == (mode == "probe")
                      and (mode == "pci" or card["chipset"] == chip.upper()), text[:300])

            # Every register has words behind its values, whatever state the card is in.
            lines = barecard("probe", os.path.join(folder, f"{chip}.probe{'.cold' if cold else ''}"))[1].splitlines()
            bare = [line for line in lines if re.match(r"  [A-Z]", line) and not re.search(r"[0-9a-f]  \S", line)]
            point(f"{chip}.words{'.cold' if cold else ''}", len(lines) > 20 and not bare, "\n".join(bare))

    # Words that are not 0, from docs/hardware: tesla-mmio.md §3.1 to §3.3, §3.8, board.md §4, devinit.md §3, §5.
    made = {"PMC_BOOT_1": "0x01000001", "PMC_INTR_HOST": "0x14001100", "PBUS_INTR": "0x00000008",
            "PMC_VRAM_HIDE_LOW": "0x80000010", "PBUS_CHANNEL": "0x20001234", "PBUS_BAR1": "0x80000010",
            "PTIMER_CLOCK_MUL": "0x00000000", "PNVIO_GPIO_0": "0x00000043", "PTHERM_SLOWDOWN": "0x00000840",
            "PFB_RAM_TYPE": "0x00000004", "PFB_VM_FAULT": "0x801d07ff", "PSTRAPS_0_PRIMARY": "0x80000000",
            "PDISPLAY_ACTIVE": "0x00000102", "PROM": ["0x0000aa55"], "PMC_ENABLE": "0x40100000"}
    path = os.path.join(folder, "made")
    with open(path, "w") as file:
        json.dump({"cards": [{"card": "a", "chipset": "G84", "config": {}, "registers": made}]}, file)
    status, text = barecard("probe", path)
    for name, words in (("PMC_BOOT_1", "big endian"), ("PMC_INTR_HOST", "PFIFO, PGRAPH, PDISPLAY, PBUS"),
                        ("PBUS_INTR", "an access to a register failed"), ("PMC_VRAM_HIDE_LOW", "a range of VRAM is hidden"),
                        ("PBUS_CHANNEL", "target in 29..28: 0x20001234"), ("PBUS_BAR1", "BAR1 is translated"),
                        ("PTIMER_CLOCK_MUL", "0: the clock stands still"), ("PNVIO_GPIO_0", "0 out 1, 1 in 1"),
                        ("PTHERM_SLOWDOWN", "slowed down"), ("PFB_RAM_TYPE", "GDDR5"),
                        ("PFB_VM_FAULT", "faults are recorded of 0x1d07ff, a fault waits"),
                        ("PSTRAPS_0_PRIMARY", "RAM strap 0, crystal 13.5 MHz, BAR1 strap 0, held by software"),
                        ("PDISPLAY_ACTIVE", "head 0 on, head 1 changing"),
                        ("PROM", "a ROM begins here, 0 bytes"), ("PMC_ENABLE", "no PFIFO, no PGRAPH, no PTIMER, PFB, PDISPLAY")):
        point(f"made.{name}", status == 0 and re.search(f"^  {name} .*  {re.escape(words)}$" if name != "PBUS_CHANNEL"
                                                        else f"^  {name} .*{re.escape(words)}$", text, re.M), text)

    # GV100: what does not answer is no value; of a word of PTOP the fields of its kind alone (gv100.md §1.4, §1.7).
    made_gv100 = {"FBPA_SIZE": "0xbadf3000", "TSENSOR": "0xbadf5108", "PTOP_DEVICE_INFO": ["0x8006183e", "0x80000003", "0x00400205"],
                  "PROM": ["0x0000aa55", "0xbadf5040"]}
    path = os.path.join(folder, "made_gv100")
    with open(path, "w") as file:
        json.dump({"cards": [{"card": "a", "chipset": "GV100", "config": {}, "registers": made_gv100}]}, file)
    status, text = barecard("probe", path)
    for name, words in (("FBPA_SIZE", "no value: the ring is dead"), ("TSENSOR", "no value: refused by privilege"),
                        ("PTOP_DEVICE_INFO", "[1] CHAIN=0x1 TYPE_ENUM=GRAPHICS ENTRY=ENGINE_TYPE; "
                         "[2] DATA_PRI_BASE=0x400 DATA_FAULT_ID_ENUM=0x40 DATA_FAULT_ID=0x1 ENTRY=DATA")):
        point(f"gv100.{name}", status == 0 and re.search(f"^  {name} .*{re.escape(words)}$", text, re.M), text)
    point("gv100.memory", "no such register" not in text, text)  # PROM shows memory, which may hold such a word

    warm, cold = (os.path.join(folder, name) for name in ("g84.probe", "g84.probe.cold"))
    status, text = barecard("probe", warm)
    # What the model's G84 is: docs/hardware/tesla-mmio.md §1, §3; 2 MiB in two partitions; 45 C.
    for words in ("card 1: " + warm + " 0000:01:00.0 G84", "device                  10de:0400  revision 0xa2",
                  "x16 of x16, 2.5 of 2.5 GT/s", "0x084000a2  chipset id 0x84, stepping 0xa2",
                  "0x00200000  2 MiB", "0x80000000  refresh on", "0x0000002d  45 C", "partitions 0x3,"):
        point(f"words.{words.split()[-1]}", status == 0 and words in text, text)
    point("one_card", "differs" not in text, text)
    status, text = barecard("probe", warm, cold)
    point("differs.amount", '  PFB_MEM_AMOUNT           "0x00200000" "0x00000000"' in text, text[-600:])
    point("differs.same", '"0x084000a2" ' not in text[text.index("differs"):], text[-600:])
    point("differs.none", "  nothing\n" in barecard("probe", warm, warm)[1])
    # What only the second card has: a word of configuration space that is 0 in the first one, a register.
    more = os.path.join(folder, "more")
    with open(more, "w") as file:
        json.dump({"cards": [{"card": "b", "chipset": "G84", "config": {"0x040": "0x12345678"},
                              "registers": dict(made, PFB_CFG0="0x00000001")}]}, file)
    text = barecard("probe", os.path.join(folder, "made"), more)[1]
    text = text[text.index("differs"):]
    point("differs.second", text.split("\n")[1:3] == ['  0x040                    - "0x12345678"',
                                                      '  PFB_CFG0                 - "0x00000001"'], text)
    for name, content in ("empty", ""), ("list", "[]"), ("cut", '{"cards":[{'), ("words", '{"cards":[{"config":{},"registers":{"A":5}}]}'):
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(content)
        point(f"refused.{name}", barecard("probe", path)[0] == 2)
    # Dumps of registers: nvapeek's lines, JSON, and BAR0 from its start with holes (gv100.md §1.4, tesla-mmio.md §4.8).
    def dumped(name, content, *options):
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return barecard("probe", *options, path)
    status, text = dumped("peek", b"<dump 0 10>\n00000000: 0a5080a2 00000000\n...\n00003228: 80000024\n00619444: badf1301\n")
    for words in ("- gt216\n", "PMC_BOOT_0              0x0a5080a2", "PFIFO_DMA_STATE         0x80000024  METHOD=0x24 ERROR=INVALID_CMD",
                  "0x619444                0xbadf1301"):
        point(f"dump.peek.{words.split()[0]}", status == 0 and words in text, text)
    point("dump.peek.config", "bus master" not in text, text)
    status, text = dumped("json", b"""{"boot0":"0x140000a1","registers":[{"offset":"0x022704","value":"0x80000003"},
        {"offset":"0x020460","value":"0x20003168"},{"offset":"0x100ce0","value":"0x00000308"},{"offset":"0x001704","value":"0x000012ff"},
        {"offset":"0x409100","value":"0xbadf1201"},{"offset":"x","value":5},7]}""")
    for words in ("PTOP_DEVICE_INFO[1]     0x80000003  CHAIN=0x1 TYPE_ENUM=GRAPHICS ENTRY=ENGINE_TYPE", "TSENSOR                 0x20003168  49 C",
                  "VRAM_RANGE              0x00000308  12288 MiB", "PBUS_BAR1_BLOCK         0x000012ff  PTR=0x12ff\n",
                  "FECS_CPU                0xbadf1201  no value: the unit is in reset"):
        point(f"dump.json.{words.split()[0]}", status == 0 and words in text, text)
    for name, content in (
            ("members", b'{"bdf":"x","regions":{"FECS":{"0x409100":"0xbadf1201"},"PMC":{"0x000000":"0x140000a1","0x100ce0":"0x308"}}}'),
            ("named", b'{"meta":{"at":"0x1"},"pmc":{"BOOT0":{"addr":"0x000000","raw":1,"hex":"0x140000a1"},"on":{"a":[true]}},'
                      b'"pfb":[{"offset":"0x0","address":"0x100ce0","value":"0x00000308"}]}'),
            ("label", b"# dump\nPMC 0x000000 0x140000a1\nPFB 0x100ce0 0x00000308\nno 0x200 words here\nPMC 0x3 0x4\n")):
        status, text = dumped(name, content)
        point(f"dump.{name}", status == 0 and "- gv100\n" in text and "VRAM_RANGE              0x00000308  12288 MiB" in text, text)
    def seconds(lines):
        content = b"00000000: 140000a1\n" + b"".join(b"%08x: %08x\n" % (4 * (i % 4000000), i) for i in range(1, lines))
        start = time.monotonic()
        dumped("long", content)
        return time.monotonic() - start
    seconds(2000)
    short, long = seconds(20000), seconds(200000)
    point("dump.time is linear", long < 20 * short + 0.5, f"{short:.2f} and {long:.2f} s")
    point("dump.nothing", dumped("nothing", b'{"meta":{"at":"0x1"},"list":[[[]]]}')[0] == 2)
    raw = bytearray(1 << 20)
    raw[0:4], raw[0x2100:0x2104] = (0x084000A2).to_bytes(4, "little"), (0x1001).to_bytes(4, "little")
    status, text = dumped("raw", bytes(raw))
    point("dump.raw", status == 0 and "PFIFO_INTR              0x00001001  CACHE_ERROR=0x1 DMA_PUSHER=0x1" in text
          and "PFIFO_CHAN_TABLE" not in text and "PFIFO_FREEZE " in text, text)
    path = os.path.join(folder, "holes")
    with open(path, "wb") as file:
        file.write(bytes(raw[:4]))
        file.truncate(16 << 20)
    status, text = barecard("probe", path)
    point("dump.holes", status == 0 and "PMC_BOOT_0" in text and "PFIFO_" not in text, text)
    status, text = dumped("no_chip", b"00002100: 00001001\n")
    point("dump.no_chip", status == 2 and dumped("no_chip", b"00002100: 00001001\n", "--chipset", "g84")[0] == 0, text)
    status, text = dumped("escapes", b'{"cards":[{"card":"\\u001b[2J","chipset":"G84","config":{},"registers":{"A\\u001b[31m":"0x0"}}]}')
    point("escapes", status == 0 and "\x1b" not in text and "A?[31m" in text, text)
    point("refused.missing", barecard("probe", os.path.join(folder, "no"))[0] == 2 and barecard("probe")[0] == 2)
finish()
