#!/bin/bash
# tests/boots/rigs.t: the firmware on machines whose own firmware stands between it and the card: memory protected
# against DMA, no protocol for the card, a port that was left shut, a driver that does not let go; and a count of what
# is given back. Each is made by a UEFI application of tests/boots/rig/, which starts ours. `make test` takes a sample.
# TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/boots.sh"

all_came_back='# rig: all of the card'\''s memory came back'

# on RIG NAME STATUS LAST OPTION...: a boot on that machine.
on() {
    boot "${@:2:3}" --firmware "${BUILD:-build}/rig/$1.EFI" "${@:5}"
}

# unmapped NAME [WORDS]: that boot has given all memory back that it had mapped.
unmapped() {
    says "$1" " 0 still open, 0 accesses outside${2-}"
    says "$1" "$all_came_back"
    silent "$1" 'rig: memory'
}

# Pages have other addresses for the card than for the CPU, and are there only while they are mapped. The machine's
# own driver of the card is stopped, and what the card may do is asked for by its protocol, and given back.
for chipset in g84 $(! in_full || echo mcp79 gt215); do
    on guarded "guarded.$chipset" 0 'verdict: PASS' --chipset "$chipset" --vram 16M -- -global nv50.guard=on
    says "guarded.$chipset" 'has an IOMMU protocol'
    unmapped "guarded.$chipset" ', 0 stopped by a bridge'
    says "guarded.$chipset" "# rig: the card's driver is told to stop"
    says "guarded.$chipset" "# rig: attributes that the card's driver asked for: 0x600"
    says "guarded.$chipset" '# rig: attributes that it gives back: 0x600'
done

if in_full; then
    # A test that is cut off gives its memory back in the same order.
    on guarded cut_off 1 'verdict: FAIL' --vram 16M --defect window-flush-never-done --suite window,vram.quick -- \
        -global nv50.guard=on
    unmapped cut_off

    # So does one that a person ends.
    on ended ended 2 "verdict: $SAYS_INCOMPLETE: vram.thorough.address: stopped by the operator (Esc)" --vram 16M \
        --suite link.dma,vram.thorough -- -global nv50.guard=on
    says ended '# rig: Esc is pressed during a test'
    unmapped ended
fi

# Memory that the machine's firmware does not map is its own fault: no test fails for it, no chip is named.
on refusing refusing 2 "verdict: $SAYS_INCOMPLETE" --vram 16M -- -global nv50.guard=on
says refusing "the machine's firmware refuses to map memory for the card (0x8000000000000009)"
says refusing ' 0 accesses outside'
says refusing "$all_came_back"
silent refusing '(chip '

if in_full; then
    short=id,link.dma,vm.pte,vram.quick # what asks for memory in every size
    # Nor is half of what was asked for used, nor is anything kept of it.
    on halving halving 2 "verdict: $SAYS_INCOMPLETE" --vram 16M --suite "$short" -- -global nv50.guard=on
    says halving "the machine's firmware maps less memory than it gave (0x200000)"
    unmapped halving
    silent halving '(chip '

    # Without memory at first each test gets its own; where there is no more than at first, nothing is bad.
    on late late 0 'verdict: PASS' --vram 16M --suite "$short" -- -global nv50.guard=on
    unmapped late
    on scarce scarce 2 "verdict: $SAYS_INCOMPLETE" --vram 16M --suite "$short" -- -global nv50.guard=on
    unmapped scarce
    silent scarce '(chip '
fi

# comments_missing DIR: comments of TAP that no note of report.jsonl has; what other records say is left out.
comments_missing() {
    tr -d '\r' <"$1/serial.log" | sed -n '/^TAP version 13$/,$s/^# //p' |
        grep -vE '^(rig: |barecard .* on |card |verdict: |one bad read in |not tested: |[0-9]+ (unverified|test))' | while IFS= read -r line; do
        grep -E '"type":"(note|sample)"' "$1/report.jsonl" | grep -qF "\"text\":\"$line\"" || echo "$line"
    done
}

on bare bare 0 'verdict: PASS' --vram 16M --out "$work/bare.out"
point bare.notes "$(comments_missing "$work/bare.out")"
point bare.noted "$(grep -q '"note".*driven directly' "$work/bare.out/report.jsonl" || echo 'no note')"
says bare "the machine's firmware has no protocol for the card, which is driven directly"
says bare "$all_came_back"

# Memory of the machine ends at 550 MiB: the tests would write over it, and call a good card bad.
on over over 2 'verdict: NOT TESTED: the firmware has put BAR1 at 0x20000000, over the machine'"'"'s own memory' -- -m 550M

on shut shut 0 'verdict: PASS' --vram 16M --suite id,window.pmem,vram.quick
says shut 'passed no memory accesses or no DMA on; opened'

if in_full; then
    # The processors that compare memory are with the firmware when it changes memory attributes on all of them.
    # OVMF has range registers for a BAR below 4 GiB only, and they are the same on all processors of Intel's.
    on crowd crowd 0 'verdict: PASS' --smp 2 --vram 16M --suite vram.quick,vram.thorough.fade -- \
        -cpu qemu64,vendor=GenuineIntel -fw_cfg name=opt/ovmf/X-PciMmio64Mb,string=0
    says crowd '# rig: the first change of memory attributes'
    says crowd '# compare: 64-bit, 2 processors'
    says crowd 'stores combined'
    silent crowd '# rig: memory attributes'
    silent crowd 'is not back'
fi

# The card draws the console, into its own memory: nothing is drawn while BAR1 is moved over it, no test writes there,
# and the picture is whole when the next one is drawn. PDISPLAY says nothing of that memory here.
printf 'console=use\nsuite=id,window,vram.quick\n' >"$work/use.cfg"
on console used 2 "verdict: $SAYS_INCOMPLETE: 1966080 bytes of VRAM not tested" --vram 16M --put "$work/use.cfg=/barecard.cfg"
says used '# rig: the picture is whole after a test of the memory beside it'
says used 'VRAM 0x200000 to 0x3d4c00 is shown by the console, and left out'
silent used 'rig: something is drawn'
silent used 'rig: the picture is another'
silent used 'not ok'
silent used 'is told to stop'
if in_full; then
    on console spared 2 'verdict: NOT TESTED: the card drives the console' --vram 16M
    silent spared 'rig: the picture is another'
fi

# What the firmware took of the machine's memory is free again when it is left by a key. Of two serial ports it takes
# COM1 alone from its driver, and gives it back.
on counted counted 0 'verdict: PASS' --smp 2 --vram 16M --suite id,vram.quick -- -cpu qemu64,-hypervisor \
    -smbios type=1,manufacturer=Rig,product=One -chardev null,id=com2 -device isa-serial,chardev=com2
says counted ', 2 processors'
says counted '# rig: pages taken: 0x'
says counted '# rig: pages kept: 0x0'
says counted '# rig: buffers kept: 0x0'
says counted '# rig: serial ports let go: 0x1'
says counted '# rig: serial ports taken back: 0x1'

on held held 2 'verdict: NOT TESTED: left alone' --vram 16M
says held "the machine's firmware does not let go of the card (0x800000000000000e): Stubborn Graphics Driver"
finish
