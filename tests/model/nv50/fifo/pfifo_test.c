/* PFIFO of the device model: channels, pushers, puller, caches, errors. Expected values are
 * typed from docs/hardware/tesla-mmio.md §4; the channel is the one of §4.9's last recipe. */
#include "tests/model/nv50/fifo/pfifo_rig.h"

/* §4.9: REF through an indirect buffer, on both channel layouts. */
TEST(reference_counts)
{
    static const char *const chips[] = { "g80", "g84", "gt215" };
    for (unsigned i = 0; i < 3; i++) {
        struct channel c = lone_channel(chips[i], NULL, true);
        push(&c, 0); /* padding */
        send(&c, 0, 0x50, 0x1234);
        assert_pairs(0x1234, rd(user(&c, 0x48)), 1, rd(user(&c, 0x88)), c.push + 4 * c.words,
                     rd(user(&c, 0x44)), 1, rd(REF_PFIFO_PUSH1) & 0x7f, 0, rd(REF_PFIFO_INTR));
        for (uint32_t n = 0; n < 40; n++) { /* the ring of 16 wraps */
            send(&c, 0, 0x50, n);
        }
        assert_int_equal(rd(user(&c, 0x48)), 39);
    }
}

#define CACHE 0xe000u /* of a channel: its saved cache, on G80 at 0x400 */
#define REF   0x50u

/* One saved method makes PFIFO take the channel: REF, which puts its data into register 0x3248. */
static void load_by_saved_method(const struct channel *c, uint32_t data)
{
    const uint32_t cache = c->base + (is_g80() ? 0x400 : CACHE);

    PUT(vram_wr, c->ramfc + 0x84, 1, cache, REF, cache + 4, data);
    run_list(c, NULL);
}

/* tesla-vm.md §1.4, tesla-mmio.md §4.3: a channel's cache when it was switched away lies at 0x400 of the channel on
 * G80, where RAMFC says later, RAMFC word 0x84 counts it, and it is done first when the channel comes back. */
TEST(saved_caches_are_loaded)
{
    static const char *const chips[] = { "g80", "g84", "gt215" };
    for (unsigned i = 0; i < 3; i++) {
        open_card(chips[i], NULL);
        const struct channel c = make_channel(1, true);
        load_by_saved_method(&c, 0x5ca1ab1e);
        assert_int_equal(rd(user(&c, 0x48)), 0x5ca1ab1e);
    }
}

static uint32_t reference_after(struct channel *c, uint32_t value)
{
    send(c, 0, 0x50, value);
    return rd(user(c, 0x48));
}

/* The other answer to §4.5's question: nothing happens before CACHES bit 8. */
TEST(caches_take_runlists_by_knob, NULL, close_card)
{
    open_core("g84", NULL, "runlist_taken=caches");
    start_card();
    struct channel c = make_channel(1, true);
    vram_wr(RUNLIST, c.id); /* as drivers since Linux 6.2 announce it */
    PUT(wr, REF_PFIFO_RUNLIST, RUNLIST >> 12, REF_PFIFO_RUNLIST_LENGTH, 1);
    assert_int_equal(reference_after(&c, 0x1234), 0);
    wr(REF_PFIFO_CACHES, 1);
    assert_int_equal(rd(user(&c, 0x48)), 0);
    wr(REF_PFIFO_CACHES, 0x101);
    assert_int_equal(rd(user(&c, 0x48)), 0x1234);
}

