#!/bin/sh
# tests/silicon/silicon.t: a sample of make test-silicon (tests/silicon/main.c says of what). SEED=N draws another.
exec "${BUILD:-build}/silicon" --jobs 1 --seed "${SEED:-1}"
