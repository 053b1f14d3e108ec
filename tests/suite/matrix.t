#!/bin/bash
# tests/suite/matrix.t: the self tests over the cards that the model can be given: partition counts, holes in
# the mask, subpartitions and their select masks, ranks, memory sizes, seeds; bad memory on such cards, which
# must be named rightly; and the cards that must not be tested. `make test` takes fewer select masks and seeds. TAP 13.
set -u
barecard=${BUILD:-build}/barecard
log=$(mktemp)
trap 'rm -f "$log"' EXIT
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../kit/tap.sh"
prefix=matrix.

# The lines of the log that say what went wrong.
said() {
    grep '^not ok\|^# ' "$log" | head -20
}

# check NAME STATUS LAST OPTION...: the run ends with that status and a last line that contains LAST.
check() {
    local name=$1 wanted=$2 last=$3 status complaint=''
    shift 3
    "$barecard" selftest "$@" >"$log" 2>&1
    status=$?
    [[ $status == "$wanted" && $(tail -n 1 "$log") == *"$last"* ]] ||
        complaint="barecard selftest $*: status $status, expected $wanted"
    point "$name" "$complaint" "$(said)"
}

# bad NAME SAYS OPTION...: the run fails, and the line of a test of memory contains SAYS.
bad() {
    local name=$1 says=$2 status complaint=''
    shift 2
    "$barecard" selftest --suite "$memory" "$@" >"$log" 2>&1
    status=$?
    { [[ $status == 1 ]] && grep '^not ok .* - vram' "$log" | grep -qF "$says"; } ||
        complaint="barecard selftest $*: status $status, expected 1 and '$says'"
    point "bad.$name" "$complaint" "$(said)"
}

# alone NAME TEST OPTION...: of all tests this one fails.
alone() {
    local name=$1 test=$2 failing complaint=''
    shift 2
    "$barecard" selftest "$@" >"$log" 2>&1
    failing=$(sed -nE 's/^not ok [0-9]+ - ([^:]*):.*/\1/p' "$log" | tr '\n' ' ')
    [[ $failing == "$test " ]] || complaint="barecard selftest $*: expected to fail: $test"
    point "$name" "$complaint" "failed: $failing"
}

memory=id.memory,vm.dmaobj,vram.size,vram.placement,vram.count,vram.quick
last="verdict: PASS (only $memory)"

# Every partition count that the die has; the formulas of all eight on a chipset of each kind, on two of
# them with the whole suite, in a sample those of most partitions.
while read -r chipset most; do
    for parts in $(seq 1 "$most"); do
        if [[ $chipset == g80 || $chipset == g200 ]] && { in_full || ((parts > 6)); }; then
            check "$chipset.parts$parts" 0 'verdict: PASS' --chipset "$chipset" --parts "$parts"
        else
            check "$chipset.parts$parts" 0 "$last" --chipset "$chipset" --parts "$parts" \
                --suite "$memory"
        fi
    done
    check "$chipset.ranks2" 0 "$last" --chipset "$chipset" --ranks 2 --suite "$memory"
done <<'END'
g80 8
g84 2
g86 2
g92 4
g94 4
g96 2
g98 1
g200 8
mcp77 1
mcp79 1
gt215 8
gt216 2
gt218 1
mcp89 2
END
while read -r chipset masks; do
    for mask in $masks; do
        check "$chipset.mask$mask" 0 "$last" --chipset "$chipset" --parts "$mask" --suite "$memory"
    done
done <<'END'
g80 0x5 0x12 0x3d 0x80 0x20 0x2b
g84 0x2
g86 0x2
g92 0x5 0x9 0xa 0xb 0xd
g94 0x6 0x8 0xc 0xe
g96 0x2
g200 0x81 0xaa 0xbf 0xfe 0x6d 0x70
gt215 0x2
gt216 0x2
mcp89 0x2
END
# Every select mask, with one and two partitions and ranks.
while read -r chipset parts ranks; do
    card="--chipset $chipset --parts $parts --ranks $ranks"
    check "$chipset.parts$parts.ranks$ranks.subparts1" 0 "$last" $card --subparts 1 --suite "$memory"
    for select in $(in_full && echo 0 1 2 3 4 5 6 7 || echo 3 $((4 + parts))); do
        check "$chipset.parts$parts.ranks$ranks.selmask$select" 0 "$last" $card --subparts 2 \
            --selmask "$select" --suite "$memory"
    done
done <<'END'
gt215 1 1
gt215 1 2
gt215 2 1
gt215 2 2
gt216 2 1
gt216 1 2
gt218 1 1
gt218 1 2
mcp89 2 1
END
for ranks in 1 2; do
    for parts in 3 5 6 7; do
        check "g200.parts$parts.ranks$ranks" 0 "$last" --chipset g200 --parts "$parts" \
            --ranks "$ranks" --suite "$memory"
        check "gt215.parts$parts.ranks$ranks" 0 "$last" --chipset gt215 --parts "$parts" \
            --ranks "$ranks" --selmask "$parts" --suite "$memory"
    done
