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
        .pwm = entry & GPIO_PWM,
        .on_data = entry & GPIO_ON_DATA,
        .off_data = entry & GPIO_OFF_DATA,
    };
}

unsigned dcb_port_count(const struct vbios *v)
{
    uint32_t table;

    if (find_table(v, DCB_PORTS, CCB_VERSION, CCB_ENTRY_SIZE, &table) != OK)
        return 0;
    return rom_u8(&v->image, table + 2);
}

/* Row `index` of the table of ports, if it is of that kind and names one of `count` ports of the card. */
static enum err read_port(const struct vbios *v, uint32_t table, unsigned index, unsigned access,
                          unsigned count, struct i2c_port *out)
{
    if (index >= rom_u8(&v->image, table + 2))
        return ERR_NOT_FOUND;
    const uint32_t entry =
        rom_u32(&v->image, table + rom_u8(&v->image, table + 1) + index * CCB_ENTRY_SIZE);
    if (FIELD_GET(CCB_ACCESS, entry) != access)
        return ERR_NOT_FOUND;
    if (FIELD_GET(CCB_PORT, entry) >= count)
        return ERR_RANGE;
    *out = (struct i2c_port){
        .port = (uint8_t)FIELD_GET(CCB_PORT, entry),
        .pad = entry & CCB_HYBRID ? (uint8_t)FIELD_GET(CCB_PARTNER, entry) : PAD_NONE,
    };
    return OK;
}

/* Two operands stand for the board's first and second port, which the table's header names; without such a header
 * both are port 0. */
enum err dcb_port(const struct vbios *v, uint8_t operand, struct i2c_port *out)
{
    uint32_t table;
    const enum err e = find_table(v, DCB_PORTS, CCB_VERSION, CCB_ENTRY_SIZE, &table);

    if (e != OK)
        return e;
    const bool has_defaults = rom_u8(&v->image, table + 1) >= CCB_HEADER_MIN;
    const uint8_t defaults = has_defaults ? rom_u8(&v->image, table + CCB_DEFAULTS) : 0;
    unsigned index = operand;
    if (operand == I2C_PORT_PRIMARY)
        index = FIELD_GET(CCB_PRIMARY, defaults);
    else if (operand == I2C_PORT_SECONDARY)
        index = FIELD_GET(CCB_SECONDARY, defaults);
    return read_port(v, table, index, CCB_ACCESS_I2C, PNVIO_I2C_PORT_COUNT, out);
}

enum err dcb_aux(const struct vbios *v, unsigned index, struct i2c_port *out)
{
    uint32_t table;
    const enum err e = find_table(v, DCB_PORTS, CCB_VERSION, CCB_ENTRY_SIZE, &table);

    return e == OK ? read_port(v, table, index, CCB_ACCESS_AUX, PNVIO_AUX_COUNT, out) : e;
}

/* The type of the board's connector number `index`. */
static uint8_t connector_type(const struct vbios *v, unsigned index)
{
    const struct rom *const image = &v->image;

    if (rom_u8(image, v->dcb + 1) < DCB_HEADER_CONNECTORS)
        return CCB_UNUSED;
    const uint32_t table = rom_u16(image, v->dcb + DCB_CONNECTORS);
    if (!table || index >= rom_u8(image, table + 2))
        return CCB_UNUSED;
    const uint32_t at = table + rom_u8(image, table + 1) + index * rom_u8(image, table + 3);
    return rom_holds(image, at, 1) ? rom_u8(image, at) : CCB_UNUSED;
}

/* The table says its own sizes and count, so an entry is read only when it is known to lie in the image. */
enum err dcb_output(const struct vbios *v, unsigned index, struct dcb_output *out)
{
    const enum err e = check_dcb(v);

    if (e != OK)
        return e;
    if (rom_u8(&v->image, v->dcb + DCB_ENTRY_SIZE_AT) != DCB_ENTRY_SIZE)
        return ERR_UNSUPPORTED;
    const uint32_t at = v->dcb + rom_u8(&v->image, v->dcb + 1) + index * DCB_ENTRY_SIZE;
    if (index >= rom_u8(&v->image, v->dcb + DCB_ENTRIES) ||
        !rom_holds(&v->image, at, DCB_ENTRY_SIZE))
        return ERR_NOT_FOUND;
    const uint32_t first = rom_u32(&v->image, at), second = rom_u32(&v->image, at + 4);
    const unsigned type = FIELD_GET(DCB_TYPE, first);
    if (type == DCB_TYPE_END || type == DCB_TYPE_SKIP)
        return ERR_NOT_FOUND;
    *out = (struct dcb_output){
        .type = (uint8_t)type,
        .port = (uint8_t)FIELD_GET(DCB_ENTRY_PORT, first),
        .heads = (uint8_t)FIELD_GET(DCB_HEADS, first),
        .resources = (uint8_t)FIELD_GET(DCB_RESOURCES, first),
        .links = (uint8_t)FIELD_GET(DCB_LINKS, second),
        .location = (uint8_t)FIELD_GET(DCB_LOCATION, first),
        .external = (uint8_t)FIELD_GET(DCB_EXTERNAL, second),
        .connector = connector_type(v, FIELD_GET(DCB_CONNECTOR, first)),
    };
    return OK;
}

