#include "tests/run/run.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/reset.h"
#include "engines/nv50/scanout.h"
#include "engines/vram.h"
#include "hw/nv50/pfb.h"
#include "pci/path.h"
#include "tests/all.h"
#include "tests/report/report.h"
#include "tests/run/resume.h"
#include "tests/run/select.h"
#include "tests/run/tally.h"

#define WATCHDOG_SLACK_S    30
#define TAKEOVER_DEADLINE_S 20

struct run {
    const struct run_setup *setup;
    const char *obstacle; /* why nothing is tested at all; null: nothing stands in the way */
    char unknown[CONFIG_SUITE_MAX + 32];
    struct report report;
    struct resume resume;
    struct tally tally;
    struct card card;
    struct card_key key;  /* of that card */
    struct pci_path path; /* from it to the processor */
    bool taken_over;      /* its engines are in reset, so it may master the bus */
    struct memory_config memory;
    unsigned shown_count;
    struct scanout shown[SCANOUT_MAX]; /* by its display */
    unsigned row_count;
    const struct test_case *rows[TESTS_MAX];
};

_Static_assert(sizeof(struct run) <= RUN_ARENA_SIZE, "the arena holds a run");

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = { "PASS", "FAIL", "NOT TESTED", "INCOMPLETE" };

    return names[verdict];
}

int verdict_status(enum verdict verdict)
{
    return verdict == VERDICT_PASS ? 0 : verdict == VERDICT_FAIL ? 1 : 2;
}

static void watchdog(struct run *run, unsigned seconds)
{
    const struct run_sinks *sinks = run->setup->sinks;

    if (sinks->watchdog)
        sinks->watchdog(sinks->opaque, seconds);
}

static void running(struct run *run, const char *name)
{
    const struct run_sinks *sinks = run->setup->sinks;

    if (sinks->running)
        sinks->running(sinks->opaque, name);
}

static unsigned deadline_s(const struct test_case *row)
{
    return row->deadline_s ? row->deadline_s : TEST_DEADLINE_S;
}

/* Said, and guarded by the watchdog, before it is done: a hang in it is named by the next boot. */
static void phase(struct run *run, const char *what)
{
    watchdog(run, TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S);
    running(run, what);
    report_phase(&run->report, what);
}

static void progress(struct test *t, uint64_t done, uint64_t all, const char *what)
{
    struct run *const run = t->progress_sink;
    char words[64];
    struct text text = text_in(words, sizeof(words));

    text_format(&text, "%u %% %s", (unsigned)(all ? done * 100 / all : 0), what);
    report_progress(&run->report, t->row->name, words);
    watchdog(run, deadline_s(t->row) + WATCHDOG_SLACK_S);
}

static void say(struct test *t, const char *line)
{
    struct run *const run = t->progress_sink;

    report_comment(&run->report, "%s", line);
}

/* false: the test does not run on this card, and says why. */
static bool applies(struct test *t, bool posted)
{
    const uint32_t features = nv50_chip_of(t->card->chip)->features;

    if (t->row->features & ~features)
        test_lacks(t, "this chipset does not have it");
    else if ((t->row->flags & TEST_CHIPS) && (features & FEATURE_IGP))
        test_lacks(t, "stolen system memory: no memory chips of its own");
    else if (!posted && !(t->row->flags & TEST_COLD))
        test_skip(t, "the card is not initialised");
    return t->result == TEST_PASS;
}

/* Whatever the test did, also when it was cut off: registers, records, memory. */
static void clean_up(struct run *run, unsigned change_mark, unsigned dma_mark)
{
    struct card *const card = &run->card;
    struct vm_fault fault;

    card_deadline(card, (uint64_t)TAKEOVER_DEADLINE_S * 1000000);
    pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
    card_undo(card, change_mark);
    if (run->taken_over) { /* an engine that the test drove goes back into reset, with what it was told */
        engines_reset(card);
        engines_release_pfifo(card);
        fault_take(card, &fault);
        fault_interrupts_take(card);
    }
    card_dma_free_all(card, dma_mark);
    vram_arena_reset(card);
    card_revive(card);
}

/* While the card can still master the bus: what the test built to reach memory is in use. */
static void put_back(struct run *run, struct test *t)
{
    struct card *const card = &run->card;

    if (!t->put_back)
        return;
    watchdog(run, TEST_PUT_BACK_S + WATCHDOG_SLACK_S);
    card_deadline(card, (uint64_t)TEST_PUT_BACK_S * 1000000);
    t->put_back(t);
}

