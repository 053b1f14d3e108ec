/* PFIFO of the device model: channels, pushers, puller, semaphores, errors. Expected values are
 * typed from docs/hardware/tesla-mmio.md §4; the channel is the one of §4.9's last recipe. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/core/card.h"

#define RAMHT       0x6000u /* in the channel, 512 entries */
#define RUNLIST     0x1009000u
#define MEMORY      0x1100000u
#define HANDLE_VRAM 1u
#define HANDLE_M2MF 2u

struct channel {
    uint32_t id, base, ramfc, ib, push, put, words, sent;
};

static struct nv50 *card;
static uint64_t clock_now;

static bool no_dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static bool no_dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static uint64_t clock_ns(void *opaque)
{
    (void)opaque;
    return clock_now += 1000;
}

static void wr(uint32_t offset, uint32_t value)
{
    nv50_bar_write(card, 0, offset, value, 4);
}

static uint32_t rd(uint32_t offset)
{
    return (uint32_t)nv50_bar_read(card, 0, offset, 4);
}

static void vram_wr(uint32_t at, uint32_t value)
{
    wr(0x1700, at >> 16);
    wr(0x700000 + (at & 0xffff), value);
}

static uint32_t vram_rd(uint32_t at)
{
    wr(0x1700, at >> 16);
    return rd(0x700000 + (at & 0xffff));
}

static bool is_g80(void)
{
    return card->chip->id == 0x50;
}

static void put_words(uint32_t at, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        vram_wr(at + 4 * i, words[i]);
}

static void put_handle(const struct channel *c, uint32_t index, uint32_t handle, uint32_t context)
{
    vram_wr(c->base + RAMHT + 8 * index, handle);
    vram_wr(c->base + RAMHT + 8 * index + 4, context);
}

static void open_card(const char *chip, const char *defects)
{
    const struct nv50_host host = { .dma_read = no_dma_read,
                                    .dma_write = no_dma_write,
                                    .clock_ns = clock_ns };
    struct nv50_config config = { .seed = 1, .defects = defects };
    char error[200];

    for (unsigned i = 0; i < CHIP_COUNT; i++)
        if (!strcmp(chipsets[i].name, chip))
            config.chip = &chipsets[i];
    card = nv50_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
    wr(0x200, 0xffdfeeff);
    wr(0x200, 0xffffffff);
    wr(0x2140, 0xbfffffff);
    wr(0x100c90, 0x000707ff);
    wr(0x40013c, 0xffffffff);
    wr(0x400138, 0xffffffff);
    wr(0x406800, 0xc0000000);
    wr(0x400500, 0x10001);
    wr(0x3200, 1);
    wr(0x3250, 1);
    wr(0x2500, 1);
}

/* Channel `id` with an indirect buffer (ib) or an NV4-style push buffer. */
static struct channel make_channel(uint32_t id, bool ib)
{
    struct channel c = { .id = id };
    c.base = 0x1000000 + 0x20000 * id;
    c.ramfc = is_g80() ? c.base : c.base + 0xf000;
    c.ib = c.base + 0x10000;
    c.push = c.base + 0x12000;
    for (uint32_t at = 0; at < 0x8000; at += 4)
        vram_wr(c.base + at, 0);
    static const uint32_t vram[6] = { 0x0019003d, 0xffffffff, 0, 0, 0, 0 };
    put_words(c.base + 0x5400, vram, 6);
    vram_wr(c.base + 0x5500, 0x5039);
    for (uint32_t at = 0; at < 0x100; at += 4)
        vram_wr(c.ramfc + at, 0);
    vram_wr(c.ramfc + 0x08, ib ? 0 : c.push);
    vram_wr(c.ramfc + 0x10, ib ? 0 : c.push);
    vram_wr(c.ramfc + 0x3c, ib ? 0x403f6078 : 0x003f6078);
    vram_wr(c.ramfc + 0x44, 0x2101ffff);
    vram_wr(c.ramfc + 0x48, 0x540);
    vram_wr(c.ramfc + 0x4c, ib ? 0 : 0xffffffff);
    vram_wr(c.ramfc + 0x50, ib ? c.ib : 0);
    vram_wr(c.ramfc + 0x54, ib ? 4u << 16 : 0);
    vram_wr(c.ramfc + 0x80, 0x04000000 | RAMHT >> 4);
    if (!is_g80()) {
        vram_wr(c.ramfc + 0x88, (c.base + 0xe000) >> 10);
        vram_wr(c.ramfc + 0x98, c.base >> 12);
    }
    put_handle(&c, 1, HANDLE_VRAM, 0x540);
    put_handle(&c, 2, HANDLE_M2MF, 0x00100550);
    wr(0x2600 + 4 * id, 0x80000000 | (is_g80() ? c.base >> 12 : c.ramfc >> 8));
    return c;
}

