/* One card from the state that the firmware left it in, through its tests, and back. */
#include "suite/run/run_state.h"

#include "engines/family.h"
#include "engines/window.h"
#include "hw/foreign.h"
#include "hw/pci.h"
#include "pci/conflict.h"

static void say_card(struct run *run, uint32_t boot_0, bool with_memory, const char *state)
{
    report_card(&run->report, &(struct report_card){ .pci = &run->card.pci,
                                                     .chip = run->card.chip,
                                                     .boot_0 = boot_0,
                                                     .vbios = run->card.vbios,
                                                     .serial = run->card.serial,
                                                     .memory = with_memory ? &run->card.vram : NULL,
                                                     .state = state });
}

void run_say_state(struct run *run, uint32_t boot_0, const char *state)
{
    say_card(run, boot_0, false, state);
}

/* Not tested, and why. */
static void leave_alone(struct run *run, uint32_t boot_0, enum cause cause, const char *words)
{
    say_card(run, boot_0, false, words);
    tally_obstacle(&run->tally, cause, words);
}

static void port_words(struct text *text, struct pci_function port, const char *what)
{
    text_format(text, "the rig, not the card: the port %04x:%02x:%02x.%u above it %s",
                (unsigned)port.segment, (unsigned)port.bus, (unsigned)port.device,
                (unsigned)port.function, what);
}

/* ---- a card that does not answer any more ------------------------------------------------------ */

static const char *loss_words(const struct card *card)
{
    switch (card->loss) {
    case CARD_GONE:
        return "the card has fallen off the bus: its configuration space reads all ones";
    case CARD_WAS_RESET:
        return "the card was reset by something else: BOOT_0 reads all ones, and its Command "
               "register is not as it was set";
    default:
        return "the card does not answer: BOOT_0 reads all ones";
    }
}

static bool path_is_open(struct run *run)
{
    struct pci_function port;

    return pci_path_state(run->card.bus, &run->path, PCI_COMMAND_MEMORY, &port) == PCI_PATH_OPEN;
}

/* All ones may come from a port as well as from the card. */
static void lost_words(struct run *run, struct text *text)
{
    struct pci_function port;

    run->lost_cause = CAUSE_RIG_PORT;
    switch (pci_path_state(run->card.bus, &run->path, PCI_COMMAND_MEMORY, &port)) {
    case PCI_PATH_SILENT:
        port_words(text, port, "does not answer any more");
        break;
    case PCI_PATH_SHUT:
        port_words(text, port, "has stopped passing memory accesses on");
        break;
    default:
        run->lost_cause = run->card.loss == CARD_GONE ? CAUSE_FELL_OFF : CAUSE_STOPPED_ANSWERING;
        text_string(text, loss_words(&run->card));
        break;
    }
}

bool run_lost(struct run *run)
{
    if (!card_lost(&run->card))
        return false;
    struct text text = text_in(run->lost, sizeof(run->lost));

    lost_words(run, &text);
    report_comment(&run->report, "%s", run->lost);
    return true;
}

/* Most machines read ones through a port that is shut, some read zeros, which only the port can tell from the card's. */
bool run_shut_off(struct run *run)
{
    if (path_is_open(run))
        return false;
    run->card.loss = CARD_SILENT;
    return run_lost(run);
}

/* In the takeover: no test can be named, and the run is not whole all the same. */
static bool lost_in_takeover(struct run *run, uint32_t boot_0)
{
    if (!run_lost(run))
        return false;
    say_card(run, boot_0, false, run->lost);
    tally_error(&run->tally, (enum cause)run->lost_cause, run->lost);
    return true;
}

/* A prompt adds rows after those that were selected, and has run them by then. */
static void run_tests(struct run *run, bool posted)
{
    const unsigned count = run->row_count;
    unsigned weight = 0;

    for (unsigned i = 0; i < count; i++)
        weight += test_weight(run, run->rows[i]);
    report_weigh(&run->report, weight);
    for (unsigned i = 0; i < count && run->wish != WISH_STOP; i++)
        run_one_test(run, i, posted);
}