done

bad seven_parts 'partition 6 (FBG), D0-D31, rank A: bit 12 stuck at 0 (chip G0)' \
    --chipset g200 --parts 7 --defect vram-stuck:partition=6,bit=12
bad hole_in_the_mask 'partition 2 (FBD), D32-D63, rank A: bit 40 stuck at 0 (chip D1)' \
    --chipset g80 --parts 0x3d --defect vram-stuck:partition=3,bit=40
bad chip_behind_holes 'partition 2 (FBF), D0-D31, rank A: chip does not answer, reads 1 (chip F0)' \
    --chipset g200 --parts 0xaa --defect vram-chip:partition=5,chip=0,width=32
bad short_behind_holes 'partition 0 (FBB), D0-D31, rank A: bits 3 and 4 shorted, low wins (chip B0)' \
    --chipset g94 --parts 0xa --defect vram-data-short:partition=1,bit=3,other=4
bad two_ranks 'partition 1 (FBB), D0-D31, ranks A and B: bit 5 stuck at 0 (chips B0r0 B0r1)' \
    --chipset gt215 --selmask 5 --ranks 2 --defect vram-stuck:partition=1,bit=5
# The lane that is stuck says nothing about the size; all others do.
bad size_beside_a_stuck_line 'every partition: memory size: the upper half shows the lower half' \
    --chipset g84 --defect vram-size+vram-stuck:partition=1,bit=37
bad one_subpartition 'partition 0 (FBB), D0-D31, rank A: bit 31 stuck at 0 (chip B0)' \
    --chipset gt215 --subparts 1 --parts 0x2 --defect vram-stuck:partition=1,bit=31
bad second_subpartition 'partition 1 (FBB), D48-D63, rank A: chip does not answer, reads 1 (chip B1b)' \
    --chipset gt216 --selmask 7 --defect vram-chip:partition=1,chip=1,width=32
bad second_rank 'partition 2 (FBC), D0-D63, rank B: rank B shows rank A' \
    --chipset g92 --parts 3 --ranks 2 --defect vram-rank:partition=2
bad no_second_rank 'partition 0 (FBA), D0-D63, rank B: rank B does not answer, reads 1' \
    --chipset g98 --ranks 2 --defect vram-rank:alias=0
bad row_of_rank_b 'partition 4 (FBE), D0-D63, rank B: row 0x5 of bank 1 dead' \
    --chipset g200 --parts 5 --ranks 2 --defect vram-row:partition=4,rank=1,bank=1,row=5
bad bank_of_rank_b 'partition 0 (FBA), D0-D63, rank B: bank 2 dead' \
    --chipset gt218 --ranks 2 --selmask 3 --defect vram-bank:rank=1,bank=2
bad under_load 'partition 0 (FBA), D32-D63, rank A: wrong words under load, after copies from half to half (chip A1r0)' \
    --suite vram.load --chipset g92 --ranks 2 --vram 64M --defect vram-strobe:byte=6,one_in=4000
bad address_line 'partition 4 (FBE), D0-D63, rank A: address line stuck: row bit 2' \
    --chipset g80 --parts 5 --defect vram-address:partition=4,row_bit=2
bad mask_of_two_ranks 'partition 1 (FBB), D32-D63, ranks A and B: data mask stuck: D48-D55' \
    --chipset gt215 --selmask 6 --ranks 2 --defect vram-mask:partition=1,byte=6
bad counted_where_aliases_are_blind 'counted 2 at partition 0 (FBA) for 16 reads of the tiled view' \
    --chipset g200 --parts 7 --defect vram-place-parts:parts=8
bad select_mask 'of the pitch short view' --chipset gt215 --parts 1 --selmask 6 --defect vram-place-sub
bad cycle_of_three 'expected block 0x40b: partition 0 (FBA) block 0x159' \
    --chipset g80 --parts 3 --defect vram-place-long
bad bleeds_with_five 'of the pitch long view' --chipset g80 --parts 5 --defect vram-bleed

for vram in 4M 16M 64M; do
    check "g84.vram$vram" 0 'verdict: PASS' --chipset g84 --vram "$vram"
done
for seed in $(seq 1 $(in_full && echo 20 || echo 3)); do
    check "seed$seed" 0 'verdict: PASS' --chipset g92 --seed "$seed"
done
# On a card that locks up when PGRAPH's TLB is flushed while PGRAPH works (tesla-vm.md §8.5), every flush of
# the firmware ends: both halves of its guard are needed for that.
for chip in g86 g84 gt215; do
    check "lockup.$chip" 0 'verdict: PASS' --chipset $chip --knob g86_lockup=on
