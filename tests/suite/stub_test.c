/* Neutral code on a card of no family that it knows: it is run, judged, reported and found broken. */
#include "suite/memory/patterns.h"
#include "tests/suite/stub_rig.h"

#define GIB (UINT64_C(1) << 30)

static struct stub *stub;
static struct rig *rig;

FIXTURE(open_rig)
{
    stub = stub_new();
    rig = rig_new();
    rig->setup.suites = &stub_suites;
    rig->config.model = false;
}

FIXTURE(close_rig)
{
    free(stub);
    rig_free(rig);
}

/* ---- a good card ---- */

TEST(a_good_card_passes, open_rig, close_rig)
{
    assert_int_equal(VERDICT_PASS, stub_run(stub, rig, NULL));
    expect_said(rig->tap, "# card 0007:03:02.0 10de:1aaa STUB1 2 MiB: ready\n",
                "ok 1 - stub.slice\n", "ok 2 - stub.has_not # SKIP this chipset does not have it\n",
                "ok 3 - stub.cold (unverified S2)\n", "ok 4 - stub.needy\n",
                "ok 5 - vram.quick: 2 MiB", "reads by BAR1",
                "vram.quick: 41 C before, 41 C at most, 41 C after\n",
                "1..5\n# verdict: PASS: 0 errors in 12 MiB read\n");
    expect_unsaid(rig->tap, "partition");
    /* Its family is asked in order. */
    assert_pairs(1, stub->calls.posted, 1, stub->calls.memory, 1, stub->calls.take);
    assert_int_equal(4, stub->calls.settle); /* after each test that ran */
    assert_true(stub->calls.put_back >= 4 && stub->calls.flush > 0);
    expect_said(rig->records, "\"phase\":\"asking the stub\",\"card\":\"0007:03:02.0\"");
    expect_said(rig->records, "\"phase\":\"done\",\"card\":\"0007:03:02.0\"");
}

TEST(it_is_left_as_it_was, open_rig, close_rig)
{
    uint8_t config[STUB_CONFIG_BYTES];

    memcpy(config, stub->bench.config, sizeof(config));
    rig->config.suite[0] = '\0';
    rig_suite(rig, "all");
    assert_pairs(VERDICT_PASS, stub_run(stub, rig, NULL), 0x1d, stub->slice);
    assert_memory_equal(config, stub->bench.config, sizeof(config));
}

TEST(a_cold_card_gets_what_needs_no_memory, open_rig, close_rig)
{
    stub->cold = true;
    assert_int_equal(VERDICT_NOT_TESTED, stub_run(stub, rig, NULL));
    expect_said(rig->tap, "# card 0007:03:02.0 10de:1aaa STUB1: asleep\n");
    expect_said(rig->tap, "ok 1 - stub.slice # SKIP the card is not initialised\n");
    expect_said(rig->tap, "ok 3 - stub.cold (unverified S2)\n");
    expect_said(rig->tap, "# verdict: NOT TESTED: the card is asleep\n");
    assert_int_equal(0, stub->calls.memory + stub->calls.take + stub->calls.settle);
}

/* ---- a broken card ---- */

TEST(a_broken_register_fails, open_rig, close_rig)
{
    stub->slice_stuck = 0x10000;
    rig_suite(rig, "stub");
    assert_int_equal(VERDICT_FAIL, stub_run(stub, rig, NULL));
    expect_said(rig->tap, "not ok 1 - stub.slice: STUB1 has 0x10001 in SLICE, expected 0x1\n",
                "  source: \"stub.md §1\"\n  basis: \"proven\"\n",
                "# verdict: FAIL: stub.slice: STUB1 has 0x10001 in SLICE, expected 0x1\n");
    expect_said(rig->records, "{\"type\":\"verdict\",\"card\":\"0007:03:02.0\"");
    /* One fault, one red line: tests that need the failed one do not run. An unproven claim that fails is not red. */
    expect_said(rig->tap, "ok 4 - stub.needy # SKIP needs stub.slice\n");
    expect_said(rig->tap, "expected 0x1 # TODO unverified S2\n");
    expect_said(rig->records, "\"passed\":0,\"failed\":1,\"skipped\":2,\"errors\":0,\"differs\":1");
}

TEST(what_needs_an_unselected_test_runs, open_rig, close_rig)
{
    rig_suite(rig, "stub.needy");
    assert_int_equal(VERDICT_PASS, stub_run(stub, rig, NULL));
    expect_said(rig->tap, "ok 1 - stub.needy\n");
}

/* ---- its memory ---- */

/* Bit 37 reads 1 everywhere. Nobody knows the chips of this family, so none is named or drawn. */
TEST(bad_memory_is_said_without_a_chip, open_rig, close_rig)
{
    stub->vram_stuck = UINT64_C(1) << 37;
    assert_int_equal(VERDICT_FAIL, stub_run(stub, rig, NULL));
    expect_said(rig->tap, "not ok 5 - vram.quick: STUB1 " SAYS_BAD_MEMORY ": ");
    expect_said(rig->tap, " wrong words, data line 37, in all channels alike: GPU or supply");
    expect_said(rig->tap, ", spaced 0x8, read 1 for 0: 0x0000002000000000, read 0 for 1: "
                          "0x0000000000000000\n");
    expect_unsaid(rig->tap, "partition");
    expect_unsaid(rig->tap, "(chip");
    expect_unsaid(rig->records, "\"chips\"");
}

TEST(one_bad_word_is_found_at_its_address, open_rig, close_rig)
{
    stub->vram_stuck = 1;
    stub->vram_stuck_at = 0x123450;
    rig_suite(rig, "vram.thorough.random");
    assert_int_equal(VERDICT_FAIL, stub_run(stub, rig, NULL));
    expect_said(rig->tap, "bits 0x0000000000000001", " at VRAM 0x123450\"\n",
                "from 0x123450 to 0x123450, spaced 0x0, ");
}

