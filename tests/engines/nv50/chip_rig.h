/* tests/engines/nv50/chip_rig.h: a card of one of NV50's chipsets that is nothing but registers, all units of it on. */
#pragma once

#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/engines/writes_rig.h"

#define DESCRIPTOR 0x1234u

static inline void open_chip(enum chipset_index chip)
{
    open_writes(&nv50_chips[chip].chip);
    set(REF_PMC_ENABLE, 0xffffffff);
}
