/* suite/nv50/prompt_state.h: state that the prompt's commands for NV50 keep from one line to the
 * next. */
#ifndef SUITE_NV50_PROMPT_STATE_H
#define SUITE_NV50_PROMPT_STATE_H

#include "engines/nv50/fifo.h"
#include "suite/prompt/prompt.h"

struct nv50_prompt_state {
    bool made;   /* the channel is ours, and PFIFO and PGRAPH run it */
    bool chosen; /* it is one that was in memory */
    struct vm vm;
    uint16_t paged; /* selector of the object that shows all of its virtual addresses */
    struct fifo fifo;
    uint32_t ref;      /* the count of the last method that PFIFO was sent */
    uint32_t class_id; /* of the object that subchannel 0 has; 0: none */
};

/* The channel that the lines are about; null: refused. */
struct nv50_prompt_state *nv50_prompt_channel(struct prompt *prompt);
/* The same of one that is ours, which is made if there is none yet. */
struct nv50_prompt_state *nv50_prompt_own_channel(struct prompt *prompt);

prompt_do nv50_prompt_page, nv50_prompt_translate, nv50_prompt_map, nv50_prompt_object;

#endif
