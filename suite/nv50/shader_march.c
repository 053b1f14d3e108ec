/* suite/nv50/shader_march.c: register files and shared memory, each filled with a pattern and read back, then with its opposite. Each
 * cell's word depends on where it is and on whose it is, so that one that is reached in place of another shows too. */
#include "hw/bits.h"
#include "suite/nv50/shader_work.h"

static uint32_t inverted(uint32_t word, unsigned pattern)
{
    return pattern ? ~word : word;
}

/* ---- registers ---- */

#define FIRST_REGISTER 2u /* the two before carry the address */
#define REGISTERS_EACH 128u

static uint32_t thread_word(unsigned thread)
{
    return (uint32_t)thread << 25 ^ (uint32_t)thread << 17 ^ (uint32_t)thread << 8 ^ thread;
}

static uint32_t register_word(unsigned number)
{
    return number * UINT32_C(0x01030711) + UINT32_C(0x5a5a5a5a);
}

/* An exclusive or of two registers; an immediate one reaches 64 registers alone. */
static void put_mix(struct shader_code *code, unsigned to, unsigned with)
{
    put_code(code, 0xd0000001 | to << 2 | to << 9 | with << 16, 0x04008780);
}

/* R_THREAD becomes the thread's word. */
static void emit_registers(struct shader_code *code, unsigned threads, unsigned pattern)
{
    static const uint8_t shifts[] = { 8, 17, 25 };

    put_add(code, R_RESULT, R_THREAD, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(shifts); i++) {
        put_shift(code, R_FREE, R_RESULT, shifts[i], true);
        put_mix(code, R_THREAD, R_FREE);
    }
    for (unsigned i = FIRST_REGISTER; i < REGISTERS_EACH; i++) {
        put_number(code, i, inverted(register_word(i), pattern));
        put_mix(code, i, R_THREAD);
    }
    for (unsigned i = FIRST_REGISTER; i < REGISTERS_EACH; i++)
        put_store(code, i, 4 * threads);
}

static bool wanted_register(unsigned row, unsigned thread, unsigned threads, unsigned pattern,
                            uint32_t *word)
{
    (void)threads;
    *word = inverted(register_word(row + FIRST_REGISTER), pattern) ^ thread_word(thread);
    return true;
}

static void name_register(struct text *text, unsigned row, unsigned thread)
{
    text_format(text, "register %u of thread %u", row + FIRST_REGISTER, thread);
}

const struct shader_work work_registers = { .unit = CORE_REGISTERS,
                                            .rows = REGISTERS_EACH - FIRST_REGISTER,
                                            .patterns = 2,
                                            .registers = REGISTERS_EACH,
                                            .fills_registers = true,
                                            .emit = emit_registers,
                                            .wanted = wanted_register,
                                            .name = name_register };

/* ---- shared memory ---- */

#define BANKS 16u
#define TURNS                                                                                      \
    32u /* of all threads: all 16 KiB. A program may overwrite the bytes that a launch leaves at the start
                        * (unverified E45) */

static uint32_t shared_word(uint32_t word, unsigned pattern)
{
    return inverted(word * UINT32_C(0x00011003) ^ word << 19, pattern);
}

/* The word's number times 0x11003, by shifts, and exclusive or. */
static void put_shared_word(struct shader_code *code, unsigned pattern)
{
    put_code(code, 0x30000001 | R_RESULT << 2 | R_A << 9 | 12 << 16, 0xc4100780);
    put_code(code, 0x20000001 | R_RESULT << 2 | R_RESULT << 9, 0x04000780 | R_A << 14);
    put_code(code, 0x20000001 | R_RESULT << 2 | R_RESULT << 9, 0x04000780 | R_A << 14);
    put_code(code, 0x20000001 | R_RESULT << 2 | R_RESULT << 9, 0x04000780 | R_A << 14);
    put_shift(code, R_FREE, R_A, 16, true);
    put_code(code, 0x20000001 | R_RESULT << 2 | R_RESULT << 9, 0x04000780 | R_FREE << 14);
    put_shift(code, R_FREE, R_A, 19, true);
    put_mix(code, R_RESULT, R_FREE);
    if (pattern)
        put_xor(code, R_RESULT, R_RESULT, UINT32_MAX);
}

/* Threads write in one order and read in the opposite one, so each reads what another has written. */
static void emit_shared(struct shader_code *code, unsigned threads, unsigned pattern)
{
    put_add(code, R_A, R_THREAD, 0);
    put_shift(code, R_IN, R_THREAD, 2, true);
    for (unsigned i = 0; i < TURNS; i++) {
        put_shared_word(code, pattern);
        put_address(code, R_IN);
        put_shared_store(code, R_RESULT, 0);
        put_add(code, R_A, R_A, threads);
        put_add(code, R_IN, R_IN, 4 * threads);
    }
    put_barrier(code);
    put_xor(code, R_IN, R_THREAD, threads - 1);
    put_shift(code, R_IN, R_IN, 2, true);
    for (unsigned i = 0; i < TURNS; i++) {
        put_address(code, R_IN);
        put_shared_load(code, R_RESULT, 0);
        put_store(code, R_RESULT, 4 * threads);
        put_add(code, R_IN, R_IN, 4 * threads);
    }
}

static uint32_t word_number(unsigned row, unsigned thread, unsigned threads)
{
    return row * threads + (thread ^ (threads - 1));
}

static bool wanted_shared(unsigned row, unsigned thread, unsigned threads, unsigned pattern,
                          uint32_t *word)
{
    *word = shared_word(word_number(row, thread, threads), pattern);
    return true;
}

static void name_shared(struct text *text, unsigned row, unsigned thread)
{
    const uint32_t at = 4 * word_number(row, thread, WORK_THREADS);

    text_format(text, "byte 0x%x, bank %u", at, at / 4 % BANKS);
}

const struct shader_work work_shared = { .unit = CORE_SHARED,
                                         .rows = TURNS,
                                         .patterns = 2,
                                         .registers = 8,
                                         .emit = emit_shared,
                                         .wanted = wanted_shared,
                                         .name = name_shared };
