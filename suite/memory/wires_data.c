#include "suite/memory/wires_data.h"

#include "suite/memory/wires_spot.h"

#define SECTOR 32u /* smallest transfer: a smaller store needs the masks */

/* Results of walking ones and zeros, in lanes of the partition. A chip gives constants at a spot that lies in a dead
 * bank or row, however good its data lines are. Such a spot counts for never_one and never_zero only. */
struct walking {
    unsigned spots;
    uint64_t never_one, never_zero; /* at every spot so far */
    uint64_t live[2];               /* lanes with one spot, two spots, at which their chip stored */
    uint64_t stuck_0, stuck_1;      /* at all of those */
    uint64_t follows_one[64]; /* by the one line that was 1: others that were 1 too, at those */
    uint64_t follows_zero[64];
};

/* The same at one spot. */
struct spot_walk {
    uint64_t never_one, never_zero;
    uint64_t follows_one[64], follows_zero[64];
};

static uint64_t all_lanes(const struct memory_errors *errors)
{
    return (errors->chips.lanes < 64 ? BIT64(errors->chips.lanes) : 0) - 1;
}

static unsigned subparts(const struct memory_errors *errors)
{
    return errors->shape.subparts;
}

/* ---- walking ------------------------------------------------------------------------------- */

static void walk_one(struct memory_errors *errors, struct partition_addr at, unsigned bit,
                     struct spot_walk *seen)
{
    const uint64_t mask = spot_mask(errors), one = BIT64(bit);
    const unsigned lane = (unsigned)__builtin_ctzll(lanes_of_column(errors, at.subpart, one));

    spot_write(errors, at, one);
    const uint64_t high = spot_read(errors, at);
    spot_write(errors, at, ~one);
    const uint64_t low = spot_read(errors, at);
    const uint64_t others = lanes_of_column(errors, at.subpart, mask & ~one);

    seen->never_one &= ~lanes_of_column(errors, at.subpart, high | low);
    seen->never_zero &= ~lanes_of_column(errors, at.subpart, (~high | ~low) & mask);
    seen->follows_one[lane] = lanes_of_column(errors, at.subpart, high) & others;
    seen->follows_zero[lane] = lanes_of_column(errors, at.subpart, ~low & mask) & others;
}

/* Lanes of chips that gave nothing but constants. */
static uint64_t dead_lanes(const struct memory_errors *errors, uint64_t constant)
{
    uint64_t dead = 0;

    for (unsigned chip = 0; chip < chip_count(&errors->chips); chip++)
        if (!(chip_lanes(&errors->chips, chip) & ~constant))
            dead |= chip_lanes(&errors->chips, chip);
    return dead;
}

/* Walks a one and a zero over the column of a spot, and adds the lanes' answers to `seen`. */
static void walk_spot(struct memory_errors *errors, struct partition_addr at, struct walking *seen)
{
    const uint64_t here = lanes_of_column(errors, at.subpart, UINT64_MAX);
    struct spot_walk spot = { .never_one = here, .never_zero = here };

    for (unsigned bit = 0; bit < 8 * column_size(errors); bit++)
        walk_one(errors, at, bit, &spot);
    const uint64_t dead = here & dead_lanes(errors, spot.never_one | spot.never_zero | ~here);
    const uint64_t live = here & ~dead;

    seen->spots++;
    seen->never_one &= spot.never_one | ~here;
    seen->never_zero &= spot.never_zero | ~here;
    seen->live[1] |= seen->live[0] & live;
    seen->live[0] |= live;
    seen->stuck_0 &= spot.never_one | ~live;
    seen->stuck_1 &= spot.never_zero | ~live;
    for (unsigned lane = 0; lane < 64; lane++)
        if (live >> lane & 1) {
            seen->follows_one[lane] &= spot.follows_one[lane] | dead;
            seen->follows_zero[lane] &= spot.follows_zero[lane] | dead;
        }
}

