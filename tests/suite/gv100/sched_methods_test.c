/* The methods that the self tests of push buffers, host and the scheduler send to their channels: a self test whose
 * methods do not fit its claim fails here, though a good card and a broken one give the same result. Typed from
 * docs/hardware/gv100.md §3.4, §3.5, §4.2 to §4.6. */
#include "tests/suite/gv100/methods_rig.h"

#define WORD (SEMAPHORES + 0x100) /* of the tests of entries */

static void fences(const char *test, uint32_t count)
{
    for (uint32_t i = 1; i <= count; i++) {
        entry(1);
        done(i);
    }
    watch(test, WATCH_PUSH);
}

/* SEMAPHOREA to C: 0x10, 0x14, 0x18. */
static void want_payload(uint32_t at, uint32_t payload)
{
    want("1 inc 0.10=0\n1 inc 0.14=%x\n1 inc 0.18=%x", at, payload);
}

static void want_release(void)
{
    want("1 inc 0.1c=%x", FREE);
}

/* ---- entries (§4.2) -------------------------------------------------------------------------- */

TEST(every_header)
{
    entry(1);
    want_payload(WORD, 0);
    want("1 nop\n1 immd 0.18=11");
    want_release();
    done(1);

    entry(1);
    want_payload(WORD, 0);
    want("1 noninc 0.18=20\n1 noninc 0.18=21\n1 noninc 0.18=22");
    want_release();
    done(2);

    entry(1);
    want_payload(WORD, 0);
    want("1 oneinc 0.10=0\n1 noninc 0.14=%x\n1 noninc 0.14=%x\n1 inc 0.18=35", WORD + 0x40, WORD);
    want_release();
    done(3);

    entry(1);
    want_payload(WORD, 0x44);
    want("1 inc without data");
    want_release();
    done(4);
    watch("host.push", WATCH_PUSH);
}

/* The rig stops at END_PB_SEGMENT, as host does. */
TEST(ends_and_masks)
{
    entry(1);
    want_payload(WORD, 0x66);
    want("1 end\n1 entry");
    done(1);
    watch("host.push.end", WATCH_PUSH);

    entry(1);
    want_payload(WORD, 0x71);
    want("1 set mask 2");
    want_release();
    want("1 set mask fff");
    done(1);
    entry(1);
    want_payload(WORD, 0x72);
    want("1 store mask 1\n1 set mask 2\n1 use mask");
    want_release();
    want("1 set mask fff");
    done(2);
    watch("host.push.subdevice", WATCH_PUSH);

    want("1 entry\n1 inc 0.10=0\n1 inc 0.14=%x\n1 entry\n1 inc 0.18=88", WORD);
    want_release();
    done(1);
    watch("host.push.split", WATCH_PUSH);
}

/* A release of 0x90, with the words between its payload and its SEMAPHORED. */
static void want_illegal(unsigned count, uint32_t first, uint32_t second)
{
    entry(1);
    want("1 word 20030004"); /* three words from 0x10 on */
    want("1 word 0\n1 word %x\n1 word 90\n1 word %x", WORD, first);
    if (count == 2)
        want("1 word %x", second);
    want("1 word 20010007"); /* one word to 0x1c */
    want("1 word %x", FREE);
}

