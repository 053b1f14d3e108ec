/* model/common/lost_pages.h: pages of the machine's memory that take nothing which the card writes.
 *
 * Shape   defect bus-pages-lost stands for a machine that has mapped a buffer with holes: its IOMMU, its port or its
 *         memory is wrong, the card is good. Pages are counted by their address on the bus, so the same ones are
 *         lost in each buffer.
 * Units   bytes; pages of 4 KiB. */
#ifndef MODEL_COMMON_LOST_PAGES_H
#define MODEL_COMMON_LOST_PAGES_H

#include "model/common/options.h"

struct lost_pages {
    uint64_t every; /* the last of so many pages is lost; 0: none is */
    uint64_t after; /* writes to such pages that still arrive */
    uint64_t left;  /* writes that are lost then; all that follow arrive */
};

/* `defect` may be null: nothing is lost. */
void lost_pages_open(struct lost_pages *lost, const struct defect *defect);
/* A write of the card's, in pieces that do not cross a page. False: some of it has not arrived. */
bool lost_pages_write(struct lost_pages *lost, const struct model_host *host, uint64_t address,
                      const void *bytes, size_t size, bool snoop);

#endif
