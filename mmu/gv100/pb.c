/* mmu/gv100/pb.c: a push buffer is a stream: the reader keeps how many data words the last header still expects
 * and where their methods go, and takes every other word as an instruction. */
#include "mmu/gv100/pb.h"

#include "hw/gv100/places.h"

/* ---- GP entries ---- */

enum err gp_pack(const struct gp_entry *gp, uint32_t words[GP_WORDS])
{
    if (gp->control) {
        words[0] = gp->operand;
        words[1] = FIELD_PUT(GP1_OPCODE, (uint32_t)gp->opcode);
    } else {
        if (!gp->length || !FIELD_FITS(GP1_LENGTH, gp->length) || gp->get >> HOST_ADDRESS_BITS)
            return ERR_RANGE;
        if (gp->get & 3)
            return ERR_ALIGN;
        words[0] = (uint32_t)gp->get | FIELD_PUT(GP0_FETCH, (uint32_t)gp->conditional);
        words[1] =
            FIELD_PUT(GP1_GET_HI, (uint32_t)(gp->get >> 32)) | FIELD_PUT(GP1_LENGTH, gp->length);
    }
    words[1] |= FIELD_PUT(GP1_PRIV, (uint32_t)gp->kernel) |
                FIELD_PUT(GP1_LEVEL, (uint32_t)gp->subroutine) |
                FIELD_PUT(GP1_SYNC, (uint32_t)gp->sync_wait);
    return OK;
}

/* ---- push buffer entries ---- */

void pb_start(struct pb_reader *reader)
{
    *reader = (struct pb_reader){ .left = 0 };
}

static void fail(struct pb_entry *entry, enum pb_error error)
{
    entry->kind = PB_ERROR;
    entry->error = error;
}

/* SEC_OP 0: bits 31:16 as a whole tell the entries other than NOP apart. */
static void take_control(uint32_t word, struct pb_entry *entry)
{
    if (word == PB_NOP) {
        entry->kind = PB_NOP_ENTRY;
        return;
    }
    entry->mask = (uint16_t)FIELD_GET(PB_SUBDEVICE_MASK, word);
    switch (FIELD_GET(PB_CONTROL_OPCODE, word)) {
    case PB_TERT_OP_SET_SUB_DEV_MASK:
        entry->kind = PB_SET_MASK;
        return;
    case PB_TERT_OP_STORE_SUB_DEV_MASK:
        entry->kind = PB_STORE_MASK;
        return;
    case PB_TERT_OP_USE_SUB_DEV_MASK:
        entry->kind = PB_USE_MASK;
        return;
    default:
        fail(entry, FIELD_GET(PB_TERT_OP, word) ? PB_CONTROL_BITS : PB_LEGACY_INC);
        return;
    }
}

/* SET_OBJECT is a method of host on any subchannel, and tells the class of that subchannel. */
static void note_class(struct pb_reader *reader, const struct pb_entry *entry)
{
    if (entry->address == HOST_SET_OBJECT)
        reader->classes[entry->subchannel] =
            (uint16_t)FIELD_GET(HOST_SET_OBJECT_CLASS, entry->data);
}

/* A header with data. One whose last method would lie past 0x3ffc is illegal as a whole; with COUNT 0 it does
 * nothing, wherever it points. */
static void take_header(struct pb_reader *reader, uint32_t word, enum pb_kind kind,
                        struct pb_entry *entry)
{
    const unsigned count = FIELD_GET(PB_METHOD_COUNT, word);
    const unsigned first = FIELD_GET(PB_METHOD_ADDRESS, word) * 4;
    unsigned last = first;

    if (kind == PB_INCR)
        last = first + (count ? count - 1 : 0) * 4;
    else if (kind == PB_ONEINCR && count > 1)
        last = first + 4;
    if (last > PB_METHOD_LAST) {
        fail(entry, PB_PAST_LAST);
        return;
    }
    entry->kind = kind;
    entry->count = (uint16_t)count;
    entry->subchannel = (uint8_t)FIELD_GET(PB_METHOD_SUBCHANNEL, word);
    entry->address = (uint16_t)first;
    reader->left = entry->count;
    reader->address = entry->address;
    reader->subchannel = entry->subchannel;
    reader->step = kind == PB_NONINCR ? 0 : 4;
    reader->later = kind == PB_INCR ? 4 : 0;
}

static void take_immediate(struct pb_reader *reader, uint32_t word, struct pb_entry *entry)
{
    entry->kind = PB_IMMD;
    entry->subchannel = (uint8_t)FIELD_GET(PB_METHOD_SUBCHANNEL, word);
    entry->address = (uint16_t)(FIELD_GET(PB_METHOD_ADDRESS, word) * 4);
    entry->data = FIELD_GET(PB_IMMD_DATA, word);
    note_class(reader, entry);
}

