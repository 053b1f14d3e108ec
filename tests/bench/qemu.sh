#!/bin/bash
# tests/bench/qemu.sh: power-on to verdict, over the same machine booting an empty application. Pairs are run
# one after the other, so that both sides see the same machine; the median of three pairs counts.
set -euo pipefail
build=${BUILD:-build}
aim_percent=150
copies=16 # that copy.EFI makes: one would drown in the noise of a boot

# seconds OPTION...: of one run, in milliseconds.
milliseconds() {
    local from=${EPOCHREALTIME/./}
    ./run-qemu.sh --vram 64M "$@" >/dev/null 2>&1 </dev/null || true
    echo $(((${EPOCHREALTIME/./} - from) / 1000))
}

# The memory test over a plain copy of as many bytes in the same guest. The copy is what its boot takes
# longer than an empty one; the test says its own time, in the guest's.
memory_test() {
    local empty copy test
    empty=$(milliseconds --firmware "$build/bench/empty.EFI")
    copy=$((($(milliseconds --firmware "$build/bench/copy.EFI") - empty) / copies))
    test=$(./run-qemu.sh --chipset g84 --vram 256M --suite vram.quick 2>/dev/null </dev/null |
           sed -n 's/^ok .* vram.quick: 256 MiB in \([0-9]*\) ms.*/\1/p')
    printf '%-44s %12d ms       a copy of 256 MiB %d ms, ratio %d\n' 'memory test of 256 MiB' \
        "$test" "$copy" $((test / (copy > 0 ? copy : 1)))
}

milliseconds >/dev/null # builds, and warms the caches
ratios=()
for _ in 1 2 3; do
    empty=$(milliseconds --firmware "$build/bench/empty.EFI")
    whole=$(milliseconds)
    ratios+=($((100 * whole / empty)))
    printf '%-44s %12d ms       empty %d ms\n' 'power-on to verdict, vram=64M' "$whole" "$empty"
done
memory_test
median=$(printf '%s\n' "${ratios[@]}" | sort -n | sed -n 2p)
printf '%-44s %12d %%        aim %d\n' 'power-on to verdict, over an empty boot' "$median" "$aim_percent"
((median <= aim_percent))
