#include "tests/model/gv100/channel_rig.h"

#define CHANNELS 8

static unsigned gp_put[CHANNELS], push_at[CHANNELS];

void build_space(void)
{
    put64_all(PD3, PD2 >> 4 | 2, PD2, PD1 >> 4 | 2, PD1, PD0 >> 4 | 2);
    for (unsigned i = 1; i < 4; i++)
        put64(PD3 + 8 * i, 0);
    for (unsigned i = 1; i < 512; i++) {
        put64(PD2 + 8 * i, 0);
        put64(PD1 + 8 * i, 0);
    }
    for (unsigned i = 0; i < 256; i++) {
        put64(PD0 + 16 * i, i < 32 ? (uint64_t)i << 17 | 1 : 0);
        put64(PD0 + 16 * i + 8, 0);
    }
    put64(PD0 + 16 * 16, PTB >> 4 | 2);
    put64(PD0 + 16 * 16 + 8, PTS >> 4 | 2);
    for (unsigned i = 0; i < 512; i++)
        map_small(i, 0);
    for (unsigned i = 0; i < 32; i++)
        map_large(i, 0);
    wr(REF_PMC_ENABLE, 0xffffffff);
    memset(gp_put, 0, sizeof(gp_put));
    memset(push_at, 0, sizeof(push_at));
}

void map_small(unsigned index, uint64_t pte)
{
    put64(PTS + 8 * index, pte);
}

void map_large(unsigned index, uint64_t pte)
{
    put64(PTB + 8 * index, pte);
}

void build_block(uint64_t block)
{
    for (unsigned i = 0; i < 0x6a0; i += 4)
        put(block + i, 0);
    put(block + 0x200, (uint32_t)PD3 | 0xc00);
}

void bind_bar(unsigned bar, uint64_t block)
{
    build_block(block);
    wr_wait(bar == 1 ? REF_PBUS_BAR1_BLOCK : REF_PBUS_BAR2_BLOCK,
            0x80000000 | (uint32_t)(block >> 12));
}

void open_fault_buffer(uint32_t entries)
{
    bind_bar(2, 0x27000);
    for (unsigned i = 0; i < 0x200; i += 4)
        put(FAULT + i, 0x5ca1ab1e);
    wr_all(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0, REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0),
           (uint32_t)FAULT, REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000000 | entries);
}

void invalidate(unsigned level)
{
    wr(REF_PFB_PRI_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    wr(REF_PFB_PRI_MMU_INVALIDATE_UPPER_PDB, 0);
    wr_wait(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001 | level << 24);
}

void make_channel(unsigned channel, uint32_t target)
{
    const uint64_t block = BLOCK(channel);

    build_block(block);
    for (unsigned i = 0; i < 0x200; i += 4)
        put(USERD(channel) + i, 0);
    put_all(block + 0x08, USERD(channel), block + 0x10, 0xface, block + 0x30, 0x7ffff902,
            block + 0x48, RING(channel), block + 0x4c, 6 << 16 /* 64 entries */, block + 0x84,
            0x20400000, block + 0x94, 0x30000001, block + 0xac, target, block + 0xf4, 0x1000);
    wr(REF_PCCSR_CHANNEL_INST(channel), 0x80000000 | (uint32_t)(block >> 12));
    wr(REF_PCCSR_CHANNEL(channel), 0x400);
}

static uint64_t put_header(uint64_t at, unsigned count, unsigned id)
{
    put_all(at, 0x80030001, at + 4, count, at + 8, id, at + 12, 0);
    return at + 16;
}

static uint64_t put_member(uint64_t at, unsigned channel)
{
    put_all(at, USERD(channel), at + 4, 0, at + 8, BLOCK(channel) | channel, at + 12, 0);
    return at + 16;
}

static void submit_entries(unsigned runlist, uint64_t end)
{
    wr(REF_PFIFO_RUNLIST_BASE, (uint32_t)(RUNLIST >> 12));
    wr_wait(REF_PFIFO_RUNLIST, runlist << 20 | (uint32_t)((end - RUNLIST) / 16));
}

void submit(unsigned runlist, const unsigned *channels, unsigned count)
{
    uint64_t at = RUNLIST;

    for (unsigned i = 0; i < count; i++)
        at = put_member(put_header(at, 1, 16 + channels[i]), channels[i]);
    submit_entries(runlist, at);
}

void submit_group(unsigned runlist, const unsigned *channels, unsigned count)
{
    uint64_t at = put_header(RUNLIST, count, 16);

    for (unsigned i = 0; i < count; i++)
        at = put_member(at, channels[i]);
    submit_entries(runlist, at);
}

void submit_raw(unsigned runlist, const uint32_t (*entries)[4], unsigned count)
{
    for (unsigned i = 0; i < 4 * count; i++)
        put(RUNLIST + 4 * i, entries[i / 4][i % 4]);
    submit_entries(runlist, RUNLIST + 16 * count);
}

void push_entry(unsigned channel, uint32_t low, uint32_t high)
{
    put(RING(channel) + 8 * gp_put[channel], low);
    put(RING(channel) + 8 * gp_put[channel] + 4, high);
    gp_put[channel] = (gp_put[channel] + 1) % 64;
    put(USERD(channel) + 0x8c, gp_put[channel]);
}

void push(unsigned channel, const uint32_t *words, unsigned count)
{
    const uint64_t at = PUSH(channel) + push_at[channel];

    for (unsigned i = 0; i < count; i++)
        put(at + 4 * i, words[i]);
    push_at[channel] += 4 * count;
    push_entry(channel, (uint32_t)at, count << 10);
}

void ring(unsigned channel)
{
    wr(REF_USERMODE_NOTIFY_CHANNEL_PENDING, channel);
}

void run_words(unsigned channel, const uint32_t *words, unsigned count)
{
    push(channel, words, count);
    ring(channel);
    wait_ns(100000);
}

void open_channel(void)
{
    build_space();
    make_channel(1, 1 << 17 | 2);
    submit(1, (const unsigned[]){ 1 }, 1);
}

int open_usual(void **state)
{
    open_world(NULL);
    open_channel();
    put(SEM, 0);
    put(SEM + 0x40, 0);
    return 0;
}

uint8_t vram_byte_at(uint64_t at)
{
    return (uint8_t)model_read(world.card, 1, at, 1);
}

uint8_t pattern_byte(uint64_t i)
{
    return (uint8_t)(i * 7 + (i >> 8) + 3);
}