/* §4.6: PUT, jump, call and return of the older kind of push buffer. */
TEST(older_push_buffers_jump_and_call, NULL, close_card)
{
    struct channel c = lone_channel("g84", NULL, false);
    STORE(c.push + 0x100, 0x00040050, 7, 0x00020000);
    STORE(c.push + 0x200, 0x00040050, 8);
    PUSH(&c, (c.push + 0x100) | 2, (c.push + 0x200) | 1);
    wr(user(&c, 0x4c), 0);
    /* Stopped in the subroutine: 0x54 is where it returns to, outside of one it is GET. */
    wr(user(&c, 0x40), c.push + 0x108);
    assert_pairs(c.push + 0x108, rd(user(&c, 0x44)), c.push + 4, rd(user(&c, 0x54)));
    wr(user(&c, 0x40), c.push + 4);
    assert_pairs(7, rd(user(&c, 0x48)), c.push + 4, rd(user(&c, 0x54)), c.push + 4,
                 rd(user(&c, 0x44)));
    wr(user(&c, 0x40), c.push + 0x208);
    assert_pairs(8, rd(user(&c, 0x48)), 0, rd(user(&c, 0x60)));
    vram_wr(c.push + 0x208, 0x00020000);
    wr(user(&c, 0x40), c.push + 0x20c);
    assert_pairs(1 << 12, rd(REF_PFIFO_INTR), 3, rd(REF_PFIFO_DMA_STATE) >> 29);
}

/* §4.4's vectors, by placing entries where the hash says. */
TEST(handles_are_hashed, NULL, close_card)
{
    struct channel c = lone_channel("g84", NULL, true);
    static const uint32_t rows[][2] = { { 0x0000beef, 0x0b0 }, { 0x0000dead, 0x0c2 },
                                        { 0x00beef39, 0x061 }, { 0x80000001, 0x011 },
                                        { 0xdeadbeef, 0x180 }, { 0xffffffff, 0x1e0 } };
    for (unsigned i = 0; i < 6; i++) {
        put_handle(&c, rows[i][1], rows[i][0], 0x100 + i);
        send(&c, 0, 0x60, rows[i][0]);
        assert_pairs(0, rd(REF_PFIFO_INTR), 0x100 + i, rd(REF_PFIFO_HASH));
    }
    /* A taken place: the entry after it is found; the table wraps. */
    put_handle(&c, 0x000, 0x000001ff, 0x200);
    put_handle(&c, 0x1ff, 0x12345678, 0x201);
    send(&c, 0, 0x60, 0x1ff);
    assert_int_equal(rd(REF_PFIFO_HASH), 0x200);
    /* All 32 bits count: these two have bits 15:0 and the hash in common. */
    put_handle(&c, 0x03d, 0x08041234, 0x202);
    put_handle(&c, 0x03e, 0x00001234, 0x203);
    send(&c, 0, 0x60, 0x1234);
    assert_int_equal(rd(REF_PFIFO_HASH), 0x203);
    put_handle(&c, 0x03d, 0x1234, 0); /* an unused entry, whatever its handle is */
    send(&c, 0, 0x60, 0x1234);
    assert_int_equal(rd(REF_PFIFO_INTR), 1);
}

/* §4.8: GET stays at the entry; nouveau's recovery skips it. */
TEST(unknown_handles_are_cache_errors, NULL, close_card)
{
    struct channel c = lone_channel("g84", NULL, true);
    send(&c, 3, 0, HANDLE_M2MF);
    for (uint32_t at = 0; at <= 0x180; at += 0x180) { /* of an object, of memory */
        method(&c, 3, at, 0x77777777);
        send(&c, 0, 0x50, at + 5);
        assert_pairs(1, rd(REF_PFIFO_INTR), 0x10, rd(REF_PFIFO_PULL0) & 0x11);
        const uint32_t get = (rd(REF_PFIFO_GET) & 0x7ff) >> 2;
        assert_pairs(3 << 13 | at, rd(REF_PFIFO_CACHE + 8 * get), 0x77777777,
                     rd(REF_PFIFO_CACHE + 4 + 8 * get), at ? 5 : 0, rd(user(&c, 0x48)));
        PUT(wr, REF_PFIFO_DMA_PUSH, 0, REF_PFIFO_INTR, 1, REF_PFIFO_PUSH0, 0, REF_PFIFO_GET,
            rd(REF_PFIFO_GET) + 4, REF_PFIFO_PUSH0, 1, REF_PFIFO_HASH, 0, REF_PFIFO_DMA_PUSH, 1,
            REF_PFIFO_PULL0, 1);
        assert_pairs(at + 5, rd(user(&c, 0x48)), 0, rd(REF_PFIFO_INTR));
    }
}

