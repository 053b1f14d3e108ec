/* The registers that engines/nv50 writes for falcons, VP2's units, PCOUNTER and PTHERM, in their order, against a card that
 * is nothing but registers. Addresses and values are typed from docs/hardware/: silicon-sequences.md, tesla-engines.md. */
#include "engines/nv50/falcon.h"
#include "engines/nv50/pcounter.h"
#include "engines/nv50/pcounter_record.h"
#include "engines/nv50/temperature.h"
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

#define LOAD    "84110=123456 8411c=0 84114=0 84118=2600 " /* 4 << 6 bytes through port 2 */
#define STORE   "84110=123456 8411c=0 84114=0 84118=2620 "
#define RECOVER "84624=50 84624=10 84004=300 "

/* §2.4: base, offset, data address, then the word that starts it. A store is flushed out. */
TEST(transfers_are_started_by_their_last_word)
{
    struct falcon_event event;

    open_chip(CHIP_G98);
    struct falcon falcon = opened("PVLD");

    bench_forget(&bench);
    bench.now_us = 0;
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

    open_chip(CHIP_G98);
    struct falcon falcon = opened("PVLD");

    bench_forget(&bench);
    set(REF_PVLD_BASE + REF_FALCON_XFER_STATUS, 2); /* stays pending for good */
    for (uint32_t line = 0x100; line <= 0x200; line <<= 1) {
        bench.now_us = 0;
        keep(0x84008, line | 0xc0f);
        keep(0x100, 0x8000);
        falcon_transfer(&falcon, 2, true, 0x12345600, &event);
        expect_writes(STORE RECOVER);
        assert_int_equal(event.lines, line);
        assert_true(event.stuck && event.line);
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

        open_chip(CHIP_G98);
        struct falcon falcon = opened("PVLD");
        bench_forget(&bench);
        bench.now_us = 0;
        set(REF_PVLD_BASE + REF_FALCON_XFER_STATUS, 1u << bit);
        falcon_transfer(&falcon, 2, false, 0x12345600, &event);
        expect_writes(pends ? LOAD RECOVER : LOAD);
        assert_int_equal(event.stuck, pends);
        assert_int_equal(event.lines, 0);
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

/* Boot region 12 lies at 0xcc0: base and limit in units of 256 bytes, the index of the object between them. The unit is
 * stopped after it (bits 15 and 26). */
TEST(an_xtensa_is_made_to_fetch)
{
    struct vp2_event event;

    open_chip(CHIP_G84);
    keep(0x103c20, 0x8);
    keep(0x100, 0x8000);
    xtensa_fetch(&bench.card, unit_of("PBSP"), 0xc0000000 | DESCRIPTOR, 5, 0x1234500, 0xfff00,
                 &event);
    expect_writes("200=fbff7fff 200=ffffffff 103c20=ffffffff 103d84=ffffffff 103c28=1234 "
                  "103d10=1fffffff 103d08=fffffff 103cc0=12345 103cc4=5 103cc8=fff "
                  "103c20=8 200=fbff7fff ");
    assert_int_equal(event.interrupts, 8);
    assert_int_equal(event.error, 0);
    assert_true(event.line);
}

/* Nothing tells that an access has ended well, so some time has to pass; an access that faults reports it at once. */
TEST(accesses_that_end_well_are_given_time)
{
    struct vp2_event event;

    open_chip(CHIP_G84);
    keep(0x103c20, 0);
    xtensa_fetch(&bench.card, unit_of("PBSP"), DESCRIPTOR, 5, 0, 0x100, &event);
    assert_in_range(bench.now_us, 1000, 10000);
    assert_int_equal(event.interrupts, 0);
    assert_false(event.line);
    keep(0x103c20, 0x20);
    bench.now_us = 0;
    xtensa_fetch(&bench.card, unit_of("PBSP"), DESCRIPTOR, 5, 0, 0x100, &event);
    assert_in_range(bench.now_us, 200, 900);
}

/* §3.3, in the mirror's order: queries, sources and destinations have low and high words. */
TEST(a_cipher_copies)
{
    const struct pcipher_copy copy = { .src = 0x21,
                                       .dst = 0x22,
                                       .query = 0x23,
                                       .from = UINT64_C(0x1234567890),
                                       .to = UINT64_C(0xab98765430),
                                       .query_at = UINT64_C(0xfe00000010),
                                       .size = 0x40,
                                       .with_query = true,
                                       .sequence = 0x5eed };
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

/* Units hidden by a fuse of 0x1540 (bit 30) or 0x154c are not there; G84 has no register 0x154c that tells of PMPEG. */
TEST(fuses_hide_units)
{
    open_chip(CHIP_GT215);
    set(REF_PBUS_HWUNITS_0, 0x40000000);
    set(REF_PBUS_HWUNITS_1, 0x220);
    assert_true(media_present(&bench.card, unit_of("PVLD")));  /* bit 5 */
    assert_true(media_present(&bench.card, unit_of("PCOPY"))); /* bit 9 */
    set(REF_PBUS_HWUNITS_1, 0x200);
    assert_false(media_present(&bench.card, unit_of("PVLD")));
    assert_true(media_present(&bench.card, unit_of("PCOPY")));
    assert_true(media_present(&bench.card, unit_of("PPDEC")));
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
    set(REF_PCOUNTER_CTR_EVENT + 4 * 3, 123);
    set(REF_PCOUNTER_CTR_CYCLES + 4 * 3, 456);
    counter_single_take(&bench.card, 3, &events, &cycles);
    expect_writes("a4cc=0 "); /* stands still while both are read */
    assert_int_equal(events, 123);
    assert_int_equal(cycles, 456);
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
    set(REF_PCOUNTER_CTR_PRE + 4 * 7, 1);
    set(REF_PCOUNTER_CTR_START + 4 * 7, 2);
    set(REF_PCOUNTER_CTR_EVENT + 4 * 7, 3);
    set(REF_PCOUNTER_CTR_STOP + 4 * 7, 4);
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
