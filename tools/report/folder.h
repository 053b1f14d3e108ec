/* tools/report/folder.h: the reports of a whole line of rigs, which lie in one folder.
 *
 * Shape   every *.jsonl below the folder is read, in the order of the names, and each run is told which rig it
 *         comes from: by the file's name where the firmware gave it (docs/network.md), else by the folder that the
 *         file lies in, else by the machine's own name. A file that cannot be read is named and counted, so that one
 *         bad file costs the others nothing.
 * Errors  report_read_folder: false and a sentence if the folder cannot be read or has no report.
 * Source  docs/line.md. */
#ifndef TOOLS_REPORT_FOLDER_H
#define TOOLS_REPORT_FOLDER_H

#include "tools/report/list.h"

bool report_is_folder(const char *path);
/* Files that cannot be read are named on standard error, after `command`. */
bool report_read_folder(struct report_list *list, const char *path, const char *command,
                        char *error, size_t error_size);
/* "525400123456" out of ".../20261122T103000-525400123456-SN4711.jsonl"; to be freed, null for other names. */
char *report_rig_of_name(const char *path);

#endif
