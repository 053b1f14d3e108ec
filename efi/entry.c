/* efi/entry.c: from UEFI to one run of the self tests and back. */
#include "efi/uefi.h"

#include "efi/archive.h"
#include "efi/board_file.h"
#include "efi/bus.h"
#include "efi/calendar.h"
#include "efi/clock.h"
#include "efi/configuration.h"
#include "efi/console.h"
#include "efi/dhcp_lease.h"
#include "efi/dialog.h"
#include "efi/exceptions.h"
#include "efi/image.h"
#include "efi/label.h"
#include "efi/machine.h"
#include "efi/memory.h"
#include "efi/memory_map.h"
#include "efi/monitor.h"
#include "efi/script_file.h"
#include "efi/serial.h"
#include "efi/serial_tap.h"
#include "efi/symbols.h"
#include "efi/terminal.h"
#include "efi/workers.h"
#include "engines/text.h"
#include "suite/all.h"
#include "suite/run/rounds.h"

#define PAGE_SIZE        0x1000
#define START_WATCHDOG_S 120 /* until the run arms its own */

/* All state of the firmware, in pages of its own. */
struct firmware {
    EFI_BOOT_SERVICES *boot;
    EFI_RUNTIME_SERVICES *runtime;
    struct clock clock;
    bool clock_said; /* that the machine's firmware measures time wrongly */
    struct terminals terminals;
    struct serial serial;
    struct tap tap;
    struct monitor monitor;
    struct keys keys;
    struct dialog dialog;
    struct exception_page *exceptions;
    struct machine machine;
    struct console_cards console;
    struct efi_bus bus;
    struct efi_workers workers;
    struct network network;
    struct archive archive;
    struct run_config config;
    struct configuration configuration;
    struct board_file board_file;
    struct script_file script;
    struct rounds rounds; /* the sum of several */
    enum verdict verdict; /* of all rounds */
    char rounds_words[ROUNDS_WORDS_MAX];
    char tested[CONFIG_LABEL_MAX]; /* the card's part of the report's name */
    uint64_t arena[RUN_ARENA_SIZE / sizeof(uint64_t)];
    uint64_t kept[(RUN_ARENA_SIZE - CARD_WORKSPACE) / sizeof(uint64_t)]; /* of the worst round */
};

#define FIRMWARE_PAGES ((sizeof(struct firmware) + PAGE_SIZE - 1) / PAGE_SIZE)

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base);

static void sink_tap(void *opaque, const char *text, size_t size)
{
    struct firmware *fw = opaque;

    tap_write(&fw->tap, text, size);
}

static void sink_record(void *opaque, const char *line, size_t size)
{
    struct firmware *fw = opaque;

    archive_record(&fw->archive, line, size);
}

static void sink_text(void *opaque, const char *line, size_t size)
{
    struct firmware *fw = opaque;

    archive_text(&fw->archive, line, size);
}

static void sink_probe(void *opaque, const char *text, size_t size)
{
    struct firmware *fw = opaque;

    archive_probe(&fw->archive, text, size);
}

static bool sink_keep(void *opaque, const char *name, const void *bytes, size_t size)
{
    struct firmware *fw = opaque;

    return archive_keep(&fw->archive, name, bytes, size);
}

static uint64_t sink_log_open(void *opaque, const char *name)
{
    struct firmware *fw = opaque;

    return archive_log_open(&fw->archive, name);
}

static bool sink_log_write(void *opaque, uint64_t at, const char *text, size_t size)
{
    struct firmware *fw = opaque;

    return stick_write_log(&fw->archive.stick, at, text, size) == OK;
}

static void note(void *opaque, const char *line)
{
    run_note(opaque, line);
}

/* Once, as soon as a second source says so. */
static void say_clock(struct firmware *fw)
{
    char words[CLOCK_WORDS_MAX];

    if (fw->clock_said || !clock_words(&fw->clock, words))
        return;
    fw->clock_said = true;
    tap_comment(&fw->tap, words);
}

