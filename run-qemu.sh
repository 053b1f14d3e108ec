#!/bin/bash
# Boots Barecard in QEMU against the modelled card and says the verdict; ./run-qemu.sh --help.
# Installs and downloads what is missing first (tools/setup.sh).
set -euo pipefail
unset CDPATH # cd would print where it goes
caller_dir=$PWD
root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$root"
# shellcheck source=tools/machine.sh
source tools/machine.sh
# shellcheck source=tools/watch.sh
source tools/watch.sh

usage() {
    cat <<'END'
usage: ./run-qemu.sh [OPTION]... [-- QEMU-OPTION...]

Installs what is missing (says what first), builds, boots the firmware in QEMU with the modelled
card, shows its report as TAP and ends with a line "verdict: ...". Status: 0 PASS, 1 FAIL, else 2.

  --setup           only install the packages, and download QEMU's source for its headers and Debian's
                    kernel for the tests with its nouveau
  --chipset C       g80, g84 (default), ..., gv100, tu102 to tu117; none: a machine without a card
  --board B         which board has the chip: titanv (default) or v100 (gv100); rtx2080 (default) or t4
                    (tu104); rtx2060 (default) or rtx2070 (tu106)
  --vram N          bytes of VRAM: 64M, 256M, ...
  --parts P         memory partitions: a number, or a mask 0x..
  --subparts N      subpartitions of each, 1 or 2 (gt215 and later)
  --selmask M       select mask of subpartitions, 0 to 7
  --ranks N         1 or 2
  --tpcs M          mask of the TPCs that are not fused off
  --boot_0 W        BOOT_0 of a board: its foundry, stepping and device
  --device_id W     PCI device id in place of the chipset's: that of another card
  --channels N      memory channels of gv100 to tu117, 1 to 32
  --spread S        of addresses over them: v100 (default), gp104, random, or masks of address bits with + between
  --posted off      a card that nobody has started; its own VBIOS starts it
  --mode M          test (default); pci: only read configuration space; probe: and registers. With --out
                    probe.json is in its folder
  --dump WHAT       vbios: the ROM of the card is kept on the stick; regs: what can be read of its registers, as
                    probe.json; all: both. With --out they are in its folder
  --log WHAT        mmio or mmio:write: each access to a card is written to mmio-1.log on the stick before it is
                    made, and with --out that is in its folder; off (default)
  --step 1          each test waits for a key: Space runs it, S skips it, Esc stops
  --m2mf 0          memory tests read back through BAR1, not by copies of the card
  --reset port      a card that stops answering is reset by the port above it
  --strap N         RAM strap, the kind of memory on the board: 1 or 2
  --vbios FILE      the card's ROM. One of a real board gives the card its ids, straps and scripts; without
                    --chipset it says for which chipset it is
  --post MODE       what may be done with such a card: auto (default), dry, run or off
  --post_i2c A      devices on I2C, 0x08 to 0x77, that such a start may write to, with commas between them
  --defect D        break the card: NAME or NAME:KEY=VALUE,...; may be repeated. Without --chipset
                    the chipset is that of the defect's row in tests/defects.tsv
  --knob K=V        where the documents leave room, choose; may be repeated
  --add-card "K=V ..."  one more card, by the names of the options for the first, with blanks between them:
                    "chipset=gt215 vram=8M defect=vram-stuck:partition=1,bit=37"; may be repeated
  --device D        model (default): each claim counts; silicon: only proven claims do, as on a rig
  --suite S         default, all, or test name prefixes: vm,vram.placement
  --label TEXT      what is tested, for the report; ask: the firmware asks for it
  --script FILE     lines of the prompt, one command each, which are done with the card (docs/prompt.md)
  --expect FILE     what the board should be (docs/station.md): what differs from it fails the card
  --put FILE=PATH   copy FILE to the stick as PATH, e.g. card.rom=/vbios/card.rom; may be repeated
  --firmware FILE   boot that UEFI application instead; the firmware is \EFI\BOOT\BARECARD.EFI then
  --menu SECONDS    the menu before the run waits that long (default 0: no menu)
  --loop N          rounds of all tests, or forever
  --key K=V         any other key of barecard.cfg; may be repeated. `build/barecard keys` lists them
  --heat SECONDS    copies warm the card before each step of vram.quick
  --smp N           processors of the machine (default 1)
  --usb             the stick hangs on a USB controller, as on a rig (slower to boot), not on virtio
  --display         show the screen in a window, or over VNC where there are none
  --debug           wait for gdb on port 1234, and say where the firmware's symbols go
  --out DIR         keep serial.log, report.jsonl, report.txt and screen.png in DIR
  --timeout SECONDS give up after that long (default 900; with --debug: never)
  --version         which Barecard this is
  --help            this text

Wrong values are refused before QEMU starts; `build/barecard defects` lists defects and knobs.
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

# What each option with a value got, by its name; some may come more than once.
declare -A given=([smp]=1 [device]=model [menu]=0)
defects=() knobs=() puts=() more_keys=() more_cards=() qemu_options=()
setup_only=false display=false debug=false usb=false own_keys=false

# The options that are properties of the card, and those that are keys of barecard.cfg: build/barecard says what is
# wrong with either.
card_properties=(board vram parts subparts selmask ranks tpcs boot_0 channels spread posted device_id strap vbios)
keys=(device suite post post_i2c label reset menu loop heat mode step m2mf dump log)

# Every option with a value: what it must look like, where that is for us to say, and that in words.
declare -A form=() wanted=()
for name in chipset defect knob key add-card out firmware expect script "${card_properties[@]}" "${keys[@]}"; do
    form[$name]=.+
done
while read -r name regexp words; do
    form[$name]=$regexp wanted[$name]=$words
done <<'END'
put       ^.+=/.+$                    FILE=/PATH
posted    ^(on|off)$                  on or off
smp       ^[1-9][0-9]{0,5}$           a whole number from 1
timeout   ^[1-9][0-9]{0,5}$           a whole number from 1
key       ^[a-z0-9_]+=                KEY=VALUE; build/barecard keys lists the keys
END

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
        *)
            [[ $1 =~ ^--[a-z0-9_-]+$ && -n ${form[${1#--}]-} ]] || die "unknown option $1 (--help)"
            [[ -n ${2-} ]] || die "$1 needs a value (--help)"
            take_value "${1#--}" "$2"
            shift
            ;;
        esac
        shift
    done
}

take_value() {
    [[ $2 =~ ${form[$1]} ]] || die "--$1 $2: give ${wanted[$1]}"
    case $1 in
    defect) defects+=("$2") ;;
    knob) knobs+=("$2") ;;
    key) take_key "${2%%=*}" "${2#*=}" ;;
    add-card) more_cards+=("$2") ;;
    put) puts+=("$(cd "$caller_dir" && realpath -qe -- "${2%=*}")=${2##*=}") || die "no file ${2%=*}" ;;
    chipset) given[chipset]=${2,,} ;;
    out) given[out]=$(cd "$caller_dir" && mkdir -p -- "$2" 2>/dev/null && cd "$2" && pwd) || die "--out: cannot make $2" ;;
    firmware | vbios | expect | script) given[$1]=$(cd "$caller_dir" && realpath -qe -- "$2") || die "no file $2" ;;
    *)
        given[$1]=$2
        [[ " ${keys[*]} " != *" $1 "* ]] || own_keys=true
        ;;
    esac
}

