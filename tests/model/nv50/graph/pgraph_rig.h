/* tests/model/nv50/graph/pgraph_rig.h: PGRAPH driven through its direct port, without PFIFO.
 *
 * Shape   bring_up, then send, or SEND for many.
 * Source  docs/hardware/tesla-mmio.md §5.4, §5.5. */
#pragma once

#include "tests/model/nv50/core_rig.h"

/* §5.4's own places. */
#define CHANNEL    0x1000000u
#define VRAM       0x12u /* selectors: unpaged VRAM */
#define PAGED      0x14u
#define M2MF       0x16u
#define ENG2D      0x17u
#define READ_ONLY  0x18u
#define SUPERVISOR 0x1au
#define TABLE      0x1010000u
#define NOTIFY     0x1100000u

/* Pairs of a method and its data. */
#define PAIRS(...)                                                                                 \
    (const uint32_t[][2]){ __VA_ARGS__ }, sizeof((const uint32_t[][2]){ __VA_ARGS__ }) / 8

static inline void put_object(uint32_t selector, uint32_t w0, uint32_t limit)
{
    STORE(CHANNEL + 16 * selector, w0, limit, 0, 0, 0, 0x00010000);
}

/* §5.4, "reset" to "context". */
static inline void start_graph(void)
{
    PUT(wr, REF_PMC_ENABLE, 0xffdfeeff, REF_PMC_ENABLE, 0xffffffff);
    put_object(VRAM, 0x0019003d, 0xffffffff);
    put_object(PAGED, 0x7fc0003d, 0xffffffff);
    put_object(READ_ONLY, 0x00150002, 0xffffffff);
    put_object(SUPERVISOR, 0x8019003d, 0xffffffff);
    PUT(vram_wr, CHANNEL + 16 * M2MF, 0x5039, CHANNEL + 16 * ENG2D, 0x502d);
    static const uint32_t traps[] = { 0x400804, 0x406800, 0x400c04, 0x401800, 0x405018,
                                      0x402000, 0x408e08, 0x408900, 0x408708, 0x408600 };
    for (unsigned i = 0; i < 10; i++)
        wr(traps[i], 0xc0000000);
    PUT(wr, REF_PGRAPH_UNIT_RESET, 0xffffffff, REF_PGRAPH_UNIT_RESET, 0, REF_PGRAPH_INTR,
        0xffffffff, REF_PGRAPH_TRAP, 0xffffffff, REF_PGRAPH_INTR_EN, 0xffffffff, REF_PGRAPH_TRAP_EN,
        0xffffffff, REF_PFB_VM_FAULT, 0x000707ff, REF_PGRAPH_CTXCTL_CUR, 0x80000000 | CHANNEL >> 12,
        REF_PGRAPH_FIFO_CONTROL, 0x10001);
}

static inline void bring_up_knobs(const char *chip, const char *defects, const char *knobs)
{
    open_core(chip, defects, knobs);
    start_graph();
}

static inline void bring_up(const char *chip, const char *defects)
{
    bring_up_knobs(chip, defects, NULL);
}

static inline void send(unsigned subchannel, uint32_t method, uint32_t data)
{
    assert_int_equal(rd(REF_PGRAPH_CMD_ADDR) & 0x80000000, 0);
    wr(REF_PGRAPH_CMD_DATA_LOW, data);
    wr(REF_PGRAPH_CMD_ADDR, method | subchannel << 16 | 0x80000000);
}

static inline void send_list(unsigned subchannel, const uint32_t (*list)[2], size_t count)
{
    for (size_t i = 0; i < count; i++)
        send(subchannel, list[i][0], list[i][1]);
}

#define SEND(subchannel, ...) send_list(subchannel, PAIRS(__VA_ARGS__))

static inline void send_row(unsigned subchannel, uint32_t first, const uint32_t *words,
                            size_t count)
{
    for (size_t i = 0; i < count; i++)
        send(subchannel, first + 4 * (uint32_t)i, words[i]);
}

/* Data of methods that follow each other. */
#define SEND_ROW(subchannel, first, ...) send_row(subchannel, first, ROW(__VA_ARGS__))

/* §5.6: that method is refused with this code, or taken: 0. */
static inline void expect_data_error(unsigned subchannel, uint32_t method, uint32_t data,
                                     uint32_t code)
{
    send(subchannel, method, data);
    if (code)
        assert_pairs(1 << 20, rd(REF_PGRAPH_INTR), code, rd(REF_PGRAPH_DATA_ERROR),
                     subchannel << 16 | method, rd(REF_PGRAPH_TRAPPED_ADDR), data,
                     rd(REF_PGRAPH_TRAPPED_DATA), subchannel ? 0x502d : 0x5039,
                     rd(REF_PGRAPH_CTX_SWITCH_1) & 0xffff, subchannel ? ENG2D : M2MF,
                     rd(REF_PGRAPH_CTX_SWITCH_4) >> 16);
    else
        assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    PUT(wr, REF_PGRAPH_INTR, 1 << 20, REF_PGRAPH_FIFO_CONTROL, 0x10001);
}

/* An address of 40 bits; for it and 0 the channel has no page table then, and every access through PAGED faults with code 0. */
#define NOWHERE      UINT64_C(0x5a20000000)
#define NOWHERE_LOW  0x20000000u
#define NOWHERE_HIGH 0x5au