/* §4.7: of methods 180 to 1fc "parameter is a handle", those beside them reach the engine as they are. Software's
 * are CACHE_ERROR with bit 8, and none of its handles is looked up; an engine that the chip has not is bit 24. */
TEST(methods_go_to_their_engine, NULL, close_card)
{
    static const uint32_t rows[][2] = { { 0x17c, HANDLE_VRAM },
                                        { 0x18c, 0x540 },
                                        { 0x1fc, 0x540 } };
    struct channel c = lone_channel("g80", NULL, true);

    send(&c, 3, 0, HANDLE_M2MF);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        send(&c, 3, rows[i][0], HANDLE_VRAM);
        assert_pairs(1 << 4, rd(REF_PGRAPH_INTR), 3 << 16 | rows[i][0], rd(REF_PGRAPH_TRAPPED_ADDR),
                     rows[i][1], rd(REF_PGRAPH_TRAPPED_DATA), 1, rd(REF_PFIFO_PULL1) & 0xf);
        wr(REF_PGRAPH_INTR, 1 << 4);
    }
    for (uint32_t engine = 0; engine < 16; engine++) {
        if (engine == 1 || engine == 2) /* PGRAPH, PMPEG */
            continue;
        put_handle(&c, 4, 4, engine << 20 | 0x550);
        send(&c, 5, 0, 4);
        for (uint32_t at = 0; at <= 0x180; at += 0x180) {
            if (at)
                send(&c, 5, at, 0x77777777);
            assert_pairs(1, rd(REF_PFIFO_INTR), engine || !at ? 0x550 : 0, rd(REF_PFIFO_HASH),
                         engine && at ? 1u << 4
                         : engine     ? 1u << 24
                                      : 1u << 8,
                         rd(REF_PFIFO_PULL0), engine << 20 | 1 << 12, rd(REF_PFIFO_ENGINE));
            PUT(wr, REF_PFIFO_INTR, 1, REF_PFIFO_GET, rd(REF_PFIFO_GET) + 4, REF_PFIFO_HASH,
                engine && !at ? 0x550 : 0, REF_PFIFO_PULL0, 1);
        }
    }
}

/* §4.5: a new list takes the registers from a channel that is not in it, and from no other. */
TEST(a_list_without_the_channel_unloads_it, NULL, close_card)
{
    struct channel c = lone_channel("g84", NULL, true);
    const struct channel idle = make_channel(2, true);

    assert_int_equal(reference_after(&c, 3), 3);
    run_list(&c, NULL);
    assert_pairs(1, rd(REF_PFIFO_CURRENT), 0, vram_rd(c.ramfc + 0x74));
    run_list(&idle, &c);
    assert_pairs(1, rd(REF_PFIFO_CURRENT), 0, vram_rd(c.ramfc + 0x74));
    run_list(&idle, NULL);
    assert_pairs(127, rd(REF_PFIFO_CURRENT), 3, vram_rd(c.ramfc + 0x74)); /* REF, saved */
}

/* §4.2, §4.5: another channel gets the registers if CACHES schedules channels, FREEZE does not ask for a rest, both
 * switches are on, and so is the pusher of the channel that has them. */
