/* The registers that engines/nv50 writes for falcons, VP2's units, PCOUNTER and PTHERM, and the methods of PGRAPH's classes, in
 * their order, against a card that is nothing but registers. Addresses and values are typed from docs/hardware/: silicon-sequences.md, tesla-engines.md. */
#include "engines/nv50/compute_plain.h"
#include "engines/nv50/falcon.h"
#include "engines/nv50/graph2d.h"
#include "engines/nv50/pcounter.h"
#include "engines/nv50/pcounter_record.h"
#include "engines/nv50/temperature.h"
#include "engines/nv50/vertices.h"
#include "engines/nv50/vp2.h"
#include "tests/engines/nv50/chip_rig.h"

static const struct media_unit *unit_of(const char *name)
{
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if (!strcmp(media_units[i].name, name) &&
            (media_units[i].chips & chip_bit(bench.card.chip)))
            return &media_units[i];
    fail_msg("no %s", name);
    return NULL;
}

/* ---- falcons: tesla-engines.md §2.3 to §2.6, §7 */

static struct falcon opened(const char *unit)
{
    struct falcon falcon;

    assert_int_equal(falcon_open(&falcon, &bench.card, unit_of(unit), DESCRIPTOR), OK);
    return falcon;
}

TEST(falcons_are_reset_and_bound)
{
    struct falcon falcon;

    open_chip(CHIP_G98);
    falcon = opened("PVLD"); /* bits 15 and 26 */
    expect_writes("200=fbff7fff 200=ffffffff 84004=ffffffff 8401c=300 84010=300 "
                  "84054=40001234 84050=40001234 84058=2 ");
    falcon_close(&falcon);
    expect_writes("84600=0 84604=0 84608=0 8460c=0 84610=0 84614=0 84618=0 84014=300 84004=300 "
                  "200=fbff7fff ");
    set(REF_PMC_ENABLE, 0xffffffff);
    keep(0x87008, 0x10); /* PSEC has wiped its memory: its line 4 is up, and acknowledged */
    opened("PSEC");      /* bits 14 and 25 */
    expect_writes("200=fdffbfff 200=ffffffff 87004=10 87004=ffffffff 8701c=300 87010=300 "
                  "87054=40001234 87050=40001234 87058=2 ");

    open_chip(CHIP_GT215);
    set(REF_PDAEMON_RESET, 1);
    falcon = opened("PDAEMON");
    expect_writes("22210=0 22210=1 10a004=ffffffff 10a01c=300 10a010=300 10a47c=40001234 ");
    falcon_close(&falcon);
    expect_writes("10a600=0 10a604=0 10a608=0 10a60c=0 10a610=0 10a614=0 10a618=0 10a014=300 "
                  "10a004=300 ");
}

/* PMC's reset forgets a unit's settings, so its registers are not put back; PDAEMON's are. */
TEST(registers_without_a_reset_are_put_back)
{
    open_chip(CHIP_GT215);
    opened("PVLD");
    bench_forget(&bench);
    card_undo(&bench.card, 0);
    expect_writes("200=ffffffff ");
    set(REF_PDAEMON_BASE + REF_FALCON_INTR_ROUTING, 0x1c);
    set(REF_PDAEMON_BASE + REF_PDAEMON_CHANNEL_SETUP, 0x47);
    opened("PDAEMON");
    bench_forget(&bench);
    card_undo(&bench.card, 0);
    expect_writes("10a47c=47 10a01c=1c 22210=0 ");
}

static struct falcon pvld_of_g98(void)
{
    open_chip(CHIP_G98);
    const struct falcon falcon = opened("PVLD");
    bench_forget(&bench);
    bench.now_us = 0;
    return falcon;
}

#define LOAD    "84110=123456 8411c=0 84114=0 84118=2600 " /* 4 << 6 bytes through port 2 */
#define STORE   "84110=123456 8411c=0 84114=0 84118=2620 "
#define RECOVER "84624=50 84624=10 84004=300 "

