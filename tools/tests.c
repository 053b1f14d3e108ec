/* tools/tests.c: lists of the self tests and of the model's defects. */
#include "tools/commands.h"

#include <stdio.h>

#include "model/model.h"
#include "suite/all.h"
#include "suite/run/config.h"

static const char *suite_of(const struct test_case *row)
{
    return row->flags & TEST_EXTRA ? "all" : "default";
}

static void list_group(const struct test_group *group, const char *family)
{
    for (unsigned i = 0; i < group->count; i++) {
        const struct test_case *const row = &group->rows[i];
        char basis[80];
        struct text text = text_in(basis, sizeof(basis));

        basis_words(&text, row);
        printf("%s\t%s\t%s\t%s\t%s\t%s\n", row->name, basis, suite_of(row),
               row->flags & TEST_RISKY ? "yes" : "no", row->source, family);
    }
}

int command_tests(int argc, char **argv)
{
    const int status = usage_only_help(argc, argv,
                                       "usage: barecard tests\n\n"
                                       "Lists the self tests, in the order in which they run, "
                                       "tab-separated.\n");

    if (status >= 0)
        return status;
    printf("test\tbasis\tsuite\trisky\tsource\tfamily\n");
    for (unsigned i = 0; i < all_suites.count; i++)
        for (unsigned g = 0; g < all_suites.all[i]->count; g++)
            list_group(all_suites.all[i]->groups[g], all_suites.all[i]->family->name);
    return STATUS_OK;
}

/* Tab-separated, because scripts and tests read the list. */
int command_keys(int argc, char **argv)
{
    const int status = usage_only_help(argc, argv,
                                       "usage: barecard keys\n\n"
                                       "Lists the keys of barecard.cfg, what each may be, what it "
                                       "is without one, and its\nwords, tab-separated.\n");

    if (status >= 0)
        return status;
    printf("key\tallowed\tusual\twords\n");
    for (unsigned i = 0; config_key(i); i++) {
        char words[2][128];
        struct text allowed = text_in(words[0], sizeof(words[0]));
        struct text usual = text_in(words[1], sizeof(words[1]));

        config_key_words(i, &allowed, &usual);
        printf("%s\t%s\t%s\t", config_key(i), words[0], words[1]);
        for (unsigned w = 0; config_key_word(i, w); w++)
            printf("%s%s", w ? " " : "", config_key_word(i, w));
        putchar('\n');
    }
    return STATUS_OK;
}

static void list(const char *kind, const struct model_option *(*row)(unsigned index),
                 const char *family)
{
    for (unsigned i = 0; row(i); i++)
        printf("%s\t%s\t%s\t%s\t%s\n", kind, row(i)->name, row(i)->parameters, row(i)->meaning,
               family);
}

int command_defects(int argc, char **argv)
{
    const int status = usage_only_help(argc, argv,
                                       "usage: barecard defects\n\n"
                                       "Lists the defects and the knobs of the device model, "
                                       "tab-separated.\n");

    if (status >= 0)
        return status;
    printf("kind\tname\tparameters\tmeaning\tfamily\n");
    for (unsigned i = 0; model_families[i]; i++) {
        list("defect", model_families[i]->defect, model_families[i]->name);
        list("knob", model_families[i]->knob, model_families[i]->name);
    }
    return STATUS_OK;
}
