#!/bin/bash
# Boots Barecard in QEMU against the modelled card and says the verdict; ./run-qemu.sh --help.
# Installs and downloads what is missing first (tools/setup.sh).
set -euo pipefail
caller_dir=$PWD
root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$root"
# shellcheck source=tools/machine.sh
source tools/machine.sh

usage() {
    cat <<'END'
usage: ./run-qemu.sh [OPTION]... [-- QEMU-OPTION...]

Installs what is missing (says what first), builds, boots the firmware in QEMU with the modelled
card, shows its report as TAP and ends with a line "verdict: ...". Status: 0 PASS, 1 FAIL, else 2.

  --setup           only install the packages, and download QEMU's source for its headers and Debian's
                    kernel for the tests with its nouveau
  --chipset C       g80, g84 (default), ..., gv100; none: a machine without a card
  --vram N          bytes of VRAM: 64M, 256M, ...
  --parts P         memory partitions: a number, or a mask 0x..
  --subparts N      subpartitions of each, 1 or 2 (gt215 and later)
  --selmask M       select mask of subpartitions, 0 to 7
  --ranks N         1 or 2
  --posted off      a card that nobody has started; its own VBIOS starts it
  --mode M          test (default); pci: only read configuration space; probe: and registers. With --out
                    probe.json is in its folder
  --dump vbios      the ROM of the card is kept on the stick, and with --out in its folder
  --step 1          each test waits for a key: Space runs it, S skips it, Esc stops
  --m2mf 0          memory tests read back through BAR1, not by copies of the card
  --reset port      a card that stops answering is reset by the port above it
  --strap N         RAM strap, the kind of memory on the board: 1 or 2
  --post MODE       what may be done with such a card: auto (default), dry, run or off
  --defect D        break the card: NAME or NAME:KEY=VALUE,...; may be repeated. Without --chipset
                    the chipset is that of the defect's row in tests/defects.tsv
  --knob K=V        where the documents leave room, choose; may be repeated
  --device D        model (default): each claim counts; silicon: only proven claims do, as on a rig
  --suite S         default, all, or test name prefixes: vm,vram.placement
  --label TEXT      what is tested, for the report; ask: the firmware asks for it
  --put FILE=PATH   copy FILE to the stick as PATH, e.g. card.rom=/vbios/card.rom; may be repeated
  --firmware FILE   boot that UEFI application instead; the firmware is \EFI\BOOT\BARECARD.EFI then
  --menu SECONDS    the menu before the run waits that long (default 0: no menu)
  --loop N          rounds of all tests, or forever
  --smp N           processors of the machine (default 1)
  --usb             the stick hangs on a USB controller, as on a rig (slower to boot), not on virtio
  --display         show the screen in a window, or over VNC where there are none
  --debug           wait for gdb on port 1234, and say where the firmware's symbols go
  --out DIR         keep serial.log, report.jsonl, report.txt and screen.png in DIR
  --timeout SECONDS give up after that long (default 900; with --debug: never)
  --version         which Barecard this is
  --help            this text

The card checks the names of knobs and defects; `build/barecard defects` lists them.
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

# What each option with a value got, by its name; --defect and --knob may come more than once.
declare -A given=([smp]=1 [device]=model [menu]=0)
defects=() knobs=() puts=() qemu_options=()
setup_only=false display=false debug=false usb=false

# What a value must look like, and how that is said.
# Keys of barecard.cfg that are options here.
keys=(device suite post label reset menu loop mode step m2mf dump)
declare -A form=([smp]='^[1-9][0-9]{0,5}$' [timeout]='^[1-9][0-9]{0,5}$' [suite]='^[a-z0-9._,]+$' [reset]='^(off|port)$'
    [menu]='^([0-9]|[1-5][0-9]|60)$' [loop]='^([1-9][0-9]{0,5}|forever)$' [mode]='^(test|pci|probe)$' [step]='^[01]$' [dump]='^(off|vbios)$' [m2mf]='^[01]$'
    [device]='^(silicon|model)$' [label]='^[^#[:cntrl:]]{1,63}$' [posted]='^(on|off)$' [post]='^(auto|dry|run|off)$')
declare -A wanted=([smp]='a whole number from 1' [timeout]='a whole number from 1' [reset]='off or port'
    [menu]='seconds, 0 to 60' [loop]='a number of rounds, or forever' [mode]='test, pci or probe' [step]='0 or 1' [dump]='off or vbios' [m2mf]='0 or 1'
    [suite]='default, all, or test name prefixes separated by commas' [device]='silicon or model'
    [label]='1 to 63 printable characters, no #'
    [posted]='on or off' [post]='auto, dry, run or off')

parse_options() {
    while (($# > 0)); do
        case $1 in
        --setup) setup_only=true ;;
        --display) display=true ;;
        --debug) debug=true ;;
        --usb) usb=true ;;
        --help | -h) usage && exit 0 ;;
        --version) sed -n 's/^VERSION *:= */barecard /p' Makefile && exit 0 ;;
        --)
            qemu_options=("${@:2}")
            break
            ;;
        --chipset | --vram | --parts | --subparts | --selmask | --ranks | --posted | --strap | --post | --defect | --knob | \
            --device | --suite | --label | --menu | --loop | --reset | --mode | --step | --m2mf | --dump | --smp | --out | --timeout | --put | --firmware)
            [[ -n ${2-} ]] || die "$1 needs a value (--help)"
            take_value "${1#--}" "$2"
            shift
            ;;
        *) die "unknown option $1 (--help)" ;;
        esac
        shift
    done
}