/* A word that is no data of an entry before it begins one: bits 31:29 say which (gv100.md §4.2). */
static void take_instruction(struct pb_reader *reader, uint32_t word, struct pb_entry *entry)
{
    switch (FIELD_GET(PB_SEC_OP, word)) {
    case PB_SEC_OP_USE_TERT:
        take_control(word, entry);
        return;
    case PB_SEC_OP_INC_METHOD:
        take_header(reader, word, PB_INCR, entry);
        return;
    case PB_SEC_OP_NON_INC_METHOD:
        take_header(reader, word, PB_NONINCR, entry);
        return;
    case PB_SEC_OP_ONE_INC:
        take_header(reader, word, PB_ONEINCR, entry);
        return;
    case PB_SEC_OP_IMMD_DATA_METHOD:
        take_immediate(reader, word, entry);
        return;
    case PB_SEC_OP_END_PB_SEGMENT:
        entry->kind = PB_END_SEGMENT;
        reader->ended = true;
        return;
    case PB_SEC_OP_RESERVED6:
        fail(entry, PB_RESERVED);
        return;
    default:
        fail(entry, PB_LEGACY_NONINC);
        return;
    }
}

void pb_next(struct pb_reader *reader, uint32_t word, struct pb_entry *entry)
{
    if (!reader->left) {
        take_instruction(reader, word, entry);
        return;
    }
    entry->kind = PB_DATA;
    entry->subchannel = reader->subchannel;
    entry->address = reader->address;
    entry->data = word;
    reader->address = (uint16_t)(reader->address + reader->step);
    reader->step = reader->later;
    reader->left--;
    note_class(reader, entry);
}

static enum err header_pack(uint32_t sec_op, uint32_t upper, const struct pb_entry *entry,
                            uint32_t *word)
{
    if (!FIELD_FITS(PB_METHOD_COUNT, upper) ||
        !FIELD_FITS(PB_METHOD_SUBCHANNEL, entry->subchannel) || entry->address > PB_METHOD_LAST)
        return ERR_RANGE;
    if (entry->address & 3)
        return ERR_ALIGN;
    *word = FIELD_PUT(PB_SEC_OP, sec_op) | FIELD_PUT(PB_METHOD_COUNT, upper) |
            FIELD_PUT(PB_METHOD_SUBCHANNEL, (uint32_t)entry->subchannel) |
            FIELD_PUT(PB_METHOD_ADDRESS, (uint32_t)entry->address / 4);
    return OK;
}

static enum err mask_pack(uint32_t opcode, uint32_t mask, uint32_t *word)
{
    if (!FIELD_FITS(PB_SUBDEVICE_MASK, mask))
        return ERR_RANGE;
    *word = FIELD_PUT(PB_CONTROL_OPCODE, opcode) | FIELD_PUT(PB_SUBDEVICE_MASK, mask);
    return OK;
}

/* The reverse of take_instruction: a header, not its data words. */
enum err pb_pack(const struct pb_entry *entry, uint32_t *word)
{
    switch (entry->kind) {
    case PB_INCR:
        return header_pack(PB_SEC_OP_INC_METHOD, entry->count, entry, word);
    case PB_NONINCR:
        return header_pack(PB_SEC_OP_NON_INC_METHOD, entry->count, entry, word);
    case PB_ONEINCR:
        return header_pack(PB_SEC_OP_ONE_INC, entry->count, entry, word);
    case PB_IMMD:
        return header_pack(PB_SEC_OP_IMMD_DATA_METHOD, entry->data, entry, word);
    case PB_NOP_ENTRY:
        *word = PB_NOP;
        return OK;
    case PB_SET_MASK:
        return mask_pack(PB_TERT_OP_SET_SUB_DEV_MASK, entry->mask, word);
    case PB_STORE_MASK:
        return mask_pack(PB_TERT_OP_STORE_SUB_DEV_MASK, entry->mask, word);
    case PB_USE_MASK:
        return mask_pack(PB_TERT_OP_USE_SUB_DEV_MASK, 0, word);
    case PB_END_SEGMENT:
        *word = FIELD_PUT(PB_SEC_OP, (uint32_t)PB_SEC_OP_END_PB_SEGMENT);
        return OK;
    case PB_DATA:
    case PB_ERROR:
        break;
    }
    return ERR_UNSUPPORTED;
}

bool pb_is_copy_class(uint16_t class_id)
{
    for (unsigned i = 0; i < GV100_CHIP_COUNT; i++)
        if (gv100_chips[i].places->copy_class == class_id)
            return true;
    return false;
}
