/* Edges of the device model's PFIFO: the control area word by word, words that the pusher and the puller refuse, how
 * far a handle is looked for. Expected values are typed from docs/hardware/tesla-mmio.md §4.2 to §4.8. */
#include "tests/model/nv50/fifo/pfifo_rig.h"

#define ACCESS       1u
#define SUBROUTINE   0x20000u /* in DMA_STATE */
#define PUSHER_ERROR 0x1000u  /* in INTR */

static uint32_t pusher_error(void)
{
    return rd(REF_PFIFO_DMA_STATE) >> 29;
}

/* §4.6: while a channel is not loaded, its control area is its RAMFC. Reading the low word keeps the high one. */
TEST(the_control_area_is_ramfc, NULL, close_card)
{
    static const char *const chips[] = { "g80", "g84", "mcp89" };
    static const uint32_t words[][2] = { { 0x4c, 0x24 }, { 0x60, 0x20 }, { 0x5c, 0x2c },
                                         { 0x40, 0x08 }, { 0x4c, 0x0c }, { 0x44, 0x10 },
                                         { 0x60, 0x14 }, { 0x58, 0x18 }, { 0x5c, 0x1c },
                                         { 0x48, 0x74 }, { 0x54, 0x10 }, { 0x88, 0x04 },
                                         { 0x8c, 0x00 } };
    for (unsigned i = 0; i < 3; i++) {
        open_card(chips[i], NULL);
        const struct channel c = make_channel(5, true);
        for (uint32_t at = 0; at < 0x80; at += 4)
            vram_wr(c.ramfc + at, 0xa0000000 + at);
        vram_wr(c.ramfc + 0x30, 0);
        for (unsigned n = 0; n < ARRAY_SIZE(words); n++)
            assert_int_equal(rd(user(&c, words[n][0])), 0xa0000000 + words[n][1]);
        vram_wr(c.ramfc + 0x30, SUBROUTINE);
        assert_int_equal(rd(user(&c, 0x54)), 0xa0000040);
        static const uint32_t nothing[] = { 0x00, 0x3c, 0x50, 0x64, 0x84, 0x90, 0x1ffc };
        for (unsigned n = 0; n < 7; n++)
            assert_int_equal(rd(user(&c, nothing[n])), 0);
    }
}

/* §4.6: three words take writes. DMA_PUT takes the high half that was written before. */
TEST(three_words_take_writes, NULL, close_card)
{
    open_card("g84", NULL);
    const struct channel c = make_channel(5, true);
    static const uint32_t read_only[] = { 0x44, 0x48, 0x54, 0x58, 0x5c, 0x60, 0x88 };

    wipe(c.ramfc, 0x80, 0);
    for (unsigned n = 0; n < 7; n++)
        wr(user(&c, read_only[n]), 0xffffffff);
    assert_int_equal(words_of(c.ramfc, 0x80, 0), 0x20);
    wr(user(&c, 0x4c), 0x12);
    assert_pairs(0x12, vram_rd(c.ramfc + 0x28), 0, vram_rd(c.ramfc + 0x0c));
    wr(user(&c, 0x40), 0x3456);
    assert_pairs(0x3456, vram_rd(c.ramfc + 0x08), 0x12, vram_rd(c.ramfc + 0x0c));
    wr(user(&c, 0x8c), 0x1207);
    for (unsigned size = 1; size <= 2; size++) /* whole words alone */
        model_write(card, 0, user(&c, 0x8c), 0x55, size);
    assert_pairs(0x1207, vram_rd(c.ramfc), 0x12, model_read(card, 0, user(&c, 0x8d), 1));
}

/* A pusher that ignores its DMA object reads commands past the object's end. */
TEST(an_unpaged_pusher_passes_its_limit, NULL, close_card)
{
    open_card("g84", "fifo-push-unpaged");
    struct channel c = make_channel(1, false);

    vram_wr(c.base + 0x5404, c.push - 1); /* limit */
    run_list(&c, NULL);
    STORE(c.push, 0x00040050, 8);
    wr(user(&c, 0x40), c.push + 8);
    assert_pairs(8, rd(user(&c, 0x48)), 0, rd(REF_PFIFO_INTR));
}

