#!/bin/bash
# `way=shader` as docs/memory-test.md promises it: how much crosses the link, on which chipsets, and where it is not used.
set -u
. tests/kit/tap.sh

# says NAME REGEXP ARGUMENT...: the line of the test SUITE, or one about it, matches.
says() {
    local name=$1 wanted=$2 printed
    shift 2
    printed=$("$BARECARD" selftest --suite "${SUITE:-vram.quick}" "$@" 2>&1)
    point "$name" "$(grep -qE "$wanted" <<<"$printed" || echo "does not say '$wanted'")" "$printed"
}

by_card='^ok .*; reads by shader programs, stores likewise, 0\.0[0-4] bytes over the link'
by_copy='^ok .*; reads by m2mf through PFIFO, stores combined, 1\.[5-9]'

for chipset in ${NV50_CARDS#g80 } $NV50_INTEGRATED; do
    says "$chipset" "$by_card" --chipset "$chipset" --vram 16M --key way=shader
done
says g80 "$by_card" --chipset g80 --vram 12M --key way=shader
says default "$by_copy" --chipset g84
says silicon "risky=1 lets them run" --chipset g84 --device silicon --key way=shader
says silicon.risky "$by_card" --chipset g84 --vram 16M --device silicon --key way=shader --key risky=1
says gv100 '^ok .*; reads by the copy engines' --chipset gv100 --key way=shader
says heat 'heat= and part= go by the other ways' --chipset g84 --key way=shader --key heat=1
says wire 'a wire of the memory is broken' --chipset g84 --key way=shader --defect vram-stuck:partition=1,bit=37
for answer in silent hangs traps; do
    says "port.$answer" "$by_copy" --chipset g84 --key way=shader --knob "compute_port=$answer"
done
# One cell: what is right around it still does not cross the link.
says cell "FAIL: vram.quick: G84 $SAYS_BAD_MEMORY: .* cell stuck at 0" --chipset g84 --vram 16M --key way=shader --defect vram-cell
# The marches in the order of the chips: each kind of words, the fewest and the most partitions.
for test in address march_ss checkerboard random; do
    SUITE=vram.thorough.$test says "thorough.$test" "$by_card" --chipset g92 --vram 64M --key way=shader
done
for chipset in g98 g200; do
    SUITE=vram.thorough.march_c says "thorough.$chipset" "$by_card" --chipset "$chipset" --vram 64M --key way=shader
done
SUITE=vram.thorough.modulo_20 says thorough.modulo 'no programs of the card.s own: modulo-20 goes by the other ways' --chipset g84 --key way=shader
SUITE=vram.thorough.march_c says thorough.silicon 'risky=1 lets them run' --chipset g84 --device silicon --key way=shader
# The multiprocessor that errs, and not one whose words it has spoilt; one that loses count of its pieces.
SUITE=vram.thorough.random says thorough.core 'no programs of the card.s own: TPC 1, MP 1 stores or compares wrong' --chipset g84 --key way=shader --defect shader-load
SUITE=vram.thorough.march_c says thorough.astray 'INCOMPLETE: .* a program of the card.s own found VRAM 0x' --chipset g84 --vram 16M --key way=shader --defect shader-adder
# What BAR1 confirms names the chip, and is not looked for again by the other ways.
# The cell reads wrong before the element's stores (1), and after them (0: "r0 w1 r1").
for value in 0 1; do
    said=$("$BARECARD" selftest --chipset g84 --suite vram.thorough.inversions --key way=shader --defect vram-cell:address=0x54320,bit=9,value=$value)
    point thorough.cell.$value "$(grep -q "FAIL: .*: G84 $SAYS_BAD_MEMORY: .* bit 9 at 0x54320 cell stuck at $value" <<<"$said" || echo 'names no cell'
        grep 'all of it again' <<<"$said")" "$said"
done
finish
