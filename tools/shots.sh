#!/bin/bash
# tools/shots.sh [DIR]: the HTML page of `barecard report` as a browser shows it, for people to look at: cards of
# every verdict, on a wide screen and on a phone, light and dark. Pictures go to DIR (build/shots). Needs Debian's
# chromium, which setup.sh does not install and no test asks for.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
out=${1:-build/shots}
barecard=${BARECARD:-build/barecard}
mkdir -p "$out"

# selftest OPTION...: the records of a run; a card that is not good (1, 2) is no error here. What it refuses leaves no
# records, which `barecard report` refuses in turn.
selftest() {
    "$barecard" selftest --json "$@" || (($? <= 2))
}

pages() {
    selftest --chipset g84 --vram 16M --defect vram-stuck:partition=1,bit=37 >"$out/fail.jsonl"
    selftest --chipset gt215 --vram 32M --defect vram-cell:address=0x800100,bit=3 >"$out/cell.jsonl"
    selftest --chipset g80 --vram 12M >"$out/pass.jsonl"
    selftest --chipset g92 --device silicon --knob bar_fault_value=1 >"$out/differs.jsonl"
    selftest --chipset g84 --cold --post off >"$out/not_tested.jsonl"
    head -c 20000 "$out/pass.jsonl" >"$out/cut.jsonl"
    selftest --chipset none >"$out/no_card.jsonl"
    local page
    for page in fail cell pass differs not_tested cut no_card; do
        "$barecard" report "$out/$page.jsonl" --html "$out/$page.html"
    done
    "$barecard" report "$out"/{pass,not_tested,fail,cut}.jsonl --html "$out/all.html"
}

# shot PAGE NAME WIDTH HEIGHT SCHEME: 0 is dark, 1 is light.
shot() {
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$3,$4" \
        --blink-settings=preferredColorScheme="$5" --screenshot="$out/$2.png" "file://$(realpath "$out/$1.html")" 2>/dev/null
}

pages
for page in fail cell pass differs not_tested cut no_card all; do
    shot "$page" "$page-wide" 1280 2400 1
done
for page in fail pass all; do
    shot "$page" "$page-phone" 400 3600 1
    shot "$page" "$page-wide-dark" 1280 2400 0
done
ls "$out"/*.png
