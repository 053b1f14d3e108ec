#!/bin/bash
# tests/host/nouveau.t: the unmodified nouveau of Debian's kernel on two chipsets, one of each channel
# layout; `make test-clients` does all of them.
set -u
if [[ ! -e .cache/linux/vmlinuz ]]; then
    echo 'ok 1 - client.nouveau # SKIP there is no kernel: ./run-qemu.sh --setup downloads it'
    echo 1..1
    exit 0
fi
{
    tests/clients/nouveau/run.sh --chipset g80 --fault
    tests/clients/nouveau/run.sh --chipset g84 --fault --reload
} | awk '
    /^(not )?ok / { sub(/ok [0-9]+/, "ok " ++n) }
    /^1\.\./ { next }
    { print }
    END { print "1.." n }'