static void say_fan(struct run *run)
{
    struct card *const card = &run->card;

    if (card->family->has_fan && !card->family->has_fan(card))
        report_comment(&run->report,
                       "no fan of its own: it needs air from outside; memory tests pause at %u C",
                       card_max_celsius(card, run->setup.config->max_temp));
}

/* At the end: a link that has lost lanes meanwhile is told as it is then. */
static void note_conditions(struct run *run)
{
    struct conditions *const c = &run->tally.conditions;
    struct card *const card = &run->card;
    struct memory_clock clock = { 0 };

    c->cards = 1;
    c->memory = card->vram.size;
    c->unseen = tally_unseen(&run->tally, run->suite);
    if (run->lost[0])
        return;
    if (card->family->memory_clock)
        card->family->memory_clock(card, &clock);
    c->memory_khz = clock.khz;
    c->memory_top_khz = clock.top_khz;
    if (!link_read(card, &c->link))
        c->link = (struct link_state){ 0 };
}

/* Before any test: a register that the takeover needs answered with a word that is no value. */
static void note_refusal(struct run *run, const struct card_refusal *refusal)
{
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    card_refusal_text(&text, refusal);
    report_comment(&run->report, "%s", words);
    tally_obstacle(&run->tally, CAUSE_REFUSED, words);
}

/* The card answers and its memory works: take it over, test, give it back. */
static void test_posted(struct run *run)
{
    struct card *const card = &run->card;
    const enum err e = card->family->take(card);

    if (e == OK) {
        pci_enable(card->bus, card->pci.at,
                   PCI_COMMAND_MASTER); /* nothing in it has anything to send */
        pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
        pmem_rest(card);
        run->taken_over = true;
        say_fan(run);
        run_tests(run, true);
        note_conditions(run);
        run->taken_over = false;
        if (run_is_judged(run))
            tally_tested(&run->tally);
        else
            tally_obstacle(&run->tally, CAUSE_BY_PROMPT, "used by hand (mode=prompt)");
    } else if (run_lost(run)) {
        tally_error(&run->tally, (enum cause)run->lost_cause, run->lost);
    } else if (card->refusal.words) {
        note_refusal(run, &card->refusal);
    } else {
        char words[REPORT_REASON_MAX];
        struct text text = text_in(words, sizeof(words));

        text_format(&text, "the card's engines do not become quiet: %s", err_name(e));
        report_comment(&run->report, "%s", words);
        tally_obstacle(&run->tally, CAUSE_ENGINES_BUSY, words);
    }
}

static enum cause cold_cause(const struct card *card)
{
    static const uint8_t causes[] = {
        [CARD_NOT_COLD] = CAUSE_START_FAILED,       [CARD_LEFT_COLD] = CAUSE_NOT_STARTED,
        [CARD_NOT_TO_START] = CAUSE_NOT_TO_START,   [CARD_DRY_START] = CAUSE_DRY_START,
        [CARD_START_FAILED] = CAUSE_START_FAILED,   [CARD_NO_POWER] = CAUSE_POWER_PLUG,
        [CARD_NO_OWN_MEMORY] = CAUSE_NO_OWN_MEMORY,
    };

    return (enum cause)causes[card->cold];
}

/* The card does not work yet: only tests that need no memory can run. */
static void test_cold(struct run *run, uint32_t boot_0, const char *why)
{
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    say_card(run, boot_0, false, why);
    run_tests(run, false);
    text_format(&text, "the card is %s", why);
    tally_obstacle(&run->tally, cold_cause(&run->card), words);
}

