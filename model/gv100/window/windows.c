#include "model/gv100/window/windows.h"

#include <stdio.h>
#include <string.h>

#include "hw/gv100/pbus.h"
#include "hw/gv100/places.h"
#include "hw/gv100/unlisted.h"
#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/access.h"
#include "model/gv100/vm/fault.h"
#include "model/gv100/vm/memory.h"
#include "model/gv100/vm/tlb.h"
#include "model/gv100/window/window_alias.h"

#define SHOWN_TWICE 0x9abu /* page of BAR1 that shows the page before it, of a defect */
#define BIND_NS     2000
/* Accesses after which PRAMIN is worth an alias: changing one costs as much as a thousand. */
#define PRAMIN_PATIENCE 512
#define PRAMIN_STEP     16 /* log2 of BASE's unit */

/* The differences between the two BARs. */
static const struct {
    uint32_t pending, outstanding;
    uint8_t bar;
} traits[WINDOW_COUNT] = {
    { PBUS_BIND_STATUS_BAR1_PENDING, PBUS_BIND_STATUS_BAR1_OUTSTANDING, NV_BAR_VRAM },
    { PBUS_BIND_STATUS_BAR2_PENDING, PBUS_BIND_STATUS_BAR2_OUTSTANDING, NV_BAR_RAMIN },
};

void gv_windows_power_on(struct gv100 *card)
{
    *card->windows = (struct windows){ .pramin_word = gv_reg(card, PBUS_BAR0_WINDOW) };
}

static uint32_t block_of(const struct gv100 *card, unsigned window)
{
    const struct gv100_places *const places = card->chip->places;

    return gv_reg(card, window == WINDOW_BAR1 ? places->bar1_block : places->bar2_block);
}

/* ---- binding --------------------------------------------------------------------------------- */

static bool is_virtual(const struct gv100 *card, unsigned window)
{
    return block_of(card, window) & PBUS_BAR1_BLOCK_MODE;
}

/* Of a strict card: the bind before must have ended. */
static void judge_bind(struct gv100 *card, unsigned window, const char *what)
{
    if (shell_now_ns(&card->shell) < card->windows->bound_ns[window])
        strict_note(&card->shell.strict, STRICT_NOT_QUIET, window, "%s BAR%u, which is being bound",
                    what, window + 1);
}

/* Aliases go first, because they show pages of the space that was bound before. */
void gv_window_bind(struct gv100 *card, unsigned window)
{
    judge_bind(card, window, "a bind of");
    const uint32_t word = block_of(card, window);
    const uint32_t pointer = FIELD_GET(PBUS_BAR1_BLOCK_PTR, word);
    struct space *space = &card->windows->spaces[window];

    gv_window_unalias(card);
    card->windows->bound_ns[window] = shell_now_ns(&card->shell) + BIND_NS;
    if (window == WINDOW_BAR1 && card->broken[DEFECT_WINDOW_REBIND_IGNORED] && space->bound &&
        is_virtual(card, window))
        return;
    if (is_virtual(card, window)) {
        linear_addr block = gv_space_block(pointer, FIELD_GET(PBUS_BAR1_BLOCK_TARGET, word));

        if (card->broken[DEFECT_WINDOW_BLOCK_BIT_STUCK])
            block.v &= ~UINT64_C(0x1000);
        gv_space_bind(card, space, block);
    } else {
        gv_space_unbind(space);
    }
    if (window == WINDOW_BAR2)
        gv_fault_set_bar2(card, space);
}

uint32_t gv_window_bind_status(const struct gv100 *card)
{
    const uint64_t now = shell_now_ns(&card->shell);
    uint32_t status = 0;

    for (unsigned i = 0; i < WINDOW_COUNT; i++) {
        if (now >= card->windows->bound_ns[i] && !card->broken[DEFECT_WINDOW_BIND_STUCK])
            continue;
        status |= traits[i].outstanding;
        if (now + BIND_NS / 2 < card->windows->bound_ns[i])
            status |= traits[i].pending;
    }
    return status;
}

/* ---- BAR1 and BAR2 --------------------------------------------------------------------------- */

static struct client client_of(const struct gv100 *card, unsigned window)
{
    const unsigned bound =
        card->broken[DEFECT_WINDOW_BLOCKS_SWAPPED] ? WINDOW_COUNT - 1 - window : window;

    return (struct client){ .group = TLB_BARS,
                            .engine = window == WINDOW_BAR1 ? card->chip->places->bar1_engine
                                                            : card->chip->places->bar2_engine,
                            .number = GMMU_HUB_CLIENT_HOST_CPU,
                            .privileged = gv_knob(card, KNOB_BAR_PRIVILEGED) == BAR_PRIVILEGED_YES,
                            .space = &card->windows->spaces[bound] };
}

