/* The sentences on a start, and the next step told to a person, for each of its outcomes (docs/hardware/devinit.md
 * §3.3, §6.2, §8). Nothing runs here: the facts are laid by hand. */
#include "engines/nv50/start.h"
#include "tests/kit/tests.h"

#define WORDS_MAX 400

static struct start *start; /* too large for a stack */
static char words[WORDS_MAX];

FIXTURE(make_start)
{
    start = calloc(1, sizeof(*start));
}

FIXTURE(free_start)
{
    free(start);
}

static void said(void (*say)(const struct start *of, struct text *text))
{
    struct text text = text_in(words, sizeof(words));

    words[0] = '\0';
    say(start, &text);
}

static void expect_said(const char *expected)
{
    said(start_words);
    assert_string_equal(expected, words);
}

/* A sound ROM: version 60.84.11.07.2a, from a file with a name. */
static void put_found(void)
{
    start->found = (struct vbios_found){ .any = true, .source = ROM_SOURCE_FILE, .name = "a.rom" };
    start->found.v.versioned = true;
    memcpy(start->found.v.version, "\x60\x84\x11\x07\x2a", 5);
    memcpy(start->found.v.date, "02/03/07", 9);
}

/* ---- one sentence for each outcome */

#define OFF_AND_ON "power the machine off and on"
#define A_FILE     "its VBIOS as a file in \\vbios may help"

/* clang-format off */
static const struct { enum start_outcome outcome; bool wrote, ran_through; const char *says, *advice; } outcomes[] = {
    { START_NOT_NEEDED, false, false, "started before Barecard came", "" },
    { START_FORBIDDEN, false, false, "not initialised by its VBIOS", "post=auto in barecard.cfg starts it" },
    { START_HALF, false, false,
      "half started: part of its memory controller is set up, part is not; the memory has no size " "(0x10020c is 0)",
      OFF_AND_ON },
    { START_INTEGRATED, false, false,
      "without memory: an integrated chipset has none of its own to start, and the system's "
      "firmware has given it none", "set a size for its memory in the machine's setup" },
    { START_NO_ROM, false, false, "not started: no VBIOS was found", A_FILE },
    { START_BAD_ROM, false, false,
      "not started: its VBIOS 60.84.11.07.2a of 02/03/07 from a file on the stick a.rom has a " "wrong checksum",
      A_FILE },
    { START_REFUSED, false, false,
      "not started, nothing was written: an opcode that no card of this family knows: opcode 0x01 " "at 0x4321",
      "a machine with CSM may start it" },
    { START_DRY_ONLY, false, false, "not started: post=dry, its scripts would run to their end", "post=auto starts it"
      },
    { START_STOPPED, true, false,
      "started in part: an opcode that no card of this family knows: opcode 0x01 at 0x4321", OFF_AND_ON },
    { START_NO_POWER, true, true, "short of power: line 7 of its board says that its own plug is missing",
      "power the machine off, and plug the card's own power cable in" },
    { START_TOO_FAST, true, true,
      "too fast after its scripts: core 800 MHz, memory 1000 MHz, where its VBIOS has no level "
      "above 567 and 900 MHz", OFF_AND_ON },
    { START_DEAD, true, true, "not working after its scripts: the memory controller is off in PMC_ENABLE", OFF_AND_ON
      },
    { START_DONE, true, true,
      "started by Barecard with 60.84.11.07.2a of 02/03/07 from a file on the stick a.rom, stays " "so", "" },
};
/* clang-format on */

TEST(each_outcome_has_words_and_advice)
{
    for (unsigned i = 0; i < ARRAY_SIZE(outcomes); i++) {
        memset(start, 0, sizeof(*start));
        put_found();
        start->found.fault = VBIOS_CHECKSUM;
        start->before.pfb_on = true;
        start->guard =
            (struct start_guard){ .power_line = 7,
                                  .clocks = { .core_khz = 800000, .memory_khz = 1000999 },
                                  .top = { .core_mhz = 567, .memory_mhz = 900 } };
        start->d.end = (struct devinit_end){ .stop = DEVINIT_UNKNOWN_OPCODE,
                                             .script = 0x4000,
                                             .at = 0x4321,
                                             .opcode = 0x01,
                                             .what = 0x1234 };
        start->outcome = outcomes[i].outcome;
        expect_said(outcomes[i].says);
        said(start_advice);
        assert_string_equal(outcomes[i].advice, words);
        assert_int_equal(outcomes[i].wrote, start_wrote(start));
        assert_int_equal(outcomes[i].ran_through, start_ran_through(start));
    }
}