TEST(channels_change_if_all_allow_it)
{
    static const uint32_t rows[][3] = { { REF_PFIFO_CACHES, 0, 1 },
                                        { REF_PFIFO_FREEZE, 1, 0 },
                                        { REF_PFIFO_PUSH0, 0, 1 },
                                        { REF_PFIFO_PULL0, 0, 1 },
                                        { REF_PFIFO_DMA_PUSH, 0, 1 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card("g84", NULL);
        struct channel a = make_channel(1, true), b = make_channel(2, true);
        run_list(&a, &b);
        assert_int_equal(reference_after(&a, 1), 1);
        wr(rows[i][0], rows[i][1]);
        assert_pairs(0, reference_after(&b, 2), 1, rd(REF_PFIFO_CURRENT), rows[i][1],
                     rd(REF_PFIFO_FREEZE) >> 4);
        wr(rows[i][0], rows[i][2]);
        assert_pairs(2, rd(user(&b, 0x48)), 2, rd(REF_PFIFO_CURRENT), 0, rd(REF_PFIFO_INTR));
    }
}

/* §4.6: 0x0003 in an upper half is a long command: then its length in 24 bits; all data to one method. */
TEST(long_commands_have_a_length_of_their_own, NULL, close_card)
{
    struct channel c = lone_channel("g84", NULL, true);

    PUSH(&c, 0x00030050, 3, 0x11, 0x22, 0x33);
    submit(&c);
    assert_pairs(0x33, rd(REF_PFIFO_REF), 0, rd(REF_PFIFO_DMA_STATE) >> 29, 0, rd(REF_PFIFO_INTR));
    send(&c, 0, 0x50, 0x44);
    assert_int_equal(rd(REF_PFIFO_REF), 0x44);
}

/* 5/8/0: a push buffer that cannot be reached. */
TEST(missing_push_buffers_fault, NULL, close_card)
{
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    vram_wr(c.base + 0x5404, 0x1ffffff); /* limit */
    run_list(&c, NULL);
    PUT(vram_wr, c.ib, 0x3000000, c.ib + 4, 1 << 10);
    wr(user(&c, 0x8c), 1);
    assert_pairs(6, rd(REF_PFIFO_DMA_STATE) >> 29, 1 << 12, rd(REF_PFIFO_INTR));
    wr(REF_PFB_VM_FAULT, 0x000707ff);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), 0x08f5);
}

/* Handles become selectors, m2mf copies, and each channel keeps its bindings: after its own context object, as soon as
 * the other channel takes its place (tesla-vm.md §1.4: selector 0x20 on G80, 2 after it). */
static void share_pgraph(const char *chip, uint32_t context_at)
{
    open_card(chip, NULL);
    struct channel a = make_channel(1, true), b = make_channel(2, true);
    static const uint32_t words[][2] = {
        { 0, HANDLE_M2MF }, { 0x180, HANDLE_VRAM }, { 0x184, HANDLE_VRAM }, { 0x188, HANDLE_VRAM },
        { 0x200, 1 },       { 0x21c, 1 },           { 0x324, 0x101 },       { 0x314, 4 },
        { 0x318, 4 },       { 0x31c, 4 },           { 0x320, 1 },
    };
    STORE(a.base + context_at, 0x00190000, 0x17fffff, 0x1600000, 0, 0, 0);
    STORE(b.base + context_at, 0x00190000, 0x19fffff, 0x1800000, 0, 0, 0);
    wipe(0x1600000, 0x100, 0x5a5a5a5a);
    wipe(0x1800000, 0x100, 0x5a5a5a5a);
    run_list(&a, &b);
    struct channel *const both[] = { &a, &b };
    for (unsigned i = 0; i < 2; i++) {
        struct channel *c = both[i];
        for (unsigned n = 0; n < ARRAY_SIZE(words); n++)
            method(c, 0, words[n][0], words[n][1]);
        method(c, 0, 0x30c, MEMORY + 16 * i);
        method(c, 0, 0x310, MEMORY + 16 * i + 8);
        submit(c);
        assert_pairs(0x80000000 | c->base >> 12, rd(REF_PGRAPH_CTXCTL_CUR),
                     0x80000000 | c->base >> 12, rd(REF_PGRAPH_CTXCTL_NEXT));
        assert_int_equal(words_of(0x1600000, 0x100, 0x5a5a5a5a) == 0x40, i == 0);
        assert_int_equal(words_of(0x1800000, 0x100, 0x5a5a5a5a), 0x40);
    }
    PUT(vram_wr, MEMORY, 0xaaaa, MEMORY + 16, 0xbbbb);
    for (unsigned i = 0; i < 2; i++) {
        struct channel *c = both[i];
        PUT(vram_wr, c->push + 0x800, 0x00040328, c->push + 0x804, 0, c->ib + 8, c->push + 0x800,
            c->ib + 12, 2 << 10);
        wr(user(c, 0x8c), 2);
        assert_int_equal(rd(REF_PGRAPH_INTR), 0);
        assert_int_equal(vram_rd(MEMORY + 16 * i + 8), i == 0 ? REF_PCOUNTER_OP_FIRST : 0xbbbb);
    }
    const uint32_t current = rd(REF_PFIFO_CURRENT);
    wr(REF_PFIFO_ENGINE_CTRL, 0xfffffffe);
    wr(REF_PFIFO_KICK, (b.base >> 12) + 1); /* another one */
    assert_int_equal(current, rd(REF_PFIFO_CURRENT));
    wr(REF_PFIFO_KICK, b.base >> 12);
    assert_int_equal(rd(REF_PGRAPH_CTXCTL_CUR), is_g80() ? 0 : 0x80000000 | b.base >> 12);
    PUT(wr, REF_PFIFO_ENGINE_CTRL, 1, REF_PFIFO_KICK, b.base >> 12);
    assert_int_not_equal(rd(REF_PFIFO_KICK), 0xffffffff);
    assert_pairs(0, rd(REF_PGRAPH_CTXCTL_CUR), 0, rd(REF_PGRAPH_CTXCTL_NEXT), 127,
                 rd(REF_PFIFO_CURRENT));
    assert_int_equal(vram_rd(b.ramfc + 4), 2); /* IB_GET, saved */
}

