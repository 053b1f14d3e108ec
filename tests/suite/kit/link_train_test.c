/* How wide a link runs, and that it comes back when it is trained anew (suite/kit/link.h), between a card and a port
 * whose configuration spaces are made by hand: PCI Express Base 2.0 §7.8, docs/hardware/board-sensors.md §8.2. */
#include "suite/kit/link.h"
#include "tests/kit/bench.h"

enum end { CARD, PORT };

/* Where each end has its PCI Express capability. */
#define CARD_AT 0x60u
#define PORT_AT 0x50u

#define ROUNDS 10u /* at each speed */

static const struct pci_function at[2] = { { .bus = 1 }, { .device = 3 } };

struct written { /* to the port */
    uint16_t offset;
    uint32_t value;
};

static struct {
    uint8_t bytes[2][0x100];
    bool trains;
    unsigned looks_left, looks;       /* before training ends; that each training takes */
    unsigned trainings, width;        /* so far; that each brings */
    unsigned gone_after;              /* trainings; 0: the card stays */
    unsigned narrow_at, narrow_width; /* this training, from 1 on; 0: none */
    unsigned errors_at[2];            /* two trainings; 0: none */
    unsigned slow_at;                 /* this one ends at 2.5 GT/s */
    struct written writes[8 + 4 * 3 * (1 + ROUNDS)]; /* all but those that clear errors */
    unsigned write_count, clears;
} fake;

static unsigned get(enum end end, unsigned offset, unsigned size)
{
    uint32_t value = 0;

    memcpy(&value, fake.bytes[end] + offset, size);
    return value;
}

static void put(enum end end, unsigned offset, uint32_t value, size_t size)
{
    memcpy(fake.bytes[end] + offset, &value, size);
}

static bool is_at(struct pci_function function, enum end end)
{
    return function.bus == at[end].bus && function.device == at[end].device && !function.function;
}

static uint32_t config_read(struct bus *bus, struct pci_function function, uint16_t offset,
                            uint8_t size)
{
    if (is_at(function, PORT) && offset == PORT_AT + 0x10 && fake.trains && !fake.looks_left--)
        fake.trains = false;
    if (is_at(function, PORT))
        return get(PORT, offset, size) |
               (offset == PORT_AT + 0x10 && fake.trains ? UINT32_C(1) << 27 : 0);
    if (!is_at(function, CARD) || (fake.gone_after && fake.trainings >= fake.gone_after))
        return UINT32_MAX >> (32 - 8 * size);
    return get(CARD, offset, size);
}

static void train_anew(void)
{
    const unsigned version = get(PORT, PORT_AT + 2, 2) & 15, was = get(CARD, CARD_AT + 0x12, 2);
    unsigned speed = version < 2 ? was & 15 : get(PORT, PORT_AT + 0x30, 2) & 15;
    unsigned width = fake.width;

    fake.trainings++;
    fake.trains = true;
    fake.looks_left = fake.looks;
    if (fake.trainings == fake.slow_at)
        speed = 1;
    if (fake.trainings == fake.narrow_at)
        width = fake.narrow_width;
    put(CARD, CARD_AT + 0x12, speed | width << 4, 2);
    if (fake.trainings == fake.errors_at[0] || fake.trainings == fake.errors_at[1])
        put(CARD, CARD_AT + 0x0a, 5, 2);
}

static void config_write(struct bus *bus, struct pci_function function, uint16_t offset,
                         uint8_t size, uint32_t value)
{
    const enum end end = is_at(function, PORT) ? PORT : CARD;

    assert_int_equal(2, size);
    if (end == CARD) { /* Device Status: a 1 clears */
        assert_pairs(CARD_AT + 0x0a, offset, 0, value & ~15u);
        put(CARD, offset, get(CARD, offset, 2) & ~value, 2);
        fake.clears++;
        return;
    }
    assert_true(fake.write_count < ARRAY_SIZE(fake.writes));
    fake.writes[fake.write_count++] = (struct written){ offset, value };
    put(PORT, offset, offset == PORT_AT + 0x10 ? value & ~0x20u : value, 2);
    if (offset == PORT_AT + 0x10 && value & 0x20)
        train_anew();
}

static const struct chip chip = { .title = "G84" };
static struct bench bench;
static struct card card;
static struct test t;

