#!/bin/bash
# run.sh: boots Debian's kernel with its unmodified nouveau on the device model, and prints TAP: one
# line for each thing that the driver, or user space through it, must have seen. Status 0 if all is well,
# 1 if not, 2 if it cannot run. `run.sh --help` has the options; docs/model.md tells how to use it.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$here/../../.."

usage() {
    cat <<'END'
usage: tests/clients/nouveau/run.sh [OPTION]... [-- QEMU-OPTION...]

  --kernel K      stable (default), the release's own, or newest
  --chipset C     g80, g84 (default), ..., gv100, tu102 to tu117; twice: two cards
  --firmware      gv100, tu102 to tu117: stand-ins for the files that NVIDIA signs, so that user space gets channels
  --defect D      break the (first) card; may be repeated
  --device K=V    another property of the model's (posted=off, vram=128M, trace=on, ...)
  --smp N         processors (default 1)
  --intx          level-triggered interrupts instead of MSI
  --pci           a machine without PCI Express
  --reload        unload the driver and load it again
  --tools         before the driver: lspci, setpci, and the card's files in sysfs
  --desktop       an X server, whose pictures must be those that the processor draws, and OpenGL's buffers
  --fault         provoke a page fault and look at its report
  --stress        more buffers than VRAM holds
  --load SECONDS  four channels at once for so long
  --append WORDS  more words for the kernel's command line
  --out DIR       keep console.log and report.log there
  --timeout S     give up after that long (default 200)
END
}

die() {
    echo "run.sh: $*" >&2
    exit 2
}

build=${BUILD:-build}
chipsets=() defects=() properties=() qemu_options=() asked=() config=()
kernel=stable guest='' firmware=false smp=1 memory=768 machine=q35 out='' timeout=200

parse() {
    while (($# > 0)); do
        case $1 in
        --intx) config+=(NvMSI=0) ;;
        --pci) machine=pc ;;
        --reload | --fault | --stress | --tools) asked+=("client.${1#--}=1") ;;
        --firmware) firmware=true guest=firmware ;;
        --desktop)
            asked+=(client.desktop=1)
            guest=desktop memory=3072
            ;;
        --help) usage && exit 0 ;;
        --)
            shift
            qemu_options=("$@")
            break
            ;;
        --kernel | --chipset | --defect | --device | --smp | --append | --load | --out | --timeout)
            (($# > 1)) || die "$1 needs a value (--help)"
            parse_value "$1" "$2"
            shift
            ;;
        *) die "unknown option $1 (--help)" ;;
        esac
        shift
    done
    ((${#chipsets[@]} > 0)) || chipsets=(g84)
}

parse_value() {
    case $1 in
    --kernel) kernel=$2 ;;
    --chipset) chipsets+=("$2") ;;
    --defect) defects+=("$2") ;;
    --device) properties+=("$2") ;;
    --smp) smp=$2 ;;
    --append) asked+=("$2") ;;
    --load) asked+=("client.load=$2") ;;
    --out) out=$2 ;;
    --timeout) timeout=$2 ;;
    esac
}

joined() {
    local IFS=+
    echo "$*"
}

# What the driver has to say of a card: the start of BOOT_0, the size of its VRAM in MiB unless --device
# says otherwise, the kind of memory (docs/hardware/board.md §1.5).
expected() {
    case $1 in
    g80) echo 450:384:GDDR3 ;;
    g84) echo 084:256:GDDR3 ;;
    g86) echo 086:256:DDR2 ;;
    g92) echo 092:512:GDDR3 ;;
    g94) echo 094:512:GDDR3 ;;
    g96) echo 096:256:GDDR3 ;;
    g98) echo 098:128:DDR2 ;;
    g200) echo 0a0:1024:GDDR3 ;;
    mcp77) echo 0aa:64:stolen.system.memory ;;
    mcp79) echo 0ac:64:stolen.system.memory ;;
    gt215) echo 0a3:256:GDDR5 ;;
    gt216) echo 0a5:256:DDR2 ;;
    gt218) echo 0a8:128:DDR2 ;;
    mcp89) echo 0af:128:stolen.system.memory ;;
    gv100) echo 140:256:HBM2 ;;
    tu102) echo 162:256:GDDR6 ;;
    tu104) echo 164:256:GDDR6 ;;
    tu106) echo 166:256:GDDR6 ;;
    tu116) echo 168:256:GDDR6 ;;
    tu117) echo 167:256:GDDR5 ;;
    *) die "no chipset $1" ;;
    esac
}

# Of the family whose copies need no graphics.
is_gv100() {
    [[ $1 == gv100 || $1 == tu1* ]]
}

# Without NVIDIA's files the driver of GV100 binds only if it is told to leave SEC2 alone, and gives user space no
# channel; with stand-ins it must not be told so.
expect_firmware() {
    if $firmware; then
        asked+=(client.firmware=1)
    elif [[ " ${chipsets[*]} " == *" gv100 "* ]]; then
        config+=(sec2=0)
    fi
}