TEST(channels_share_pgraph, NULL, close_card)
{
    share_pgraph("g80", 0x200);
    share_pgraph("g84", 0x20);
}

/* silicon-sequences.md §15 S04: PFIFO with a channel waits for PGRAPH, which is in reset, for good. */
TEST(pfifo_waits_for_pgraph, NULL, close_card)
{
    struct channel c = lone_channel("g84", "pfifo_alone=stalls", true);
    assert_int_equal(reference_after(&c, 1), 1);
    wr(REF_PMC_ENABLE, 0xffffefff);
    assert_int_equal(reference_after(&c, 2), 1);
    PUT(wr, REF_PMC_ENABLE, 0xffffffff, REF_PFIFO_CACHES, 1);
    assert_pairs(1, rd(user(&c, 0x48)), 0xffffffff, rd(REF_PFIFO_KICK));
}

/* Takes the object of m2mf and says whether the methods after it came through. */
static bool sends_to_pgraph(struct channel *c, uint32_t ref)
{
    method(c, 0, 0, HANDLE_M2MF);
    return reference_after(c, ref) == ref;
}

/* S20: nobody has sent a context program; 0x40032c names the channel, or not. */
TEST(pgraph_takes_its_own_channel, NULL, close_card)
{
    struct channel c = lone_channel("g84", "no_program=if_current", true);
    wr(REF_PGRAPH_CTXCTL_CUR, 0x80000000 | c.base >> 12);
    assert_true(sends_to_pgraph(&c, 1));
    wr(REF_PGRAPH_CTXCTL_CUR, 0x80000000 | (c.base + 0x1000) >> 12);
    assert_false(sends_to_pgraph(&c, 2));
    assert_int_equal(rd(REF_PFIFO_KICK), 0xffffffff);
}

TEST(pgraph_waits_for_a_program, NULL, close_card)
{
    struct channel c = lone_channel("g84", "no_program=stalls", true);
    wr(REF_PGRAPH_CTXCTL_CUR, 0x80000000 | c.base >> 12);
    assert_false(sends_to_pgraph(&c, 1));
}

