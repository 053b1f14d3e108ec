#include "tests/fuzz/gv100_world.h"
#include "reference/gv100.h"

#include <string.h>

/* clang-format off */
static const struct gv100_ways volta = {
    .runlist = 1 /* of LCE1 */, .engine = 2, .bar1 = REF_PBUS_BAR1_BLOCK, .bar2 = REF_PBUS_BAR2_BLOCK,
    .pdb = REF_PFB_PRI_MMU_INVALIDATE_PDB, .upper_pdb = REF_PFB_PRI_MMU_INVALIDATE_UPPER_PDB,
    .invalidate = REF_PFB_PRI_MMU_INVALIDATE, .buffer = REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0),
    .get = REF_PFB_PRI_MMU_FAULT_BUFFER_GET(0), .size = REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0),
    .status = REF_PFB_PRI_MMU_FAULT_STATUS,
};

static const struct gv100_ways turing = {
    .runlist = 8 /* of LCE2 */, .engine = 8, .bar1 = REF_VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK,
    .bar2 = REF_VIRTUAL_FUNCTION_PRIV_BAR2_BLOCK, .pdb = REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_PDB,
    .upper_pdb = REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE_UPPER_PDB,
    .invalidate = REF_VIRTUAL_FUNCTION_PRIV_MMU_INVALIDATE, .buffer = 0xb83000,
    .get = REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_GET(0),
    .size = REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_SIZE(0),
    .status = REF_VIRTUAL_FUNCTION_PRIV_MMU_FAULT_STATUS,
};
/* clang-format on */

bool gv100_is_turing(const struct guest *guest)
{
    return guest->chip != &gv100_chips[CHIP_GV100].chip;
}

const struct gv100_ways *gv100_ways(const struct guest *guest)
{
    return gv100_is_turing(guest) ? &turing : &volta;
}

const struct chip *gv100_chip_by(size_t size)
{
    return &gv100_chips[size % 8 % GV100_CHIP_COUNT].chip;
}

void gv100_submit(struct guest *guest, uint32_t runlist, uint32_t more, uint32_t length)
{
    if (gv100_is_turing(guest)) {
        wr(guest, REF_PFIFO_RUNLIST_BASE_LO(runlist), RUNLIST + (more << 12));
        wr(guest, REF_PFIFO_RUNLIST_BASE_HI(runlist), 0);
        wr(guest, REF_PFIFO_RUNLIST_SUBMIT(runlist), length);
        return;
    }
    wr(guest, REF_PFIFO_RUNLIST_BASE, RUNLIST >> 12 | more);
    wr(guest, REF_PFIFO_RUNLIST, runlist << 20 | length);
}

void gv100_ring(struct guest *guest, uint32_t channel)
{
    wr(guest, REF_USERMODE_NOTIFY_CHANNEL_PENDING,
       channel | (gv100_is_turing(guest) ? gv100_ways(guest)->runlist << 16 : 0));
}

static void make_tables(struct guest *guest)
{
    for (uint32_t at = TABLES; at < TABLES + 0x5000; at += 4)
        vram_wr(guest, at, 0);
    for (uint32_t level = 0; level < 3; level++)
        vram_wr(guest, TABLES + 0x1000 * level, (TABLES + 0x1000 * (level + 1)) >> 4 | 2);
    for (uint32_t i = 0; i < 8; i++)
        vram_wr(guest, TABLES + 0x3000 + 16 * i, i << 17 | 1);
    vram_wr(guest, TABLES + 0x3000 + 16 * 8 + 8, (TABLES + 0x4000) >> 4 | 2);
    for (uint32_t i = 0; i < 16; i++) /* the machine's memory after the VRAM */
        vram_wr(guest, TABLES + 0x4000 + 8 * i, i << 8 | 5);
}