expect_cards() {
    local chip id size kind property cards=()
    for chip in "${chipsets[@]}"; do
        IFS=: read -r id size kind <<<"$(expected "$chip")"
        for property in ${properties[@]+"${properties[@]}"}; do
            [[ $property != vram=*M ]] || size=${property//[^0-9]/}
            [[ $property != vram=*G ]] || size=$((1024 * ${property//[^0-9]/}))
        done
        cards+=("$id:$size:$kind")
    done
    asked+=("client.cards=$(IFS=, && echo "${cards[*]}")")
}

# Each card sits behind a port of its own where there is PCI Express.
card_options() {
    local i device property
    for i in "${!chipsets[@]}"; do
        device=nv50,chipset=${chipsets[i]}
        ! is_gv100 "${chipsets[i]}" || device=gv100,chipset=${chipsets[i]},vram=256M
        if [[ $machine == q35 ]]; then
            options+=(-device "pcie-root-port,id=port$i,chassis=$((i + 1))")
            device+=,bus=port$i
        fi
        if ((i == 0 && ${#defects[@]} > 0)); then
            property=$(joined "${defects[@]}")
            device+=,defect=${property//,/,,}
        fi
        for property in ${properties[@]+"${properties[@]}"}; do
            device+=,$property
        done
        options+=(-device "$device")
    done
}

# unpack FILE OUT: the kernel's ELF file without its packing, which takes the guest a third of the boot to undo: QEMU
# starts it by its PVH entry. What is not packed by xz stays as it is.
unpack() {
    local sectors offset length
    sectors=$(od -An -tu1 -j $((0x1f1)) -N 1 "$1")
    read -r offset length < <(od -An -tu4 -j $((0x248)) -N 8 "$1")
    if ! dd if="$1" bs=1M iflag=skip_bytes,count_bytes skip=$(((sectors + 1) * 512 + offset)) \
        count=$((length - 4)) status=none | xz -dc >"$2.new" 2>/dev/null; then # its last word is its size
        cp "$1" "$2.new"
    fi
    mv "$2.new" "$2"
}

boot() {
    # no_timer_check: the kernel waits for ticks without a clock, and panics where the host had no time for them. The
    # last line keeps it from what costs time and has nothing to do with cards.
    local options=() words="console=ttyS0 quiet no_timer_check loglevel=4 log_buf_len=8M panic=-1 ${asked[*]-}"
    words+=' mitigations=off cryptomgr.notests initcall_blacklist=crypto_kdf108_init'
    card_options
    timeout "$timeout" qemu-system-x86_64 -machine "$machine" -accel tcg -cpu max -smp "$smp" -m "$memory" \
        -nodefaults -no-user-config -display none -vga none -no-reboot \
        -serial "file:$work/console.log" -serial "file:$work/report.log" \
        -kernel "$image" -initrd "$initramfs" -append "$words" \
        -plugin "$build/barecard.so" "${options[@]}" ${qemu_options[@]+"${qemu_options[@]}"} \
        </dev/null >"$work/qemu.log" 2>&1
}

# The last whole line of the kernel's log: what the driver had to say when it got stuck.
last_word() {
    [[ -e $work/console.log ]] || return 0
    tr -d '\r' <"$work/console.log" | grep -E '^\[ *[0-9.]+\] .{20}' | tail -n 2 | head -n 1 | tr -d '\\#'
}

# The guest's lines as TAP; a guest that did not reach its end has failed.
as_tap() {
    tr -d '\r' <"$work/report.log" |
        awk -v chip="${chipsets[0]^^}" -v status="$1" -v last="$(last_word)" '
        /^(ok|FAIL) / {
            name = $2; sub(/:$/, "", name)
            detail = $0; sub(/^[^ ]+ [^ ]+ ?/, "", detail); gsub(/#/, "", detail)
            print ($1 == "ok" ? "ok " : "not ok ") ++n " - client.nouveau." name ": " chip ": " detail
            bad += $1 != "ok"; ended = name == "end"
        }
        END {
            if (!ended) {
                print "not ok " ++n " - client.nouveau.end: " chip \
                    ": the guest did not reach its end, status of QEMU " status \
                    ", last: " last
                bad++
            }
            print "1.." n
            exit bad > 0
        }'
}

parse "$@"
expect_firmware
expect_cards
asked+=("client.config=$(IFS=, && echo "${config[*]-}")")
case $kernel in
stable) directory=.cache/linux ;;
newest) directory=.cache/linux-newest ;;
*) die "no kernel $kernel (--help)" ;;
esac
[[ -e $directory/vmlinuz ]] || die "there is no kernel: ./run-qemu.sh --setup downloads it"
[[ $guest != desktop || -x /usr/lib/xorg/Xorg ]] || die "there is no X server: tools/setup.sh --clients installs it"
[[ -e $build/barecard.so ]] || die "build/barecard.so is missing: make"
initramfs=$build/nouveau/initramfs-$kernel${guest:+-$guest}
image=$build/nouveau/kernel-$kernel
mkdir -p "$build/nouveau"
(
    flock 9
    [[ $image -nt $directory/version ]] || unpack "$directory/vmlinuz" "$image"
    if [[ ! -e $initramfs || -n $(find "$here" "$here"/../{pci,desktop} "$directory/version" -newer "$initramfs") ]]; then
        "$here/initramfs.sh" "$directory" "$initramfs" $guest
    fi
) 9>"$build/nouveau/lock"
if [[ -n $out ]]; then
    work=$out
    mkdir -p "$work"
else
    work=$(mktemp -d "$build/nouveau/run.XXXXXX")
    trap 'rm -rf "$work"' EXIT
fi
: >"$work/report.log"
status=0
boot || status=$?
((status == 0)) || sed 's/^/# /' "$work/qemu.log"
as_tap "$status"
