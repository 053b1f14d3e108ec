/* Subchannels of the GV100 model's host, and the graphics runlist with a graphics engine that takes methods (property
 * graphics). Numbers are typed from docs/hardware/gv100.md §4.2 and §4.3; classes are those of NVIDIA's public headers. */
#include "tests/model/gv100/channel_rig.h"

#define GR_PBDMA  0u /* the first of runlist 0; 5 is its second */
#define GR_SECOND 5u
#define PBDMA     1u /* the first of runlist 1 */

#define CONTEXTS (1u << 16 | 1u << 17) /* ENG_CTX_VALID, CE_CTX_VALID */

#define COPY(subchannel, bytes) COPY_BY(subchannel, 0x1000000, bytes)

/* Channel 1 on a runlist, of which `queue` is the PBDMA; graphics takes methods. */
static void open_on(unsigned runlist, unsigned queue, uint32_t target)
{
    const uint32_t entries[][4] = { { 0x80030001, 1, 16, 0 }, { queue << 1, 0, 1, 0 } };

    open_world(&(struct model_config){ .graphics = true, .trace = true });
    build_space();
    make_channel(1, target);
    submit_raw(runlist, entries, 2);
    put(SEM, 0);
    forget_trace();
}

static uint32_t intr(unsigned pbdma, unsigned which)
{
    return rd((which ? REF_PPBDMA_INTR_1(0) : REF_PPBDMA_INTR_0(0)) + 0x2000 * pbdma);
}

/* The method that stopped the PBDMA is dropped. */
static void go_on(unsigned pbdma)
{
    wr_all(REF_PPBDMA_METHOD0(pbdma), 0, REF_PPBDMA_INTR_0(pbdma), 0xffffffff,
           REF_PPBDMA_INTR_1(pbdma), 0xffffffff);
    wait_ns(100 * US);
}

/* §4.3: below 0x100 a method is host's, from there on an engine's, and 5 to 7 are software's. */
TEST(engine_methods_are_those_from_0x100_on, NULL, close_world)
{
    open_on(1, 0, 0);
    RUN(1, METHOD(4, 0xfc, 0));
    assert_int_equal(1 << 21, intr(PBDMA, 0)); /* METHOD: a reserved one of host */
    go_on(PBDMA);
    RUN(1, METHOD(4, 0x100, 0));
    assert_pairs(0, intr(PBDMA, 0), 1u << 31, intr(PBDMA, 1)); /* CTXNOTVALID: of an engine */
    go_on(PBDMA);
    RUN(1, METHOD(6, 0xfc, 0));
    assert_int_equal(1 << 21, intr(PBDMA, 0));
    go_on(PBDMA);
    RUN(1, METHOD(6, 0x100, 0));
    assert_int_equal(1 << 23, intr(PBDMA, 0)); /* DEVICE */
}

/* §4.3: a release by every subchannel; an engine method and SET_OBJECT by two that differ; 5 to 7 are software's. */
TEST(subchannels_choose_engines_alone, NULL, close_world)
{
    open_on(1, 0, CONTEXTS | 2);
    for (uint32_t i = 0; i < 8; i++) {
        RUN(1, 0x20050017 | i << 13, (uint32_t)SEM, 0, i + 1, 0, 1);
        assert_int_equal(i + 1, get(SEM));
    }
    RUN(1, METHOD(4, 0, 0xc3b5), METHOD(4, 0x100, 0));
    assert_int_equal(0, intr(PBDMA, 0) | intr(PBDMA, 1));
    RUN(1, METHOD(5, 0x100, 0));
    assert_int_equal(1 << 23, intr(PBDMA, 0));
}

static bool copies(unsigned subchannel, unsigned bytes)
{
    put_all(DATA, 0xbead0000 + subchannel, DATA + 0x1000000, 0);
    run_words(1, (const uint32_t[]){ COPY(subchannel, bytes) }, 11);
    return get(DATA + 0x1000000) == 0xbead0000 + subchannel;
}

