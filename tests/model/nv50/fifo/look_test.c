/* PFIFO's looks at semaphores in the device model (docs/hardware/tesla-mmio.md §4.7): which values satisfy which
 * trigger, the state after a look that fails, which channel PGRAPH is given; and words that m2mf reads beside its lines
 * (tesla-vm.md §1.10). */
#include <string.h>

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/fifo/pfifo_rig.h"

#define SCRATCH UINT64_C(0x3450000)

/* A look at MEMORY, and REF_CNT after it. */
static void acquire(struct channel *c, uint32_t handle, uint32_t wanted, uint32_t trigger)
{
    method(c, 0, 0x60, handle);
    push(c, 0x00100010);
    push(c, 0);
    push(c, MEMORY);
    push(c, wanted);
    push(c, trigger);
    method(c, 0, 0x50, 1);
    submit(c);
}

/* 1: equal; 4: not less, signed. */
TEST(values_satisfy_their_trigger)
{
    static const struct {
        uint32_t seen, wanted;
        bool equal, not_less;
    } rows[] = { { 5, 5, true, true },
                 { 6, 5, false, true },
                 { 4, 5, false, false },
                 { 0, 0xffffffff, false, true },
                 { 0xffffffff, 0, false, false },
                 { 0x80000004, 5, false, true },
                 { 0x80000005, 5, false, false } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned kind = 0; kind < 2; kind++) {
            const bool enough = kind ? rows[i].not_less : rows[i].equal;

            open_card("g84", NULL);
            struct channel c = make_channel(1, true);
            run_list(&c, NULL);
            vram_wr(MEMORY, rows[i].seen);
            acquire(&c, HANDLE_VRAM, rows[i].wanted, kind ? 4 : 1);
            assert_int_equal(rd(user(&c, 0x48)), enough);
            assert_int_equal(rd(REF_PFIFO_PULL1) & 0xb0, enough ? 0 : kind ? 0xb0 : 0x30);
            assert_int_equal(rd(REF_PFIFO_INTR), 0);
            vram_wr(MEMORY, rows[i].wanted);
            clock_now += 1000000;
            rd(0);
            assert_int_equal(rd(user(&c, 0x48)), 1);
            assert_int_equal(rd(REF_PFIFO_PULL1) & 0xb0, 0);
            close_card(NULL);
        }
}

/* The page goes away while the channel waits: the next look fails, MEM_FAULT, and PULL1 asks for no other. */
TEST(a_look_that_fails_is_the_last, NULL, close_card)
{
    static const uint32_t paged[6] = { 0x7fc0003d, 0xffffffff, 0, 0, 0, 0 };

    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    const uint32_t table = c.base + 0x14000, directory = c.base + 0x200;

    for (uint32_t i = 0; i < 4; i++) /* directory entries 0 and 1 */
        vram_wr(directory + 4 * i, 0);
    for (uint32_t at = 0; at < 0x10000; at += 4)
        vram_wr(table + at, 0);
    vram_wr(directory, table | 3);
    vram_wr(table + 8 * (MEMORY >> 12), MEMORY | 1);
    put_words(c.base + 0x5600, paged, 6);
    put_handle(&c, 3, 3, 0x560);
    run_list(&c, NULL);
    vram_wr(MEMORY, 4);
    acquire(&c, 3, 5, 1);
    assert_int_equal(rd(REF_PFIFO_INTR), 0);
    assert_int_equal(rd(REF_PFIFO_PULL1) & 0xb0, 0x30);
    vram_wr(table + 8 * (MEMORY >> 12), 0);
    wr(REF_PFB_MMU_TLB_FLUSH, 5u << 16 | 1);
    wr(REF_PFB_MMU_TLB_FLUSH, 0xcu << 16 | 1);
    clock_now += 1000000;
    rd(0);
    assert_int_equal(rd(REF_PFIFO_INTR), 1 << 20);
    assert_int_equal(rd(REF_PFIFO_PULL0) >> 20 & 0xf, 4);
    assert_int_equal(rd(REF_PFIFO_PULL1) & 0xb0, 0);
    assert_int_equal(rd(user(&c, 0x48)), 0);
}

/* The channel that sends PGRAPH a method is its current one and its next one. */
TEST(pgraph_gets_the_channel, NULL, close_card)
{
    open_card("g84", NULL);
    struct channel c[] = { make_channel(1, true), make_channel(2, true) };
    run_list(&c[0], &c[1]);
    wr(REF_PGRAPH_CTXCTL_NEXT, 0);
    for (unsigned i = 0; i < 4; i++) {
        struct channel *each = &c[i % 2];

        method(each, 0, 0, HANDLE_M2MF);
        submit(each);
        assert_int_equal(rd(REF_PFIFO_INTR), 0);
        assert_int_equal(rd(REF_PGRAPH_CTXCTL_CUR), 0x80000000 | each->base >> 12);
        assert_int_equal(rd(REF_PGRAPH_CTXCTL_NEXT), 0x80000000 | each->base >> 12);
    }
}

static unsigned looks_at_scratch;

static bool count_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)snoop;
    looks_at_scratch += address == SCRATCH;
    memset(bytes, 0, size);
    return true;
}

static bool take_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return true;
}

/* A copy from the card's memory to the system's reads the scratch page of 0x100c08 too; no other does. */
TEST(what_leaves_the_card_reads_the_scratch_page)
{
    static const uint32_t system[6] = { 0x001a003d, 0xffffffff, 0, 0, 0, 0 };
    static const uint32_t methods[][2] = { { 0x200, 1 },
                                           { 0x21c, 1 },
                                           { 0x238, 0 },
                                           { 0x23c, 0 },
                                           { 0x324, 0x101 },
                                           { 0x30c, MEMORY },
                                           { 0x310, MEMORY + 0x1000 },
                                           { 0x314, 64 },
                                           { 0x318, 64 },
                                           { 0x31c, 64 },
                                           { 0x320, 2 },
                                           { 0x328, 0 } };

    for (unsigned i = 0; i < 4; i++) {
        const uint32_t in = i & 1 ? 3 : HANDLE_VRAM, out = i & 2 ? 3 : HANDLE_VRAM;

        open_card("g84", NULL);
        struct channel c = make_channel(1, true);
        nv50_of(card)->host.dma_read = count_read;
        nv50_of(card)->host.dma_write = take_write;
        model_config_write(card, 4, 6, 2);
        wr(REF_PFB_SCRATCH_PAGE, (uint32_t)(SCRATCH >> 8));
        put_words(c.base + 0x5600, system, 6);
        put_handle(&c, 3, 3, 0x560);
        run_list(&c, NULL);
        looks_at_scratch = 0;
        method(&c, 0, 0, HANDLE_M2MF);
        method(&c, 0, 0x180, HANDLE_VRAM);
        method(&c, 0, 0x184, in);
        method(&c, 0, 0x188, out);
        for (unsigned k = 0; k < ARRAY_SIZE(methods); k++)
            method(&c, 0, methods[k][0], methods[k][1]);
        method(&c, 0, 0x50, 1);
        submit(&c);
        assert_int_equal(rd(user(&c, 0x48)), 1);
        assert_int_equal(rd(REF_PGRAPH_INTR) & ~0x10000u, 0);
        assert_int_equal(looks_at_scratch, i == 2);
        assert_int_equal(nv50_of(card)->copied_within, i == 0 ? 128 : 0);
        close_card(NULL);
    }
}
