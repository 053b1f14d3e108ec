#include "engines/gv100/start.h"

#include "engines/connect.h"
#include "engines/gv100/generation.h"
#include "engines/gv100/rom.h"
#include "engines/gv100/starter.h"
#include "engines/text.h"
#include "hw/gv100/board.h"
#include "hw/gv100/devinit.h"
#include "hw/gv100/ecc.h"
#include "hw/gv100/falcon.h"
#include "hw/least.h"

#define RESET_US    10u
#define CLEAR_US    10000u /* its memories are being cleared */
#define PROGRAM_US  2000000u
#define SIZE_UNIT   256u /* of its memories */
#define TRY_WORD    0x5eed0140u
#define NOT_STARTED "not initialised by its VBIOS"
#define BY_OTHERS   "boot the machine with this card's option ROM or GOP driver enabled"
#define SWITCH_OFF  "switch the machine off and on"

/* Whether somebody has started the card, and it works. */
static bool gv100_is_started(struct card *card)
{
    return generation_is_started(card);
}

/* ---- the PMU -------------------------------------------------------------------------------------- */

static uint32_t pmu(uint32_t reg)
{
    return PMU_FALCON + reg;
}

static uint32_t room(struct card *card, uint32_t field)
{
    uint32_t word;

    return card_ask32(card, pmu(FALCON_SIZES), &word) ? FIELD_GET(field, word) * SIZE_UNIT : 0;
}

/* In reset for some microseconds, then its memories are cleared. */
static enum err pmu_reset(struct card *card)
{
    const uint32_t interface = card_read32(card, pmu(FALCON_INTERFACE));

    card_write32(card, pmu(FALCON_INTERFACE), interface & ~FALCON_INTERFACE_ON);
    card_write32(card, pmu(FALCON_INTR_EN_CLEAR), UINT32_MAX);
    card_write32(card, PMU_RESET, PMU_RESET_ASSERT);
    card->bus->ops->wait_us(card->bus, RESET_US);
    card_write32(card, PMU_RESET, 0);
    const enum err e = card_wait(card, PMU_SCRUB, PMU_SCRUB_PENDING, 0, CLEAR_US);

    card_write32(card, pmu(FALCON_CHIP), card->boot_0);
    return e;
}

static void data_port(struct card *card, uint32_t at, uint32_t how)
{
    card_write32(card, pmu(FALCON_DATA_PORT(0)), how | at);
}

/* Any word may lie there. */
static uint32_t data_word(struct card *card, uint32_t at, uint32_t how)
{
    uint32_t word;

    data_port(card, at, how);
    (void)!card_ask32(card, pmu(FALCON_DATA_DATA(0)), &word);
    return word;
}

/* One word written and read back. A PMU that keeps others out reads a word of its own. */
static bool ports_are_open(struct card *card)
{
    data_port(card, 0, FALCON_PORT_WRITE);
    card_write32(card, pmu(FALCON_DATA_DATA(0)), TRY_WORD);
    return data_word(card, 0, FALCON_PORT_READ) == TRY_WORD;
}

static uint32_t program_word(const uint8_t *rom, uint32_t at, uint32_t end)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < 4 && at + i < end; i++)
        word |= (uint32_t)rom[at + i] << 8 * i;
    return word;
}

/* Whole blocks, each with the tag of its address; the rest of the last one is 0. */
static void load_code(struct card *card, const uint8_t *rom, uint32_t from, uint32_t size,
                      uint32_t to, uint32_t secure)
{
    if (!size)
        return;
    card_write32(card, pmu(FALCON_CODE_PORT(0)), FALCON_PORT_WRITE | secure | to);
    for (uint32_t at = 0; at < size || at % PMU_BLOCK; at += 4) {
        if (at % PMU_BLOCK == 0)
            card_write32(card, pmu(FALCON_CODE_TAG(0)), (to + at) / PMU_BLOCK);
        card_write32(card, pmu(FALCON_CODE_DATA(0)), program_word(rom, from + at, from + size));
    }
}

static void load_data(struct card *card, const uint8_t *rom, uint32_t from, uint32_t size,
                      uint32_t to)
{
    data_port(card, to, FALCON_PORT_WRITE);
    for (uint32_t at = 0; at < size; at += 4)
        card_write32(card, pmu(FALCON_DATA_DATA(0)), program_word(rom, from + at, from + size));
}

static void load_program(struct card *card, const uint8_t *rom, const struct pmu_program *program)
{
    load_code(card, rom, program->plain_at, program->plain_size, program->code_base, 0);
    load_code(card, rom, program->secure_at, program->secure_size,
              program->code_base + program->plain_size, FALCON_PORT_SECURE);
    load_data(card, rom, program->data_at, program->data_size, program->data_base);
}

/* Where the program wants an argument, by the list in its data memory. */
static uint32_t argument(struct card *card, const struct starter *starter, uint32_t which)
{
    const uint32_t list = data_word(card, starter->program.interface + PMU_INTERFACE_ENTRY, 0);

    return data_word(card, list + which, 0);
}

