#!/bin/bash
# tests/boots/processors.t: what the firmware makes of the machine's processors and of its caching: compares on
# several, with and without AVX2, and write combining where the firmware has room for it. `make test` takes a sample.
# TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/boots.sh"

passed='verdict: PASS (only vram.quick)'

# compares NAME STATUS LAST OPTION...: the memory test alone, on 16 MiB.
compares() {
    boot "${@:1:3}" --vram 16M --suite vram.quick "${@:4}"
}

if in_full; then
    compares one 0 "$passed"
    says one '# compare: 64-bit, 1 processor'
    compares two 0 "$passed" --smp 2
    says two '# compare: 64-bit, 2 processors'
    silent two 'did not come back'
    # QEMU's "max" has AVX2 under TCG, its default has none; OVMF leaves it switched off.
    compares avx2 0 "$passed" --smp 2 -- -cpu max
    says avx2 '# compare: avx2, 2 processors'
    compares no_avx 0 "$passed" -- -cpu max,avx=off
    says no_avx '# compare: 64-bit, 1 processor'
    compares no_avx2 0 "$passed" -- -cpu max,avx2=off
    says no_avx2 '# compare: 64-bit, 1 processor'
    # OVMF runs out of range registers for a BAR high up (docs/memory-test.md), not for one below 4 GiB.
    says one 'SetMemorySpaceAttributes 0x8000000000000009'
fi

# Firmware that hangs when it is asked for them: the next start says so, and tests all of the memory without them.
if in_full; then
    compares wakeup 0 "$passed" --smp 2 --firmware "${BUILD:-build}/rig/wakeup.EFI" -- -action reboot=reset
    says wakeup '# rig: the firmware waits for its processors'
    says wakeup '# machine was reset during starting the other processors, card 0000:01:00.0'
    says wakeup '# compare: 64-bit, 1 processor'
    compares alone 0 "$passed" --smp 2 --key processors=1 --firmware "${BUILD:-build}/rig/wakeup.EFI"
    silent alone 'rig: the firmware waits'
fi

# Its Stall takes four times as long, or a quarter: the real-time clock says so within seconds, and times are right from
# then on.
boot slow 0 "$passed" --vram 512M --suite vram.quick --firmware "${BUILD:-build}/rig/slow.EFI"
says slow "# the machine's firmware measures time wrongly: the real-time clock says 0.2"
if in_full; then
    boot fast 0 "$passed" --vram 1G --suite vram.quick --firmware "${BUILD:-build}/rig/fast.EFI"
    says fast "# the machine's firmware measures time wrongly: the real-time clock says "
    silent fast 'the real-time clock says 0.'
fi

# A bad line is found whoever compares; here by two at the same time, which is not how run-qemu.sh has them (docs/model.md).
compares defect 1 'verdict: FAIL' --vram 4M --smp 2 --defect vram-stuck:partition=1,bit=37 -- -cpu max -accel tcg,thread=multi
says defect 'bit 37 stuck'
says defect '# compare: avx2, 2 processors'

# Also where BAR1 is read by the loads of SSE4.1, which QEMU's default has not.
if in_full; then
    compares streamed 1 'verdict: FAIL' --vram 4M --key m2mf=0 --defect vram-stuck:partition=1,bit=37 --out "$work/out" -- -cpu max
    says streamed 'partition 1 (FBB), D32-D63, rank A: bit 37 stuck at 0 (chip B1)'
    point streamed.way "$(grep -q '"test":"vram.quick".*; reads by BAR1, ' "$work/out/report.jsonl" || echo 'report.jsonl has another')"
fi

# OVMF has range registers for a BAR below 4 GiB.
compares combined 0 "$passed" -- -cpu qemu64,vendor=GenuineIntel -fw_cfg name=opt/ovmf/X-PciMmio64Mb,string=0
says combined 'stores combined'
silent combined 'refuses write combining'
finish
