/* A cold card of the model and the scripts of its ROM: they start it, on every board with memory of its own,
 * and without any one of their writes it stays dead (docs/hardware/devinit.md §6, §7.2). */
#include "tests/engines/nv50/start_rig.h"

static const char *const discrete[] = { "g80", "g84",  "g86",   "g92",   "g94",  "g96",
                                        "g98", "g200", "gt215", "gt216", "gt218" };

/* The writes of a card's scripts, of which one is lost. */
static struct {
    unsigned writes, left_out; /* left_out: the number of the write that is lost, 0: none */
    uint32_t lost;             /* where */
    bool complement;           /* it is not lost, but has the opposite bits */
} one;

TEST(every_board_starts)
{
    for (size_t i = 0; i < ARRAY_SIZE(discrete); i++)
        for (unsigned strap = 1; strap <= 2; strap++) {
            struct start_rig b;

            start_rig_open(&b, &(struct model_config){ .chip = &chipset_named(discrete[i])->chip,
                                                       .cold = true,
                                                       .strap = strap });
            assert_false(start_rig_alive(&b));
            if (start_rig_start(&b, POST_AUTO) != START_DONE || !start_rig_alive(&b)) {
                char words[300];
                struct text text = text_in(words, sizeof(words));

                start_words(b.start, &text);
                fail_msg("%s, strap %u: %s", discrete[i], strap, words);
            }
            assert_true(b.start->after.posted && b.start->after.size_agrees);
            start_rig_close(&b);
        }
}

/* ---- one write left out */

static enum err lose(uint32_t at, uint32_t *value)
{
    if (++one.writes != one.left_out)
        return OK;
    one.lost = at;
    *value = ~*value;
    return one.complement ? OK : ERR_UNSUPPORTED;
}

/* Runs the scripts without write `left_out`, or with its opposite; gives how many, but for the CRTC's unlocking. */
static unsigned run_without(const char *chip, unsigned strap, unsigned left_out, bool complement,
                            bool *alive)
{
    struct start_rig b;
    uint16_t script = 0;

    memset(&one, 0, sizeof(one));
    one.complement = complement;
    one.left_out = left_out;
    start_rig_open(&b, &(struct model_config){
                           .chip = &chipset_named(chip)->chip, .cold = true, .strap = strap });
    start_look(&b.card, b.start);
    assert_int_equal(b.start->found.fault, VBIOS_SOUND);
    b.before_write = lose;
    devinit_init(&b.start->d, &b.start->found.v, nv50_chip_of(b.card.chip), &b.world,
                 (struct devinit_rules){ 0 });
    for (unsigned i = 0; vbios_script(&b.start->found.v, i, &script) && script; i++)
        devinit_script(&b.start->d, script);
    devinit_script(&b.start->d, b.start->found.v.private_script);
    *alive = start_rig_alive(&b);
    start_rig_close(&b);
    return one.writes;
}

TEST(without_any_one_write_the_memory_stays_dead)
{
    for (size_t i = 0; i < ARRAY_SIZE(discrete); i++)
        for (unsigned strap = 1; strap <= 2; strap++) {
            bool alive;
            const unsigned writes = run_without(discrete[i], strap, 0, false, &alive);

            assert_true(alive && writes > 20);
            for (unsigned n = 1; n <= writes; n++) {
                run_without(discrete[i], strap, n, false, &alive);
                if (alive)
                    fail_msg("%s, strap %u: works without write %u of %u, to 0x%x", discrete[i],
                             strap, n, writes, one.lost);
            }
        }
}

/* Precharge and refresh are commands: the chips obey whatever is written there. */
static bool is_command(uint32_t reg)
{
    return reg == REF_PFB_REFRESH || reg == REF_PFB_PRECHARGE;
}

TEST(with_any_one_value_wrong_the_memory_stays_dead)
{
    for (size_t i = 0; i < ARRAY_SIZE(discrete); i++) {
        bool alive;
        const unsigned writes = run_without(discrete[i], 1, 0, true, &alive);

        for (unsigned n = 1; n <= writes; n++) {
            run_without(discrete[i], 1, n, true, &alive);
            if (alive && !is_command(one.lost))
                fail_msg("%s: works with another value in write %u of %u, to 0x%x", discrete[i], n,
                         writes, one.lost);
        }
    }
}