/* What the runner found out weighs more than what the test said. */
static void __attribute__((format(printf, 3, 4)))
overrule(struct test *t, enum test_result result, const char *format, ...)
{
    struct text text = text_in(t->sentence, sizeof(t->sentence));
    va_list list;

    t->result = result;
    t->expected[0] = t->actual[0] = '\0';
    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
}

static void run_body(struct run *run, struct test *t)
{
    struct card *const card = &run->card;
    const unsigned change_mark = card->change_count, dma_mark = card->dma_count;

    if (run->taken_over)
        pci_command(card->bus, &card->pci, PCI_COMMAND_MASTER, 0);
    card_deadline(card, (uint64_t)deadline_s(t->row) * 1000000);
    t->row->run(t);
    const bool late = card_expired(card);

    put_back(run, t);
    clean_up(run, change_mark, dma_mark);
    if (card->changes_refused)
        overrule(t, TEST_ERROR, "the test changes more than the %u registers that can be put back",
                 CARD_CHANGES_MAX);
    else if (late)
        overrule(t, TEST_FAIL, "%s deadline: the test did not end within %u s", card->chip->title,
                 deadline_s(t->row));
    card->changes_refused = false;
}

static bool left_out(struct run *run, struct test *t)
{
    struct text text = text_in(t->sentence, sizeof(t->sentence));

    if (!resume_leaves_out(&run->resume, &run->key, t->row->name))
        return false;
    t->result = TEST_ERROR;
    text_format(&text, RECORD_RESET "%s", t->row->name);
    return true;
}

static void run_test(struct run *run, const struct test_case *row, bool posted)
{
    struct test t = { .card = &run->card,
                      .row = row,
                      .config = run->setup->config,
                      .memory = &run->memory,
                      .progress = progress,
                      .say = say,
                      .progress_sink = run };

    if (applies(&t, posted) && !left_out(run, &t)) {
        watchdog(run, deadline_s(row) + WATCHDOG_SLACK_S);
        running(run, row->name);
        report_start(&run->report, row);
        run_body(run, &t);
        running(run, NULL);
    }
    report_end(&run->report, &t, run->card.model);
    tally_test(&run->tally, &t, run->card.model);
}

static void run_tests(struct run *run, bool posted)
{
    for (unsigned i = 0; i < run->row_count; i++)
        run_test(run, run->rows[i], posted);
}

static void say_card(struct run *run, uint32_t boot_0, bool with_memory, const char *state)
{
    report_card(&run->report, &(struct report_card){ .pci = &run->card.pci,
                                                     .chip = run->card.chip,
                                                     .boot_0 = boot_0,
                                                     .memory = with_memory ? &run->memory : NULL,
                                                     .state = state });
}

/* What drivers leave alone; less of a memory that is too small to be a real board's. */
static enum err reserve_memory(struct run *run)
{
    struct card *const card = &run->card;
    const uint64_t size = card->vram_size;
    const uint64_t most = size / 16;
    const uint64_t head = VRAM_HEAD_RESERVED < most ? VRAM_HEAD_RESERVED : most;
    const uint64_t tail = VRAM_TAIL_RESERVED < most ? VRAM_TAIL_RESERVED : most;

    if (size < VRAM_SMALLEST)
        return ERR_NO_MEMORY;
    enum err e = vram_reserve(card, "VGA", 0, head);
    if (e == OK)
        e = vram_reserve(card, "VBIOS", size - tail, tail);
    for (unsigned i = 0; i < run->shown_count && e == OK; i++)
        e = vram_reserve_shown(card, run->shown[i].what, run->shown[i].from,
                               run->shown[i].to - run->shown[i].from);
    vram_arena_reset(card);
    return e;
}

/* The card answers and its memory works: take it over, test, give it back. What only a display that is
 * still alive can tell has been read before. */
static void test_posted(struct run *run, bool display_stays)
{
    struct card *const card = &run->card;

    phase(run, "resetting its engines");
    engines_reset(card);
    if (!display_stays)
        engines_reset_display(card);
    phase(run, "starting PFIFO and arming its fault records");
    engines_release_pfifo(card);
    fault_arm(card);
    pci_enable(card->bus, card->pci.at,
               PCI_COMMAND_MASTER); /* nothing in it has anything to send */
    pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
    run->taken_over = true;
    run_tests(run, true);
    run->taken_over = false;
    phase(run, "putting its registers back");
    card_deadline(card, (uint64_t)TAKEOVER_DEADLINE_S * 1000000);
    card_undo(card, 0);
    card_revive(card);
}

static bool drives_console(const struct run *run)
{
    const struct run_setup *setup = run->setup;

    return setup->drives_console && setup->drives_console(setup->opaque, run->card.pci.at);
}