/* Under the name by which a later start finds it in the folder for ROMs (docs/rig.md). */
static void keep_rom(struct run *run)
{
    struct card *const card = &run->card;
    const struct run_sinks *const sinks = run->setup.sinks;
    const struct pci_card *const pci = &card->pci;
    size_t size = 0;
    const uint8_t *const rom = card->family->rom ? card->family->rom(card, &size) : NULL;
    char name[32];
    struct text text = text_in(name, sizeof(name));

    text_format(&text, "%04x-%04x-%04x-%04x.rom", (unsigned)pci->vendor, (unsigned)pci->device,
                (unsigned)(pci->subsystem & 0xffff), (unsigned)(pci->subsystem >> 16));
    if (!rom)
        report_comment(&run->report, "no VBIOS was found that could be kept (dump=vbios)");
    else if (sinks->keep && sinks->keep(sinks->opaque, name, rom, size))
        report_comment(&run->report, "its VBIOS is kept as %s, %u bytes", name, (unsigned)size);
    else
        report_comment(&run->report, "its VBIOS could not be written (dump=vbios)");
}

/* Reads here, before anything is reset, the facts that only a live display can tell. */
static void test_identified(struct run *run, uint32_t boot_0)
{
    struct card *const card = &run->card;
    char why[FAMILY_WHY_MAX] = "";

    card_deadline(card, (uint64_t)TAKEOVER_DEADLINE_S * 1000000);
    const bool posted = card->family->posted(card, why);
    enum err memory = posted ? card->family->memory(card) : OK;
    if (posted && memory == OK)
        memory = run_spare_console(run);
    const bool late = card_expired(card);
    const struct card_refusal refusal = card->refusal;

    card_revive(card);
    if (lost_in_takeover(run, boot_0))
        return;
    if (run->setup.config->dump_vbios && !late)
        keep_rom(run);
    if (refusal.words) {
        say_card(run, boot_0, false, "a register of its gives no value");
        note_refusal(run, &refusal);
    } else if (late) {
        leave_alone(run, boot_0, CAUSE_START_FAILED,
                    card->started[0] ? why : "the card's configuration was not read in time");
    } else if (!posted) {
        test_cold(run, boot_0, why);
    } else if (memory != OK) {
        say_card(run, boot_0, true, "its memory is smaller than what drivers leave alone");
        tally_obstacle(&run->tally, CAUSE_MEMORY_TOO_SMALL,
                       "the card's memory is too small to be tested");
    } else {
        say_card(run, boot_0, true, card->started[0] ? card->started : "ready");
        run_know(run);
        test_posted(run);
    }
    run_phase(run, "putting its registers back");
    card_deadline(card, (uint64_t)TAKEOVER_DEADLINE_S * 1000000);
    card_undo(card, 0);
}

bool run_identify(struct run *run, uint32_t boot_0)
{
    const struct suites *const suites = run->setup.suites;
    struct card *const card = &run->card;

    for (unsigned i = 0; i < suites->count && !card->chip; i++) {
        run->suite = suites->all[i];
        card->family = run->suite->family;
        card->chip = card->family->identify(boot_0);
    }
    return card->chip != NULL;
}

/* Nothing answered when BOOT_0 was read. A card that was there a moment ago is a run that was cut off. */
static void test_silent(struct run *run)
{
    struct text text = text_in(run->lost, sizeof(run->lost));

    lost_words(run, &text);
    say_card(run, UINT32_MAX, false, run->lost);
    if (run->card.loss == CARD_GONE && path_is_open(run)) {
        report_comment(&run->report, "%s", run->lost);
        tally_error(&run->tally, (enum cause)run->lost_cause, run->lost);
    } else {
        tally_obstacle(&run->tally,
                       run->lost_cause == CAUSE_STOPPED_ANSWERING ? CAUSE_SILENT
                                                                  : (enum cause)run->lost_cause,
                       run->lost);
    }
}

/* Configuration space and BOOT_0 both say which card it is. Null: the device id is of no family. */
static const struct family *family_by_device(const struct run *run)
{
    const struct suites *const suites = run->setup.suites;

    for (unsigned i = 0; i < suites->count; i++)
        if (suites->all[i]->family->has_device &&
            suites->all[i]->family->has_device(run->card.pci.device))
            return suites->all[i]->family;
    return NULL;
}

/* Meaning of a BOOT_0 that is no value: for the family of the device id, else for any. Null: it is a value. */
static const char *boot_0_refused(const struct run *run, uint32_t boot_0)
{
    const struct suites *const suites = run->setup.suites;
    const struct family *const own = family_by_device(run);

    for (unsigned i = 0; i < suites->count; i++) {
        const struct family *const family = suites->all[i]->family;
        const char *const words =
            (!own || family == own) && family->refusal ? family->refusal(BOOT_0, boot_0) : NULL;

        if (words)
            return words;
    }
    return NULL;
}