/* ---- modes and obstacles */

TEST(a_dry_run_leaves_the_card_cold)
{
    struct start_rig b;

    start_rig_open(&b, &(struct model_config){ .chip = &chipset_named("g84")->chip, .cold = true });
    model_note(host_bus_card(b.host, 0));
    assert_int_equal(start_rig_start(&b, POST_DRY), START_DRY_ONLY);
    assert_true(b.start->overlay.count > 20);
    assert_false(start_rig_alive(&b));
    assert_pairs(
        model_changed(host_bus_card(b.host, 0), NULL, NULL), 0, start_rig_start(&b, POST_OFF),
        START_FORBIDDEN, model_changed(host_bus_card(b.host, 0), NULL, NULL), 0,
        start_rig_start(&b, POST_RUN), START_DONE, start_rig_start(&b, POST_RUN), START_NOT_NEEDED);
    start_rig_close(&b);
}

/* The defect, its outcome without and with consent, and the words for it. */
TEST(what_is_broken_is_said)
{
    /* clang-format off */
    static const struct {
        const char *defect, *chip;
        enum start_outcome by_itself, with_consent;
        const char *says; /* of the second */
    } rows[] = {
        { "post-rom-checksum", "g84", START_BAD_ROM, START_BAD_ROM, "has a wrong checksum" },
        { "post-rom-cut", "g92", START_BAD_ROM, START_BAD_ROM, "ends before its image does" },
        { "post-rom-foreign", "g98", START_BAD_ROM, START_BAD_ROM, "is for another PCI device" },
        { "post-rom-unstable", "g84", START_BAD_ROM, START_BAD_ROM, "reads otherwise each time" },
        { "post-script-missing", "g84", START_DEAD, START_DEAD, "the memory has no size (0x10020c is 0)" },
        { "post-script-endless", "g200", START_BAD_ROM, START_BAD_ROM, "a jump back inside the script: opcode 0x5c at 0x" },
        { "post-opcode-unknown", "gt215", START_BAD_ROM, START_BAD_ROM, "an opcode that no card of this family knows: opcode 0x01 at 0x" },
        { "post-write-outside", "g84", START_REFUSED, START_DONE, "started by Barecard" },
        { "post-i2c-silent", "g84", START_REFUSED, START_DONE, "started by Barecard" },
        { "post-strap-wrong", "g84", START_DEAD, START_DEAD, "none of four words of the memory keeps a byte" },
        { "post-strap-unknown", "g84", START_REFUSED, START_REFUSED, "the board's RAM strap and the image do not fit together: opcode 0x87" },
        { "post-pll-no-lock", "gt216", START_DEAD, START_DEAD, "what a script waited for did not come: opcode 0x56" },
        { "post-pll-no-lock", "g94", START_DEAD, START_DEAD, "register 0x004080 is 0x00000200, 0x00000100 wanted under mask 0x00000100" },
        { "post-refresh-off", "g80", START_DEAD, START_DEAD, "refresh is off (0x100210 bit 31)" },
        { "post-half", "g86", START_HALF, START_HALF, "half started" },
        { "post-memory-silent", "gt218", START_DEAD, START_DEAD, "none of four words of the memory keeps a byte" },
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned consent = 0; consent < 2; consent++) {
            char words[400];
            struct text text = text_in(words, sizeof(words));
            struct start_rig b;

            start_rig_open(&b, &(struct model_config){ .chip = &chipset_named(rows[i].chip)->chip,
                                                       .defects = rows[i].defect });
            const enum start_outcome outcome = start_rig_start(&b, consent ? POST_RUN : POST_AUTO);
            start_words(b.start, &text);
            if (outcome != (consent ? rows[i].with_consent : rows[i].by_itself) ||
                (consent && !strstr(words, rows[i].says)))
                fail_msg("%s%s: %u, %s", rows[i].defect, consent ? " with consent" : "",
                         (unsigned)outcome, words);
            start_rig_close(&b);
        }
}
