/* linux/check.h: whether a card can be tested on this machine, before anything of it is touched.
 *
 * Shape   pure but for its reads. A sentence names the obstacle and the remedy.
 * Errors  false, and the sentence. */
#ifndef LINUX_CHECK_H
#define LINUX_CHECK_H

#include "linux/card.h"

#define SENTENCE_MAX 400

/* How the card is reached. */
enum reach {
    REACH_VFIO,   /* the IOMMU shows it our memory alone */
    REACH_DIRECT, /* --no-iommu: it can reach all memory */
    REACH_LOOK,   /* it is only read, and stays with its driver: nothing is written */
    REACH_NO_DMA, /* there is no IOMMU, and --no-iommu is not given */
};

struct check {
    bool look; /* mode=pci or mode=probe */
    const struct roots *roots;
    bool root;     /* the program runs as root */
    bool take;     /* --take */
    bool no_iommu; /* --no-iommu */
};

/* Conditions for all cards of the machine. */
bool check_machine(const struct check *check, char sentence[SENTENCE_MAX]);
/* False: the card is in use, and --take is not given. */
bool check_free(const struct check *check, const struct linux_card *card,
                char sentence[SENTENCE_MAX]);
/* Anything else. */
bool check_card(const struct check *check, const struct linux_card *card,
                char sentence[SENTENCE_MAX]);
enum reach check_reach(const struct check *check, const struct linux_card *card);

#endif