/* Consent helps where it was missing, and only where it has not been given. */
TEST(consent_is_advised_where_it_was_missing)
{
    /* clang-format off */
    static const struct { enum devinit_stop stop; enum card_post mode; bool helps; } rows[] = {
        { DEVINIT_REGISTER, POST_AUTO, true }, { DEVINIT_REGISTER, POST_DRY, true },
        { DEVINIT_REGISTER, POST_RUN, false }, { DEVINIT_PORT, POST_AUTO, false },
        { DEVINIT_PORT, POST_RUN, false }
    };
    /* clang-format on */

    memset(start, 0, sizeof(*start));
    start->outcome = START_REFUSED;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        start->d.end.stop = rows[i].stop;
        start->mode = rows[i].mode;
        said(start_advice);
        assert_string_equal(
            rows[i].helps ? "post=run may allow it" : "a machine with CSM may start it", words);
    }
}

/* Each device by address, port, number of writes and possible kind; and the key to put into the configuration. */
TEST(devices_that_need_consent_are_named)
{
    memset(start, 0, sizeof(*start));
    start->outcome = START_REFUSED;
    start->d.end =
        (struct devinit_end){ .stop = DEVINIT_I2C_CONSENT, .at = 0x4321, .opcode = 0x4d };
    start->d.devices[0] = (struct devinit_device){ .address = 0x48, .held = true, .writes = 3 };
    start->d.devices[1] = (struct devinit_device){ .address = 0x2e, .writes = 8 };
    start->d.devices[2] =
        (struct devinit_device){ .address = 0x77, .port = 2, .held = true, .writes = 1 };
    start->d.device_count = 3;
    expect_said(
        "not started, nothing was written: writes to devices on I2C need consent: opcode 0x4d at "
        "0x4321, 3 to 0x48 on port 0 (a sensor?), 1 to 0x77 on port 2");
    said(start_advice);
    assert_string_equal("post_i2c=0x48,0x77 in barecard.cfg allows it", words);
}

/* A walk of the scripts that refused them says where, and what each kind of stop is about. */
TEST(an_unsound_rom_says_what_was_refused)
{
    /* clang-format off */
    static const struct { enum devinit_stop stop; uint32_t what; const char *says; } rows[] = {
        { DEVINIT_LOOP, 9, ": a jump back inside the script: opcode 0x5c at 0x777" },
        { DEVINIT_REGISTER, 0x1234, ": opcode 0x5c at 0x777, register 0x001234" },
        { DEVINIT_CONTEXT, 0x20, ": opcode 0x5c at 0x777, register 0x000020" },
        { DEVINIT_STRAP, 4, ": opcode 0x5c at 0x777, column 4 of 3 by strap 6" },
        { DEVINIT_PORT, 0x3d8, ": opcode 0x5c at 0x777, port 0x3d8" },
    };
    /* clang-format on */

    memset(start, 0, sizeof(*start));
    put_found();
    start->outcome = START_BAD_ROM;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        start->found.fault = VBIOS_UNSOUND;
        start->found.refused = (struct devinit_end){ .stop = rows[i].stop,
                                                     .at = 0x777,
                                                     .opcode = 0x5c,
                                                     .what = rows[i].what,
                                                     .expected = 3,
                                                     .seen = 6 };
        said(start_words);
        const char *const end = strstr(words, rows[i].says);
        assert_non_null(end);
        assert_string_equal(rows[i].says, end);
        start->found.fault = VBIOS_CHECKSUM;
        said(start_words);
        assert_null(strstr(words, rows[i].says));
    }
}

GROUP(make_start, free_start)
