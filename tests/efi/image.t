#!/bin/bash
# tests/efi/image.t: what build/BOOTX64.EFI must be before anything boots it: permissions of its
# sections, relocations, entry point, build id and version; and that stick and CD are the same byte for byte when they are
# made again, later and elsewhere. TAP 13.
# Usage: image.t [BUILD_DIR] [VERSION]
build=${1:-build}
version=${2:-}
pe=$build/BOOTX64.EFI
elf=$build/BOOTX64.elf
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../kit/tap.sh"

# check NAME STATUS: one result; what was seen comes in $seen.
check() {
    local complaint=
    [ "$2" -eq 0 ] || complaint='it is not so'
    point "$1" "$complaint" "$seen"
}

# Little-endian number of $3 bytes at offset $2 of file $1.
number() {
    od -An -v -tu"$3" -j "$2" -N "$3" "$1" | tr -d ' '
}

# Section headers of the PE file: "NAME RVA VIRTUAL_SIZE CHARACTERISTICS", decimal.
sections() {
    sections_at=$((header + 24 + $(number "$pe" $((header + 20)) 2)))
    sections_end=$((sections_at + 40 * $(number "$pe" $((header + 6)) 2)))
    while [ "$sections_at" -lt "$sections_end" ]; do
        echo "$(dd if="$pe" bs=1 skip="$sections_at" count=8 2>/dev/null | tr -d '\0')" \
            "$(number "$pe" $((sections_at + 12)) 4) $(number "$pe" $((sections_at + 8)) 4)" \
            "$(number "$pe" $((sections_at + 36)) 4)"
        sections_at=$((sections_at + 40))
    done
}

echo "TAP version 13"
if [ ! -f "$pe" ] || [ ! -f "$elf" ]; then
    echo "Bail out! $pe or $elf is missing"
    exit 1
fi
header=$(number "$pe" 60 4)
list=$(sections)

# Characteristics: 0x20000000 execute, 0x40000000 read, 0x80000000 write.
seen=$(echo "$list" | while read -r name rva size flags; do
    [ $((flags & 0x20000000)) -ne 0 ] && [ $((flags & 0x80000000)) -ne 0 ] && echo "$name $flags"
done)
check "no section is writable and executable" "$([ -z "$seen" ]; echo $?)"

seen=$(echo "$list" | while read -r name rva size flags; do
    case $name in
    .text) wanted=6 ;;
    .data) wanted=12 ;;
    *) wanted=4 ;;
    esac
    [ $((flags >> 28 & 14)) -eq $wanted ] || echo "$name: $((flags >> 28 & 14)), wanted $wanted"
done)
check "sections are r--, rw- or r-x as efi.lds says" "$([ -z "$seen" ]; echo $?)"

seen=$(echo "$list" | while read -r name rva size flags; do
    [ $((rva & 0xfff)) -eq 0 ] && [ "$size" -gt 0 ] || echo "$name at $rva, $size bytes"
done)
check "each section begins a page and is not empty" "$([ -z "$seen" ]; echo $?)"

seen=$list
for name in .text .rodata .rela .buildid .data .reloc; do
    echo "$list" | grep -q "^$name "
    check "there is a section $name" $?
done

entry=$(number "$pe" $((header + 40)) 4)
seen="entry $entry, sections: $list"
echo "$list" | while read -r name rva size flags; do
    [ "$name" = .text ] && [ "$entry" -ge "$rva" ] && [ "$entry" -lt $((rva + size)) ] && echo yes
done | grep -q yes
check "the entry point lies in .text" $?

seen="subsystem $(number "$pe" $((header + 92)) 2), machine $(number "$pe" $((header + 4)) 2)"
[ "$(number "$pe" $((header + 92)) 2)" -eq 10 ] && [ "$(number "$pe" $((header + 4)) 2)" -eq 34404 ]
check "it is an EFI application for x86-64" $?

seen="DllCharacteristics $(number "$pe" $((header + 94)) 2)"
check "it says that its data need not be executable (NX_COMPAT)" "$([ "$seen" = 'DllCharacteristics 256' ]; echo $?)"

reloc_rva=$(number "$pe" $((header + 24 + 112 + 5 * 8)) 4)
seen="base relocation directory at $reloc_rva, sections: $list"
echo "$list" | grep -q "^\.reloc $reloc_rva " && \
    [ $(($(number "$pe" $((header + 22)) 2) & 1)) -eq 0 ]
check "UEFI may load it anywhere" $?

seen=$(readelf -rW "$elf" | awk '/R_X86_64_/ && $3 != "R_X86_64_RELATIVE"')
[ -z "$seen" ] && [ "$(readelf -rW "$elf" | grep -c R_X86_64_RELATIVE)" -gt 0 ]
check "its relocations are of the one kind that start.asm applies" $?

id=$(readelf -nW "$elf" | sed -n 's/.*Build ID: //p')
seen="build id of $elf: $id"
[ ${#id} -eq 40 ] && grep -aq "barecard [0-9.]* $id" "$pe"
check "the version string names the linker's build id" $?

seen=$(grep -ao 'barecard [0-9.]* [0-9a-f]*' "$pe")
[ -z "$version" ] || grep -aq "barecard $version " "$pe"
check "the version string names the version" $?

seen="note of $id"
od -An -v -tx1 "$pe" | tr -d ' \n' | grep -q "474e5500$id"
check "the note with the build id is in the image" $?

seen=$(xorriso -indev "$build/barecard.iso" -find / -type f 2>/dev/null)
for file in /EFI/BOOT/BOOTX64.EFI /barecard.cfg; do
    grep -qx "'$file'" <<<"$seen"
    check "the tree of the CD has $file" $?
done

again=$(mktemp -d)
trap 'rm -rf "$again"' EXIT
cp "$pe" "$again/BOOTX64.EFI"
seen=$(MAKEFLAGS='' make -s -o "$again/BOOTX64.EFI" BUILD="$again" "$again/barecard.img" "$again/barecard.iso" 2>&1)
check "stick and CD can be made again" $?
for medium in barecard.img barecard.iso; do
    seen=$(cmp "$build/$medium" "$again/$medium" 2>&1)
    check "$medium is the same byte for byte when it is made again" $?
done

finish