/* §2.4: base, offset, data address, then the word that starts it. A store is flushed out. */
TEST(transfers_are_started_by_their_last_word)
{
    struct falcon_event event;
    struct falcon falcon = pvld_of_g98();

    falcon_transfer(&falcon, 2, false, 0x12345600, &event);
    expect_writes(LOAD);
    falcon_transfer(&falcon, 2, true, 0x12345600, &event);
    expect_writes(STORE "84624=11 ");
    assert_false(event.stuck || event.lines || event.line);
    assert_in_range(bench.now_us, 0, 2000);
}

/* §2.6: bits 8 and 9 of INTR end the wait; the memory interface is reset, and they are acknowledged. */
TEST(lines_end_a_transfer)
{
    struct falcon_event event;
    struct falcon falcon = pvld_of_g98();

    set(REF_PVLD_BASE + REF_FALCON_XFER_STATUS, 2); /* stays pending for good */
    for (uint32_t line = 0x100; line <= 0x200; line <<= 1) {
        bench.now_us = 0;
        PUT(keep, 0x84008, line | 0xc0f, 0x100, 0x8000);
        falcon_transfer(&falcon, 2, true, 0x12345600, &event);
        expect_writes(STORE RECOVER);
        assert_pairs(event.lines, line, true, event.stuck && event.line);
        assert_in_range(bench.now_us, 0, 1000);
    }
    set(REF_PVLD_BASE + REF_FALCON_XFER_STATUS, 0);
    keep(0x100, 0xffff7fff);
    falcon_transfer(&falcon, 2, false, 0x12345600, &event);
    expect_writes(LOAD RECOVER);
    assert_false(event.line || event.stuck);
}

/* §2.4, step 5: bit 0 of 0x118, and of 0x120 bits 1, 18:16 and 26:24. */
TEST(transfers_that_do_not_end_are_given_up)
{
    struct falcon_event event;

    for (unsigned bit = 0; bit < 32; bit++) {
        const bool pends = bit == 1 || (bit >= 16 && bit <= 18) || (bit >= 24 && bit <= 26);
        struct falcon falcon = pvld_of_g98();

        set(REF_PVLD_BASE + REF_FALCON_XFER_STATUS, 1u << bit);
        falcon_transfer(&falcon, 2, false, 0x12345600, &event);
        expect_writes(pends ? LOAD RECOVER : LOAD);
        assert_pairs(event.stuck, pends, event.lines, 0);
        if (pends)
            assert_in_range(bench.now_us, 10000, 10200);
        else
            assert_in_range(bench.now_us, 0, 1000);
    }
    set(REF_PVLD_BASE + REF_FALCON_XFER_STATUS, 0);
    keep(0x84118, 1);
    bench_forget(&bench);
    struct falcon falcon = { .card = &bench.card, .unit = unit_of("PVLD") };
    falcon_transfer(&falcon, 2, false, 0x12345600, &event);
    assert_true(event.stuck);
}

/* §2.2: 0x1c0 with bit 25 and 0x1c4 on newer ones; 0xff8 with bit 21 and 0xff4 on older ones. */
TEST(data_is_read_through_a_window)
{
    uint32_t words[2];

    open_chip(CHIP_G98);
    struct falcon falcon = { .card = &bench.card, .unit = unit_of("PVLD") };

    set(REF_PVLD_BASE + REF_FALCON_UPLOAD, 0x11223344);
    bench.lists_reads = true;
    falcon_data_read(&falcon, words, 2);
    expect_writes("84ff8=200000 r84ff4 r84ff4 ");
    assert_int_equal(words[1], 0x11223344);
    bench.card.chip = &nv50_chips[CHIP_GT215].chip;
    falcon_data_read(&falcon, words, 2);
    expect_writes("841c0=2000000 r841c4 r841c4 ");
}

/* ---- VP2's units: tesla-engines.md §3.2 to §3.4 */

