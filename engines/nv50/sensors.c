#include "engines/nv50/sensors.h"

#include "engines/nv50/devinit/board_pads.h"
#include "engines/past_deadline.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/opcodes.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pnvio.h"
#include "hw/nv50/sensors.h"

#define ADT74XX_MAKER 0x41

/* How a device is built, which decides the registers that are read. */
enum build { BUILD_LM90, BUILD_ADT7473, BUILD_INA219, BUILD_INA3221 };

/* A register that identifies a device: its number, the bits that count, and the value that they must have. A mask above
 * 0xff means a register of 16 bits. */
struct id {
    uint8_t at;
    uint16_t mask, value;
};

/* A type of device: its own values where others of its build have others. */
struct kind {
    const char *name;
    enum build build;
    struct id ids[2];
    uint8_t type;
    uint8_t fraction;      /* BUILD_LM90: bits of the remote value after the point */
    bool is_unsigned;      /* ... which is never below 0 */
    bool has_range;        /* ... and LM90_CONFIG_RANGE shifts it */
    int8_t remote_offset;  /* degrees that are to be added */
    bool has_fan;          /* ... and the fan is counted */
    uint8_t shunt_at, bus; /* BUILD_INA219: registers */
};

/* clang-format off */
static const struct kind kinds[] = {
    { "ADM1032", BUILD_LM90, .type = DEVICE_ADM1032, .ids = { { LM90_MAKER, 0xff, 0x41 }, { LM90_DEVICE, 0xf0, 0x40 } }, .fraction = 3 },
    { "MAX6649", BUILD_LM90, .type = DEVICE_MAX6649, .ids = { { LM90_MAKER, 0xff, 0x4d }, { LM90_DEVICE, 0xff, 0x59 } }, .fraction = 3, .is_unsigned = true },
    { "LM99", BUILD_LM90, .type = DEVICE_LM99, .ids = { { LM90_MAKER, 0xff, 0x01 }, { LM90_DEVICE, 0xf0, 0x30 } }, .fraction = 3, .remote_offset = 16 },
    { "MAX1617", BUILD_LM90, .type = DEVICE_MAX1617, .ids = { { LM90_MAKER, 0xff, 0x4d }, { LM90_DEVICE, 0xff, 0x01 } } },
    { "LM64", BUILD_LM90, .type = DEVICE_LM64, .ids = { { LM90_MAKER, 0xff, 0x01 }, { LM90_DEVICE, 0xff, 0x51 } }, .fraction = 3, .remote_offset = 16, .has_fan = true },
    { "LM89", BUILD_LM90, .type = DEVICE_LM89, .ids = { { LM90_MAKER, 0xff, 0x01 }, { LM90_DEVICE, 0xf0, 0x30 } }, .fraction = 3 },
    { "TMP411", BUILD_LM90, .type = DEVICE_TMP411, .ids = { { LM90_MAKER, 0xff, 0x55 }, { LM90_DEVICE, 0xfc, 0x10 } }, .fraction = 4, .has_range = true },
    { "ADT7461", BUILD_LM90, .type = DEVICE_ADT7461, .ids = { { LM90_MAKER, 0xff, 0x41 }, { LM90_DEVICE, 0xf0, 0x50 } }, .fraction = 2, .has_range = true },
    { "ADT7473", BUILD_ADT7473, .type = DEVICE_ADT7473, .ids = { { ADT7473_MAKER, 0xff, ADT74XX_MAKER }, { ADT7473_REVISION, ADT7473_REVISION_BITS, 0x68 } } },
    { "ADT7473", BUILD_ADT7473, .type = DEVICE_ADT7473_2, .ids = { { ADT7473_MAKER, 0xff, ADT74XX_MAKER }, { ADT7473_REVISION, ADT7473_REVISION_BITS, 0x68 } } },
    { "INA219", BUILD_INA219, .type = DEVICE_INA219, .shunt_at = INA219_SHUNT, .bus = INA219_BUS },
    { "INA209", BUILD_INA219, .type = DEVICE_INA209, .shunt_at = INA209_SHUNT, .bus = INA209_BUS },
    { "INA3221", BUILD_INA3221, .type = DEVICE_INA3221, .ids = { { INA3221_MAKER, 0xffff, 0x5449 }, { INA3221_DEVICE, 0xffff, 0x3220 } } },
};
/* clang-format on */

