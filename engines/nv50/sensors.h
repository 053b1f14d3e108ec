/* engines/nv50/sensors.h: sensors that a board has on I2C and its VBIOS lists: temperatures, fans, voltages, power.
 *
 * Shape   sensor_find looks up one device of the VBIOS's table, sensor_read asks it. Nothing is written to a device but the number of the
 *         register that is read next, and only to types whose registers can be read without changing anything. Their
 *         status registers are left alone, because reading clears the alarms in them. The port's register is put back
 *         after each transfer.
 * Units   as enum reading_kind says.
 * Source  docs/hardware/board-sensors.md §1.6, §2, §3, §6.3. */
#ifndef ENGINES_NV50_SENSORS_H
#define ENGINES_NV50_SENSORS_H

#include "engines/card.h"
#include "engines/nv50/devinit/dcb.h"

enum sensor_state {
    SENSOR_READ,
    SENSOR_SILENT,  /* nothing answers at its address */
    SENSOR_OTHER,   /* another chip answers there, by its numbers */
    SENSOR_NO_PORT, /* the VBIOS or the chipset does not have the port */
    SENSOR_OFF,     /* PMC has I2C switched off */
    SENSOR_BLIND,   /* the port's input is switched off: its lines would read 0 */
    SENSOR_PMU,     /* the card's own processor drives the port */
    SENSOR_PAD,     /* the port shares its pad with a DisplayPort channel */
    SENSOR_SDA_LOW, /* the line is held low, so that nobody can begin */
    SENSOR_SCL_LOW, /* likewise, or a device holds the clock for longer than 2.2 ms */
    SENSOR_BUSY,    /* another master used the port */
    SENSOR_LATE,    /* the test's time was over before the answer */
    SENSOR_STATES
};

enum reading_kind {
    READING_GPU,     /* thousandths of a degree C, by a diode of the GPU */
    READING_BOARD,   /* ... where the sensor itself is */
    READING_FAN,     /* turns a minute; 0: it stands, or there is none */
    READING_CORE,    /* mV at the sensor's pin for the core's voltage */
    READING_SUPPLY,  /* mV of the sensor's own supply */
    READING_RAIL,    /* mV of a power monitor's channel */
    READING_CURRENT, /* mA of the channel before */
    READING_POWER,   /* mW of the channel before */
};

struct reading {
    uint8_t kind;   /* enum reading_kind */
    uint8_t number; /* fan, diode or channel, from 1 on; 0: there is but one */
    bool broken;    /* of READING_GPU: the sensor's value for a diode that is open or shorted */
    int32_t value;
};

#define SENSOR_READINGS 9

struct sensor {
    struct dcb_device device;
    const char *name; /* "ADT7473" */
    bool power;       /* it measures power, the others temperatures */
    /* The members below are sensor_read's; `state` says which of them hold. */
    enum sensor_state state;
    uint8_t port;     /* of the card, unless SENSOR_NO_PORT */
    uint16_t seen[2]; /* SENSOR_OTHER: the numbers that should identify it */
    bool stands_by;   /* the device was not switched on, its values may be old */
    unsigned count;
    struct reading readings[SENSOR_READINGS];
};

/* The device in row `index` of the VBIOS's table, which has more rows; false: the row is none, or of a type whose
 * devices are never asked. */
bool sensor_find(const struct vbios *v, unsigned index, struct sensor *out) MUST_CHECK;
/* Asks a device that was found. */
void sensor_read(struct card *card, const struct vbios *v, unsigned index, struct sensor *sensor);
/* Why nothing was read: "nothing answers"; empty of SENSOR_READ. */
const char *sensor_state_text(enum sensor_state state);

#endif
