#include "tools/nv50/translate.h"

#include <inttypes.h>

#include "hw/bits.h"
#include "hw/nv50/vm.h"
#include "tools/nv50/explain.h"
#include "tools/nv50/names.h"

#define FORM "ENGINE CLIENT SLOT CHANNEL SELECTOR ADDRESS r|w"

enum { ENGINE, CLIENT, SLOT, CHANNEL, SELECTOR, ADDRESS, ACCESS, WORDS };

/* ---- one line ---- */

static const struct {
    const char *name;
    unsigned bits;
} numbers[ACCESS] = {
    [ENGINE] = { "ENGINE", 4 },      [CLIENT] = { "CLIENT", 8 },
    [SLOT] = { "SLOT", 8 },          [CHANNEL] = { "CHANNEL", 30 },
    [SELECTOR] = { "SELECTOR", 16 }, [ADDRESS] = { "ADDRESS", ADDRESS_BITS },
};

static bool parse_numbers(const struct line *line, const struct word *words,
                          uint64_t values[ACCESS], struct out *out)
{
    char shown[WORD_SHOWN + 4];

    for (unsigned i = 0; i < ACCESS; i++) {
        bool over;

        if (!word_hex(words[i], &values[i], &over))
            return line_error(line, out, "%s %s: a number with 0x wanted", numbers[i].name,
                              word_shown(words[i], shown));
        if (over || values[i] >> numbers[i].bits)
            return line_error(line, out, "%s %s: more than %u bits", numbers[i].name,
                              word_shown(words[i], shown), numbers[i].bits);
    }
    return true;
}

static bool parse(const struct line *line, struct mmu_access *access, struct out *out)
{
    struct word words[WORDS];
    char shown[WORD_SHOWN + 4];
    uint64_t values[ACCESS];

    if (!line_words(line, words, WORDS, FORM, out) || !parse_numbers(line, words, values, out))
        return false;
    if (!word_is(words[ACCESS], "r") && !word_is(words[ACCESS], "w"))
        return line_error(line, out, "%s: r or w wanted", word_shown(words[ACCESS], shown));
    /* Engine, client and slot only name the requester: they never change the answer. */
    *access = (struct mmu_access){
        .channel = (uint32_t)values[CHANNEL],
        .selector = (uint16_t)values[SELECTOR],
        .at = { values[ADDRESS] },
        .size = 1,
        .write = word_is(words[ACCESS], "w"),
    };
    return true;
}

static void put_hex(struct out *out, const char *name, uint64_t value)
{
    out_text(out, name);
    out_hex(out, value);
}

static void put_flag(struct out *out, const char *name, bool value)
{
    out_text(out, name);
    out_char(out, value ? '1' : '0');
}

static void put_ok(const struct translation *t, struct out *out)
{
    const struct attributes *const a = &t->attributes;

    out_text(out, "ok target=");
    out_text(out, target_name(t->linear.target));
    put_hex(out, " linear=", t->linear.v);
    put_flag(out, " ro=", a->read_only);
    put_flag(out, " su=", a->supervisor);
    put_hex(out, " type=", a->type);
    out_text(out, " comp=");
    out_decimal(out, a->compression);
    put_hex(out, " tag=", a->tag);
    out_text(out, a->long_cycle ? " cycle=long" : " cycle=short");
    put_flag(out, " enc=", a->encrypted);
}

/* A structure outside the dumps is no answer of the card, so it becomes an error line. */
bool translate_answer(const struct line *line, const void *context, struct out *out)
{
    const struct translate_options *const options = context;
    struct mmu_access access;
    struct translation t;

    if (!parse(line, &access, out))
        return false;
    mmu_translate(&options->mmu, &access, &t);
    if (options->explain)
        explain_translation(&options->mmu, &access, &t, out);
    switch (t.outcome) {
    case TRANSLATION_OK:
        put_ok(&t, out);
        return true;
    case TRANSLATION_FAULT:
        out_text(out, "fault ");
        out_text(out, fault_name(t.reason));
        return true;
    case TRANSLATION_OUTSIDE:
        break;
    }
    return line_error(line, out, "%s at %s 0x%" PRIx64 " is outside the images",
                      structure_name(t.structure), target_name(t.structure_at.target),
                      t.structure_at.v);
}

int nv50_translate(const struct toolkit_dump *dump)
{
    const struct translate_options options = {
        .mmu = { .chip = nv50_chip_of(dump->chip),
                 .rules = &mmu_rules_default,
                 .memory = dump->memory,
                 .vram_size = dump->vram_size },
        .explain = dump->explain,
    };

    return filter(translate_answer, &options);
}
