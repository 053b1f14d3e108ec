/* tools/run.c: the self tests on the cards of this machine, as the firmware runs them. */
#include "tools/commands.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "linux/card.h"
#include "linux/run.h"
#include "suite/all.h"
#include "tools/expect_file.h"
#include "tools/report/write.h"
#include "tools/script_file.h"
#include "tools/version.h"

#define KEYS_MAX   64
#define FIRST_KEY  256 /* of getopt's values for keys of barecard.cfg */
#define VERSION_AT (sizeof("barecard ") - 1)

struct arguments {
    char **argv;
    struct run_config config;
    struct linux_request request;
    char file[CONFIG_MAX_BYTES + 1];
    const char *config_name;      /* of --config; null: none */
    struct expectations expected; /* of --expect, or of expect= in that file */
    struct script_file script;    /* of --script, or of script= in that file */
};

static const char help[] =
    "usage: barecard run [ADDRESS]... [OPTION]...\n\n"
    "Runs the firmware's self tests on the cards of this machine, under Linux, as root. Without "
    "an\n"
    "address (01:00.0, as lspci says it) on every card that nothing uses. Ctrl-C ends it after "
    "the\n"
    "present step, twice at once; the cards are given back as they were. Status 0 PASS, 1 FAIL, "
    "else 2.\n\n"
    "  --take         also a card that a driver holds or that shows the console: the driver is "
    "unbound\n"
    "                 and gets the card back afterwards\n"
    "  --no-iommu     on a machine without an IOMMU: the card's DMA goes to huge pages, and "
    "nothing keeps\n"
    "                 a broken card from other memory\n"
    "  --out DIR      report.jsonl, report.txt, report.html, report.xml\n"
    "  --config FILE  a barecard.cfg; options after it override what it says\n\n"
    "Each key of barecard.cfg is an option as well (barecard.cfg(5)):\n\n";

/* Each key with its values and its default. */
static void print_help(void)
{
    fputs(help, stdout);
    for (unsigned i = 0; config_key(i); i++) {
        char allowed[CONFIG_ERROR_MAX], usual[CONFIG_ERROR_MAX];
        struct text allowed_text = text_in(allowed, sizeof(allowed));
        struct text usual_text = text_in(usual, sizeof(usual));

        config_key_words(i, &allowed_text, &usual_text);
        printf("  --%-12s %s%s%s%s\n", config_key(i), allowed, usual[0] ? " (" : "", usual,
               usual[0] ? ")" : "");
    }
}

static bool set_key(struct arguments *a, const char *key, const char *value)
{
    char words[CONFIG_ERROR_MAX];
    struct text error = text_in(words, sizeof(words));

    if (config_set(&a->config, key, value, &error) == OK)
        return true;
    fprintf(stderr, "%s: --%s\n", a->argv[0], words);
    return false;
}

static bool read_config(struct arguments *a, const char *name)
{
    char error[CONFIG_ERROR_MAX];
    FILE *const file = fopen(name, "re");
    const size_t size = file ? fread(a->file, 1, sizeof(a->file), file) : 0;
    const bool good = file && !ferror(file);

    if (file)
        fclose(file);
    if (good && config_parse(&a->config, name, a->file, size, error) == OK)
        return true;
    if (good)
        fprintf(stderr, "%s: %s\n", a->argv[0], error);
    else
        fprintf(stderr, "%s: --config %s: cannot be read\n", a->argv[0], name);
    return false;
}

static bool read_expect(struct arguments *a, const char *name)
{
    char error[EXPECT_ERROR_MAX];

    a->config.expect[0] = '\0';
    if (!expect_file(&a->expected, name, error)) {
        fprintf(stderr, "%s: --expect: %s\n", a->argv[0], error);
        return false;
    }
    a->request.board_file = &a->expected;
    return true;
}

static bool read_script(struct arguments *a, const char *name)
{
    char error[SCRIPT_ERROR_MAX];

    a->config.script[0] = '\0';
    a->config.mode = MODE_PROMPT;
    if (!script_file(&a->script, name, error)) {
        fprintf(stderr, "%s: --script: %s\n", a->argv[0], error);
        return false;
    }
    a->request.script = &a->script.script;
    return true;
}

/* A file that a configuration names lies beside it. */
static bool read_beside(struct arguments *a, const char *name,
                        bool (*read)(struct arguments *a, const char *name))
{
    char path[1024];
    const char *const slash = a->config_name ? strrchr(a->config_name, '/') : NULL;
    const int folder = slash ? (int)(slash + 1 - a->config_name) : 0;

    if (!name[0])
        return true;
    snprintf(path, sizeof(path), "%.*s%s", folder, slash ? a->config_name : "", name);
    return read(a, path);
}

