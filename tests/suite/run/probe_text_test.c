/* mode=pci and mode=probe (suite/run/probe.c): the whole of probe.json, the lines beside it, and that nothing of the
 * card is written. The content of the lists of registers is tested in tests/suite/run/probe_test.c. */
#include "tests/suite/steps_rig.h"

static char text[32768];

static void keep(void *opaque, const char *piece, size_t size)
{
    const size_t used = strlen(text);

    assert_true(size > 0 && size <= 1024 && used + size < sizeof(text));
    memcpy(text + used, piece, size);
    text[used + size] = '\0';
}

static bool probe(struct card *card, unsigned index, bool all, struct family_probe *out)
{
    static const struct family_probe rows[] = { { "OFF", STEPS_REG, 0, 0 },
                                                { "ONE", STEPS_REG, 1, 0 },
                                                { "TWO", STEPS_REG, 2, 4 },
                                                { "MORE", 0x1700, 1, 0 } };

    if (index >= (all ? 4u : 3u))
        return false;
    *out = rows[index];
    return true;
}

static struct steps *look(unsigned mode)
{
    struct steps *const s = steps_new(NULL);

    text[0] = '\0';
    *stub_config(s->stub, PCI_COMMAND) = PCI_COMMAND_IO | PCI_COMMAND_MEMORY;
    s->family.probe = probe;
    s->familys = 0xabcd;
    s->rig->config.mode = (uint8_t)mode;
    s->rig->sinks.probe = keep;
    s->rig->setup.machine = "a \"host\\\x01~";
    return s;
}

#define BEGIN "{\"barecard\":\"test\",\"machine\":\"a host~\",\"cards\":["
#define CONFIG                                                                                     \
    "\n{\"card\":\"0007:03:02.0\",\"config\":{\"0x000\":\"0x1aaa10de\",\"0x004\":\"0x00000003\","  \
    "\"0x008\":\"0x030000a1\",\"0x010\":\"0x10000000\",\"0x014\":\"0x0000000c\",\"0x018\":"        \
    "\"0x00000008\",\"0x01c\":\"0x00000004\",\"0x020\":\"0x00000009\",\"0xffc\":\"0x12345678\"},"  \
    "\n \"bridges\":[]"
#define REGISTERS                                                                                  \
    ",\n \"chipset\":\"STUB1\",\"registers\":{\n  \"ONE\":\"0x00000077\",\n  \"TWO\":["            \
    "\"0x00000077\",\"0x0000abcd\"]}"

TEST(configuration_space_alone_is_read)
{
    struct steps *const s = look(MODE_PCI);

    steps_run(s);
    assert_string_equal(BEGIN CONFIG "}\n]}\n", text);
    expect_steps(s, "watchdog 50\nwatchdog 50\nname reading configuration space\n"
                    "watchdog 50\nname done\nname -\nwatchdog 0\n");
    expect_said(s->rig->tap, "# card 0007:03:02.0 10de:1aaa: looked at, not tested (mode=pci)\n");
}

TEST(two_cards_are_two_objects)
{
    struct steps *const s = look(MODE_PROBE);
    void *const arena = calloc(1, RUN_ARENA_SIZE);
    struct run *const run = run_open(&s->rig->setup, arena);

    run_bus(run, &s->stub->bench.bus);
    run_bus(run, &s->stub->bench.bus);
    assert_int_equal(VERDICT_NOT_TESTED, run_close(run));
    assert_string_equal(BEGIN CONFIG REGISTERS "}," CONFIG REGISTERS "}\n]}\n", text);
    free(arena);
}

/* A configuration space in which nothing reads 0: it comes in many pieces, and no word of it is lost. */
TEST(a_full_configuration_space_comes_in_pieces)
{
    struct steps *const s = look(MODE_PCI);
    char word[40];

    s->goes.crowded = true;
    steps_run(s);
    for (unsigned offset = STUB_CONFIG_BYTES; offset < 0x1000; offset += 4) {
        snprintf(word, sizeof(word), ",\"0x%03x\":\"0x12345678\"%s", offset,
                 offset == 0xffc ? "}" : ",");
        expect_said(text, word);
    }
}

/* Registers are read where they can be, and of a chipset whose list is known. */
TEST(what_cannot_be_read_is_said)
{
    /* clang-format off */
    static const struct { uint16_t command; uint32_t bar0, boot_0; bool no_list; const char *says; } rows[] = {
        { PCI_COMMAND_IO, 0x10000000, 0x1ee000a1, false,
          "# memory decoding of the card is off, so its registers were not read\n" },
        { PCI_COMMAND_MEMORY, 0, 0x1ee000a1, false,
          "# the firmware has not assigned BAR0, so the card's registers were not read\n" },
        { PCI_COMMAND_MEMORY, 0xe001, 0x1ee000a1, false,
          "# the firmware has not assigned BAR0, so the card's registers were not read\n" },
        { PCI_COMMAND_MEMORY, 0x10000000, UINT32_MAX, false,
          "# BOOT_0 is 0xffffffff, of which no list of registers is known\n" },
        { PCI_COMMAND_MEMORY, 0x10000000, 0x140000a1, false,
          "# BOOT_0 is 0x140000a1, of which no list of registers is known\n" },
        { PCI_COMMAND_MEMORY, 0x10000000, 0x1ee000a1, true,
          "# BOOT_0 is 0x1ee000a1, of which no list of registers is known\n" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = look(MODE_PROBE);

        *stub_config(s->stub, PCI_COMMAND) = rows[i].command;
        *stub_config(s->stub, PCI_BAR0) = rows[i].bar0;
        s->stub->boot_0 = rows[i].boot_0;
        if (rows[i].no_list)
            s->family.probe = NULL;
        steps_run(s);
        expect_said(s->rig->tap, rows[i].says);
        assert_null(strstr(text, "registers"));
        assert_int_equal('}', text[strlen(text) - 5]);
    }
}

static void notes_nothing(struct test *t)
{
    expect_equal(t, 1, 1, "one");
}

/* dump=regs: the longer list, before the card is tested. */
TEST(a_tested_card_is_dumped_too)
{
    struct steps *const s = look(MODE_TEST);

    s->rows[0].run = notes_nothing;
    s->rig->config.dump_regs = true;
    steps_run(s);
    assert_int_equal(VERDICT_PASS, s->rig->verdict);
    expect_said(s->rig->tap, "# 4 words of registers read, for probe.json\n");
    expect_said(text, "\"0x0000abcd\"],\n  \"MORE\":\"0x00000000\"}}\n]}\n");
}