take_value() {
    [[ -z ${form[$1]-} || $2 =~ ${form[$1]} ]] || die "--$1 $2: give ${wanted[$1]}"
    case $1 in
    defect) defects+=("$2") ;;
    knob) knobs+=("$2") ;;
    put)
        [[ $2 == ?*=/?* ]] || die "--put $2: give FILE=/PATH"
        puts+=("$(cd "$caller_dir" && realpath -e -- "${2%=*}")=${2##*=}") || die "no file ${2%=*}"
        ;;
    chipset) given[chipset]=${2,,} ;;
    out) given[out]=$(cd "$caller_dir" && mkdir -p "$2" && cd "$2" && pwd) || die "--out: cannot make $2" ;;
    firmware) given[firmware]=$(cd "$caller_dir" && realpath -e -- "$2") || die "no file $2" ;;
    *) given[$1]=$2 ;;
    esac
}

card_properties=(vram parts subparts selmask ranks posted strap)

check_options() {
    local name
    if [[ ${given[chipset]-} == none ]]; then
        for name in "${card_properties[@]}"; do
            [[ -z ${given[$name]-} ]] || die "--chipset none: there is no card for --$name"
        done
        ((${#defects[@]} + ${#knobs[@]} == 0)) ||
            die "--chipset none: there is no card for --defect and --knob"
    fi
    $debug && : "${given[timeout]:=0}" || : "${given[timeout]:=900}"
    : "${given[chipset]:=$(defects_chipset)}"
}

# The chipset of the first defect's row that names one; g84 if none does.
defects_chipset() {
    printf '%s\n' ${defects[@]+"${defects[@]}"} | awk -F '\t' '
        NR == FNR { if (!($1 in chipset)) chipset[$1] = $2; next }
        ($0 in chipset) && chipset[$0] != "any" { found = chipset[$0]; exit }
        END { print found ? found : "g84" }' tests/defects.tsv -
}

# ---- the run -----------------------------------------------------------------------------------

# Runs at the same time build once.
build() {
    mkdir -p build
    (unset MAKEFLAGS MAKELEVEL && flock build/lock make -s -j"$(nproc)" all build/barecard.img) >&2 ||
        die "the build failed"
}

# Files that --put names, with the folders that they lie in.
put_files() {
    local put folder
    for put in ${puts[@]+"${puts[@]}"}; do
        folder=$(dirname "${put##*=}")
        [[ $folder == / ]] || mmd -D s -i "$work/stick.img@@1M" "::$folder" 2>/dev/null || true
        mcopy -o -i "$work/stick.img@@1M" "${put%=*}" "::${put##*=}" || die "--put: cannot write ${put##*=}"
    done
}

make_stick() {
    local key
    cp --sparse=always build/barecard.img "$work/stick.img"
    for key in "${keys[@]}"; do
        [[ -z ${given[$key]-} ]] || echo "$key=${given[$key]}"
    done | mcopy -o -i "$work/stick.img@@1M" - ::/barecard.cfg
    put_files
    [[ -n ${given[firmware]-} ]] || return 0
    mren -i "$work/stick.img@@1M" ::/EFI/BOOT/BOOTX64.EFI ::/EFI/BOOT/BARECARD.EFI
    mcopy -i "$work/stick.img@@1M" "${given[firmware]}" ::/EFI/BOOT/BOOTX64.EFI
}

work='' machine=() qemu_pid='' verdict='' rounds=0 started=false last_line=''

clean_up() {
    if [[ -n $qemu_pid ]] && kill "$qemu_pid" 2>/dev/null; then
        wait "$qemu_pid" 2>/dev/null || true
    fi
    [[ -z $work ]] || rm -rf "$work"
}

# QEMU alone holds the writing end of its serial port, so that its end, however early, ends our reading.
start_qemu() {
    mkfifo "$work"/{serial,monitor}.{in,out}
    exec 4<>"$work/serial.out" 5<>"$work/monitor.in"
    exec 3<"$work/serial.out"
    qemu-system-x86_64 "${machine[@]}" ${qemu_options[@]+"${qemu_options[@]}"} <&0 3<&- 5<&- &
    qemu_pid=$!
    exec 4>&-
}

# Of several rounds the worst verdict counts.
keep_worst() {
    rounds=$((rounds + 1))
    case $verdict in
    FAIL*) return 0 ;;
    INCOMPLETE*) [[ $1 == FAIL* ]] || return 0 ;;
    'NOT TESTED'*) [[ $1 != PASS* ]] || return 0 ;;
    esac
    verdict=$1
}