TEST(the_copy_is_used_where_there_is_one, open_rig, close_rig)
{
    stub->copies = true;
    rig_suite(rig, "vram");
    assert_int_equal(VERDICT_PASS, stub_run(stub, rig, NULL));
    expect_said(rig->tap, "reads by stub copier");
}

TEST(a_hole_is_no_memory, open_rig, close_rig)
{
    stub->hole_from = 0x80000;
    stub->hole_to = 0xa0000;
    rig_suite(rig, "all");
    assert_pairs(VERDICT_PASS, stub_run(stub, rig, NULL), 0, stub->strays);
    expect_said(rig->tap, "vram.quick: VRAM 0x80000 to 0xa0000 is a hole (stub), and left out\n");
}

/* The last 256 KiB of 32 GiB: an offset cut to 32 bits would lead to another address. */
TEST(memory_above_4_gib_is_reached, open_rig, close_rig)
{
    stub->vram_size = 32 * GIB;
    stub->vram_stuck = 2;
    stub->vram_stuck_at = 32 * GIB - 0x1238;
    rig->config.range_from = 32 * GIB - 0x40000;
    rig->config.range_to = 32 * GIB;
    rig_suite(rig, "vram.quick");
    assert_int_equal(VERDICT_FAIL, stub_run(stub, rig, NULL));
    expect_said(rig->tap, " at VRAM 0x7ffffedc8\"\n");
    assert_int_equal(0, stub->strays);
    assert_true(stub->page_count <= 4 + 1); /* the range, and the part that drivers leave alone */
}

/* Address in address tells two places apart up to 32 GiB, and does so in each half of a word by itself. */
TEST(addresses_differ_up_to_32_gib)
{
    uint64_t seen[8];

    for (unsigned i = 0; i < 8; i++) {
        const struct piece piece = { .linear = i * 4 * GIB + 0x12300 };

        uint64_t words[6];

        address_in_address.data(&piece, 0, 0, words, 6);
        seen[i] = words[5];
        assert_int_equal(UINT32_MAX, (uint32_t)seen[i] ^ (uint32_t)(seen[i] >> 32));
        for (unsigned n = 0; n < i; n++)
            assert_true((uint32_t)seen[n] != (uint32_t)seen[i]);
    }
}

/* part= cannot be obeyed where nobody knows the partitions. */
TEST(a_partition_cannot_be_chosen, open_rig, close_rig)
{
    rig->config.has_part = true;
    assert_int_equal(VERDICT_INCOMPLETE, stub_run(stub, rig, NULL));
    expect_said(rig->tap,
                "vram.quick # SKIP part=0 is asked for, and how this chipset spreads its memory "
                "is not known");
}

/* ---- with other families ---- */

TEST(each_card_gets_its_familys_tests, open_rig, close_rig)
{
    static const struct suite *both[3];
    const struct suites suites = { both, 2 };
    char error[200];

    both[0] = all_suites.all[0];
    both[1] = &stub_suite;
    stub->slice_stuck = 0x10000;
    rig->setup.suites = &suites;
    rig_suite(rig, "id,stub.slice");
    rig->host = host_bus_new(&rig->host_config, error, sizeof(error));
    assert_non_null(rig->host);
    assert_int_equal(VERDICT_FAIL, stub_run(stub, rig, host_bus(rig->host)));
    expect_said(rig->tap, "not ok 1 - stub.slice", "ok 2 - id.boot0\n",
                "# card 0007:03:02.0 verdict: FAIL: stub.slice",
                "# card 0000:01:00.0 verdict: PASS (only id,stub.slice)\n",
                "# verdict: FAIL: 0007:03:02.0: stub.slice: STUB1 has");
}

/* A test's need is met only if the needed test has run before it. */
TEST(needed_tests_come_first, open_rig, close_rig)
{
    unsigned found = 0;

    for (unsigned s = 0; s < all_suites.count; s++) {
        const struct test_case *listed[TESTS_MAX];
        const unsigned count = suite_list(all_suites.all[s], listed);

        for (unsigned i = 0; i < count; i++) {
            char needs[200] = "";

            snprintf(needs, sizeof(needs), "%s", listed[i]->needs ? listed[i]->needs : "");
            for (char *name = strtok(needs, ","); name; name = strtok(NULL, ",")) {
                unsigned n = 0;

                while (n < i && strcmp(listed[n]->name, name) != 0)
                    n++;
                if (n == i)
                    fail_msg("%s needs %s, which does not run before it", listed[i]->name, name);
                found++;
            }
        }
    }
    assert_true(found > 0);
}

static void idle(struct test *t)
{
}

TEST(too_many_tests_are_an_error, open_rig, close_rig)
{
    static struct test_case rows[TESTS_MAX + 1];
    const struct test_group group = { rows, TESTS_MAX + 1 };
    const struct test_group *const groups[] = { &group };
    const struct suite large = { .family = &stub_family, .groups = groups, .count = 1 };
    const struct suite *const all[] = { &large };
    const struct suites suites = { all, 1 };

    for (unsigned i = 0; i <= TESTS_MAX; i++)
        rows[i] = (struct test_case){ .name = "stub.many", .source = "", .run = idle };
    rig->setup.suites = &suites;
    assert_int_equal(VERDICT_INCOMPLETE, stub_run(stub, rig, NULL));
    expect_said(rig->tap, SAYS_INCOMPLETE
                ": the suite of stub has 257 tests, and the runner has room for 256");
}
