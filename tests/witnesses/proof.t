#!/bin/bash
# tests/witnesses/proof.t: two configurations of placement over all 2^24 blocks, without sanitizers.
exec "${BUILD:-build}/bench/proof" two
