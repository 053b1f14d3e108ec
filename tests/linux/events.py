"""What happens to a card in the middle of a run, with Debian's kernel: the run is not whole, with the reason, nothing is
blamed on the card, and it is given back as it was."""
import re

from guest import Guest
from points import SAYS_INCOMPLETE, LOOK, point

CARD = "nv50,chipset=g84,vram=16M"
LONG = "nv50,chipset=g84,vram=64M"

# In the guest: a run, in whose vram.quick something is done while its tester stands still.
EVENT = LOOK + """
tester() { set -- $(cat /proc/$P/task/$P/children); echo $2; }
event() { # event NAME COMMANDS [OPTIONS]
    look $1.before
    barecard run --device model --suite link.scratch,vram.quick --out $1 $3 >$1.tap 2>$1.complaint & P=$!
    until grep -q '"start".*vram.quick' $1/report.jsonl 2>/dev/null; do sleep 0.05; done
    kill -STOP $(tester)
    eval "$2"
    kill -CONT $(tester) 2>/dev/null
    wait $P; echo "$1 status $?"
    while [ -e /run/barecard/card-* ]; do sleep 0.1; done
    look $1.after; same $1.before $1.after
}
mark() { echo "MARK $1" >/dev/console; }
"""


def expect(kernel, said, name, verdict, status=2, complaint=""):
    """The last line of the report's text, or how it begins."""
    text, log = said.get(f"{name}/report.txt", ""), said.get("log", "")
    point(f"{kernel}.{name}", text.splitlines()[-1:] and text.splitlines()[-1].startswith(f"Verdict: {verdict}") and
          f"{name} status {status}\n" in log and f"{name}.before and {name}.after are the same" in log and
          said.get(f"{name}.complaint") == complaint, text + said.get(f"{name}.complaint", "") + log)


def inject(guest, error):
    guest.monitor("human-monitor-command", **{"command-line": f"pcie_aer_inject_error {error}"})


def link_errors(kernel):
    """While a card is tested its own port tells the kernel nothing (pci/errors.h); another card's does. The injection
    waits until the guest says where it is, and the guest goes on when the kernel has counted it."""
    def meanwhile(guest):
        for mark, port in (("other", "port1"), ("own", "port0")):
            if guest.console(f"MARK {mark}"):
                inject(guest, f"{port} POISON_TLP")

    said = Guest([LONG, CARD], kernel=kernel).run(EVENT + """
counted() { ! grep -q 'TOTAL_ERR_NONFATAL 0' /sys/bus/pci/devices/0000:00:02.0/aer_dev_nonfatal; }
event aer_other 'mark other; until counted; do sleep 0.1; done; sleep 0.5'
event aer_own 'mark own; until hexdump -C /sys/bus/pci/devices/0000:00:01.0/config | grep -q "^00000100 .* 00 10 00 00"; do sleep 0.1; done'
""", meanwhile=meanwhile)
    expect(kernel, said, "aer_other", f"{SAYS_INCOMPLETE}: 0000:01:00.0: vram.quick: the kernel has seen an uncorrectable error of "
           "the link of 0000:02:00.0 (AER)")
    expect(kernel, said, "aer_own", "PASS", 0)


def slept(kernel):
    def wake(guest):
        if guest.console("suspend entry"):
            guest.monitor("system_powerdown")

    said = Guest([LONG], kernel=kernel, append="loglevel=7 no_console_suspend ").run(EVENT + """
modprobe button
event slept 'echo freeze >/sys/power/state'
barecard run --device model --suite link >again
""", meanwhile=wake)
    expect(kernel, said, "slept",
           f"{SAYS_INCOMPLETE}: vram.quick: the machine has slept meanwhile, and the card may have lost its start")
    point(f"{kernel}.slept.again", "verdict: PASS" in said.get("again", ""), said.get("again", said.get("log")))


def taken_away(kernel):
    """A driver is asked for, the port goes deaf (QEMU then reads zeros where a machine reads ones), memory runs out."""
    said = Guest([CARD], kernel=kernel).run(EVENT + """
port=/sys/bus/pci/devices/0000:00:01.0/config
command() { printf "$1" | dd of=$port bs=1 seek=4 conv=notrunc 2>/dev/null; }
# Memory that the kernel can take back, and the tester first: with none left that can be ended it panics.
hog() { tester=$(tester); echo 1000 >/proc/$tester/oom_score_adj; tail /dev/zero & hog=$!
        while [ -d /proc/$tester ]; do [ -d /proc/$hog ] || { tail /dev/zero & hog=$!; }; sleep 0.05; done; kill $hog; wait $hog; }
event unbound 'echo 0000:01:00.0 >/sys/bus/pci/drivers/vfio-pci/unbind & sleep 0.5'
event killed hog
event deaf 'command "\\000"'; command "\\007"
""", timeout=180)
    expect(kernel, said, "unbound", f"{SAYS_INCOMPLETE}: vram.quick: the kernel wants the card back: it is being removed, or "
           "another driver was asked for")
    expect(kernel, said, "killed", f"{SAYS_INCOMPLETE}: the process that tested it was ended by signal 9 (Killed)")
    expect(kernel, said, "deaf", f"{SAYS_INCOMPLETE}: vram.quick: the rig, not the card: the port 0000:00:01.0 above it has stopped "
           "passing memory accesses on")


