#!/bin/bash
# tests/suite/selftest.t: the self tests over every chipset that the model implements, in one process. Its TAP is theirs, so that a requirement can name a self test.
exec "${BARECARD:-build/barecard}" selftest
