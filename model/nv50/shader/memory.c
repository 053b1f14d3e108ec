/* model/nv50/shader/memory.c: the memory of programs. s[] lies in the multiprocessor; all else goes through the VM, each space as its
 * own client and slot (tesla-engines.md §1.3, §4.8). */
#include <string.h>

#include "hw/nv50/shader.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/quad.h"
#include "model/nv50/shader/warp.h"

/* ---- traps ---- */

bool memory_trap(const struct step *s, enum shader_unit unit, uint32_t trapped)
{
    *s->block->trap = (struct shader_trap){ .unit = unit,
                                            .bits = trapped,
                                            .pc = s->warp->pc,
                                            .tpc = s->block->tpc,
                                            .mp = s->block->mp,
                                            .warp = s->number };
    return false;
}

bool mp_trap(const struct step *s, enum shader_mp_error error)
{
    memory_trap(s, SHADER_UNIT_MP, 0);
    s->block->trap->error = error;
    return false;
}

bool decode_trap(const struct step *s, enum shader_decode_error error)
{
    mp_trap(s, MP_DECODE);
    s->block->trap->decode = error;
    return false;
}

/* ---- constant and shared ---- */

/* Beyond a buffer's end there is 0 (unverified). */
bool constant_read(struct block *block, unsigned space, uint32_t address, unsigned size,
                   uint32_t *value)
{
    const unsigned number = block->launch->bound[space];
    uint8_t bytes[4] = { 0 };

    *value = 0;
    if (number >= SHADER_BUFFERS || block->card->broken[DEFECT_COMPUTE_CONSTANT_ZERO])
        return true;
    const struct shader_buffer *const buffer = &block->launch->buffers[number];
    if (address + size > (buffer->size ? buffer->size : 0x10000))
        return true;
    if (!vm_user_read(block->card, &block->launch->code, buffer->at + address, bytes, size)) {
        *block->trap = (struct shader_trap){ .unit = SHADER_UNIT_CCACHE };
        return false;
    }
    *value = (uint32_t)bytes_get(bytes, size);
    return true;
}

/* The place in s[] that an address reaches. */
static uint32_t shared_place(const struct block *block, uint32_t address, unsigned size)
{
    address &= ~(size - 1);
    return core_broken(block, DEFECT_SHADER_SHARED_ALIAS) ? address & ~BIT(13) : address;
}

uint32_t shared_read(const struct block *block, uint32_t address, unsigned size)
{
    const bool stuck = address / 4 % 16 == 3 && core_broken(block, DEFECT_SHADER_SHARED_BANK);

    address = shared_place(block, address, size);
    return address + size <= block->launch->shared_bytes
               ? (uint32_t)bytes_get(block->shared + address, size) | (stuck ? BIT(12) : 0)
               : 0;
}

static uint32_t extended(uint32_t value, unsigned bytes, bool is_signed)
{
    if (bytes == 4)
        return value;
    if (!is_signed)
        return value & (bytes == 1 ? 0xff : 0xffff);
    return bytes == 1 ? (uint32_t)(int8_t)value : (uint32_t)(int16_t)value;
}

/* Of a store the size stands elsewhere than of a load. */
static unsigned shared_store_size(const struct step *s)
{
    if (bits(s->in->second, 22, 1))
        return 1;
    return bits(s->in->second, 26, 1) ? 4 : 2;
}

#define LAUNCH_BYTES 16u

/* Bytes that a launch leaves at the start may be read-only for programs (unverified E45). */
static bool may_store(const struct block *block, uint32_t address, unsigned size)
{
    return address + size <= block->launch->shared_bytes &&
           (address >= LAUNCH_BYTES ||
            card_knob(block->card, KNOB_SHARED_START) == SHARED_START_MEMORY);
}

