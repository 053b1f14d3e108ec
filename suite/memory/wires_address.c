#include "suite/memory/wires_address.h"

#include "suite/memory/wires_spot.h"

#define ADDRESS_LINES 40 /* columns 15, banks 4, rows 20, rank 1 */
#define AGREE         2  /* spots that must show the same */

struct address_line {
    uint8_t field, bit;
};

/* Every line that the geometry has; returns how many. The last one is the highest address bit. */
static unsigned list_lines(const struct memory_errors *errors, struct address_line *lines)
{
    const struct vram_shape *const shape = &errors->shape;
    const uint8_t bits[ADDRESS_FIELDS] = { [FIELD_COLUMN] = shape->column_bits,
                                           [FIELD_BANK] = shape->bank_bits,
                                           [FIELD_ROW] = shape->row_bits[0],
                                           [FIELD_RANK] = shape->ranks == 2 };
    unsigned count = 0;

    for (uint8_t field = 0; field < ADDRESS_FIELDS; field++)
        for (uint8_t bit = 0; bit < bits[field] && count < ADDRESS_LINES; bit++)
            lines[count++] = (struct address_line){ field, bit };
    return count;
}

static struct partition_addr across(struct partition_addr at, struct address_line line)
{
    switch (line.field) {
    case FIELD_COLUMN:
        at.column ^= BIT(line.bit);
        break;
    case FIELD_BANK:
        at.bank ^= (uint8_t)BIT(line.bit);
        break;
    case FIELD_ROW:
        at.row ^= BIT(line.bit);
        break;
    default:
        at.rank ^= 1;
        break;
    }
    return at;
}

/* Lanes in which `last` is seen at both addresses after `first` went to one and `last` to the other. */
static uint64_t same_cell(struct memory_errors *errors, struct partition_addr one,
                          struct partition_addr other, uint8_t first, uint8_t last)
{
    const uint64_t wanted = spot_bytes(errors, last);

    spot_write(errors, one, spot_bytes(errors, first));
    spot_write(errors, other, wanted);
    const uint64_t differs =
        (spot_read(errors, one) ^ wanted) | (spot_read(errors, other) ^ wanted);
    return lanes_of_column(errors, one.subpart, ~differs & spot_mask(errors));
}

/* Tried from both addresses and with each lane at both levels: a lane that is stuck does not pass for an alias. */
static uint64_t aliased(struct memory_errors *errors, struct partition_addr at,
                        struct address_line line)
{
    const struct partition_addr other = across(at, line);

    if (!spot_usable(errors, other))
        return 0;
    const uint64_t lanes = same_cell(errors, at, other, 0x5a, 0xa5);
    return lanes ? lanes & same_cell(errors, other, at, 0xa5, 0x5a) : 0;
}

/* An address line reaches whole chips. So a byte counts only if all of its lanes that no other fault explains do. */
static uint64_t whole_bytes(uint64_t lanes, uint64_t explained)
{
    uint64_t whole = 0;

    for (unsigned shift = 0; shift < 64; shift += 8) {
        const uint64_t byte = UINT64_C(0xff) << shift & ~explained;

        if (byte && (lanes & byte) == byte)
            whole |= byte;
    }
    return whole;
}

/* The lanes of a partition that the line does not reach, as AGREE spots or more have shown. */
static uint64_t blind_lanes(struct memory_errors *errors, unsigned part, struct address_line line)
{
    uint64_t lanes = 0;

    for (unsigned sub = 0; sub < errors->shape.subparts; sub++) {
        uint64_t seen[AGREE] = { 0 }; /* lanes that one spot, two spots showed */

        for (unsigned n = 0; n < SPOTS && !view_stopped(errors->view); n++) {
            struct partition_addr at;
            const uint64_t now =
                spot_at(errors, part, sub, 0, n, &at) ? aliased(errors, at, line) : 0;

            seen[1] |= seen[0] & now;
            seen[0] |= now;
        }
        lanes |= seen[1];
    }
    return whole_bytes(lanes, errors->parts[part].explained[0]);
}

/* All lanes of every partition that has unexplained ones. */
static bool everywhere(const struct memory_errors *errors, const uint64_t lanes[CHIP_PARTS])
{
    const uint64_t all = UINT64_MAX >> (64 - errors->chips.lanes);

    for (unsigned part = 0; part < errors->chips.parts; part++)
        if ((lanes[part] | errors->parts[part].explained[0]) != all || !lanes[part])
            return false;
    return errors->chips.parts > 1;
}

/* `marked`: the ranks whose chips the damage names. */
static void explain(struct memory_errors *errors, unsigned part, uint64_t lanes, unsigned marked)
{
    for (unsigned rank = 0; rank < errors->chips.ranks; rank++) {
        errors->parts[part].veiled[rank] |= lanes;
        if (marked >> rank & 1)
            chip_table_mark(&errors->chips, part, rank, lanes);
    }
}

/* Adds the damage of a line that does not reach these lanes of each partition. The highest row bit, missing on
 * all chips, is a memory size that is set too large and no wire. */
static void found(struct memory_errors *errors, struct damages *damages, struct address_line line,
                  bool highest, const uint64_t lanes[CHIP_PARTS])
{
    struct damage damage = { .kind = line.field == FIELD_RANK ? DAMAGE_RANK_ALIAS : DAMAGE_ADDRESS,
                             .field = line.field,
                             .bit = line.bit,
                             .ranks = line.field == FIELD_RANK   ? 2
                                      : errors->chips.ranks == 2 ? 3
                                                                 : 1,
                             .value = highest && errors->chips.parts == 1 };

    if (highest && line.field == FIELD_ROW && everywhere(errors, lanes)) {
        damage.kind = DAMAGE_SIZE;
        damages_add(damages, &damage);
    }
    for (unsigned part = 0; part < errors->chips.parts; part++) {
        damage.part = (uint8_t)part;
        damage.lanes = lanes[part];
        if (lanes[part] && damage.kind != DAMAGE_SIZE)
            damages_add(damages, &damage);
        explain(errors, part, lanes[part], damage.kind == DAMAGE_SIZE ? 0 : damage.ranks);
    }
}

void wires_try_address(struct memory_errors *errors, struct damages *damages)
{
    struct address_line lines[ADDRESS_LINES];
    const unsigned count = list_lines(errors, lines);

    for (unsigned i = 0; i < count && !view_stopped(errors->view); i++) {
        uint64_t lanes[CHIP_PARTS] = { 0 }, any = 0;

        for (unsigned part = 0; part < errors->chips.parts; part++)
            any |= lanes[part] = blind_lanes(errors, part, lines[i]);
        if (any && !view_stopped(errors->view))
            found(errors, damages, lines[i], i == count - 1, lanes);
    }
}
