#!/bin/bash
# tests/suite/selftest.t: the self tests over every chipset that the model implements, in one process under
# ASan and UBSan. Its TAP is theirs, so that a requirement can name a self test.
exec "${BARECARD:-build/san/barecard}" selftest
