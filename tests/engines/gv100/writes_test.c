/* The registers that engines/gv100 writes, in their order, against a card that is nothing but registers. Addresses and
 * values are typed from docs/hardware/gv100.md. */
#include "engines/gv100/bar.h"
#include "engines/gv100/fault.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/generation.h"
#include "engines/gv100/host.h"
#include "engines/gv100/push.h"
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "tests/engines/writes_rig.h"

FIXTURE(open_bench)
{
    open_writes(&gv100_chips[CHIP_GV100].chip);
}

/* §4.7, §8.3: PFIFO (bit 8) and the engines' bits off and on, every PBDMA on, each made ready. */
TEST(a_reset_makes_every_pbdma_ready, open_bench)
{
    set_all(REF_PMC_ENABLE, 0x40000162, REF_PFIFO_CFG0, 0x00200002, REF_PPBDMA_INTR_STALL(0),
            0xffffffff, REF_PPBDMA_INTR_STALL(1), 0x00000101);
    assert_int_equal(host_reset(&bench.card, 0x40), OK);
    expect_writes("200=40000022 200=40000162 204=3 "
                  "4013c=effffeff 40108=ffffffff 4010c=fffffeff 40148=ffffffff 4014c=ffffffff "
                  "4012c=ffff "
                  "4213c=1 42108=ffffffff 4210c=fffffeff 42148=ffffffff 4214c=ffffffff 4212c=ffff "
                  "2100=ffffffff 2a00=ffffffff 2140=0 2528=0 ");
}

/* ---- BARs, flushes, invalidates: §2.2, §2.3, §6.1 */

/* INVALIDATE: 0 ALL_VA, 1 ALL_PDB, 2 HUBTLB_ONLY, 26:24 CACHE_LEVEL, 31 TRIGGER. */
TEST(invalidates_name_what_is_forgotten, open_bench)
{
    const struct tlb_scope space = { .pdb = { UINT64_C(0x12345678f000), TARGET_SYSRAM_SNOOP },
                                     .hub_only = true,
                                     .level = 5 };
    const struct tlb_scope page = { .pdb = { 0x6000, TARGET_VRAM },
                                    .one_page = true,
                                    .page = { UINT64_C(0x1abcdef012000) } };
    const struct tlb_scope all = { .all_pdbs = true };

    keep(REF_PFB_PRI_MMU_CTRL, 0x00808000);
    assert_int_equal(tlb_invalidate(&bench.card, &space), OK);
    expect_writes("100cb8=345678f2 100cec=12 100cbc=85000005 ");
    assert_int_equal(tlb_invalidate(&bench.card, &page), OK);
    expect_writes("100cb8=60 100cec=0 100cb4=cdef0120 100ce8=1ab "
                  "100cbc=80000000 ");
    assert_int_equal(tlb_invalidate(&bench.card, &all), OK);
    expect_writes("100cbc=80000003 ");
    keep(REF_PFB_PRI_MMU_CTRL, 0x00010000); /* room, but it does not end */
    bench.now_us = 0;
    assert_int_equal(tlb_invalidate(&bench.card, &all), ERR_TIMEOUT);
    assert_in_range(bench.now_us, 2000000, 2001000);
    expect_writes("100cbc=80000003 ");
    keep(REF_PFB_PRI_MMU_CTRL, 0xff00ffff); /* no room */
    bench.now_us = 0;
    assert_int_equal(tlb_invalidate(&bench.card, &all), ERR_TIMEOUT);
    assert_in_range(bench.now_us, 2000000, 2001000);
    expect_writes("");
    assert_non_null(
        strstr(bench.log, "register 0x100c80 mask 0x00ff0000: wanted any bit, seen 0\n"));
}

/* ---- Turing, and what GV100 has in its place: §13.5, §13.6, §13.8 ---- */

static void open_turing(void **state, bool turing)
{
    open_bench(state);
    bench.card.chip = &gv100_chips[turing ? CHIP_TU104 : CHIP_GV100].chip;
}

static const linear_addr list = { UINT64_C(0x1234567000), TARGET_SYSRAM_SNOOP };

enum action { SUBMIT, LET_IN, FORGET_SPACE, FORGET_ALL, BIND_IT, LISTEN };

static enum err act(enum action action)
{
    struct card *const card = &bench.card;
    const struct tlb_scope space = { .pdb = list, .hub_only = true, .level = 5 };

    if (action == LISTEN)
        generation_listen(card, MMU_EVENT_LATCHED, true);
    return action == SUBMIT         ? generation_submit(card, 5, list, 0x123)
           : action == LET_IN       ? generation_let_doorbells_in(card)
           : action == FORGET_SPACE ? tlb_invalidate(card, &space)
           : action == FORGET_ALL   ? tlb_invalidate(card, &(struct tlb_scope){ .all_pdbs = true })
           : action == BIND_IT      ? bar_bind(card, BAR2, list)
                                    : OK;
}