static void walk(struct memory_errors *errors, unsigned part, unsigned rank, struct walking *seen)
{
    const uint64_t all = all_lanes(errors);
    struct partition_addr at;

    *seen = (struct walking){ .never_one = all, .never_zero = all, .stuck_0 = all, .stuck_1 = all };
    for (unsigned lane = 0; lane < 64; lane++)
        seen->follows_one[lane] = seen->follows_zero[lane] = UINT64_MAX;
    for (unsigned sub = 0; sub < subparts(errors); sub++)
        for (unsigned n = 0; n < SPOTS && !view_stopped(errors->view); n++)
            if (spot_at(errors, part, sub, rank, n, &at))
                walk_spot(errors, at, seen);
}

/* ---- conclusions ----------------------------------------------------------------------------- */

/* The same wires in both ranks are one damage, which names no rank yet. */
static void found(struct memory_errors *errors, struct damages *damages, struct damage damage,
                  const uint64_t by_rank[CHIP_RANKS])
{
    for (unsigned rank = 0; rank < CHIP_RANKS; rank++)
        if (rank < errors->chips.ranks && (damage.lanes & ~by_rank[rank]) == 0) {
            damage.ranks |= (uint8_t)(1u << rank);
            errors->parts[damage.part].explained[rank] |= damage.lanes;
            chip_table_mark(&errors->chips, damage.part, rank, damage.lanes);
        }
    damages_add(damages, &damage);
}

/* Says whole chips first, then whole bytes, then single lines, and takes each lane that it has said out of `stuck`. */
static void say_stuck(struct memory_errors *errors, struct damages *damages, unsigned part,
                      bool value, uint64_t stuck[CHIP_RANKS])
{
    const struct chip_table *chips = &errors->chips;
    const uint64_t all = all_lanes(errors);
    struct damage damage = { .kind = DAMAGE_RANK, .part = (uint8_t)part, .value = value };

    if (chips->ranks == 2 && stuck[1] == all && stuck[0] == 0) {
        damage.lanes = all;
        found(errors, damages, damage, stuck);
        return;
    }
    for (unsigned width = chips->width;; width = width > 8 ? 8 : 1) {
        damage.kind = width == chips->width ? DAMAGE_CHIP : DAMAGE_LINE;
        for (unsigned lane = 0; lane < chips->lanes; lane += width) {
            damage.lanes = UINT64_MAX >> (64 - width) << lane;
            if (damage.lanes & ~stuck[0] && damage.lanes & ~stuck[1])
                continue;
            found(errors, damages, damage, stuck);
            for (unsigned rank = 0; rank < CHIP_RANKS; rank++)
                if (!(damage.lanes & ~stuck[rank]))
                    stuck[rank] &= ~damage.lanes;
        }
        if (width == 1)
            return;
    }
}

/* The lanes that move together with `lane` in both directions. */
static uint64_t partners(const uint64_t follows[64], unsigned lane)
{
    uint64_t both = 0;

    for (uint64_t rest = follows[lane]; rest; rest &= rest - 1) {
        const unsigned other = (unsigned)__builtin_ctzll(rest);

        if (follows[other] >> lane & 1)
            both |= BIT64(other);
    }
    return both;
}

/* Lanes that take each other's level, in both directions and at two live spots or more, are shorted. */
static void say_shorts(struct memory_errors *errors, struct damages *damages, unsigned part,
                       unsigned rank, const struct walking *seen)
{
    uint64_t by_rank[CHIP_RANKS] = { 0 };

    for (unsigned lane = 0; lane < errors->chips.lanes; lane++) {
        const uint64_t stuck = errors->parts[part].explained[rank];
        const uint64_t tried = seen->live[1] & ~stuck;
        const uint64_t low = partners(seen->follows_zero, lane) & tried;
        const uint64_t high = partners(seen->follows_one, lane) & tried;

        if (!(tried >> lane & 1) || !(low | high))
            continue;
        by_rank[rank] = BIT64(lane) | low | high;
        /* Two ranks share the wires: found in rank A, said of both. */
        if (errors->chips.ranks == 2 && rank == 0)
            by_rank[1] = by_rank[0];
        found(errors, damages,
              (struct damage){ .kind = DAMAGE_SHORT,
                               .part = (uint8_t)part,
                               .value = high != 0,
                               .lanes = by_rank[rank] },
              by_rank);
    }
}