/* Boot region 12: 0xcc0: base and limit in 256 bytes, the object's index between. Then it stops (bits 15, 26). */
TEST(an_xtensa_is_made_to_fetch)
{
    struct vp2_event event;

    open_chip(CHIP_G84);
    PUT(keep, 0x103c20, 0x8, 0x100, 0x8000);
    xtensa_fetch(&bench.card, unit_of("PBSP"), 0xc0000000 | DESCRIPTOR, 5, 0x1234500, 0xfff00,
                 &event);
    expect_writes("200=fbff7fff 200=ffffffff 103c20=ffffffff 103d84=ffffffff 103c28=1234 "
                  "103d10=1fffffff 103d08=fffffff 103cc0=12345 103cc4=5 103cc8=fff "
                  "103c20=8 200=fbff7fff ");
    assert_pairs(event.interrupts, 8, event.error, 0, true, event.line);
}

/* Nothing tells that an access has ended well, so some time has to pass; an access that faults reports it at once. */
TEST(accesses_that_end_well_are_given_time)
{
    struct vp2_event event;

    open_chip(CHIP_G84);
    keep(0x103c20, 0);
    xtensa_fetch(&bench.card, unit_of("PBSP"), DESCRIPTOR, 5, 0, 0x100, &event);
    assert_in_range(bench.now_us, 1000, 10000);
    assert_pairs(event.interrupts, 0, false, event.line);
    keep(0x103c20, 0x20);
    bench.now_us = 0;
    xtensa_fetch(&bench.card, unit_of("PBSP"), DESCRIPTOR, 5, 0, 0x100, &event);
    assert_in_range(bench.now_us, 200, 900);
}

/* §3.3, in the mirror's order: queries, sources and destinations have low and high words. */
TEST(a_cipher_copies)
{
    /* clang-format off */
    const struct pcipher_copy copy = { .src = 0x21, .dst = 0x22, .query = 0x23, .from = UINT64_C(0x1234567890),
        .to = UINT64_C(0xab98765430), .query_at = UINT64_C(0xfe00000010), .size = 0x40, .with_query = true,
        .sequence = 0x5eed };
    /* clang-format on */
    struct pcipher_copy silent = copy;
    struct vp2_event event;

    open_chip(CHIP_G84);
    vp2_open(&bench.card, unit_of("PCIPHER"), DESCRIPTOR);
    expect_writes("200=fdffbfff 200=ffffffff 102130=ffffffff 102140=ffffffff 102188=1234 ");
    keep(0x102130, 0x100);
    pcipher_copy(&bench.card, unit_of("PCIPHER"), &copy, &event);
#define COPY                                                                                       \
    "102248=23 10224c=21 102250=22 102254=10 102258=fe 10225c=34567890 102260=12 "                 \
    "102264=98765430 102268=ab 102284=5eed 102288=40 "
    expect_writes(COPY "10228c=10 102130=100 ");
    assert_int_equal(event.interrupts, 0x100);
    silent.with_query = false;
    keep(0x102130, 0);
    pcipher_copy(&bench.card, unit_of("PCIPHER"), &silent, &event);
    expect_writes(COPY "10228c=0 102130=0 ");
}

