#include "suite/kit/finding.h"

#include "hw/bits.h"

#define CAUSE_OF_MEMORY true
#define CAUSE_OF_OTHERS false

static const struct {
    const char *name;
    bool explains;
} rows[CAUSES] = {
#define CAUSE(identifier, kind, name, ...) [CAUSE_##identifier] = { name, kind },
#include "suite/kit/cause_list.h"
#undef CAUSE
};

const char *cause_name(enum cause cause)
{
    return rows[cause].name;
}

enum cause cause_named(const char *name)
{
    unsigned cause = 0;

    while (cause < CAUSES && !string_equal(rows[cause].name, name))
        cause++;
    return (enum cause)cause;
}

bool cause_explains(enum cause cause)
{
    return rows[cause].explains;
}

void finding_add(struct finding *finding, const struct chip_table *chips, enum cause cause,
                 unsigned part, uint64_t lanes)
{
    const unsigned hardware = chip_hardware(chips, part);
    const bool same = !finding->faults || finding->cause == cause;

    finding->cause = same ? (uint8_t)cause : CAUSE_SEVERAL_FAULTS;
    finding->faults++;
    if (hardware < CHIP_PARTS)
        finding->lanes[hardware] |= lanes;
}

void finding_take_chips(struct finding *finding, const struct chip_table *chips)
{
    finding->width = chips->width;
    finding->ranks = chips->ranks;
    for (unsigned part = 0; part < chips->parts; part++) {
        const unsigned hardware = chip_hardware(chips, part);

        for (unsigned rank = 0; hardware < CHIP_PARTS && rank < chips->ranks; rank++)
            for (unsigned chip = 0; chip < chip_count(chips); chip++)
                if (chips->bad[part][rank][chip]) {
                    finding->chips[hardware][rank] |= (uint8_t)(1u << chip);
                    finding->others[hardware] = chips->others[part];
                }
    }
}

/* Faults add up only where all chips of the other are new, because a shared chip may show the same
 * fault again. */
void finding_join(struct finding *finding, const struct finding *other)
{
    const unsigned before = finding_chip_count(finding);

    if (!finding->faults) {
        *finding = *other;
        return;
    }
    for (unsigned part = 0; part < CHIP_PARTS; part++) {
        finding->lanes[part] |= other->lanes[part];
        finding->others[part] |= other->others[part];
        for (unsigned rank = 0; rank < CHIP_RANKS; rank++)
            finding->chips[part][rank] |= other->chips[part][rank];
    }
    if (!finding->width) {
        finding->width = other->width;
        finding->ranks = other->ranks;
    }
    const unsigned added = finding_chip_count(finding) - before;
    const unsigned least =
        added == finding_chip_count(other) ? finding->faults + other->faults : finding->faults + 1;
    if (added && other->cause != finding->cause)
        finding->cause = CAUSE_SEVERAL_FAULTS;
    if (added)
        finding->faults = least;
    else if (other->faults > finding->faults)
        finding->faults = other->faults;
}

unsigned finding_chip_count(const struct finding *finding)
{
    unsigned count = 0;

    for (unsigned part = 0; part < CHIP_PARTS; part++)
        for (unsigned rank = 0; rank < CHIP_RANKS; rank++)
            count += bits_count(finding->chips[part][rank]);
    return count;
}

void finding_each_chip(const struct finding *finding, void (*one)(void *opaque, const char *name),
                       void *opaque)
{
    const struct chip_table table = { .ranks = finding->ranks, .width = finding->width };

    for (unsigned part = 0; part < CHIP_PARTS; part++)
        for (unsigned rank = 0; rank < CHIP_RANKS; rank++)
            for (unsigned chip = 0; chip < CHIPS_MAX; chip++) {
                char name[CHIP_NAME_MAX];
                struct text text = text_in(name, sizeof(name));

                if (!(finding->chips[part][rank] >> chip & 1))
                    continue;
                chip_name_of(&text, &table, part, rank, chip);
                one(opaque, name);
            }
}

static void put_name(void *opaque, const char *name)
{
    struct text *const text = opaque;

    text_format(text, "%s%s", text->used ? " " : "", name);
}

void finding_chips(struct text *text, const struct finding *finding)
{
    char names[FINDING_CHIPS_MAX];
    struct text list = text_in(names, sizeof(names));

    finding_each_chip(finding, put_name, &list);
    text_string(text, names);
}

void finding_other_chips(struct text *text, const struct finding *finding)
{
    struct finding others = { .width = finding->width, .ranks = finding->ranks };
    char names[FINDING_CHIPS_MAX];
    struct text list = text_in(names, sizeof(names));

    for (unsigned part = 0; part < CHIP_PARTS; part++)
        for (unsigned other = 0; other < CHIP_PARTS; other++)
            for (unsigned rank = 0; rank < CHIP_RANKS; rank++)
                if (finding->others[part] >> other & 1)
                    others.chips[other][rank] |= finding->chips[part][rank];
    finding_chips(&list, &others);
    if (list.used)
        text_format(text, " (or %s)", names);
}

void finding_lanes(struct text *text, const struct finding *finding, unsigned hardware)
{
    const struct chip_table table = { .width = finding->width, .lanes = 64 };
    const uint64_t lanes = finding->lanes[hardware];

    if (finding->width && lanes && chip_lanes_around(&table, lanes) != lanes)
        words_lanes(text, lanes);
}
