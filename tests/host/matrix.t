#!/bin/bash
# tests/host/matrix.t: the self tests over the cards that the model can be given: partition counts, holes in
# the mask, memory sizes, seeds; and the cards that must not be tested. TAP 13.
set -u
barecard=${BUILD:-build}/barecard
log=$(mktemp)
trap 'rm -f "$log"' EXIT
count=0 failed=0

# check NAME STATUS LAST OPTION...: the run ends with that status and a last line that contains LAST.
check() {
    local name=$1 wanted=$2 last=$3 status
    shift 3
    "$barecard" selftest "$@" >"$log" 2>&1
    status=$?
    count=$((count + 1))
    if [[ $status == "$wanted" && $(tail -n 1 "$log") == *"$last"* ]]; then
        echo "ok $count - matrix.$name"
    else
        echo "not ok $count - matrix.$name: barecard selftest $*: status $status, expected $wanted"
        grep '^not ok\|^# ' "$log" | head -20 | sed 's/^/#   /'
        failed=1
    fi
}

for parts in 1 2 3 4 5 6 7 8; do
    check "g80.parts$parts" 0 'verdict: PASS' --chipset g80 --parts "$parts"
    check "g200.parts$parts" 0 'verdict: PASS' --chipset g200 --parts "$parts"
    check "gt215.parts$parts" 0 'verdict: PASS' --chipset gt215 --parts "$parts"
done
for mask in 0x5 0x12 0x3d 0x80; do
    check "mask$mask" 0 'verdict: PASS' --chipset g80 --parts "$mask"
done
for vram in 4M 16M 64M; do
    check "g84.vram$vram" 0 'verdict: PASS' --chipset g84 --vram "$vram"
done
for seed in $(seq 1 20); do
    check "seed$seed" 0 'verdict: PASS' --chipset g92 --seed "$seed"
done
# On a card that locks up when PGRAPH's TLB is flushed while PGRAPH works (tesla-vm.md §8.5), every flush of
# the firmware ends: both halves of its guard are needed for that.
for chip in g86 g84 gt215; do
    check "lockup.$chip" 0 'verdict: PASS' --chipset $chip --knob g86_lockup=on
done
check one_suite 0 'verdict: PASS (only vm.tlb)' --chipset g84 --suite vm.tlb
check no_card 2 'verdict: NOT TESTED: no card' --chipset none
check cold 2 'verdict: NOT TESTED: the card is not initialised by its VBIOS' --chipset g84 --cold
check no_such_test 2 'verdict: INCOMPLETE: no test is named vx' --chipset g84 --suite vm,vx
check no_such_chipset 2 "selftest --help" --chipset g85
check stolen_memory 0 'verdict: PASS' --chipset mcp79 --vram 64M
check no_such_defect 2 'selftest --help' --chipset g84 --defect vram-melted
check illegal_size 2 'selftest --help' --chipset g84 --vram 3M
echo "1..$count"
exit $failed
