#!/bin/bash
# tests/bench/qemu.sh: power-on to verdict, over the same machine booting an empty application. Pairs are run
# one after the other, so that both sides see the same machine; the median of three pairs counts.
set -euo pipefail
build=${BUILD:-build}
aim_percent=150

# seconds OPTION...: of one run, in milliseconds.
milliseconds() {
    local from=${EPOCHREALTIME/./}
    ./run-qemu.sh --vram 64M "$@" >/dev/null 2>&1 </dev/null || true
    echo $(((${EPOCHREALTIME/./} - from) / 1000))
}

milliseconds >/dev/null # builds, and warms the caches
ratios=()
for _ in 1 2 3; do
    empty=$(milliseconds --firmware "$build/bench/EMPTY.EFI")
    whole=$(milliseconds)
    ratios+=($((100 * whole / empty)))
    printf '%-44s %12d ms       empty %d ms\n' 'power-on to verdict, vram=64M' "$whole" "$empty"
done
median=$(printf '%s\n' "${ratios[@]}" | sort -n | sed -n 2p)
printf '%-44s %12d %%        aim %d\n' 'power-on to verdict, over an empty boot' "$median" "$aim_percent"
((median <= aim_percent))
