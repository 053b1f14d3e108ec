/* PFIFO's looks at semaphores in the device model (docs/hardware/tesla-mmio.md §4.7): which values satisfy which
 * trigger, the state after a look that fails, which channel PGRAPH is given; and words that m2mf reads beside its lines
 * (tesla-vm.md §1.10). */
#include "tests/model/nv50/fifo/pfifo_rig.h"

/* A look at MEMORY, and REF_CNT after it. */
static void acquire(struct channel *c, uint32_t handle, uint32_t wanted, uint32_t trigger)
{
    method(c, 0, 0x60, handle);
    PUSH(c, 0x00100010, 0, MEMORY, wanted, trigger);
    send(c, 0, 0x50, 1);
}

/* 1: equal; 4: not less, signed. */
TEST(values_satisfy_their_trigger)
{
    /* clang-format off */
    static const struct { uint32_t seen, wanted; bool equal, not_less; } rows[] = {
        { 5, 5, true, true }, { 6, 5, false, true }, { 4, 5, false, false },
        { 0, 0xffffffff, false, true }, { 0xffffffff, 0, false, false },
        { 0x80000004, 5, false, true }, { 0x80000005, 5, false, false }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned kind = 0; kind < 2; kind++) {
            const bool enough = kind ? rows[i].not_less : rows[i].equal;

            struct channel c = lone_channel("g84", NULL, true);
            vram_wr(MEMORY, rows[i].seen);
            acquire(&c, HANDLE_VRAM, rows[i].wanted, kind ? 4 : 1);
            assert_pairs(enough, rd(user(&c, 0x48)),
                         enough ? 0
                         : kind ? 0xb0
                                : 0x30,
                         rd(REF_PFIFO_PULL1) & 0xb0, 0, rd(REF_PFIFO_INTR));
            vram_wr(MEMORY, rows[i].wanted);
            clock_now += 1000000;
            rd(0);
            assert_pairs(1, rd(user(&c, 0x48)), 0, rd(REF_PFIFO_PULL1) & 0xb0);
        }
}

/* The page goes away while the channel waits: the next look fails, MEM_FAULT, and PULL1 asks for no other. */
TEST(a_look_that_fails_is_the_last, NULL, close_card)
{
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    const uint32_t table = c.base + 0x14000, directory = c.base + 0x200;

    wipe(directory, 16, 0); /* entries 0 and 1 */
    wipe(table, 0x10000, 0);
    PUT(vram_wr, directory, table | 3, table + 8 * (MEMORY >> 12), MEMORY | 1);
    STORE(c.base + 0x5600, 0x7fc0003d, 0xffffffff, 0, 0, 0, 0);
    put_handle(&c, 3, 3, 0x560);
    run_list(&c, NULL);
    vram_wr(MEMORY, 4);
    acquire(&c, 3, 5, 1);
    assert_pairs(0, rd(REF_PFIFO_INTR), 0x30, rd(REF_PFIFO_PULL1) & 0xb0);
    vram_wr(table + 8 * (MEMORY >> 12), 0);
    PUT(wr, REF_PFB_MMU_TLB_FLUSH, 5u << 16 | 1, REF_PFB_MMU_TLB_FLUSH, 0xcu << 16 | 1);
    clock_now += 1000000;
    rd(0);
    wr(REF_PFB_VM_FAULT, 0x000707ff); /* engine c looks again (§4.7), and its record says so */
    assert_int_equal(0xc, rd(REF_PFB_VM_FAULT_DATA) & 0xf);
    assert_pairs(1 << 20, rd(REF_PFIFO_INTR), 4, rd(REF_PFIFO_PULL0) >> 20 & 0xf, 0,
                 rd(REF_PFIFO_PULL1) & 0xb0, 0, rd(user(&c, 0x48)));
}
