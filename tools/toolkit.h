/* tools/toolkit.h: a family's answers in the host command, so that the commands themselves know no family.
 *
 * Shape   one row a family, in toolkit.c; tools/FAMILY/toolkit.c fills it. */
#ifndef TOOLS_TOOLKIT_H
#define TOOLS_TOOLKIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "hw/chip.h"
#include "hw/fields.h"
#include "mmu/memory.h"
#include "mmu/registers.h"
#include "tools/input.h"
#include "tools/out.h"

#define TOOLKIT_WHY 256

/* Dumps to be examined, and the chip of their card. */
struct toolkit_dump {
    const struct chip *chip;
    const struct mmu_memory *memory;
    uint64_t vram_size; /* bytes */
    bool explain;
};

/* Words of a stream, and how they are read. */
struct toolkit_words {
    const uint32_t *words;
    uint64_t count;
    uint64_t at; /* byte offset of the first word */
    const struct chip *chip;
    const char *program; /* --program; null: not given */
};

/* A kind of `decode` that is no structure of so many words: a push buffer, a program of the shader cores. */
struct toolkit_stream {
    const char *name;
    /* Prints a line for each entry. False: it ended with an error line. */
    bool (*decode)(const struct toolkit_words *words, struct out *out);
    bool programs; /* --program is its option */
};

/* The answer of `decode --check` on structures that have a meaning only together: a runlist. */
struct toolkit_check {
    const char *name; /* of the structure */
    /* Prints a line for each finding. `at` is the byte offset of the first word. */
    void (*check)(const struct chip *chip, const uint32_t *words, uint64_t count, uint64_t at,
                  struct out *out);
};

/* A card's ROM as a file holds it. */
struct toolkit_rom {
    const char *program, *name; /* for messages: the command, the file */
    uint8_t *bytes;
    size_t size;
    const struct chip *chip; /* named by --chipset; null: its version says */
};

/* How `devinit` was asked. */
struct toolkit_start {
    bool explain, strapped, for_output;
    unsigned strap, output;
};

struct maps;
struct map_range;
struct log_row;

/* A family's part of `maps` (tools/maps.h). */
struct toolkit_maps {
    /* Every mapping of the address space that the argument names, and of subcontext `veid` if there is such a
     * thing; null: not given. False: `why` names the mistake in the command line. */
    bool (*list)(const struct toolkit_dump *dump, const char *argument, const char *veid,
                 struct maps *maps, char why[TOOLKIT_WHY]);
    void (*put_place)(const struct map_range *range, struct out *out);
    void (*put_attributes)(const struct map_range *range, struct out *out);
};

struct toolkit {
    /* By index, null past the last. */
    const struct chip *(*chip)(unsigned index);
    const struct structure *(*structure)(unsigned index);
    /* A header and a row for each of them: their differences. */
    void (*put_chipsets)(struct out *out);
    const struct toolkit_stream *streams; /* ends with a name of null; may be null */
    const struct toolkit_check *checks;   /* likewise */

    /* Whether a value read at an offset in BAR0 depends on how fast software and card were, so that two runs of the
     * same accesses need not read the same: a count of clocks, whether a unit is just at work. May be null. */
    bool (*depends_on_speed)(uint64_t offset, uint64_t one, uint64_t other);

    /* Meaning of word number `index` of the register with that name; empty: unknown. */
    void (*probe_words)(const char *name, unsigned index, uint32_t word, char *out, size_t size);

    /* The name of a value that hangs on the structure's other fields, and the value of such a name; null, false: there is
     * none. May be null, both. */
    const char *(*value_name)(const struct field *field, const struct chip *chip,
                              const uint64_t *words);
    bool (*value_named)(const struct field *field, const struct chip *chip, struct word name,
                        uint64_t *value);

    const struct register_map *registers;
    /* Meaning of a value beyond its fields; false: none. May be null. */
    bool (*register_words)(const struct register_view *reg, uint32_t value, char *out, size_t size);
    /* Why a read at an offset in BAR0 gave no value, register or not; null: it gave one. May be null. */
    const char *(*no_value)(uint32_t offset, uint32_t value);

    /* The lines that its driver writes about faults (tools/log/row.h), and whose registers stand for the family's where
     * a log does not say which chipset it is of. */
    const struct log_row *log;
    const struct chip *log_chip;

    /* The chipset that a card's ROM is for; null: none of the family. */
    const struct chip *(*rom_chip)(const uint8_t *bytes, size_t size);
    /* Bytes of a card's own ROM up to where its chip is erased. */
    size_t (*rom_size)(const uint8_t *bytes, size_t size);
    /* `vbios` and `devinit`: print, and give the exit status. */
    int (*describe_rom)(const struct toolkit_rom *rom, bool json, FILE *to);
    int (*start_by_rom)(const struct toolkit_rom *rom, const struct toolkit_start *start,
                        char **argv);

    uint64_t vram_most;   /* bytes that a dump of VRAM may have */
    unsigned system_bits; /* of an address in system memory */
    /* Answers the lines of standard input to `translate`; gives the exit status. */
    int (*translate)(const struct toolkit_dump *dump);
    struct toolkit_maps maps;
};

/* All of them; ends with null. */
extern const struct toolkit *const toolkits[];

/* The chipset of that name, in small letters or capitals, and its family; null if there is none. */
const struct chip *toolkit_chip(struct word name, const struct toolkit **toolkit);
/* The family that a chipset is of. */
const struct toolkit *toolkit_of(const struct chip *chip);
/* Says on standard error that there is no such chipset, and which there are; gives STATUS_ERROR. */
int toolkit_no_chip(char **argv, const char *name);
const struct structure *toolkit_structure(const struct toolkit *toolkit, const char *name);
const struct toolkit_stream *toolkit_stream(const struct toolkit *toolkit, const char *name);
const struct toolkit_check *toolkit_check(const struct toolkit *toolkit, const char *name);

#endif