static bool shared_store(const struct step *s)
{
    const unsigned size = shared_store_size(s), number = bits(s->in->second, 14, 7);

    EACH_LANE(lane, s->mask)
    {
        uint32_t address;

        if (!full_address(s, lane, size == 4 ? 2 : size - 1, &address))
            return false;
        const uint32_t value = bits(s->in->second, 21, 1)
                                   ? lane_register(s, number, lane)
                                   : lane_register(s, number >> 1, lane) >> (number & 1 ? 16 : 0);
        address = shared_place(s->block, address, size);
        if (may_store(s->block, address, size))
            bytes_put(s->block->shared + address, value, size);
    }
    return true;
}

static const struct {
    uint8_t bytes, shift;
    bool is_signed;
} sizes[4] = { { 1, 0, false }, { 2, 1, false }, { 2, 1, true }, { 4, 2, false } };

/* A load of s[] or c[]: the size in second 15:14; to a half unless second 26 says otherwise. */
static void put_loaded(const struct step *s, unsigned lane, uint32_t value)
{
    put_result(s, lane, value, !bits(s->in->second, 26, 1));
}

bool step_shared(const struct step *s, bool store)
{
    const unsigned size = bits(s->in->second, 14, 2);

    if (store)
        return shared_store(s);
    EACH_LANE(lane, s->mask)
    {
        uint32_t address;

        if (!full_address(s, lane, sizes[size].shift, &address))
            return false;
        put_loaded(s, lane,
                   extended(shared_read(s->block, address, sizes[size].bytes), sizes[size].bytes,
                            sizes[size].is_signed));
    }
    return true;
}

bool step_constant(const struct step *s)
{
    const unsigned size = bits(s->in->second, 14, 2);

    EACH_LANE(lane, s->mask)
    {
        uint32_t address, value;

        if (!full_address(s, lane, sizes[size].shift, &address) ||
            !constant_read(s->block, bits(s->in->second, 22, 4), address, sizes[size].bytes,
                           &value))
            return false;
        put_loaded(s, lane, extended(value, sizes[size].bytes, sizes[size].is_signed));
    }
    return true;
}

/* ---- local and global ---- */

/* u8, s8, u16, s16, b64, b128, b32: bytes, 0 for none. */
static unsigned memory_size(const struct step *s)
{
    static const uint8_t bytes[8] = { 1, 1, 2, 2, 8, 16, 4, 0 };

    return bytes[bits(s->in->second, 21, 3)];
}

static bool size_is_signed(const struct step *s)
{
    const unsigned size = bits(s->in->second, 21, 3);

    return size == 1 || size == 3;
}

/* Of each word of a load. */
static unsigned loaded_bytes(const struct step *s, const struct vm_user *user)
{
    return s->block->card->broken[DEFECT_COMPUTE_LOAD_SHORT] && user == &s->block->launch->global
               ? 2
               : 4;
}

/* One thread's bytes from or to its registers. */
static bool move_bytes(const struct step *s, unsigned lane, const struct vm_user *user, uint64_t at,
                       bool store)
{
    const unsigned size = memory_size(s), number = bits(s->in->first, 2, 7);
    struct nv50 *const card = s->block->card;
    uint8_t bytes[16];

    s->block->owed += EFFORT_ACCESS;
    const uint32_t slip = lane == SLIP_LANE ? s->block->slip : 0;

    if (store) {
        for (unsigned i = 0; i < 4; i++)
            bytes_put(bytes + 4 * i, lane_register(s, number + i, lane) ^ (i ? 0 : slip), 4);
        return vm_user_write(card, user, at, bytes, size);
    }
    if (!vm_user_read(card, user, at, bytes, size))
        return false;
    if (size < 4) {
        set_register(s, number, lane,
                     extended((uint32_t)bytes_get(bytes, size), size, size_is_signed(s)));
        return true;
    }
    for (unsigned i = 0; i < size / 4; i++)
        set_register(s, number + i, lane,
                     (uint32_t)bytes_get(bytes + 4 * i, loaded_bytes(s, user)) ^ (i ? 0 : slip));
    return true;
}

