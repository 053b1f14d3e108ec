# shellcheck shell=bash
# The machine that run-qemu.sh boots: QEMU's options for the card, the stick and the screen, into the array
# `machine`. Sourced by run-qemu.sh, which sets what the command line asks for (given, for_each_card, usb,
# display, debug), the folder of the run (work) and whether the machine stays on after the verdict (stay).

# Inside a value of QEMU's command line a comma is written twice.
quote() {
    echo "${1//,/,,}"
}

joined() {
    local IFS=+
    quote "$*"
}

# The device type of a chipset is its family's name; of NV50's cards all engines are there. Each card has a port of its
# own. The card is in the variables that check_card names.
card_options() {
    local name link=link id=card device=nv50,media=on
    (($1 == 1)) || link+=$1 id+=$1
    [[ ${card[chipset]} != none ]] || return 0
    [[ ${card[chipset]} != @(gv100|tu1[01][0-9]) ]] || device=gv100
    device+=,bus=$link,id=$id,chipset=$(quote "${card[chipset]}")
    for name in "${card_properties[@]}"; do
        [[ -z ${card[$name]-} ]] || device+=,$name=$(quote "${card[$name]}")
    done
    ((${#card_defects[@]} == 0)) || device+=,defect=$(joined "${card_defects[@]}")
    ((${#card_knobs[@]} == 0)) || device+=,knob=$(joined "${card_knobs[@]}")
    $plugged || machine+=(-plugin build/barecard.so)
    # Set by tests: OVMF does not wait for a TPM then, and a boot takes half as long (model/qemu/absent.h).
    $plugged || [[ -z ${BARECARD_NO_TPM-} ]] || machine+=(-device barecard-no-tpm)
    plugged=true
    machine+=(-device "pcie-root-port,id=$link,chassis=$1" -device "$device")
}

stick_options() {
    machine+=(-drive "if=none,id=stick,format=raw,cache=unsafe,file=$(quote "$work/stick.img")")
    # Not SATA: OVMF's driver clears a table of 1 MiB for each command, which TCG takes a millisecond for.
    if $usb; then
        machine+=(-device qemu-xhci -device usb-storage,drive=stick,bootindex=0,removable=on)
    else
        # With a thread of its own, because OVMF's driver asks QEMU for the time over and over until its request is done,
        # and so keeps the thread waiting that would else end it.
        machine+=(-object iothread,id=requests -device virtio-blk-pci,drive=stick,iothread=requests,bootindex=0)
    fi
}

display_options() {
    if ! $display; then
        machine+=(-display none)
    elif qemu-system-x86_64 -display help 2>/dev/null | grep -qx gtk; then
        machine+=(-display gtk)
    else
        say "this QEMU opens no windows (package qemu-system-gui); the screen is on VNC 127.0.0.1:5900"
        machine+=(-vnc 127.0.0.1:0)
    fi
}

# What shows only in system memory above 4 GiB needs a machine that has some; QEMU takes it from the host page by page.
memory_size() {
    case " ${defects[*]-} ${more_cards[*]-} " in
    *[\ =]bus-address-32\ * | *[\ =]vm-pdb-high-ignored\ *) echo 6G ;;
    *) echo 256M ;;
    esac
}

build_machine() {
    local serial ovmf=/usr/share/OVMF plugged=false
    serial=pipe,id=serial,path=$(quote "$work/serial")
    [[ -z ${given[out]-} ]] || serial+=,logappend=off,logfile=$(quote "${given[out]}/serial.log")
    # Set by tests: variables of a machine that has started before (tests/boots/vars.sh).
    [[ -e $ovmf/OVMF_CODE_4M.fd ]] || die "no OVMF in $ovmf (package ovmf; --setup installs it)"
    cp "${BARECARD_VARS:-$ovmf/OVMF_VARS_4M.fd}" "$work/vars.fd" || die "the machine's variables cannot be copied"
    machine=(-machine q35 -m "$(memory_size)" -smp "${given[smp]}" -nodefaults -no-user-config -no-reboot -device VGA
        -chardev "$serial" -serial chardev:serial
        -chardev "pipe,id=monitor,path=$(quote "$work/monitor")" -mon chardev=monitor
        -drive "if=pflash,unit=0,format=raw,readonly=on,file=$ovmf/OVMF_CODE_4M.fd"
        -drive "if=pflash,unit=1,format=raw,file=$(quote "$work/vars.fd")")
    # While the memory of a card goes on or off, TCG with threads may give an access of another processor to a wrong region
    # (docs/model.md); and with them such a boot takes more than twice as long.
    [[ ${given[smp]} == 1 || " ${qemu_options[*]-} " == *\ @(-accel|-enable-kvm)\ * ]] || machine+=(-accel tcg,thread=single)
    stick_options
    for_each_card card_options
    display_options
    $stay || machine+=(-device isa-debug-exit,iobase=0x501,iosize=2)
    $debug || return 0
    machine+=(-S -gdb tcp:127.0.0.1:1234)
    say "QEMU waits: gdb -ex 'target remote 127.0.0.1:1234', then continue"
}