static void run_list(const struct channel *a, const struct channel *b)
{
    vram_wr(RUNLIST, a->id);
    vram_wr(RUNLIST + 4, b ? b->id : 0);
    wr(0x32f4, RUNLIST >> 12);
    wr(0x32ec, b ? 2 : 1);
    wr(0x2500, 0x101);
}

static uint32_t user(const struct channel *c, uint32_t offset)
{
    return 0xc00000 + 0x2000 * c->id + offset;
}

static void push(struct channel *c, uint32_t word)
{
    vram_wr(c->push + 4 * c->words++, word);
}

static void method(struct channel *c, unsigned subchannel, uint32_t at, uint32_t data)
{
    push(c, 1u << 18 | subchannel << 13 | at);
    push(c, data);
}

/* What was pushed since the last time becomes one entry of the indirect buffer. */
static void submit(struct channel *c)
{
    vram_wr(c->ib + 8 * (c->put % 16), c->push + 4 * c->sent);
    vram_wr(c->ib + 8 * (c->put % 16) + 4, (c->words - c->sent) << 10);
    c->sent = c->words;
    c->put++;
    wr(user(c, 0x8c), c->put % 16);
}

static int close_card(void **state)
{
    (void)state;
    nv50_free(card);
    card = NULL;
    return 0;
}

/* §4.9: REF through an indirect buffer, on both channel layouts. */
static void reference_counts(void **state)
{
    (void)state;
    static const char *const chips[] = { "g80", "g84", "gt215" };
    for (unsigned i = 0; i < 3; i++) {
        open_card(chips[i], NULL);
        struct channel c = make_channel(1, true);
        run_list(&c, NULL);
        push(&c, 0); /* padding */
        method(&c, 0, 0x50, 0x1234);
        submit(&c);
        assert_int_equal(rd(user(&c, 0x48)), 0x1234);
        assert_int_equal(rd(user(&c, 0x88)), 1);
        assert_int_equal(rd(user(&c, 0x44)), c.push + 4 * c.words);
        assert_int_equal(rd(0x3204) & 0x7f, 1);
        assert_int_equal(rd(0x2100), 0);
        for (uint32_t n = 0; n < 40; n++) { /* the ring of 16 wraps */
            method(&c, 0, 0x50, n);
            submit(&c);
        }
        assert_int_equal(rd(user(&c, 0x48)), 39);
        nv50_free(card);
    }
}

/* §4.6: PUT, jump, call and return of the older kind of push buffer. */
static void older_push_buffers_jump_and_call(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel c = make_channel(1, false);
    run_list(&c, NULL);
    static const uint32_t subroutine[] = { 0x00040050, 7, 0x00020000 };
    put_words(c.push + 0x100, subroutine, 3);
    put_words(c.push + 0x200, (const uint32_t[]){ 0x00040050, 8 }, 2);
    push(&c, (c.push + 0x100) | 2);
    push(&c, (c.push + 0x200) | 1);
    wr(user(&c, 0x4c), 0);
    wr(user(&c, 0x40), c.push + 4);
    assert_int_equal(rd(user(&c, 0x48)), 7);
    assert_int_equal(rd(user(&c, 0x44)), c.push + 4);
    wr(user(&c, 0x40), c.push + 0x208);
    assert_int_equal(rd(user(&c, 0x48)), 8);
    assert_int_equal(rd(user(&c, 0x60)), 0);
    vram_wr(c.push + 0x208, 0x00020000);
    wr(user(&c, 0x40), c.push + 0x20c);
    assert_int_equal(rd(0x2100), 1 << 12);
    assert_int_equal(rd(0x3228) >> 29, 3);
}