/* §4.6: the older form of a jump has 29 bits of target. §4.8: GET_JMP is where the pusher was, RSVD the first word of a
 * command, DATA the last one, DCOUNT the number of data words. */
TEST(jumps_have_two_forms, NULL, close_card)
{
    struct channel c = lone_channel("g84", NULL, false);
    STORE(c.push + 0x200, 0x40080050, 8, 9, 0);
    push(&c, 0x20000000 | (c.push + 0x200));
    wr(user(&c, 0x40), c.push + 0x20c);
    assert_int_equal(rd(user(&c, 0x48)), 9); /* a command that does not increase: REF twice */
    assert_pairs(0, rd(REF_PFIFO_INTR), c.push + 4, rd(REF_PFIFO_GET_JUMP), 0x40080050,
                 rd(REF_PFIFO_RSVD), rd(REF_PFIFO_LAST_DATA), 9, 2, rd(REF_PFIFO_DCOUNT), 0,
                 rd(REF_PFIFO_METHOD_COUNT));
    STORE(c.push + 0x20c, 0x00080050, 10, 11);
    wr(user(&c, 0x40), c.push + 0x218);
    assert_int_equal(rd(user(&c, 0x48)), 10); /* increasing: the second goes to 0x54, no method */
    assert_pairs(pusher_error(), 2, rd(REF_PFIFO_LAST_DATA), 11);
    assert_pairs(1, rd(REF_PFIFO_DCOUNT), 1, rd(REF_PFIFO_METHOD_COUNT));
}

/* §4.6, §4.8: a call inside a subroutine is error 1; there is one return address. */
TEST(subroutines_do_not_call, NULL, close_card)
{
    struct channel c = lone_channel("g84", NULL, false);
    push(&c, (c.push + 0x100) | 2);
    vram_wr(c.push + 0x100, (c.push + 0x200) | 2);
    wr(user(&c, 0x40), c.push + 0x300);
    assert_pairs(1, pusher_error(), PUSHER_ERROR, rd(REF_PFIFO_INTR), 0,
                 rd(REF_PFIFO_DMA_PUSH) & ACCESS, c.push + 4, rd(REF_PFIFO_SUBROUTINE),
                 c.push + 0x104, rd(REF_PFIFO_DMA_GET));
}

/* §4.2: the hash starts the search, SEARCH says how many entries are looked at, SEARCH_FULL looks at all; bit 18 of
 * DEBUG_1 lets every look fail. The handle 3 hashes to 3 in a table of any size. */
static bool found_at(uint32_t ramht, uint32_t distance, uint32_t debug)
{
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    for (uint32_t i = 0; i < distance; i++)
        put_handle(&c, 3 + i, 0x1000 + i, 0x100);
    put_handle(&c, 3 + distance, 3, 0x123);
    vram_wr(c.ramfc + 0x80, ramht | RAMHT >> 4);
    wr(REF_PFIFO_DEBUG_1, debug);
    run_list(&c, NULL);
    send(&c, 0, 0x60, 3);
    const bool found = rd(REF_PFIFO_INTR) == 0;
    assert_pairs(found ? 0x123 : 0, rd(REF_PFIFO_HASH), found ? 0 : 1, rd(REF_PFIFO_INTR));
    return found;
}

TEST(searches_end)
{
    for (uint32_t search = 0; search < 4; search++) {
        const uint32_t entries = (const uint32_t[]){ 16, 32, 64, 128 }[search];
        assert_true(found_at(search << 24, entries - 1, 0));
        assert_false(found_at(search << 24, entries, 0));
        assert_true(found_at(search << 24 | 1 << 26, entries, 0));
    }
    assert_true(found_at(1 << 26, 0, 0xfffbffff));
    assert_false(found_at(1 << 26, 0, 0x00040000));
}