static void sink_show(void *opaque, const struct scene *scene, bool now)
{
    struct firmware *fw = opaque;

    say_clock(fw);
    archive_tick(&fw->archive);
    monitor_show(&fw->monitor, scene, now);
}

static bool before_processors(void *opaque)
{
    return run_processors_start(opaque);
}

static void after_processors(void *opaque)
{
    run_processors_started(opaque);
}

/* 0: none. */
static void set_watchdog(struct firmware *fw, unsigned seconds)
{
    fw->boot->SetWatchdogTimer(seconds, FIRMWARE_WATCHDOG_CODE, 0, NULL);
}

static void sink_watchdog(void *opaque, unsigned seconds)
{
    set_watchdog(opaque, seconds);
}

static bool has_rounds(const struct run_config *config)
{
    return config->loop != 1 || config->has_until;
}

/* Kept for the exception handler, which must not ask the run for it. */
static void sink_running(void *opaque, const char *name)
{
    struct firmware *fw = opaque;

    const struct scene *const scene = run_scene((struct run *)fw->arena);
    struct crash_running running = { .begun_us = fw->monitor.begun_us };
    struct text text = text_in(running.test, sizeof(running.test));

    text_string(&text, name != NULL ? name : "");
    if (scene->card < scene->card_count) {
        text = text_in(running.at, sizeof(running.at));
        text_string(&text, scene->cards[scene->card].at);
        text = text_in(running.about, sizeof(running.about));
        text_format(&text, "%s  %s", scene->cards[scene->card].title,
                    scene->cards[scene->card].memory);
        if (has_rounds(&fw->config))
            text_format(&text, "  round %u", fw->rounds.done + 1);
    }
    exceptions_set_running(fw->exceptions, &running);
}

static uint64_t sink_time_us(void *opaque)
{
    struct firmware *fw = opaque;

    return clock_us(&fw->clock);
}

static int next_key(void *opaque)
{
    struct firmware *fw = opaque;

    return keys_next(&fw->keys);
}

static int typed_key(void *opaque)
{
    struct firmware *fw = opaque;

    return keys_typed(&fw->keys);
}

static void sink_echo(void *opaque, const char *chars, size_t size)
{
    struct firmware *fw = opaque;

    serial_write(&fw->serial, chars, size);
}

static bool drives_console(void *opaque, struct pci_function at)
{
    const struct firmware *fw = opaque;

    return console_drawn_by(&fw->console, at);
}

static bool framebuffer(void *opaque, struct pci_function at, unsigned index,
                        struct run_framebuffer *out)
{
    const struct firmware *fw = opaque;
    const struct console_card *const card = console_framebuffer(&fw->console, at, index);

    if (card != NULL)
        *out = (struct run_framebuffer){ { card->from }, card->size };
    return card != NULL;
}

/* Where to load the symbols, for a debugger. */
static void say_image(struct firmware *fw, uint64_t image_base)
{
    char line[128];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, "%s loaded at 0x%lx", firmware_version, image_base);
    tap_comment(&fw->tap, line);
}

/* A report's data is handed over beforehand, because a handler can neither ask nor allocate. */
static void install_exceptions(struct firmware *fw, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    const struct exception_context context = {
        .tap = &fw->tap,
        .display = &fw->monitor.display,
        .clock = &fw->clock,
        .machine = &fw->machine,
        .boot = fw->boot,
        .access = &fw->bus.access,
        .screen_withheld = &fw->bus.console_taken,
        .runtime = table->RuntimeServices,
        .image_base = image_base,
        .image_size = (uintptr_t)image_end - image_base,
        .symbols = image_symbols,
        .archive = &fw->archive,
        .keys = { .keyboard = table->ConIn, .serial = &fw->serial },
        .scene = { .version = firmware_version + FIRMWARE_NAME_LENGTH,
                   .machine = fw->machine.name,
                   .time = fw->monitor.time },
    };

    if (exceptions_install(&fw->exceptions, fw->boot, &context) != OK)
        tap_comment(&fw->tap, "no memory for exception handlers: the firmware's stay");
}

