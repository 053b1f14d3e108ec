#include "engines/gv100/copy.h"

#include "hw/gv100/methods.h"

#define LAUNCH                                                                                     \
    (COPY_LAUNCH_TRANSFER_NON_PIPELINED | COPY_LAUNCH_FLUSH | COPY_LAUNCH_SRC_PITCH |              \
     COPY_LAUNCH_DST_PITCH)
#define ONE_WORD FIELD_PUT(COPY_LAUNCH_SEMAPHORE, COPY_LAUNCH_SEMAPHORE_ONE_WORD)

static void push_address(struct push *push, virtual_addr at)
{
    push_word(push, (uint32_t)(at.v >> 32));
    push_word(push, (uint32_t)at.v);
}

static void push_release(struct push *push, virtual_addr semaphore, uint32_t payload)
{
    push_header(push, COPY_SUBCHANNEL, COPY_SET_SEMAPHORE_A, 3);
    push_address(push, semaphore);
    push_word(push, payload);
}

void push_copy(struct push *push, const struct copy *copy)
{
    const bool many = copy->lines > 1;

    if (copy->has_semaphore)
        push_release(push, copy->semaphore, copy->payload);
    push_header(push, COPY_SUBCHANNEL, COPY_OFFSET_IN_UPPER, 8);
    push_address(push, copy->from);
    push_address(push, copy->to);
    push_word(push, copy->pitch_in);
    push_word(push, copy->pitch_out);
    push_word(push, copy->bytes);
    push_word(push, many ? copy->lines : 1);
    push_method(push, COPY_SUBCHANNEL, COPY_LAUNCH_DMA,
                LAUNCH | copy->launch | (many ? COPY_LAUNCH_MULTI_LINE : 0) |
                    (copy->has_semaphore ? ONE_WORD : 0));
}

void push_fill_more(struct push *push, virtual_addr to)
{
    push_header(push, COPY_SUBCHANNEL, COPY_OFFSET_OUT_UPPER, 2);
    push_address(push, to);
    push_method(push, COPY_SUBCHANNEL, COPY_LAUNCH_DMA, LAUNCH | COPY_LAUNCH_REMAP);
}

/* Elements of two components of four bytes, the constants A and B, as a driver clears memory. */
void push_fill(struct push *push, virtual_addr to, uint32_t words, uint64_t word)
{
    push_header(push, COPY_SUBCHANNEL, COPY_SET_REMAP_CONST_A, 3);
    push_word(push, (uint32_t)word);
    push_word(push, (uint32_t)(word >> 32));
    push_word(push, FIELD_PUT(COPY_REMAP_DST_X, (uint32_t)COPY_REMAP_CONST_A) |
                        FIELD_PUT(COPY_REMAP_DST_Y, (uint32_t)COPY_REMAP_CONST_B) |
                        FIELD_PUT(COPY_REMAP_COMPONENT_SIZE, 3u) |
                        FIELD_PUT(COPY_REMAP_DST_COMPONENTS, 1u));
    push_method(push, COPY_SUBCHANNEL, COPY_LINE_LENGTH_IN, words);
    push_fill_more(push, to);
}

void push_copy_done(struct push *push, virtual_addr semaphore, uint32_t payload)
{
    push_release(push, semaphore, payload);
    push_method(push, COPY_SUBCHANNEL, COPY_LAUNCH_DMA,
                FIELD_PUT(COPY_LAUNCH_TRANSFER, COPY_LAUNCH_TRANSFER_NONE) | COPY_LAUNCH_FLUSH |
                    ONE_WORD);
}