TEST(a_program_is_enough, NULL, close_card)
{
    struct channel c = lone_channel("g84", "no_program=stalls", true);
    PUT(wr, REF_PGRAPH_CTXCTL_INDEX, 0, REF_PGRAPH_CTXCTL_DATA, 0x60000c);
    assert_true(sends_to_pgraph(&c, 1));
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10000); /* PGRAPH takes none meanwhile */
    assert_false(sends_to_pgraph(&c, 3));
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10001);
    assert_int_equal(rd(user(&c, 0x48)), 3);
    wr(REF_PMC_ENABLE, 0xffffefff); /* with the reset of PGRAPH it is gone */
    PUT(wr, REF_PMC_ENABLE, 0xffffffff, REF_PGRAPH_FIFO_CONTROL, 0x10001);
    assert_false(sends_to_pgraph(&c, 2));
}

/* Methods waiting in the cache leave with their channel, from the first entry that waits, and come back with it. */
TEST(caches_are_saved_in_order)
{
    static const char *const chips[] = { "g80", "g84" };
    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        open_card(chips[i], NULL);
        const struct channel c = make_channel(5, true);
        const uint32_t cache = c.base + (is_g80() ? 0x400 : CACHE);

        vram_wr(cache + 8 * 3, 0x12345678);
        load_by_saved_method(&c, 1);
        wr(REF_PFIFO_PULL0, 0); /* the puller rests */
        for (uint32_t k = 0; k < 512; k++)
            PUT(wr, REF_PFIFO_CACHE + 8 * k, REF, REF_PFIFO_CACHE + 4 + 8 * k, 0x700 + k);
        wr(REF_PFIFO_GET, 0x7f8); /* entries 510, 511, 0 wait */
        PUT(wr, REF_PFIFO_PUT, 0x004, REF_PFIFO_CHAN_TABLE + 4 * 5, 0);
        assert_int_equal(vram_rd(c.ramfc + 0x84), 3);
        for (uint32_t k = 0; k < 3; k++) {
            assert_int_equal(vram_rd(cache + 8 * k), REF);
            assert_int_equal(vram_rd(cache + 8 * k + 4), 0x700 + (510 + k) % 512);
        }
        assert_pairs(0x12345678, vram_rd(cache + 8 * 3), 0, rd(REF_PFIFO_GET) | rd(REF_PFIFO_PUT));
        assert_int_equal(rd(REF_PFIFO_PUSH1), 0x7f); /* nobody's */

        wr(REF_PFIFO_CHAN_TABLE + 4 * 5, 0x80000000 | (is_g80() ? c.base >> 12 : c.ramfc >> 8));
        wr(REF_PFIFO_PULL0, 1);
        assert_pairs(5, rd(REF_PFIFO_CURRENT), 0x700, rd(user(&c, 0x48)), 4 * 3, rd(REF_PFIFO_PUT),
                     4 * 3, rd(REF_PFIFO_GET));
    }
}

/* ---- states of PMPEG and PCIPHER (tesla-engines.md §3.3, §3.4) ---- */

#define PMPEG   REF_PMPEG_BASE
#define PCIPHER REF_PCIPHER_BASE
#define STATE   0x18000u /* in the channel */
#define ENGINE  3u       /* handle of the engine's object */

/* Handles from 4 on are of other selectors, from 0x544 on. */
static struct channel with_state(uint32_t id, uint32_t selector, uint32_t engine, uint32_t bytes)
{
    const struct channel c = make_channel(id, true);
    const uint32_t at = c.base + STATE;

    STORE(c.base + 16 * selector, 0x0019003d, at + bytes - 1, at, 0, 0, 0x00010000);
    vram_wr(c.base + 0x5600, 0x74c1);
    put_handle(&c, ENGINE, ENGINE, engine << 20 | 0x560);
    for (uint32_t handle = 4; handle < 8; handle++)
        put_handle(&c, handle, handle, 0x540 + handle);
    wipe(at, bytes, 0);
    return c;
}