def fallen_off(kernel):
    """All ones from everywhere in the middle of a test; reset=port brings a G84 back, and is refused on a GV100. A takeover
    makes up to 300,000 accesses, most of them while it waits for a clock, and vram.quick over three million."""
    for card, name, says in (
            (CARD, "g84", "reset by the port above it (reset=port): it answers again, and nobody has started it since"),
            ("gv100,vram=16M", "gv100", "not reset (reset=port): a reset of the bus loses the memory of this card until the "
             "machine is switched off")):
        said = Guest([f"{card},defect=bus-gone:after=1000000"], kernel=kernel).run(LOOK + """
barecard run --device model --suite link.scratch,vram.quick --reset port; echo "status $?"; ls /run/barecard
""")
        log = said.get("log", "")
        point(f"{kernel}.fallen_off.{name}", f"# {says}\n" in log and f"verdict: {SAYS_INCOMPLETE}: vram.quick: the card has fallen "
              "off the bus: its configuration space reads all ones\n" in log and "status 2\n" in log and
              ("not as before: its Command register reads 0xffff" in log) == (name == "gv100") and "card-" not in log, log)


def processors(kernel):
    said = Guest([LONG], kernel=kernel, smp=2).run(EVENT + """
threads() { ls /proc/$(tester)/task | wc -l; }
event all 'kill -CONT $(tester); until [ $(threads) = 2 ]; do sleep 0.05; done; echo "all $(threads)"'
event one 'kill -CONT $(tester); until grep -q "\\"end\\".*vram.quick" one/report.jsonl; do n=$(threads); sleep 0.05; done
           echo "one $n"' '--processors 1'
""")
    log = said.get("log", "")
    point(f"{kernel}.processors", "all 2\nall status 0" in log and "\none 1\none status 0" in log, log)


def driver_comes(kernel):
    """Without an IOMMU nothing but its override keeps a driver that is loaded meanwhile from the card."""
    said = Guest([LONG], kernel=kernel, iommu=None).run(EVENT + """
echo 16 >/proc/sys/vm/nr_hugepages
event comes 'modprobe nouveau; basename "$(readlink /sys/bus/pci/devices/0000:01:00.0/driver)" >driver' --no-iommu
modprobe -r nouveau; modprobe nouveau
control=/sys/bus/pci/devices/0000:01:00.0/power/control; echo auto >$control
event gone 'cp $control control; modprobe -r nouveau' '--take --no-iommu'
echo "afterwards $(cat $control)"
""")
    point(f"{kernel}.comes.not", said.get("driver", "?").strip() == "", said.get("driver", ""))
    expect(kernel, said, "comes", "PASS", 0)
    log = said.get("log", "")
    point(f"{kernel}.stays_awake", said.get("control") == "on\n" and "afterwards auto" in log, log)
    point(f"{kernel}.gone", "gone status 0" in log and said.get("gone.complaint", "") ==
          "barecard run: 0000:01:00.0 is not as before: the driver nouveau did not take it again (No such file or "
          "directory); dmesg says more, and this tries it again: echo 0000:01:00.0 | sudo tee "
          "/sys/bus/pci/drivers/nouveau/bind\n", said.get("gone.complaint", "") + log)


def terminal(kernel):
    """On a terminal of the kernel's own, read back from its screen: the line below TAP, Ctrl-C's answer, the end."""
    said = Guest([LONG], kernel=kernel).run(LOOK + r"""
openvt -c 5 -w -- sh -c 'barecard run --device model --suite vram.quick,vram.thorough.march_c --out r' &
until grep -q 'march_c  2 of 2  .*failed' /dev/vcs5; do sleep 0.1; done
fold -w 80 </dev/vcs5 >line
kill -INT $(pidof barecard | tr ' ' '\n' | sort -n | head -n 1)
wait
fold -w 80 </dev/vcs5 >end
""")
    line, end = said.get("line", ""), said.get("end", "")
    point(f"{kernel}.terminal.line", re.search(
        r"\nok 1 - vram\.quick: (?s:.*)\nvram\.thorough\.march_c  2 of 2  \[[#.]{8}\] .* 0 failed *\n", line) and
          "march_c: " not in line, line or said.get("log"))
    point(f"{kernel}.terminal.end", all(words in end for words in (
        "# ends after this step, everything is put back. Ctrl-C again: at once.", f"  {SAYS_INCOMPLETE}   Ended by hand, not whole",
        "  1  Run it again (key R).", "0000:01:00.0 put back: registers, Command register, driver as before (none)")),
          end or said.get("log"))