/* The serial port first: it is where anything that goes wrong afterwards can be said. */
static void open_surroundings(struct firmware *fw, EFI_HANDLE image, EFI_SYSTEM_TABLE *table,
                              uint64_t image_base)
{
    set_watchdog(fw, START_WATCHDOG_S);
    clock_start(&fw->clock, fw->boot);
    terminals_disconnect(&fw->terminals, fw->boot);
    serial_open(&fw->serial, &fw->clock);
    tap_open(&fw->tap, &fw->serial);
    say_image(fw, image_base);
    if (!fw->clock.runs)
        tap_comment(&fw->tap, "the CPU's time stamp counter stands still: times are guesses");

    machine_find(&fw->machine, table);
    install_exceptions(fw, table, image_base);
    exceptions_say_old_checks(fw->exceptions);
    monitor_open(&fw->monitor, table, &fw->clock, &fw->bus.console_taken);
    exceptions_use_screen(fw->exceptions, &fw->monitor.painter);
    console_find(&fw->console, fw->boot);
    bus_open(&fw->bus, image, table, &fw->clock, &fw->tap);
    fw->bus.qemu = fw->machine.qemu;
    workers_open(&fw->workers, &fw->bus);
    fw->keys = (struct keys){ .keyboard = table->ConIn, .serial = &fw->serial };
    fw->dialog = (struct dialog){ .clock = &fw->clock,
                                  .monitor = &fw->monitor,
                                  .keys = &fw->keys,
                                  .boot = fw->boot,
                                  .runtime = fw->runtime,
                                  .archive = &fw->archive };
}

static void close_surroundings(struct firmware *fw)
{
    archive_close(&fw->archive);
    lease_end(&fw->network);
    bus_close(&fw->bus);
    exceptions_remove(fw->exceptions, fw->boot);
    set_watchdog(fw, 0);
    serial_drain(&fw->serial);
}

/* In each case one line names the source of the run's configuration. */
static void say_configuration(struct firmware *fw)
{
    char line[sizeof(fw->configuration.source) + 128];
    struct text words = text_in(line, sizeof(line));
    struct stick *const stick = &fw->archive.stick;

    if (fw->configuration.source[0] != '\0')
        text_format(&words, "configuration: %s", fw->configuration.source);
    else if (fw->network.served)
        text_string(&words, "the server has no configuration for this machine: defaults are used");
    else if (stick_is_misnamed(stick))
        text_string(&words, "no barecard.cfg, but barecard.cfg.txt, which has to be renamed: "
                            "defaults are used");
    else
        text_format(&words, "no barecard.cfg%s: defaults are used",
                    stick->root != NULL ? " on this stick" : "");
    tap_comment(&fw->tap, line);
}

/* The server's files for this machine go before a stick's. */
static void read_configuration(struct firmware *fw, EFI_HANDLE image)
{
    const bool served = fw->network.served;
    const struct folder folder =
        served ? server_folder(&fw->network) : stick_folder(&fw->archive.stick);
    struct config_names names;

    name_configs(&names, fw->machine.serial, served ? fw->network.mac : NULL);
    configuration_read(&fw->configuration, fw->boot, image, &folder, &names, &fw->config);
    if (fw->configuration.error[0] == '\0')
        board_file_read(&fw->board_file, &folder, fw->config.expect, fw->configuration.error);
    if (fw->configuration.error[0] == '\0')
        script_file_read(&fw->script, &folder, fw->config.script, fw->configuration.error);
    say_configuration(fw);
}

static void ask_label(struct firmware *fw)
{
    if (!fw->config.ask_label)
        return;
    set_watchdog(fw, 0);
    label_ask(&fw->dialog, fw->config.label);
    set_watchdog(fw, START_WATCHDOG_S);
}

/* A report is named by the label, or else by the serial number of the first card to be tested that
 * has one. */
static void name_tested(struct firmware *fw)
{
    struct text name = text_in(fw->tested, sizeof(fw->tested));
    struct bus *const bus = &fw->bus.bus;
    struct pci_search search = { 0 };
    struct pci_card found;

    text_string(&name, fw->config.label);
    while (name.used == 0 && pci_find_next(bus, &search, &found) == OK) {
        const struct card_key key = card_key_of(&found);
        const uint64_t serial = pci_serial(bus, found.at);

        if (serial != 0 && (!fw->config.card[0] || string_equal(fw->config.card, key.at)))
            text_format(&name, "%016lx", (unsigned long)serial);
    }
}

