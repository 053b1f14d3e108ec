/* Writes of copies by m2mf, through PGRAPH's port and through PFIFO, against bare registers. Addresses and values are
 * typed from docs/hardware/: tesla-mmio.md §4.4, §5.4, §5.5, tesla-engines.md §4.1, silicon-sequences.md §6. */
#include "engines/nv50/compute.h"
#include "engines/nv50/graph2d.h"
#include "engines/nv50/m2mf.h"
#include "engines/nv50/render.h"
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/engines/writes_rig.h"

#define TRAPS_CLEARED                                                                              \
    "400804=c0000000 406800=c0000000 400c04=c0000000 401800=c0000000 405018=c0000000 "             \
    "402000=c0000000 "
#define METHOD(number, data) "40080c=" data " 400808=80000" number " "

/* Its objects stand from 0x6000 of the channel on; record and scratch page are the page at PAGE_AT. */
static struct vm vm_for_m2mf(enum chipset_index chip)
{
    open_writes(&nv50_chips[chip].chip);
    set(REF_PMC_ENABLE, 0xffffffff);
    bench.card.vram.size = 0x4000000;
    PUT(keep, REF_PGRAPH_INTR, 0, REF_PGRAPH_CMD_ADDR, 0, REF_PFB_MMU_TLB_FLUSH, 0);
    return (struct vm){ .card = &bench.card,
                        .channel = { 0x1230000, TARGET_VRAM },
                        .descriptor = 0x40001230,
                        .next_object = 0x6000 };
}

TEST(copies_are_methods_at_the_port)
{
    struct vm vm = vm_for_m2mf(CHIP_G84);
    struct m2mf m2mf;

    assert_int_equal(m2mf_prepare(&m2mf, &vm, 0x111, 0x222), OK);
    expect_writes("1700=120 736000=5039 736004=0 736008=0 73600c=0 736010=0 736014=0 "
                  "736020=1a003d 736024=23456fff 736028=23456000 73602c=1000001 736030=0 "
                  "736034=10000 100c08=1234560 70000=1 ");
    assert_int_equal(m2mf_start(&m2mf), OK);
    const char *const methods = strstr(bench.accesses, TEXT_PFB_MMU_TLB_FLUSH "=");
    assert_non_null(methods);
    assert_string_equal(methods, TEXT_PFB_MMU_TLB_FLUSH
                        "=1 400500=0 400824=4000 400784=1230 400320=4 40032c=80001230 "
                        "400500=10001 " METHOD("000", "600") METHOD("180", "602")
                            METHOD("184", "111") METHOD("188", "222") METHOD("200", "1")
                                METHOD("21c", "1") METHOD("314", "1000") METHOD("318", "1000")
                                    METHOD("31c", "1000") METHOD("324", "101") METHOD("238", "0")
                                        METHOD("23c", "0"));
    bench_forget(&bench);
    /* Three lines; then a part of one in the same 4 GiB, for which only the length is new. */
    assert_int_equal(m2mf_launch(&m2mf, UINT64_C(0x1234567890), UINT64_C(0x9876543210), 0x3000),
                     OK);
    expect_writes(METHOD("238", "12") METHOD("23c", "98") METHOD("30c", "34567890")
                      METHOD("310", "76543210") METHOD("320", "3") METHOD("328", "0"));
    assert_int_equal(m2mf_launch(&m2mf, UINT64_C(0x1200000040), UINT64_C(0x9800000080), 0x20), OK);
    expect_writes(METHOD("31c", "20") METHOD("30c", "40") METHOD("310", "80") METHOD("320", "1")
                      METHOD("328", "0"));
    m2mf_forget_channel(&m2mf);
    expect_writes("40032c=1230 ");
    m2mf_close(&m2mf);
    expect_writes("200=ffdfefff 200=ffffffff ");
}

/* tesla-engines.md §4: 2D 502d, compute 50c0, 3D by chip. Who looks it up may follow at once: it is flushed. */
TEST(objects_have_the_class_of_their_chip)
{
    static const struct {
        enum chipset_index chip;
        const char *class_3d, *flush;
    } rows[] = { { CHIP_G80, "5097", "330c=1 " },    { CHIP_G84, "8297", "70000=1 " },
                 { CHIP_G98, "8297", "70000=1 " },   { CHIP_G200, "8397", "70000=1 " },
                 { CHIP_MCP79, "8397", "70000=1 " }, { CHIP_GT215, "8597", "70000=1 " },
                 { CHIP_GT218, "8597", "70000=1 " }, { CHIP_MCP89, "8697", "70000=1 " } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct vm vm = vm_for_m2mf(rows[i].chip);
        const char *const classes[] = { rows[i].class_3d, "50c0", "502d", "50c0" };
        char wanted[600] = "1700=120 ";
        struct render r;
        struct compute c;
        struct graph2d g;

        assert_pairs(OK, render_prepare(&r, &vm, 0x111), OK,
                     compute_prepare(&c, &vm, &(struct compute_memory){ 0 }), OK,
                     graph2d_prepare(&g, &vm, &(struct graph2d_objects){ 0 }));
        for (unsigned word = 0; word < 24; word++)
            snprintf(wanted + strlen(wanted), 20, "%x=%s %s",
                     0x736000 + word / 6 * 32 + word % 6 * 4, word % 6 ? "0" : classes[word / 6],
                     word % 6 == 5 && word != 17 ? rows[i].flush : "");
        expect_writes(wanted);
    }
}

