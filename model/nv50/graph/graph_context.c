#include <string.h>

#include "hw/nv50/pgraph.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/shader/grid.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/translate.h"
#include "model/nv50/vm/vm_user.h"

#define GRAPH_STATE_MARK 0x50677261u

/* The selector of PGRAPH's context object (docs/hardware/tesla-mmio.md §3.7.1). */
static uint16_t context_selector(const struct nv50 *card)
{
    return card->chip->layout == CHANNEL_LAYOUT_G80 ? 0x20 : 0x02;
}

void pgraph_reset(struct nv50 *card)
{
    card->pgraph->program = false;
    pgraph_clear(card);
}

void pgraph_clear(struct nv50 *card)
{
    uint32_t code[CTXPROG_WORDS];
    const bool program = card->pgraph->program;

    memcpy(code, card->pgraph->code, sizeof(code));
    *card->pgraph = (struct pgraph){ .program = program };
    if (program)
        memcpy(card->pgraph->code, code, sizeof(code));
    shader_flush(card->shader);
    shader_flush_textures(card->shader, TEXTURE_IMAGES);
    shader_flush_textures(card->shader, TEXTURE_SAMPLERS);
    shader_flush_textures(card->shader, TEXTURE_TEXELS);
    m2mf_init(card);
    eng2d_init(card);
    graph_tell(card);
}

/* Slot 0/3/0. A channel without a context object has nowhere to keep anything: it is left in its
 * state after reset, and nothing of it is saved. */
static bool bind_context(struct nv50 *card, uint32_t channel, struct vm_user *user)
{
    *user = (struct vm_user){ .engine = VM_ENGINE_PGRAPH,
                              .read_client = VM_CLIENT_DISPATCH,
                              .write_client = VM_CLIENT_DISPATCH };
    vm_user_bind(card, user, channel, context_selector(card));
    return user->object[0] != 0 && vm_object_limit(card, user->object) != 0;
}

static void save(struct nv50 *card, uint32_t channel)
{
    struct vm_user user;

    if (!bind_context(card, channel, &user))
        return;
    card->pgraph->state.mark = GRAPH_STATE_MARK;
    vm_user_write(card, &user, 0, &card->pgraph->state, sizeof(card->pgraph->state));
}

static void load(struct nv50 *card, uint32_t channel)
{
    const uint32_t effort = card->pgraph->work.effort;
    struct graph_state state;
    struct vm_user user;

    pgraph_clear(card);
    card->pgraph->work.effort = effort;
    if (bind_context(card, channel, &user) && vm_user_read(card, &user, 0, &state, sizeof(state)) &&
        state.mark == GRAPH_STATE_MARK)
        card->pgraph->state = state;
    m2mf_rebind(card);
    eng2d_rebind(card);
}

bool pgraph_unload(struct nv50 *card, uint32_t channel)
{
    if (reg_get(card, PGRAPH_CTXCTL_CUR) != (PGRAPH_CTXCTL_VALID | channel))
        return true;
    if (pgraph_works(card))
        return false;
    save(card, channel);
    reg_set(card, PGRAPH_CTXCTL_CUR, 0);
    reg_set(card, PGRAPH_CTXCTL_NEXT, 0);
    return true;
}

bool pgraph_answers(const struct nv50 *card, uint32_t channel)
{
    if (card->pgraph->program)
        return true;
    switch (card_knob(card, KNOB_NO_PROGRAM)) {
    case NO_PROGRAM_SWITCHES:
        return true;
    case NO_PROGRAM_IF_CURRENT:
        return reg_get(card, PGRAPH_CTXCTL_CUR) == (PGRAPH_CTXCTL_VALID | channel);
    default:
        return false;
    }
}

void pgraph_switch(struct nv50 *card, uint32_t channel)
{
    const uint32_t current = reg_get(card, PGRAPH_CTXCTL_CUR);

    if (current == (PGRAPH_CTXCTL_VALID | channel))
        return;
    if (current & PGRAPH_CTXCTL_VALID)
        save(card, current & PGRAPH_CTXCTL_CHANNEL);
    tlb_bind(card, VM_ENGINE_PGRAPH, channel);
    reg_set(card, PGRAPH_CTXCTL_CUR, PGRAPH_CTXCTL_VALID | channel);
    reg_set(card, PGRAPH_CTXCTL_NEXT, PGRAPH_CTXCTL_VALID | channel);
    load(card, channel);
}
