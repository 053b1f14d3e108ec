# tests/boots/machine.sh, sourced: one machine in QEMU that boots a copy of an image with a modelled card,
# told apart by its verdict. Prints TAP 13. Needs $build.
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
only=${ONLY-}
. tests/kit/tap.sh
prefix=boots.

# The image as each kind of drive; %s is the file.
declare -A drives=(
    [virtio]='-drive if=none,id=medium,format=raw,file=%s -device virtio-blk-pci,drive=medium,bootindex=0'
    [xhci]='-drive if=none,id=medium,format=raw,file=%s -device qemu-xhci -device usb-storage,drive=medium,bootindex=0'
    [ehci]='-drive if=none,id=medium,format=raw,file=%s -device usb-ehci -device usb-storage,drive=medium,bootindex=0'
    [sata]='-drive if=none,id=medium,format=raw,file=%s -device ahci,id=disks -device ide-hd,bus=disks.0,drive=medium,bootindex=0'
    [nvme]='-drive if=none,id=medium,format=raw,file=%s -device nvme,serial=1,drive=medium,bootindex=0'
    [scsi]='-drive if=none,id=medium,format=raw,file=%s -device virtio-scsi-pci -device scsi-hd,drive=medium,bootindex=0'
    [cd]='-drive if=none,id=medium,media=cdrom,readonly=on,file=%s -device ahci,id=disks -device ide-cd,bus=disks.0,drive=medium,bootindex=0'
)

# What of the machine a boot may replace.
declare -A machine

reset_machine() {
    machine=([under]='' [exit]='-device isa-debug-exit,iobase=0x501,iosize=2' [type]=q35 [memory]=256M [smp]=1 [cpu]=qemu64 [ovmf]=OVMF_CODE_4M.fd [vars]="${BARECARD_VARS:-OVMF_VARS_4M.fd}"
        [secure]='' [video]='-device VGA' [serial]="-serial file:$work/serial"
        [cards]='-device pcie-root-port,id=link,chassis=1 -device nv50,bus=link,media=on,vram=16M')
}

# A machine whose Secure Boot trusts the key that Debian ships for tests, and a stick signed with that key. The
# key's passphrase is in ovmf's README.Debian.
secure_machine() {
    reset_machine
    machine[type]=q35,smm=on machine[ovmf]=OVMF_CODE_4M.snakeoil.fd machine[vars]=OVMF_VARS_4M.snakeoil.fd
    machine[secure]='-global driver=cfi.pflash01,property=secure,value=on'
}

sign_stick() {
    local keys=/usr/share/ovmf/PkKek-1-snakeoil
    if ! { openssl rsa -in "$keys.key" -passin pass:snakeoil -out "$work/key" &&
        make -s signed SIGN_KEY="$work/key" SIGN_CERT="$keys.pem" SIGNED="$work/signed"; } >"$work/sign" 2>&1; then
        point "$1.signed" "$(tail -n 3 "$work/sign")"
    fi
}