/* §4.4's vectors, by placing entries where the hash says. */
static void handles_are_hashed(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    static const uint32_t rows[][2] = { { 0x0000beef, 0x0b0 }, { 0x0000dead, 0x0c2 },
                                        { 0x00beef39, 0x061 }, { 0x80000001, 0x011 },
                                        { 0xdeadbeef, 0x180 }, { 0xffffffff, 0x1e0 } };
    for (unsigned i = 0; i < 6; i++) {
        put_handle(&c, rows[i][1], rows[i][0], 0x100 + i);
        method(&c, 0, 0x60, rows[i][0]);
        submit(&c);
        assert_int_equal(rd(0x2100), 0);
        assert_int_equal(rd(0x3258), 0x100 + i);
    }
    /* A taken place: the entry behind it is found; the table wraps. */
    put_handle(&c, 0x1ff, 0x000001fe, 0x200);
    put_handle(&c, 0x1fe, 0x12345678, 0x201);
    method(&c, 0, 0x60, 0x1fe);
    submit(&c);
    assert_int_equal(rd(0x3258), 0x200);
}

/* §4.8: GET stays at the entry; nouveau's recovery skips it. */
static void unknown_handles_are_cache_errors(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    method(&c, 3, 0, 0x77777777);
    method(&c, 0, 0x50, 5);
    submit(&c);
    assert_int_equal(rd(0x2100), 1);
    assert_int_equal(rd(0x3250) & 0x11, 0x10);
    const uint32_t get = (rd(0x3270) & 0x7ff) >> 2;
    assert_int_equal(rd(0x90000 + 8 * get), 3 << 13);
    assert_int_equal(rd(0x90004 + 8 * get), 0x77777777);
    assert_int_equal(rd(user(&c, 0x48)), 0);
    wr(0x3220, 0);
    wr(0x2100, 1);
    wr(0x3200, 0);
    wr(0x3270, rd(0x3270) + 4);
    wr(0x3200, 1);
    wr(0x3258, 0);
    wr(0x3220, 1);
    wr(0x3250, 1);
    assert_int_equal(rd(user(&c, 0x48)), 5);
    assert_int_equal(rd(0x2100), 0);
}

static void expect_pusher_error(struct channel *c, uint32_t word, uint32_t code)
{
    push(c, word);
    push(c, 0);
    submit(c);
    assert_int_equal(rd(0x2100), 1 << 12);
    assert_int_equal(rd(0x3228) >> 29, code);
    wr(0x3364, 0); /* nouveau's recovery */
    wr(0x3244, rd(0x3240));
    wr(0x3328, rd(0x3320));
    wr(0x3228, 0);
    wr(0x3220, 1);
    wr(0x2100, 0x1000);
    method(c, 0, 0x50, word);
    submit(c);
    assert_int_equal(rd(user(c, 0x48)), word);
}

static void pusher_errors_have_codes(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    expect_pusher_error(&c, 0x00040004, 2);
    expect_pusher_error(&c, 0x80000000, 4);
    expect_pusher_error(&c, 0x00020000, 4); /* no return in an indirect buffer */
    vram_wr(c.ib + 8 * (c.put % 16), c.push);
    vram_wr(c.ib + 8 * (c.put % 16) + 4, 0);
    wr(user(&c, 0x8c), ++c.put % 16);
    assert_int_equal(rd(0x3228) >> 29, 5);
}

/* 5/8/0: a push buffer that cannot be reached. */
static void missing_push_buffers_fault(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    vram_wr(c.base + 0x5404, 0x1ffffff); /* limit */
    run_list(&c, NULL);
    vram_wr(c.ib, 0x3000000);
    vram_wr(c.ib + 4, 1 << 10);
    wr(user(&c, 0x8c), 1);
    assert_int_equal(rd(0x3228) >> 29, 6);
    assert_int_equal(rd(0x2100), 1 << 12);
    wr(0x100c90, 0x000707ff);
    assert_int_equal(rd(0x100c94), 0x08f5);
}