/* A card of another family: no fault of it, and no gap beside cards that are tested. */
static void leave_foreign(struct run *run, uint32_t boot_0, const char *name)
{
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    text_format(&text, "%s: not supported by this version", name);
    say_card(run, boot_0, false, words);
    tally_foreign(&run->tally, words);
}

/* A known chip of an untested family is named, because "unknown" would send its owner to look for a
 * fault. */
static void test_unknown(struct run *run, uint32_t boot_0)
{
    const char *const name = foreign_chipset(FIELD_GET(BOOT_0_CHIPSET, boot_0));
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));
    const bool differs = family_by_device(run);
    const char *const refused = boot_0_refused(run, boot_0);

    run->card.family = NULL;
    if (name && !differs && !refused) { /* the bits of no value may be those of a chipset */
        leave_foreign(run, boot_0, name);
        return;
    }
    if (refused) {
        card_refusal_text(
            &text, &(struct card_refusal){ .reg = BOOT_0, .word = boot_0, .words = refused });
        leave_alone(run, boot_0, CAUSE_REFUSED, words);
        return;
    }
    text_format(&text, "unknown chipset: BOOT_0 is 0x%08x, id 0x%x", boot_0,
                (unsigned)FIELD_GET(BOOT_0_CHIPSET, boot_0));
    if (differs)
        text_format(&text, ", which does not fit its device id 10de:%04x",
                    (unsigned)run->card.pci.device);
    leave_alone(run, boot_0, differs ? CAUSE_BOOT_0_DIFFERS : CAUSE_UNKNOWN_CHIPSET, words);
}

static void test_decoding(struct run *run)
{
    run_phase(run, "reading BOOT_0");
    const uint32_t boot_0 = card_read32(&run->card, BOOT_0);

    if (boot_0 == UINT32_MAX) {
        test_silent(run);
        return;
    }
    run->card.boot_0 = boot_0;
    if (!run_identify(run, boot_0)) {
        test_unknown(run, boot_0);
        return;
    }
    run_dump(run);
    run_select(run);
    test_identified(run, boot_0);
}

void run_say_opened(struct run *run, const struct pci_path *path)
{
    char words[REPORT_REASON_MAX];

    for (unsigned i = 0; i < path->count; i++)
        if (path->bridges[i].opened) {
            struct text text = text_in(words, sizeof(words));

            port_words(&text, path->bridges[i].at,
                       "passed no memory accesses or no DMA on; opened");
            report_comment(&run->report, "%s", words);
        }
}

/* The bridges pass everything on from here; the card itself masters the bus only while a test runs. */
static bool open_path(struct run *run)
{
    struct card *const card = &run->card;
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));
    struct pci_function shut;

    pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
    if (pci_path_open(card->bus, &run->path, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, &shut) !=
        OK) {
        port_words(&text, shut, "does not pass memory accesses or DMA on, and stays so");
        leave_alone(run, 0, CAUSE_RIG_PORT, words);
        return false;
    }
    run_say_opened(run, &run->path);
    if (run->path.longer)
        report_comment(
            &run->report,
            "more than %u bridges stand above the card: those beyond are left as they are",
            PCI_PATH_MAX);
    pci_enable(card->bus, card->pci.at, PCI_COMMAND_MEMORY);
    return true;
}

static bool bars_usable(const struct card *card)
{
    const struct pci_bar *bars = card->pci.bars;

    return bars[NV_BAR_MMIO].assigned && bars[NV_BAR_MMIO].size >= NV_MMIO_SIZE &&
           bars[NV_BAR_VRAM].assigned && bars[NV_BAR_RAMIN].assigned;
}

