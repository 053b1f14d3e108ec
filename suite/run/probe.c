/* suite/run/probe.c: a card is looked at and not touched. No access here is a write: not to the card, not to its
 * configuration space, not to the bridges above it. The values go into probe.json:
 *
 *   {"barecard":VERSION,"machine":NAME,"cards":[{"card":ADDRESS,
 *    "config":{OFFSET:WORD,...},"bridges":[{"at":ADDRESS,"config":{...}},...],
 *    "chipset":NAME,"registers":{NAME:WORD or [WORD,...],...}},...]}
 *
 * Offsets and words are strings of hexadecimal digits with 0x. Words of configuration space that are 0 are left
 * out; so are registers of units that are switched off. */
#include "suite/run/run_state.h"

#include "hw/pci.h"

#define PIECE_MAX    160
#define CONFIG_BYTES 0x1000u

/* Sends the piece collected so far; collected, because each write to the medium is slow. */
static void send(struct run *run)
{
    const struct run_sinks *const sinks = run->setup.sinks;

    if (sinks->probe && run->piece_used)
        sinks->probe(sinks->opaque, run->piece, run->piece_used);
    run->piece_used = 0;
}

/* At most PIECE_MAX characters at once. */
static void __attribute__((format(printf, 2, 3))) put(struct run *run, const char *format, ...)
{
    if (run->piece_used > sizeof(run->piece) - PIECE_MAX)
        send(run);
    struct text text = text_in(run->piece + run->piece_used, sizeof(run->piece) - run->piece_used);
    va_list list;

    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    run->piece_used += text.used;
}

/* The machine's own name is text that we did not write. */
static void put_string(struct run *run, const char *string)
{
    put(run, "\"");
    for (; *string; string++)
        if (*string >= ' ' && *string <= '~' && *string != '"' && *string != '\\')
            put(run, "%c", *string);
    put(run, "\"");
}

static bool makes_document(const struct run *run)
{
    return config_only_looks(run->setup.config) || run->setup.config->dump_regs;
}

void run_probe_begin(struct run *run)
{
    if (!makes_document(run))
        return;
    put(run, "{\"barecard\":");
    put_string(run, run->setup.version);
    put(run, ",\"machine\":");
    put_string(run, run->setup.machine);
    put(run, ",\"cards\":[");
}

void run_probe_end(struct run *run)
{
    if (!makes_document(run))
        return;
    put(run, "\n]}\n");
    send(run);
}

static uint32_t config_word(struct run *run, struct pci_function at, unsigned offset)
{
    return run->card.bus->ops->config_read(run->card.bus, at, (uint16_t)offset, 4);
}

static void put_config(struct run *run, struct pci_function at)
{
    bool any = false;

    put(run, "\"config\":{");
    for (unsigned offset = 0; offset < CONFIG_BYTES; offset += 4) {
        const uint32_t word = config_word(run, at, offset);

        if (word)
            put(run, "%s\"0x%03x\":\"0x%08x\"", any ? "," : "", offset, word);
        any |= word != 0;
    }
    put(run, "}");
}

static void put_bridges(struct run *run)
{
    put(run, ",\n \"bridges\":[");
    for (unsigned i = 0; i < run->path.count; i++) {
        const struct pci_function at = run->path.bridges[i].at;

        put(run, "%s{\"at\":\"%04x:%02x:%02x.%u\",", i ? "," : "", (unsigned)at.segment,
            (unsigned)at.bus, (unsigned)at.device, (unsigned)at.function);
        put_config(run, at);
        put(run, "}");
    }
    put(run, "]");
}

/* ---- registers --------------------------------------------------------------------------------- */

/* Where BAR0 is as it was found: its size is known, so that no ones have to be written to it. Null: it can be read;
 * else why not. */