/* §3.3, §3.4: methods come from PFIFO, to PCIPHER again after each interrupt; PMPEG's first bind waits. */
TEST(units_take_methods_of_pfifo)
{
    static const struct {
        uint32_t intr;
        const char *unit, *writes;
    } rows[] = {
        { 0, "PCIPHER", "102130=0 " },
        { 0x100, "PCIPHER", "102130=100 10200c=10 " },
        { 0, "PMPEG", "b210=77 b100=0 " },
        { 0x10000, "PMPEG", "b210=77 b100=10000 " },
        { 0x1000000, "PMPEG", "b308=100 b100=1000000 b230=1 b210=77 b100=1000000 " },
    };
    struct vp2_event event;

    open_chip(CHIP_G84);
    vp2_open_for_fifo(&bench.card, unit_of("PCIPHER"));
    expect_writes("200=fdffbfff 200=ffffffff 102130=ffffffff 102140=ffffffff 10200c=10 ");
    vp2_open_for_fifo(&bench.card, unit_of("PMPEG"));
    expect_writes("200=ffbffffd 200=ffffffff b32c=0 b314=100 b0e0=1a b220=44 b390=0 b394=0 b398=0 "
                  "b32c=1 b300=803ec1 b100=ffffffff b140=ffffffff ");
    set(REF_PMPEG_BASE + REF_PMPEG_ERROR, 0x77);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        PUT(keep, REF_PCIPHER_BASE + REF_PCIPHER_INTR, rows[i].intr, REF_PMPEG_BASE, rows[i].intr);
        vp2_answer_bind(&bench.card, unit_of(rows[i].unit));
        vp2_take_event(&bench.card, unit_of(rows[i].unit), &event);
        expect_writes(rows[i].writes);
        assert_int_equal(rows[i].intr, event.interrupts);
    }
}

/* Units hidden by a fuse of 0x1540 (bit 30) or 0x154c are not there; G84 has no register 0x154c that tells of PMPEG. */
TEST(fuses_hide_units)
{
    open_chip(CHIP_GT215);
    PUT(set, REF_PBUS_HWUNITS_0, 0x40000000, REF_PBUS_HWUNITS_1, 0x220);
    assert_pairs(true, media_present(&bench.card, unit_of("PVLD")),   /* bit 5 */
                 true, media_present(&bench.card, unit_of("PCOPY"))); /* bit 9 */
    set(REF_PBUS_HWUNITS_1, 0x200);
    assert_pairs(false, media_present(&bench.card, unit_of("PVLD")), true,
                 media_present(&bench.card, unit_of("PCOPY")), true,
                 media_present(&bench.card, unit_of("PPDEC")));
    set(REF_PBUS_HWUNITS_0, 0xbfffffff);
    assert_false(media_present(&bench.card, unit_of("PPDEC")));
    const struct media_unit *const copy = unit_of("PCOPY");
    bench.card.chip = &nv50_chips[CHIP_G84].chip;
    assert_false(media_present(&bench.card, copy));
    assert_int_equal(media_context(&bench.card, unit_of("PVP2")), 4);
    assert_int_equal(media_context(&bench.card, copy), 0);
    expect_writes("");
}

/* ---- PCOUNTER: tesla-engines.md §5.2, §5.3, §5.5 */

TEST(counters_start_with_their_last_word)
{
    uint32_t events = 0, cycles = 0;

    open_chip(CHIP_G84);
    counter_single(&bench.card, 3, 0x27, 0xaaaa);
    expect_writes("a7cc=0 a50c=0 a52c=0 a48c=27 a4ac=aaaa a44c=0 a46c=ffff a4cc=0 a4ec=0 a40c=0 "
                  "a70c=0 a74c=0 a42c=ffff ");
    PUT(set, REF_PCOUNTER_CTR_EVENT + 4 * 3, 123, REF_PCOUNTER_CTR_CYCLES + 4 * 3, 456);
    counter_single_take(&bench.card, 3, &events, &cycles);
    expect_writes("a4cc=0 "); /* stands still while both are read */
    assert_pairs(events, 123, cycles, 456);
    /* CTRL is the last to be put back. */
    card_undo(&bench.card, 0);
    assert_non_null(strstr(bench.accesses, " a7cc=0 "));
    assert_string_equal(strstr(bench.accesses, " a7cc=0 "), " a7cc=0 ");
}

