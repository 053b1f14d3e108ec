/* Any bytes as a report.jsonl that somebody sends: the host command's reader, the documents that it makes of it, and
 * the copy without names. Both XML documents are well-formed, and the copy has none of the names. */
#include <libxml/parser.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/fuzz/feed.h"
#include "tools/report/list.h"
#include "tools/report/private.h"
#include "tools/report/write.h"

static char folder[] = "/tmp/barecard-report-XXXXXX";
static char given[64], made[64];

static void clean_up(void)
{
    unlink(given);
    unlink(made);
    rmdir(folder);
}

static void open_folder(void)
{
    if (given[0])
        return;
    require(mkdtemp(folder));
    snprintf(given, sizeof(given), "%s/report.jsonl", folder);
    snprintf(made, sizeof(made), "%s/made", folder);
    atexit(clean_up);
}

static void keep(const uint8_t *bytes, size_t size)
{
    FILE *const file = fopen(given, "wb");

    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
}

static void expect_xml(bool written)
{
    xmlDocPtr document;

    require(written);
    document = xmlReadFile(made, NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
    require(document);
    xmlFreeDoc(document);
}

/* The text in place of a name may hold a name itself, or make one with its neighbours. */
static bool cannot_come_back(const char *name)
{
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < ' ' || strchr("(removed)", *at))
            return false;
    return true;
}

static void expect_no_names(void)
{
    struct names names = { 0 };
    static char copy[1 << 20];

    if (!names_collect(&names, given) || !private_copy(&names, given, made))
        abort();
    FILE *const file = fopen(made, "rb");
    require(file);
    const size_t size = fread(copy, 1, sizeof(copy), file);
    fclose(file);
    for (unsigned i = 0; i < names.count; i++)
        if (cannot_come_back(names.all[i]) &&
            memmem(copy, size, names.all[i], strlen(names.all[i])))
            abort();
    names_free(&names);
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    struct report_list list = { 0 };
    char error[512];

    open_folder();
    keep(bytes, size);
    if (report_read(&list, given, error, sizeof(error))) {
        expect_xml(report_write_junit(&list, made, error, sizeof(error)));
        expect_xml(report_write_html(&list, made, error, sizeof(error)));
        require(report_write_csv(&list, made, error, sizeof(error)));
        (void)report_list_status(&list);
    }
    report_free(&list);
    expect_no_names();
    return 0;
}
