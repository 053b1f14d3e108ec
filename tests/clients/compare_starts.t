#!/bin/bash
# tests/clients/compare_starts.t: tests/clients/compare-starts.py on traces and lists made by hand. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../kit/tap.sh"
prefix=compare_starts.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# trace REGISTER=VALUE...: the unlocking of the CRTC, then these writes, of a card called card
trace() {
    local write
    printf 'card: w %06x %08x VGA\n' 0x6013d4 0x3f 0x6013d5 0x57
    for write in "$@"; do
        printf 'card: w %06x %08x name\n' "${write%=*}" "${write#*=}"
    done
}

# list REGISTER=VALUE...: as barecard devinit prints the writes of scripts
list() {
    local write
    for write in "$@"; do
        printf '0x100\t0x102\tZM_REG\tregister\t%s\t%s\n' "${write%=*}" "${write#*=}"
    done
}

# is NAME STATUS WORDS: what is said of the two files
is() {
    local said status=0 complaint=''
    said=$(tests/clients/compare-starts.py "$work/trace" card "$work/list" 2>&1) || status=$?
    [[ $status == "$2" && $said == "$3" ]] || complaint="status $status"
    point "$1" "$complaint" "$said"
}

same='2 writes in the same order, before them the client'\''s own: nothing'
list 0xe104=0x300000 0xe108=0x1 >"$work/list"
trace 0xe104=0x300000 0xe108=0x1 >"$work/trace"
is same 0 "$same"
trace 0xe104=0x4300000 0xe108=0x1 >"$work/trace"
is tachometer.up 0 "$same"
trace 0xe104=0x8300000 0xe108=0x1 >"$work/trace"
is other.bit 1 "write 1 of 2: ours register 0xe104 = 0x300000, the client's register 0xe104 = 0x8300000"
trace 0xe104=0x700000 0xe108=0x1 >"$work/trace"
is other.line 1 "write 1 of 2: ours register 0xe104 = 0x300000, the client's register 0xe104 = 0x700000"
trace 0xe104=0x300000 0xe108=0x4000001 >"$work/trace"
is other.register 1 "write 2 of 2: ours register 0xe108 = 0x1, the client's register 0xe108 = 0x4000001"

list 0xe104=0x4300000 0xe108=0x1 >"$work/list"
trace 0xe104=0x300000 0xe108=0x1 >"$work/trace"
is tachometer.down 0 "$same"
list 0xe104=0x2300000 0xe108=0x1 >"$work/list"
trace 0xe104=0x6300000 0xe108=0x1 >"$work/trace"
is driven 1 "write 1 of 2: ours register 0xe104 = 0x2300000, the client's register 0xe104 = 0x6300000"

# Writes to wires of I2C do not count. Of the writes before VGA is enabled, the client's whole reset alone is passed over.
list 0x1154=0x1 >"$work/list"
printf '0x100\t0x102\tIO\tport\t0x3c3\t0x1\n0x100\t0x106\tZM_I2C\ti2c\t0x2e\t0xff\n' >>"$work/list"
reset=(0x614100=0x1 0xe18c=0x2 0x614900=0x3 0x200=0x4 0xe18c=0x5 0x200=0x6 0x614100=0x7 0x614900=0x8 0x614100=0x9 0x614900=0xa)
trace 0x1154=0x1 "${reset[@]}" 0x6013c0=0x1000000 0xe138=0x6 >"$work/trace"
is vga 0 "$same"
trace 0x1154=0x1 0xe180=0x4 0x6013c0=0x1000000 >"$work/trace"
is vga.plain 0 "$same"
trace 0x1154=0x1 "${reset[@]:1}" 0x6013c0=0x1000000 >"$work/trace"
is vga.part 1 "write 2 of 2: ours port 0x3c0 = 0x1000000, the client's register 0xe18c = 0x2"
finish