TEST(four_signals_count_at_once)
{
    static const uint8_t signals[COUNTER_SIGNALS] = { 0x11, 0x22, 0x33, 0x44 };
    uint32_t counts[COUNTER_SIGNALS];

    open_chip(CHIP_G84);
#define QUAD "a7dc=1 a51c=0 a53c=0 a41c=11 a45c=22 a49c=33 a4dc=44 a47c=aaaa a4bc=aaaa a4fc=aaaa "
    counter_quad(&bench.card, 7, signals);
    expect_writes(QUAD "a43c=aaaa ");
    PUT(set, REF_PCOUNTER_CTR_PRE + 4 * 7, 1, REF_PCOUNTER_CTR_START + 4 * 7, 2,
        REF_PCOUNTER_CTR_EVENT + 4 * 7, 3, REF_PCOUNTER_CTR_STOP + 4 * 7, 4);
    counter_quad_take(&bench.card, 7, counts);
    expect_writes("a43c=aaaa a7fc=1 ");
    for (unsigned i = 0; i < COUNTER_SIGNALS; i++)
        assert_int_equal(counts[i], i + 1);
    open_chip(CHIP_G80); /* swaps by PGRAPH's trigger */
    counter_quad(&bench.card, 7, signals);
    expect_writes(QUAD "a43c=aaaa 400084=20 ");
}

/* §5.4: client in bits 4:0 and 5 to enable, from GT215 on bits 6:0 and 31. */
TEST(partitions_are_selected)
{
    open_chip(CHIP_G200);
    counter_select(&bench.card, 7, 0x1c);
    counter_unselect(&bench.card, 7);
    expect_writes("100050=3c 100050=0 ");
    open_chip(CHIP_GT215);
    counter_select(&bench.card, 1, 0x5c);
    expect_writes("100038=8000005c ");
}

/* ---- PGRAPH's classes: tesla-engines.md §4.2 to §4.6, §4.8 */

/* The methods sent since the last call, with their subchannel: "30184=12 " is 0x184 of subchannel 3. */
static void expect_methods(const char *wanted)
{
    char sent[8192] = "";
    size_t used = 0;
    unsigned number, data;

    for (const char *at = bench.accesses; (at = strstr(at, "40080c=")); at++) {
        assert_int_equal(sscanf(at, "40080c=%x 400808=%x ", &data, &number), 2);
        used += (size_t)snprintf(sent + used, sizeof(sent) - used, "%x=%x ", number & ~(1u << 31),
                                 data);
    }
    assert_string_equal(sent, wanted);
    bench_forget(&bench);
}

/* A chip whose PGRAPH takes methods and does not complain. */
static void open_port(enum chipset_index chip)
{
    open_chip(chip);
    PUT(keep, REF_PGRAPH_CMD_ADDR, 0, REF_PFB_MMU_TLB_FLUSH, 0, REF_PGRAPH_INTR, 0);
}

#define GENERAL                                                                                    \
    "30320=0 30324=0 30328=1 30364=0 30228=ffff0 30224=1 30288=0 30290=1 302a0=0 302b0=7 302bc=0 " \
    "302f0=0 30370=0 3036c=0 "
#define TEXTURES "30378=0 303bc=22 3032c=0 30358=1 303d0=20 3037c=0 "

/* Sixteen spaces, of which the second may lie elsewhere. */
static void list_spaces(char *text, size_t size, const char *high, const char *low)
{
    for (uint32_t i = 0; i < 16; i++)
        snprintf(text + strlen(text), size - strlen(text), "%x=%s %x=%s %x=0 %x=fff %x=1 ",
                 0x30400 + 0x20 * i, i == 1 ? high : "11", 0x30404 + 0x20 * i, i == 1 ? low : "100",
                 0x30408 + 0x20 * i, 0x3040c + 0x20 * i, 0x30410 + 0x20 * i);
}

/* §4.8, with l[] and stack of one warp; then as the register test has it, which uses no memory but g[]: one object, 128 buffers
 * of 64 KiB, of which each c[] is the first, and tables of 128 entries. */