TEST(what_stops_a_channel)
{
    /* clang-format off */
    static const struct { const char *test; uint32_t first, second; } rows[] = { /* the last of a test has its name */
        { NULL, 0x20010001, 5 }, { NULL, 0x20010020, 1 }, /* ILLEGAL, 0x04; YIELD, 0x80; 0x54 is reserved */
        { "host.illegal.method", 0x20010015, 1 },
        { "host.illegal.privilege", 0x2001000d, 0x48000000 }, /* MEM_OP_D, 0x34: 31:27 are 9, TLB_INVALIDATE */
        { "host.illegal.subchannel", 0x2001a040, 5 }, /* 0x100 of subchannel 5 */
        { NULL, 0xc0010000, 0 }, { "host.illegal.entry", 0x40040100, 0 }, /* 31:29 are 6; 2 */
        { NULL, 0x00040100, 0 }, { NULL, 0x00090010, 0 }, /* 0, and 17:16 are 0; 1, 2, 3 with bit 19 */
        { NULL, 0x000a0010, 0 }, { "host.illegal.old", 0x000b0000, 0 },
        { NULL, 0x20028fff, 0 }, { "host.illegal.last", 0xa0028fff, 0 }, /* two words from 0x3ffc on, subchannel 4 */
        { NULL, 0x00010010, 0 }, { "host.illegal.mask", 0x00030000, 0 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        want_illegal(rows[i].second ? 2 : 1, rows[i].first, rows[i].second);
        if (rows[i].test)
            watch(rows[i].test, WATCH_PUSH | WATCH_WORDS);
    }
}

/* Class 0xc3b5 by SET_OBJECT of subchannel 4; 0x104 is no method of it, SET_RENDER_ENABLE_A to C are 0x254 to 0x25c,
 * where mode 7 is none and mode 2 asks memory. A copy's semaphore is 0x240 to 0x248, LAUNCH_DMA 0x300: no transfer,
 * flush, one word. */
static void want_object(void)
{
    entry(1);
    want("1 inc 4.0=c3b5");
}

static void want_refused(const char *test, const char *methods)
{
    want_object();
    want("1 inc 4.240=0\n1 inc 4.244=%x\n1 inc 4.248=1\n1 inc 4.300=c", SEMAPHORES + DONE);
    entry(1);
    want("%s", methods);
    old(SEMAPHORES + 0x40, 2, FREE);
    watch(test, WATCH_PUSH);
}

TEST(what_an_engine_refuses)
{
    want_object();
    watch("host.context", WATCH_PUSH);
    want_object();
    done(1);
    want("1 entry\n1 inc 4.0=1234");
    watch("host.class", WATCH_PUSH);

    want_refused("host.refused.method", "1 inc 4.104=5a5a");
    want_refused("host.refused.mode", "1 inc 4.25c=7");
    want_refused("host.refused.alignment", "1 inc 4.254=0\n1 inc 4.258=10001081\n1 inc 4.25c=2");
}

/* ---- reductions (§4.5) ----------------------------------------------------------------------- */

#define U 0x80000000u /* unsigned */
#define W 0x01000000u /* 64 bits */

struct reduction {
    uint32_t operation, flags;
    uint64_t before, payload;
};

/* SEM_EXECUTE: 2:0 is 6, 30:27 which. */
static void want_reductions(const char *test, const struct reduction *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        want("1 has %x %x", (uint32_t)rows[i].before, (uint32_t)(rows[i].before >> 32));
        entry(1);
        newer(SEMAPHORES + 0x70, rows[i].payload, 6 | rows[i].operation << 27 | rows[i].flags);
        done(i + 1);
    }
    watch_address(SEMAPHORES + 0x70);
    watch(test, WATCH_PUSH);
}