static void go(struct card *card, const struct pmu_program *program)
{
    card_write32(card, pmu(FALCON_BOOT_VECTOR), program->entry);
    card_write32(card, pmu(FALCON_DMA), 0);
    card_write32(card, pmu(FALCON_CPU), FALCON_CPU_START);
}

/* ---- a start -------------------------------------------------------------------------------------- */

static bool failed(struct card *card, struct text *why, const char *words)
{
    card->cold = CARD_START_FAILED;
    text_format(why, NOT_STARTED ", and its own ROM did not start it: %s; " SWITCH_OFF, words);
    return false;
}

/* The program that runs the fan. A card that works without it is no worse than one whose driver has ended it. */
static void run_pre_os(struct card *card, const uint8_t *rom, const struct starter *starter)
{
    if (!starter->has_pre_os || pmu_reset(card) != OK)
        return;
    card_phase(card, "starting the program of its ROM that runs the fan");
    load_program(card, rom, &starter->pre_os);
    go(card, &starter->pre_os);
}

/* Two arguments are read back before the program is let run, because memories that dropped the loaded words would
 * give no other sign. */
static bool run(struct card *card, const uint8_t *rom, const struct starter *starter,
                struct text *why)
{
    card_phase(card, "loading the program of its ROM that starts it");
    if (pmu_reset(card) != OK)
        return failed(card, why, "the PMU does not clear its memories within 10 ms");
    if (!ports_are_open(card))
        return failed(card, why, "the PMU's memories are locked");
    load_program(card, rom, &starter->program);
    if (argument(card, starter, PMU_ARGUMENT_TABLES) != starter->tables_to ||
        argument(card, starter, PMU_ARGUMENT_SCRIPTS) != starter->scripts_to)
        return failed(card, why, "the PMU's memories do not hold what was written to them");
    load_data(card, rom, starter->tables_at, starter->tables_size, starter->tables_to);
    load_data(card, rom, starter->scripts_at, starter->scripts_size, starter->scripts_to);
    card_phase(card, "letting the program of its ROM start it");
    card_write32(card, pmu(FALCON_MAILBOX(0)), PMU_COMMAND_DEVINIT);
    go(card, &starter->program);
    if (card_wait(card, pmu(FALCON_MAILBOX(0)), PMU_COMMAND_DONE, PMU_COMMAND_DONE, PROGRAM_US) !=
        OK)
        return failed(card, why, "its program does not come to its end within 2 s");
    if (!gv100_is_started(card))
        return failed(card, why, "its program ended, and the card does not say that it is started");
    run_pre_os(card, rom, starter);
    return true;
}

static bool cannot(struct card *card, struct text *why, const char *words)
{
    card->cold = CARD_LEFT_COLD;
    text_format(why, NOT_STARTED ", and its ROM %s: " BY_OTHERS, words);
    return false;
}

static bool tried(struct card *card, const struct starter *starter, struct text *why)
{
    card->cold = CARD_DRY_START;
    text_format(why,
                NOT_STARTED
                "; its ROM %s could start it: each check of its program holds, %u bytes "
                "of code, %u of scripts (post=dry)",
                starter->version, starter->program.plain_size + starter->program.secure_size,
                starter->scripts_size);
    return false;
}

static void say_started(struct card *card, const struct starter *starter)
{
    struct text text = text_in(card->started, sizeof(card->started));

    text_format(&text, "started by Barecard with the signed program of its ROM %s",
                starter->version);
    if (!starter->has_pre_os)
        text_string(&text, "; none runs the fan");
}

/* Starts by the machine's driver and by the card itself are tried first, because they need no write of ours. */
bool gv100_start_card(struct card *card, char why[FAMILY_WHY_MAX])
{
    struct text text = text_in(why, FAMILY_WHY_MAX);
    struct starter starter;
    size_t size = 0;

    if (card_connect(card, gv100_is_started))
        return true;
    if (generation_starts_itself(card))
        return generation_await_start(card, why);
    card->cold = CARD_LEFT_COLD;
    if (card->post == POST_OFF) {
        card->cold = CARD_NOT_TO_START;
        text_string(&text, NOT_STARTED " (post=off): " BY_OTHERS);
        return false;
    }
    const uint8_t *const rom = gv100_rom(card, &size);
    if (!rom)
        return cannot(card, &text, "cannot be read");
    card_phase(card, "checking the program of its ROM that starts it");
    const bool whole = starter_read(&starter, rom, size, room(card, FALCON_SIZES_CODE),
                                    room(card, FALCON_SIZES_DATA));
    struct text version = text_in(card->vbios, sizeof(card->vbios));
    text_string(&version, starter.version);
    if (!whole)
        return cannot(card, &text, starter.wrong);
    if (card->post == POST_DRY)
        return tried(card, &starter, &text);
    if (!run(card, rom, &starter, &text))
        return false;
    card->cold = CARD_NOT_COLD;
    say_started(card, &starter);
    return true;
}
