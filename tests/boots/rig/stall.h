/* tests/boots/rig/stall.h: firmware with a wrong idea of its own clock, which others measure time by. */
#ifndef TESTS_BOOTS_RIG_STALL_H
#define TESTS_BOOTS_RIG_STALL_H

#include "tests/boots/rig/rig.h"

/* The application: Barecard (rig_start) where each Stall takes `times` / `of` of what was asked. */
EFI_STATUS stall_start(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, UINTN times, UINTN of);

#endif