/* Why a reset would do harm; null: it would not. */
static const char *reset_harm(const struct run *run)
{
    const struct suites *const suites = run->setup.suites;

    if (run->card.pci.device == UINT16_MAX)
        return "it was gone before it had said which card it is";
    for (unsigned i = 0; i < suites->count; i++)
        if (suites->all[i]->family->unresettable &&
            suites->all[i]->family->unresettable(run->card.pci.device))
            return "a reset of the bus loses the memory of this card until the machine is switched "
                   "off";
    return NULL;
}

/* A card that has stopped answering, with reset=port: so that it no longer holds up the machine, and shows
 * whether it can come back. Its remaining tests are not made up for. */
static void reset_lost(struct run *run)
{
    struct card *const card = &run->card;
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    if (!run->lost[0] || !run->setup.config->reset_by_port)
        return;
    if (reset_harm(run)) {
        report_comment(&run->report, "not reset (reset=port): %s", reset_harm(run));
        return;
    }
    run_phase(run, "resetting it by its port");
    switch (pci_port_reset(card->bus, card->pci.at, &run->path, &run->saved)) {
    case OK:
        text_string(&text,
                    "reset by the port above it (reset=port): it answers again, and nobody has "
                    "started it since");
        break;
    case ERR_UNSUPPORTED:
        text_string(&text,
                    "not reset (reset=port): no port is above it, or another device is below "
                    "that too");
        break;
    default:
        text_string(&text, "reset by the port above it (reset=port): it does not come back");
        break;
    }
    report_comment(&run->report, "%s", words);
}

/* Nothing else lies where the card's BARs do; false: something does, and nothing of the card is touched. */
static bool bars_alone(struct run *run)
{
    const struct pci_conflict conflict = pci_conflict(run->card.bus, &run->card.pci, &run->path);
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    if (conflict.kind == PCI_CONFLICT_NONE)
        return true;
    text_format(&text, "the firmware has put BAR%u at 0x%llx, ", conflict.bar,
                (unsigned long long)run->card.pci.bars[conflict.bar].at.v);
    if (conflict.kind == PCI_CONFLICT_MEMORY)
        text_string(&text, "over the machine's own memory");
    else if (conflict.kind == PCI_CONFLICT_BAR)
        text_format(&text, "over BAR%u", conflict.other);
    else
        text_format(&text, "where the port %04x:%02x:%02x.%u above the card passes nothing on",
                    (unsigned)conflict.bridge.segment, (unsigned)conflict.bridge.bus,
                    (unsigned)conflict.bridge.device, (unsigned)conflict.bridge.function);
    say_card(run, 0, false, words);
    tally_obstacle(&run->tally, CAUSE_NO_BARS, words);
    return false;
}

/* Most often there is no room for a large BAR1 below 4 GiB, or the machine knows no other one. */
static void bars_unassigned(struct run *run)
{
    const uint64_t size = run->card.pci.bars[NV_BAR_VRAM].size >> 20;
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    say_card(run, 0, false, "the firmware has not assigned its BARs");
    text_string(
        &text,
        "the card's BARs are not assigned: look for Above 4G Decoding in the setup of the rig");
    if (size)
        text_format(&text, " (BAR1 takes %llu MiB)", (unsigned long long)size);
    tally_obstacle(&run->tally, CAUSE_NO_BARS, words);
}

/* The card is ours: no driver of the machine's firmware touches it. */
static void test_taken(struct run *run)
{
    struct card *const card = &run->card;

    run_phase(run, "sizing its BARs");
    pci_read_bars(card->bus, &card->pci);
    if (lost_in_takeover(run, 0))
        return;
    if (!bars_usable(card)) {
        bars_unassigned(run);
        return;
    }
    if (!bars_alone(run))
        return;
    run_phase(run, "opening its memory");
    if (open_path(run)) {
        card->decoding = true;
        test_decoding(run);
        card->decoding = false;
    }
    run_phase(run, "closing its memory");
}

