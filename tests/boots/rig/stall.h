/* tests/boots/rig/stall.h: firmware with a wrong idea of its own clock, which others measure time by. */
#pragma once

#include "tests/boots/rig/rig.h"

/* The application: Barecard (rig_start) where each Stall takes `times` / `of` of what was asked. */
EFI_STATUS stall_start(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, UINTN times, UINTN of);
