#include "suite/report/advice.h"

#include "hw/bits.h"

static const struct {
    const char *fault;
    struct advice advice;
} rows[] = {
#define CAUSE(identifier, kind, name, fault, headline, ...)                                        \
    [CAUSE_##identifier] = { fault, { headline, { __VA_ARGS__ } } },
#include "suite/kit/cause_list.h"
#undef CAUSE
};

_Static_assert(ARRAY_SIZE(rows) == CAUSES, "each cause has a headline and steps");
#define CAUSE(identifier, kind, name, fault, headline, ...)                                        \
    _Static_assert(sizeof(headline) <= ADVICE_HEADLINE_MAX + 1, "the headline fits its line");
#include "suite/kit/cause_list.h"
#undef CAUSE

const struct advice *advice_of(enum cause cause)
{
    return &rows[cause].advice;
}

const struct advice *advice_on(const struct finding *finding)
{
    const bool several = finding->faults > 1 && finding_chip_count(finding) > 1;

    return advice_of(several ? CAUSE_SEVERAL_FAULTS : (enum cause)finding->cause);
}

/* "bit 37", "bits 3 and 5", "D0-D15". */
static void put_lines(struct text *text, const struct finding *finding)
{
    for (unsigned part = 0; part < CHIP_PARTS; part++) {
        const uint64_t lanes = finding->lanes[part];
        const char *before = bits_count(lanes) == 1 ? "bit " : "bits ";

        if (bits_count(lanes) > 2)
            words_lanes(text, lanes);
        for (unsigned lane = 0; lane < 64 && bits_count(lanes) <= 2; lane++)
            if (lanes >> lane & 1) {
                text_format(text, "%s%u", before, lane);
                before = " and ";
            }
    }
}

/* Appends the words of a row, with "$L" and "$V" filled in from the finding. */
static void put_fault(struct text *text, const char *words, const struct finding *finding)
{
    for (; *words; words++)
        if (string_starts(words, "$L")) {
            put_lines(text, finding);
            words++;
        } else if (string_starts(words, "$V")) {
            text_format(text, "%u", (unsigned)finding->value);
            words++;
        } else {
            text_char(text, *words);
        }
}

/* "TPC 3, MP 1: floats wrong in lane 5". */
static void put_cores(struct text *text, const struct finding *finding)
{
    const unsigned count = cores_count(finding->cores);

    if (count > 2)
        text_format(text, "%u shader cores (MPs)", count);
    else
        cores_names(text, finding->cores, count);
    text_string(text, ": ");
    core_says(text, (enum core_manner)finding->manner, (enum core_unit)finding->unit,
              finding->lane);
}

/* The most exact place comes first (cores, chips, the cause alone), because a repair bench acts on this line. */
void headline_words(struct text *text, const struct finding *finding)
{
    const char *const fault = rows[finding->cause].fault;
    const unsigned chips = finding_chip_count(finding);

    if (finding->cores) {
        put_cores(text, finding);
        return;
    }
    if (!chips || !fault) {
        text_string(text, rows[finding->cause].advice.headline);
        return;
    }
    text_string(text, chips == 1 ? "Chip " : "Chips ");
    finding_chips(text, finding);
    finding_other_chips(text, finding);
    if (finding->faults > 1) {
        text_format(text, " %s bad: %u faults", chips == 1 ? "is" : "are", finding->faults);
        return;
    }
    text_string(text, ": ");
    put_fault(text, fault, finding);
}
