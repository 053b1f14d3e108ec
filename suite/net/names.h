/* suite/net/names.h: how files of a machine and of a run are named on a server.
 *
 * Shape   pure. A configuration is looked for under the machine's serial number, then under the address of its
 *         network card, then under the name that serves all machines. A report's name has three parts between
 *         dashes: start of the run, network card, tested card. The first two have no dash inside, so that a script can
 *         split the name.
 * Units   a network card's address is six bytes, written as twelve small hexadecimal digits. */
#ifndef SUITE_NET_NAMES_H
#define SUITE_NET_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/report/moment.h"

#define NAME_MAC_SIZE   6
#define NAME_MAX        160
#define CONFIG_NAMES    3
#define CONFIG_NAME_ALL "barecard.cfg"

struct config_names {
    unsigned count;
    char names[CONFIG_NAMES][NAME_MAX];
};

/* Whether an SMBIOS serial number tells one machine from another: many boards have only a filler there. */
bool name_is_serial(const char *serial);
/* `serial`: of the machine, empty if it has none; `mac`: null if it has none. */
void name_configs(struct config_names *out, const char *serial, const uint8_t *mac);

struct report_name {
    struct moment began; /* not known: "notime" stands in its place */
    unsigned again;      /* from 2 on where the name was taken */
    uint8_t mac[NAME_MAC_SIZE];
    const char *card; /* label or serial number of the tested card; empty: "unnamed" */
};

/* "525400123456.boot": the trail of this boot, which the rig's next boot reads. */
void name_trail(char out[NAME_MAX], const uint8_t *mac);
/* "20261122T103000-525400123456-SN4711.jsonl" */
void name_report(char out[NAME_MAX], const struct report_name *name);

#endif
