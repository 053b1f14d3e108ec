#include "mmu/nv50/dmaobj.h"

#define ADDRESS_MASK BITS64(ADDRESS_BITS - 1, 0)

static bool has_encryption(const struct nv50_chip *chip)
{
    return chip->features & FEATURE_ENCRYPTION;
}

static bool fits(const struct nv50_chip *chip, const struct dmaobj *obj)
{
    return FIELD_FITS(DMAOBJ0_TARGET, obj->target) && FIELD_FITS(DMAOBJ0_ACCESS, obj->access) &&
           FIELD_FITS(DMAOBJ0_PRIVILEGE, obj->privilege) && FIELD_FITS(DMAOBJ0_TYPE, obj->type) &&
           FIELD_FITS(DMAOBJ0_COMPRESSION, obj->compression) && obj->base <= ADDRESS_MASK &&
           obj->limit <= ADDRESS_MASK && FIELD_FITS(DMAOBJ4_TAG_BASE, obj->tag_base) &&
           FIELD_FITS(DMAOBJ4_TAG_LIMIT, obj->tag_limit) && FIELD_FITS(DMAOBJ5_CYCLE, obj->cycle) &&
           FIELD_FITS(DMAOBJ5_ENCRYPTION, obj->encryption) &&
           (has_encryption(chip) || !obj->encryption);
}

/* All values are checked before the first word is written, because half an object would look valid.
 * */
enum err dmaobj_pack(const struct nv50_chip *chip, const struct dmaobj *obj,
                     uint32_t words[DMAOBJ_WORDS])
{
    if (!fits(chip, obj))
        return ERR_RANGE;
    words[0] = FIELD_PUT(DMAOBJ0_CLASS, (uint32_t)obj->class_id) |
               FIELD_PUT(DMAOBJ0_TARGET, (uint32_t)obj->target) |
               FIELD_PUT(DMAOBJ0_ACCESS, (uint32_t)obj->access) |
               FIELD_PUT(DMAOBJ0_PRIVILEGE, (uint32_t)obj->privilege) |
               FIELD_PUT(DMAOBJ0_TYPE, (uint32_t)obj->type) |
               FIELD_PUT(DMAOBJ0_COMPRESSION, (uint32_t)obj->compression) |
               FIELD_PUT(DMAOBJ0_SUPERVISOR, (uint32_t)obj->supervisor);
    words[1] = (uint32_t)obj->limit;
    words[2] = (uint32_t)obj->base;
    words[3] = FIELD_PUT(DMAOBJ3_BASE_HIGH, (uint32_t)(obj->base >> 32)) |
               FIELD_PUT(DMAOBJ3_LIMIT_HIGH, (uint32_t)(obj->limit >> 32));
    words[4] = FIELD_PUT(DMAOBJ4_TAG_BASE, (uint32_t)obj->tag_base) |
               FIELD_PUT(DMAOBJ4_TAG_LIMIT, (uint32_t)obj->tag_limit);
    words[5] = FIELD_PUT(DMAOBJ5_COMPRESSION_BASE, (uint32_t)obj->compression_base) |
               FIELD_PUT(DMAOBJ5_CYCLE, (uint32_t)obj->cycle) |
               FIELD_PUT(DMAOBJ5_ENCRYPTION, (uint32_t)obj->encryption);
    return OK;
}

/* Chips without encryption ignore its field, so it is read as 0 there. */
void dmaobj_unpack(const struct nv50_chip *chip, const uint32_t words[DMAOBJ_WORDS],
                   struct dmaobj *obj)
{
    *obj = (struct dmaobj){
        .class_id = (uint16_t)FIELD_GET(DMAOBJ0_CLASS, words[0]),
        .target = (uint8_t)FIELD_GET(DMAOBJ0_TARGET, words[0]),
        .access = (uint8_t)FIELD_GET(DMAOBJ0_ACCESS, words[0]),
        .privilege = (uint8_t)FIELD_GET(DMAOBJ0_PRIVILEGE, words[0]),
        .type = (uint8_t)FIELD_GET(DMAOBJ0_TYPE, words[0]),
        .compression = (uint8_t)FIELD_GET(DMAOBJ0_COMPRESSION, words[0]),
        .supervisor = words[0] & DMAOBJ0_SUPERVISOR,
        .base = (uint64_t)FIELD_GET(DMAOBJ3_BASE_HIGH, words[3]) << 32 | words[2],
        .limit = (uint64_t)FIELD_GET(DMAOBJ3_LIMIT_HIGH, words[3]) << 32 | words[1],
        .tag_base = (uint16_t)FIELD_GET(DMAOBJ4_TAG_BASE, words[4]),
        .tag_limit = (uint16_t)FIELD_GET(DMAOBJ4_TAG_LIMIT, words[4]),
        .compression_base = (uint16_t)FIELD_GET(DMAOBJ5_COMPRESSION_BASE, words[5]),
        .cycle = (uint8_t)FIELD_GET(DMAOBJ5_CYCLE, words[5]),
        .encryption = has_encryption(chip) ? (uint8_t)FIELD_GET(DMAOBJ5_ENCRYPTION, words[5]) : 0,
    };
}