/* Its limit is the last of all addresses. */
static inline void put_wide(uint32_t selector)
{
    put_object(selector, 0x7fc0003d, 0xffffffff);
    vram_wr(CHANNEL + 16 * selector + 12, 0xff000000);
}

static inline void drop_tables(void)
{
    wipe(CHANNEL + nv50_of(card)->chip->pd_offset, 0x10, 0);
    wipe(CHANNEL + nv50_of(card)->chip->pd_offset + (uint32_t)(NOWHERE >> 29) * 8, 8, 0);
    put_wide(PAGED);
}

/* The record of the last fault, and its address (tesla-vm.md §2.2). */
static inline uint64_t read_fault(uint32_t t[6])
{
    for (uint32_t i = 0; i < 6; i++) {
        wr(REF_PFB_VM_FAULT, 0x000707ff | i << 24);
        t[i] = rd(REF_PFB_VM_FAULT_DATA);
    }
    return t[3] | (uint64_t)t[4] << 16 | (uint64_t)(t[5] & 0xff) << 32;
}

/* tesla-vm.md §2.2, of cards before GT215 and MCP77, MCP79: engine 0 and code 0 beside client and slot, the address, and whether it is a read. */
static inline void expect_vm_fault(unsigned client, unsigned slot, bool read, uint64_t at)
{
    uint32_t t[6];
    const uint64_t seen = read_fault(t);

    assert_pairs(at, seen, 1, rd(REF_PFB_VM_FAULT) >> 31, slot << 12 | client << 8, t[0], read,
                 t[5] >> 8 & 1);
    close_card(NULL);
}

/* ---- 2D, on subchannel 1 (§5.8) ---- */

/* Its source or destination, in rows. */
static inline void surface_2d(uint32_t base, uint32_t format, uint32_t pitch, uint32_t width,
                              uint32_t height, uint64_t at)
{
    SEND_ROW(1, base, format, 1, 0, 1, 0, pitch, width, height, (uint32_t)(at >> 32), (uint32_t)at);
}

static inline void bind_2d(void)
{
    SEND(1, { 0, ENG2D }, { 0x180, VRAM }, { 0x184, VRAM }, { 0x188, VRAM }, { 0x290, 0 },
         { 0x2ac, 3 }, { 0x580, 4 }, { 0x584, 0xe6 });
}

static inline void draw_rectangle(uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    SEND_ROW(1, 0x600, x0, y0, x1, y1);
}

/* ---- m2mf, on subchannel 0 (§5.5) ---- */

static inline void bind_m2mf(uint32_t notify, uint32_t in, uint32_t out)
{
    SEND(0, { 0, M2MF }, { 0x180, notify }, { 0x184, in }, { 0x188, out }, { 0x200, 1 },
         { 0x21c, 1 }, { 0x238, 0 }, { 0x23c, 0 }, { 0x324, 0x101 });
}

static inline void copy(uint32_t from, uint32_t to, uint32_t pitch_in, uint32_t pitch_out,
                        uint32_t length, uint32_t count)
{
    SEND(0, { 0x30c, from }, { 0x310, to }, { 0x314, pitch_in }, { 0x318, pitch_out },
         { 0x31c, length }, { 0x320, count }, { 0x328, 0 });
}

/* §5.9, of a surface with blocks of 2^3:0 by 2^7:4 by 2^11:8 gobs: blocks lie row by row and layer by layer, gobs in them too, and the
 * lines of a gob one after the other. */
static inline uint32_t tiled_place(uint32_t block, uint32_t width, uint32_t height, uint32_t x,
                                   uint32_t y, uint32_t z)
{
    const uint32_t gob_x = x / 64, gob_y = y / 4;
    const uint32_t wide = 1u << (block & 15), high = 1u << (block >> 4 & 15),
                   deep = 1u << (block >> 8);
    const uint32_t across = (width + 64 * wide - 1) / (64 * wide),
                   down = (height + 4 * high - 1) / (4 * high);
    const uint32_t number = (z / deep * down + gob_y / high) * across + gob_x / wide;
    const uint32_t gob = (z % deep * high + gob_y % high) * wide + gob_x % wide;

    return (number * wide * high * deep + gob) * 256 + y % 4 * 64 + x % 64;
}

/* §5.9's vectors, of surfaces of 208 bytes by 17 lines in blocks of 111, and of 256 by 32 in blocks of 020. */
#define VECTORS_OF_FIRST 12u
static const struct {
    uint32_t x, y, z, at;
} gob_vectors[] = {
    { 0, 0, 0, 0 },       { 48, 3, 0, 0xf0 },  { 64, 0, 0, 0x100 },    { 128, 0, 0, 0x800 },
    { 192, 0, 0, 0x900 }, { 0, 4, 0, 0x200 },  { 0, 8, 0, 0x1000 },    { 0, 16, 0, 0x2000 },
    { 0, 0, 1, 0x400 },   { 0, 0, 2, 0x3000 }, { 192, 16, 0, 0x2900 }, { 192, 8, 2, 0x4900 },
    { 63, 3, 0, 0xff },   { 64, 0, 0, 0x400 }, { 0, 4, 0, 0x100 },     { 130, 21, 0, 0x1942 },
};

static inline void expect_idle(void)
{
    assert_pairs(rd(REF_PGRAPH_STATUS), 0, rd(REF_PGRAPH_VSTATUS), 0);
}

static inline void fill(uint32_t at, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        vram_wr(at + 4 * i, 0x11000000 + i);
}