static void begin_report(struct firmware *fw, const struct moment *began)
{
    const struct report_name name = { .began = *began, .card = fw->tested };

    name_tested(fw);
    archive_begin(&fw->archive, fw->config.report, &name);
}

/* One run of all cards: the runner knows neither UEFI nor the screen, it gets both as functions. */
static enum verdict run(struct firmware *fw)
{
    const struct moment began = calendar_now(fw->runtime);

    monitor_begin(&fw->monitor, began);
    begin_report(fw, &began);
    const struct run_sinks sinks = {
        .opaque = fw,
        .tap = sink_tap,
        .echo = sink_echo,
        .record = sink_record,
        .text = sink_text,
        .probe = sink_probe,
        .keep = sink_keep,
        .log_open = sink_log_open,
        .log_write = sink_log_write,
        .show = sink_show,
        .watchdog = sink_watchdog,
        .running = sink_running,
        .time_us = sink_time_us,
    };
    const struct run_setup setup = {
        .board_file = board_file_loaded(&fw->board_file),
        .suites = &all_suites,
        .config = &fw->config,
        .config_error = fw->configuration.error[0] != '\0' ? fw->configuration.error : NULL,
        .sinks = &sinks,
        .version = firmware_version + FIRMWARE_NAME_LENGTH,
        .machine = fw->machine.name,
        .began = began,
        .previous = fw->archive.previous.size != 0 ? &fw->archive.previous : NULL,
        .drives_console = drives_console,
        .framebuffer = framebuffer,
        .key = next_key,
        .typed = typed_key,
        .script = script_file_loaded(&fw->script),
        .workers = &fw->workers.ops,
        .opaque = fw,
        .rounds = has_rounds(&fw->config) ? &fw->rounds : NULL,
    };

    struct run *const tests = run_open(&setup, fw->arena);
    tap_listen(&fw->tap, note, tests);
    comparers_listen(&fw->bus.comparers, &(struct comparers_watch){ .opaque = tests,
                                                                    .before = before_processors,
                                                                    .after = after_processors });
    run_bus(tests, &fw->bus.bus);
    const enum verdict verdict = run_close(tests);
    tap_listen(&fw->tap, NULL, NULL);
    return verdict;
}

/* The configuration, and a person's changes to it at the rig. */
static void prepare(struct firmware *fw, EFI_HANDLE image)
{
    read_configuration(fw, image);
    if (fw->config.menu != 0 && fw->configuration.error[0] == '\0') {
        set_watchdog(fw, 0);
        dialog_menu(&fw->dialog, &fw->config, &fw->bus.bus);
        set_watchdog(fw, START_WATCHDOG_S);
    }
    ask_label(fw);
}

/* Minutes since midnight; below 0: nobody knows. */
static int minute_now(struct firmware *fw)
{
    const struct moment now = calendar_now(fw->runtime);

    return now.known ? (int)(now.ms / 60000 % 1440) : -1;
}

/* "round 3 of 10; 2 rounds: ..." */
static void say_round(struct firmware *fw)
{
    struct text words = text_in(fw->rounds_words, sizeof(fw->rounds_words));

    fw->monitor.rounds = has_rounds(&fw->config) ? fw->rounds_words : NULL;
    text_format(&words, "round %u", fw->rounds.done + 1);
    if (fw->config.loop != LOOP_FOREVER && !fw->config.has_until)
        text_format(&words, " of %u", fw->config.loop);
    if (fw->rounds.done == 0)
        return;
    text_string(&words, "; ");
    rounds_words(&fw->rounds, &words);
}