/* silicon-sequences.md §6.2: bits 0, 16 and 24 are no complaints. Each is acknowledged, and PGRAPH goes on. */
TEST(complaints_of_pgraph_are_taken)
{
    struct vm vm = vm_for_m2mf(CHIP_G84);
    struct m2mf m2mf;
    struct graph_event event;

    assert_int_equal(m2mf_open(&m2mf, &vm, 0x111, 0x222), OK);
    bench_forget(&bench);
    assert_int_equal(m2mf_bind(&m2mf, 0x184, 0x333, &event), OK);
    expect_writes(METHOD("184", "333"));
    assert_int_equal(event.interrupts, 0);
    keep(REF_PGRAPH_INTR, 0x01010001);
    assert_int_equal(m2mf_bind(&m2mf, 0x184, 0x333, &event), OK);
    expect_writes(METHOD("184", "333") "400100=1010001 400500=10001 ");
    assert_int_equal(event.interrupts, 0);

    keep(REF_PGRAPH_INTR, 0x01310011);
    PUT(set, 0x100, 0x1000, REF_PGRAPH_TRAP, 0x42, REF_PGRAPH_M2MF_TRAP, 0x80000006,
        REF_PGRAPH_DATA_ERROR, 0x51, REF_PGRAPH_TRAPPED_ADDR, 0xfff7f31f);
    assert_int_equal(m2mf_bind(&m2mf, 0x180, 0x444, &event), OK);
    expect_writes(METHOD("180", "444") TRAPS_CLEARED "400108=42 400100=1310011 400500=10001 ");
    assert_pairs(event.interrupts, 0x00300010, true, event.line, event.traps, 0x42, event.trapped,
                 6, event.data_error, 0x51, event.method, 0x131c);
    assert_int_equal(m2mf_finish(&m2mf), ERR_UNSUPPORTED);
    assert_int_equal(m2mf_reopen(&m2mf, &vm, 0x111, 0x222), ERR_UNSUPPORTED);
    /* One that stays busy is waited for, 1 s, unless it has complained. */
    set(REF_PMC_INTR_HOST, 0xffffefff);
    keep(REF_PGRAPH_STATUS, 1);
    bench.now_us = 0;
    assert_pairs(m2mf_bind(&m2mf, 0x180, 0x444, &event), OK, false, event.line);
    assert_in_range(bench.now_us, 0, 2000);
    keep(REF_PGRAPH_INTR, 0x01010001);
    assert_int_equal(m2mf_bind(&m2mf, 0x180, 0x444, &event), ERR_TIMEOUT);
    assert_in_range(bench.now_us, 1000000, 1010000);
}

/* Whoever is told of an error finds no complaint beside it. */
TEST(an_end_that_does_not_come_is_said)
{
    struct vm vm = vm_for_m2mf(CHIP_G84);
    struct m2mf m2mf;
    struct graph_event event;

    assert_int_equal(m2mf_open(&m2mf, &vm, 0x111, 0x222), OK);
    keep(REF_PGRAPH_STATUS, 1); /* busy */
    assert_int_equal(m2mf_finish(&m2mf), ERR_TIMEOUT);
    memset(&event, 0xff, sizeof(event));
    assert_pairs(m2mf_bind(&m2mf, 0x184, 0x333, &event), ERR_TIMEOUT, 0,
                 event.interrupts | event.traps | event.trapped | event.data_error | event.method);
    assert_false(event.line);
    card_deadline(&bench.card, 1000);
    assert_int_equal(m2mf_finish(&m2mf), ERR_DEADLINE);
}

/* PGRAPH forgets the upper halves of the addresses with its reset: they are 0 then, and others are sent. */
TEST(a_new_start_forgets_addresses)
{
    struct vm vm = vm_for_m2mf(CHIP_G84);
    struct m2mf m2mf;

    assert_int_equal(m2mf_open(&m2mf, &vm, 0x111, 0x222), OK);
    for (unsigned i = 0; i < 2; i++) {
        bench_forget(&bench);
        assert_int_equal(m2mf_launch(&m2mf, UINT64_C(0x100000000), UINT64_C(0x100000000), 0x1000),
                         OK);
        expect_writes(METHOD("238", "1") METHOD("23c", "1") METHOD("30c", "0") METHOD("310", "0")
                          METHOD("320", "1") METHOD("328", "0"));
        m2mf_close(&m2mf);
        assert_int_equal(m2mf_start(&m2mf), OK);
    }
    bench_forget(&bench);
    assert_int_equal(m2mf_launch(&m2mf, 0, 0, 0x1000), OK);
    expect_writes(METHOD("30c", "0") METHOD("310", "0") METHOD("320", "1") METHOD("328", "0"));
    /* A part of a line elsewhere changes all three. */
    assert_int_equal(m2mf_launch(&m2mf, UINT64_C(0x1200000000), UINT64_C(0x9800000000), 0x20), OK);
    expect_writes(METHOD("238", "12") METHOD("23c", "98") METHOD("31c", "20") METHOD("30c", "0")
                      METHOD("310", "0") METHOD("320", "1") METHOD("328", "0"));
}
