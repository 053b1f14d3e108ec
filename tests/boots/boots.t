#!/bin/bash
# tests/boots/boots.t: a few of tests/boots/all.sh: the CD, what a machine without UEFI says, and Secure Boot. `make test`
# takes a sample. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/machine.sh"
reset_machine
boot iso.cd cd barecard.iso 33 PASS
bios bios.stick -drive "format=raw,snapshot=on,file=$build/barecard.img"
bios bios.cd -drive "media=cdrom,readonly=on,file=$build/barecard.iso"
secure_machine
sign_stick secure
boot secure.signed virtio "$work/signed/barecard.img" 33 PASS
! in_full || refused secure.unsigned virtio barecard.img 'Access Denied'
finish