/* Bus mastering is off before memory is freed, and the link's errors are heard again last. */
static void give_back(struct run *run)
{
    struct card *const card = &run->card;
    struct bus *const bus = card->bus;

    pci_command(bus, &card->pci, 0, PCI_COMMAND_MASTER);
    card_dma_free_all(card, 0);
    bus->ops->give_back(bus, card->pci.at);
    pci_link_restore(bus, &run->link);
    pci_path_restore(bus, &run->path);
    pci_restore(bus, &card->pci);
    pci_sleep(bus, card->pci.at, &run->power);
    run->in_hand = false;
}

void run_give_up(struct run *run)
{
    struct card *const card = &run->card;

    card->interrupted = NULL;
    card_revive(card);
    card_deadline(card, (uint64_t)TAKEOVER_DEADLINE_S * 1000000);
    pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
    card_undo(card, 0);
    if (run->taken_over)
        card->family->settle(card);
    card_revive(card);
    run->taken_over = card->decoding = false;
    give_back(run);
}

/* false: it stays asleep, and nothing else can be done with it. */
static bool wake(struct run *run)
{
    struct card *const card = &run->card;

    if (!pci_asleep(card->bus, card->pci.at, &run->power))
        return true;
    run_phase(run, "waking it from its power state");
    const enum err e = pci_wake(card->bus, card->pci.at, &run->power);
    if (e == OK)
        report_comment(&run->report,
                       "it was in power state D%u: woken, and put back when its tests are over",
                       (unsigned)(run->power.control & PCI_PM_STATE));
    if (e != OK)
        leave_alone(run, 0, CAUSE_SILENT, "the card does not wake from its power state D3hot");
    return e == OK;
}

static void take_and_test(struct run *run)
{
    struct card *const card = &run->card;
    struct bus *const bus = card->bus;

    run_phase(run, "taking it from the machine's firmware");
    if (bus->ops->take(bus, card->pci.at, run_drives_console(run)) == ERR_RIG) {
        leave_alone(run, 0, CAUSE_DRIVER_HOLDS,
                    "left alone: a driver of the machine's firmware does not let go of it");
        return;
    }
    run->in_hand = true;
    run_phase(run, "silencing the errors of its link");
    pci_path_find(bus, card->pci.at, &run->path);
    pci_link_silence(bus, card->pci.at, &run->path, &run->link);
    card->link = &run->link;
    if (wake(run)) {
        pci_reset_prepare(bus, card->pci.at, &run->saved);
        test_taken(run);
        reset_lost(run);
    }
    give_back(run);
    if (!run->lost[0] && run_lost(run)) /* perhaps only now, so that it is not as it was found */
        tally_error(&run->tally, (enum cause)run->lost_cause, run->lost);
}

/* false: an earlier boot did not survive its takeover, so it is not touched. */
static bool survivable(struct run *run)
{
    const char *const hung = resume_phase(&run->resume, &run->key);
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    if (!hung)
        return true;
    const bool crashed = resume_crashed(&run->resume, &run->key, hung);
    text_format(&text, "left alone: %s%s", crashed ? RECORD_CRASH : "the " RECORD_RESET, hung);
    leave_alone(run, 0, crashed ? CAUSE_FIRMWARE : CAUSE_HUNG_BEFORE, words);
    return false;
}

static void say_phase(void *opaque, const char *what)
{
    run_phase(opaque, what);
}

/* Looking comes before all refusals, because it writes nothing and so may look at any card. */
void run_take_over(struct run *run)
{
    if (config_only_looks(run->setup.config)) {
        if (survivable(run))
            run_probe(run);
        return;
    }
    if (foreign_device(run->card.pci.device)) {
        leave_foreign(run, 0, foreign_device(run->card.pci.device));
        return;
    }
    if (!run->setup.config->use_console && run_drives_console(run)) {
        say_card(run, 0, false, "drives the console (console=use tests it)");
        tally_console(&run->tally);
        return;
    }
    if (run->wish == WISH_STOP) {
        say_card(run, 0, false, run->stopped);
        tally_error(&run->tally, CAUSE_BY_HAND, run->stopped);
        return;
    }
    if (!survivable(run))
        return;
    run->card.phase = say_phase;
    run->card.phase_opaque = run;
    take_and_test(run);
    run_phase(run, RECORD_DONE);
    run_name(run, NULL);
}
