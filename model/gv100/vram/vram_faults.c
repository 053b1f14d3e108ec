#include "model/gv100/vram/vram_faults.h"

#include <stdio.h>

#include "model/common/power_on_noise.h"
#include "model/gv100/vram/vram_breaks.h"

#define LINES 64

/* clang-format off */
#define SHARES "value=0..1,one_in=1..0xffffffff,one_of=1..0xffffffff"
const struct defect_row gv_vram_fault_rows[VRAM_FAULT_DEFECTS] = {
    { .option = { "vram-channel", "channel=0..31," SHARES, "a memory channel, or each, reads one value: in one of so many sectors (one_in=N), in one of so many reads (one_of=M)" } },
    { .option = { "vram-lane", "channel=0..31,line=0..63," SHARES, "a data line of a memory channel, or of each, holds one value" } },
    { .option = { "vram-bank", "channel=0..31,bank=0..15," SHARES, "a bank of a memory channel, or of each, reads one value" } },
    { .option = { "vram-row", "channel=0..31,bank=0..15,row=0..0xfffff," SHARES, "a row of a bank of a memory channel, or of each, reads one value" } },
    { .option = { "vram-column", "channel=0..31,bank=0..15,column=0..63,line=0..63," SHARES, "a data line of a column of a bank holds one value: the column is a sector of each row" } },
};
/* clang-format on */

/* A place that a kind of fault does not name means all of them; a parameter left out of the defect means the first one,
 * but all channels. */
static uint32_t part(const struct defect *defect, const char *key, uint32_t otherwise)
{
    return (uint32_t)defect_parameter(defect, key, otherwise);
}

static struct vram_fault fault_of(const struct defect *defect, size_t kind)
{
    enum { CHANNEL, LANE, BANK, ROW, COLUMN };
    const bool one_line = kind == LANE || kind == COLUMN;

    return (struct vram_fault){
        .channel = part(defect, "channel", VRAM_ANY),
        .bank = part(defect, "bank", kind >= BANK ? 0 : VRAM_ANY),
        .row = part(defect, "row", kind == ROW ? 0 : VRAM_ANY),
        .column = part(defect, "column", kind == COLUMN ? 0 : VRAM_ANY),
        .lines = one_line ? UINT64_C(1) << part(defect, "line", 0) : UINT64_MAX,
        .value = part(defect, "value", 1),
        .one_in = part(defect, "one_in", 1),
        .one_of = part(defect, "one_of", 1),
    };
}

/* A channel that the card has not is refused, because a defect that breaks nothing would pass for one that no
 * test notices. */
bool gv_faults_take(struct vram_faults *faults, const struct options *options,
                    const struct gv_spread *spread, uint64_t seed, char *error, size_t error_size)
{
    *faults = (struct vram_faults){ .spread = spread, .random = seed };
    for (size_t kind = 0; kind < VRAM_FAULT_DEFECTS; kind++) {
        const struct defect_row *const row = &gv_vram_fault_rows[kind];
        const struct defect *defect;

        for (unsigned n = 0; (defect = options_defect(options, row->option.name, n)) != NULL; n++) {
            const struct vram_fault fault = fault_of(defect, kind);

            if (fault.channel != VRAM_ANY && fault.channel >= spread->channels) {
                snprintf(error, error_size, "defect %s: channel %u of a card that has %u",
                         row->option.name, fault.channel, spread->channels);
                return false;
            }
            faults->all[faults->count++] = fault;
        }
    }
    return true;
}

static bool agrees(uint32_t wanted, uint32_t has)
{
    return wanted == VRAM_ANY || wanted == has;
}

static bool hits(struct vram_faults *faults, const struct vram_fault *fault,
                 const struct gv_place *place, uint64_t sector)
{
    uint64_t name = sector;

    return agrees(fault->channel, place->channel) && agrees(fault->bank, place->bank) &&
           agrees(fault->row, place->row) && agrees(fault->column, place->column / VRAM_SECTOR) &&
           (fault->one_in == 1 || noise_next(&name) % fault->one_in == 0) &&
           (fault->one_of == 1 || noise_next(&faults->random) % fault->one_of == 0);
}

void gv_faults_read(struct vram_faults *faults, uint64_t at, uint8_t *bytes, size_t size)
{
    if (!faults->count)
        return;
    const struct gv_place place = gv_spread_place(faults->spread, at);

    for (unsigned i = 0; i < faults->count; i++) {
        const struct vram_fault *const fault = &faults->all[i];

        if (!hits(faults, fault, &place, at / VRAM_SECTOR))
            continue;
        for (size_t k = 0; k < size; k++) {
            const uint8_t lines = (uint8_t)(fault->lines >> 8 * ((at + k) % (LINES / 8)));

            bytes[k] = (uint8_t)(fault->value ? bytes[k] | lines : bytes[k] & ~lines);
        }
    }
}
