#!/bin/bash
# tests/host/processors.t: what the firmware makes of the machine's processors and of its caching: compares on
# several, with and without AVX2, and write combining where the firmware has room for it. TAP 13.
set -u
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0 failed=0

# boot NAME STATUS OPTION...: the memory test alone, on 16 MiB.
boot() {
    local name=$1 wanted=$2 status
    shift 2
    ./run-qemu.sh --timeout 200 --vram 16M --suite vram.quick "$@" >"$work/$name" 2>&1 </dev/null
    status=$?
    count=$((count + 1))
    if [[ $status == "$wanted" ]]; then
        echo "ok $count - processors.$name"
    else
        echo "not ok $count - processors.$name: run-qemu.sh $*: status $status, expected $wanted"
        tail -n 8 "$work/$name" | sed 's/^/#   /'
        failed=1
    fi
}

# says NAME TEXT, silent NAME TEXT: a line of that boot is TEXT, or has it; none has.
says() {
    count=$((count + 1))
    if grep -qF -- "$2" "$work/$1"; then
        echo "ok $count - processors.$1.says"
    else
        echo "not ok $count - processors.$1.says: nothing says '$2'"
        failed=1
    fi
}

silent() {
    count=$((count + 1))
    if ! grep -qF -- "$2" "$work/$1"; then
        echo "ok $count - processors.$1.silent"
    else
        echo "not ok $count - processors.$1.silent: something says '$2'"
        failed=1
    fi
}

boot one 0
says one '# compare: sse2, 1 processor'
boot two 0 --smp 2
says two '# compare: sse2, 2 processors'
silent two 'did not come back'
# QEMU's "max" has AVX2 under TCG, its default has none; OVMF leaves it switched off.
boot avx2 0 --smp 2 -- -cpu max
says avx2 '# compare: avx2, 2 processors'
boot no_avx 0 -- -cpu max,avx=off
says no_avx '# compare: sse2, 1 processor'
boot no_avx2 0 -- -cpu max,avx2=off
says no_avx2 '# compare: sse2, 1 processor'

# A bad line is found whoever compares.
boot defect 1 --smp 2 --defect vram-stuck:partition=1,bit=37 -- -cpu max
says defect 'bit 37 stuck'
says defect '# compare: avx2, 2 processors'

# OVMF runs out of range registers for a BAR high up (docs/memory-test.md), not for one below 4 GiB.
says one 'SetMemorySpaceAttributes 0x8000000000000009'
boot combined 0 -- -cpu qemu64,vendor=GenuineIntel -fw_cfg name=opt/ovmf/X-PciMmio64Mb,string=0
says combined 'stores combined'
silent combined 'refuses write combining'
echo "1..$count"
exit $failed