/* The word there before, and the payload. */
TEST(reductions)
{
    enum { IMIN, IMAX, IXOR, IAND, IOR, IADD, INC, DEC };
    static const struct reduction rows[] = {
        /* clang-format off */
        { IMIN, 0, 5, 0xfffffffe }, { IMIN, U, 5, 0xfffffffe }, { IMAX, 0, 5, 0xfffffffe },
        { IMAX, U, 5, 0xfffffffe }, { IMIN, W, 5, 0xfffffffffffffff0 }, { IMAX, W | U, 5, 0x8000000000000000 },
        { IMIN, W | U, 5, 0x8000000000000000 }, { IMAX, W, 5, 0xfffffffffffffff0 },
        { IAND, W, 0xff00ff00ff00ff00, 0x0123456789abcdef }, { IOR, W, 0xff00ff00ff00ff00, 0x0123456789abcdef },
        { IXOR, 0, 0xff00ff00, 0x0ff00ff0 }, { IAND, 0, 0xff00ff00, 0x0ff00ff0 },
        { IOR, 0, 0xff00ff00, 0x0ff00ff0 }, { IXOR, W, 0xff00ff00ff00ff00, 0x0123456789abcdef },
        { IADD, 0, 0xfffffff0, 0x20 }, { IADD, W | U, 0xffffffff, 1 }, { INC, U, 4, 5 }, { INC, U, 5, 5 },
        { DEC, U, 5, 9 }, { DEC, U, 0, 9 }, { DEC, U, 10, 9 },
        /* clang-format on */
    };
    static const struct reduction with_time[] = { { IADD, 0x02000000, 7, 5 } };

    want_reductions("host.reduction", rows, ARRAY_SIZE(rows));
    want_reductions("host.reduction.time", with_time, 1);
}

/* SEMAPHORED: bit 4, no wait, 4 bytes, and the same operations. */
TEST(older_reductions)
{
    static const uint32_t rows[][3] = { { 0x01100010, 5, 0xfffffffe },
                                        { 0x81100010, 5, 0xfffffffe },
                                        { 0x11100010, 0xff00ff00, 0x0ff00ff0 },
                                        { 0x29100010, 0xfffffff0, 0x20 } };

    for (unsigned i = 0; i < 4; i++) {
        want("1 has %x 0\n1 entry", rows[i][1]);
        old(SEMAPHORES + 0x70, rows[i][2], rows[i][0]);
        done(i + 1);
    }
    watch_address(SEMAPHORES + 0x70);
    watch("host.reduction.old", WATCH_PUSH);
}

/* ---- releases (§4.4, §4.5) ------------------------------------------------------------------- */

static void release(uint32_t at, uint64_t payload, uint32_t execute, uint32_t number)
{
    entry(1);
    newer(SEMAPHORES + at, payload, execute);
    done(number);
}

TEST(releases)
{
    release(0x14, 0x12345678, 1, 1);
    release(0x14, 0x87654321, 1, 2);
    watch("host.release", WATCH_PUSH);
    release(0x14, 0x87654321, 0x00100001, 1);
    watch("host.release.wait", WATCH_PUSH);
    release(0x10, UINT64_C(0x0123456789abcdef), 0x01000001, 1);
    watch("host.release.wide", WATCH_PUSH);
    entry(1);
    newer(SEMAPHORES + 0x20, 0x55aa55aa, 0x02000001);
    watch("host.release.time", WATCH_PUSH);

    for (uint32_t i = 1; i <= 2; i++) {
        entry(1);
        old(SEMAPHORES + 0x50, 0x9000 + i, FREE);
        done(i);
    }
    watch("host.release.old", WATCH_PUSH);
    entry(1);
    old(SEMAPHORES + 0x40, 0x600d, 0x01100002);
    old(SEMAPHORES + 0x40, 0x600d, 1);
    done(1);
    watch("host.release.old.short", WATCH_PUSH);
}

/* ---- acquires -------------------------------------------------------------------------------- */

/* The semaphore after the acquire is released when it passes. */
static void passes(uint32_t number)
{
    old(SEMAPHORES + 0x80, number, FREE);
}