static bool add_address(struct arguments *a, const char *text)
{
    struct linux_request *const request = &a->request;

    return request->wanted_count < WANTED_MAX &&
           function_parse(text, request->wanted[request->wanted_count++]);
}

/* The options that are no keys, then the keys, then the end. */
static void list_options(struct option options[KEYS_MAX])
{
    static const struct option own[] = {
        { "take", no_argument, NULL, 't' },      { "no-iommu", no_argument, NULL, 'n' },
        { "out", required_argument, NULL, 'o' }, { "config", required_argument, NULL, 'c' },
        { "help", no_argument, NULL, 'h' },
    };
    unsigned count = sizeof(own) / sizeof(own[0]);

    memcpy(options, own, sizeof(own));
    for (unsigned i = 0; config_key(i) && count < KEYS_MAX - 1; i++)
        options[count++] =
            (struct option){ config_key(i), required_argument, NULL, FIRST_KEY + (int)i };
    options[count] = (struct option){ 0 };
}

/* Keys that name files are read here, because the configuration keeps only their names. */
static bool set_option(struct arguments *a, int option)
{
    switch (option) {
    case 't':
        return a->request.take = true;
    case 'n':
        return a->request.no_iommu = true;
    case 'o':
        a->request.folder = optarg;
        return true;
    case 'c':
        a->config_name = optarg;
        return read_config(a, optarg);
    default:
        if (strcmp(config_key((unsigned)(option - FIRST_KEY)), "expect") == 0 && optarg[0])
            return read_expect(a, optarg);
        if (strcmp(config_key((unsigned)(option - FIRST_KEY)), "script") == 0 && optarg[0])
            return read_script(a, optarg);
        return set_key(a, config_key((unsigned)(option - FIRST_KEY)), optarg);
    }
}

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct arguments *a, int argc, char **argv)
{
    struct option options[KEYS_MAX];
    int option;

    list_options(options);
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'h') {
            print_help();
            return STATUS_OK;
        }
        if (option == '?')
            return usage_hint(argv);
        if (!set_option(a, option))
            return usage_hint(argv);
    }
    for (; optind < argc; optind++)
        if (!add_address(a, argv[optind]))
            return usage_error(
                argv, "'%s': expected the address of a card, such as 01:00.0, at most %u of them",
                argv[optind], WANTED_MAX);
    if (a->config.card[0] && !add_address(a, a->config.card))
        return usage_error(argv, "--card: at most %u cards", WANTED_MAX);
    a->config.card[0] = '\0';
    if (!read_beside(a, a->config.expect, read_expect) ||
        !read_beside(a, a->config.script, read_script))
        return usage_hint(argv);
    a->request.take |= a->config.use_console;
    return -1;
}

/* Documents for people and machines, made of report.jsonl as `barecard report` makes them. */
static bool write_documents(const struct arguments *a)
{
    struct report_list list = { 0 };
    char path[512], page[512], error[512] = "";

    snprintf(path, sizeof(path), "%s/report.jsonl", a->request.folder);
    bool good = report_read(&list, path, error, sizeof(error));
    snprintf(page, sizeof(page), "%s/report.html", a->request.folder);
    good = good && report_write_html(&list, page, error, sizeof(error));
    snprintf(page, sizeof(page), "%s/report.xml", a->request.folder);
    good = good && report_write_junit(&list, page, error, sizeof(error));
    report_free(&list);
    if (!good)
        fprintf(stderr, "%s: %s\n", a->argv[0], error);
    return good;
}

/* label=ask: typed or scanned before anything begins. */
static bool ask_label(struct arguments *a)
{
    char label[CONFIG_LABEL_MAX];

    if (!a->config.ask_label)
        return true;
    fputs("What is tested? ", stderr); /* TAP is for standard output */
    if (!fgets(label, sizeof(label), stdin))
        return false;
    label[strcspn(label, "\r\n")] = '\0';
    return !label[0] || set_key(a, "label", label);
}

/* Documents are made from report.jsonl after the run, so that they say the same as `barecard
 * report` later. */
int command_run(int argc, char **argv)
{
    struct arguments a = { .argv = argv };

    config_defaults(&a.config);
    a.request = (struct linux_request){ .command = argv[0],
                                        .version = version_text + VERSION_AT,
                                        .roots = &linux_roots,
                                        .suites = &all_suites,
                                        .config = &a.config };
    int status = parse_arguments(&a, argc, argv);

    if (status >= 0)
        return status;
    if (!ask_label(&a))
        return STATUS_ERROR;
    bool reported;
    status = linux_run(&a.request, &reported);
    if (reported && a.request.folder && !write_documents(&a) && status == STATUS_OK)
        status = STATUS_ERROR;
    return status;
}
