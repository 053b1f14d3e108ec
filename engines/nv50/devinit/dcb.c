#include "engines/nv50/devinit/dcb.h"

#include "hw/nv50/opcodes.h"
#include "hw/nv50/pnvio.h"

static enum err check_dcb(const struct vbios *v)
{
    if (!v->dcb || !rom_holds(&v->image, v->dcb, DCB_HEADER_MIN))
        return ERR_NOT_FOUND;
    return rom_u8(&v->image, v->dcb) == DCB_VERSION &&
                   rom_u32(&v->image, v->dcb + DCB_SIGNATURE_AT) == DCB_SIGNATURE
               ? OK
               : ERR_UNSUPPORTED;
}

/* A table of the block: version, header size, count, entry size. */
static enum err find_table(const struct vbios *v, uint32_t pointer_at, uint8_t version,
                           uint8_t entry_size, uint32_t *table)
{
    const enum err e = check_dcb(v);
    if (e != OK)
        return e;
    const uint32_t at = rom_u16(&v->image, v->dcb + pointer_at);
    if (!at || !rom_holds(&v->image, at, 4))
        return ERR_NOT_FOUND;
    if (rom_u8(&v->image, at) != version || rom_u8(&v->image, at + 3) != entry_size)
        return ERR_UNSUPPORTED;
    const uint32_t size = rom_u8(&v->image, at + 1) + rom_u8(&v->image, at + 2) * entry_size;
    if (!rom_holds(&v->image, at, size))
        return ERR_NOT_FOUND;
    *table = at;
    return OK;
}

enum err dcb_gpio_count(const struct vbios *v, unsigned *count)
{
    uint32_t table;
    const enum err e = find_table(v, DCB_GPIO, GPIO_TABLE_VERSION, GPIO_ENTRY_SIZE, &table);

    if (e == OK)
        *count = rom_u8(&v->image, table + 2);
    return e;
}

struct gpio_entry dcb_gpio(const struct vbios *v, unsigned index)
{
    const uint32_t table = rom_u16(&v->image, v->dcb + DCB_GPIO);
    const uint32_t at = table + rom_u8(&v->image, table + 1) + index * GPIO_ENTRY_SIZE;
    const uint32_t entry = rom_u32(&v->image, at);
    const bool on = entry & GPIO_INIT_ON;

    return (struct gpio_entry){
        .line = (uint8_t)FIELD_GET(GPIO_LINE, entry),
        .function = (uint8_t)FIELD_GET(GPIO_FUNCTION, entry),
        .input = entry & (on ? GPIO_ON_INPUT : GPIO_OFF_INPUT),
        .level = entry & (on ? GPIO_ON_DATA : GPIO_OFF_DATA),
        .nvio = entry & GPIO_NVIO,
        .sor = entry & GPIO_SOR,
    };
}

unsigned dcb_port_count(const struct vbios *v)
{
    uint32_t table;

    if (find_table(v, DCB_PORTS, CCB_VERSION, CCB_ENTRY_SIZE, &table) != OK)
        return 0;
    return rom_u8(&v->image, table + 2);
}

enum err dcb_port(const struct vbios *v, uint8_t operand, struct i2c_port *out)
{
    uint32_t table;
    const enum err e = find_table(v, DCB_PORTS, CCB_VERSION, CCB_ENTRY_SIZE, &table);

    if (e != OK)
        return e;
    const uint8_t header = rom_u8(&v->image, table + 1);
    const uint8_t defaults = header >= CCB_HEADER_MIN ? rom_u8(&v->image, table + CCB_DEFAULTS) : 0;
    unsigned index = operand;
    if (operand == I2C_PORT_PRIMARY)
        index = FIELD_GET(CCB_PRIMARY, defaults);
    else if (operand == I2C_PORT_SECONDARY)
        index = FIELD_GET(CCB_SECONDARY, defaults);
    if (index >= rom_u8(&v->image, table + 2))
        return ERR_NOT_FOUND;
    const uint32_t entry = rom_u32(&v->image, table + header + index * CCB_ENTRY_SIZE);
    if (FIELD_GET(CCB_ACCESS, entry) != CCB_ACCESS_I2C)
        return ERR_NOT_FOUND;
    if (FIELD_GET(CCB_PORT, entry) >= PNVIO_I2C_PORT_COUNT)
        return ERR_RANGE;
    *out = (struct i2c_port){
        .port = (uint8_t)FIELD_GET(CCB_PORT, entry),
        .pad = entry & CCB_HYBRID ? (uint8_t)FIELD_GET(CCB_PARTNER, entry) : PAD_NONE,
    };
    return OK;
}
