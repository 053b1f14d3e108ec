#include "model/gv100/card/bars.h"

#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/card/bar0.h"
#include "model/gv100/card/units.h"
#include "model/gv100/window/windows.h"

/* An access through a window; a bad link repeats its packets, which the card notices as a correctable error. */
static bool is_window(struct gv100 *card, unsigned bar, unsigned *window)
{
    *window = bar == NV_BAR_VRAM ? WINDOW_BAR1 : WINDOW_BAR2;
    if (bar != NV_BAR_VRAM && bar != NV_BAR_RAMIN)
        return false;
    if (card->broken[DEFECT_PCI_LINK_ERRORS])
        gv_config_link_error(card);
    return true;
}

static bool is_mmio(unsigned bar, uint64_t offset)
{
    return bar == NV_BAR_MMIO && offset < NV_MMIO_SIZE;
}

static void catch_up(struct gv100 *card)
{
    if (card->shell.wake_ns && shell_now_ns(&card->shell) >= card->shell.wake_ns)
        gv_units_wake(card);
}

uint64_t gv_bar_read(struct model *model, unsigned bar, uint64_t offset, unsigned size)
{
    struct gv100 *const card = gv_of(model);
    uint8_t bytes[8];
    unsigned window;

    catch_up(card);
    if (is_window(card, bar, &window)) {
        gv_window_read(card, window, offset, bytes, size);
        return bytes_get(bytes, size);
    }
    if (!is_mmio(bar, offset))
        return UINT64_MAX; /* the ports, whose effect is not known */
    if (size == 8)
        return gv_bar0_read(card, (uint32_t)offset, 4) |
               (uint64_t)gv_bar0_read(card, (uint32_t)offset + 4, 4) << 32;
    return gv_bar0_read(card, (uint32_t)offset, size);
}

void gv_bar_write(struct model *model, unsigned bar, uint64_t offset, uint64_t value, unsigned size)
{
    struct gv100 *const card = gv_of(model);
    uint8_t bytes[8];
    unsigned window;

    if (is_window(card, bar, &window)) {
        bytes_put(bytes, value, size);
        gv_window_write(card, window, offset, bytes, size);
    } else if (is_mmio(bar, offset)) {
        gv_bar0_write(card, (uint32_t)offset, (uint32_t)value, size == 8 ? 4 : size);
        if (size == 8)
            gv_bar0_write(card, (uint32_t)offset + 4, (uint32_t)(value >> 32), 4);
    }
}

bool gv_bar_read_block(struct model *model, unsigned bar, uint64_t offset, void *bytes, size_t size)
{
    struct gv100 *const card = gv_of(model);
    unsigned window;

    catch_up(card);
    if (is_window(card, bar, &window)) {
        gv_window_read(card, window, offset, bytes, size);
        return true;
    }
    return is_mmio(bar, offset) && gv_bar0_read_block(card, offset, bytes, size);
}

bool gv_bar_write_block(struct model *model, unsigned bar, uint64_t offset, const void *bytes,
                        size_t size)
{
    struct gv100 *const card = gv_of(model);
    unsigned window;

    if (is_window(card, bar, &window)) {
        gv_window_write(card, window, offset, bytes, size);
        return true;
    }
    return is_mmio(bar, offset) && gv_bar0_write_block(card, offset, bytes, size);
}