# OVMF's own console output comes before the report on the same wire.
show_line() {
    local line=${1%$'\r'}
    if ! $started; then
        [[ $line == *"TAP version 13" ]] || return 0
        started=true line='TAP version 13'
    fi
    printf '%s\n' "$line"
    [[ -z $line ]] || last_line=$line
    case $line in
    '# verdict: '*) keep_worst "${line#'# verdict: '}" ;;
    '# '*' loaded at 0x'*)
        ! $debug || say "gdb: add-symbol-file build/BOOTX64.elf -o ${line##* loaded at }"
        ;;
    esac
}

# Until QEMU ends, the verdict is there and QEMU stays, or time is up (then it fails).
watch_serial() {
    local line wait_options=() status
    while true; do
        if ((given[timeout] > 0)); then
            ((SECONDS < given[timeout])) || return 1
            wait_options=(-t $((given[timeout] - SECONDS)))
        fi
        status=0
        IFS= read -r "${wait_options[@]}" -u 3 line || status=$?
        [[ $status != 0 && -z $line ]] || show_line "$line"
        ((status <= 128)) || return 1
        ((status == 0)) || return 0
        ! $stay || ((rounds == 0 || rounds < last_round)) || return 0
    done
}

# The screen is complete when two pictures of it are equal.
take_screenshot() {
    local previous=$work/previous.png current=$work/current.png tries
    for ((tries = 0; tries < 20; tries++)); do
        rm -f "$current"
        echo "screendump $current -f png" >&5
        sleep 0.4
        ! cmp -s "$previous" "$current" || break
        [[ ! -s $current ]] || cp "$current" "$previous"
    done
    [[ ! -s $previous ]] || cp "$previous" "${given[out]}/screen.png"
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

explain_missing_verdict() {
    [[ -z $verdict ]] || return 0
    case $1 in
    late) verdict="INCOMPLETE: no verdict within ${given[timeout]} s (--timeout)" ;;
    stopped) verdict="INCOMPLETE: QEMU ended before the verdict" ;;
    *) verdict="INCOMPLETE: QEMU ended with status $1 before the verdict" ;;
    esac
    verdict+=$($started && echo "; the last line was: $last_line" || echo "; the firmware said nothing")
}

# QEMU's status carries the firmware's; where the machine stayed on, the verdict line does.
verdict_status() {
    case $1:$verdict in
    33:* | stopped:PASS*) echo 0 ;;
    35:* | stopped:FAIL*) echo 1 ;;
    *) echo 2 ;;
    esac
}

keep_report() {
    mcopy -o -i "$work/stick.img@@1M" "::/$1" "${given[out]}/" 2>/dev/null || say "there is no $1 on the stick"
}

run_qemu() {
    local ended=stopped status
    start_qemu
    watch_serial || ended=late
    if [[ -n ${given[out]-} ]]; then
        rm -f "${given[out]}"/{report.jsonl,report.txt,probe.json,screen.png}
        ! kill -0 "$qemu_pid" 2>/dev/null || take_screenshot
    fi
    if $display && [[ $ended != late && -n $verdict ]]; then
        say "close the window to end"
        wait "$qemu_pid" || true
    elif $stay || [[ $ended == late ]]; then
        stop_qemu
    else
        wait "$qemu_pid" && ended=0 || ended=$?
    fi
    qemu_pid=''
    if [[ -n ${given[out]-} ]]; then
        keep_report report.jsonl
        keep_report report.txt
        [[ ${given[mode]-test} == test ]] || keep_report probe.json
        [[ ${given[dump]-off} == off ]] || keep_report '*.rom'
    fi
    explain_missing_verdict "$ended"
    status=$(verdict_status "$ended")
    echo "verdict: $verdict"
    return "$status"
}

parse_options "$@"
trap clean_up EXIT
trap 'exit 2' INT TERM HUP
if $setup_only; then
    exec tools/setup.sh --tests
fi
tools/setup.sh
check_options
build
work=$(mktemp -d)
stay=false # whether the machine stays on after the verdict, for its screen
$display || [[ -n ${given[out]-} ]] && stay=true
make_stick
build_machine
last_round=${given[loop]-1}
[[ $last_round != forever ]] || last_round=1000000
SECONDS=0
run_qemu