const char *sensor_state_text(enum sensor_state state)
{
    static const char *const texts[SENSOR_STATES] = {
        [SENSOR_READ] = "",
        [SENSOR_SILENT] = "nothing answers",
        [SENSOR_OTHER] = "another chip answers",
        [SENSOR_NO_PORT] = "there is no such port",
        [SENSOR_OFF] = "the card's I2C ports are switched off",
        [SENSOR_BLIND] = "the input of its port is switched off",
        [SENSOR_PMU] = "the card's own processor drives its port",
        [SENSOR_PAD] = "its port shares a pad with DisplayPort",
        [SENSOR_SDA_LOW] = "the data line is held low",
        [SENSOR_SCL_LOW] = "the clock line is held low",
        [SENSOR_BUSY] = "another master used the port",
        [SENSOR_LATE] = "the time was over",
    };

    return texts[state];
}

/* ---- the port -------------------------------------------------------------------------------- */

/* A device that is being asked. Once `sensor->state` is something else than SENSOR_READ, the rest of the calls do
 * nothing and give 0. */
struct talk {
    struct card *card;
    struct sensor *sensor;
    uint32_t reg; /* of the port */
};

#define PAST_DEADLINE_US                                                                           \
    50000 /* ten clocks that a device holds for 2.2 ms each, and as much again */

static enum err port_reg(void *context, bool write, uint32_t reg, uint32_t *value)
{
    struct card *const card = context;

    if (write)
        return card_set32(card, reg, *value);
    *value = card_read32(card, reg);
    return card_expired(card) ? ERR_DEADLINE : OK;
}

static enum err port_wait(void *context, uint32_t us)
{
    struct card *const card = context;

    card->bus->ops->wait_us(card->bus, us);
    return card_expired(card) ? ERR_DEADLINE : OK;
}

static void port_past_deadline(void *context, void (*work)(void *opaque), void *opaque)
{
    card_past_deadline(context, PAST_DEADLINE_US, work, opaque);
}

static unsigned port_count(const struct card *card)
{
    const uint32_t features = nv50_chip_of(card->chip)->features;

    if (features & FEATURE_PLL_GT215)
        return PNVIO_I2C_PORT_COUNT;
    return features & FEATURE_GPIO_32 ? PNVIO_I2C_PORTS_G94 : PNVIO_I2C_PORTS_G80;
}

static bool is_blind(uint8_t port, uint32_t inputs)
{
    if (port < PNVIO_I2C_PORTS_G80)
        return !(inputs & PNVIO_INPUTS_PORT_0 << port);
    return port == 5 && !(inputs & PNVIO_INPUTS_PORT_5);
}

/* Whether the port may be used, and works as far as that shows before it is used. */
static enum sensor_state port_state(struct card *card, const struct i2c_port *port, uint32_t reg)
{
    const bool has_mode = nv50_chip_of(card->chip)->features & FEATURE_PLL_GT215;

    if (port->pad != PAD_NONE)
        return SENSOR_PAD;
    if (!(card_read32(card, PMC_ENABLE) & PMC_ENABLE_I2C))
        return SENSOR_OFF;
    if (is_blind(port->port, card_read32(card, PNVIO_INPUTS)))
        return SENSOR_BLIND;
    if (has_mode && FIELD_GET(PNVIO_I2C_MODE, card_read32(card, reg)) == PNVIO_I2C_MODE_PMU)
        return SENSOR_PMU;
    return SENSOR_READ;
}

#define IDLE_LOOKS    5
#define IDLE_APART_US 2

/* Lets both lines go, and tells whether they are high within 10 us. The value to be put back has both let go as well,
 * because a line that a device held low has been read as low: put back like that, we would hold it ourselves. */
static enum sensor_state let_go(const struct talk *talk)
{
    struct card *const card = talk->card;
    const unsigned mark = card->change_count;
    uint32_t levels = 0;

