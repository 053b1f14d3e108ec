#include "tools/gv100/translate.h"

#include <inttypes.h>
#include <string.h>

#include "tools/gv100/names.h"

#define FORM "TARGET:INSTANCE VEID ADDRESS r|w|a user|priv"

enum { INSTANCE, VEID, ADDRESS, OPERATION, PRIVILEGE, WORDS };

/* ---- one line ---- */

/* `why` names the wanted form when this gives false, and so is set before each check. */
bool gv100_parse_instance(struct word word, linear_addr *instance, const char **why)
{
    static const struct {
        const char *name;
        enum target target;
    } targets[] = { { "vid", TARGET_VRAM },
                    { "coh", TARGET_SYSRAM_SNOOP },
                    { "ncoh", TARGET_SYSRAM_NOSNOOP } };
    const char *const colon = memchr(word.chars, ':', word.length);
    struct word target = word, number;
    bool over = false;

    *why = "TARGET:INSTANCE wanted, TARGET vid, coh or ncoh, INSTANCE with 0x";
    if (!colon)
        return false;
    target.length = (size_t)(colon - word.chars);
    number = (struct word){ colon + 1, word.length - target.length - 1 };
    for (size_t i = 0; i < sizeof(targets) / sizeof(targets[0]); i++) {
        if (!word_is(target, targets[i].name))
            continue;
        if (!word_hex(number, &instance->v, &over))
            return false;
        instance->target = targets[i].target;
        *why = "INSTANCE: more than 40 bits";
        if (over || instance->v >> INSTANCE_ADDRESS_BITS)
            return false;
        *why = "INSTANCE: not a multiple of 0x1000";
        return instance->v % RAMIN_ALIGN == 0;
    }
    return false;
}

bool gv100_parse_veid(struct word word, int *veid)
{
    uint32_t number;

    *veid = GMMU_NO_VEID;
    if (word_is(word, "-"))
        return true;
    if (!word_decimal(word, &number) || number >= RAMIN_SUBCONTEXTS)
        return false;
    *veid = (int)number;
    return true;
}

/* "N" or "N/LAST". */
static bool parse_subcontext(struct word word, struct gmmu_access *access)
{
    const char *const slash = memchr(word.chars, '/', word.length);
    struct word first = word;
    int last;

    *access = (struct gmmu_access){ .instance = access->instance };
    if (slash)
        first.length = (size_t)(slash - word.chars);
    if (!gv100_parse_veid(first, &access->veid))
        return false;
    if (!slash)
        return true;
    const struct word second = { slash + 1, word.length - first.length - 1 };
    if (access->veid == GMMU_NO_VEID || !gv100_parse_veid(second, &last) || last == GMMU_NO_VEID)
        return false;
    access->has_last_bound = true;
    access->last_bound = (uint8_t)last;
    return true;
}

static bool parse_operation(struct word word, enum gmmu_operation *operation)
{
    static const char letters[] = { [GMMU_READ] = 'r', [GMMU_WRITE] = 'w', [GMMU_ATOMIC] = 'a' };

    for (unsigned i = 0; i < sizeof(letters); i++)
        if (word.length == 1 && word.chars[0] == letters[i]) {
            *operation = (enum gmmu_operation)i;
            return true;
        }
    return false;
}

/* Word by word in the order of the line: the error line names the first one that is wrong. */
static bool parse(const struct line *line, struct gmmu_access *access, struct out *out)
{
    struct word words[WORDS];
    char shown[WORD_SHOWN + 4];
    const char *why;
    bool over;

    if (!line_words(line, words, WORDS, FORM, out))
        return false;
    if (!gv100_parse_instance(words[INSTANCE], &access->instance, &why))
        return line_error(line, out, "%s: %s", word_shown(words[INSTANCE], shown), why);
    if (!parse_subcontext(words[VEID], access))
        return line_error(line, out, "VEID %s: - or 0 to 63 wanted",
                          word_shown(words[VEID], shown));
    if (!word_hex(words[ADDRESS], &access->va, &over))
        return line_error(line, out, "ADDRESS %s: a number with 0x wanted",
                          word_shown(words[ADDRESS], shown));
    if (over)
        return line_error(line, out, "ADDRESS %s: more than 64 bits",
                          word_shown(words[ADDRESS], shown));
    if (!parse_operation(words[OPERATION], &access->operation))
        return line_error(line, out, "%s: r, w or a wanted", word_shown(words[OPERATION], shown));
    access->privileged = word_is(words[PRIVILEGE], "priv");
    if (!access->privileged && !word_is(words[PRIVILEGE], "user"))
        return line_error(line, out, "%s: user or priv wanted",
                          word_shown(words[PRIVILEGE], shown));
    return true;
}

static void put_flag(struct out *out, const char *name, bool value)
{
    out_text(out, name);
    out_char(out, value ? '1' : '0');
}

static void put_ok(const struct gmmu_result *r, struct out *out)
{
    out_text(out, "ok target=");
    out_text(out, gv100_aperture_name(r->aperture));
    out_text(out, " address=");
    out_hex(out, r->address);
    out_text(out, " page=");
    out_text(out, gv100_page_name(r->page_shift));
    put_flag(out, " vol=", r->pte.vol);
    put_flag(out, " priv=", r->pte.privilege);
    put_flag(out, " ro=", r->pte.read_only);
    put_flag(out, " ad=", r->pte.atomic_disable);
    out_text(out, " kind=");
    out_hex(out, r->pte.kind);
    if (r->aperture == GMMU_PTE_PEER_MEMORY) {
        out_text(out, " peer=");
        out_hex(out, r->pte.peer);
    }
}

/* The GMMU's answer is not the last word where the process's own page tables are asked as well. */
static void put_ats(const struct gmmu_result *r, struct out *out)
{
    if (!r->ats)
        return;
    out_text(out, " ats=");
    out_hex(out, r->pasid);
}

/* A structure outside the dumps is no answer of the card, so it becomes an error line. */
bool gv100_translate_answer(const struct line *line, const void *context, struct out *out)
{
    const struct gv100_translate_options *const options = context;
    struct gmmu_access access;
    struct gmmu_result r = { .outcome = GMMU_OK };

    if (!parse(line, &access, out))
        return false;
    gmmu_translate(&options->gmmu, &access, &r);
    if (options->explain)
        gv100_explain(&access, &r, out);
    switch (r.outcome) {
    case GMMU_OK:
        put_ok(&r, out);
        put_ats(&r, out);
        return true;
    case GMMU_SPARSE:
        out_text(out, "sparse");
        put_ats(&r, out);
        return true;
    case GMMU_FAULT:
        out_text(out, "fault ");
        out_text(out, gv100_fault_name(r.fault));
        if (r.replay_tex || r.replay_gcc)
            out_text(out, " replayable");
        put_ats(&r, out);
        return true;
    case GMMU_OUTSIDE:
        break;
    }
    return line_error(line, out, "%s at %s 0x%" PRIx64 " is outside the images", r.outside,
                      gv100_target_name(r.outside_at.target), r.outside_at.v);
}

int gv100_translate(const struct toolkit_dump *dump)
{
    const struct gv100_translate_options options = {
        .gmmu = { .rules = &gmmu_rules_default, .memory = dump->memory, .chip = dump->chip },
        .explain = dump->explain,
    };

    return filter(gv100_translate_answer, &options);
}
