#!/bin/bash
# tests/boots/cold.t: cards in QEMU that nobody has started and whose own chip holds no VBIOS: files on the stick, by
# their name or by what they are; and all writes of a boot whose memory does not work afterwards, against those of one
# that may start nothing. `make test` takes a sample. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/boots.sh"
barecard=${BARECARD:-build/barecard}

head -c 4096 /dev/zero | tr '\0' '\377' >"$work/erased.rom"
head -c 4096 /dev/zero | tr '\0' 'x' >"$work/rubbish.rom"
for chip in g84 g86 g94; do
    "$barecard" vbios --chipset "$chip" --write "$work/$chip.rom"
done
cold=(--chipset g84 --posted off --suite 'id,vbios,post')
erased=(-- -global "nv50.vbios=$work/erased.rom")
named=10de-0400-10de-0400.rom

if in_full; then
    boot file.named 0 'verdict: PASS' "${cold[@]}" --put "$work/g84.rom=/vbios/$named" "${erased[@]}"
    says file.named "started by Barecard with 60.84.00.00.00 from a file on the stick $named, stays so"
fi
boot file.any 0 'verdict: PASS' "${cold[@]}" --put "$work/rubbish.rom=/vbios/a.rom" --put "$work/g86.rom=/vbios/b.rom" \
    --put "$work/g84.rom=/vbios/any name.ROM" "${erased[@]}"
says file.any 'from a file on the stick any name.ROM, stays so'
if in_full; then
    boot file.foreign 1 'vbios.match: G84 has the VBIOS of another chipset' "${cold[@]}" \
        --put "$work/g86.rom=/vbios/$named" "${erased[@]}"
    says file.foreign "not started: its VBIOS 60.86.00.00.00 from a file on the stick $named is for another chipset"
fi

# A GV100 is started by the UEFI driver of its ROM; by the program of its ROM where the firmware finds no driver (an image whose
# signature, 0xef1 at 4, is wrong); and not at all where that program is not signed.
gv100=(--chipset gv100 --posted off --vram 64M)
boot gv100.driver 0 'verdict: PASS' "${gv100[@]}" --dump vbios --out "$work/gv100"
says gv100.driver 'started by its own UEFI driver'
if in_full; then
    cp "$work"/gv100/*.rom "$work/program.rom"
    printf '\0' | dd of="$work/program.rom" bs=1 seek=$((0x1004)) conv=notrunc status=none
    boot gv100.program 0 'verdict: PASS' "${gv100[@]}" -- -global "gv100.vbios=$work/program.rom"
    says gv100.program 'started by Barecard with the signed program of its ROM'
    own=$(grep -abo VNNN <(tr '\0' N <"$work/program.rom") | head -n 1)
    printf '\132' | dd of="$work/program.rom" bs=1 seek=$((${own%%:*} + 0x2c0)) conv=notrunc status=none
    boot gv100.unsigned 2 'its own ROM did not start it: its program ended' "${gv100[@]}" -- -global "gv100.vbios=$work/program.rom"
    printf '\377' | dd of="$work/program.rom" bs=1 seek=$((${own%%:*} + 0xa6)) conv=notrunc status=none # its length
    boot gv100.length 2 'its ROM is cut off in the program that starts the card' "${gv100[@]}" -- -global "gv100.vbios=$work/program.rom"
fi

# The writes to registers of that boot's card, but for those that say which CRTC register is read, and where PMEM is.
# Levels of lines, which a write carries back as it read them, are left out: the fan turns meanwhile.
written() {
    sed -n 's/^[^ ]*: w \([0-9a-f]\{6\} [0-9a-f]\{8\}\) .*/\1/p' "$work/$1.trace" | grep -v '^6013d4\|^001700' |
        perl -lane 'printf "%s %08x\n", $F[0], hex($F[1]) & ($F[0] =~ /^00e(10[48]|28[04])$/ ? 0xbbbbbbbb : 0xffffffff)'
}

dead=(--chipset g94 --defect post-pll-no-lock --suite 'id,vbios,post')
boot dead.off 2 'verdict: NOT TESTED' "${dead[@]}" --post off -- -global nv50.trace=on -D "$work/dead.off.trace"
boot dead.auto 1 'verdict: FAIL: post.memory' "${dead[@]}" -- -global nv50.trace=on -D "$work/dead.auto.trace"
says dead.auto 'not working after its scripts: '
says dead.auto 'what a script waited for did not come: opcode 0x56 at 0x'

# What only the second boot writes is what the scripts write, but for what follows the poll in its own script.
poll=$(grep -o 'opcode 0x56 at 0x[0-9a-f]*' "$work/dead.auto" | head -n 1 | grep -o '[0-9a-fx]*$')
diff <(written dead.off) <(written dead.auto) | sed -n 's/^[<>] //p' >"$work/block"
"$barecard" devinit --chipset g94 --strap 1 "$work/g94.rom" | perl -F'\t' -lane '
    next if $. == 1 || $F[3] eq "wait";
    next if $F[0] ne "-" && hex($F[1]) == hex("'"$poll"'") + 3;
    printf "%06x %08x\n", $F[3] eq "crtc" ? 0x6013d5 : hex($F[4]), hex($F[5])' >"$work/expected"
point dead.writes "$(cmp -s "$work/block" "$work/expected" || diff "$work/expected" "$work/block" | head -n 20)"
point dead.some "$([[ $(wc -l <"$work/block") -ge 8 ]] || wc -l <"$work/block")"
finish
