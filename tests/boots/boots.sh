# tests/boots/boots.sh, sourced by tests that boot the firmware in QEMU: what a boot must end with and what it
# must say. Prints TAP 13; the points carry the name of the program.
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
work=$(mktemp -d) # what each boot printed, under its name
trap 'rm -rf "$work"' EXIT
. tests/kit/tap.sh
prefix=$(basename "$0" .t).

# boot NAME STATUS LAST OPTION...: run-qemu.sh ends with that status and a last line with LAST.
boot() {
    local name=$1 wanted=$2 last=$3 status
    shift 3
    ./run-qemu.sh --timeout 200 "$@" >"$work/$name" 2>&1 </dev/null
    status=$?
    if [[ $status == "$wanted" && $(tail -n 1 "$work/$name") == *"$last"* ]]; then
        point "$name" ''
    else
        point "$name" "run-qemu.sh $*: status $status, expected $wanted and '$last'" \
            "$(grep '^not ok' "$work/$name" | head; tail -n 8 "$work/$name")"
    fi
}

# says NAME TEXT, silent NAME TEXT: a line of that boot is TEXT, or has it; none has.
says() {
    point "$1.says" "$(grep -qF -- "$2" "$work/$1" || echo "nothing says '$2'")"
}

silent() {
    point "$1.silent" "$(! grep -qF -- "$2" "$work/$1" || echo "something says '$2'")"
}