TEST(acquires)
{
    static const uint64_t payloads[2][5] = {
        { 7, 0x80000001, 0xfffffff0, 0x60, 0xffff0000 },
        { UINT64_C(0x100000007), UINT64_C(0x8000000000000001), UINT64_C(0xfffffffffffffff0),
          UINT64_C(0x6000000000), UINT64_C(0xffff0000ffffffff) },
    };
    static const uint64_t held[2][5] = {
        { 8, 3, 0xffffffef, 0x9f, 0xffff },
        { UINT64_C(0x200000007), 1, UINT64_C(0x7ffffffffffffff0), UINT64_C(0x9fffffffff),
          UINT64_C(0x0000ffff00000000) },
    };
    static const uint32_t operations[] = { 0, 2, 3, 4, 5 };

    for (unsigned wide = 0; wide < 2; wide++) {
        for (uint32_t i = 0; i < 5; i++) {
            want("1 has %x %x", (uint32_t)held[wide][i], (uint32_t)(held[wide][i] >> 32));
            entry(1);
            newer(SEMAPHORES + 0x60, payloads[wide][i], operations[i] | wide << 24);
            passes(i + 1);
        }
        watch_address(SEMAPHORES + 0x60);
        watch(wide ? "host.acquire.wide" : "host.acquire", WATCH_PUSH);
    }
    for (unsigned bits = 0; bits < 2; bits++) {
        want(bits ? "1 has 9f 0" : "1 has 6 0");
        entry(1);
        old(SEMAPHORES + 0x60, bits ? 0x60 : 7, bits ? 8 : 0x1004);
        passes(1);
        watch_address(SEMAPHORES + 0x60);
        watch(bits ? "host.acquire.old.bits" : "host.acquire.old", WATCH_PUSH);
    }
    entry(1);
    newer(SEMAPHORES + 0x60, 1, 0);
    watch("host.acquire.timeout", WATCH_PUSH);
}

