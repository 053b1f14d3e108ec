#!/bin/sh
# tests/host/silicon.t: a sample of make test-silicon (tests/host/silicon/main.c says of what). SEED=N draws another.
exec "${BUILD:-build}/silicon" --seed "${SEED:-1}"