static void test_identified(struct run *run, uint32_t boot_0)
{
    struct card *const card = &run->card;
    struct posted_evidence evidence;

    card_deadline(card, (uint64_t)TAKEOVER_DEADLINE_S * 1000000);
    phase(run, "reading what its VBIOS has set up");
    card_posted(card, &evidence);
    const bool shows = card_display_on(card, &evidence);
    run->shown_count = 0;
    if (evidence.posted) {
        phase(run, "reading its memory configuration and its displays");
        card_memory_config(card, &run->memory);
        card->vram_size = run->memory.size;
        run->shown_count = shows ? scanout_read(card, run->shown) : 0;
    }
    const bool display_stays = shows || drives_console(run);
    card_revive(card);
    if (!evidence.posted) {
        say_card(run, boot_0, false, "not initialised by its VBIOS");
        run_tests(run, false);
        tally_card(&run->tally, "the card is not initialised by its VBIOS");
    } else if (reserve_memory(run) != OK) {
        say_card(run, boot_0, true, "its memory is smaller than what drivers leave alone");
        tally_card(&run->tally, "the card's memory is too small to be tested");
    } else {
        say_card(run, boot_0, true, display_stays ? "ready; display stays on" : "ready");
        test_posted(run, display_stays);
        tally_tested(&run->tally);
    }
}

static bool bars_usable(const struct card *card)
{
    const struct pci_bar *bars = card->pci.bars;

    return bars[NV_BAR_MMIO].assigned && bars[NV_BAR_MMIO].size >= NV_MMIO_SIZE &&
           bars[NV_BAR_VRAM].assigned && bars[NV_BAR_RAMIN].assigned;
}

/* Not tested, and why. */
static void leave_alone(struct run *run, uint32_t boot_0, const char *words)
{
    say_card(run, boot_0, false, words);
    tally_card(&run->tally, words);
}

static void port_words(struct text *text, struct pci_function port, const char *what)
{
    text_format(text, "the rig, not the card: the port %04x:%02x:%02x.%u above it %s",
                (unsigned)port.segment, (unsigned)port.bus, (unsigned)port.device,
                (unsigned)port.function, what);
}

/* All ones may come from a port as well as from the card. */
static void dead_words(struct run *run, struct text *text)
{
    struct pci_function port;

    switch (pci_path_state(run->card.bus, &run->path, PCI_COMMAND_MEMORY, &port)) {
    case PCI_PATH_SILENT:
        port_words(text, port, "does not answer any more");
        break;
    case PCI_PATH_SHUT:
        port_words(text, port, "has stopped passing memory accesses on");
        break;
    default:
        text_string(text, "the card does not answer: BOOT_0 reads all ones");
        break;
    }
}

static void test_decoding(struct run *run)
{
    struct card *const card = &run->card;
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));
    uint32_t boot_0;

    phase(run, "reading BOOT_0");
    const enum err e = card_identify(card, &boot_0);
    if (e == ERR_DEAD)
        dead_words(run, &text);
    else if (e != OK)
        text_format(&text, "unknown chipset: BOOT_0 is 0x%08x, id 0x%x", boot_0,
                    boot_0 >> 20 & 0x1ff);
    if (e == OK)
        test_identified(run, boot_0);
    else
        leave_alone(run, boot_0, words);
}

/* The bridges pass everything on from here; the card itself masters the bus only while a test runs. */
static bool open_path(struct run *run)
{
    struct card *const card = &run->card;
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));
    struct pci_function shut;

    pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
    pci_path_find(card->bus, card->pci.at, &run->path);
    if (pci_path_open(card->bus, &run->path, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, &shut) !=
        OK) {
        port_words(&text, shut, "does not pass memory accesses or DMA on, and stays so");
        leave_alone(run, 0, words);
        return false;
    }
    for (unsigned i = 0; i < run->path.count; i++)
        if (run->path.bridges[i].opened) {
            text = text_in(words, sizeof(words));
            port_words(&text, run->path.bridges[i].at,
                       "passed no memory accesses or no DMA on; opened");
            report_comment(&run->report, "%s", words);
        }
    pci_enable(card->bus, card->pci.at, PCI_COMMAND_MEMORY);
    return true;
}

/* false: an earlier boot did not survive its takeover, so nobody touches it. */
static bool survivable(struct run *run)
{
    const char *const hung = resume_phase(&run->resume, &run->key);
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    if (!hung)
        return true;
    text_format(&text, "left alone: the " RECORD_RESET "%s", hung);
    leave_alone(run, 0, words);
    return false;
}