    if (card_set32(card, talk->reg, PNVIO_I2C_IDLE) != OK)
        return SENSOR_LATE;
    if (card->change_count > mark)
        card->changes[mark].before |= PNVIO_I2C_SCL | PNVIO_I2C_SDA;
    for (unsigned i = 0; i < IDLE_LOOKS; i++) {
        card->bus->ops->wait_us(card->bus, IDLE_APART_US);
        levels = card_read32(card, talk->reg);
        if ((levels & PNVIO_I2C_SCL) && (levels & PNVIO_I2C_SDA))
            return SENSOR_READ;
    }
    return levels & PNVIO_I2C_SCL ? SENSOR_SDA_LOW : SENSOR_SCL_LOW;
}

#define RETRY_US 1000 /* a device that does not answer is asked once more */

/* Registers as they were before the change of that number. */
struct changes {
    struct card *card;
    unsigned mark;
};

static void put_back(void *opaque)
{
    const struct changes *const changes = opaque;

    card_undo(changes->card, changes->mark);
}

static enum sensor_state state_of(enum err e)
{
    switch (e) {
    case ERR_TIMEOUT:
        return SENSOR_SCL_LOW;
    case ERR_RIG:
        return SENSOR_BUSY;
    case ERR_DEADLINE:
        return SENSOR_LATE;
    default:
        return SENSOR_SILENT;
    }
}

/* Reads bytes from a register on, on a bus that is seen idle first. */
static void read_bytes(struct talk *talk, uint8_t at, uint8_t *bytes, unsigned count)
{
    struct sensor *const sensor = talk->sensor;
    struct card *const card = talk->card;
    const struct devinit_world world = {
        .context = card, .reg = port_reg, .wait = port_wait, .past_deadline = port_past_deadline
    };
    const struct devinit_i2c transfer = { .port = { sensor->port, PAD_NONE },
                                          .careful = true,
                                          .device = sensor->device.address,
                                          .out = &at,
                                          .out_count = 1,
                                          .in = bytes,
                                          .in_count = count };
    const unsigned mark = card->change_count;
    enum err e = ERR_NOT_FOUND;

    for (unsigned i = 0; i < 2 && e == ERR_NOT_FOUND && sensor->state == SENSOR_READ; i++) {
        if (i)
            card->bus->ops->wait_us(card->bus, RETRY_US);
        sensor->state = let_go(talk);
        if (sensor->state == SENSOR_READ)
            e = pads_i2c(&world, &transfer);
    }
    struct changes changes = { card, mark };
    card_past_deadline(card, PAST_DEADLINE_US, put_back, &changes);
    if (sensor->state == SENSOR_READ && e != OK)
        sensor->state = state_of(e);
}

static uint8_t read8(struct talk *talk, uint8_t at)
{
    uint8_t byte = 0;

    if (talk->sensor->state == SENSOR_READ)
        read_bytes(talk, at, &byte, 1);
    return talk->sensor->state == SENSOR_READ ? byte : 0;
}

static uint16_t read16(struct talk *talk, uint8_t at)
{
    uint8_t bytes[2] = { 0 };

    if (talk->sensor->state == SENSOR_READ)
        read_bytes(talk, at, bytes, 2);
    return talk->sensor->state == SENSOR_READ ? (uint16_t)((uint32_t)bytes[0] << 8 | bytes[1]) : 0;
}

/* Of a device that falls silent, ask() drops them all. */
static void put_reading(struct talk *talk, enum reading_kind kind, unsigned number, int32_t value)
{
    struct sensor *const sensor = talk->sensor;

    if (sensor->count < SENSOR_READINGS)
        sensor->readings[sensor->count++] =
            (struct reading){ (uint8_t)kind, (uint8_t)number, false, value };
}

/* ---- temperatures ---------------------------------------------------------------------------- */

static unsigned turns_of(uint16_t count, uint16_t none)
{
    return !count || count == none ? 0 : TACH_CLOCK / count;
}

/* Register values of these devices where the diode is open or shorted, or nothing was measured yet. */
static bool is_no_degree(uint8_t raw)
{
    return raw == 0x00 || raw == 0x7f || raw == 0x80 || raw == 0xff;
}

static void put_diode(struct talk *talk, unsigned number, uint8_t raw, int32_t value)
{
    struct sensor *const sensor = talk->sensor;

    put_reading(talk, READING_GPU, number, value);
    sensor->readings[sensor->count - 1].broken = is_no_degree(raw);
}

