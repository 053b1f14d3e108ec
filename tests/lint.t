#!/bin/bash
# tests/lint.t: what can be said of the sources without running them. TAP 13.
#   includes   a folder includes only what stands to its left (docs/architecture.md)
#   maps       inside a folder, who includes whom is what its map in docs/architecture.md says, and each room
#              includes only rooms that stand before it there
#   families   no file of one GPU family includes one of another
#   neutral    what works for any family includes no header of one; only lists of families do
#   generation what one of GV100 and Turing does otherwise than the other is asked in one file on each side
#   pure       freestanding folders use no header of a C library
#   format     every source is as clang-format leaves it (`make format`)
#   cppcheck   no finding
#   tidy       no warning of clang, no finding of clang-tidy (.clang-tidy), which make has run into
#              $BUILD/tidy
#   clients    the model's code names no driver that runs on it
set -u
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
. tests/kit/tap.sh
prefix=lint.

# check NAME FINDINGS: good if there are none.
check() {
    point "$1" "${2:+findings}" "$2"
}

# What each folder may include beside itself; the first folder that a path starts with counts.
declare -A may=(
    [hw]='hw'
    [mmu]='hw mmu'
    [pci]='hw pci'
    [engines]='hw mmu pci engines'
    [suite]='hw mmu pci engines suite'
    [efi]='hw mmu pci engines suite efi'
    [tests/clients]='tests/clients'
    [linux]='hw mmu pci engines suite linux'
    [tests]='hw mmu pci engines suite efi linux model tools tests reference'
    [model/common]='hw model/common model/model.h'
    [model/nv50]='hw model/common model/nv50 model/model.h'
    [model/gv100]='hw model/common model/gv100 model/model.h'
    [model/host]='hw model/common model/host model/model.h pci/bus.h'
    [model/qemu]='hw model/common model/qemu model/model.h'
    [model]='hw model'
    [tools]='hw mmu pci engines suite linux model tools'
)