/* The card is ours: no driver of the machine's firmware touches it. */
static void test_taken(struct run *run)
{
    struct card *const card = &run->card;

    phase(run, "sizing its BARs");
    pci_read_bars(card->bus, &card->pci);
    if (!bars_usable(card)) {
        say_card(run, 0, false, "the firmware has not assigned its BARs");
        tally_card(&run->tally, "the card's BARs are not assigned");
        return;
    }
    phase(run, "opening its memory");
    if (open_path(run))
        test_decoding(run);
    phase(run, "closing its memory");
}

static void take_and_test(struct run *run, struct bus *bus)
{
    struct card *const card = &run->card;

    phase(run, "taking it from the machine's firmware");
    if (bus->ops->take(bus, card->pci.at, drives_console(run)) == ERR_RIG) {
        leave_alone(run, 0, "left alone: a driver of the machine's firmware does not let go of it");
        return;
    }
    test_taken(run);
    pci_command(bus, &card->pci, 0, PCI_COMMAND_MASTER);
    card_dma_free_all(card, 0);
    bus->ops->give_back(bus, card->pci.at);
    pci_path_restore(bus, &run->path);
    pci_restore(bus, &card->pci);
}

static void run_card(struct run *run, struct bus *bus, const struct pci_card *found)
{
    struct card *const card = &run->card;

    card_init(card, bus, found);
    card->model = run->setup->config->model;
    run->key = card_key_of(found);
    run->path = (struct pci_path){ 0 };
    report_begin_card(&run->report, &run->key);
    if (!run->setup->config->use_console && drives_console(run)) {
        say_card(run, 0, false, "drives the console (console=use tests it)");
        tally_console(&run->tally);
        return;
    }
    if (!survivable(run))
        return;
    take_and_test(run, bus);
    phase(run, RECORD_DONE);
    running(run, NULL);
}

/* A test that may hang silicon is selected there only by who asks for it. */
static bool risk_taken(const struct run *run, const struct test_case *row)
{
    return !(row->flags & TEST_RISKY) || run->setup->config->model || run->setup->config->risky;
}

/* Keeps the rows that the suite names. */
static void select_rows(struct run *run)
{
    const char *const suite = run->setup->config->suite;
    char unknown[CONFIG_SUITE_MAX];
    unsigned kept = 0;

    run->row_count = tests_list(run->rows);
    if (suite_unknown(suite, run->rows, run->row_count, unknown)) {
        struct text text = text_in(run->unknown, sizeof(run->unknown));

        text_format(&text, "no test is named %s", unknown);
        run->obstacle = run->unknown;
    }
    for (unsigned i = 0; i < run->row_count; i++) {
        if (!suite_has(suite, run->rows[i]))
            continue;
        if (risk_taken(run, run->rows[i]))
            run->rows[kept++] = run->rows[i];
        else
            run->report.risky_left_out++;
    }
    run->row_count = kept;
}

/* Noted before anything is touched: whatever this boot comes to, the next one finds it. */
static void say_left_out(struct run *run)
{
    for (unsigned i = 0; i < run->resume.count; i++) {
        const struct resume_entry *const entry = &run->resume.entries[i];

        report_left_out(&run->report, &entry->card, entry->phase, entry->name);
    }
    if (run->resume.full)
        run->obstacle = "the machine was reset too often; the next start begins afresh";
}

struct run *run_open(const struct run_setup *setup, void *arena)
{
    struct run *const run = arena;

    *run = (struct run){ .setup = setup, .obstacle = setup->config_error };
    watchdog(run, TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S);
    if (setup->previous) /* before this boot's first record becomes the last run of that report */
        resume_read(&run->resume, setup->previous);
    report_open(&run->report, setup->sinks, setup);
    say_left_out(run);
    select_rows(run);
    return run;
}

void run_bus(struct run *run, struct bus *bus)
{
    struct pci_search search = { 0 };
    struct pci_card found;

    while (!run->obstacle && pci_find_next(bus, &search, &found) == OK) {
        run->report.planned += run->row_count;
        run_card(run, bus, &found);
    }
}

enum verdict run_close(struct run *run)
{
    char reason[TALLY_REASON_MAX] = "";
    enum verdict verdict = VERDICT_INCOMPLETE;

    if (run->obstacle) {
        struct text text = text_in(reason, sizeof(reason));

        text_string(&text, run->obstacle);
    } else {
        verdict = tally_verdict(&run->tally, run->setup->config->suite, reason);
    }
    report_verdict(&run->report, verdict, reason);
    watchdog(run, 0);
    return verdict;
}