/* §4.2: the cache holds 512 entries, of which 511 can wait; pointers count by 4 and come round at 0x800. */
TEST(the_cache_has_512_entries, NULL, close_card)
{
    static const uint32_t rows[][3] = {
        /* PUT, GET, STATUS */
        { 0, 0, 0x010 },         { 4, 0, 0 },         { 0x7f8, 0, 0 },
        { 0x7fc, 0, 0x100 },     { 0, 4, 0x100 },     { 4, 8, 0x100 },
        { 0x7fc, 0x7fc, 0x010 }, { 0x800, 0, 0x010 }, { 0x800, 0x004, 0x100 },
    };
    open_card("g84", NULL);
    wr(REF_PFIFO_PUSH0, 0);
    for (unsigned i = 0; i < 9; i++) {
        PUT(wr, REF_PFIFO_PUT, rows[i][0], REF_PFIFO_GET, rows[i][1]);
        assert_int_equal(rd(REF_PFIFO_STATUS), rows[i][2]);
    }
    for (uint32_t i = 0; i < 1024; i++)
        wr(REF_PFIFO_CACHE + 4 * i, 0x5a000000 + i);
    for (unsigned size = 1; size <= 2; size++)
        model_write(card, 0, REF_PFIFO_CACHE + 8, 0, size);
    for (uint32_t i = 0; i < 1024; i++)
        assert_int_equal(rd(REF_PFIFO_CACHE + 4 * i), 0x5a000000 + i);
    assert_int_equal(model_read(card, 0, REF_PFIFO_CACHE + 11, 1), 0x5a);
}

/* An endless push buffer does not hold the machine: it goes on later, and after the loop does the next commands. */
TEST(endless_loops_can_be_left, NULL, close_card)
{
    struct channel c = lone_channel("g84", NULL, false);
    push(&c, c.push | 1);
    method(&c, 0, 0x50, 0x41);
    wr(user(&c, 0x40), c.push + 12);
    assert_int_equal(rd(user(&c, 0x48)), 0);
    vram_wr(c.push, 0);
    for (unsigned i = 0; i < 10000 && rd(user(&c, 0x48)) != 0x41; i++)
        rd(0);
    assert_pairs(0x41, rd(user(&c, 0x48)), 0, rd(REF_PFIFO_INTR));
}

/* ---- the pusher's registers by hand ---- */

#define OLD 0x003f6078u /* DMA_FETCH of both kinds of push buffer */
#define IB  0x403f6078u

/* A channel that PFIFO has. */
static struct channel loaded_channel(const char *chip)
{
    struct channel c = lone_channel(chip, NULL, true);

    send(&c, 0, 0x50, 1);
    return c;
}

/* From a state without history; the puller rests. */
static void run_words(const struct channel *c, uint32_t fetch, const uint32_t *words, unsigned n)
{
    static const uint32_t zero[] = { REF_PFIFO_PULL0,        REF_PFIFO_DMA_STATE,
                                     REF_PFIFO_METHOD_COUNT, REF_PFIFO_RSVD,
                                     REF_PFIFO_GET_JUMP,     REF_PFIFO_GET,
                                     REF_PFIFO_SUBROUTINE,   REF_PFIFO_LAST_DATA,
                                     REF_PFIFO_PUT,          REF_PFIFO_DMA_PUSH };

    for (unsigned i = 0; i < ARRAY_SIZE(zero); i++)
        wr(zero[i], 0);
    store(c->push, words, n);
    PUT(wr, REF_PFIFO_DMA_FETCH, fetch, REF_PFIFO_DMA_GET, c->push, REF_PFIFO_DMA_PUT,
        c->push + 4 * n, REF_PFIFO_INTR, PUSHER_ERROR, REF_PFIFO_DMA_PUSH, ACCESS);
}