static void fill_fault_value(const struct gv100 *card, uint64_t offset, uint8_t *bytes, size_t size)
{
    const uint32_t value = gv_knob(card, KNOB_BAR_FAULT_VALUE);

    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> (8 * ((offset + i) & 3)));
}

static void read_physical(struct gv100 *card, unsigned window, uint64_t offset, uint8_t *bytes,
                          size_t size)
{
    struct model_bar bar;

    if (gv_knob(card, KNOB_BAR_PHYSICAL) == BAR_PHYSICAL_NOTHING) {
        fill_fault_value(card, offset, bytes, size);
        return;
    }
    gv_memory_read(card, (linear_addr){ offset, TARGET_VRAM }, bytes, size);
    if (gv_config_bar(card, traits[window].bar, &bar))
        gv_window_alias_physical(card, traits[window].bar, bar.size);
}

/* Whether an alias of these 2 MiB would show what the card answers at each of their addresses. */
static bool is_one_page(const struct gv100 *card, const struct client *client, uint64_t offset)
{
    const uint64_t last = offset | BITS64(GMMU_PAGE_2M - 1, 0);

    return gv_tlb_serves_alone(card, client->group, client->space->tables, offset, GMMU_PAGE_2M) &&
           (last <= client->space->limit || gv_knob(card, KNOB_RAMIN_LIMIT) != RAMIN_LIMIT_COUNTS);
}

/* The alias of a page serves writes too, so it is offered only where a write has been good. */
static void offer_page(struct gv100 *card, unsigned window, const struct client *client,
                       uint64_t offset)
{
    uint64_t *const offered = &card->windows->offered[window];
    const uint64_t page = (offset >> GMMU_PAGE_2M) + 1;
    struct access_result result;

    if (*offered == page || !aliases_have_room(&card->shell.aliases))
        return;
    *offered = page;
    if (gv_access_translate(card, client, offset, GMMU_ACCESS_VIRT_WRITE, &result) &&
        result.log2 == GMMU_PAGE_2M && is_one_page(card, client, offset))
        gv_window_alias_page(card, traits[window].bar, offset, result.at);
}

/* Pages before and after one that faults are read all the same. */
static void read_virtual(struct gv100 *card, unsigned window, uint64_t offset, uint8_t *bytes,
                         size_t size)
{
    const struct client client = client_of(card, window);
    struct access_end end;

    for (size_t done = 0; done < size;) {
        if (gv_access_read(card, &client, offset + done, bytes + done, size - done, &end)) {
            offer_page(card, window, &client, offset + done);
            return;
        }
        gv_fault_report(card, &client, end.at, GMMU_ACCESS_VIRT_READ, end.fault);
        done += end.done;
        const uint64_t left = BIT64(GMMU_PAGE_4K) - ((offset + done) & BITS64(11, 0));
        const size_t skip = size - done < left ? size - done : (size_t)left;
        fill_fault_value(card, offset + done, bytes + done, skip);
        done += skip;
    }
}

static void write_virtual(struct gv100 *card, unsigned window, uint64_t offset,
                          const uint8_t *bytes, size_t size)
{
    const struct client client = client_of(card, window);
    struct access_end end;

    for (size_t done = 0; done < size;) {
        if (gv_access_write(card, &client, offset + done, bytes + done, size - done, &end)) {
            offer_page(card, window, &client, offset + done);
            return;
        }
        gv_fault_report(card, &client, end.at, GMMU_ACCESS_VIRT_WRITE, end.fault);
        done += end.done;
        const uint64_t left = BIT64(GMMU_PAGE_4K) - ((offset + done) & BITS64(11, 0));
        done += size - done < left ? size - done : (size_t)left;
    }
}

static struct kept_line *kept_line_at(struct gv100 *card, uint64_t offset)
{
    return &card->windows->kept[offset / 8 % KEPT_LINES];
}

/* The defect window-reads-kept: a line that BAR1 has read once is not read again. */
static void read_kept(struct gv100 *card, uint64_t offset, uint8_t *bytes, size_t size)
{
    struct kept_line *kept = kept_line_at(card, offset);

    if (!kept->used || kept->line != offset / 8) {
        *kept = (struct kept_line){ .used = true, .line = offset / 8 };
        read_virtual(card, WINDOW_BAR1, offset & ~UINT64_C(7), kept->bytes, 8);
    }
    memcpy(bytes, kept->bytes + offset % 8, size);
}

static bool keeps_reads(const struct gv100 *card, unsigned window, uint64_t offset, size_t size)
{
    return card->broken[DEFECT_WINDOW_READS_KEPT] && window == WINDOW_BAR1 &&
           offset % 8 + size <= 8;
}

