# tests/kit/tap.sh, sourced by tests that are written for bash: prints their points as TAP 13.
count=0 failed=0
prefix='' # of the points' names
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/words.sh"

# point NAME COMPLAINT [LINES]: good if there is no complaint; the lines explain it.
point() {
    count=$((count + 1))
    if [[ -z $2 ]]; then
        echo "ok $count - $prefix$1"
    else
        echo "not ok $count - $prefix$1: $2"
        [[ -z ${3-} ]] || head -n 40 <<<"$3" | sed 's/^/#   /'
        failed=1
    fi
}

# Whether all is wanted, as in `make test-long`, and not the sample that `make test` takes.
in_full() {
    [[ ${LONG-} == 1 ]]
}

# The plan, and the status.
finish() {
    echo "1..$count"
    exit "$failed"
}