/* §4.6: "forms are tested in this order; a word matching none -> INVALID_CMD". Jumps lead past DMA_LIMIT, to stop. */
TEST(a_word_has_the_first_form_that_fits, NULL, close_card)
{
    enum kind { JUMP, CALL, RETURN, COMMAND, LONG, NONE };
    static const struct {
        uint32_t mask, match, target;
        enum kind kind;
        uint32_t fetch; /* 0: both */
    } forms[] = { { 0xe0000003, 0x20000000, 0x1fffffff, JUMP, OLD },
                  { 3, 1, 0xfffffffc, JUMP, OLD },
                  { 3, 2, 0xfffffffc, CALL, OLD },
                  { 0xffffffff, 0x00020000, 0, RETURN, OLD },
                  { 0xe0030003, 0, 0, COMMAND, 0 },
                  { 0xe0030003, 0x40000000, 0, COMMAND, 0 },
                  { 0xffff0003, 0x00030000, 0, LONG, IB },
                  { 0, 0, 0, NONE, 0 } };
    static const uint32_t bases[] = { 0x00040050, 0x5ffcfffc, 0x00030000, 0x00020000, 0x30000000 };
    const struct channel c = loaded_channel("g84");

    wr(REF_PFIFO_DMA_LIMIT, 0x0fffffff);
    for (unsigned i = 0; i < ARRAY_SIZE(bases) * 33 * 2; i++) {
        const uint32_t bit = i / 2 % 33, fetch = i & 1 ? IB : OLD;
        const uint32_t w = bases[i / 66] ^ (bit < 32 ? 1u << bit : 0);
        unsigned f = 0;

        while ((w & forms[f].mask) != forms[f].match || (forms[f].fetch && forms[f].fetch != fetch))
            f++;
        const enum kind kind = forms[f].kind;
        const bool jumps = kind <= CALL, begins = kind == COMMAND || kind == LONG;
        const uint32_t to = w & forms[f].target;
        const uint32_t error = jumps ? 6 : kind == RETURN ? 3 : kind == NONE ? 4 : 0;
        if (jumps && to <= 0x0fffffff)
            continue;
        run_words(&c, fetch, &w, 1);
        assert_pairs(error ? PUSHER_ERROR : 0, rd(REF_PFIFO_INTR), !error, rd(REF_PFIFO_DMA_PUSH),
                     error << 29 |
                         (kind == CALL   ? SUBROUTINE
                          : kind == LONG ? 0x10001
                                         : w >> 30 & begins) |
                         (begins ? w & 0xfffc : 0),
                     rd(REF_PFIFO_DMA_STATE), kind == COMMAND ? w >> 18 & 0x7ff : 0,
                     rd(REF_PFIFO_METHOD_COUNT), jumps || kind == RETURN ? 0 : w,
                     rd(REF_PFIFO_RSVD), jumps ? to : c.push + 4, rd(REF_PFIFO_DMA_GET),
                     jumps ? c.push + 4 : 0, rd(REF_PFIFO_GET_JUMP), kind == CALL ? c.push + 4 : 0,
                     rd(REF_PFIFO_SUBROUTINE));
    }
}

/* §4.6: "methods 0x00..0xfc other than the ones listed in 4.7 -> DMA_PUSHER INVALID_MTHD". Long ones: 24 bits. */
TEST(methods_below_0x100_are_listed, NULL, close_card)
{
    static const uint32_t all[] = { 0, 0x50, 0x60, 0x64, 0x68, 0x6c, 0x80, 0x100 };

    for (unsigned i = 0; i < 2; i++) {
        const struct channel c = loaded_channel(i ? "g84" : "g80");

        for (uint32_t m = 0; m <= 0x100; m += 4) {
            bool listed = i && m >= 0x10 && m <= 0x24;

            for (unsigned k = 0; k < ARRAY_SIZE(all); k++)
                listed |= m == all[k];
            run_words(&c, IB, (const uint32_t[]){ 2u << 18 | 5 << 13 | m, 0x123 + m }, 2);
            assert_pairs(listed ? 0 : 2, pusher_error(), listed ? 4 : 0, rd(REF_PFIFO_PUT),
                         0x123 + m, rd(REF_PFIFO_LAST_DATA), listed ? 1 : 2,
                         rd(REF_PFIFO_METHOD_COUNT));
            if (listed)
                assert_pairs(5 << 13 | m, rd(REF_PFIFO_CACHE), 0x123 + m, rd(REF_PFIFO_CACHE + 4),
                             5 << 13 | (m + 4), rd(REF_PFIFO_DMA_STATE));
        }
        run_words(&c, IB, (const uint32_t[]){ 0x0003a050, 0xff000003 }, 2);
        assert_pairs(3, rd(REF_PFIFO_METHOD_COUNT), 0xa051, rd(REF_PFIFO_DMA_STATE));
    }
}

/* §4.6: word 0 has address bits 31:2, word 1 bits 7:0 those above, bit 9 NOT_MAIN, bits 31:10 the number of words; MGET follows GET
 * but where NOT_MAIN is set. The address is past the object's limit. A size of 0 is error 5. */