static unsigned mp_number(const struct block *block)
{
    return block->tpc * block->card->chip->max_mps + block->mp;
}

/* Each multiprocessor, warp and thread has its own bytes, in this order (unverified: the card mangles addresses in a way that
 * no source tells). */
static uint64_t local_place(const struct step *s, unsigned lane, uint32_t address)
{
    const struct block *const block = s->block;
    const bool shared = block->card->broken[DEFECT_COMPUTE_LOCAL_SHARED];
    const uint64_t thread = ((uint64_t)mp_number(block) * block->launch->local_warps +
                             s->number % block->launch->local_warps) *
                                WARP_LANES +
                            (shared ? 0 : lane);

    return block->launch->local_at + thread * block->launch->local_bytes + address;
}

static enum shader_unit told_by(const struct step *s, bool store)
{
    return !store && s->block->card->broken[DEFECT_COMPUTE_LOCAL_READ_UNTOLD] ? SHADER_UNIT_NONE
                                                                              : SHADER_UNIT_PROP;
}

/* The limit comes before the translation, because the unit checks it itself and traps without a fault record. */
bool step_local(const struct step *s, bool store)
{
    const unsigned size = memory_size(s);

    if (!size)
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    EACH_LANE(lane, s->mask)
    {
        uint32_t address;

        if (!full_address(s, lane, 0, &address))
            return false;
        address &= ~(size - 1);
        if (address + size > s->block->launch->local_bytes)
            return memory_trap(s, SHADER_UNIT_MPC, store ? LOCAL_LIMIT_WRITE : LOCAL_LIMIT_READ);
        if (!move_bytes(s, lane, &s->block->launch->local, local_place(s, lane, address), store))
            return memory_trap(s, told_by(s, store), 0);
    }
    return true;
}

/* Where a thread's address of g[] lies. False: beyond the space. Surfaces are not modelled. */
bool global_place(const struct step *s, const struct shader_space *space, unsigned lane,
                  unsigned size, uint64_t *at)
{
    const unsigned from = s->block->card->broken[DEFECT_COMPUTE_LANES_SWAPPED] ? lane ^ 1 : lane;
    const uint32_t address = lane_register(s, bits(s->in->first, 9, 7), from) & ~(size - 1);

    *at = space->at + address;
    return space->linear && address <= space->limit && space->limit - address >= size - 1;
}

/* Whether nothing is broken that shows in single threads. */
static bool threads_are_alike(const struct block *block)
{
    const bool *const broken = block->card->broken;

    return !broken[DEFECT_COMPUTE_LANES_SWAPPED] && !broken[DEFECT_COMPUTE_LOAD_SHORT] &&
           !broken[DEFECT_COMPUTE_LANE_IDLE] && !core_broken(block, DEFECT_SHADER_STORE) &&
           !core_broken(block, DEFECT_SHADER_LOAD) &&
           !core_broken(block, DEFECT_SHADER_LANE_DEAD) &&
           !core_broken(block, DEFECT_SHADER_REGISTER_STUCK) &&
           !core_broken(block, DEFECT_SHADER_REGISTER_ALIAS);
}

/* The bits that the multiprocessor has wrong now. */
static uint32_t slip_of(struct block *block, bool store)
{
    const unsigned defect = store ? DEFECT_SHADER_STORE : DEFECT_SHADER_LOAD;

    if (!core_broken(block, defect))
        return 0;
    const uint64_t after = card_given(block->card, defect, "after", 0), n = ++block->slips[store];

    return n > after && n - after <= card_given(block->card, defect, "count", UINT32_MAX) ? BIT(3)
                                                                                          : 0;
}

#define WARP_WORDS (WARP_LANES * 4u)

/* One word of each thread, between a register and places that are `step` bytes apart. */
static void take_column(const uint32_t *restrict from, uint8_t *restrict to, size_t step)
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        bytes_put32(to + lane * step, from[lane]);
}