# foreign FOLDER FILE PATH: says so if FOLDER must not include PATH, as FILE in it does.
foreign() {
    local allowed
    [[ $3 == */* ]] || return 0 # QEMU's and GNU-EFI's own are in angle brackets
    for allowed in ${may[$1]}; do
        [[ $3 == "$allowed" || $3 == "$allowed"/* ]] && return 0
    done
    [[ $1 == model/qemu && ! -e $3 ]] && return 0 # a header of QEMU
    echo "$2: $3"
}

includes() {
    local file line folder
    while IFS=: read -r file line; do
        line=${line#*\"} line=${line%%\"*}
        for folder in tests/clients model/common model/nv50 model/gv100 model/host model/qemu model hw mmu pci engines \
            suite efi linux tools tests; do
            [[ $file == "$folder"/* ]] || continue
            foreign "$folder" "$file" "$line"
            break
        done
    done < <(find hw mmu pci engines suite efi linux model tools tests -name '*.[ch]' | sort | xargs grep -H '^#include "')
}

# rooms ROOT FILE...: the rooms of ROOT (its folders, and files that lie in none, less their .c or .h) that
# the files include, each once.
rooms() {
    local root=$1
    shift
    grep -hoP "^#include \"$root/\K[^\"]+" "$@" | sed 's|/.*||; s|\.[ch]$||' | sort -u
}

# A map in docs/architecture.md is a block of lines, "map of ROOT" and then one line for each room, lowest
# first: its name and the rooms that it includes.
map_of() {
    awk -v root="$1" '$1 == "map" && $2 == "of" { on = $3 == root; next } !NF { on = 0 } on' docs/architecture.md
}

maps() {
    local root room includes seen actual name files
    for root in $(awk '$1 == "map" && $2 == "of" { print $3 }' docs/architecture.md); do
        seen=' '
        while read -r room includes; do
            seen+="$room "
            mapfile -t files < <(find "$root/$room" "$root/$room.c" "$root/$room.h" -name '*.[ch]' 2>/dev/null)
            ((${#files[@]})) || { echo "$root: there is no $room" && continue; }
            actual=$(rooms "$root" "${files[@]}" | grep -vx "$room" | paste -sd ' ')
            includes=$(tr ' ' '\n' <<<"$includes" | sort | paste -sd ' ')
            [[ $actual == "$includes" ]] || echo "$root/$room includes: $actual; the map says: $includes"
            for name in $actual; do
                [[ $seen == *" $name "* ]] || echo "$root/$room includes $name, which does not stand before it in the map"
            done
        done < <(map_of "$root")
        for name in $(cd "$root" && find . -mindepth 1 -name '*.[ch]' | sed 's|^\./||; s|/.*||; s|\.[ch]$||' | sort -u); do
            [[ $seen == *" $name "* ]] || echo "$root/$name is not in the map"
        done
    done
}

# A family's files lie in folders of its name, wherever in the tree.
families() {
    local family other
    local -a all=(nv50 gv100)
    for family in "${all[@]}"; do
        for other in "${all[@]}"; do
            [[ $family == "$other" ]] && continue
            grep -rnE "^#include \"[^\"]*/$other/" --include='*.[ch]' \
                hw mmu pci engines suite efi linux model tools tests | grep "^[^:]*/$family/"
        done
    done
}

# Folders of the firmware that serve every family. suite/all.c is the list of families.
neutral() {
    local -a files
    mapfile -t files < <(find hw mmu pci engines suite efi linux \
        -name '*.[ch]' | grep -vE '/(nv50|gv100)/|^suite/all\.c$')
    grep -nE '^#include "[^"]*/(nv50|gv100)/' "${files[@]}"
}

# The chips of the gv100 family are rows; the two files here switch over a row's words.
generation() {
    grep -rnE '\b(runlist|doorbell|interrupt|start)_way\b|\bgv100_places_(volta|turing)\b|[=!]= *(&gv100_chips\[)?CHIP_[A-Z]' \
        --include='*.[ch]' mmu/gv100 engines/gv100 suite/gv100 model/gv100 tools/gv100 |
        grep -vE '^(engines/gv100|model/gv100/base)/generation\.c:'
}

pure() {
    grep -rnE '^#include <' hw mmu pci engines suite --include='*.[ch]' |
        grep -vE '<(stdint|stddef|stdbool|stdarg)\.h>'
}

# Sources that are older than $formatted were looked at before, with nothing found.
format_says() {
    local formatted=${BUILD:-build}/formatted since=() found
    [[ ! -e $formatted || .clang-format -nt $formatted ]] || since=(-newer "$formatted")
    touch "$formatted.now"
    found=$(clang-format --version 2>&1 >/dev/null
        find hw mmu pci engines suite efi linux model tools tests -name '*.[ch]' ${since[@]+"${since[@]}"} | sort |
            xargs -r -P "$(nproc)" -n 20 clang-format --dry-run 2>&1 |
            sed -nE 's/: (warning|error): .*//p; /^(xargs|clang-format):/p' | sort -u)
    [[ -n $found ]] || mv "$formatted.now" "$formatted"
    echo "$found"
}

hosted() {
    find hw mmu pci engines suite linux model tools -name '*.c' | grep -v '^model/qemu/' | sort
}

# What it found in a source stands in $kept until the source, or what it includes, is another.
cppcheck_says() {
    local kept=${BUILD:-build}/cppcheck
    mkdir -p "$kept"
    hosted | xargs cppcheck --quiet -j "$(nproc)" --cppcheck-build-dir="$kept" -I. --std=c11 --inline-suppr \
            --enable=warning,portability --suppress=missingInclude --error-exitcode=1 2>&1
}

tidy_says() {
    local source found
    while IFS= read -r source; do
        found=${BUILD:-build}/tidy/${source%.c}.txt
        if [[ -e $found && ! $source -nt $found ]]; then
            [[ ! -s $found ]] || sed "s|$PWD/||" "$found" | grep -vE '^ |: note: ' # the path to it stands in the file
        else
            echo "$source: not looked at, run make tidy"
        fi
    done < <(find hw mmu pci engines suite efi linux model tools tests -name '*.c' | sort)
}

clients() {
    grep -niE 'nouveau|pscnv|linux' -r model --include='*.[ch]' | grep -vE 'nouveau-(gv100-)?client\.md'
}

check includes "$(includes)"
check maps "$(maps)"
check families "$(families)"
check neutral "$(neutral)"
check generation "$(generation)"
check pure "$(pure)"
check format "$(format_says)"
check cppcheck "$(cppcheck_says)"
check tidy "$(tidy_says)"
check clients "$(clients)"
finish
