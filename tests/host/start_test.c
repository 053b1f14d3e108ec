/* A cold card of the model and the scripts of its ROM: they start it, on every board with memory of its own,
 * and without any one of their writes it stays dead (docs/hardware/devinit.md §6, §7.2). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engines/nv50/devinit/pads.h"
#include "engines/nv50/family.h"
#include "engines/nv50/start.h"
#include "engines/window.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmc.h"
#include "model/host/host.h"
#include "tools/nv50/chips.h"

static const char *const discrete[] = { "g80", "g84",  "g86",   "g92",   "g94",  "g96",
                                        "g98", "g200", "gt215", "gt216", "gt218" };

struct bench {
    struct host_bus *host;
    struct card card;
    struct start *start;
    struct devinit_world world;
    unsigned writes, left_out; /* left_out: the number of the write that is lost, 0: none */
    uint32_t lost;             /* where */
};

static void open_bench(struct bench *b, const struct model_config *config)
{
    struct pci_search search = { 0 };
    struct pci_card found;
    char error[256];

    memset(b, 0, sizeof(*b));
    b->host = host_bus_new(&(struct host_bus_config){ .cards = config, .count = 1 }, error,
                           sizeof(error));
    assert_non_null(b->host);
    assert_int_equal(pci_find_next(host_bus(b->host), &search, &found), OK);
    card_init(&b->card, host_bus(b->host), &found);
    pci_read_bars(host_bus(b->host), &b->card.pci);
    pci_command(host_bus(b->host), &b->card.pci, 2, 0);
    b->card.chip = nv50_family.identify(card_read32(&b->card, PMC_BOOT_0));
    assert_non_null(b->card.chip);
    b->card.workspace = b->start = calloc(1, CARD_WORKSPACE);
    assert_non_null(b->start);
}

static void close_bench(struct bench *b)
{
    free(b->start);
    host_bus_free(b->host);
}

static enum start_outcome start(struct bench *b, enum card_post mode)
{
    b->start->mode = mode;
    start_look(&b->card, b->start);
    start_card(&b->card, b->start);
    return b->start->outcome;
}

static bool is_alive(struct bench *b)
{
    pmem_write32(&b->card, (linear_addr){ 0x4000, TARGET_VRAM }, 0x1234abcd);
    pmem_write32(&b->card, (linear_addr){ 0x8000, TARGET_VRAM }, 0x4321dcba);
    return pmem_read32(&b->card, (linear_addr){ 0x4000, TARGET_VRAM }) == 0x1234abcd &&
           pmem_read32(&b->card, (linear_addr){ 0x8000, TARGET_VRAM }) == 0x4321dcba;
}

static void every_board_starts(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(discrete); i++)
        for (unsigned strap = 1; strap <= 2; strap++) {
            struct bench b;

            open_bench(&b, &(struct model_config){ .chip = &chipset_named(discrete[i])->chip,
                                                   .cold = true,
                                                   .strap = strap });
            assert_false(is_alive(&b));
            if (start(&b, POST_AUTO) != START_DONE || !is_alive(&b)) {
                char words[300];
                struct text text = text_in(words, sizeof(words));

                start_words(b.start, &text);
                fail_msg("%s, strap %u: %s", discrete[i], strap, words);
            }
            assert_true(b.start->after.posted && b.start->after.size_agrees);
            close_bench(&b);
        }
}

/* ---- one write left out */

static bool is_lost(struct bench *b, uint32_t where)
{
    if (++b->writes != b->left_out)
        return false;
    b->lost = where;
    return true;
}

static enum err bench_reg(void *context, bool write, uint32_t reg, uint32_t *value)
{
    struct bench *const b = context;

    if (!write)
        *value = card_read32(&b->card, reg);
    else if (!is_lost(b, reg))
        card_write32(&b->card, reg, *value);
    return OK;
}

/* An index and its data count as one write. */
static enum err bench_port(void *context, bool write, uint16_t port, uint8_t *value)
{
    struct bench *const b = context;

    if (!write)
        *value = card_read8(&b->card, PRMIO + port);
    else if (port == VGA_PORT_CRTC || !is_lost(b, PRMIO + port))
        card_write8(&b->card, PRMIO + port, *value);
    return OK;
}

static enum err bench_gpio(void *context, const struct gpio_entry *entry)
{
    struct bench *const b = context;

    return pads_gpio(&b->world, entry);
}

static enum err bench_wait(void *context, uint32_t us)
{
    struct bench *const b = context;

    b->card.bus->ops->wait_us(b->card.bus, us);
    return OK;
}

/* Runs the scripts without write number `left_out`; gives how many there were. Without the unlocking of the
 * CRTC, which is not theirs. */