/* One register keeps a value: what is waited for 2 s, and writes that a mask refuses, after which nothing follows. */
TEST(turing_has_places_of_its_own)
{
    /* clang-format off */
    static const struct { enum action action; uint32_t at, kept; enum err e; const char *writes; bool masked; } rows[] = {
        { SUBMIT, 0x2b5c, 0xffff7fff, OK, "2b50=34567002 2b54=12 2b58=123 ", false },
        { SUBMIT, 0x2b5c, 0x8000, ERR_TIMEOUT, "2b50=34567002 2b54=12 2b58=123 ", false },
        { SUBMIT, 0x2b50, 0x1000, ERR_DEADLINE, "2b50=34567002 ", true }, { SUBMIT, 0x2b50, 0x34567002, OK, "2b50=34567002 2b54=12 2b58=123 ", false },
        { LET_IN, 0x1, 0, OK, "b65000=80000fff ", false }, { LET_IN, 0xb65000, 0xfff, ERR_DEADLINE, "b65000=80000fff ", true },
        { LET_IN, 0xb65000, 0x80000001, OK, "b65000=80000001 ", false },
        { FORGET_SPACE, 0xb830b0, 0x7fffffff, OK, "b830a0=12345672 b830a4=0 b830b0=85000005 ", false },
        { FORGET_SPACE, 0xb830b0, 0x80000000, ERR_TIMEOUT, "", false }, { FORGET_SPACE, 0xb830a0, 5, ERR_DEADLINE, "b830a0=12345672 ", true },
        { FORGET_ALL, 0xb830b0, 0, OK, "b830b0=80000003 ", false }, { FORGET_ALL, 0x1, 0, ERR_TIMEOUT, "b830b0=80000003 ", false },
        { BIND_IT, 0xb80f50, 3, OK, "b80f48=a1234567 ", false }, { BIND_IT, 0xb80f50, 8, ERR_TIMEOUT, "b80f48=a1234567 ", false },
        { BIND_IT, 0xb80f48, 7, ERR_DEADLINE, "b80f48=a1234567 ", true }, { LISTEN, 0x1, 0, OK, "b81210=40 ", false },
        { LISTEN, 0xb81210, 0xffffffbf, OK, "b81210=40 ", true },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_turing(state, true);
        set(REF_CTRL_VIRTUAL_CHANNEL_CFG(0), 0xfff);
        keep(rows[i].at, rows[i].kept);
        assert_int_equal(rows[i].e, act(rows[i].action));
        expect_writes(rows[i].writes);
        assert_in_range(bench.now_us, rows[i].e == ERR_TIMEOUT ? 2000000 : 0,
                        rows[i].e == ERR_TIMEOUT ? 2002000 : 1000);
        const struct card_refusal *const refusal = &bench.card.refusal;
        assert_int_equal(rows[i].masked,
                         refusal->words &&
                             !strcmp(refusal->words, "refused by its privilege mask"));
        if (rows[i].masked)
            assert_pairs(rows[i].at, refusal->reg, rows[i].kept, refusal->word, true,
                         refusal->kept);
    }
    for (unsigned turing = 0; turing < 2; turing++) {
        open_turing(state, turing);
        set_all(0x2b58, 0x00050007, REF_PFIFO_ENG_RUNLIST(5), 0x00100009);
        assert_pairs(turing ? 7 : 9, generation_runlist_length(&bench.card, 5),
                     turing ? 0x50123 : 0x123, generation_doorbell(&bench.card, 0x123, 5),
                     turing ? 0x50123 : 0x123, generation_clear_faulted(&bench.card, 0x123, 5),
                     turing ? 0x80 : 4, bar_engine(&bench.card, BAR1), turing ? 0xc0 : 5,
                     bar_engine(&bench.card, BAR2));
    }
}