/* Thousandths of a degree. */
static int32_t degrees_of(const struct kind *kind, uint8_t whole, uint8_t low, bool shifted)
{
    const int32_t degrees = kind->is_unsigned || shifted ? whole : (int8_t)whole;
    const unsigned unit = 1u << kind->fraction;

    return (degrees - (shifted ? 64 : 0)) * 1000 +
           (int32_t)((unsigned)(low >> (8 - kind->fraction)) * 1000 / unit);
}

static void read_lm90(struct talk *talk, const struct kind *kind)
{
    const uint8_t config = read8(talk, LM90_CONFIG);
    const bool shifted = kind->has_range && (config & LM90_CONFIG_RANGE);

    talk->sensor->stands_by = config & LM90_CONFIG_STANDBY;
    const uint8_t whole = read8(talk, LM90_REMOTE);
    const uint8_t low = kind->fraction ? read8(talk, LM90_REMOTE_LOW) : 0;
    put_diode(talk, 0, whole, degrees_of(kind, whole, low, shifted) + kind->remote_offset * 1000);
    put_reading(talk, READING_BOARD, 0, degrees_of(kind, read8(talk, LM90_LOCAL), 0, shifted));
    if (!kind->has_fan)
        return;
    const uint8_t count = read8(talk, LM64_TACH_LOW) & LM64_TACH_LOW_BITS;
    put_reading(talk, READING_FAN, 0,
                (int32_t)turns_of((uint16_t)(read8(talk, LM64_TACH_HIGH) << 8 | count), 0xfffc));
}

/* The low byte of a count is read first, for the device keeps the high one until that has been read too. The low bits
 * of temperatures and voltages are left alone: reading them holds back the others until all have been read. */
static void read_fans(struct talk *talk)
{
    for (unsigned fan = 0; fan < ADT7473_FANS; fan++) {
        const uint8_t at = (uint8_t)(ADT7473_TACH + 2 * fan), low = read8(talk, at);
        const unsigned turns = turns_of((uint16_t)(read8(talk, at + 1) << 8 | low), 0xffff);

        if (turns)
            put_reading(talk, READING_FAN, fan + 1, (int32_t)turns);
    }
}

/* 700 / 525 and 139 / 71 are dividers before the two inputs, 2250 mV are 256 steps of the
 * values. */
static void read_supplies(struct talk *talk)
{
    const bool direct =
        (read8(talk, ADT7473_CONFIG_2) | read8(talk, ADT7473_CONFIG_4)) & ADT7473_NO_ATTENUATOR;
    const uint32_t core = read8(talk, ADT7473_SUPPLY_CORE) * 2250u / 256;
    const uint32_t supply = read8(talk, ADT7473_SUPPLY) * 139u * 2250 / (71 * 256);

    put_reading(talk, READING_CORE, 0, (int32_t)(direct ? core : core * 700 / 525));
    put_reading(talk, READING_SUPPLY, 0, (int32_t)supply);
}

/* Of its two inputs for diodes a board may use either, so one that has none is no news while the other one has. */
static void read_diodes(struct talk *talk, bool plain)
{
    static const uint8_t at[] = { ADT7473_REMOTE_1, ADT7473_REMOTE_2 };
    uint8_t raw[ARRAY_SIZE(at)];

    for (unsigned i = 0; i < ARRAY_SIZE(at); i++)
        raw[i] = read8(talk, at[i]);
    for (unsigned i = 0; i < ARRAY_SIZE(at); i++)
        if (!is_no_degree(raw[i]) || (!i && is_no_degree(raw[1])))
            put_diode(talk, i + 1, raw[i], (plain ? (int8_t)raw[i] : raw[i] - 64) * 1000);
}

static void read_adt7473(struct talk *talk)
{
    const bool plain = read8(talk, ADT7473_CONFIG_5) & ADT7473_TWOS_COMPLEMENT;

    talk->sensor->stands_by = !(read8(talk, ADT7473_CONFIG_1) & ADT7473_STARTED);
    read_diodes(talk, plain);
    const uint8_t local = read8(talk, ADT7473_LOCAL);
    put_reading(talk, READING_BOARD, 0, (plain ? (int8_t)local : local - 64) * 1000);
    read_supplies(talk);
    read_fans(talk);
}

/* ---- power ----------------------------------------------------------------------------------- */

