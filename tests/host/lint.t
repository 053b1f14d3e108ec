#!/bin/bash
# tests/host/lint.t: what can be said of the sources without running them. TAP 13.
#   includes   a folder includes only what stands to its left (docs/architecture.md)
#   pure       freestanding folders use no header of a C library
#   format     every source is as clang-format leaves it (`make format`)
#   cppcheck   no finding
#   tidy       no warning of clang, no finding of clang-tidy (.clang-tidy), which make has run into
#              $BUILD/tidy
#   clients    the model's code names no driver that runs on it
set -u
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
count=0 failed=0

# check NAME FINDINGS: good if there are none.
check() {
    count=$((count + 1))
    if [[ -z $2 ]]; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        sed 's/^/#   /' <<<"$2" | head -40
        failed=1
    fi
}

# What each folder may include beside itself; the first folder that a path starts with counts.
declare -A may=(
    [hw]='hw'
    [mmu]='hw mmu'
    [pci]='hw pci'
    [engines]='hw mmu pci engines'
    [tests/host]='hw mmu pci engines tests efi model tools'
    [tests/fuzz]='hw mmu pci engines tests model tools'
    [tests/bench]='hw mmu pci engines tests model tools'
    [tests/clients]='tests/clients'
    [tests]='hw mmu pci engines tests'
    [efi]='hw mmu pci engines tests efi'
    [model/nv50]='hw model/common model/nv50'
    [model/host]='hw model/common model/nv50 model/host pci/bus.h'
    [model/qemu]='hw model/common model/nv50 model/qemu'
    [tools]='hw mmu pci engines tests model tools'
)

# foreign FOLDER FILE: includes of FILE that FOLDER must not have.
foreign() {
    local line path allowed
    while IFS= read -r line; do
        path=${line#*\"} path=${path%%\"*}
        [[ $path == */* ]] || continue # QEMU's and GNU-EFI's own are in angle brackets
        for allowed in ${may[$1]}; do
            [[ $path == "$allowed" || $path == "$allowed"/* ]] && continue 2
        done
        [[ $1 == model/qemu ]] && [[ ! -e $path ]] && continue # a header of QEMU
        echo "$2: $path"
    done < <(grep -h '^#include "' "$2")
}

includes() {
    local file folder
    while IFS= read -r file; do
        for folder in tests/host tests/fuzz tests/bench tests/clients model/nv50 model/host model/qemu \
            hw mmu pci engines tests efi tools; do
            [[ $file == "$folder"/* ]] || continue
            foreign "$folder" "$file"
            break
        done
    done < <(find hw mmu pci engines tests efi model tools -name '*.[ch]' | sort)
}

pure() {
    grep -rnE '^#include <' hw mmu pci engines tests --include='*.[ch]' |
        grep -vE '^tests/(host|fuzz|bench|clients)/' |
        grep -vE '<(stdint|stddef|stdbool|stdarg)\.h>'
}

format_says() {
    find hw mmu pci engines tests efi model tools -name '*.[ch]' | sort |
        xargs -P "$(nproc)" -n 20 clang-format --dry-run 2>&1 |
        sed -nE 's/: (warning|error): .*//p; /^(xargs|clang-format):/p' | sort -u
}

hosted() {
    find hw mmu pci engines tests model tools -name '*.c' | grep -v '^model/qemu/' | sort
}

# What it found in a source stands in $kept until the source, or what it includes, is another.
cppcheck_says() {
    local kept=${BUILD:-build}/cppcheck
    mkdir -p "$kept"
    hosted | grep -v '^tests/\(host\|fuzz\|bench\)/' |
        xargs cppcheck --quiet -j "$(nproc)" --cppcheck-build-dir="$kept" -I. --std=c11 --inline-suppr \
            --enable=warning,portability --suppress=missingInclude --error-exitcode=1 2>&1
}

tidy_says() {
    local source found
    while IFS= read -r source; do
        found=${BUILD:-build}/tidy/${source%.c}.txt
        if [[ -e $found && ! $source -nt $found ]]; then
            sed "s|$PWD/||" "$found" | grep -vE '^ |: note: ' # the path to it stands in the file
        else
            echo "$source: not looked at, run make tidy"
        fi
    done < <(find hw mmu pci engines tests efi model tools -name '*.c' | sort)
}

clients() {
    grep -niE 'nouveau|pscnv|linux' -r model --include='*.[ch]' | grep -v 'nouveau-client\.md'
}

check lint.includes "$(includes)"
check lint.pure "$(pure)"
check lint.format "$(format_says)"
check lint.cppcheck "$(cppcheck_says)"
check lint.tidy "$(tidy_says)"
check lint.clients "$(clients)"
echo "1..$count"
exit $failed
