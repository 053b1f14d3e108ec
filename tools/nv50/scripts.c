#include "tools/nv50/scripts.h"

#include "engines/nv50/devinit/decode.h"

#define LEAST_SCRIPTS 2 /* one alone may as well be damaged */

unsigned scripts_count(const struct vbios *v)
{
    unsigned count = 0;
    uint16_t at;

    while (count < DEVINIT_SCRIPTS && vbios_script(v, count, &at) && at)
        count++;
    return count;
}

unsigned scripts_whole(const struct vbios *v)
{
    static struct devinit_walk walk;
    const unsigned count = scripts_count(v);
    unsigned whole = 0;
    uint16_t at;

    for (unsigned i = 0; i < count; i++)
        whole += vbios_script(v, i, &at) && devinit_walk_script(&walk, v, at) == DEVINIT_OK;
    return whole;
}

static bool begins_with_opcode(const struct vbios *v, unsigned index)
{
    uint16_t at;

    return vbios_script(v, index, &at) && decode_length(v, at) > 0;
}

bool scripts_are_overwritten(const struct vbios *v)
{
    const unsigned count = scripts_count(v);
    unsigned begin = 0;

    for (unsigned i = 0; i < count; i++)
        begin += begins_with_opcode(v, i);
    return count >= LEAST_SCRIPTS && 2 * begin < count && !scripts_whole(v);
}
