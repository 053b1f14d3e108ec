/* model/nv50/graph/clipid.c: 3D's surface of window ids, a number for each pixel: its fill, and which pixels may be drawn by it
 * (docs/hardware/tesla-engines.md §4.5). */
#include "hw/least.h"
#include "hw/nv50/gr3d.h"
#include "hw/nv50/pgraph.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/gr3d.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/target.h"

/* Slot 0/7/0. Lines follow each other (unverified E48). */
int clipid_take(struct nv50 *card, struct target *target)
{
    const uint32_t width = gr3d_word(card, GR3D_CLIPID_WIDTH);

    *target = (struct target){ .at = gr3d_address(card, GR3D_CLIPID),
                               .width = width,
                               .pitch = width * card_knob(card, KNOB_CLIPID_BYTES),
                               .height = gr3d_word(card, GR3D_CLIPID_HEIGHT) };
    return gr3d_bind(card, &target->user,
                     card->broken[DEFECT_GR3D_CLIPID_CLIENT] ? VM_CLIENT_VFETCH : VM_CLIENT_CLIPID,
                     0, GR3D_DMA_CLIPID);
}

void clipid_trap(struct nv50 *card)
{
    if (!card->broken[DEFECT_GR3D_TRAP_LOST])
        graph_trap(card, PGRAPH_TRAP_CLIPID, PGRAPH_CLIPID_TRAP, PGRAPH_CLIPID_TRAP_FAULT);
}

/* Pixels from x on that have the number which is asked for, or have it not; `count` becomes how many. false: a fault. */
bool clipid_look(struct nv50 *card, const struct target *ids, uint32_t x, uint32_t y,
                 uint32_t *count, bool *passes)
{
    const uint32_t step = card_knob(card, KNOB_CLIPID_BYTES);
    const uint8_t wanted = (uint8_t)gr3d_word(card, GR3D_CLIPID_ID);
    const uint32_t most = LEAST(*count, TARGET_PIECE / step);
    uint8_t bytes[TARGET_PIECE];
    uint32_t same = 1;

    if (!vm_user_read(card, &ids->user, ids->at + (uint64_t)ids->pitch * y + x * step, bytes,
                      most * step))
        return false;
    while (same < most && (bytes[same * step] == wanted) == (bytes[0] == wanted))
        same++;
    *passes = bytes[0] == wanted || card->broken[DEFECT_GR3D_CLIPID_OPEN];
    *count = same;
    return true;
}

/* Whether clears look at window ids, none of the sources says (unverified E45: knob clipid_clear). */
bool clipid_is_asked(const struct nv50 *card)
{
    return gr3d_word(card, GR3D_CLIPID_ENABLE) &&
           card_knob(card, KNOB_CLIPID_CLEAR) == CLIPID_CLEAR_READS;
}

static struct area fill_area(const struct nv50 *card)
{
    struct area area =
        area_of(gr3d_word(card, GR3D_CLIPID_WIDTH), gr3d_word(card, GR3D_CLIPID_HEIGHT));

    area_cut_to_screen(card, &area);
    area_cut_to_ends(&area, gr3d_word(card, GR3D_CLIPID_FILL_HORIZ),
                     gr3d_word(card, GR3D_CLIPID_FILL_VERT));
    return area;
}

/* Stops between two lines when the time is spent, because a large area must not hold up the machine. */
bool clipid_go_on(struct nv50 *card)
{
    struct graph_work *const work = &card->pgraph->work;
    const unsigned size = card_knob(card, KNOB_CLIPID_BYTES);
    const struct pixel pixel = { .size = size,
                                 .wanted = (uint16_t)(BIT(size) - 1),
                                 .bytes = { (uint8_t)work->given } };
    struct area area = fill_area(card);
    struct target target;

    if (clipid_take(card, &target) != GRAPH_DONE)
        return true;
    if (card->broken[DEFECT_GR3D_CLIPID_SHORT] && area_lines(&area))
        area.bottom--;
    for (; work->line < area_lines(&area); work->line++) {
        if (!graph_spend(card, target_effort(card, area.right - area.left, &pixel)))
            return false;
        if (!target_write(card, &target, area.left, area.top + work->line, area.right - area.left,
                          &pixel)) {
            clipid_trap(card);
            return true;
        }
    }
    return true;
}

int clipid_fill_begin(struct nv50 *card, uint32_t number)
{
    struct target target;
    const int error = clipid_take(card, &target);

    if (error == GRAPH_DONE)
        graph_begin(card, GRAPH_WORK_CLIPID, number);
    return error;
}