/* Stuck lanes of both ranks first, then shorts among those that are left. */
void wires_try_data(struct memory_errors *errors, struct damages *damages, unsigned part)
{
    uint64_t zero[CHIP_RANKS] = { 0 }, one[CHIP_RANKS] = { 0 };
    const unsigned ranks = errors->chips.ranks;
    struct walking seen[CHIP_RANKS];

    for (unsigned rank = 0; rank < ranks; rank++) {
        walk(errors, part, rank, &seen[rank]);
        if (seen[rank].spots && !view_stopped(errors->view)) {
            zero[rank] = seen[rank].never_one | (seen[rank].stuck_0 & seen[rank].live[1]);
            one[rank] = seen[rank].never_zero | (seen[rank].stuck_1 & seen[rank].live[1]);
        }
    }
    if (view_stopped(errors->view))
        return;
    say_stuck(errors, damages, part, false, zero);
    say_stuck(errors, damages, part, true, one);
    for (unsigned rank = 0; rank < ranks; rank++)
        if (seen[rank].spots)
            say_shorts(errors, damages, part, rank, &seen[rank]);
}

/* ---- masks ----------------------------------------------------------------------------------- */

/* Whole bytes, for a mask has one line for each byte: a byte is taken if any of the lanes is in it. */
static uint64_t bytes_with(uint64_t lanes)
{
    uint64_t bytes = 0;

    for (unsigned shift = 0; shift < 64; shift += 8)
        if (lanes >> shift & 0xff)
            bytes |= UINT64_C(0xff) << shift;
    return bytes;
}

/* The bytes in which a small store changed every column of the sector and not the first alone. */
static uint64_t spoiled(struct memory_errors *errors, struct partition_addr at)
{
    const uint64_t open = ~errors->parts[at.part].explained[at.rank];
    const uint64_t fill = spot_bytes(errors, 0x36);
    const unsigned columns = SECTOR / column_size(errors);
    uint64_t words[SECTOR / 8], lanes = UINT64_MAX;

    for (unsigned i = 0; i < SECTOR / 8; i++)
        words[i] = UINT64_C(0x3636363636363636);
    view_write_block(errors->view, column_at(errors, at), words, SECTOR);
    view_write(errors->view, column_at(errors, at), 4, UINT32_C(0xc9c9c9c9));
    for (unsigned i = 1; i < columns; i++) {
        struct partition_addr next = at;

        next.column += i;
        const uint64_t wrong = spot_read(errors, next) ^ fill;

        lanes &= bytes_with(lanes_of_column(errors, at.subpart, wrong) & open);
    }
    return lanes;
}

/* Both ranks have the mask line. */
static void found_mask(struct memory_errors *errors, struct damages *damages, unsigned part,
                       uint64_t lanes)
{
    for (unsigned rank = 0; rank < errors->chips.ranks; rank++) {
        errors->parts[part].veiled[rank] |= lanes;
        chip_table_mark(&errors->chips, part, rank, lanes);
    }
    damages_add(damages, &(struct damage){ .kind = DAMAGE_MASK,
                                           .part = (uint8_t)part,
                                           .ranks = errors->chips.ranks == 2 ? 3 : 1,
                                           .lanes = lanes });
}

/* A byte lane whose mask lets a small store through at each spot of a half has a broken mask. */
void wires_try_masks(struct memory_errors *errors, struct damages *damages, unsigned part)
{
    struct partition_addr at;

    for (unsigned sub = 0; sub < subparts(errors); sub++) {
        uint64_t lanes = lanes_of_column(errors, sub, UINT64_MAX);
        unsigned spots = 0;

        for (unsigned n = 0; n < SPOTS && lanes && !view_stopped(errors->view); n++)
            if (spot_at(errors, part, sub, 0, n, &at)) {
                lanes &= spoiled(errors, at);
                spots++;
            }
        for (unsigned byte = 0; byte < 8 && spots && !view_stopped(errors->view); byte++) {
            const uint64_t mask = UINT64_C(0xff) << 8 * byte;
            const uint64_t open = mask & ~errors->parts[part].explained[0];

            if (open && (lanes & open) == open)
                found_mask(errors, damages, part, mask);
        }
    }
}