/* §4.3: 0 to 4 of a copy engine's runlist are that engine's, whatever class was given to them. */
TEST(subchannels_are_fixed_by_the_runlist, NULL, close_world)
{
    for (unsigned runlist = 1; runlist < 4; runlist++) {
        open_on(runlist, 0, CONTEXTS | (1 + runlist));
        for (unsigned i = 0; i < 5; i++) {
            assert_true(copies(i, 64));
            /* ENGINE_STATUS of LCE n is that of engine n + 1, and LCE n serves runlist n. */
            assert_int_equal(0x1000 | 16 | 1 << 13,
                             rd(REF_PFIFO_ENGINE_STATUS(1 + runlist)) & 0xffff);
        }
        RUN(1, METHOD(3, 0, 0x902d));
        assert_int_equal(1 << 4, intr(runlist, 1)); /* HCE_ILLEGAL_CLASS */
        go_on(runlist);
        assert_true(copies(3, 64));
    }
}

/* §4.3: of the graphics runlist 0 to 3 are graphics', 4 its copy engine's, on either PBDMA. */
TEST(subchannel_4_of_graphics_copies, NULL, close_world)
{
    for (unsigned queue = 0; queue < 2; queue++) {
        open_on(0, queue, CONTEXTS);
        assert_true(copies(4, 64));
        assert_int_equal(0x1000 | 16 | 1 << 13, rd(REF_PFIFO_ENGINE_STATUS(1)) & 0xffff);
        RUN(1, METHOD(1, 0x104, 0x55));
        assert_true(is_traced("graphics 1 0104 00000055\n"));
        assert_false(is_traced("graphics 4"));
    }
}

/* Each of 0 to 3 takes its own class and no other. §3.4: the second PBDMA feeds a front end that computes only. */
TEST(graphics_has_a_class_for_each_subchannel, NULL, close_world)
{
    static const uint32_t classes[] = { 0xc397, 0xc3c0, 0xa140, 0x902d };

    for (unsigned queue = 0; queue < 2; queue++) {
        const unsigned pbdma = queue ? GR_SECOND : GR_PBDMA;

        open_on(0, queue, CONTEXTS);
        for (unsigned i = 0; i < 4; i++)
            for (unsigned class = 0; class < 4; class ++) {
                RUN(1, METHOD(i, 0, classes[class]));
                assert_int_equal(i == class && (!queue || i == 1) ? 0 : 1 << 4, intr(pbdma, 1));
                go_on(pbdma);
            }
        assert_true(is_traced("graphics 1 0000 0000c3c0\n"));
    }
}

/* ---- two methods in one entry (§4.2) ---- */

/* The words that graphics took of these, in one entry or in two. */
static bool takes(const char *lines, const uint32_t *words, unsigned count)
{
    forget_trace();
    run_words(1, words, count);
    return is_traced(lines);
}