/* The worst round is kept whole, so that its screen and its report.txt can be shown at the end. */
static void end_round(struct firmware *fw)
{
    struct text words = text_in(fw->rounds_words, sizeof(fw->rounds_words));
    const bool worst = fw->rounds.worst_in == fw->rounds.done;

    rounds_words(&fw->rounds, &words);
    archive_end_round(&fw->archive, worst, fw->rounds_words, verdict_name(fw->rounds.worst));
    if (worst)
        memcpy(fw->kept, fw->arena, sizeof(fw->kept));
    fw->verdict = fw->rounds.worst;
}

/* Each round is a run of its own in the report, which is closed before anybody may switch off. */
static void run_round(struct firmware *fw)
{
    if (fw->archive.stick.root == NULL)
        archive_open_stick(&fw->archive);
    say_round(fw);
    fw->verdict = run(fw);
    if (has_rounds(&fw->config))
        end_round(fw);
    archive_end(&fw->archive, run_scene((struct run *)fw->arena));
    stick_close(&fw->archive.stick);
}

/* A reader of the serial port cannot know which round is the last: Esc, the time of day or a card that is gone may end
 * them. No comment of a run, which would be in the records of the next one. */
static void say_all_rounds(struct firmware *fw, uint64_t before)
{
    char line[ROUNDS_WORDS_MAX + 160];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, "# free pages: %lu before the first round, %lu after the last\n", before,
                free_pages(fw->boot));
    text_format(&text, "# all rounds: %s; %s\n", verdict_name(fw->verdict), fw->rounds_words);
    tap_write(&fw->tap, line, text.used);
}

/* One run, or all rounds: then the worst of them is on the screen at the end. */
static void run_rounds(struct firmware *fw)
{
    const uint64_t before = free_pages(fw->boot);
    const int begun = minute_now(fw);

    fw->rounds = (struct rounds){ 0 };
    archive_begin_rounds(&fw->archive);
    monitor_begin_rounds(&fw->monitor);
    do
        run_round(fw);
    while (has_rounds(&fw->config) && !run_stopped((struct run *)fw->arena) &&
           rounds_go_on(&fw->rounds, &fw->config, begun, minute_now(fw)));
    if (!has_rounds(&fw->config))
        return;
    say_all_rounds(fw, before);
    memcpy(fw->arena, fw->kept, sizeof(fw->kept));
    rounds_show(&fw->rounds, run_scene((struct run *)fw->arena));
    monitor_show(&fw->monitor, run_scene((struct run *)fw->arena), true);
}

/* True: the same again. */
static bool run_once(struct firmware *fw)
{
    run_rounds(fw);
    set_watchdog(fw, 0);
    serial_drain(&fw->serial);
    machine_leave_qemu(&fw->machine, verdict_status(fw->verdict));
    return dialog_verdict(&fw->dialog, run_scene((struct run *)fw->arena), fw->config.label);
}

/* `fw` has pages of its own, because it is too large for the firmware's stack. */
EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    EFI_BOOT_SERVICES *boot = table->BootServices;
    EFI_PHYSICAL_ADDRESS at = 0;
    struct firmware *fw;

    if (EFI_ERROR(boot->AllocatePages(AllocateAnyPages, EfiLoaderData, FIRMWARE_PAGES, &at)))
        return EFI_OUT_OF_RESOURCES;
    fw = (struct firmware *)(uintptr_t)at;
    memset(fw, 0, sizeof(*fw));
    fw->boot = boot;
    fw->runtime = table->RuntimeServices;

    open_surroundings(fw, image, table, image_base);
    fw->archive = (struct archive){ .boot = boot,
                                    .image = image,
                                    .build = firmware_version,
                                    .tap = &fw->tap,
                                    .monitor = &fw->monitor,
                                    .network = &fw->network };
    if (network_find(&fw->network, boot, &fw->clock, image) != OK)
        fw->network.served = false;
    archive_open_stick(&fw->archive);
    fw->bus.stick = &fw->archive.stick;
    prepare(fw, image);
    while (run_once(fw))
        ;
    close_surroundings(fw);
    monitor_close(&fw->monitor);
    terminals_reconnect(&fw->terminals, boot);
    boot->FreePages(at, FIRMWARE_PAGES);
    return EFI_SUCCESS;
}
