#include "engines/nv50/devinit/output.h"

/* Where a record for outputs of this type and mask lies, in the table that a token points to; 0: nowhere. All that is
 * wanted lies in the mask's first 16 bits, which is all there is of it in the records of token 'd'. */
static uint32_t find_record(const struct vbios *v, char id, uint32_t type, uint32_t wanted)
{
    const struct rom *const image = &v->image;
    const struct bit_token *const token = vbios_token(v, id);
    const uint32_t table = token && token->at ? rom_u16(image, token->at) : 0;
    const uint32_t header = rom_u8(image, table + 1), stride = rom_u8(image, table + 2);

    for (unsigned i = 0; table && i < rom_u8(image, table + 3); i++) {
        const uint32_t record = rom_u16(image, table + header + i * stride);
        uint32_t mask = rom_u16(image, record + DISPLAY_RECORD_MASK);

        mask |= rom_u8(image, table) == DISPLAY_ANY_LINK ? DISPLAY_LINKS : 0;
        if (record && rom_u16(image, record + DISPLAY_RECORD_TYPE) == type &&
            (mask & wanted) == wanted)
            return record;
    }
    return 0;
}

/* The records with an output's script and flags are found by its type and links, because the DCB has no index of them. */
enum err output_find(const struct vbios *v, unsigned index, struct output *out)
{
    struct dcb_output entry;
    const enum err e = dcb_output(v, index, &entry);

    if (e != OK)
        return e;
    if (!entry.resources)
        return ERR_NOT_FOUND;
    const uint32_t type =
        (uint32_t)entry.external << 8 | (uint32_t)entry.location << 4 | entry.type;
    const uint32_t links = (uint32_t)entry.links << 6;
    const uint32_t display =
        find_record(v, 'U', type, (uint32_t)entry.heads << 8 | links | entry.resources);
    const uint32_t dp =
        entry.type == DCB_TYPE_DP ? find_record(v, 'd', DCB_TYPE_DP, links | entry.resources) : 0;
    *out = (struct output){
        .head = OUTPUT_NO_HEAD,
        .second_link = entry.links && !(entry.links & 1),
        .port = entry.port,
        .internal_dp = entry.connector == CONNECTOR_INTERNAL_DP,
        .has_dp_flags = dp != 0,
        .dp_flags = dp ? rom_u8(&v->image, dp + DP_RECORD_FLAGS) : 0,
        .script = display ? rom_u16(&v->image, display + DISPLAY_RECORD_SCRIPT) : 0,
    };
    while (!(entry.resources >> out->resource & 1))
        out->resource++;
    return OK;
}
