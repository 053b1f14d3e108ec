#include "tools/nv50/translate.h"

#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hw/bits.h"
#include "hw/nv50/vm.h"
#include "tools/commands.h"
#include "tools/image.h"
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
    /* Engine, client and slot only say who asks: they never change the answer. */
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

/* ---- the command ---- */

static const char help[] =
    "usage: barecard translate --chipset C --vram FILE [--vram-size N]\n"
    "                          [--sysram FILE@BASE]... [--explain] < LINES > LINES\n"
    "\n"
    "Says what the card makes of accesses, by dumps of its memory. Each line reads\n"
    "  " FORM "\n"
    "in 0x numbers and is answered by\n"
    "  ok target=VRAM|SYSRAM_SNOOP|SYSRAM_NOSNOOP linear=0x.. ro=0|1 su=0|1 type=0x..\n"
    "     comp=0|1|2 tag=0x.. cycle=short|long enc=0|1            (one line) or\n"
    "  fault NAME\n"
    "\n"
    "  --chipset C         g80 g84 g86 g92 g94 g96 g98 g200 mcp77 mcp79 gt215 gt216 gt218 mcp89\n"
    "  --vram FILE         dump of VRAM from address 0 on; mapped, not read\n"
    "  --vram-size N       bytes of VRAM (0x.., or decimal with K, M, G) if the dump is shorter;\n"
    "                      at most 4G; without it the file's length\n"
    "  --sysram FILE@BASE  dump of system memory that begins at bus address BASE (0x..); may be\n"
    "                      repeated, may not overlap\n"
    "  --explain           before each answer the steps to it, indented, with their paragraphs\n"
    "\n"
    "A line that cannot be answered gives 'error: line N: ...' and status 2 at the end.\n";

/* "0x..", or decimal with or without K, M, G. */
static bool parse_size(const char *text, uint64_t *size)
{
    static const char units[] = "KMG";
    struct word word = word_of_text(text);
    uint32_t number;
    unsigned shift = 0;
    bool over;

    if (word_hex(word, size, &over))
        return !over;
    if (word.length && strchr(units, word.chars[word.length - 1])) {
        shift = 10 * (unsigned)(strchr(units, word.chars[word.length - 1]) - units + 1);
        word.length--;
    }
    if (!word_decimal(word, &number))
        return false;
    *size = (uint64_t)number << shift;
    return true;
}

struct arguments {
    const char *chipset, *vram, *vram_size;
    bool explain;
};

static int set_up(char **argv, const struct arguments *a, struct images *images, struct mmu *mmu)
{
    char why[IMAGE_WHY];

    if (!a->chipset || !a->vram)
        return usage_error(argv, "--chipset and --vram are needed");
    mmu->chip = word_chipset(word_of_text(a->chipset));
    if (!mmu->chip)
        return usage_error(argv, "no chipset '%s'", a->chipset);
    if (a->vram_size && !parse_size(a->vram_size, &mmu->vram_size))
        return usage_error(argv, "--vram-size %s: 0x.., or decimal with K, M or G wanted",
                           a->vram_size);
    if (!image_open(a->vram, &images->vram, why) || !images_sort(images, why))
        return usage_error(argv, "%s", why);
    if (!a->vram_size)
        mmu->vram_size = images->vram.size;
    if (mmu->vram_size > VRAM_MOST)
        return usage_error(argv, "%s: 0x%" PRIx64 " bytes of VRAM; cards have at most 4 GiB",
                           a->vram_size ? "--vram-size" : a->vram, mmu->vram_size);
    mmu->rules = &mmu_rules_default;
    return STATUS_OK;
}

static int parse_arguments(int argc, char **argv, struct arguments *a, struct images *images)
{
    static const struct option longs[] = {
        { "chipset", required_argument, NULL, 'c' },
        { "vram", required_argument, NULL, 'v' },
        { "vram-size", required_argument, NULL, 'z' },
        { "sysram", required_argument, NULL, 's' },
        { "explain", no_argument, NULL, 'e' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    char why[IMAGE_WHY];
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == 'c')
            a->chipset = optarg;
        else if (option == 'v')
            a->vram = optarg;
        else if (option == 'z')
            a->vram_size = optarg;
        else if (option == 'e')
            a->explain = true;
        else if (option == 's' && !images_add_sysram(images, optarg, why))
            return usage_error(argv, "%s", why);
        else if (option == 'h')
            return -1;
        else if (option == '?')
            return usage_hint(argv);
    }
    if (optind < argc)
        return usage_error(argv, "'%s': lines come from standard input", argv[optind]);
    return STATUS_OK;
}

/* An image that another program cuts short while it is mapped. */
static void image_shrank(int signal_number)
{
    static const char text[] = "barecard translate: an image became shorter while it was read\n";

    (void)signal_number;
    (void)!write(STDERR_FILENO, text, sizeof(text) - 1);
    _exit(STATUS_ERROR);
}

int command_translate(int argc, char **argv)
{
    struct translate_options options = { 0 };
    struct arguments arguments = { 0 };
    struct images images = { 0 };
    struct mmu_memory memory;
    int status = parse_arguments(argc, argv, &arguments, &images);

    if (status < 0) {
        fputs(help, stdout);
        status = STATUS_OK;
    } else if (status == STATUS_OK) {
        status = set_up(argv, &arguments, &images, &options.mmu);
        if (status == STATUS_OK) {
            signal(SIGBUS, image_shrank);
            memory = images_memory(&images);
            options.mmu.memory = &memory;
            options.explain = arguments.explain;
            status = filter(translate_answer, &options);
        }
    }
    images_close(&images);
    return status;
}