/* Methods of PMPEG: four objects, and what else a channel sets. */
static const uint16_t mpeg[] = { 0x190, 0x1a0, 0x1b0, 0x1c0, 0x160, 0x164, 0x200, 0x204,
                                 0x208, 0x20c, 0x210, 0x214, 0x218, 0x21c, 0x220, 0x224,
                                 0x228, 0x22c, 0x230, 0x234, 0x238, 0x23c, 0x310, 0x314,
                                 0x31c, 0x380, 0x384, 0x38c, 0x390 };

static void set_mpeg(struct channel *c, uint32_t base)
{
    for (uint32_t i = 0; i < ARRAY_SIZE(mpeg); i++)
        method(c, 1, mpeg[i], i < 4 ? 4 + i : base + mpeg[i]);
    send(c, 0, 0x50, base);
    assert_int_equal(rd(user(c, 0x48)), base);
}

/* Where a setting lies is not known, but each does once, beside the two words that are known. */
static void expect_mpeg(const struct channel *c, uint32_t base, uint32_t config)
{
    assert_pairs(2 + ARRAY_SIZE(mpeg), 0x80 - words_of(c->base + STATE, 0x200, 0), config,
                 vram_rd(c->base + STATE + 0x70), 0x37c, vram_rd(c->base + STATE + 0x7c));
    for (uint32_t i = 0; i < ARRAY_SIZE(mpeg); i++)
        assert_int_equal(words_of(c->base + STATE, 0x200, i < 4 ? 0x544 + i : base + mpeg[i]), 1);
}

/* "On the first bind of a channel it raises b100 bit 24 with b230 = 0x20, b234 = 0: answer b308 = 0x100, b100 = status,
 * b230 = 1." */
static void bind_mpeg(struct channel *c)
{
    method(c, 1, 0, ENGINE);
    method(c, 1, 0x160, 1);
    send(c, 0, 0x50, 7);
    assert_pairs(1u << 24, rd(PMPEG), 0x20, rd(PMPEG + 0x130), 0, rd(PMPEG + 0x134));
    wr(PMPEG + 0x130, 1); /* before the answer */
    PUT(wr, PMPEG + 0x208, 0x100, PMPEG, 1u << 24, PMPEG + 0x130, 0xfffffffe);
    assert_int_equal(rd(user(c, 0x48)), 0);
    PUT(wr, PMPEG + 0x130, 1, PMPEG + 0x208, 0);
    assert_int_equal(rd(user(c, 0x48)), 7);
}

TEST(channels_of_pmpeg_have_settings_of_their_own)
{
    for (unsigned i = 0; i < 2; i++) {
        const uint32_t configs[] = { 0x00801ec1, 0x00803fc1 }, selector = i ? 0x6 : 0x26;

        open_card(i ? "g84" : "g80", NULL);
        wr(PMPEG + 0x200, 1);
        struct channel a = with_state(1, selector, 2, 0x200), b = with_state(2, selector, 2, 0x200);
        PUT(vram_wr, a.base + STATE + 0x70, configs[0], b.base + STATE + 0x70, configs[1]);
        run_list(&a, &b);
        bind_mpeg(&a);
        assert_pairs(configs[0], rd(PMPEG + 0x200), a.base >> 12, rd(PMPEG + 0x218));
        set_mpeg(&a, 0x1000);
        bind_mpeg(&b);
        expect_mpeg(&a, 0x1000, configs[0]);
        set_mpeg(&b, 0x2000);
        method(&a, 1, 0x164, 0x1164);
        send(&a, 0, 0x50, 1);
        expect_mpeg(&b, 0x2000, configs[1]);
        wipe(a.base + STATE, 0x200, 0);
        assert_pairs(0x1380, rd(PMPEG + 0x220), 0x1384, rd(PMPEG + 0x224));
        method(&b, 1, 0x380, 0x2380);
        send(&b, 0, 0x50, 2);
        expect_mpeg(&a, 0x1000, configs[0]);
        assert_pairs(0x2384, rd(PMPEG + 0x224), 2, rd(user(&b, 0x48)));
        vram_wr(a.base + 16 * selector,
                0); /* no object for the state: nothing is taken before a reset */
        vram_wr(a.base + 16 * selector + 4, 0);
        method(&a, 1, 0x164, 1);
        send(&a, 0, 0x50, 3);
        method(&b, 1, 0x164, 2);
        send(&b, 0, 0x50, 4);
        assert_pairs(1, rd(user(&a, 0x48)), 2, rd(user(&b, 0x48)));
    }
}

