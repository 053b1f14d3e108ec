#!/bin/bash
# Boots Barecard in QEMU against the modelled card and says the verdict; ./run-qemu.sh --help.
# Everything that the project needs on a fresh Debian 12 stands here, in `packages`.
set -euo pipefail
caller_dir=$PWD
root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$root"

packages=(gcc make nasm gnu-efi ovmf qemu-system-x86 mtools
    libcmocka-dev libjansson-dev libxml2-dev clang clang-tidy clang-format cppcheck libclang-rt-14-dev
    dpkg-dev meson ninja-build libglib2.0-dev libpixman-1-dev libfdt-dev pkg-config flex bison
    busybox-static cpio kmod libdrm-dev xz-utils
    python3 perl)

usage() {
    cat <<'END'
usage: ./run-qemu.sh [OPTION]... [-- QEMU-OPTION...]

Installs what is missing (says what first), builds, boots the firmware in QEMU with the modelled
card, shows its report as TAP and ends with a line "verdict: ...". Status: 0 PASS, 1 FAIL, else 2.

  --setup           only install the packages, and download QEMU's source for its headers and Debian's
                    kernel for the tests with its nouveau
  --chipset C       g80, g84 (default), ...; none: a machine without a card
  --vram N          bytes of VRAM: 64M, 256M, ...
  --parts P         memory partitions: a number, or a mask 0x..
  --subparts N      subpartitions of each, 1 or 2 (gt215 and later)
  --selmask M       select mask of subpartitions, 0 to 7
  --ranks N         1 or 2
  --defect D        break the card: NAME or NAME:KEY=VALUE,...; may be repeated. Without --chipset
                    the chipset is that of the defect's row in tests/defects.tsv
  --knob K=V        where the documents leave room, choose; may be repeated
  --suite S         default, all, or test name prefixes: vm,vram.placement
  --firmware FILE   boot that UEFI application instead, to measure or to compare
  --smp N           processors of the machine (default 1)
  --usb             the stick hangs on a USB controller, as on a rig (slower to boot), not on virtio
  --display         show the screen in a window, or over VNC where there are none
  --debug           wait for gdb on port 1234, and say where the firmware's symbols go
  --out DIR         keep serial.log, report.jsonl and screen.png in DIR
  --timeout SECONDS give up after that long (default 900; with --debug: never)
  --help            this text

A knob's or defect's name is checked by the card; a wrong one is answered with what there is.
END
}

say() {
    echo "run-qemu: $*" >&2
}

die() {
    say "$@"
    exit 2
}

# ---- the command line --------------------------------------------------------------------------

chipset='' vram='' parts='' subparts='' selmask='' ranks='' suite='' smp=1 out='' timeout=''
storage=virtio firmware=''
defects=() knobs=() qemu_options=()
setup_only=false display=false debug=false
stay=false # the machine stays on after the verdict

parse_options() {
    while (($# > 0)); do
        case $1 in
        --setup) setup_only=true ;;
        --display) display=true ;;
        --debug) debug=true ;;
        --usb) storage=usb ;;
        --help | -h) usage && exit 0 ;;
        --)
            shift
            qemu_options=("$@")
            break
            ;;
        --chipset | --vram | --parts | --subparts | --selmask | --ranks | --defect | --knob | \
            --suite | --smp | --out | --timeout | --firmware)
            (($# > 1)) || die "$1 needs a value (--help)"
            parse_value "$1" "$2"
            shift
            ;;
        *) die "unknown option $1 (--help)" ;;
        esac
        shift
    done
}

parse_value() {
    [[ -n $2 ]] || die "$1 needs a value (--help)"
    case $1 in
    --chipset) chipset=$2 ;;
    --vram) vram=$2 ;;
    --parts) parts=$2 ;;
    --subparts) subparts=$2 ;;
    --selmask) selmask=$2 ;;
    --ranks) ranks=$2 ;;
    --defect) defects+=("$2") ;;
    --knob) knobs+=("$2") ;;
    --suite) suite=$2 ;;
    --out)
        out=$(cd "$caller_dir" && mkdir -p "$2" && cd "$2" && pwd) || die "--out: cannot make $2"
        ;;
    --smp) smp=$(whole_number "$@") ;;
    --firmware) firmware=$(cd "$caller_dir" && realpath -e -- "$2") || die "no file $2" ;;
    --timeout) timeout=$(whole_number "$@") ;;
    esac
}

whole_number() {
    [[ $2 =~ ^[1-9][0-9]{0,5}$ ]] || die "$1 $2: give a whole number from 1"
    echo "$2"
}

