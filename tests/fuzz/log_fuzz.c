/* `barecard explain`: any text as a kernel's log. Whatever the log holds, only characters that a terminal shows are
 * printed, and a line counts once. The input: a chipset, then the log. */
#include "tests/fuzz/feed.h"
#include "tools/log/explain.h"

/* Text without control characters; of others the sign of a section alone. */
static bool is_shown(const char *c)
{
    return !*c || *c == '\n' || (*c >= ' ' && *c < 0x7f) || memcmp(c, "§", 2) == 0 ||
           memcmp(c - 1, "§", 2) == 0;
}

/* The chipset of that number over all families; null past the last. */
static const struct chip *chip_by(unsigned number, const struct toolkit **toolkit)
{
    for (unsigned d = 0; toolkits[d]; d++)
        for (unsigned i = 0; toolkits[d]->chip(i); i++)
            if (!number--) {
                *toolkit = toolkits[d];
                return toolkits[d]->chip(i);
            }
    return NULL;
}

static uint64_t known(const struct log_counts *c)
{
    uint64_t sum = c->plain + c->unnamed + c->foreign + c->unknown;

    for (unsigned i = 0; i < LOG_KINDS; i++)
        sum += c->kinds[i];
    return sum;
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static struct log_explainer explainer;
    static struct out out;
    const struct toolkit *toolkit = NULL;
    const struct chip *chip;

    if (!size)
        return 0;
    chip = chip_by(bytes[0], &toolkit);
    memset(out.bytes, 0, sizeof(out.bytes));
    out_init(&out, -1);
    log_explain(&explainer, toolkit, chip, true, (const char *)bytes + 1, size - 1, &out);
    for (size_t i = 0; i + 1 < sizeof(out.bytes); i++)
        require(is_shown(&out.bytes[i]));
    require(known(&explainer.counts) == explainer.counts.nouveau);
    require(explainer.counts.nouveau <= explainer.counts.lines);
    return 0;
}