# A key that has an option of its own is that option.
take_key() {
    own_keys=true
    if [[ " ${keys[*]} " == *" $1 "* ]]; then
        given[$1]=$2
    else
        more_keys+=("$1=$2")
    fi
}

check_options() {
    ! $debug || : "${given[timeout]:=0}"
    : "${given[timeout]:=900}"
    [[ -n ${given[vbios]-} ]] || : "${given[chipset]:=$(defects_chipset ${defects[@]+"${defects[@]}"})}"
    ! $own_keys || [[ " ${puts[*]-} " != *'=/barecard.cfg '* ]] ||
        die "--put ...=/barecard.cfg replaces the file that the other options write: say all of it there"
}

# The chipset that a ROM is for; g84 if it names none.
vbios_chipset() {
    local found
    found=$(build/barecard vbios --json "$1" 2>/dev/null | sed -n 's/^ *"chipset": "\(.*\)",$/\1/p') || :
    echo "${found:-g84}"
}

# The name on the stick of the file that an option has: as expect= and script= take it.
file_name() {
    local name=${given[$1]##*/}
    name=${name//[^A-Za-z0-9._-]/_}
    echo "${name:0:60}"
}

# The lines of barecard.cfg.
config_lines() {
    local key
    for key in "${keys[@]}"; do
        [[ -z ${given[$key]-} ]] || echo "$key=${given[$key]}"
    done
    [[ -z ${given[expect]-} ]] || echo "expect=$(file_name expect)"
    [[ -z ${given[script]-} ]] || printf 'mode=prompt\nscript=%s\n' "$(file_name script)"
    ((${#more_keys[@]} == 0)) || printf '%s\n' "${more_keys[@]}"
}

# What is wrong with the options of a card, or with a key, in the words of the program that knows them.
check() {
    local wrong
    wrong=$(build/barecard selftest --check "$@" 2>&1 >/dev/null) && return
    wrong=${wrong%%$'\n'*}
    die "${wrong#barecard selftest: }"
}

check_keys() {
    local line arguments=() seen=' '
    while read -r line; do
        # As the firmware reads a line: what a file cannot hold is refused, and not cut at a '#'.
        [[ $line =~ ^[\ -\"\$-~]{1,200}$ ]] || die "${line%%=*}: give printable ASCII characters, no #"
        [[ $seen != *" ${line%%=*} "* ]] || die "${line%%=*} is given twice"
        seen+="${line%%=*} "
        [[ $line == expect=* || $line == script=* ]] || arguments+=(--key "$line") # files of the stick
    done < <(config_lines)
    [[ -z ${given[expect]-} ]] || arguments+=(--expect "${given[expect]}")
    check --chipset none ${arguments[@]+"${arguments[@]}"}
}

# The card that these variables of the caller describe: card (by option), card_defects, card_knobs.
check_card() {
    local name arguments=(--chipset "${card[chipset]}")
    for name in "${card_properties[@]}"; do
        [[ -n ${card[$name]-} ]] || continue
        if [[ $name != posted ]]; then
            arguments+=("--$name" "${card[$name]}")
        elif [[ ${card[$name]} == off ]]; then
            arguments+=(--cold)
        fi
    done
    for name in ${card_defects[@]+"${card_defects[@]}"}; do arguments+=(--defect "$name"); done
    for name in ${card_knobs[@]+"${card_knobs[@]}"}; do arguments+=(--knob "$name"); done
    check "${arguments[@]}"
}

# Calls a function for each card, the first one and those of --add-card, with the card in the variables that
# check_card names and with its number.
for_each_card() {
    local -A card=()
    local name word words number=1 card_defects=(${defects[@]+"${defects[@]}"}) card_knobs=(${knobs[@]+"${knobs[@]}"})
    for name in chipset "${card_properties[@]}"; do
        [[ -z ${given[$name]-} ]] || card[$name]=${given[$name]}
    done
    "$1" $number
    for name in ${more_cards[@]+"${more_cards[@]}"}; do
        number=$((number + 1)) card=() card_defects=() card_knobs=()
        read -ra words <<<"$name"
        for word in ${words[@]+"${words[@]}"}; do
            case ${word%%=*} in
            defect) card_defects+=("${word#*=}") ;;
            knob) card_knobs+=("${word#*=}") ;;
            *)
                [[ $word == *=?* && " chipset ${card_properties[*]} " == *" ${word%%=*} "* ]] ||
                    die "--add-card $word: give NAME=VALUE, a name of: chipset ${card_properties[*]} defect knob"
                card[${word%%=*}]=${word#*=}
                [[ $word != vbios=* ]] || card[vbios]=$(cd "$caller_dir" && realpath -qe -- "${word#*=}") ||
                    die "--add-card $word: no such file"
                [[ $word != posted=* || ${word#*=} =~ ${form[posted]} ]] ||
                    die "--add-card $word: give ${wanted[posted]}"
                ;;
            esac
        done
        [[ -z ${card[vbios]-} ]] || : "${card[chipset]:=$(vbios_chipset "${card[vbios]}")}"
        : "${card[chipset]:=$(defects_chipset ${card_defects[@]+"${card_defects[@]}"})}"
        "$1" $number
    done
}

# The chipset of the first of these defects whose row names one; g84 if none does.
defects_chipset() {
    printf '%s\n' "$@" | awk -F '\t' '
        NR == FNR { split($2, words, " "); if (!($1 in chipset)) chipset[$1] = words[1]; next } # options follow
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

# Makes a folder of the stick, and those above it, where it is not there yet.
make_folder() {
    [[ $1 != / ]] && ! mdir -i "$work/stick.img@@1M" "::$1/" >/dev/null 2>&1 || return 0
    make_folder "$(dirname "$1")"
    mmd -i "$work/stick.img@@1M" "::$1" || die "--put: cannot make the folder $1"
}

put_files() {
    local put
    for put in ${puts[@]+"${puts[@]}"}; do
        make_folder "$(dirname "${put##*=}")"
        mcopy -o -i "$work/stick.img@@1M" "${put%=*}" "::${put##*=}" || die "--put: cannot write ${put##*=}"
    done
}

make_stick() {
    local file
    cp --sparse=always build/barecard.img "$work/stick.img"
    config_lines | mcopy -o -i "$work/stick.img@@1M" - ::/barecard.cfg
    for file in expect script; do
        [[ -z ${given[$file]-} ]] || mcopy -o -i "$work/stick.img@@1M" "${given[$file]}" "::/$(file_name $file)"
    done
    put_files
    [[ -n ${given[firmware]-} ]] || return 0
    mren -i "$work/stick.img@@1M" ::/EFI/BOOT/BOOTX64.EFI ::/EFI/BOOT/BARECARD.EFI
    mcopy -i "$work/stick.img@@1M" "${given[firmware]}" ::/EFI/BOOT/BOOTX64.EFI
}

work='' machine=()
judged='' # the status that the verdict, when it has been said, makes

# Status 1 is FAIL and nothing else: what fails on the way to a verdict, or beside one, has said why, and is 2.
clean_up() {
    local status=$?
    [[ -z $qemu_pid ]] || kill_qemu
    [[ -z $work ]] || rm -rf "$work"
    [[ $status == 0 || $status == 2 || -n $judged ]] || say "ended before a verdict, by what is said above"
    [[ $status == 0 || $status == "$judged" ]] || exit 2
}

# Removes the folder also where we are killed: its input ends with the last process that holds our end of it. QEMU,
# which does not, ends with its parent (start_qemu).
guard_work() {
    exec 6> >(exec setsid bash -c 'trap "" INT TERM HUP; cat; rm -rf "$1"' - "$work" >/dev/null 2>&1)
}

# What --out could not keep takes a PASS its status, because somebody waits for that file.
all_kept=true
not_kept() {
    rm -f "${given[out]}/$1" # half a report is none
    say "$1 cannot be written to ${given[out]}"
    all_kept=false
}

# By a folder of our own, because mcopy ends with status 0 where there is no room.
keep_report() {
    local file
    mkdir -p "$work/kept"
    mcopy -i "$work/stick.img@@1M" "::/$1" "$work/kept/" || say "the stick gave no $1"
    for file in "$work"/kept/*; do
        [[ ! -e $file ]] || mv -f "$file" "${given[out]}/" || not_kept "${file##*/}"
    done
    rm -rf "$work/kept"
}

run_qemu() {
    local end=stopped
    start_qemu
    watch_serial || end=late
    if [[ -n ${given[out]-} ]]; then
        rm -f "${given[out]}"/{report.jsonl,report.txt,probe.json,mmio-*.log,screen.png}
        ! qemu_runs || take_screenshot
    fi
    if $display && [[ $end != late && -n $verdict ]]; then
        say "close the window to end"
        wait "$qemu_pid" || say "QEMU ended with status $?"
    elif $stay || [[ $end == late ]]; then
        stop_qemu
    else
        wait "$qemu_pid" && end=0 || end=$?
    fi
    qemu_pid=''
    if [[ -n ${given[out]-} ]]; then
        keep_report report.jsonl
        keep_report report.txt
        [[ ${given[mode]-test} == @(test|prompt) && ${given[dump]-off} != @(regs|all) ]] || keep_report probe.json
        [[ ${given[log]-off} == off ]] || keep_report 'mmio-*.log'
        [[ ${given[dump]-off} != @(vbios|all) ]] || keep_report '*.rom'
    fi
    explain_missing_verdict "$end"
    judged=$(verdict_status "$end")
    $all_kept || [[ $judged != 0 ]] || judged=2
    echo "verdict: $verdict"
    return "$judged"
}

parse_options "$@"
trap clean_up EXIT
trap 'exit 2' INT TERM HUP
if $setup_only; then
    exec tools/setup.sh --tests
fi
# What make runs has just been built: looking again takes as long as a tenth of a short boot.
[[ -n ${BARECARD_BUILT-} ]] || tools/setup.sh
check_options
[[ -n ${BARECARD_BUILT-} ]] || build
: "${given[chipset]:=$(vbios_chipset "${given[vbios]-}")}"
check_keys
for_each_card check_card
work=$(mktemp -d) || die "no temporary folder can be made"
guard_work
stay=false # whether the machine stays on after the verdict, for its screen
$display || [[ -n ${given[out]-} ]] && stay=true
make_stick
build_machine
SECONDS=0
run_qemu
