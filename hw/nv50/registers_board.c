/* The registers of straps and PDISPLAY as a table: tesla-mmio.md §3, devinit.md §3. */
#include "hw/nv50/registers.h"

#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pstraps.h"
#include "hw/nv50/register_rows.h"

static const struct field pstraps_0_primary_fields[] = {
    { "SUBSYSTEM", ALL, 0, PLAIN, { { 0, PSTRAPS_0_SUBSYSTEM } } },
    { "RAMCFG", ALL, 0, PLAIN, { { 0, PSTRAPS_0_RAMCFG } } },
    { "DEVID", ALL, 0, PLAIN, { { 0, PSTRAPS_0_DEVID } } },
    { "BAR1", ALL, 0, PLAIN, { { 0, PSTRAPS_0_BAR1 } } },
    { "DEVID_4", ALL, 0, PLAIN, { { 0, PSTRAPS_0_DEVID_4 } } },
    { "OVERRIDE", ALL, 0, PLAIN, { { 0, PSTRAPS_OVERRIDE } } },
};
static const struct field pstraps_1_primary_fields[] = {
    { "VGA", ALL, 0, PLAIN, { { 0, PSTRAPS_1_VGA } } },
    { "BAR5", ALL, 0, PLAIN, { { 0, PSTRAPS_1_BAR5 } } },
    { "BAR1", ALL, 0, PLAIN, { { 0, PSTRAPS_1_BAR1 } } },
};
static const struct field pdisplay_vga_rom_window_fields[] = {
    { "ENABLE", ALL, 0, PLAIN, { { 0, PDISPLAY_VGA_ROM_WINDOW_ENABLE } } },
    { "TARGET", ALL, 0, PLAIN, { { 0, PDISPLAY_VGA_ROM_WINDOW_TARGET } } },
    { "ADDRESS", ALL, 0, PLAIN, { { 0, PDISPLAY_VGA_ROM_WINDOW_ADDRESS } } },
};
static const struct field pdisplay_channel_fields[] = {
    { "ENABLE", ALL, 0, PLAIN, { { 0, PDISPLAY_CHANNEL_ENABLE } } },
    { "STATE", ALL, 0, PLAIN, { { 0, PDISPLAY_CHANNEL_STATE } } },
};
static const struct field pdisplay_start_fields[] = {
    { "READY", ALL, 0, PLAIN, { { 0, PDISPLAY_START_READY } } },
    { "UPDATE", ALL, 0, PLAIN, { { 0, PDISPLAY_START_UPDATE } } },
};
static const struct field pdisplay_objects_fields[] = {
    { "ADDRESS", ALL, 0, PLAIN, { { 0, PDISPLAY_OBJECTS_ADDRESS } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, PDISPLAY_OBJECTS_ENABLE } } },
    { "TARGET", ALL, 0, PLAIN, { { 0, PDISPLAY_OBJECTS_TARGET } } },
};

const struct nv50_register nv50_board_registers[] = {
    { "PSTRAPS_0_PRIMARY", PSTRAPS_0_PRIMARY, 0, 0, ALL, WITH(pstraps_0_primary_fields) },
    { "PSTRAPS_0_SELECT", PSTRAPS_0_SELECT, 0, 0, ALL, BARE },
    { "PSTRAPS_0_SECONDARY", PSTRAPS_0_SECONDARY, 0, 0, ALL, BARE },
    { "PSTRAPS_1_PRIMARY", PSTRAPS_1_PRIMARY, 0, 0, ALL, WITH(pstraps_1_primary_fields) },
    { "PSTRAPS_1_SELECT", PSTRAPS_1_SELECT, 0, 0, ALL, BARE },
    { "PSTRAPS_1_SECONDARY", PSTRAPS_1_SECONDARY, 0, 0, ALL, BARE },
    { "PDISPLAY_CRTC", PDISPLAY_CRTC, 0, 0, ALL, BARE },
    { "PDISPLAY_VGA_ROM_WINDOW", PDISPLAY_VGA_ROM_WINDOW, 0, 0, ALL,
      WITH(pdisplay_vga_rom_window_fields) },
    { "PDISPLAY_CHANNEL", PDISPLAY_CHANNEL, 0, 0, ALL, WITH(pdisplay_channel_fields) },
    { "PDISPLAY_ACTIVE", PDISPLAY_ACTIVE, 0, 0, ALL, BARE },
    { "PDISPLAY_INTR_0", PDISPLAY_INTR_0, 0, 0, ALL, BARE },
    { "PDISPLAY_INTR_1", PDISPLAY_INTR_1, 0, 0, ALL, BARE },
    { "PDISPLAY_START", PDISPLAY_START, 0, 0, ALL, WITH(pdisplay_start_fields) },
    { "PDISPLAY_OBJECTS", PDISPLAY_OBJECTS, 0, 0, ALL, WITH(pdisplay_objects_fields) },
    { "PDISPLAY_CORE_DMA", PDISPLAY_CORE_DMA, 0, 0, ALL, BARE },
    { "PDISPLAY_CORE_OFFSET", PDISPLAY_CORE_OFFSET, 0, 0, ALL, BARE },
    { "PDISPLAY_CORE_SIZE", PDISPLAY_CORE_SIZE, 0, 0, ALL, BARE },
    { "PDISPLAY_CORE_STORAGE", PDISPLAY_CORE_STORAGE, 0, 0, ALL, BARE },
    { "PDISPLAY_CORE_PARAMS", PDISPLAY_CORE_PARAMS, 0, 0, ALL, BARE },
    { "PDISPLAY_BASE_DMA", PDISPLAY_BASE_DMA, 0, 0, ALL, BARE },
    { "PDISPLAY_BASE_OFFSET", PDISPLAY_BASE_OFFSET, 0, 0, ALL, BARE },
    { "PDISPLAY_BASE_SIZE", PDISPLAY_BASE_SIZE, 0, 0, ALL, BARE },
    { "PDISPLAY_BASE_STORAGE", PDISPLAY_BASE_STORAGE, 0, 0, ALL, BARE },
    { "PDISPLAY_BASE_PARAMS", PDISPLAY_BASE_PARAMS, 0, 0, ALL, BARE },
    { "PDISPLAY_VGA_RAM_WINDOW", PDISPLAY_VGA_RAM_WINDOW, 0, 0, ALL, BARE },
    { 0 },
};