static void put_column(uint32_t *restrict to, const uint8_t *restrict from, size_t step)
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        to[lane] = bytes_get32(from + lane * step);
}

/* The same of four words of each thread. */
static void take_columns(const uint32_t r[4][WARP_LANES], uint8_t *to)
{
    EACH_QUAD(i)
    {
        quad q[4] = { quad_at(r[0] + i), quad_at(r[1] + i), quad_at(r[2] + i), quad_at(r[3] + i) };

        turn_quads(q);
        put_quad(to + 16 * i, q[0]);
        put_quad(to + 16 * i + 16, q[1]);
        put_quad(to + 16 * i + 32, q[2]);
        put_quad(to + 16 * i + 48, q[3]);
    }
}

static void put_columns(uint32_t r[4][WARP_LANES], const uint8_t *from)
{
    EACH_QUAD(i)
    {
        const uint8_t *const at = from + 16 * i;
        quad q[4] = { quad_at(at), quad_at(at + 16), quad_at(at + 32), quad_at(at + 48) };

        turn_quads(q);
        put_quad(r[0] + i, q[0]);
        put_quad(r[1] + i, q[1]);
        put_quad(r[2] + i, q[2]);
        put_quad(r[3] + i, q[3]);
    }
}

static void take_words(uint32_t (*r)[WARP_LANES], unsigned words, uint8_t *to)
{
    if (words == 4)
        take_columns(r, to);
    for (unsigned i = 0; words != 4 && i < words; i++)
        take_column(r[i], to + 4 * i, 4 * words);
}

/* `one`: all threads get the same. */
static void put_words(uint32_t (*r)[WARP_LANES], unsigned words, const uint8_t *from, bool one)
{
    if (words == 4 && !one)
        put_columns(r, from);
    for (unsigned i = 0; (words != 4 || one) && i < words; i++)
        put_column(r[i], from + 4 * i, one ? 0 : 4 * words);
}

/* How threads follow each other in memory, as a card looks for it, too: `step` bytes apart. False: in no such way. */
static bool follow_each_other(const struct step *s, uint32_t *first, uint32_t *step)
{
    const unsigned number = bits(s->in->first, 9, 7);
    const uint32_t *const at = s->warp->r[number];

    if (s->mask != ALL_LANES || number >= s->block->launch->registers)
        return false;
    *first = at[0];
    *step = at[1] - at[0];
    uint32_t differs = 0;
    for (uint32_t lane = 0, wanted = *first; lane < WARP_LANES; lane++, wanted += *step)
        differs |= at[lane] ^ wanted;
    return !differs;
}

/* Words of a whole warp that lie one after the other, or a load of one place by all of it, are one access. False: they must be made
 * one by one. */
static bool move_together(const struct step *s, const struct shader_space *space, unsigned size,
                          bool store, bool *good)
{
    const unsigned words = size / 4, number = bits(s->in->first, 2, 7);
    const struct vm_user *const user = &s->block->launch->global;
    uint8_t bytes[4 * WARP_WORDS];
    uint32_t first, step;

    if (size < 4 || number + words > s->block->launch->registers || !threads_are_alike(s->block) ||
        !follow_each_other(s, &first, &step) || first % size)
        return false;
    const bool one = step == 0 && !store;
    const uint32_t span = one ? size : WARP_LANES * size;
    if ((!one && step != size) || !space->linear || first > space->limit ||
        space->limit - first < span - 1)
        return false;
    s->block->owed += EFFORT_ACCESS;
    if (store)
        take_words(s->warp->r + number, words, bytes);
    *good = store ? vm_user_write(s->block->card, user, space->at + first, bytes, span)
                  : vm_user_read(s->block->card, user, space->at + first, bytes, span);
    if (!store && *good)
        put_words(s->warp->r + number, words, bytes, one);
    return true;
}

