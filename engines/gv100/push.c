#include "engines/gv100/push.h"

#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"

void push_start(struct push *push)
{
    push->count = 0;
    push->full = false;
}

void push_word(struct push *push, uint32_t word)
{
    if (push->count == PUSH_MAX)
        push->full = true;
    else
        push->words[push->count++] = word;
}

void push_header(struct push *push, unsigned subchannel, unsigned method, unsigned count)
{
    push_word(push, FIELD_PUT(PB_SEC_OP, (uint32_t)PB_SEC_OP_INC_METHOD) |
                        FIELD_PUT(PB_METHOD_COUNT, count) |
                        FIELD_PUT(PB_METHOD_SUBCHANNEL, subchannel) |
                        FIELD_PUT(PB_METHOD_ADDRESS, method / 4));
}

void push_method(struct push *push, unsigned subchannel, unsigned method, uint32_t data)
{
    push_header(push, subchannel, method, 1);
    push_word(push, data);
}

void push_semaphore(struct push *push, virtual_addr at, uint64_t payload, uint32_t execute)
{
    push_header(push, 0, HOST_SEM_ADDR_LO, 5);
    push_word(push, (uint32_t)at.v);
    push_word(push, (uint32_t)(at.v >> 32));
    push_word(push, (uint32_t)payload);
    push_word(push, (uint32_t)(payload >> 32));
    push_word(push, execute);
}

void push_semaphore_old(struct push *push, virtual_addr at, uint32_t payload, uint32_t operation)
{
    push_header(push, 0, HOST_SEMAPHOREA, 4);
    push_word(push, (uint32_t)(at.v >> 32));
    push_word(push, (uint32_t)at.v);
    push_word(push, payload);
    push_word(push, operation);
}

void push_fence(struct push *push, virtual_addr at, uint32_t payload)
{
    push_semaphore_old(push, at, payload,
                       HOST_SEMAPHORED_OPERATION_RELEASE | HOST_SEMAPHORED_RELEASE_WFI_DISABLED);
}

void push_mem_op(struct push *push, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    push_header(push, 0, HOST_MEM_OP_A, 4);
    push_word(push, a);
    push_word(push, b);
    push_word(push, c);
    push_word(push, d);
}

void push_invalidate(struct push *push, linear_addr pdb, bool hub_only)
{
    push_mem_op(push, 0, 0,
                ((uint32_t)pdb.v & MEM_OP_C_PDB_ADDRESS) |
                    FIELD_PUT(MEM_OP_C_PDB_APERTURE, (uint32_t)pdb.target) |
                    (hub_only ? MEM_OP_C_GPC_DISABLE : 0),
                FIELD_PUT(MEM_OP_D_OPERATION, (uint32_t)MEM_OP_TLB_INVALIDATE) |
                    (uint32_t)(pdb.v >> 32));
}
