"""TAP 13 of the tests of `barecard run`, and what their jobs in the guest have in common."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from words import SAYS_INCOMPLETE  # noqa: E402, F401

count = failed = 0
in_full = os.environ.get("LONG") == "1"
only = os.environ.get("ONLY", "")

# In the guest: the card's configuration space and a few of its registers, as words, and its driver. How the kernel resets a
# card with several functions is left out: it lists a reset of the bus that it found before the others, and refuses that word later.
LOOK = """
look() { # look NAME [ADDRESS]
    device=/sys/bus/pci/devices/${2:-0000:01:00.0}
    { hexdump -v -e '/4 "%08x\\n"' $device/config; [ -e ${device%0}1 ] || cat $device/reset_method; cat $device/power/control $device/driver_override
      basename "$(readlink $device/driver)"; } >/out/$1
}
same() { # same NAME NAME
    cmp /out/$1 /out/$2 && echo "$1 and $2 are the same"
}
cd /out
"""


def point(name, good, seen=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {count} - linux.{name}")
    if not good:
        print("".join(f"#   {line}\n" for line in str(seen).splitlines()[-30:]), end="")
    sys.stdout.flush()


def wanted(name):
    return only in name


def finish():
    print(f"1..{count}")
    sys.exit(failed > 0)