TEST(programs_get_all_state)
{
    struct compute c = { &bench.card, DESCRIPTOR, 0x600, { 0 } };
    static const uint32_t image[] = { 0x300a490f, 0x12345600, 0x5005d0ab, 3, 4, 0x10005, 0, 0 };
    static const uint32_t sampler[] = { 0x201b, 0x51, 0, 0, 0x77, 0x77, 0x77, 0x77 };
    struct graph_event event;
    uint32_t words[8];
    char spaces[1200] = "", alike[1200] = "", buffers[4096] = "", wanted[8192];

    c.memory = (struct compute_memory){ 0x11,         0x12,         0x13,
                                        0x14,         0x1100000100, 0x2200000200,
                                        0x3300000300, 0x4400000400, 0x5500000500,
                                        0x6600000600, 0xfff,        0x15,
                                        0x7700000700, 0x8800000800, 3 };
    list_spaces(spaces, sizeof(spaces), "22", "200");
    snprintf(wanted, sizeof(wanted),
             "30000=600 30180=11 301a4=11 301a0=11 301b8=12 301bc=13 301c0=14 " GENERAL TEXTURES
             "%s"
             "3029c=1 302fc=0 30300=0 30220=6 30304=0 30308=0 302c4=77 302c8=700 3022c=88 "
             "30230=800 301c8=15 301c4=15 301cc=15 302cc=7f 30234=7f 303c4=601 303c0=1 30380=0 "
             "30280=0 3027c=0 303d0=20 30210=55 30214=500 30294=33 30298=300 30218=44 3021c=400 "
             "302a4=66 302a8=600 302ac=100 303c8=1 ",
             spaces);
    open_port(CHIP_G84);
    assert_int_equal(compute_start(&c), OK);
    expect_methods(wanted);
    assert_int_equal(compute_run(&c, 0x40, &event), OK);
    assert_int_equal(
        compute_run_grid(&c, &(struct compute_grid){ 3, 0x20, 9, 0x80, 0x123 }, &event), OK);
    expect_methods(
        "303b4=0 303a8=40 303ac=10040 303b0=1 302c0=8 302b4=10040 302b8=1 303b8=2 302f8=1 30388=0 "
        "303a4=10001 30374=0 30384=100 30368=0 303b4=123 303a8=80 303ac=10020 303b0=1 302c0=9 "
        "302b4=10020 302b8=1 303b8=2 302f8=1 30388=0 303a4=10003 30374=0 30384=100 30368=0 ");
    texture_image(words, UINT64_C(0xab12345600), 3, 4, 5);
    assert_memory_equal(words, image, sizeof(words));
    texture_sampler(words, 0x77);
    assert_memory_equal(words, sampler, sizeof(words));

    list_spaces(alike, sizeof(alike), "11", "100");
    for (uint32_t i = 0; i < 0x90; i++)
        snprintf(buffers + strlen(buffers), sizeof(buffers) - strlen(buffers), "%x=%x ",
                 i < 0x80 ? 0x302ac : 0x303c8, i < 0x80 ? i << 16 : (i - 0x80) << 8 | 1);
    snprintf(wanted, sizeof(wanted),
             "30000=600 30180=14 301a4=14 " GENERAL
             "301a0=11 %s301b8=14 30294=33 30298=300 3029c=0 302fc=7 30300=0 301bc=14 30218=44 "
             "3021c=400 30220=0 30304=7 30308=0 301c0=14 30380=0 30210=55 30214=500 303b4=0 "
             "302a4=66 302a8=600 %s301cc=14 " TEXTURES
             "301c4=14 3022c=88 30230=800 30234=7f 3027c=0 301c8=14 302c4=77 302c8=700 302cc=7f "
             "30280=0 ",
             alike, buffers);
    open_port(CHIP_G84);
    assert_int_equal(compute_plain_start(&c), OK);
    expect_methods(wanted);
}