/* A current needs the resistor that the VBIOS lists; without it the rail's voltage alone is known. */
static void put_channel(struct talk *talk, const struct vbios *v, unsigned index, unsigned channel,
                        int32_t mv, int32_t shunt_uv)
{
    uint8_t milliohm;

    put_reading(talk, READING_RAIL, channel + 1, mv);
    if (shunt_of(v, index, channel, &milliohm) != OK)
        return;
    const int32_t ma = shunt_uv / milliohm;
    put_reading(talk, READING_CURRENT, channel + 1, ma);
    put_reading(talk, READING_POWER, channel + 1, (int32_t)((int64_t)ma * mv / 1000));
}

static void read_power(struct talk *talk, const struct kind *kind, const struct vbios *v,
                       unsigned index)
{
    if (kind->build == BUILD_INA219) {
        const int32_t shunt_uv = (int16_t)read16(talk, kind->shunt_at) * INA219_SHUNT_UV;

        put_channel(talk, v, index, 0, (read16(talk, kind->bus) >> 3) * INA219_BUS_MV, shunt_uv);
        return;
    }
    for (unsigned i = 0; i < INA3221_CHANNELS; i++) {
        const int32_t shunt = (int16_t)read16(talk, (uint8_t)(INA3221_SHUNT + 2 * i));
        const uint16_t bus = read16(talk, (uint8_t)(INA3221_BUS + 2 * i));

        put_channel(talk, v, index, i, (bus >> 3) * INA3221_BUS_MV, shunt / 8 * INA3221_SHUNT_UV);
    }
}

/* ---- one device ------------------------------------------------------------------------------ */

static const struct kind *kind_of(uint8_t type)
{
    for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++)
        if (kinds[i].type == type)
            return &kinds[i];
    return NULL;
}

/* The device is asked for more only if it identifies itself as the one that the VBIOS lists. INA209 and INA219 have no
 * such numbers. */
static void check_ids(struct talk *talk, const struct kind *kind)
{
    bool fits = true;

    for (unsigned i = 0; i < ARRAY_SIZE(kind->ids) && kind->ids[i].mask; i++) {
        const struct id *const id = &kind->ids[i];
        const uint16_t seen = id->mask > 0xff ? read16(talk, id->at) : read8(talk, id->at);

        talk->sensor->seen[i] = seen;
        fits = fits && (seen & id->mask) == id->value;
    }
    if (talk->sensor->state == SENSOR_READ && !fits)
        talk->sensor->state = SENSOR_OTHER;
}

/* A sensor that fails while it is read keeps no values, because half of them would look like a measurement. */
static void ask(struct talk *talk, const struct kind *kind, const struct vbios *v, unsigned index)
{
    check_ids(talk, kind);
    if (talk->sensor->state != SENSOR_READ)
        return;
    switch (kind->build) {
    case BUILD_LM90:
        read_lm90(talk, kind);
        break;
    case BUILD_ADT7473:
        read_adt7473(talk);
        break;
    case BUILD_INA219:
    case BUILD_INA3221:
        read_power(talk, kind, v, index);
        break;
    }
    if (talk->sensor->state != SENSOR_READ)
        talk->sensor->count = 0;
}

bool sensor_find(const struct vbios *v, unsigned index, struct sensor *out)
{
    *out = (struct sensor){ .state = SENSOR_NO_PORT };
    if (dcb_device(v, index, &out->device) != OK)
        return false;
    const struct kind *const kind = kind_of(out->device.type);
    if (!kind)
        return false;
    out->name = kind->name;
    out->power = kind->build == BUILD_INA219 || kind->build == BUILD_INA3221;
    return true;
}

void sensor_read(struct card *card, const struct vbios *v, unsigned index, struct sensor *sensor)
{
    static const uint32_t ports[] = PNVIO_I2C_PORTS;
    const struct kind *const kind = kind_of(sensor->device.type);
    struct i2c_port port;

    if (!kind ||
        dcb_port(v, sensor->device.secondary ? I2C_PORT_SECONDARY : I2C_PORT_PRIMARY, &port) !=
            OK ||
        port.port >= port_count(card))
        return;
    struct talk talk = { card, sensor, ports[port.port] };
    sensor->port = port.port;
    sensor->state = port_state(card, &port, talk.reg);
    if (sensor->state == SENSOR_READ)
        ask(&talk, kind, v, index);
}