/* Accepted ones, then refused ones: for their place, or for their kind. */
TEST(refused_semaphores)
{
    static const uint32_t rows[][2] = {
        { 0, 0x02000001 }, { 0, 0x01000001 }, { 4, 0x01000001 }, { 8, 0x02000001 },
        { 0, 7 },          { 0, 0x30000006 }, { 0, 0x29000006 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        entry(1);
        newer(SEMAPHORES + 0xa0 + rows[i][0], 1, rows[i][1]);
    }
    watch("host.semaphore.refused", WATCH_PUSH);
}

TEST(methods_without_memory)
{
    entry(1);
    want("1 inc 0.20=0"); /* NON_STALL_INTERRUPT */
    done(1);
    watch("host.interrupt", WATCH_PUSH);
    entry(1);
    want("1 inc 0.50=ddba11"); /* SET_REFERENCE */
    done(1);
    watch("host.userd", WATCH_PUSH);

    /* MEM_OP_A to D at 0x28: 31:27 of D say MEMBAR 5, L2_SYSMEM_INVALIDATE 14, L2_CLEAN_COMPTAGS 15, L2_FLUSH_DIRTY 16,
     * L2_WAIT_FOR_SYS_PENDING_READS 21 (§4.6). */
    static const uint32_t operations[] = { 5, 14, 16, 15, 21 };
    for (uint32_t i = 0; i < 5; i++) {
        entry(1);
        want("1 inc 0.28=0\n1 inc 0.2c=0\n1 inc 0.30=0\n1 inc 0.34=%x", operations[i] << 27);
        done(i + 1);
    }
    watch("host.barriers", WATCH_PUSH);
}

/* ---- the scheduler (§3.5) -------------------------------------------------------------------- */

#define TOKEN (SEMAPHORES + 0x300)

/* Each channel waits for its numbers and releases the next: six rounds. The one that has to wait is told first. */
static void want_token(const char *test, uint32_t switching)
{
    for (unsigned who = 2; who-- > 0;) {
        entry(1 + 3 * who);
        for (uint32_t i = 0; i < 6; i++) {
            old(TOKEN, 2 * i + who, 4 | switching);
            old(TOKEN, 2 * i + who + 1, FREE);
        }
    }
    watch(test, WATCH_PUSH);
}

/* YIELD 2 lets the runlist go on, 3 the TSG. */
static void want_race(unsigned who, unsigned operation)
{
    for (unsigned i = 0; i < 2; i++) {
        entry(1 + 3 * i);
        if (i == who)
            want("%u inc 0.80=%x", id, operation);
        old(TOKEN, i + 1, FREE);
        old(SEMAPHORES + i * NEXT + 0x380, 1, FREE);
    }
}

TEST(turns)
{
    want_token("sched.tsg", 0x1000);
    want_token("sched.tsgs", 0x1000);
    want_token("sched.slice", 0);
    for (unsigned who = 0; who < 2; who++) {
        want_race(who, 2);
        want_race(who, 3);
    }
    watch("sched.yield", WATCH_PUSH);
}

TEST(stops)
{
    for (uint32_t i = 1; i <= 3; i++) {
        entry(1);
        old(SEMAPHORES + 0x340, i, FREE);
    }
    watch("sched.enable", WATCH_PUSH);
    fences("sched.preempt", 9);
    entry(1);
    old(TOKEN, 0xdead, 4);
    entry(4);
    done(1);
    watch("sched.preempt.waiting", WATCH_PUSH);
}

/* ---- subcontexts (§3.1) ---------------------------------------------------------------------- */

TEST(subcontexts)
{
    for (unsigned i = 0; i < 3; i++) {
        entry(1);
        done(1);
    }
    watch("subcontext.host", WATCH_PUSH);
    fences("subcontext.valid", 1);
    entry(1);
    newer(SEMAPHORES + 0x20, 1, 0);
    newer(SEMAPHORES + 0x24, 1, 1);
    watch("subcontext.veid", WATCH_PUSH);
    for (unsigned i = 0; i < 2; i++) {
        entry(1);
        newer(0x20000000, 1, 1); /* where nothing is */
    }
    watch("subcontext.replay", WATCH_PUSH);
}

/* ---- runlists (§3.4, §3.5, §8.2) ------------------------------------------------------------- */

/* PCCSR_CHANNEL: bit 10 enables, 11 disables, 22 and 23 acknowledge faults. */
static void enabled(unsigned channel)
{
    want("%x=400", 0x800004 + 8 * channel);
}

/* The runlist is stopped, preempted (0x2638 has a bit for each) and empty before a channel's memory goes. */
static void closed(unsigned channels)
{
    want("2630=2");
    for (unsigned i = 0; i < channels; i++)
        want("%x=800", 0x800004 + 8 * (1 + 3 * i));
    want("2638=2");
    for (unsigned i = 0; i < channels; i++)
        want("%x=c00000", 0x800004 + 8 * (1 + 3 * i));
    want("list 1:\n2630=0");
}

/* INTR_0: SCHED_ERROR is bit 8, BIND_ERROR bit 0. */
TEST(what_is_refused)
{
    static const char *const lists[] = { "channel 1", "tsg 7 of 0, channel 1",
                                         "tsg 7 of 2, channel 1, tsg 9 of 1, channel 4",
                                         "tsg 7 of 2, channel 1" };

    for (unsigned i = 0; i < 4; i++) {
        enabled(1);
        enabled(4);
        want("2100=100\nlist 1: %s\n2100=100", lists[i]);
        closed(2);
    }
    watch("sched.bad_tsg", WATCH_LISTS);
    enabled(1);
    want("2100=1\n2100=1");
    watch("sched.bad_bind", WATCH_LISTS);
    enabled(1);
    want("2a00=ffffffff\nlist 1: tsg 7 of 1, channel 1\n2a00=2");
    watch("sched.runlist", WATCH_LISTS);
    /* CHANNEL_INTR, bit 31: one of before is not taken for this one. */
    enabled(1);
    want("list 1: tsg 1 of 1, channel 1");
    enabled(1);
    want("2100=80000000\n2100=80000000");
    watch("host.interrupt", WATCH_LISTS);
}

/* §3.5: before a runlist in VRAM is submitted, the word that was written last is read back. */
TEST(runlists_have_reached_memory_when_they_are_submitted)
{
    watch_memory(0x7d000, 0x1000);
    enabled(1);
    want("2a00=ffffffff\nwindow w4*4 VRAM 7d000\nwindow w4*4 VRAM 7d010\nwindow r4 VRAM 7d01c");
    want("list 1: tsg 7 of 1, channel 1\n2a00=2");
    watch("sched.runlist", WATCH_LISTS);
}

TEST(who_is_listed)
{
    static const char together[] = "list 1: tsg 7 of 2, channel 1, channel 4";
    static const char apart[] = "list 1: tsg 7 of 1, channel 1, tsg 9 of 1, channel 4";
    static const char *const tests[] = { "sched.tsg", "sched.tsgs", "sched.slice",
                                         "host.fault.clear" };

    for (unsigned i = 0; i < 4; i++) {
        enabled(1);
        enabled(4);
        want("%s", i ? apart : together);
        watch(tests[i], WATCH_LISTS);
    }
    for (unsigned i = 0; i < 4; i++) {
        enabled(1);
        enabled(4);
        want("2630=2\n%s", i % 2 ? together : apart);
        want("2638=2"); /* work that the runlist before left on its PBDMA starts at no doorbell */
        want("2630=0");
        closed(2);
    }
    watch("sched.yield", WATCH_LISTS);

    /* A page of BAR1's space lies at 0x68000: neither channel changes its words. */
    enabled(1);
    enabled(4);
    want("%s", apart);
    for (unsigned at = 0x100; at < 0x140; at += 16)
        want("BAR1 r4 %x: vvvvvv 4K VRAM %x", at, 0x68000 + at);
    watch("copy.spaces", WATCH_LISTS);
}

/* PREEMPT: 11:0 the number, 25:24 the type: 0 a channel, 1 a TSG. */
TEST(who_is_stopped)
{
    enabled(1);
    want("list 1: tsg 7 of 1, channel 1\n80000c=800");
    enabled(1);
    want("2630=2\n2634=1\n2630=0");
    watch("sched.enable", WATCH_LISTS);
    enabled(1);
    enabled(4);
    want("list 1: tsg 7 of 1, channel 1, tsg 9 of 1, channel 4\n80000c=800\n2634=1000007");
    watch("sched.preempt.waiting", WATCH_LISTS);
}

/* Each third time the channel, the TSG, or by 0x2638 the runlist, whose number is 1. */
TEST(who_is_saved)
{
    enabled(1);
    want("list 1: tsg 7 of 1, channel 1");
    for (unsigned i = 0; i < 3; i++)
        want("2634=1000007\n2638=2\n2634=1");
    watch("sched.preempt", WATCH_LISTS);
}

/* Tests that list one channel, or list it twice: in both sorts of system memory. */
TEST(lists_of_one_channel)
{
    enabled(1);
    want("list 1: tsg 1 of 1, channel 1");
    enabled(1);
    watch("sched.runqueue", WATCH_LISTS);
    enabled(1);
    for (unsigned i = 0; i < 2; i++)
        want("list 1: tsg 7 of 1, channel 1");
    watch("sched.system", WATCH_LISTS);
    enabled(1);
    want("list 1: tsg 1 of 1, channel 1");
    enabled(1);
    closed(1);
    watch("sched.tear_down", WATCH_LISTS);

    fences("sched.runqueue", 1);
    fences("sched.system", 2);
}

/* For 10 ms nothing happens that must not: of a channel that is disabled, not in the list, or whose list is stopped; of
 * each way to wait for a semaphore; of a release after a copy that has faulted. Clocks are looked at 20 ms apart. */
TEST(times)
{
    static const struct {
        const char *test;
        unsigned count;
    } rows[] = {
        { "sched.enable", 3 },          { "host.acquire", 5 },    { "host.acquire.old", 1 },
        { "host.acquire.old.bits", 1 }, { "copy.fault.wait", 1 }, { "link.time.rate", 1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        for (unsigned n = 0; n < rows[i].count; n++)
            want(i + 1 < sizeof(rows) / sizeof(rows[0]) ? "wait 10000" : "wait 20000");
        watch(rows[i].test, WATCH_WAITS);
    }
}