# qemu OPTION...: the machine runs to its end, and $status is QEMU's. What it starts from is in the options: before the
# cards, as in tools/machine.sh, so that devices have the slots that OVMF's variables name (vars.sh).
qemu() {
    local vars=${machine[vars]}
    [[ $vars == */* ]] || vars=/usr/share/OVMF/$vars
    cp "$vars" "$work/vars"
    rm -f "$work/serial"
    # shellcheck disable=SC2086 # lists of options
    timeout 300 ${machine[under]} qemu-system-x86_64 -machine "${machine[type]}" -m "${machine[memory]}" -smp "${machine[smp]}" \
        -cpu "${machine[cpu]}" -nodefaults -no-user-config -no-reboot -display none ${machine[video]} \
        ${machine[serial]} ${machine[secure]} -plugin "$build/barecard.so" ${BARECARD_NO_TPM:+-device barecard-no-tpm} \
        "$@" ${machine[cards]} \
        -drive "if=pflash,unit=0,format=raw,readonly=on,file=/usr/share/OVMF/${machine[ovmf]}" \
        -drive "if=pflash,unit=1,format=raw,file=$work/vars" \
        ${machine[exit]} -pidfile "$work/pid" >"$work/qemu" 2>&1 </dev/null
    status=$?
}

# run DRIVE IMAGE: a boot from a copy of the image in build/, or by its path. A stick runs with device=model and no menu.
run() {
    local drive image=$work/medium
    if [[ $2 == /* ]]; then cp --sparse=always "$2" "$image"; else cp --sparse=always "$build/$2" "$image"; fi
    [[ $2 == *.iso ]] || printf 'device=model\nmenu=0\n' | mcopy -o -i "$image@@1M" - ::/barecard.cfg
    # shellcheck disable=SC2059 # the format is one of those above
    printf -v drive -- "${drives[$1]}" "$image"
    # shellcheck disable=SC2086 # a list of options
    qemu $drive
}

verdict() {
    [[ -e $work/serial ]] || return 0
    tr -d '\r' <"$work/serial" | sed -n 's/.*# verdict: //p' | tail -n 1
}

# boot NAME DRIVE IMAGE STATUS WORDS: QEMU ends with that status and a verdict that has these words.
# Without a serial port only the status tells.
boot() {
    [[ $1 == *"$only"* ]] || return 0
    run "$2" "$3"
    if [[ $status != "$4" ]]; then
        point "$1" "QEMU's status is $status, expected $4: $(verdict) $(tail -n 1 "$work/qemu")"
    elif [[ -n ${machine[serial]} && $(verdict) != *"$5"* ]]; then
        point "$1" "verdict is '$(verdict)', expected '$5'"
    else
        point "$1" ''
    fi
}

# refused NAME DRIVE IMAGE WORDS: the machine's firmware does not start what is on the image, and says these
# words. It then waits for a key, so the machine is ended by its number once they are there, or after 60 seconds.
refused() {
    local try waits
    [[ $1 == *"$only"* ]] || return 0
    run "$2" "$3" &
    waits=$!
    for ((try = 0; try < 300; try++)); do
        sleep 0.2
        grep -qs "$4" "$work/serial" && break
    done
    point "$1" "$(grep -qs "$4" "$work/serial" || echo "the machine does not say '$4': $(tail -c 200 "$work/serial")")"
    point "$1.nothing_runs" "$(! grep -qs 'verdict' "$work/serial" || echo 'the firmware ran')"
    kill "$(<"$work/pid")"
    wait "$waits"
}

# monitor SOCKET COMMAND: of QEMU's monitor there; back when it is done.
monitor() {
    perl -MIO::Socket::UNIX -e '
        my $m = IO::Socket::UNIX->new($ARGV[0]) or exit; my $answer = "";
        sub prompt { while ($answer !~ /\(qemu\) $/) { sysread($m, $answer, 4096, length $answer) or exit } $answer = "" }
        prompt(); print $m "$ARGV[1]\n"; $m->flush; prompt();' "$1" "$2"
}

# bios NAME OPTION...: a machine without UEFI says what is missing, in text mode at 0xb8000. Its words are
# looked for until all are there or 20 seconds have gone.
bios() {
    local name=$1 try
    shift
    [[ $name == *"$only"* ]] || return 0
    rm -f "$work/monitor"
    timeout 60 qemu-system-x86_64 -m 64M -nodefaults -no-user-config -display none -device VGA \
        -monitor "unix:$work/monitor,server,nowait" "$@" &
    for ((try = 0; try < 100; try++)); do
        sleep 0.2
        monitor "$work/monitor" "pmemsave 0xb8000 4000 \"$work/text\""
        bios_complete && break
    done
    kill $! 2>/dev/null
    wait $! 2>/dev/null
    point "$name" "$(bios_complete || echo "the screen says: $(bios_text)")"
}

# The last words are on the screen too; the sector writes one letter after the other.
bios_complete() {
    local text
    text=$(bios_text)
    [[ $text == *'needs UEFI'*README.TXT* ]]
}

# Every second byte is a colour.
bios_text() {
    [[ ! -e $work/text ]] || perl -0777 -ne 's/(.)./$1/gs; print' "$work/text"
}