#define TAKES(lines, ...)                                                                          \
    takes(lines, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

/* From one header, to one address, or from an even word to the next. */
TEST(methods_of_one_header_pair, NULL, close_world)
{
    open_on(0, 0, CONTEXTS);
    assert_true(TAKES("graphics 0 0108 00000001 00000002\n", 0x20020042, 1, 2));
    assert_true(TAKES("graphics 0 010c 00000001\n", 0x20020043, 1, 2));
    assert_true(is_traced("graphics 0 0110 00000002\n"));
    assert_true(TAKES("graphics 0 010c 00000001 00000002\n", 0x60020043, 1, 2));
    assert_true(TAKES("graphics 0 0108 00000001 00000002\n", 0xa0030042, 1, 2, 3));
    assert_true(is_traced("graphics 0 010c 00000003\n"));
    assert_true(TAKES("graphics 0 010c 00000001\n", 0xa0030043, 1, 2, 3));
    assert_true(is_traced("graphics 0 0110 00000002 00000003\n"));
}

/* Two headers do not: neither two of one method, nor two that carry their data themselves. */
TEST(methods_of_two_headers_do_not_pair, NULL, close_world)
{
    open_on(0, 0, CONTEXTS);
    assert_true(TAKES("graphics 0 0108 00000001\n", METHOD(0, 0x108, 1), METHOD(0, 0x10c, 2)));
    assert_true(is_traced("graphics 0 010c 00000002\n"));
    assert_true(TAKES("graphics 0 0108 00000001\n", 0x80010042, 0x80020043));
    assert_true(is_traced("graphics 0 010c 00000002\n"));
}

/* The second word is not there yet: the first does not wait for it. */
TEST(a_method_does_not_wait_for_its_pair, NULL, close_world)
{
    open_on(0, 0, CONTEXTS);
    assert_true(TAKES("graphics 0 0108 00000001\n", 0x20020042, 1));
    assert_true(TAKES("graphics 0 010c 00000002\n", 2));
}

/* Entries of two are for graphics alone: METHOD0 of the copy engine's method that stops has no DUAL (bit 23). */
TEST(only_graphics_takes_pairs, NULL, close_world)
{
    open_on(0, 0, 0);
    RUN(1, 0x20028042, 1, 2);
    assert_pairs(1u << 31, intr(GR_PBDMA, 1), 0x80040108, rd(REF_PPBDMA_METHOD0(0)) & 0xff84fffc);
    go_on(GR_PBDMA);
    go_on(GR_PBDMA);
    RUN(1, 0x20020042, 1, 2);
    assert_pairs(1u << 31, intr(GR_PBDMA, 1), 0x80800108, rd(REF_PPBDMA_METHOD0(0)) & 0xff84fffc);
    open_on(1, 0, 2);
    RUN(1, 0x20020042, 1, 2);
    assert_int_equal(0x80000108, rd(REF_PPBDMA_METHOD0(PBDMA)) & 0xff84fffc);
}

/* ---- from one subchannel to another (§4.3) ---- */

#define LONG 0x800000u /* bytes, which do not go at once */

static void begin_copy(void)
{
    push(1, (const uint32_t[]){ COPY(4, LONG) }, 11);
}

static bool copy_is_done(void)
{
    return get(DATA + 0x1000000 + LONG - 4) == 0x600d;
}

/* To graphics: it gets its method when the copy is done, after a flush, with its caches forgotten. */
TEST(host_waits_between_copies_and_graphics, NULL, close_world)
{
    open_on(0, 0, CONTEXTS);
    put_all(DATA + LONG - 4, 0x600d, DATA + 0x1000000 + LONG - 4, 0);
    begin_copy();
    SEND(1, METHOD(1, 0x104, 0x11));
    assert_false(copy_is_done() || is_traced("graphics"));
    while (!is_traced("graphics 1 0104"))
        wait_ns(10 * US);
    assert_true(copy_is_done());
    const char *const flush = strstr(world.trace, "PBDMA 0 flushes to system memory\n");
    const char *const method = strstr(world.trace, "graphics 1 0104 00000011\n");
    assert_non_null(flush);
    assert_true(flush < method);
    assert_non_null(strstr(flush, "PBDMA 0 lets graphics forget its caches\n"));

    /* And back: graphics is busy with its method for a while, and forgets nothing then. */
    const uint64_t taken = world.now;
    forget_trace();
    RUN(1, METHOD(1, 0x104, 0x12), COPY(4, 64));
    assert_true(is_traced("PBDMA 0 flushes to system memory\n"));
    assert_false(is_traced("forget"));
    assert_true(world.now - taken >= 20 * US);
}

/* "If the engine's method fifo is full, the back-pressure will in itself create a wait time": a second method that comes
 * while the first has to wait for the copy goes with it. */
TEST(a_busy_engine_gives_time_for_the_pair, NULL, close_world)
{
    open_on(0, 0, CONTEXTS);
    put(DATA + 0x1000000 + LONG - 4, 0);
    begin_copy();
    SEND(1, 0x20020042, 1);
    assert_false(is_traced("graphics"));
    SEND(1, 2);
    while (!is_traced("graphics"))
        wait_ns(10 * US);
    assert_true(is_traced("graphics 0 0108 00000001 00000002\n"));
}

/* Host's own methods pass while the copy is under way. */
TEST(host_methods_do_not_wait, NULL, close_world)
{
    open_on(0, 0, CONTEXTS);
    put_all(DATA + LONG - 4, 0x600d, DATA + 0x1000000 + LONG - 4, 0);
    begin_copy();
    SEND(1, RELEASE(SEM, 1, 1));
    while (get(SEM) != 1)
        wait_ns(1 * US);
    assert_false(copy_is_done());
    assert_false(is_traced("flushes"));
}

/* Graphics itself sees to moves among its four: host passes methods on while it is busy. */
TEST(host_does_not_wait_within_graphics, NULL, close_world)
{
    open_on(0, 0, CONTEXTS);
    PUSH_WORDS(1, METHOD(0, 0x104, 1), METHOD(1, 0x104, 2), METHOD(2, 0x104, 3),
               METHOD(3, 0x104, 4));
    const uint64_t before = world.now;
    ring(1);
    assert_true(is_traced("graphics 3 0104 00000004\n"));
    assert_true(world.now - before < 20 * US);
    assert_false(is_traced("flushes"));
}
