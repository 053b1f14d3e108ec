#!/bin/bash
# tests/clients/compare_traces.t: tests/clients/compare-traces.py on traces made by hand. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../kit/tap.sh"
prefix=compare_traces.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

is() { # is NAME EXPECTED SEEN
    local complaint=''
    [[ $2 == "$3" ]] || complaint='other text'
    point "$1" "$complaint" "expected:"$'\n'"$2"$'\n'"seen:"$'\n'"$3"
}

compare() {
    tests/clients/compare-traces.py "$work/ours" -- "$work/theirs" 2>&1
}

cat >"$work/ours" <<'END'
nv50: r 000200 00000000 PMC_ENABLE
nv50: w 000200 00000100 PMC_ENABLE
nv50: w 002604 80000000 PFIFO_CHAN_TABLE[1]
nv50: method 0 328 00000000
nv50: fault 0/3/4 reason 0 at 7700001000
END
cat >"$work/theirs" <<'END'
nv50: r 000004 00000000 PMC_BOOT_1
nv50: r 000200 00000000 PMC_ENABLE
nv50: w 000200 00001100 PMC_ENABLE
nv50: w 000200 00001000 PMC_ENABLE
nv50: w 00260c 80000000 PFIFO_CHAN_TABLE[3]
nv50: r 002608 00000000 PFIFO_CHAN_TABLE[2]
nv50: w 00fd84 00000000 unknown
nv50: r 400100 00000000 PGRAPH_INTR off
nv50: w c0208c 00000001 PFIFO_USER[1].8c
nv50: method 0 328 00000000
nv50: method 0 100 00000000
nv50: fault 0/3/5 reason 0 at 7700001000
some other line
END
tab=$'\t'
is difference "register${tab}read${tab}written${tab}times
PMC_BOOT_1${tab}read${tab}${tab}1
PMC_ENABLE${tab}${tab}0x1000${tab}3
PFIFO_CHAN_TABLE[]${tab}read${tab}${tab}2
unknown 00fd84${tab}${tab}0x0${tab}1
PGRAPH_INTR while off${tab}read${tab}${tab}1
PFIFO_USER[].8c${tab}${tab}0x1${tab}1
method 0100${tab}${tab}0x0${tab}1
fault 0/3/5 reason 0${tab}read${tab}${tab}1" "$(compare)"

cp "$work/ours" "$work/theirs"
is same "register${tab}read${tab}written${tab}times" "$(compare)"

: >"$work/theirs"
is empty "compare-traces.py: a side has no accesses at all: trace=on?
status 2" "$(compare; echo "status $?")"
rm "$work/theirs"
is missing 'status 2' "$(compare >/dev/null; echo "status $?")"
is usage 'status 2' "$(tests/clients/compare-traces.py "$work/ours" >/dev/null 2>&1; echo "status $?")"
finish