done
# A card whose TLB keeps what it holds when another channel is bound (tesla-vm.md §8.2): whoever builds page tables
# flushes each engine that will walk them, so that nothing but the test of that claim notices, and those of engines where two
# channels take turns, between which nobody can flush.
alone bind_keeps.g80 'vm.tlb.bind vm.pmpeg.context' --chipset g80 --defect tlb-bind-keeps
alone bind_keeps.g84 'vm.tlb.bind vm.pcipher.context vm.pmpeg.context' --chipset g84 --defect tlb-bind-keeps
alone bind_keeps.gt215 vm.tlb.bind --chipset gt215 --defect tlb-bind-keeps
# On a card that takes a runlist only when CACHES bit 8 is written (tesla-mmio.md §4.5) channels run too.
for chip in g80 g84; do
    check "runlist.$chip" 0 'verdict: PASS (only vm.fifo)' --chipset $chip --suite vm.fifo \
        --knob runlist_taken=caches
done
check one_suite 0 'verdict: PASS (only vm.tlb)' --chipset g84 --suite vm.tlb
check no_card 2 'verdict: NOT TESTED: no card' --chipset none
check cold 0 'verdict: PASS' --chipset g84 --cold
check cold_strap 0 'verdict: PASS' --chipset gt215 --cold --strap 2
check cold_off 2 'NOT TESTED: the card is not initialised by its VBIOS; post=auto in barecard.cfg starts it' \
    --chipset g84 --cold --post off
check cold_dry 2 'NOT TESTED: the card is not started: post=dry' --chipset g84 --cold --post dry
check cold_gv100 0 'verdict: PASS' --chipset gv100 --cold
check cold_gv100_v100 0 'verdict: PASS' --chipset gv100 --board v100 --cold
check cold_gv100_rig 0 'verdict: PASS' --chipset gv100 --cold --device silicon
check cold_gv100_off 2 'NOT TESTED: the card is not initialised by its VBIOS (post=off)' --chipset gv100 --cold --post off
check cold_gv100_dry 2 'could start it: each check of its program holds' --chipset gv100 --cold --post dry
# Turing starts itself, whatever post says, and the rest is what GV100's tests ask of it.
for chip in tu102 tu106 tu116 tu117; do
    check "cold_$chip" 0 'verdict: PASS' --chipset $chip --cold
done
check cold_tu104_rig 0 'verdict: PASS' --chipset tu104 --cold --device silicon
check cold_tu104_off 0 'verdict: PASS' --chipset tu104 --cold --post off
check tu104_t4 0 'verdict: PASS' --chipset tu104 --board t4
check tu102_fused 0 'verdict: PASS' --chipset tu102 --vram 44M
check tu106_fused 0 'verdict: PASS' --chipset tu106 --board rtx2060 --vram 48M
check cold_igp 2 'NOT TESTED: the card is without memory: an integrated chipset' --chipset mcp89 --cold
check no_such_test 2 'selftest --help' --chipset g84 --suite vm,vx
check no_such_chipset 2 "selftest --help" --chipset g85
check two_subparts_on_g80 2 'selftest --help' --chipset g80 --subparts 2
check select_mask_of_eight 2 'selftest --help' --chipset gt215 --selmask 8
check three_ranks 2 'selftest --help' --chipset gt215 --ranks 3
# Boards that were seen: what they read in BOOT_0, and their PCI device; a 9600 GSO has holes in both masks.
while read -r chip word device; do
    check "boot_0.$word" 0 'verdict: PASS (only id)' --chipset "$chip" --boot_0 "0x$word" --suite id
    grep -q "^# card .* 10de:$device " "$log" || point "boot_0.$word.device" "not $device" "$(said)"
done <<'END'
g80 450100a2 0191
g80 450300a3 0193
g84 084200a2 0402
g84 084f00a2 040f
g86 086100a2 0421
g86 086700a2 0427
g86 086f00a2 042f
g92 092000a2 0600
g92 092880a2 0611
g92 092a80a2 0615
g94 094100a1 0622
g94 094280a1 0625
g94 094380a1 0627
g96 096000c1 0640
g96 096080c1 0641
g96 096380c1 0647
g96 096400a1 0648
g96 096c80c1 0659
g98 298200a2 06e4
g98 298400a2 06e8
g98 298d80a2 06fb
gt215 0a3100a2 0ca2
gt215 0a3280a2 0ca5
gt216 0a5000a2 0a20
gt216 0a5480a2 0a29
gt218 0a8280b1 0a65
gt218 0a8c00b1 0a78
mcp77 0aa280a2 0845
mcp77 0aa480a2 0849
mcp79 0ac080b1 0861
mcp79 0ace80b1 087d
mcp89 0af100a2 08a2
END
check holes 0 'verdict: PASS' --chipset g92 --tpcs 0xfc --parts 0x5 --suite all

check stolen_memory 0 'verdict: PASS' --chipset mcp79 --vram 64M
check no_such_defect 2 'selftest --help' --chipset g84 --defect vram-melted
check illegal_size 2 'selftest --help' --chipset g84 --vram 3M
finish