/* Knob same_place: a warp's store to the one place that its store before has gone to may come first. */
static bool is_passed_by(const struct step *s, unsigned space, bool store)
{
    const uint32_t place = lane_register(s, bits(s->in->first, 9, 7), 0);
    const bool again =
        store && s->warp->stored && s->warp->stored_space == space && s->warp->stored_at == place;

    s->warp->stored |= store;
    s->warp->stored_space = store ? (uint8_t)space : s->warp->stored_space;
    s->warp->stored_at = store ? place : s->warp->stored_at;
    return again && card_knob(s->block->card, KNOB_SAME_PLACE) == SAME_PLACE_FIRST;
}

/* Lanes that lie side by side move together, because most do; of the others the first that traps ends the instruction. */
bool step_global(const struct step *s, bool store)
{
    const struct shader_space *const space = &s->block->launch->spaces[bits(s->in->first, 16, 4)];
    const unsigned size = memory_size(s);
    bool good;

    if (!size)
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    if (is_passed_by(s, bits(s->in->first, 16, 4), store))
        return true;
    s->block->slip = slip_of(s->block, store);
    if (move_together(s, space, size, store, &good))
        return good || memory_trap(s, SHADER_UNIT_PROP, 0);
    EACH_LANE(lane, s->mask)
    {
        uint64_t at;

        if (store && lane == 5 && s->block->card->broken[DEFECT_COMPUTE_LANE_IDLE])
            continue;
        if (store && lane == 11 && core_broken(s->block, DEFECT_SHADER_LANE_DEAD))
            continue;
        if (!global_place(s, space, lane, size, &at))
            return memory_trap(s, SHADER_UNIT_MPC, store ? GLOBAL_LIMIT_WRITE : GLOBAL_LIMIT_READ);
        if (!move_bytes(s, lane, &s->block->launch->global, at, store))
            return memory_trap(s, SHADER_UNIT_PROP, 0);
    }
    return true;
}

/* ---- the part of a warp's stack that does not fit on the chip ---- */

#define ENTRY_BYTES 8u

static uint64_t entry_place(const struct step *s, uint32_t index)
{
    const struct block *const block = s->block;
    const uint64_t warp = (uint64_t)mp_number(block) * block->launch->stack_warps +
                          s->number % block->launch->stack_warps;

    return block->launch->stack_at + (warp * block->launch->stack_entries + index) * ENTRY_BYTES;
}

/* An entry as 64 bits: 31:0 the mask, 53:32 the place in words, 58:56 the kind (unverified). */
bool stack_store(const struct step *s, uint32_t index, const struct stack_entry *entry)
{
    uint8_t bytes[ENTRY_BYTES];

    if (index >= s->block->launch->stack_entries)
        return memory_trap(s, SHADER_UNIT_MPC, STACK_LIMIT);
    if (s->block->card->broken[DEFECT_COMPUTE_STACK_ON_CHIP])
        return true;
    bytes_put(bytes, entry->mask | (uint64_t)(entry->pc >> 2) << 32 | (uint64_t)entry->kind << 56,
              ENTRY_BYTES);
    return vm_user_write(s->block->card, &s->block->launch->stack, entry_place(s, index), bytes,
                         ENTRY_BYTES) ||
           memory_trap(s, SHADER_UNIT_PROP, 0);
}

bool stack_load(const struct step *s, uint32_t index, struct stack_entry *entry)
{
    uint8_t bytes[ENTRY_BYTES];

    if (!vm_user_read(s->block->card, &s->block->launch->stack, entry_place(s, index), bytes,
                      ENTRY_BYTES))
        return memory_trap(s, SHADER_UNIT_PROP, 0);
    const uint64_t word = bytes_get(bytes, ENTRY_BYTES);
    *entry = (struct stack_entry){ (uint32_t)(word >> 32 & 0x3fffff) << 2, (uint32_t)word,
                                   (uint8_t)(word >> 56) };
    return true;
}
