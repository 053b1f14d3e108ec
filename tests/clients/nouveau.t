#!/bin/bash
# tests/clients/nouveau.t: the unmodified nouveau of Debian's kernel on a chipset of each family; in full also on a G84 that
# nobody has started, on the other channel layout and in the newest kernel. `make test-clients` has more. Each boot has a
# point of its own for how it ended, so that one that printed too little is seen, whatever it did print.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../kit/tap.sh" # in_full
for directory in .cache/linux .cache/linux-newest; do
    [[ -e $directory/vmlinuz ]] && continue
    echo "ok 1 - client.nouveau # SKIP there is no $directory: ./run-qemu.sh --setup downloads it"
    echo 1..1
    exit 0
done
runner=${NOUVEAU_RUN:-tests/clients/nouveau/run.sh}
work=$(mktemp)
trap 'rm -f "$work"' EXIT

# boot OPTION...: its points, then one for its status; the last point of a whole boot is `end`.
boot() {
    local status=0
    "$runner" "$@" >"$work" || status=$?
    cat "$work"
    if ((status == 0)) && grep -q '^ok [0-9]* - client\.nouveau\.end:' "$work"; then
        echo "ok 0 - client.nouveau.status: $*"
    else
        echo "not ok 0 - client.nouveau.status: $*: status $status, $(grep -c '^ok' "$work") points passed"
    fi
}

{
    boot --chipset g84 --fault --reload
    boot --chipset gv100 --firmware --fault
    if in_full; then
        CHIPSETS=g84 tests/clients/nouveau/starts.sh 0 # cold, started by the same writes as ours
        boot --chipset g80 --fault
        boot --chipset gt215 --tools --fault --kernel newest
    fi
} | awk '
    /^(not )?ok / { sub(/ok [0-9]+/, "ok " ++n) }
    /^not ok/ { failed = 1 }
    /^1\.\./ { next }
    { print }
    END { print "1.." n; exit failed }'