/* §4.7: the long release writes {sequence, 0, time}; what is acquired is waited for. */
static void semaphores_hold_one_channel_only(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel a = make_channel(1, true), b = make_channel(2, true);
    run_list(&a, &b);
    vram_wr(MEMORY, 0);
    vram_wr(MEMORY + 4, 0xee);
    method(&a, 0, 0x60, HANDLE_VRAM);
    push(&a, 0x00100010);
    push(&a, 0);
    push(&a, MEMORY);
    push(&a, 9);
    push(&a, 1);
    method(&a, 0, 0x50, 1);
    submit(&a);
    assert_int_equal(rd(user(&a, 0x48)), 0);
    assert_int_equal(rd(0x3254) & 0xb0, 0x30);
    method(&b, 0, 0x60, HANDLE_VRAM);
    push(&b, 0x00100010);
    push(&b, 0);
    push(&b, MEMORY);
    push(&b, 9);
    push(&b, 2);
    method(&b, 0, 0x20, 0);
    method(&b, 0, 0x50, 2);
    submit(&b);
    assert_int_equal(rd(user(&b, 0x48)), 2);
    assert_int_equal(rd(user(&a, 0x48)), 1);
    assert_int_equal(vram_rd(MEMORY), 9);
    assert_int_equal(vram_rd(MEMORY + 4), 0);
    assert_int_equal(rd(0x2100), 1 << 30);
    assert_int_equal(rd(0x100) & 0x100, 0); /* not enabled */
    wr(0x2140, 0xffffffff);
    assert_int_equal(rd(0x100) & 0x100, 0x100);
}

/* The CPU may satisfy it too; GEQUAL compares signed. */
static void semaphores_are_looked_at_again(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    vram_wr(MEMORY, 0xfffffff0);
    method(&c, 0, 0x60, HANDLE_VRAM);
    push(&c, 0x00100010);
    push(&c, 0);
    push(&c, MEMORY);
    push(&c, 3);
    push(&c, 4);
    method(&c, 0, 0x50, 1);
    submit(&c);
    assert_int_equal(rd(0x3254) & 0xb0, 0xb0);
    vram_wr(MEMORY, 4);
    clock_now += 1000000;
    rd(0x0);
    assert_int_equal(rd(user(&c, 0x48)), 1);
    assert_int_equal(rd(0x3254) & 0x10, 0);
}

static void older_semaphores(void **state)
{
    (void)state;
    open_card("g80", NULL);
    struct channel c = make_channel(1, true);
    static const uint32_t here[6] = { 0x0019003d, 0xffffffff, MEMORY, 0, 0, 0 };
    put_words(c.base + 0x5600, here, 6);
    put_handle(&c, 3, 3, 0x560);
    run_list(&c, NULL);
    vram_wr(MEMORY + 8, 0x55);
    push(&c, 0x00100060);
    push(&c, 3);
    push(&c, 8);
    push(&c, 0x55);
    push(&c, 0x66);
    submit(&c);
    assert_int_equal(rd(0x2100), 0);
    assert_int_equal(vram_rd(MEMORY + 8), 0x66);
}

static void expect_semaphore_error(const char *chip, uint32_t at, uint32_t data, uint32_t code)
{
    open_card(chip, NULL);
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    method(&c, 0, at, data);
    method(&c, 0, 0x50, 1);
    submit(&c);
    assert_int_equal(rd(0x2100), 1 << 20);
    assert_int_equal(rd(0x3250) >> 20 & 0xf, code);
    wr(0x2100, 1 << 20);
    wr(0x326c, rd(0x326c) | 1);
    if (at != 0x14) /* already behind it */
        wr(0x3270, rd(0x3270) + 4);
    wr(0x3250, 1);
    assert_int_equal(rd(user(&c, 0x48)), 1);
    nv50_free(card);
}

static void semaphore_errors_have_codes(void **state)
{
    (void)state;
    expect_semaphore_error("g80", 0x64, 2, 1);
    expect_semaphore_error("g80", 0x64, 0x10000, 3);
    expect_semaphore_error("g80", 0x68, 0, 2);
    expect_semaphore_error("g84", 0x10, 0x100, 3);
    expect_semaphore_error("g84", 0x14, 0x1002, 1);
    expect_semaphore_error("g84", 0x1c, 1, 4); /* no object: a NULL_DMAOBJ fault */
}