check_options() {
    [[ -z $suite || $suite =~ ^[a-z0-9._,]+$ ]] ||
        die "--suite $suite: give default, all, or test name prefixes separated by commas"
    if [[ $chipset == none && -n $vram$parts$subparts$selmask$ranks${defects[*]-}${knobs[*]-} ]]; then
        die "--chipset none: there is no card for its options (--vram to --knob)"
    fi
    [[ -n $timeout ]] || { $debug && timeout=0 || timeout=900; }
    [[ -n $chipset ]] || chipset=$(defects_chipset)
}

# The chipset of the first defect's row that names one; g84 if none does.
defects_chipset() {
    local defect found
    [[ -e tests/defects.tsv ]] || { echo g84 && return; }
    for defect in ${defects[@]+"${defects[@]}"}; do
        found=$(DEFECT=$defect awk -F '\t' '$1 == ENVIRON["DEFECT"] { print $2; exit }' \
            tests/defects.tsv)
        if [[ -n $found && $found != any ]]; then
            echo "$found"
            return
        fi
    done
    echo g84
}

# ---- packages and QEMU's source ----------------------------------------------------------------

missing_packages() {
    local status
    status=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null) || true
    printf '%s\n' "${packages[@]}" | awk -v status="$status" '
        BEGIN { n = split(status, line, "\n"); for (i = 1; i <= n; i++) have[line[i]] = 1 }
        !(($0 " installed") in have)'
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "needs root for: $*"
    fi
}

apt_install() {
    as_root apt-get -q update >&2 ||
        say "apt-get update failed; goes on with the lists that there are"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y install --no-install-recommends "$@" </dev/null >&2 ||
        die "apt-get could not install: $*"
}