/* ---- devices on I2C -------------------------------------------------------------------------- */

static bool knows_devices(uint8_t version)
{
    return version == DEVICE_VERSION_30 || version == DEVICE_VERSION_40;
}

/* Finds the table of devices, and checks that all of its rows lie in the image. */
static enum err find_devices(const struct vbios *v, uint32_t *table)
{
    const struct rom *const image = &v->image;
    const enum err e = check_dcb(v);

    if (e != OK)
        return e;
    if (rom_u8(image, v->dcb + 1) < DCB_HEADER_DEVICES)
        return ERR_NOT_FOUND;
    const uint32_t at = rom_u16(image, v->dcb + DCB_DEVICES);
    if (!at || !rom_holds(image, at, DEVICE_HEADER_MIN))
        return ERR_NOT_FOUND;
    if (!knows_devices(rom_u8(image, at)) || rom_u8(image, at + 3) < DEVICE_ENTRY_MIN)
        return ERR_UNSUPPORTED;
    if (!rom_holds(image, at,
                   rom_u8(image, at + 1) + rom_u8(image, at + 2) * rom_u8(image, at + 3)))
        return ERR_NOT_FOUND;
    *table = at;
    return OK;
}

enum err dcb_device_count(const struct vbios *v, unsigned *count)
{
    uint32_t table;
    const enum err e = find_devices(v, &table);

    if (e == OK)
        *count = rom_u8(&v->image, table + 2);
    return e;
}

/* An address that is 0 or odd is none (board-sensors.md §1.7). */
enum err dcb_device(const struct vbios *v, unsigned index, struct dcb_device *out)
{
    const struct rom *const image = &v->image;
    uint32_t table;
    const enum err e = find_devices(v, &table);

    if (e != OK)
        return e;
    const uint32_t at = table + rom_u8(image, table + 1) + index * rom_u8(image, table + 3);
    const uint8_t type = rom_u8(image, at + DEVICE_TYPE);
    const uint8_t address = rom_u8(image, at + DEVICE_ADDRESS);
    if (type == DEVICE_SKIP || !address || (address & 1))
        return ERR_NOT_FOUND;
    *out = (struct dcb_device){ .type = type,
                                .address = address >> 1,
                                .secondary =
                                    rom_u8(image, at + DEVICE_FLAGS) & DEVICE_SECONDARY_PORT };
    return OK;
}

/* ---- resistors of power monitors ------------------------------------------------------------- */

static enum err find_shunts(const struct vbios *v, uint32_t *table)
{
    const struct bit_token *const token = vbios_token(v, 'P');

    if (!token || token->version != 2 || token->size < BIT_PERF_SHUNTS + 4)
        return ERR_NOT_FOUND;
    const uint32_t at = rom_u32(&v->image, token->at + BIT_PERF_SHUNTS);
    if (!at || !rom_holds(&v->image, at, SHUNTS_HEADER_MIN))
        return ERR_NOT_FOUND;
    const uint8_t version = rom_u8(&v->image, at);
    if (version != SHUNTS_VERSION_10 && version != SHUNTS_VERSION_20)
        return ERR_UNSUPPORTED;
    *table = at;
    return OK;
}

/* The first row of that device decides, because a value of 0 or the flag says that the channel has no resistor. */
enum err shunt_of(const struct vbios *v, unsigned index, unsigned channel, uint8_t *milliohm)
{
    const struct rom *const image = &v->image;
    uint32_t table = 0;
    const enum err e = find_shunts(v, &table);

    if (e != OK)
        return e;
    const bool old = rom_u8(image, table) == SHUNTS_VERSION_10;
    const uint32_t resistor =
        (old ? SHUNTS_RESISTORS_10 : SHUNTS_RESISTORS_20) + channel * SHUNT_SIZE;
    const uint32_t size = rom_u8(image, table + 2);
    for (unsigned i = 0; i < rom_u8(image, table + 3); i++) {
        const uint32_t entry = table + rom_u8(image, table + 1) + i * size;

        if (resistor + SHUNT_SIZE > size || !rom_holds(image, entry, size) ||
            rom_u8(image, entry + (old ? SHUNTS_DEVICE_10 : SHUNTS_DEVICE_20)) != index)
            continue;
        const uint8_t value = rom_u8(image, entry + resistor);
        if (!value || (rom_u8(image, entry + resistor + SHUNT_FLAGS) & SHUNT_OFF))
            return ERR_NOT_FOUND;
        *milliohm = value;
        return OK;
    }
    return ERR_NOT_FOUND;
}