static const char *find_registers(struct run *run)
{
    struct card *const card = &run->card;
    const uint32_t bar = config_word(run, card->pci.at, PCI_BAR0);
    struct pci_function bridge;

    if (!(card->pci.command & PCI_COMMAND_MEMORY))
        return "memory decoding of the card is off, so its registers were not read";
    if (pci_path_state(card->bus, &run->path, PCI_COMMAND_MEMORY, &bridge) != PCI_PATH_OPEN)
        return "a bridge above the card passes no memory accesses on, so its registers were not "
               "read";
    if ((bar & PCI_BAR_IO) || !(bar & PCI_BAR_MEM_ADDRESS))
        return "the firmware has not assigned BAR0, so the card's registers were not read";
    card->pci.bars[NV_BAR_MMIO] = (struct pci_bar){ .at = { bar & PCI_BAR_MEM_ADDRESS },
                                                    .size = NV_MMIO_SIZE,
                                                    .assigned = true };
    return NULL;
}

/* As it is: words that are no value say which unit is off (docs/hardware/gv100.md §1.7). */
static uint32_t word_of(struct card *card, uint32_t reg)
{
    return (uint32_t)card_bar_read(card, NV_BAR_MMIO, reg, 4);
}

static void put_row(struct run *run, const struct family_probe *row, bool first)
{
    struct card *const card = &run->card;
    char phase[80];
    struct text text = text_in(phase, sizeof(phase));

    send(run);
    text_format(&text, "reading %s (0x%06x)", row->name, row->at);
    run_phase(run, phase);
    put(run, "%s\n  \"%s\":%s", first ? "" : ",", row->name, row->count > 1 ? "[" : "");
    for (unsigned i = 0; i < row->count; i++)
        put(run, "%s\"0x%08x\"", i ? "," : "", word_of(card, row->at + i * row->step));
    put(run, "%s", row->count > 1 ? "]" : "");
}

/* How many words were read. */
static unsigned put_registers(struct run *run)
{
    struct card *const card = &run->card;
    struct family_probe row;
    unsigned words = 0;

    put(run, ",\n \"chipset\":\"%s\",\"registers\":{", card->chip->title);
    for (unsigned i = 0; card->family->probe(card, i, run->setup.config->dump_regs, &row); i++) {
        if (!row.count || card_lost(card))
            continue;
        put_row(run, &row, words == 0);
        words += row.count;
    }
    put(run, "}");
    return words;
}

/* Reads the registers, and reports how many, or why none could be read. */
static void look_at_registers(struct run *run)
{
    struct card *const card = &run->card;
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));
    const char *const why = find_registers(run);

    if (why) {
        report_comment(&run->report, "%s", why);
        return;
    }
    run_phase(run, "reading BOOT_0");
    card->boot_0 = card_read32(card, BOOT_0);
    if (card->boot_0 == UINT32_MAX || !run_identify(run, card->boot_0) || !card->family->probe) {
        report_comment(&run->report, "BOOT_0 is 0x%08x, of which no list of registers is known",
                       card->boot_0);
        return;
    }
    card->decoding = true;
    text_format(&text, "%u words of registers read", put_registers(run));
    card->decoding = false;
    report_comment(&run->report, "%s", words);
}

static void begin_card(struct run *run)
{
    put(run, "%s\n{\"card\":\"%s\",", run->probed++ ? "," : "", run->key.at);
    put_config(run, run->card.pci.at);
    put_bridges(run);
}

/* Of a card that is tested, as soon as it is known which one it is, and before anything is written to it. */
void run_dump(struct run *run)
{
    struct card *const card = &run->card;

    if (!run->setup.config->dump_regs)
        return;
    begin_card(run);
    if (card->family->probe) {
        const unsigned words = put_registers(run);

        report_comment(&run->report, "%u words of registers read, for probe.json", words);
    }
    put(run, "}");
    send(run);
}

void run_probe(struct run *run)
{
    struct card *const card = &run->card;
    const bool probe = run->setup.config->mode == MODE_PROBE;
    const char *const words =
        probe ? "looked at, not tested (mode=probe)" : "looked at, not tested (mode=pci)";

    run_phase(run, "reading configuration space");
    pci_path_find(card->bus, card->pci.at, &run->path);
    begin_card(run);
    if (probe)
        look_at_registers(run);
    put(run, "}");
    run_say_state(run, card->boot_0, words);
    tally_obstacle(&run->tally, CAUSE_LOOKED_AT, words);
    run_phase(run, RECORD_DONE);
    run_name(run, NULL);
}