TEST(entries_have_an_address_and_a_size, NULL, close_card)
{
    const struct channel c = loaded_channel("g84");
    const uint32_t last = c.push;

    assert_pairs(0x80000000, rd(REF_PFIFO_DMA_MGET_HIGH), last + 8, rd(REF_PFIFO_DMA_MGET));
    for (uint32_t i = 0; i < 3; i++) {
        wr(REF_PFIFO_DMA_STATE, 0);
        PUT(vram_wr, c.ib + 8, 0x1234567b, c.ib + 12, i == 2 ? 0x1ab : i ? 0xfffffcab : 0xfffffeab);
        PUT(wr, REF_PFIFO_IB_GET, 1, REF_PFIFO_IB_PUT, 2, REF_PFIFO_DMA_PUSH, ACCESS);
        assert_pairs(i == 2 ? 5 : 6, pusher_error(), i == 2 ? 1 : 2, rd(REF_PFIFO_IB_GET));
        assert_pairs(0x12345678, rd(REF_PFIFO_DMA_GET), 0xab, rd(REF_PFIFO_DMA_GET_HIGH),
                     i == 2 ? 0x12345678 : 0x13345674, rd(REF_PFIFO_DMA_PUT), 0xab,
                     rd(REF_PFIFO_DMA_PUT_HIGH), i ? 0x12345678 : last + 8, rd(REF_PFIFO_DMA_MGET),
                     i ? 0x800000ab : 0x80000000, rd(REF_PFIFO_DMA_MGET_HIGH), i ? 0 : 0x40000,
                     rd(REF_PFIFO_DMA_STATE) & 0x1fffffff);
        wr(REF_PFIFO_DMA_PUT, 0x12345678);
    }
    /* the ring itself: config 7:0 has its highest bits */
    PUT(wr, REF_PFIFO_IB_CONFIG, 4u << 16 | 0x12, REF_PFIFO_IB_ADDRESS, 0x34567800,
        REF_PFIFO_IB_GET, 3, REF_PFIFO_IB_PUT, 4, REF_PFB_VM_FAULT, 0x800707ff,
        REF_PFIFO_DMA_PUT_HIGH, 0xab, REF_PFIFO_DMA_PUT, rd(REF_PFIFO_DMA_GET), REF_PFIFO_DMA_PUSH,
        ACCESS);
    for (uint32_t i = 3; i < 6; i++) {
        wr(REF_PFB_VM_FAULT, 0x000707ff | i << 24);
        assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), i == 3 ? 0x7818 : i == 4 ? 0x3456 : 0x112);
    }
}

/* §4.2: 511 entries can wait; the pusher goes on when the puller does. Without PUSH0 or DMA_PUSH it stays where it is. */
TEST(the_pusher_waits_for_room, NULL, close_card)
{
    static uint32_t words[0x401] = { 0x40000050 | 0x400 << 18 };
    const struct channel c = loaded_channel("g84");

    for (uint32_t i = 1; i <= 0x400; i++)
        words[i] = i;
    wr(REF_PFIFO_PUSH0, 0);
    run_words(&c, IB, words, 0x401);
    assert_pairs(c.push, rd(REF_PFIFO_DMA_GET), 0x10, rd(REF_PFIFO_STATUS));
    PUT(wr, REF_PFIFO_DMA_PUSH, 0, REF_PFIFO_PUSH0, 1);
    assert_pairs(c.push, rd(REF_PFIFO_DMA_GET), 0x10, rd(REF_PFIFO_STATUS));
    wr(REF_PFIFO_DMA_PUSH, ACCESS);
    assert_pairs(c.push + 0x800, rd(REF_PFIFO_DMA_GET), 0x100, rd(REF_PFIFO_STATUS), 0x201,
                 rd(REF_PFIFO_METHOD_COUNT), 0x1ff, rd(REF_PFIFO_DCOUNT), 1, rd(REF_PFIFO_REF));
    wr(REF_PFIFO_PULL0, 1);
    assert_pairs(0x400, rd(REF_PFIFO_REF), 0, rd(REF_PFIFO_METHOD_COUNT), 0x400,
                 rd(REF_PFIFO_DCOUNT), 0, rd(REF_PFIFO_PUT), 0, rd(REF_PFIFO_GET), 0,
                 rd(REF_PFIFO_INTR));
}