install_packages() {
    local missing
    command -v dpkg-query apt-get >/dev/null || die "this is not Debian; needed are: ${packages[*]}"
    mapfile -t missing < <(missing_packages)
    ((${#missing[@]} > 0)) || return 0
    say "installs with apt-get: ${missing[*]}"
    apt_install "${missing[@]}"
}

qemu_source_version() {
    dpkg-query -W -f '${source:Version}' qemu-system-x86
}

# A source list beside each binary list of Debian's that this machine uses, so that a mirror stays in
# use.
debian_source_lists() {
    local keyring=/usr/share/keyrings/debian-archive-keyring.gpg options=''
    [[ ! -e $keyring ]] || options="[signed-by=$keyring] "
    # shellcheck disable=SC2016 # these are apt's names
    apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)' \
        'Created-By: Packages' |
        awk -F '|' -v options="$options" \
            '$1 == "Debian" && $4 == "main" { print "deb-src " options $2, $3, $4 }' | sort -u
}

# apt with a configuration of our own: the machine's is not changed.
private_apt() {
    local apt=$root/.cache/apt
    apt-get -q -o APT::Sandbox::User=root -o Dir::Etc::SourceList=/dev/null \
        -o Dir::Etc::SourceParts="$apt/sources" -o Dir::State::Lists="$apt/lists" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= "$@" >&2
}

update_source_lists() {
    local list=.cache/apt/sources/debian.list
    mkdir -p .cache/apt/sources .cache/apt/lists/partial
    debian_source_lists >"$list"
    if [[ ! -s $list ]]; then # the machine's own lists were never loaded
        as_root apt-get -q update >&2
        debian_source_lists >"$list"
    fi
    [[ -s $list ]] || die "apt knows no Debian archive: look at /etc/apt/sources.list"
    private_apt update || die "apt-get could not load the source lists"
}

download_source() {
    (cd "$1" && private_apt source --download-only "qemu=$(qemu_source_version)")
}

# What make builds the adapter's headers from, in .cache/qemu-VERSION/source.
fetch_qemu_source() {
    local version work
    version=$(qemu_source_version)
    [[ ! -e .cache/qemu-${version#*:}/source/VERSION ]] || return 0
    say "downloads the source of QEMU $version, for its headers"
    mkdir -p .cache
    work=$(mktemp -d .cache/download.XXXXXX)
    temporary+=("$root/$work")
    update_source_lists
    if ! download_source "$work"; then
        say "the archive has this QEMU's source no longer: updates qemu-system-x86"
        apt_install qemu-system-x86
        download_source "$work" || die "no source package for QEMU $(qemu_source_version)"
    fi
    unpack_qemu_source "$work"
}

unpack_qemu_source() {
    local version
    version=$(qemu_source_version)
    # apt has checked the files against the archive's signature.
    dpkg-source --no-check --no-copy -x "$1"/qemu_*.dsc "$1/source" >"$1/unpack.log" 2>&1 ||
        die "cannot unpack QEMU's source: $(tail -n 1 "$1/unpack.log")"
    mkdir -p ".cache/qemu-${version#*:}"
    rm -rf ".cache/qemu-${version#*:}/source"
    mv "$1/source" ".cache/qemu-${version#*:}/source"
}

# Only the tests need it: without it they are skipped.
fetch_kernel() {
    [[ ! -e .cache/linux/vmlinuz ]] || return 0
    say "downloads Debian's kernel, 70 MB, for its nouveau driver"
    tests/clients/nouveau/fetch-kernel.sh "$root/.cache/linux" ||
        say "could not: tests with nouveau will be skipped"
}

# ---- the machine -------------------------------------------------------------------------------

# Inside a value of QEMU's command line a comma is written twice.
quote() {
    echo "${1//,/,,}"
}

joined() {
    local IFS=+
    echo "$*"
}

card_options() {
    local device=nv50,bus=link,id=card
    device+=,media=on,chipset=$(quote "$chipset")
    [[ -z $vram ]] || device+=,vram=$(quote "$vram")
    [[ -z $parts ]] || device+=,parts=$(quote "$parts")
    [[ -z $subparts ]] || device+=,subparts=$(quote "$subparts")
    [[ -z $selmask ]] || device+=,selmask=$(quote "$selmask")
    [[ -z $ranks ]] || device+=,ranks=$(quote "$ranks")
    ((${#defects[@]} == 0)) || device+=,defect=$(quote "$(joined "${defects[@]}")")
    ((${#knobs[@]} == 0)) || device+=,knob=$(quote "$(joined "${knobs[@]}")")
    machine+=(-plugin build/barecard.so -device pcie-root-port,id=link,chassis=1 -device "$device")
}

stick_options() {
    machine+=(-drive "if=none,id=stick,format=raw,cache=unsafe,file=$(quote "$work/stick.img")")
    case $storage in
    # Not SATA: OVMF's driver clears a table of 1 MiB for each command, which TCG takes a millisecond for.
    virtio) machine+=(-device virtio-blk-pci,drive=stick,bootindex=0) ;;
    usb) machine+=(-device qemu-xhci -device usb-storage,drive=stick,bootindex=0,removable=on) ;;
    esac
}

firmware_options() {
    local ovmf=/usr/share/OVMF
    cp "$ovmf/OVMF_VARS_4M.fd" "$work/vars.fd"
    machine+=(-drive "if=pflash,unit=0,format=raw,readonly=on,file=$ovmf/OVMF_CODE_4M.fd"
        -drive "if=pflash,unit=1,format=raw,file=$(quote "$work/vars.fd")")
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

# Without the debug exit port the machine stays on after the verdict, with the verdict screen.
end_options() {
    machine+=(-chardev "pipe,id=monitor,path=$(quote "$work/monitor")" -mon chardev=monitor)
    $stay || machine+=(-device isa-debug-exit,iobase=0x501,iosize=2)
}

debug_options() {
    $debug || return 0
    machine+=(-S -gdb tcp:127.0.0.1:1234)
    say "QEMU waits: gdb -ex 'target remote 127.0.0.1:1234', then continue"
}

build_machine() {
    local serial
    serial=pipe,id=serial,path=$(quote "$work/serial")
    [[ -z $out ]] || serial+=,logappend=off,logfile=$(quote "$out/serial.log")
    machine=(-machine q35 -m 256M -smp "$smp" -nodefaults -no-user-config -no-reboot -device VGA
        -chardev "$serial" -serial chardev:serial)
    firmware_options
    stick_options
    [[ $chipset == none ]] || card_options
    display_options
    end_options
    debug_options
}

# Runs at the same time build once.
build() {
    mkdir -p build
    (unset MAKEFLAGS MAKELEVEL && flock build/lock make -s -j"$(nproc)" all build/barecard.img) >&2 ||
        die "the build failed"
}

make_stick() {
    cp --sparse=always build/barecard.img "$work/stick.img"
    { echo device=model && { [[ -z $suite ]] || echo "suite=$suite"; }; } |
        mcopy -o -i "$work/stick.img@@1M" - ::/barecard.cfg
    [[ -z $firmware ]] || mcopy -o -i "$work/stick.img@@1M" "$firmware" ::/EFI/BOOT/BOOTX64.EFI
}

# ---- the run -----------------------------------------------------------------------------------

temporary=() machine=() qemu_pid=''

clean_up() {
    if [[ -n $qemu_pid ]] && kill "$qemu_pid" 2>/dev/null; then
        wait "$qemu_pid" 2>/dev/null || true
    fi
    ((${#temporary[@]} == 0)) || rm -rf "${temporary[@]}"
}

# QEMU alone holds the writing end, so that its end, however early, ends our reading.
start_qemu() {
    mkfifo "$work"/{serial,monitor}.{in,out}
    exec 4<>"$work/serial.out" 5<>"$work/monitor.in"
    exec 3<"$work/serial.out"
    qemu-system-x86_64 "${machine[@]}" ${qemu_options[@]+"${qemu_options[@]}"} <&0 3<&- 5<&- &
    qemu_pid=$!
    exec 4>&-
}

verdict='' started=false last_line=''

# OVMF's own console output comes before the report on the same wire.
show_line() {
    local line=${1%$'\r'}
    if ! $started; then
        [[ $line == *"TAP version 13" ]] || return 0
        started=true
        line='TAP version 13'
    fi
    printf '%s\n' "$line"
    [[ -z $line ]] || last_line=$line
    case $line in
    '# verdict: '*) verdict=${line#'# verdict: '} ;;
    '# '*' loaded at 0x'*)
        ! $debug || say "gdb: add-symbol-file build/BOOTX64.elf -o ${line##* loaded at }"
        ;;
    esac
}

# Until QEMU ends, the verdict is there and QEMU stays, or time is up (then it fails).
watch_serial() {
    local line wait_options status
    while true; do
        wait_options=()
        if ((timeout > 0)); then
            ((SECONDS < timeout)) || return 1
            wait_options=(-t $((timeout - SECONDS)))
        fi
        status=0
        IFS= read -r "${wait_options[@]}" -u 3 line || status=$?
        ((status == 0)) || [[ -z $line ]] || show_line "$line"
        ((status <= 128)) || return 1
        ((status == 0)) || return 0
        show_line "$line"
        if $stay && [[ -n $verdict ]]; then
            return 0
        fi
    done
}

# The screen is complete when two pictures of it are equal.
take_screenshot() {
    local previous=$work/previous.png current=$work/current.png tries
    for ((tries = 0; tries < 20; tries++)); do
        rm -f "$current"
        echo "screendump $current -f png" >&5
        sleep 0.4
        if cmp -s "$previous" "$current"; then
            break
        fi
        [[ ! -s $current ]] || cp "$current" "$previous"
    done
    [[ ! -s $previous ]] || cp "$previous" "$out/screen.png"
}

save_screen() {
    rm -f "$out/report.jsonl" "$out/screen.png"
    ! kill -0 "$qemu_pid" 2>/dev/null || take_screenshot
}

save_report() {
    mcopy -o -i "$work/stick.img@@1M" ::/report.jsonl "$out/report.jsonl" 2>/dev/null ||
        say "there is no report.jsonl on the stick"
}

# QEMU's status carries the firmware's; where the machine stayed on, the verdict line does.
verdict_status() {
    case $1 in
    stopped)
        case $verdict in
        PASS*) echo 0 ;;
        FAIL*) echo 1 ;;
        *) echo 2 ;;
        esac
        ;;
    33) echo 0 ;;
    35) echo 1 ;;
    *) echo 2 ;;
    esac
}

# A machine that hangs in the model does not read its monitor either.
stop_qemu() {
    local tries
    echo quit >&5
    for ((tries = 0; tries < 20; tries++)); do
        kill -0 "$qemu_pid" 2>/dev/null || break
        sleep 0.1
    done
    kill "$qemu_pid" 2>/dev/null || true
    wait "$qemu_pid" 2>/dev/null || true
}

run_qemu() {
    local in_time=true ended=stopped status
    start_qemu
    watch_serial || in_time=false
    [[ -z $out ]] || save_screen
    if $display && $in_time && [[ -n $verdict ]]; then
        say "close the window to end"
        wait "$qemu_pid" || true
    elif $stay || ! $in_time; then
        stop_qemu
    else
        wait "$qemu_pid" && ended=0 || ended=$?
    fi
    qemu_pid=''
    [[ -z $out ]] || save_report
    explain_missing_verdict "$in_time" "$ended"
    status=$(verdict_status "$ended")
    echo "verdict: $verdict"
    return "$status"
}

explain_missing_verdict() {
    [[ -z $verdict ]] || return 0
    if ! $1; then
        verdict="INCOMPLETE: no verdict within $timeout s (--timeout)"
    elif [[ $2 == stopped ]]; then
        verdict="INCOMPLETE: QEMU ended before the verdict"
    else
        verdict="INCOMPLETE: QEMU ended with status $2 before the verdict"
    fi
    verdict+=$($started && echo "; the last line was: $last_line" || echo "; the firmware said nothing")
}

parse_options "$@"
trap clean_up EXIT
trap 'exit 2' INT TERM HUP
install_packages
fetch_qemu_source
if $setup_only; then
    fetch_kernel
    exit 0
fi
check_options
build
work=$(mktemp -d)
temporary+=("$work")
$display || [[ -n $out ]] && stay=true
make_stick
build_machine
SECONDS=0
run_qemu
