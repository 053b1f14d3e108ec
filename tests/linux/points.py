"""Points of the tests of `barecard run`, and what their jobs in the guest have in common."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from command import finish, in_full, point  # noqa: E402, F401
from words import SAYS_INCOMPLETE  # noqa: E402, F401

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


def wanted(name):
    return only in name
