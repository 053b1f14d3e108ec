#!/bin/bash
# tests/bench/qemu.sh: power-on to verdict, over the same machine booting an empty application. Pairs are run
# one after the other, so that both sides see the same machine; the median of three pairs counts. Then
# VRAM through BAR1 over a copy in the same guest, which it says itself (rate.bar1). The two ratios decide
# the status.
set -euo pipefail
build=${BUILD:-build}
aim_percent=150
aim_bar1=50
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
    read -r test link < <(./run-qemu.sh --chipset g84 --vram 256M --suite vram.quick 2>/dev/null </dev/null |
        sed -n 's/^ok .* vram.quick: 256 MiB in \([0-9]*\) ms.* \([0-9.]*\) bytes over the link.*/\1 \2/p')
    printf '%-44s %12d ms       a copy of 256 MiB %d ms, ratio %d\n' 'memory test of 256 MiB' \
        "$test" "$copy" $((test / (copy > 0 ? copy : 1)))
    printf '%-44s %12s bytes\n' 'over the link for each byte and pass' "$link"
}

# The slower of writes and reads of VRAM, in percent of a copy in system memory; the median of three.
bar1() {
    local writes reads copies percents=()
    for _ in 1 2 3; do
        read -r writes reads copies < <(./run-qemu.sh --vram 64M --suite rate.bar1 2>/dev/null </dev/null |
            sed -n 's/^ok .* rate.bar1: order 7, .*writes \([0-9]*\) .* reads \([0-9]*\) .* memory \([0-9]*\) .*/\1 \2 \3/p')
        percents+=($((100 * (writes < reads ? writes : reads) / copies)))
        printf '%-44s %12d MB/s     writes %d, a copy %d MB/s\n' 'reads of VRAM through BAR1' \
            "$reads" "$writes" "$copies"
    done
    bar1_percent=$(printf '%s\n' "${percents[@]}" | sort -n | sed -n 2p)
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
bar1
median=$(printf '%s\n' "${ratios[@]}" | sort -n | sed -n 2p)
printf '%-44s %12d %%        aim %d\n' 'power-on to verdict, over an empty boot' "$median" "$aim_percent"
printf '%-44s %12d %%        aim %d at least\n' 'VRAM through BAR1, over a copy in the guest' "$bar1_percent" "$aim_bar1"
((median <= aim_percent && bar1_percent >= aim_bar1))
