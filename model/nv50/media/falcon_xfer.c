#include <string.h>

#include "model/nv50/base/card.h"
#include "model/nv50/media/falcon.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/vm_user.h"

/* ---- transfers ---- */

static enum target physical_target(uint32_t type)
{
    return type == FALCON_PORT_VRAM     ? TARGET_VRAM
           : type == FALCON_PORT_SYSRAM ? TARGET_SYSRAM_SNOOP
                                        : TARGET_SYSRAM_NOSNOOP;
}

/* Through the VM if the port is bound to an object, else straight to memory. False: a VM fault. */
static bool move(struct nv50 *card, unsigned unit, unsigned port, bool store, uint64_t at,
                 uint8_t *bytes, size_t size)
{
    const uint32_t word = falcon_get(card, unit, FALCON_PORT + 4 * port);
    const uint32_t type = FIELD_GET(FALCON_PORT_TYPE, word);
    const struct mapping mapping = { .type = 0 };
    struct vm_user *user = &card->falcons[unit].ports[port];

    if (type != FALCON_PORT_DMAOBJ && port != FALCON_PORT_CONTEXT) {
        const linear_addr there = { at, physical_target(type) };

        if (store)
            memory_write(card, there, mapping, bytes, size);
        else
            memory_read(card, there, mapping, bytes, size);
        return true;
    }
    user->privileged = (falcon_get(card, unit, FALCON_VM_SUPERVISOR) & 1) &&
                       !card->broken[DEFECT_FALCON_SUPERVISOR_IGNORED];
    return store ? vm_user_write(card, user, at, bytes, size)
                 : vm_user_read(card, user, at, bytes, size);
}

static void stop(struct nv50 *card, unsigned unit, bool store, uint32_t lines)
{
    card->falcons[unit].stuck = true;
    falcon_set(card, unit, FALCON_XFER_STATUS,
               FALCON_XFER_STATUS_BUSY |
                   FIELD_PUT(store ? FALCON_XFER_STORES : FALCON_XFER_LOADS, 1u));
    falcon_raise(card, unit, lines);
}

/* Starts a transfer and does it at once. A port that is not enabled faults as one without an object does. */
void falcon_write_xfer(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned unit = falcon_unit_at(card, offset);
    struct falcon *falcon = &card->falcons[unit];
    const unsigned port =
        FIELD_GET(FALCON_XFER_PORT, value) ^ (card->broken[DEFECT_FALCON_PORT_SWAPPED] ? 1 : 0);
    const uint32_t size = 4u << FIELD_GET(FALCON_XFER_SIZE, value);
    const uint32_t inside = falcon_get(card, unit, FALCON_XFER_FALCON) & ~(size - 1);
    const uint64_t at = ((uint64_t)falcon_get(card, unit, FALCON_XFER_BASE) << 8) +
                        (falcon_get(card, unit, FALCON_XFER_OFFSET) & ~(size - 1));
    const bool store = value & FALCON_XFER_STORE;
    const bool is_code = value & FALCON_XFER_CODE;
    uint8_t code[512] = { 0 }; /* code goes nowhere, and none comes back */

    if (falcon->stuck || (!is_code && inside > media_units[unit].data - size))
        return;
    uint8_t *const bytes = is_code ? code : falcon->data + inside;
    if (!(falcon->enabled >> port &
          1)) { /* selector 0: the VM finds no object (tesla-vm.md §2.5) */
        struct vm_user *user = &falcon->ports[port];
        vm_user_bind(card, user, falcon_channel(card, unit), 0);
        vm_user_read(card, user, at, code, 4);
        stop(card, unit, store, FALCON_INTR_MEMIF_PORT | FALCON_INTR_MEMIF_FAULT);
    } else if (!move(card, unit, port, store, at, bytes, size)) {
        stop(card, unit, store, FALCON_INTR_MEMIF_FAULT);
    }
}

/* ---- data memory ---- */

static uint32_t access_data(struct nv50 *card, unsigned unit, uint32_t index, const uint32_t *value)
{
    const uint32_t at = index & FALCON_INDEX_ADDRESS;
    uint8_t *there = card->falcons[unit].data + at;
    uint32_t word = 0;

    if (at + 4 > media_units[unit].data)
        return 0;
    if (value)
        memcpy(there, value, 4);
    memcpy(&word, there, 4);
    return word;
}

static void step(struct nv50 *card, unsigned unit, uint32_t offset, uint32_t index)
{
    const uint32_t next = (index + 4) & FALCON_INDEX_ADDRESS;
    falcon_set(card, unit, offset, (index & ~FALCON_INDEX_ADDRESS) | next);
}

void falcon_write_data(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned unit = falcon_unit_at(card, offset);
    const uint32_t index = falcon_get(card, unit, FALCON_DATA_INDEX);

    access_data(card, unit, index, &value);
    if (index & FALCON_INDEX_WRITE_NEXT)
        step(card, unit, FALCON_DATA_INDEX, index);
}

uint32_t falcon_read_data(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    const unsigned unit = falcon_unit_at(card, offset);
    const uint32_t index = falcon_get(card, unit, FALCON_DATA_INDEX);

    if (index & FALCON_INDEX_READ_NEXT)
        step(card, unit, FALCON_DATA_INDEX, index);
    return access_data(card, unit, index, NULL);
}

void falcon_write_upload(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned unit = falcon_unit_at(card, offset);
    const uint32_t index = falcon_get(card, unit, FALCON_UPLOAD_ADDR);

    if (!(index & FALCON_UPLOAD_CODE))
        access_data(card, unit, index, &value);
    step(card, unit, FALCON_UPLOAD_ADDR, index);
}

uint32_t falcon_read_upload(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    const unsigned unit = falcon_unit_at(card, offset);
    const uint32_t index = falcon_get(card, unit, FALCON_UPLOAD_ADDR);

    if (!(index & FALCON_UPLOAD_READBACK) || (index & FALCON_UPLOAD_CODE))
        return 0;
    step(card, unit, FALCON_UPLOAD_ADDR, index);
    return access_data(card, unit, index, NULL);
}