static void make_channel(struct guest *guest, uint32_t i)
{
    const uint32_t block = BLOCK + 0x1000 * i;
    /* clang-format off */
    const uint32_t words[][2] = {
        { 0x08, USERD + 0x200 * i }, { 0x10, 0xface }, { 0x30, 0x7ffff902 },
        { 0x48, RING + 0x1000 * i }, { 0x4c, 5 << 16 }, { 0x84, 0x20400000 }, { 0x94, 0x30000001 },
        { 0xac, 1 << 17 | gv100_ways(guest)->engine }, { 0xe4, 0x20 }, { 0xf4, 0x1100 },
        { 0x200, TABLES | 0xc00 }
    };
    /* clang-format on */

    for (uint32_t at = 0; at < 0x220; at += 4)
        vram_wr(guest, block + at, 0);
    for (uint32_t at = 0; at < 0x200; at += 4)
        vram_wr(guest, USERD + 0x200 * i + at, 0);
    for (unsigned w = 0; w < ARRAY_SIZE(words); w++)
        vram_wr(guest, block + words[w][0], words[w][1]);
    wr(guest, REF_PCCSR_CHANNEL_INST(i), 0x80000000 | block >> 12);
    wr(guest, REF_PCCSR_CHANNEL(i), 0x400);
}

/* Two channels in one TSG, and two in a TSG of their own. */
void gv100_world_channels(struct guest *guest)
{
    /* clang-format off */
    static const uint32_t list[][4] = { { 0x01000001, 2, 10 }, { 0 }, { 2, 0, 1 }, { 0x01000001, 1, 11 }, { 0, 0, 2 },
                                        { 0x01000001, 1, 12 }, { 0, 0, 3 } };
    /* clang-format on */
    const struct gv100_ways *const ways = gv100_ways(guest);

    model_config_write(guest->card, 4, 6, 2);
    wr(guest, REF_PMC_ENABLE, 0xffffffff);
    memset(guest->put, 0, sizeof(guest->put));
    memset(guest->used, 0, sizeof(guest->used));
    make_tables(guest);
    for (uint32_t i = 0; i < GUEST_CHANNELS; i++)
        make_channel(guest, i);
    for (uint32_t i = 0; i < sizeof(list) / 4; i++)
        vram_wr(guest, RUNLIST + 4 * i, list[i / 4][i % 4]);
    if (gv100_is_turing(guest))
        wr(guest, REF_CTRL_VIRTUAL_CHANNEL_CFG(0), 0x80000000);
    gv100_submit(guest, ways->runlist, 0, 7);
    wr(guest, ways->bar1, 0x80000000 | BLOCK >> 12);
    wr(guest, ways->bar2, 0x80000000 | BLOCK >> 12);
    wr(guest, ways->buffer, 0x800000);
    wr(guest, ways->size, 0x80000010);
}

void gv100_world_open(struct guest *guest, const struct chip *chip)
{
    guest->tick_ns = 100;
    guest_open(guest, chip, 16 << 20);
    gv100_world_channels(guest);
}

void run(struct guest *guest, uint32_t channel, const uint32_t *words, uint32_t count)
{
    const uint32_t at = SEGMENTS + 0x1000 * channel + guest->used[channel];
    const uint32_t entry = RING + 0x1000 * channel + 8 * guest->put[channel];

    for (uint32_t i = 0; i < count; i++)
        vram_wr(guest, at + 4 * i, words[i]);
    guest->used[channel] = (guest->used[channel] + 4 * count) % 0xf00;
    vram_wr(guest, entry, at);
    vram_wr(guest, entry + 4, count << 10);
    guest->put[channel] = (guest->put[channel] + 1) & 31;
    vram_wr(guest, USERD + 0x200 * channel + 0x8c, guest->put[channel]);
    gv100_ring(guest, channel);
    pass(guest, 20000);
}

/* Whatever the guest has done: after PFIFO's reset, with new tables and an invalidate of all, channel 0 runs. */
bool gv100_world_works(struct guest *guest)
{
    wr(guest, REF_PMC_ENABLE, ~0x100u);
    wr(guest, REF_PMC_ENABLE, 0xffffffff);
    wr(guest, REF_PMC_ENABLE_PB, 0x3fff); /* Turing has none */
    wr(guest, REF_PFIFO_SCHED_DISABLE, 0);
    gv100_world_channels(guest);
    wr(guest, gv100_ways(guest)->invalidate, 0x80000003);
    pass(guest, 5000);
    vram_wr(guest, DATA, 0);
    RUN(guest, 0, INCR(0, 0x5c, 5), DATA, 0, 0xfeed, 0, 1);
    for (unsigned i = 0; i < 100; i++)
        pass(guest, 1000000);
    wr(guest, REF_PBUS_BAR0_WINDOW, DATA >> 16);
    return model_read(guest->card, NV_BAR_MMIO, 0x700000 + (DATA & 0xffff), 4) == 0xfeed;
}