/* The abilities of an end: `speed` 1 is 2.5 GT/s. */
static void put_end(enum end end, unsigned version, unsigned speed, unsigned width)
{
    const unsigned cap = end == CARD ? CARD_AT : PORT_AT;

    put(end, 0x00, 0x10de, 2);
    put(end, 0x06, 0x0010, 2);
    put(end, 0x34, cap, 1);
    put(end, cap, 0x0010, 2);
    put(end, cap + 2, version | (end == PORT ? 0x40 : 0), 2);
    put(end, cap + 0x0c, 0x00aa0000 | speed | width << 4, 4);
}

/* 5 GT/s and x16 on both ends; the port's control registers are as firmware left them. */
static const struct run_config on_model = { .model = true };

FIXTURE(begin)
{
    memset(&fake, 0, sizeof(fake));
    bench_open(&bench, NULL);
    bench.does.config_read = config_read;
    bench.does.config_write = config_write;
    put_end(CARD, 2, 2, 16);
    put_end(PORT, 2, 2, 16);
    put(PORT, 0x0e, 1, 1);
    put(PORT, 0x19, 1, 1);
    put(PORT, PORT_AT + 0x10, 0x0043, 2);
    put(PORT, PORT_AT + 0x30, 0x00c3, 2);
    fake.width = 16;
    put(CARD, CARD_AT + 0x10, 0x0002 << 16 | 16 << 20 | 0x0040, 4);
    put(CARD, CARD_AT + 0x08, 0x2810, 2); /* Device Control stays as it is */
    put(CARD, CARD_AT + 0x0a, 1, 2);      /* of before */
    card = (struct card){ .bus = &bench.bus, .chip = &chip };
    card.pci.at = at[CARD];
    t = (struct test){ .card = &card, .config = &on_model };
}

/* ---- width ----------------------------------------------------------------------------------- */

TEST(the_narrower_end_says_how_wide_it_could_be, begin)
{
    static const struct run_config silicon = { 0 }, x8 = { .link = 8 }, x16 = { .link = 16 };
    /* clang-format off */
    /* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which it is read */
    static const struct {
        unsigned card, port, is;
        const struct run_config *config;
        enum test_result result;
        const char *note, *sentence;
        enum cause cause;
    } rows[] = {
        { 16, 16, 16, &on_model, TEST_PASS, "x16, card x16, port x16", "", CAUSE_NONE },
        { 16, 8, 8, &on_model, TEST_PASS, "x8, card x16, port x8", "", CAUSE_NONE },
        { 1, 16, 1, &on_model, TEST_PASS, "x1, card x1, port x16", "", CAUSE_NONE },
        { 16, 16, 8, &on_model, TEST_FAIL, "x8, card x16, port x16: card, slot or riser",
          "G84 runs its link at x8, where card and port can do x16: contacts or lanes", CAUSE_NONE },
        { 16, 8, 4, &on_model, TEST_FAIL, "x4, card x16, port x8: card, slot or riser",
          "G84 runs its link at x4, where card and port can do x8: contacts or lanes", CAUSE_NONE },
        { 8, 32, 7, &on_model, TEST_FAIL, "x7, card x8, port x32: card, slot or riser",
          "G84 runs its link at x7, where card and port can do x8: contacts or lanes", CAUSE_NONE },
        { 16, 16, 1, &silicon, TEST_PASS, "x1, card x16, port x16: card, slot or riser", "", CAUSE_NONE },
        { 16, 16, 16, &x16, TEST_PASS, "x16, card x16, port x16", "", CAUSE_NONE },
        { 16, 16, 8, &x8, TEST_PASS, "x8, card x16, port x16: card, slot or riser", "", CAUSE_NONE },
        { 4, 16, 4, &x16, TEST_PASS, "x4, card x4, port x16", "", CAUSE_NONE },
        { 16, 16, 1, &x16, TEST_ERROR, "x1, card x16, port x16: card, slot or riser",
          "the link runs at x1 in a slot of x16, and the card can do x16: its other lanes were not tested", CAUSE_LINK_NARROW },
        { 16, 4, 4, &x16, TEST_ERROR, "x4, card x16, port x4",
          "the slot has x16, says link=, but the port above the card can only do x4", CAUSE_CONFIG_MISFIT },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        begin(NULL);
        t.config = rows[i].config;
        put_end(CARD, 2, 2, rows[i].card);
        put_end(PORT, 2, 2, rows[i].port);
        put(CARD, CARD_AT + 0x12, 2 | rows[i].is << 4, 2);
        link_is_wide(&t);
        assert_pairs(rows[i].result, t.result, rows[i].cause, t.finding.cause);
        assert_strings(rows[i].note, t.note, rows[i].sentence, t.sentence);
        assert_true(t.compared);
    }
    assert_int_equal(0, fake.write_count + fake.clears);
}