/* Vectors 134, 132 and 64 of the MMU; on GV100 bits 31, 29 and 27 of the hub. */
TEST(events_of_the_mmu_have_their_bits)
{
    /* clang-format off */
    static const struct { const char *on, *off, *told, *old_on, *old_off; struct mmu_signal is, old; } rows[] = {
        { "b81210=40 ", "b81410=40 ", "b81010=40 ", "100a2c=80000000 ", "100a34=80000000 ",
          { 0xb81010, 0x40, 0xb81600, 4, "the top of the interrupts" }, { REF_HUB_INTR, 1u << 31, 0x100, 0x200, "PMC_INTR" } },
        { "b81210=10 ", "b81410=10 ", "b81010=10 ", "100a2c=20000000 ", "100a34=20000000 ",
          { 0xb81010, 0x10, 0xb81600, 4, "the top of the interrupts" }, { REF_HUB_INTR, 1u << 29, 0x100, 0x200, "PMC_INTR" } },
        { "b81208=1 ", "b81408=1 ", "b81008=1 ", "100a2c=8000000 ", "100a34=8000000 ",
          { 0xb81008, 1, 0xb81600, 2, "the top of the interrupts" }, { REF_HUB_INTR, 1u << 27, 0x100, 0x200, "PMC_INTR" } },
    };
    /* clang-format on */

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        const enum mmu_event event = i / 2;
        const bool turing = i & 1;
        const struct mmu_signal *const is = turing ? &rows[event].is : &rows[event].old;

        open_turing(state, turing);
        generation_listen(&bench.card, event, true);
        expect_writes(turing ? rows[event].on : rows[event].old_on);
        generation_listen(&bench.card, event, false);
        expect_writes(turing ? rows[event].off : rows[event].old_off);
        generation_acknowledge(&bench.card, event);
        expect_writes(turing ? rows[event].told : "");
        const struct mmu_signal now = generation_signal(&bench.card, event);
        assert_pairs(is->first_at, now.first_at, is->first, now.first, is->last_at, now.last_at,
                     is->last, now.last);
        assert_string_equal(is->last_name, now.last_name);
        generation_quiet(&bench.card);
        expect_writes(turing ? "b81410=40 b81010=40 b81410=10 b81010=10 b81408=1 b81008=1 "
                             : "100a34=a8000000 ");
        generation_silence(&bench.card);
        expect_writes(turing ? "b81608=0 b81610=ffffffff " : "");
    }
}

/* §13.8: 0x9084 has the access that no unit took: bit 0, its address in 23:2, bit 1: a write. */
TEST(a_write_that_nobody_took_is_kept)
{
    static const uint32_t rows[][2] = {
        { 0x00100c83, 1 }, { 0x00100c81, 0 }, { 0x00100c82, 0 },
        { 0xffffffff, 0 }, { 0xff100c83, 1 },
    };
    struct card_refusal out;

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        const bool turing = i & 1;

        open_turing(state, turing);
        set_all(REF_PTIMER_PRI_TIMEOUT_SAVE_0, rows[i / 2][0], 0x100c80, 0x1234);
        assert_int_equal(turing && rows[i / 2][1], generation_refused_write(&bench.card, &out));
        if (turing && rows[i / 2][1])
            assert_pairs(0x100c80, out.reg, 0x1234, out.word, true, out.kept, true, out.told);
        generation_forget_refused(&bench.card);
        expect_writes(turing ? "9084=0 " : "");
    }
}

/* ---- push buffers, §4.2, §4.4, §4.5: a header is 1 << 29 | count << 16 | subchannel << 13 | method / 4 */

static void expect_words(const struct push *push, const uint32_t *words, unsigned count)
{
    assert_pairs(push->count, count, false, push->full);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(push->words[i], words[i]);
}

#define EXPECT(...)                                                                                \
    expect_words(&push, (const uint32_t[]){ __VA_ARGS__ },                                         \
                 sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

TEST(methods_are_these_words, open_bench)
{
    const virtual_addr at = { UINT64_C(0x1543298765430) };
    struct push push;

    push_start(&push);
    push_method(&push, 4, 0x300, 0x12345678);
    EXPECT(0x200180c0, 0x12345678);
    push_start(&push);
    push_semaphore(&push, at, UINT64_C(0x1122334455667788), 0x01000002);
    EXPECT(0x20050017, 0x98765430, 0x00015432, 0x55667788, 0x11223344, 0x01000002);
    push_start(&push);
    push_semaphore_old(&push, at, 0xaabbccdd, 0x1002);
    EXPECT(0x20040004, 0x00015432, 0x98765430, 0xaabbccdd, 0x1002);
    push_start(&push);
    push_fence(&push, at, 7); /* RELEASE, without waiting for idle (bit 20) */
    EXPECT(0x20040004, 0x00015432, 0x98765430, 7, 0x00100002);
    push_start(&push);
    push_mem_op(&push, 1, 2, 3, 4);
    EXPECT(0x2004000a, 1, 2, 3, 4);
    push_start(&push);
    push_invalidate(&push, (linear_addr){ UINT64_C(0x1298765000), TARGET_VRAM }, true);
    push_invalidate(&push, (linear_addr){ UINT64_C(0x1298765000), TARGET_SYSRAM_SNOOP }, false);
    EXPECT(0x2004000a, 0, 0, 0x98765002, 0x48000012, 0x2004000a, 0, 0, 0x98765800, 0x48000012);
}