/* §4.5 */
TEST(clears_get_all_state)
{
    struct render r = { &bench.card, DESCRIPTOR, 0x600, 0x11 };
    const uint64_t at = UINT64_C(0xab12345600);
    struct graph_event event;

    open_port(CHIP_G84);
    assert_pairs(render_start(&r), OK, render_clear(&r, 2, at, 7, 0xc01044, &event), OK,
                 render_clear_depth(&r, at, 0x3f800000, &event), OK,
                 render_fill_ids(&r, at, 5, 0x77, &event), OK, render_ask_ids(&r, at, 0x78), OK);
    expect_methods(
        "20000=600 20180=11 20184=11 20188=11 2018c=11 20198=11 201a8=11 201ac=11 201c0=11 "
        "201c4=11 201c8=11 201cc=11 201d0=11 201d4=11 201d8=11 201dc=11 213ac=0 20df8=0 20dfc=0 "
        "21590=3f 215b4=0 21534=0 215d0=0 2153c=0 2194c=0 219cc=0 219e0=0 219e4=0 219e8=0 219ec=0 "
        "219f0=0 219f4=0 219f8=0 219fc=0 2197c=0 21558=1 2143c=10 20e00=1 20e04=20000000 "
        "20e08=20000000 20ff4=70000 20ff8=10000 20c00=70000 20c04=10000 21224=200 20200=0 20204=0 "
        "20208=0 2020c=0 21240=40 21244=0 20220=0 20224=0 20228=0 2022c=0 21248=40 2124c=0 "
        "20240=ab 20244=12345600 20248=e4 2024c=0 20250=0 21250=80000100 21254=1 21538=0 "
        "2121c=fac6883 20d80=c01044 20d84=0 20d88=0 20d8c=0 219d0=bc 20ff4=100000 20ff8=400000 "
        "20c00=100000 20c04=400000 21224=200 2121c=fac6880 20fe0=ab 20fe4=12345600 20fe8=a "
        "20fec=0 20ff0=400 21538=1 21228=10 2122c=40 21230=10001 20d90=3f800000 219d0=1 "
        "20ff4=400000 20ff8=400000 20c00=400000 20c04=400000 21224=200 20fcc=ab 20fd0=12345600 "
        "21980=40 21504=40 21508=400000 2150c=50000 219d4=77 20fcc=ab 20fd0=12345600 21980=40 "
        "21504=40 2197c=1 21984=78 ");
}

/* §4.6: a buffer for results ends by primitives before G200, by bytes from it on. */
TEST(points_get_all_state)
{
    const struct vertices v = { UINT64_C(0x1100000100), UINT64_C(0x2200000200),
                                UINT64_C(0x3300000300), UINT64_C(0x4400000400), 5 };
    char wanted[1200];

    for (unsigned late = 0; late < 2; late++) {
        struct render r = { .card = &bench.card };
        struct graph_event event;

        snprintf(wanted, sizeof(wanted),
                 "20de4=18 219a0=2 21400=f 216b0=4 216b8=4 2140c=0 21650=f 21654=0 216ac=4 "
                 "216bc=3020100 2164c=0 21798=0 217b4=0 21644=0 21434=0 21438=0 21000=0 20d9c=0 "
                 "212e0=0 21ac0=48080000 21440=0 20910=0 20920=0 20930=0 20940=0 20950=0 20960=0 "
                 "20970=0 20980=0 20990=0 209a0=0 209b0=0 209c0=0 209d0=0 209e0=0 209f0=0 "
                 "20904=22 20908=200 21080=22 21084=24f 20f84=44 20f88=400 20900=20000010 "
                 "20f7c=11 20f80=100 217b8=0 "
                 "%s"
                 "20da4=1 217b8=1 2142c=0 215dc=0 20d74=0 20d78=5 215e0=0 ",
                 late ? "21294=1003 21a80=33 21a84=300 21a88=4 21480=83828180 21a8c=50 21780=0 "
                      : "21294=1001 21a80=33 21a84=300 21a88=4 21480=83828180 20da8=5 ");
        open_port(late ? CHIP_G200 : CHIP_G84);
        assert_int_equal(vertices_draw(&r, &v, &event), OK);
        expect_methods(wanted);
    }
}

