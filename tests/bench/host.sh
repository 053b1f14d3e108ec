#!/bin/sh
# tests/bench/host.sh: speed of the host command, figures beside their aims (docs/host-command.md).
# The machine decides the figures; the status only says whether the answers came.
set -eu
build=${BUILD:-build}
lines=${BENCH_LINES:-2000000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# An image with a G84 channel at 0x10000: object 0x420 takes everything from the page tables, PDE 0
# points to a full table of 4 KiB pages at 0x100000.
perl -e '
    my $image = "\0" x 0x200000;
    substr($image, 0x10200, 8) = pack("Q<", 0x100003);
    substr($image, 0x14200, 24) = pack("V6", 0x7fc00000, 0xffffffff, 0, 0xff000000, 0, 0x80000);
    substr($image, 0x100000 + 8 * $_, 8) = pack("Q<", 0x1000 * (($_ * 7919) % 0x8000) + 1)
        for 0 .. 0x1ffff;
    print $image' > "$dir/vram"
perl -e 'srand(1); printf("0x6 0x8 0x0 0x10 0x420 0x%x r\n", int(rand(1 << 29))) for 1 .. $ARGV[0]' \
    "$lines" > "$dir/translate"
perl -e 'srand(1); printf("g80 6 tiled long 1 0x0 0x%x\n", int(rand(4294967296))) for 1 .. $ARGV[0]' \
    "$lines" > "$dir/place"

# per_second NAME COMMAND...: lines a second from a pipe, after one run that warms the image.
per_second() {
    name=$1
    shift
    "$@" < "$dir/$name" > "$dir/answers"
    [ "$(wc -l < "$dir/answers")" = "$lines" ]
    start=$(date +%s%N)
    cat "$dir/$name" | "$@" > /dev/null
    end=$(date +%s%N)
    printf '%-44s %12d lines/s  aim 1000000\n' "$name from a pipe" \
        $((lines * 1000000000 / (end - start)))
}

per_second place "$build/barecard" place
per_second translate "$build/barecard" translate --chipset g84 --vram "$dir/vram" --vram-size 256M
"$build/bench/place" > "$dir/seconds"
while read -r chip parts view cycle seconds; do
    printf '%-44s %12s s        aim 0.5\n' \
        "2^24 blocks both ways: $chip $parts $view $cycle" "$seconds"
done < "$dir/seconds"

# Every configuration, all 2^24 blocks, both witnesses (tests/host/proof_test.c).
"$build/bench/proof" all > "$dir/proof" || { grep '^not ok' "$dir/proof"; exit 1; }
printf '%-44s %12d configurations and views\n' "placement proved for all blocks" \
    "$(grep -c '^ok.*all: ' "$dir/proof")"

# All self tests on every chipset, in one process.
start=$(date +%s%N)
"$build/barecard" selftest > "$dir/selftest"
end=$(date +%s%N)
printf '%-44s %12d ms       aim 10000, %d tests\n' 'all self tests, all chipsets' $(((end - start) / 1000000)) \
    "$(grep -c '^ok' "$dir/selftest")"