/* Handles become selectors, m2mf copies, and each channel keeps what it has bound. */
static void channels_share_pgraph(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel a = make_channel(1, true), b = make_channel(2, true);
    static const uint32_t context[6] = { 0x00190000, 0x17fffff, 0x1600000, 0, 0, 0 };
    static const uint32_t other[6] = { 0x00190000, 0x19fffff, 0x1800000, 0, 0, 0 };
    put_words(a.base + 0x20, context, 6);
    put_words(b.base + 0x20, other, 6);
    run_list(&a, &b);
    struct channel *const both[] = { &a, &b };
    for (unsigned i = 0; i < 2; i++) {
        struct channel *c = both[i];
        method(c, 0, 0, HANDLE_M2MF);
        method(c, 0, 0x180, HANDLE_VRAM);
        method(c, 0, 0x184, HANDLE_VRAM);
        method(c, 0, 0x188, HANDLE_VRAM);
        method(c, 0, 0x200, 1);
        method(c, 0, 0x21c, 1);
        method(c, 0, 0x324, 0x101);
        method(c, 0, 0x314, 4);
        method(c, 0, 0x318, 4);
        method(c, 0, 0x31c, 4);
        method(c, 0, 0x320, 1);
        method(c, 0, 0x30c, MEMORY + 16 * i);
        method(c, 0, 0x310, MEMORY + 16 * i + 8);
        submit(c);
        assert_int_equal(rd(0x40032c), 0x80000000 | c->base >> 12);
    }
    vram_wr(MEMORY, 0xaaaa);
    vram_wr(MEMORY + 16, 0xbbbb);
    for (unsigned i = 0; i < 2; i++) {
        struct channel *c = both[i];
        vram_wr(c->push + 0x800, 0x00040328);
        vram_wr(c->push + 0x804, 0);
        vram_wr(c->ib + 8, c->push + 0x800);
        vram_wr(c->ib + 12, 2 << 10);
        wr(user(c, 0x8c), 2);
        assert_int_equal(rd(0x400100), 0);
        assert_int_equal(vram_rd(MEMORY + 16 * i + 8), i == 0 ? 0xaaaa : 0xbbbb);
    }
    wr(0x2520, 1);
    wr(0x32fc, b.base >> 12);
    assert_int_not_equal(rd(0x32fc), 0xffffffff);
    assert_int_equal(rd(0x40032c), 0);
    assert_int_equal(rd(0x32f0), 127);
    assert_int_equal(vram_rd(b.ramfc + 4), 2); /* IB_GET, saved */
}

/* A trap holds PFIFO until it is acknowledged. */
static void traps_hold_the_puller(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    method(&c, 0, 0, HANDLE_M2MF);
    method(&c, 0, 0x200, 2);
    method(&c, 0, 0x100, 0);
    method(&c, 0, 0x50, 1);
    submit(&c);
    assert_int_equal(rd(0x400100), 1 << 20);
    assert_int_equal(rd(user(&c, 0x48)), 0);
    wr(0x400100, 1 << 20);
    assert_int_equal(rd(user(&c, 0x48)), 1);
}

/* Methods of subchannels without an engine are software's. */
static void software_methods_are_cache_errors(void **state)
{
    (void)state;
    open_card("g84", NULL);
    struct channel c = make_channel(1, true);
    put_handle(&c, 3, 3, 4);
    run_list(&c, NULL);
    method(&c, 1, 0, 3);
    submit(&c);
    assert_int_equal(rd(0x2100), 1);
    assert_int_equal(rd(0x3250), 0x100);
    assert_int_equal(rd(0x3258), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_counts),
        cmocka_unit_test_teardown(older_push_buffers_jump_and_call, close_card),
        cmocka_unit_test_teardown(handles_are_hashed, close_card),
        cmocka_unit_test_teardown(unknown_handles_are_cache_errors, close_card),
        cmocka_unit_test_teardown(pusher_errors_have_codes, close_card),
        cmocka_unit_test_teardown(missing_push_buffers_fault, close_card),
        cmocka_unit_test_teardown(semaphores_hold_one_channel_only, close_card),
        cmocka_unit_test_teardown(semaphores_are_looked_at_again, close_card),
        cmocka_unit_test_teardown(older_semaphores, close_card),
        cmocka_unit_test(semaphore_errors_have_codes),
        cmocka_unit_test_teardown(channels_share_pgraph, close_card),
        cmocka_unit_test_teardown(traps_hold_the_puller, close_card),
        cmocka_unit_test_teardown(software_methods_are_cache_errors, close_card),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("pfifo", tests, NULL, NULL);
}