/* "40 DMA_QUERY, 44 mode, 50/54 query address, 58 DMA_DST, 5c DMA_SRC, 60/64 dst, 68/6c src, 78 sequence, 7c length." */
TEST(channels_of_pcipher_have_settings_of_their_own, NULL, close_card)
{
    static const struct {
        uint16_t method, at;
    } rows[] = { { 0x180, 0x40 }, { 0x184, 0x5c }, { 0x188, 0x58 }, { 0x300, 0x44 },
                 { 0x304, 0x7c }, { 0x308, 0x6c }, { 0x30c, 0x68 }, { 0x310, 0x64 },
                 { 0x314, 0x60 }, { 0x31c, 0x54 }, { 0x320, 0x50 }, { 0x324, 0x78 } };

    open_card("g84", NULL);
    wr(PCIPHER + 0x00c, 0x10);
    struct channel c[] = { with_state(1, 0xa, 5, 0x100), with_state(2, 0xa, 5, 0x100) };
    run_list(&c[0], &c[1]);
    for (uint32_t round = 0; round < 4; round++) {
        struct channel *const now = &c[round & 1], *const last = &c[~round & 1];
        const uint32_t base = 0x1000 * (round & 1) + 0x3000;

        if (round < 2)
            method(now, 1, 0, ENGINE);
        for (uint32_t i = 0; i < ARRAY_SIZE(rows) && round < 2; i++)
            method(now, 1, rows[i].method, i < 3 ? 4 + i : base + 16 * i);
        send(now, 1, 0x300, base + 0x30);
        send(now, 0, 0x50, round + 1);
        assert_pairs(round + 1, rd(user(now, 0x48)), now->base >> 12, rd(PCIPHER + 0x188), 1,
                     rd(PCIPHER + 0x108), 0, rd(PCIPHER + 0x130));
        for (uint32_t at = 0; at < 0x100 && round; at += 4) {
            uint32_t value = 0;

            for (uint32_t i = 0; i < ARRAY_SIZE(rows); i++)
                if (rows[i].at == at)
                    value = i < 3 ? 0x544 + i : (0x7000 - base) + 16 * i;
            assert_int_equal(vram_rd(last->base + STATE + at), value);
            vram_wr(now->base + STATE + at, 0);
        }
    }
    /* "318 LAUNCH (0-1: 0 COPY 1 encrypt 2 decrypt; 4-5: 0 no query": ciphers do nothing here */
    static const uint32_t copied[] = { HANDLE_VRAM,    HANDLE_VRAM, HANDLE_VRAM,    0,
                                       0x20,           0,           MEMORY,         0,
                                       MEMORY + 0x100, 0,           MEMORY + 0x200, 0x1234 };
    for (uint32_t i = 0; i < ARRAY_SIZE(rows); i++)
        method(&c[1], 1, rows[i].method, copied[i]);
    for (uint32_t i = 0; i < 16; i++) {
        PUT(vram_wr, MEMORY + 0x1c, 0x77, MEMORY + 0x11c, 0, MEMORY + 0x200, 0);
        send(&c[1], 1, 0x318, (i & 3) | (i & 12) << 2);
        assert_pairs(i & 3 ? 0 : 0x77, vram_rd(MEMORY + 0x11c), i & 3 || i < 4 ? 0 : 0x1234,
                     vram_rd(MEMORY + 0x200));
    }
    vram_wr(c[1].base + 0x5600, 0x74c2); /* no class of its own: bit 2 */
    send(&c[1], 1, 0, ENGINE);
    assert_int_equal(rd(PCIPHER + 0x130), 4);
}