/* The card without a list of capabilities, no port, a port without a list. */
TEST(without_a_link_nothing_is_judged, begin)
{
    /* clang-format off */
    static const struct { enum end end; unsigned offset; const char *sentence; } rows[] = {
        { CARD, 0x06, "there is no PCI Express link here: the card shows none" },
        { PORT, 0x19, "there is no PCI Express link here: the port above is none" },
        { PORT, 0x06, "there is no PCI Express link here: the port above is none" }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        begin(NULL);
        put(rows[i].end, rows[i].offset, 0, 1);
        link_is_wide(&t);
        assert_int_equal(TEST_LACKS, t.result);
        assert_string_equal(rows[i].sentence, t.sentence);
        t = (struct test){ .card = &card, .config = &on_model };
        link_retrains(&t);
        assert_int_equal(TEST_LACKS, t.result);
        assert_string_equal("there is no PCI Express link here", t.sentence);
        assert_int_equal(0, t.compared);
        assert_null(t.put_back);
        assert_string_equal("", t.note);
        assert_int_equal(0, fake.write_count + fake.clears);
    }
    begin(NULL);
    bench.dma_error = ERR_NO_MEMORY;
    link_retrains(&t);
    assert_int_equal(TEST_ERROR, t.result);
    assert_string_equal("preparing: out of memory", t.sentence);
    assert_int_equal(0, fake.write_count + fake.clears);
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* "Errors that only a bad link makes": each Device Status (§7.8.5), where a correctable error beside an unsupported
 * request (bits 0 and 3) tells nothing; with AER each bit of both status registers (§7.10.2, §7.10.5). */
TEST(errors_of_a_link_are_told, begin)
{
    for (unsigned n = 0; n < 2 * (16 + 2 * 32); n++) {
        static const unsigned of_link[] = { 0x000e2030, 0x000011c1 };
        const unsigned end = n % 2, status = n / 2 < 16 ? n / 2 : 0;
        const uint16_t aer = n / 2 < 16 ? 0 : 0xc0;
        const unsigned which = n / 2 >= 16 + 32, bit = aer ? 1u << n / 2 % 32 : 0;
        const bool bad = aer ? bit & of_link[which] : (status & 4) || (status & 9) == 1;
        /* clang-format off */
        const struct pci_link link = {
            .card = { .present = true, .at = at[CARD], .express = CARD_AT, .aer = aer, .before = { 1, 2, 3 } },
            .port = { .present = end == PORT, .at = at[PORT], .express = PORT_AT, .aer = aer } };
        /* clang-format on */
        char words[100], said[200] = "";

        begin(NULL);
        card.link = &link;
        put(CARD, CARD_AT + 0x0a, 0, 2);
        put(end, (end == CARD ? CARD_AT : PORT_AT) + 0x0a, status, 2);
        put(end, which ? 0xd0 : 0xc4, bit, 4);
        link_noticed_no_errors(&t);
        assert_pairs(bad ? TEST_FAIL : TEST_PASS, t.result, end == CARD,
                     !!strstr(t.note, "; port not PCI Express"));
        snprintf(words, sizeof(words), "before: card device 0x1%s; port ",
                 aer ? ", uncorrectable 0x2, correctable 0x3" : "");
        assert_memory_equal(words, t.note, strlen(words));
        snprintf(words, sizeof(words),
                 aer ? "device 0x0, uncorrectable 0x%x, correctable 0x%x" : "device 0x%x",
                 aer ? bit * !which : status, bit * which);
        if (bad)
            snprintf(
                said, sizeof(said),
                "G84 had errors on its link during the tests, says the %s (%s): contacts or lanes",
                end == CARD ? "card" : "port", words);
        assert_string_equal(said, t.sentence);
    }
}

/* ---- training -------------------------------------------------------------------------------- */

static void expect_write(unsigned number, unsigned offset, uint32_t value)
{
    assert_true(number < fake.write_count);
    assert_pairs(PORT_AT + offset, fake.writes[number].offset, value, fake.writes[number].value);
}

/* Ten times at each speed: Link Control 2 has the target, bit 5 of Link Control trains; everything else in them stays. At
 * the end the speed that was found comes first, then both registers as they were. */
TEST(each_speed_is_trained_ten_times, begin)
{
    link_retrains(&t);
    assert_int_equal(TEST_PASS, t.result);
    assert_string_equal("2.5 GT/s reached 10 of 10 times, 0 with errors, x16; "
                        "5 GT/s reached 10 of 10 times, 0 with errors, x16",
                        t.note);
    assert_pairs(2 * ROUNDS + 2, t.compared, 2 * ROUNDS, fake.trainings, 2 * 2 * ROUNDS,
                 fake.write_count);
    for (unsigned i = 0; i < 2 * ROUNDS; i++) {
        expect_write(2 * i, 0x30, i < ROUNDS ? 0x00c1 : 0x00c2);
        expect_write(2 * i + 1, 0x10, 0x0063);
    }
    assert_int_equal(2 * (ROUNDS + 1), fake.clears);
    assert_int_equal(20 * 1000, bench.now_us); /* a look after each millisecond */
    assert_non_null(t.put_back);
    fake.write_count = 0;
    t.put_back(&t);
    assert_int_equal(4, fake.write_count);
    expect_write(0, 0x30, 0x00c2);
    expect_write(1, 0x10, 0x0063);
    expect_write(2, 0x30, 0x00c3);
    expect_write(3, 0x10, 0x0043);
    assert_int_equal(0x2810, get(CARD, CARD_AT + 0x08, 2));
}

/* Once of ten times is enough; the narrowest is said. */
TEST(a_link_that_comes_back_narrow_fails, begin)
{
    fake.narrow_at = 13;
    fake.narrow_width = 4;
    fake.slow_at = 12;
    fake.errors_at[0] = 11;
    fake.errors_at[1] = 20;
    link_retrains(&t);
    assert_int_equal(TEST_FAIL, t.result);
    assert_string_equal("G84 came back at x4 when its link was trained anew at 5 GT/s, before it "
                        "was x16: contacts or capacitors of lanes",
                        t.sentence);
    assert_string_equal("2.5 GT/s reached 10 of 10 times, 0 with errors, x16; "
                        "5 GT/s reached 9 of 10 times, 2 with errors, x4",
                        t.note);
    begin(NULL);
    put(CARD, CARD_AT + 0x12, 2 | 8 << 4, 2); /* it was narrow: wider is well */
    link_retrains(&t);
    assert_int_equal(TEST_PASS, t.result);
    begin(NULL);
    fake.narrow_at = 1;
    fake.narrow_width = 15;
    link_retrains(&t);
    assert_pairs(TEST_FAIL, t.result, 1, t.failures, 20, fake.trainings);
}

/* A second is allowed, with a look after each millisecond. */
TEST(training_has_to_end, begin)
{
    fake.looks = 999;
    link_retrains(&t);
    assert_pairs(TEST_PASS, t.result, 20 * 1000 * 1000, bench.now_us);
    begin(NULL);
    bench.now_us = 77;
    fake.looks = 1000;
    link_retrains(&t);
    assert_int_equal(TEST_FAIL, t.result);
    assert_string_equal("G84 does not end training its link", t.sentence);
    assert_pairs(1000 * 1000 + 77, bench.now_us, 1, fake.trainings, 1, t.compared);
    assert_string_equal("", t.note);
}

/* The words of a card that is gone say nothing about its link. */
TEST(a_card_that_is_gone_ends_it, begin)
{
    fake.gone_after = 12;
    link_retrains(&t);
    assert_pairs(TEST_PASS, t.result, 12, fake.trainings);
    assert_string_equal("2.5 GT/s reached 10 of 10 times, 0 with errors, x16", t.note);
}