/* The defect window-page-twice, page by page. */
static void read_misled(struct gv100 *card, uint64_t offset, uint8_t *bytes, size_t size)
{
    const uint64_t page = BIT64(GMMU_PAGE_4K);

    for (size_t done = 0, piece; done < size; done += piece) {
        const uint64_t at = offset + done, left = page - at % page;

        piece = size - done < left ? size - done : (size_t)left;
        read_virtual(card, WINDOW_BAR1, at / page == SHOWN_TWICE ? at - page : at, bytes + done,
                     piece);
    }
}

void gv_window_read(struct gv100 *card, unsigned window, uint64_t offset, void *bytes, size_t size)
{
    if (is_virtual(card, window) && keeps_reads(card, window, offset, size)) {
        read_kept(card, offset, bytes, size);
        return;
    }
    if (is_virtual(card, window) && window == WINDOW_BAR1 && card->broken[DEFECT_WINDOW_PAGE_TWICE])
        read_misled(card, offset, bytes, size);
    else if (is_virtual(card, window))
        read_virtual(card, window, offset, bytes, size);
    else
        read_physical(card, window, offset, bytes, size);
}

void gv_window_write(struct gv100 *card, unsigned window, uint64_t offset, const void *bytes,
                     size_t size)
{
    judge_bind(card, window, "a write to");
    if (keeps_reads(card, window, offset, size))
        kept_line_at(card, offset)->used = false;
    if (is_virtual(card, window))
        write_virtual(card, window, offset, bytes, size);
    else if (gv_knob(card, KNOB_BAR_PHYSICAL) == BAR_PHYSICAL_VRAM) {
        strict_written(&card->shell.strict, offset, size);
        gv_memory_write(card, (linear_addr){ offset, TARGET_VRAM }, bytes, size);
    }
}

/* ---- the window in BAR0 ---------------------------------------------------------------------- */

static linear_addr pramin_at(const struct gv100 *card, uint32_t offset)
{
    const uint32_t word = gv_reg(card, PBUS_BAR0_WINDOW);
    uint64_t base = (uint64_t)FIELD_GET(PBUS_BAR0_WINDOW_BASE, word) << PRAMIN_STEP;
    enum target target = (enum target)FIELD_GET(PBUS_BAR0_WINDOW_TARGET, word);

    if (card->broken[DEFECT_WINDOW_BASE_OFF])
        base += BIT64(PRAMIN_STEP);
    if (card->broken[DEFECT_WINDOW_GRANULE])
        base &= ~(uint64_t)(PRAMIN_BYTES - 1);
    if (card->broken[DEFECT_WINDOW_BASE_SHORT])
        base &= ~BIT64(22);
    if (card->broken[DEFECT_WINDOW_TARGET_IGNORED])
        target = TARGET_VRAM;
    return (linear_addr){ base + offset, target };
}

void gv_pramin_moved(struct gv100 *card)
{
    const uint32_t word = gv_reg(card, PBUS_BAR0_WINDOW);

    if (word == card->windows->pramin_word)
        return;
    card->windows->pramin_word = word;
    aliases_drop_bar(&card->shell.aliases, NV_BAR_MMIO);
    card->windows->moved_accesses = 0;
}

static void count_access(struct gv100 *card)
{
    if (++card->windows->moved_accesses % PRAMIN_PATIENCE != 0)
        return;
    const linear_addr base = pramin_at(card, 0);
    if (base.target == TARGET_VRAM)
        gv_window_alias_pramin(card, base.v);
}

void gv_pramin_read(struct gv100 *card, uint32_t offset, void *bytes, size_t size)
{
    gv_memory_read(card, pramin_at(card, offset), bytes, size);
    count_access(card);
}

void gv_pramin_write(struct gv100 *card, uint32_t offset, const void *bytes, size_t size)
{
    const linear_addr at = pramin_at(card, offset);

    if (at.target == TARGET_VRAM)
        strict_written(&card->shell.strict, at.v, size);
    gv_memory_write(card, at, bytes, size);
    count_access(card);
}

/* ---- changes ---------------------------------------------------------------------------- */

unsigned gv_windows_changed(struct gv100 *card, void (*line)(void *opaque, const char *text),
                            void *opaque)
{
    unsigned changed = 0;

    for (unsigned i = 0; i < WINDOW_COUNT; i++) {
        const struct space *space = &card->windows->spaces[i];
        char text[80];

        if (!space->bound)
            continue;
        snprintf(text, sizeof(text), "BAR%u: bound to 0x%llx, was unbound", i + 1,
                 (unsigned long long)space->block.v);
        if (line)
            line(opaque, text);
        changed++;
    }
    return changed;
}
