/* tools/report/finding.c: a record's members about the fault (docs/report.md), as the firmware has
 * them. */
#include "tools/report/finding.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/report/verdict.h"

#define HALF 32 /* lanes of a chip name's digit */

/* "B1", "B1a", "B1ar0": letter, half of the partition, chip within the half, rank. */
static void take_chip(struct finding *finding, const char *name)
{
    const unsigned part = (unsigned)(name[0] - 'A');
    unsigned chip, rank = 0;

    if (part >= CHIP_PARTS || !isdigit((unsigned char)name[1]) || !finding->width)
        return;
    chip = (unsigned)(name[1] - '0') * (HALF / finding->width);
    name += 2;
    if (finding->width < HALF && islower((unsigned char)*name))
        chip += (unsigned)(*name++ - 'a');
    if (*name == 'r')
        rank = (unsigned)(name[1] - '0');
    if (chip < CHIPS_MAX && rank < CHIP_RANKS)
        finding->chips[part][rank] |= (uint8_t)(1u << chip);
    if (*name == 'r')
        finding->ranks = 2;
}

/* "FBB D37 D40-D42" */
static void take_lanes(struct finding *finding, const char *words)
{
    const unsigned part = strncmp(words, "FB", 2) == 0 ? (unsigned)(words[2] - 'A') : CHIP_PARTS;

    for (const char *at = strchr(words, ' '); part < CHIP_PARTS && at; at = strchr(at + 1, ' ')) {
        char *end;
        unsigned long lane = at[1] == 'D' ? strtoul(at + 2, &end, 10) : 64, last = lane;

        if (lane < 64 && end[0] == '-' && end[1] == 'D')
            last = strtoul(end + 2, NULL, 10);
        for (; lane <= last && lane < 64; lane++)
            finding->lanes[part] |= UINT64_C(1) << lane;
    }
}

/* "TPC 3, MP 1" */
static void take_core(struct finding *finding, const char *words)
{
    unsigned tpc, mp;

    if (sscanf(words, "TPC %u, MP %u", &tpc, &mp) == 2 && tpc < CORE_TPCS && mp < CORE_MPS)
        finding->cores |= core_bit(tpc, mp);
}

static void take_list(struct finding *finding, const json_t *list,
                      void (*take)(struct finding *finding, const char *word))
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *const word = json_string_value(json_array_get(list, i));

        if (word && word[0])
            take(finding, word);
    }
}

static unsigned number_of(const json_t *object, const char *key, unsigned most)
{
    const json_int_t value = json_integer_value(json_object_get(object, key));

    return value > 0 && value <= most ? (unsigned)value : 0;
}

/* Which unit of the cores is wrong; without a name that is known no core is named. */
static void take_unit(struct finding *finding, const json_t *object)
{
    const char *const name = json_string_value(json_object_get(object, "unit"));
    const char *const how = json_string_value(json_object_get(object, "manner"));
    const enum core_manner manner = how ? core_manner_named(how) : CORE_WRONG;
    const json_t *const lane = json_object_get(object, "lane");
    const enum core_unit unit = name ? core_unit_named(name) : CORE_UNITS;
    const json_int_t number = json_is_integer(lane) ? json_integer_value(lane) : -1;

    if (unit == CORE_UNITS)
        finding->cores = 0;
    else
        finding->unit = (uint8_t)unit;
    finding->manner = (uint8_t)(manner < CORE_MANNERS ? manner : CORE_WRONG);
    finding->lane = number >= 0 && number < 32 ? (uint8_t)number : FINDING_NO_LANE;
}

struct finding report_finding(const json_t *object)
{
    const char *const name = json_string_value(json_object_get(object, "cause"));
    const enum cause cause = name ? cause_named(name) : CAUSE_NONE;
    struct finding finding = { .cause = (uint8_t)(cause < CAUSES ? cause : CAUSE_NONE),
                               .faults = number_of(object, "faults", 1000),
                               .width = (uint8_t)number_of(object, "chip_width", HALF),
                               .ranks = 1 };

    take_list(&finding, json_object_get(object, "chips"), take_chip);
    take_list(&finding, json_object_get(object, "lanes"), take_lanes);
    take_list(&finding, json_object_get(object, "cores"), take_core);
    take_unit(&finding, object);
    return finding;
}

enum cause report_cause(const struct finding *finding, const char *verdict)
{
    if (!verdict)
        return CAUSE_CUT_OFF;
    if (finding->cause != CAUSE_NONE || strcmp(verdict, WORD_PASS) == 0)
        return (enum cause)finding->cause;
    if (strcmp(verdict, WORD_FAIL) == 0)
        return CAUSE_TEST;
    return strcmp(verdict, WORD_NOT_TESTED) == 0 ? CAUSE_NOTHING_RAN : CAUSE_NOT_ALL;
}
