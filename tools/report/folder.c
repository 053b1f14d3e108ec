#include "tools/report/folder.h"

#include <ctype.h>
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/report/utf8.h"
#include "tools/report/write.h"

#define MAC_DIGITS 12
#define ENDING     ".jsonl"

bool report_is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

char *report_rig_of_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const char *const name = slash ? slash + 1 : path;
    const char *const mac = strchr(name, '-') ? strchr(name, '-') + 1 : "";
    unsigned digits = 0;

    while (isxdigit((unsigned char)mac[digits]))
        digits++;
    return digits == MAC_DIGITS && mac[digits] == '-' ? strndup(mac, MAC_DIGITS) : NULL;
}

/* The folder that the file lies in, as it is called below `root`; null for the root itself. */
static char *rig_of_place(const char *root, const char *path)
{
    const char *below = path + strlen(root);

    while (*below == '/')
        below++;
    const char *const slash = strrchr(below, '/');
    if (!slash)
        return NULL;
    char *const place = strndup(below, (size_t)(slash - below)), *const rig = utf8_name(place);
    free(place);
    return rig;
}

static bool has_ending(const char *name)
{
    const size_t length = strlen(name), ending = strlen(ENDING);

    return length > ending && strcmp(name + length - ending, ENDING) == 0;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void read_one(struct report_list *list, const char *root, const char *path,
                     const char *command)
{
    const unsigned before = list->run_count;
    char why[512];

    if (!report_read(list, path, why, sizeof(why))) {
        list->unread++;
        fprintf(stderr, "%s: left out: ", command);
        print_safe(stderr, why);
        fputc('\n', stderr);
    }
    for (unsigned i = before; i < list->run_count; i++)
        if (!list->runs[i].rig)
            list->runs[i].rig = rig_of_place(root, path);
}

/* A folder that cannot be listed is an error, unlike a file in it, because any number of reports
 * may be missing. */
bool report_read_folder(struct report_list *list, const char *path, const char *command,
                        char *error, size_t error_size)
{
    char *const paths[] = { strdup(path), NULL };
    FTS *const tree = paths[0] ? fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name) : NULL;
    const unsigned before = list->run_count;
    bool good = tree;

    list->folder = true;
    for (const FTSENT *entry; tree && (entry = fts_read(tree));) {
        if (entry->fts_info == FTS_F && has_ending(entry->fts_name))
            read_one(list, path, entry->fts_path, command);
        if (entry->fts_info != FTS_ERR && entry->fts_info != FTS_DNR && entry->fts_info != FTS_NS)
            continue;
        snprintf(error, error_size, "%s: %s", entry->fts_path, strerror(entry->fts_errno));
        good = false;
        break;
    }
    if (!tree)
        snprintf(error, error_size, "%s: %s", path, strerror(errno));
    else if (good && list->run_count == before)
        snprintf(error, error_size, "%s: no run in any *" ENDING " of this folder", path);
    if (tree)
        fts_close(tree);
    free(paths[0]);
    return good && list->run_count > before;
}