static unsigned run_without(const char *chip, unsigned strap, unsigned left_out, bool *alive,
                            uint32_t *lost)
{
    struct bench b;

    open_bench(&b, &(struct model_config){
                       .chip = &chipset_named(chip)->chip, .cold = true, .strap = strap });
    start_look(&b.card, b.start);
    assert_int_equal(b.start->found.fault, VBIOS_SOUND);
    b.world = (struct devinit_world){ &b, bench_reg, bench_port, NULL, bench_gpio, bench_wait };
    devinit_init(&b.start->d, &b.start->found.v, nv50_chip_of(b.card.chip), &b.world,
                 (struct devinit_rules){ 0 });
    b.left_out = left_out;
    uint16_t script = 0;
    for (unsigned i = 0; vbios_script(&b.start->found.v, i, &script) && script; i++)
        devinit_script(&b.start->d, script);
    devinit_script(&b.start->d, b.start->found.v.private_script);
    *alive = is_alive(&b);
    *lost = b.lost;
    const unsigned writes = b.writes;
    close_bench(&b);
    return writes;
}

static void without_any_one_write_the_memory_stays_dead(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(discrete); i++)
        for (unsigned strap = 1; strap <= 2; strap++) {
            uint32_t lost;
            bool alive;
            const unsigned writes = run_without(discrete[i], strap, 0, &alive, &lost);

            assert_true(alive && writes > 20);
            for (unsigned n = 1; n <= writes; n++) {
                run_without(discrete[i], strap, n, &alive, &lost);
                if (alive)
                    fail_msg("%s, strap %u: works without write %u of %u, to 0x%x", discrete[i],
                             strap, n, writes, lost);
            }
        }
}

/* ---- modes and obstacles */

static void a_dry_run_leaves_the_card_cold(void **state)
{
    struct bench b;

    (void)state;
    open_bench(&b, &(struct model_config){ .chip = &chipset_named("g84")->chip, .cold = true });
    model_note(host_bus_card(b.host, 0));
    assert_int_equal(start(&b, POST_DRY), START_DRY_ONLY);
    assert_true(b.start->overlay.count > 20);
    assert_false(is_alive(&b));
    assert_int_equal(model_changed(host_bus_card(b.host, 0), NULL, NULL), 0);
    assert_int_equal(start(&b, POST_OFF), START_FORBIDDEN);
    assert_int_equal(model_changed(host_bus_card(b.host, 0), NULL, NULL), 0);
    assert_int_equal(start(&b, POST_RUN), START_DONE);
    assert_int_equal(start(&b, POST_RUN), START_NOT_NEEDED);
    close_bench(&b);
}

static void working_and_integrated_cards_are_left_alone(void **state)
{
    struct bench b;

    (void)state;
    open_bench(&b, &(struct model_config){ .chip = &chipset_named("g84")->chip });
    assert_int_equal(start(&b, POST_RUN), START_NOT_NEEDED);
    close_bench(&b);
    open_bench(&b, &(struct model_config){ .chip = &chipset_named("mcp79")->chip, .cold = true });
    assert_int_equal(start(&b, POST_RUN), START_INTEGRATED);
    close_bench(&b);
}

/* What is broken, what comes of it by itself and with consent, and the words for it. */
static void what_is_broken_is_said(void **state)
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
        { "post-i2c-silent", "g84", START_REFUSED, START_STOPPED, "a device on I2C does not answer: opcode 0x4d at 0x" },
        { "post-strap-wrong", "g84", START_DEAD, START_DEAD, "the memory does not hold what is written to it" },
        { "post-strap-unknown", "g84", START_REFUSED, START_REFUSED, "the board's RAM strap and the image do not fit together: opcode 0x87" },
        { "post-pll-no-lock", "gt216", START_STOPPED, START_STOPPED, "what the script waits for does not come: opcode 0x56" },
        { "post-pll-no-lock", "g94", START_STOPPED, START_STOPPED, "register 0x004080 is 0x00000200, 0x00000100 wanted under mask 0x00000100" },
        { "post-refresh-off", "g80", START_DEAD, START_DEAD, "refresh is off (0x100210 bit 31)" },
        { "post-half", "g86", START_HALF, START_HALF, "half started" },
        { "post-memory-silent", "gt218", START_DEAD, START_DEAD, "the memory does not hold what is written to it" },
    };
    /* clang-format on */

    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned consent = 0; consent < 2; consent++) {
            char words[400];
            struct text text = text_in(words, sizeof(words));
            struct bench b;

            open_bench(&b, &(struct model_config){ .chip = &chipset_named(rows[i].chip)->chip,
                                                   .defects = rows[i].defect });
            const enum start_outcome outcome = start(&b, consent ? POST_RUN : POST_AUTO);
            start_words(b.start, &text);
            if (outcome != (consent ? rows[i].with_consent : rows[i].by_itself) ||
                (consent && !strstr(words, rows[i].says)))
                fail_msg("%s%s: %u, %s", rows[i].defect, consent ? " with consent" : "",
                         (unsigned)outcome, words);
            close_bench(&b);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_board_starts),
        cmocka_unit_test(without_any_one_write_the_memory_stays_dead),
        cmocka_unit_test(a_dry_run_leaves_the_card_cold),
        cmocka_unit_test(working_and_integrated_cards_are_left_alone),
        cmocka_unit_test(what_is_broken_is_said),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("start", tests, NULL, NULL);
}
