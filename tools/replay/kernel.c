/* tools/replay/kernel.c: differences of a trace of Linux from a log of Barecard: comments, maps of any number and size,
 * every device of the machine, and no configuration space. So the card's BARs are looked for before it is played.
 * Source: Linux, Documentation/trace/mmiotrace.rst, kernel/trace/trace_mmiotrace.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/replay/side.h"

#define LINE_MAX_BYTES 1024
#define MMIO_BYTES     (UINT64_C(1) << 24) /* of BAR0, on every chipset of both families */
#define VENDOR         "10de"
#define PCIDEV_BARS    4 /* the words of a line PCIDEV: seven addresses, then seven sizes */
#define PCIDEV_SIZES   11
#define PCIDEV_WORDS   18
#define FLAGS          UINT64_C(15) /* of an address */

static bool hex_without_0x(const struct replay *r, unsigned word, uint64_t *out)
{
    char *end;

    *out = strtoull(r->words[word], &end, 16);
    return *end == '\0' && end > r->words[word];
}

/* The BARs of a line PCIDEV, if it is a card of NVIDIA with registers of that size. */
static void take_card(struct replay *r)
{
    struct mapping bars[PCI_BAR_COUNT];

    if (r->maps[NV_BAR_MMIO].size || r->count < PCIDEV_WORDS ||
        strncmp(r->words[2], VENDOR, strlen(VENDOR)) != 0)
        return;
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        if (!hex_without_0x(r, PCIDEV_BARS + i, &bars[i].at) ||
            !hex_without_0x(r, PCIDEV_SIZES + i, &bars[i].size))
            return;
        if (bars[i].at & PCI_BAR_IO) /* a trace has no accesses to ports */
            bars[i].size = 0;
        bars[i].at &= ~FLAGS;
    }
    if (bars[NV_BAR_MMIO].size == MMIO_BYTES)
        memcpy(r->maps, bars, sizeof(bars));
}

/* Without such a line: a map as large as the registers. The purpose of other maps is unknown. */
static void take_map(struct replay *r, struct mapping *found)
{
    uint64_t at, size;

    if (!found->size && replay_number(r, 3, &at) && replay_number(r, 5, &size) &&
        size == MMIO_BYTES)
        *found = (struct mapping){ at, size };
}

static bool is_kernels(const struct replay *r)
{
    uint64_t id;

    return (r->line == 1 && !replay_word_is(r, 0, "VERSION")) || r->words[0][0] == '#' ||
           replay_word_is(r, 0, "UNMAP") ||
           (replay_word_is(r, 0, "PCIDEV") && r->count > PCIDEV_WORDS) ||
           (replay_word_is(r, 0, "MAP") && replay_number(r, 2, &id) && id > PCI_BAR_COUNT);
}

/* The whole file is read first, because a trace may name the card after its first accesses. */
bool replay_look_for_kernel(struct replay *r, FILE *file)
{
    struct mapping registers = { 0 };
    char line[LINE_MAX_BYTES];

    for (r->line = 1; fgets(line, sizeof(line), file); r->line++) {
        replay_split(r, line);
        if (!r->count)
            continue;
        r->kernel |= is_kernels(r);
        if (replay_word_is(r, 0, "PCIDEV"))
            take_card(r);
        else if (replay_word_is(r, 0, "MAP"))
            take_map(r, &registers);
    }
    rewind(file);
    r->line = 0;
    if (!r->kernel)
        memset(r->maps, 0, sizeof(r->maps));
    else if (!r->maps[NV_BAR_MMIO].size)
        r->maps[NV_BAR_MMIO] = registers;
    return !r->kernel || r->maps[NV_BAR_MMIO].size != 0;
}

void replay_place_bars(struct replay *r)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++)
        if (r->maps[i].size)
            replay_place_bar(r, i);
    model_config_write(r->card.model, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, 2);
}

bool replay_kernel_line(struct replay *r)
{
    static const char *const others[] = { "VERSION", "PCIDEV", "MAP", "UNMAP", "MARK" };

    if (r->words[0][0] == '#')
        return true;
    if (replay_word_is(r, 0, "UNKNOWN")) {
        r->unknown++;
        return true;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
        if (replay_word_is(r, 0, others[i]))
            return true;
    return replay_broken(r, "no line of mmiotrace");
}
