#include "model/common/lost_pages.h"

#define PAGE  0x1000u
#define EVERY 16

void lost_pages_open(struct lost_pages *lost, const struct defect *defect)
{
    *lost = (struct lost_pages){ 0 };
    if (!defect)
        return;
    lost->every = defect_parameter(defect, "every", EVERY);
    lost->after = defect_parameter(defect, "after", 0);
    lost->left = defect_parameter(defect, "count", UINT64_MAX);
}

static bool is_lost(struct lost_pages *lost, uint64_t address)
{
    if (!lost->every || address / PAGE % lost->every != lost->every - 1)
        return false;
    if (lost->after) {
        lost->after--;
        return false;
    }
    if (!lost->left)
        return false;
    lost->left--;
    return true;
}

bool lost_pages_write(struct lost_pages *lost, const struct model_host *host, uint64_t address,
                      const void *bytes, size_t size, bool snoop)
{
    const uint8_t *from = bytes;
    bool arrived = true;

    if (!lost->every)
        return host->dma_write(host->opaque, address, bytes, size, snoop);
    for (size_t piece; size; address += piece, from += piece, size -= piece) {
        const size_t rest = PAGE - address % PAGE;

        piece = size < rest ? size : rest;
        arrived &=
            !is_lost(lost, address) && host->dma_write(host->opaque, address, from, piece, snoop);
    }
    return arrived;
}