/* §4.2 to §4.4 */
TEST(drawing_in_2d_gets_all_state)
{
    struct graph2d g = { &bench.card, DESCRIPTOR, 0x600, 0x602, { 0x11, 0x12, 0x13, 0x14, 0x15 } };
    const uint64_t at = UINT64_C(0xab12345600);
    struct graph_event event;

    open_port(CHIP_G84);
    assert_pairs(graph2d_start(&g), OK, graph2d_fill(&g, at, 7, 0xc01044, false, &event), OK,
                 graph2d_fill(&g, at, 7, 0xc01044, true, &event), OK,
                 graph2d_blit(&g, at, UINT64_C(0xcd65432100), &event), OK,
                 graph2d_notify(&g, 0x77, &event), OK, graph2d_query(&g, at, 0x5eed, &event), OK,
                 graph2d_condition(&g, at, CONDITION_EQUAL), OK);
    expect_methods(
        "10000=600 10180=13 10184=11 10188=12 1018c=14 10264=0 10268=0 1026c=1 10290=0 1029c=0 "
        "10580=4 10584=cf 10200=cf 10204=1 10214=1000 10218=400 1021c=1 10230=cf 10234=1 "
        "10244=1000 10248=400 1024c=1 30000=602 301a4=15 10220=ab 10224=12345600 102ac=3 102a0=66 "
        "10588=c01044 10600=0 10604=0 10608=7 1060c=1 10220=ab 10224=12345600 102ac=4 102a0=66 "
        "10588=c01044 10600=0 10604=0 10608=7 1060c=1 10220=ab 10224=12345600 10250=cd "
        "10254=65432100 102ac=3 10888=1 1088c=0 108b0=0 108b4=0 108b8=400 108bc=1 108c0=0 108c4=1 "
        "108c8=0 108cc=1 108d0=0 108d4=0 108d8=0 108dc=0 10180=77 10104=0 10100=0 30310=ab "
        "30314=12345600 30318=5eed 3031c=8000 10264=ab 10268=12345600 1026c=3 ");
}

static enum err start_number(unsigned i)
{
    struct compute c = { &bench.card, DESCRIPTOR, 0x600, { 0 } };
    struct graph2d g = { &bench.card, DESCRIPTOR, 0x600, 0x602, { 0x11, 0x12, 0x13, 0x14, 0x15 } };
    struct render r = { &bench.card, DESCRIPTOR, 0x600, 0x11 };

    return i == 0   ? compute_start(&c)
           : i == 1 ? compute_plain_start(&c)
           : i == 2 ? graph2d_start(&g)
                    : render_start(&r);
}

/* A program's state is sent to a PGRAPH that was reset (bits 12 and 21), whose TLB forgot what older tests had mapped,
 * and that has the channel (tesla-engines.md §4.1, tesla-vm.md §8.5); to none whose TLB is not flushed. */
TEST(state_is_sent_to_a_fresh_pgraph)
{
    static const char *const order[] = { "200=ffdfefff ", " " TEXT_PGRAPH_TRAP_EN "=ffffffff ",
                                         " 100c80=1 ", " " TEXT_PGRAPH_CTXCTL_CUR "=80001234 ",
                                         " 40080c=" };

    for (unsigned i = 0; i < 4; i++) {
        open_port(CHIP_G84);
        assert_int_equal(OK, start_number(i));
        const char *at = bench.accesses;
        for (unsigned k = 0; at && k < ARRAY_SIZE(order); k++)
            at = strstr(at, order[k]);
        assert_non_null(at);
        open_port(CHIP_G84);
        keep(REF_PFB_MMU_TLB_FLUSH, 1);
        assert_int_equal(ERR_TIMEOUT, start_number(i));
        assert_null(strstr(bench.accesses, " 40080c="));
    }
}
