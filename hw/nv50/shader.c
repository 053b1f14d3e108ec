#include "hw/nv50/shader.h"

#include <stddef.h>

#include "hw/nv50/chip.h"

#define W     SHADER_WORDS
#define G200  CHIPS_G200_UP
#define FP64  CHIP_BIT(CHIP_G200)
#define GT215 CHIPS_GT215_UP
#define VP    SHADER_VERTEX
#define GP    SHADER_GEOMETRY
#define FP    SHADER_FRAGMENT
#define CP    SHADER_COMPUTE

const char *const shader_predicates[SHADER_PREDICATES] = {
    [0] = "never", [1] = "l",    [2] = "e",    [3] = "le",      [4] = "g",   [5] = "lg",
    [6] = "ge",    [7] = "lge",  [8] = "u",    [9] = "lu",      [10] = "eu", [11] = "leu",
    [12] = "gu",   [13] = "lgu", [14] = "geu", [15] = "always", [16] = "o",  [17] = "c",
    [18] = "a",    [19] = "s",   [28] = "ns",  [29] = "na",     [30] = "nc", [31] = "no",
};

const char *const shader_specials[SHADER_SPECIALS] = {
    [0] = "physid", [1] = "clock", [3] = "vstride", [4] = "pm0",
    [5] = "pm1",    [6] = "pm2",   [7] = "pm3",     [8] = "sampleid",
};

/* clang-format off */

/* ---- short (§4.1): the lowest bit clear ---- */

const struct shader_row shader_short[] = {
    { W(0x10000000, 0), W(0xf0008002, 0), .text = "mov {sfu:17} b16 %shd %s1h" },
    { W(0x10008000, 0), W(0xf0008002, 0), .text = "mov {sfu:17} b32 %sd %s1" },
    { W(0x20000000, 0), W(0xe0008002, 0), .text = "{add|sub|subr|addc:22,28} {sat:8} b16 %shd %s1h %s2h %carry0" },
    { W(0x20008000, 0), W(0xe0008002, 0), .text = "{add|sub|subr|addc:22,28} {sat:8} b32 %sd %s1 %s2 %carry0" },
    { W(0x40000000, 0), W(0xf0400002, 0), .text = "mul %sd {u16|s16:15} %s1h {u16|s16:8} %s2h" },
    { W(0x40400000, 0), W(0xf0400002, 0), .text = "mul %sd {high:8} {u24|s24:15} %s1 %s2" },
    { W(0x50000000, 0), W(0xf0008002, 0), .text = "sad %sd {u16|s16:8} %rs1h %rs2h %sd" },
    { W(0x50008000, 0), W(0xf0008002, 0), .text = "sad %sd {u32|s32:8} %rs1 %rs2 %sd" },
    { W(0x60000000, 0), W(0xe0008102, 0), .text = "{add|sub|subr|addc:22,28} %sd ( mul u16 %s1h %s2h ) %sd %carry0" },
    { W(0x60000100, 0), W(0xe0008102, 0), .text = "{add|sub|subr|addc:22,28} %sd ( mul s16 %s1h %s2h ) %sd %carry0" },
    { W(0x60008000, 0), W(0xe0008102, 0), .text = "{add|sub|subr|addc:22,28} sat %sd ( mul s16 %s1h %s2h ) %sd %carry0" },
    { W(0x60008100, 0), W(0xe0008102, 0), .text = "{add|sub|subr|addc:22,28} %sd ( mul u24 %s1 %s2 ) %sd %carry0" },
    { W(0x80000000, 0), W(0xf3000102, 0), .text = "interp %sd %sv", .programs = FP },
    { W(0x81000000, 0), W(0xf3000102, 0), .text = "interp %sd cent %sv", .programs = FP },
    { W(0x82000000, 0), W(0xf3000102, 0), .text = "interp %sd %sv %rs1", .programs = FP },
    { W(0x83000000, 0), W(0xf3000102, 0), .text = "interp %sd cent %sv %rs1", .programs = FP },
    { W(0x80000100, 0), W(0xf3000102, 0), .text = "interp %sd flat %sv", .programs = FP },
    { W(0x90000000, 0), W(0xf0000002, 0), .text = "rcp f32 %sd {neg:22} {abs:15} %rs1" },
    { W(0xb0000000, 0), W(0xf0000002, 0), .text = "add {sat:8} f32 %sd {neg:15} %s1 {neg:22} %s2" },
    { W(0xc0000000, 0), W(0xf0000002, 0), .text = "mul %ssat f32 %sd {neg:15} %s1 {neg:22} %s2" },
    { W(0xe0000000, 0), W(0xf0000002, 0), .text = "add {sat:8} f32 %sd {neg:15} ( mul %s1 %s2 ) {neg:22} %sd" },
    { W(0xf0000000, 0), W(0xf1000002, 0), .text = "texauto {all|live:8} %stv %t %smp %ssv" },
    { W(0xf1000000, 0), W(0xf1000002, 0), .text = "texfetch {all|live:8} %stv %t %smp %ssv" },
    { .text = NULL },
};

const struct shader_row shader_control_short[] = {
    { W(0x90000002, 0), W(0xf0000003, 0), .text = "trap" },
    { W(0xb0000002, 0), W(0xf0000003, 0), .text = "brkpt", .chips = CHIPS_G84_UP },
    { .text = NULL },
};

/* ---- long with an immediate (§4.2): no predicate, no $c ---- */

const struct shader_row shader_immediate[] = {
    { W(0x10000000, 0), W(0xf0008000, 0), .text = "mov b16 %lhd %imm" },
    { W(0x10008000, 0), W(0xf0008000, 0), .text = "mov b32 %ld %imm" },
    { W(0x20000000, 0), W(0xe0008000, 0), .text = "{add|sub|subr|addc:22,28} {sat:8} b16 %shd %i1h %imm %carry0" },
    { W(0x20008000, 0), W(0xe0008000, 0), .text = "{add|sub|subr|addc:22,28} {sat:8} b32 %sd %i1 %imm %carry0" },
    { W(0x40000000, 0), W(0xf0400000, 0), .text = "mul %sd {u16|s16:15} %i1h {u16|s16:8} %imm" },
    { W(0x40400000, 0), W(0xf0400000, 0), .text = "mul %sd {high:8} {u24|s24:15} %i1 %imm" },
    { W(0x60000000, 0), W(0xe0008100, 0), .text = "{add|sub|subr|addc:22,28} %sd ( mul u16 %i1h %imm ) %sd %carry0" },
    { W(0x60000100, 0), W(0xe0008100, 0), .text = "{add|sub|subr|addc:22,28} %sd ( mul s16 %i1h %imm ) %sd %carry0" },
    { W(0x60008000, 0), W(0xe0008100, 0), .text = "{add|sub|subr|addc:22,28} sat %sd ( mul s16 %i1h %imm ) %sd %carry0" },
    { W(0x60008100, 0), W(0xe0008100, 0), .text = "{add|sub|subr|addc:22,28} %sd ( mul u24 %i1 %imm ) %sd %carry0" },
    { W(0xb0000000, 0), W(0xf0000000, 0), .text = "add {sat:8} f32 %sd {neg:15} %i1 {neg:22} %imm" },
    { W(0xc0000000, 0), W(0xf0000000, 0), .text = "mul %ssat f32 %sd {neg:15} %i1 {neg:22} %imm" },
    { W(0xd0000000, 0), W(0xf0000000, 0), .text = "{and|or|xor|mov2:8,15} b32 %sd {not:22} %i1 %imm" },
    { W(0xe0000000, 0), W(0xf0000000, 0), .text = "add {sat:8} f32 %sd {neg:15} ( mul %i1 %imm ) {neg:22} %sd" },
    { .text = NULL },
};

/* ---- long (§4.3): primary opcode, secondary opcode ---- */

#define SIZES "{u8|s8|u16|s16|b64|b128|b32|?:53,54,55}"
#define INT_CONDITIONS "{never|l|e|le|g|lg|ge|always:46,47,48}"
#define FLOAT_CONDITIONS "{never|l|e|le|g|lg|ge|lge|u|lu|eu|leu|gu|lgu|geu|always:46,47,48,49}"
#define ROUND "{rn|rm|rp|rz:49,50}"
#define ROUND_INT "{rni|rmi|rpi|rzi:49,50}"
#define CVT "cvt {neg:61} {abs:52} "
#define CVT_SAT CVT "{sat:51} "
#define MAD "{add|sub|subr|addc:58,59} "

const struct shader_row shader_long[] = {
    /* 0 */
    { W(0x00000000, 0x04200000), W(0xf0000000, 0xe4200000), .text = "%lanes ld b32 %lld %fattr", .programs = VP | GP },
    { W(0x00000000, 0x20000000), W(0xf0000000, 0xe0000000), .text = "mov %ld %c" },
    { W(0x00000000, 0x40000000), W(0xf0000000, 0xe0000000), .text = "mov %ld %a" },
    { W(0x00000000, 0x60000000), W(0xf0000000, 0xe0000000), .text = "mov %ld %sr" },
    { W(0x00000000, 0x80c00000), W(0xf0000000, 0xe0c00000), .text = "st b32 %fout %r3" },
    { W(0x00000000, 0xa0000000), W(0xf0000000, 0xe0000000), .text = "mov %cd %r1 %cwrite" },
    { W(0x00000000, 0xc0000000), W(0xf0000000, 0xe0000000), .text = "shl %ad %l1 %acount" },
    { W(0x00000000, 0xe0400000), W(0xf0000000, 0xe0400000), .text = "st b8 %fs8 %stored", .programs = CP },
    { W(0x00000000, 0xe0000000), W(0xf0000000, 0xe4400000), .text = "st b16 %fs16 %stored", .programs = CP },
    { W(0x00000000, 0xe4000000), W(0xf0000000, 0xe4400000), .text = "st %unlock b32 %fs32 %stored", .programs = CP },
    /* 1 */
    { W(0x10000000, 0x00000000), W(0xf0000000, 0xe4000000), .text = "%lanes mov {sfu:57} b16 %llhd %l1h" },
    { W(0x10000000, 0x04000000), W(0xf0000000, 0xe4000000), .text = "%lanes mov {sfu:57} b32 %lld %l1" },
    { W(0x10000000, 0x20000000), W(0xf0000000, 0xe0000000), .text = "ld %loaded %fc" },
    { W(0x10000000, 0x40000000), W(0xf0000000, 0xe000c000), .text = "ld %loaded u8 %fs8", .chips = CHIPS_G84_UP, .programs = CP },
    { W(0x10000000, 0x40004000), W(0xf0000000, 0xe000c000), .text = "ld %loaded u16 %fs16", .chips = CHIPS_G84_UP, .programs = CP },
    { W(0x10000000, 0x40008000), W(0xf0000000, 0xe000c000), .text = "ld %loaded s16 %fs16", .chips = CHIPS_G84_UP, .programs = CP },
    { W(0x10000000, 0x4000c000), W(0xf0000000, 0xe080c000), .text = "ld %loaded b32 %fs32", .chips = CHIPS_G84_UP, .programs = CP },
    { W(0x10000000, 0x4080c000), W(0xf0000000, 0xe080c000), .text = "ld lock %cd %loaded b32 %fs32 %cwrite", .chips = G200, .programs = CP },
    { W(0x10000200, 0x60000000), W(0xf0000600, 0xe0000000), .text = "vote any %cd %cwrite", .chips = G200 },
    { W(0x10000400, 0x60000000), W(0xf0000600, 0xe0000000), .text = "vote all %cd %cwrite", .chips = G200 },
    /* 2, 3 */
    { W(0x20000000, 0x00000000), W(0xe0000000, 0xe4000000), .text = "{add|sub|subr|addc:22,28} b16 {sat:59} %cdst %llhd %l1h %l3h %carry" },
    { W(0x20000000, 0x04000000), W(0xe0000000, 0xe4000000), .text = "{add|sub|subr|addc:22,28} b32 {sat:59} %cdst %lld %l1 %l3 %carry" },
    { W(0x30000000, 0x60000000), W(0xf0000000, 0xe4000000), .text = "set %cdst %llhd " INT_CONDITIONS " {u16|s16:59} %l1h %l2h" },
    { W(0x30000000, 0x64000000), W(0xf0000000, 0xe4000000), .text = "set %cdst %lld " INT_CONDITIONS " {u32|s32:59} %l1 %l2" },
    { W(0x30000000, 0x80000000), W(0xf0000000, 0xe4000000), .text = "max {u16|s16:59} %cdst %llhd %l1h %l2h" },
    { W(0x30000000, 0x84000000), W(0xf0000000, 0xe4000000), .text = "max {u32|s32:59} %cdst %lld %l1 %l2" },
    { W(0x30000000, 0xa0000000), W(0xf0000000, 0xe4000000), .text = "min {u16|s16:59} %cdst %llhd %l1h %l2h" },
    { W(0x30000000, 0xa4000000), W(0xf0000000, 0xe4000000), .text = "min {u32|s32:59} %cdst %lld %l1 %l2" },
    { W(0x30000000, 0xc0000000), W(0xf0000000, 0xe4000000), .text = "shl b16 %cdst %llhd %l1h %hcount" },
    { W(0x30000000, 0xc4000000), W(0xf0000000, 0xe4000000), .text = "shl b32 %cdst %lld %l1 %count" },
    { W(0x30000000, 0xe0000000), W(0xf0000000, 0xe4000000), .text = "shr {u16|s16:59} %cdst %llhd %l1h %hcount" },
    { W(0x30000000, 0xe4000000), W(0xf0000000, 0xe4000000), .text = "shr {u32|s32:59} %cdst %lld %l1 %count" },
    /* 4, 5 */
    { W(0x40000000, 0x00000000), W(0xf0000000, 0xe0010000), .text = "mul %cdst %lld {u16|s16:47} %l1h {u16|s16:46} %l2h" },
    { W(0x40000000, 0x00010000), W(0xf0000000, 0xe0010000), .text = "mul %cdst %lld {high:46} {u24|s24:47} %l1 %l2" },
    { W(0x50000000, 0x00000000), W(0xf0000000, 0xe4000000), .text = "sad %cdst %lld {u16|s16:59} %l1h %l2h %l3" },
    { W(0x50000000, 0x04000000), W(0xf0000000, 0xe4000000), .text = "sad %cdst %lld {u32|s32:59} %l1 %l2 %l3" },
    /* 6, 7 */
    { W(0x60000000, 0x00000000), W(0xf0000000, 0xe0000000), .text = MAD "%cdst %lld ( mul u16 %l1h %l2h ) %l3 %mcarry" },
    { W(0x60000000, 0x20000000), W(0xf0000000, 0xe0000000), .text = MAD "%cdst %lld ( mul s16 %l1h %l2h ) %l3 %mcarry" },
    { W(0x60000000, 0x40000000), W(0xf0000000, 0xe0000000), .text = MAD "sat %cdst %lld ( mul s16 %l1h %l2h ) %l3 %mcarry" },
    { W(0x60000000, 0x60000000), W(0xf0000000, 0xe0000000), .text = MAD "%cdst %lld ( mul u24 %l1 %l2 ) %l3 %mcarry" },
    { W(0x60000000, 0x80000000), W(0xf0000000, 0xe0000000), .text = MAD "%cdst %lld ( mul s24 %l1 %l2 ) %l3 %mcarry" },
    { W(0x60000000, 0xa0000000), W(0xf0000000, 0xe0000000), .text = MAD "sat %cdst %lld ( mul s24 %l1 %l2 ) %l3 %mcarry" },
    { W(0x60000000, 0xc0000000), W(0xf0000000, 0xe0000000), .text = MAD "%cdst %lld ( mul high u24 %l1 %l2 ) %l3 %mcarry" },
    { W(0x60000000, 0xe0000000), W(0xf0000000, 0xe0000000), .text = MAD "%cdst %lld ( mul high s24 %l1 %l2 ) %l3 %mcarry" },
    { W(0x70000000, 0x00000000), W(0xf0000000, 0xe0000000), .text = MAD "sat %cdst %lld ( mul high s24 %l1 %l2 ) %l3 %mcarry" },
    { W(0x70000000, 0x00000000), W(0xf0000000, 0x00000000), .text = MAD "%cdst %lld ( mul u24 %l1 %l2 ) %l3 %mcarry" },
    /* 8 */
    { W(0x80000000, 0x00000000), W(0xf0000000, 0x00070000), .text = "interp %ld %lv", .programs = FP },
    { W(0x80000000, 0x00010000), W(0xf0000000, 0x00070000), .text = "interp %ld cent %lv", .programs = FP },
    { W(0x80000000, 0x00020000), W(0xf0000000, 0x00070000), .text = "interp %ld %lv {neg:58} %r1", .programs = FP },
    { W(0x80000000, 0x00030000), W(0xf0000000, 0x00070000), .text = "interp %ld cent %lv {neg:58} %r1", .programs = FP },
    { W(0x80000000, 0x00040000), W(0xf0000000, 0x00070000), .text = "interp %ld flat %lv", .programs = FP },
    /* 9 */
    { W(0x90000000, 0x00000000), W(0xf0000000, 0xe0000000), .text = "rcp f32 %lld {neg:58} {abs:52} %r1" },
    { W(0x90000000, 0x40000000), W(0xf0000000, 0xe0000000), .text = "rsqrt f32 %lld {neg:58} {abs:52} %r1" },
    { W(0x90000000, 0x60000000), W(0xf0000000, 0xe0000000), .text = "lg2 f32 %lld {neg:58} {abs:52} %r1" },
    { W(0x90000000, 0x80000000), W(0xf0000000, 0xe0000000), .text = "sin f32 %lld %r1" },
    { W(0x90000000, 0xa0000000), W(0xf0000000, 0xe0000000), .text = "cos f32 %lld %r1" },
    { W(0x90000000, 0xc0000000), W(0xf0000000, 0xe0000000), .text = "ex2 f32 {sat:59} %lld %r1" },
    /* a: float to float */
    { W(0xa0000000, 0xc0000000), W(0xf0000000, 0xcc404000), .text = CVT_SAT "f16 %cdst %llhd f16 %l1h" },
    { W(0xa0000000, 0xc8000000), W(0xf0000000, 0xcc404000), .text = CVT_SAT ROUND_INT " f16 %cdst %llhd f16 %l1h" },
    { W(0xa0000000, 0xc0004000), W(0xf0000000, 0xc4404000), .text = CVT_SAT ROUND " f16 %cdst %llhd f32 %l1" },
    { W(0xa0000000, 0xc4004000), W(0xf0000000, 0xcc404000), .text = CVT_SAT "f32 %cdst %lld f32 %l1" },
    { W(0xa0000000, 0xcc004000), W(0xf0000000, 0xcc404000), .text = CVT_SAT ROUND_INT " f32 %cdst %lld f32 %l1" },
    { W(0xa0000000, 0xc4000000), W(0xf0000000, 0xc4404000), .text = CVT_SAT "f32 %cdst %lld f16 %l1h" },
    { W(0xa0000000, 0xc0404000), W(0xf0000000, 0xc4404000), .text = CVT ROUND " f32 %cdst %lld f64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0xc4404000), W(0xf0000000, 0xcc404000), .text = CVT "f64 %cdst %ldd f64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0xcc404000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " f64 %cdst %ldd f64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0xc4400000), W(0xf0000000, 0xc4404000), .text = CVT "f64 %cdst %ldd f32 %l1", .chips = FP64 },
    /* a: float to integer */
    { W(0xa0000000, 0x80000000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " u16 %cdst %llhd f16 %l1h" },
    { W(0xa0000000, 0x80004000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " u16 %cdst %llhd f32 %l1" },
    { W(0xa0000000, 0x88000000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " s16 %cdst %llhd f16 %l1h" },
    { W(0xa0000000, 0x88004000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " s16 %cdst %llhd f32 %l1" },
    { W(0xa0000000, 0x84000000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " u32 %cdst %lld f16 %l1h" },
    { W(0xa0000000, 0x84004000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " u32 %cdst %lld f32 %l1" },
    { W(0xa0000000, 0x8c000000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " s32 %cdst %lld f16 %l1h" },
    { W(0xa0000000, 0x8c004000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " s32 %cdst %lld f32 %l1" },
    { W(0xa0000000, 0x80404000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " u32 %cdst %lld f64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0x88404000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " s32 %cdst %lld f64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0x84400000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " u64 %cdst %ldd f32 %l1", .chips = FP64 },
    { W(0xa0000000, 0x84404000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " u64 %cdst %ldd f64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0x8c400000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " s64 %cdst %ldd f32 %l1", .chips = FP64 },
    { W(0xa0000000, 0x8c404000), W(0xf0000000, 0xcc404000), .text = CVT ROUND_INT " s64 %cdst %ldd f64 %r1d", .chips = FP64 },
    /* a: integer to float */
    { W(0xa0000000, 0x40000000), W(0xf0000000, 0xc4400000), .text = CVT_SAT ROUND " f16 %cdst %llhd %isrc" },
    { W(0xa0000000, 0x44000000), W(0xf0000000, 0xc4400000), .text = CVT_SAT ROUND " f32 %cdst %lld %isrc" },
    { W(0xa0000000, 0x44400000), W(0xf0000000, 0xc4414000), .text = CVT_SAT ROUND " f64 %cdst %ldd u32 %l1", .chips = FP64 },
    { W(0xa0000000, 0x44410000), W(0xf0000000, 0xc4414000), .text = CVT_SAT ROUND " f64 %cdst %ldd s32 %l1", .chips = FP64 },
    { W(0xa0000000, 0x40404000), W(0xf0000000, 0xc4414000), .text = CVT_SAT ROUND " f32 %cdst %lld u64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0x40414000), W(0xf0000000, 0xc4414000), .text = CVT_SAT ROUND " f32 %cdst %lld s64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0x44404000), W(0xf0000000, 0xc4414000), .text = CVT_SAT ROUND " f64 %cdst %ldd u64 %r1d", .chips = FP64 },
    { W(0xa0000000, 0x44414000), W(0xf0000000, 0xc4414000), .text = CVT_SAT ROUND " f64 %cdst %ldd s64 %r1d", .chips = FP64 },
    /* a: integer to integer */
    { W(0xa0000000, 0x00000000), W(0xf0000000, 0xcc080000), .text = CVT "u16 %cdst %llhd %isrc" },
    { W(0xa0000000, 0x00080000), W(0xf0000000, 0xcc080000), .text = CVT "u8 %cdst %llhd %isrc" },
    { W(0xa0000000, 0x04000000), W(0xf0000000, 0xcc080000), .text = CVT "u32 %cdst %lld %isrc" },
    { W(0xa0000000, 0x04080000), W(0xf0000000, 0xcc080000), .text = CVT "u8 %cdst %lld %isrc" },
    { W(0xa0000000, 0x08000000), W(0xf0000000, 0xcc080000), .text = CVT "s16 %cdst %llhd %isrc" },
    { W(0xa0000000, 0x08080000), W(0xf0000000, 0xcc080000), .text = CVT "s8 %cdst %llhd %isrc" },
    { W(0xa0000000, 0x0c000000), W(0xf0000000, 0xcc080000), .text = CVT "s32 %cdst %lld %isrc" },
    { W(0xa0000000, 0x0c080000), W(0xf0000000, 0xcc080000), .text = CVT "s8 %cdst %lld %isrc" },
    /* b, c */
    { W(0xb0000000, 0x00000000), W(0xf0000000, 0xc0000000), .text = "add {sat:61} {rn|?|?|rz:16,17} f32 %cdst %lld {neg:58} %l1 {neg:59} %l3" },
    { W(0xb0000000, 0x60000000), W(0xf0000000, 0xe0000000), .text = "set %cdst %lld " FLOAT_CONDITIONS " f32 {neg:58} {abs:52} %l1 {neg:59} {abs:51} %l2" },
    { W(0xb0000000, 0x80000000), W(0xf0000000, 0xe0000000), .text = "max f32 %cdst %lld {neg:58} {abs:52} %l1 {neg:59} {abs:51} %l2" },
    { W(0xb0000000, 0xa0000000), W(0xf0000000, 0xe0000000), .text = "min f32 %cdst %lld {neg:58} {abs:52} %l1 {neg:59} {abs:51} %l2" },
    { W(0xb0000000, 0xc0000000), W(0xf0000000, 0xe0000000), .text = "{presin|preex2:46} f32 %lld {neg:58} {abs:52} %l1" },
    { W(0xc0000000, 0x00000000), W(0xf0000000, 0xe0000000), .text = "mul %lsat {rn|?|?|rz:46,47} f32 %cdst %lld {neg:58} %l1 {neg:59} %l2" },
    { W(0xc0000000, 0x40000000), W(0xf0000000, 0xc0000000), .text = "slct b32 %cdst %lld %l1 %l2 f32 {neg:61} %l3" },
    { W(0xc0000000, 0x80000000), W(0xf0000000, 0xe0000000), .text = "quadop f32 {add|subr|sub|mov2:58,59} {add|subr|sub|mov2:56,57} {add|subr|sub|mov2:54,55} {add|subr|sub|mov2:20,21} %cdst %lld %qlane %r1 %r3" },
    /* d */
    { W(0xd0000000, 0x00000000), W(0xf0000000, 0xe4000000), .text = "{and|or|xor|mov2:46,47} b16 %cdst %llhd {not:48} %l1h {not:49} %l2h" },
    { W(0xd0000000, 0x04000000), W(0xf0000000, 0xe4000000), .text = "{and|or|xor|mov2:46,47} b32 %cdst %lld {not:48} %l1 {not:49} %l2" },
    { W(0xd0000000, 0x20000000), W(0xf0000000, 0xe0000000), .text = "add %ad %a %offset" },
    { W(0xd0000000, 0x40000000), W(0xf0000000, 0xe0000000), .text = "ld " SIZES " %sized %local" },
    { W(0xd0000000, 0x60000000), W(0xf0000000, 0xe0000000), .text = "st " SIZES " %local %sized" },
    { W(0xd0000000, 0x80000000), W(0xf0000000, 0xe0000000), .text = "ld " SIZES " %sized %global", .programs = CP },
    { W(0xd0000000, 0xa0000000), W(0xf0000000, 0xe0000000), .text = "st " SIZES " %global %sized", .programs = CP },
    { W(0xd0000000, 0xc0000000), W(0xf0000000, 0xe0000000), .text = "red %redop %global %sized", .chips = CHIPS_G84_UP, .programs = CP },
    { W(0xd0000000, 0xe0000004), W(0xf0000000, 0xe000003c), .text = "exch %bsize %sized %global2 %sized2", .chips = CHIPS_G84_UP, .programs = CP },
    { W(0xd0000000, 0xe0000008), W(0xf0000000, 0xe000003c), .text = "cas %bsize %sized %global2 %sized2 %sized3", .chips = CHIPS_G84_UP, .programs = CP },
    { W(0xd0000000, 0xe0000000), W(0xf0000000, 0xe0000000), .text = "ld %redop %sized %global2 %sized2", .chips = CHIPS_G84_UP, .programs = CP },
    /* e */
    { W(0xe0000000, 0x00000000), W(0xf0000000, 0xc0000000), .text = "add {sat:61} f32 %cdst %lld {neg:58} ( mul %l1 %l2 ) {neg:59} %l3" },
    { W(0xe0000000, 0x40000000), W(0xf0000000, 0xe0000000), .text = "fma {rn|rm|rp|rz:54,55} f64 %cdst %ldd {neg:58} %r1d %r2d {neg:59} %r3d", .chips = FP64 },
    { W(0xe0000000, 0x60000000), W(0xf0000000, 0xe0000000), .text = "add {rn|rm|rp|rz:16,17} f64 %cdst %ldd {neg:58} %r1d {neg:59} %r3d", .chips = FP64 },
    { W(0xe0000000, 0x80000000), W(0xf0000000, 0xe0000000), .text = "mul " ROUND " f64 %cdst %ldd {neg:58} %r1d %r2d", .chips = FP64 },
    { W(0xe0000000, 0xa0000000), W(0xf0000000, 0xe0000000), .text = "min f64 %cdst %ldd {neg:58} {abs:52} %r1d {neg:59} {abs:51} %r2d", .chips = FP64 },
    { W(0xe0000000, 0xc0000000), W(0xf0000000, 0xe0000000), .text = "max f64 %cdst %ldd {neg:58} {abs:52} %r1d {neg:59} {abs:51} %r2d", .chips = FP64 },
    { W(0xe0000000, 0xe0000000), W(0xf0000000, 0xe0000000), .text = "set %cdst %lld " FLOAT_CONDITIONS " f64 {neg:58} {abs:52} %r1d {neg:59} {abs:51} %r2d", .chips = FP64 },
    /* f */
    { W(0xf0000000, 0x00000000), W(0xf9000000, 0xf0000000), .text = "texauto {all|live:34} {deriv:35} %tv %t %smp %tsv %tx %ty %tz" },
    { W(0xf8000000, 0x00000000), W(0xf9000000, 0xf0000000), .text = "texauto cube {all|live:34} {deriv:35} %tv %t %smp %tsv" },
    { W(0xf1000000, 0x00000000), W(0xf1000000, 0xf0000000), .text = "texfetch {all|live:34} {deriv:35} %tv %t %smp %tsv %tx %ty %tz" },
    { W(0xf0000000, 0x20000000), W(0xf8000000, 0xf0000000), .text = "texbias {all|live:34} {deriv:35} %tv %t %smp %tsv %tx %ty %tz" },
    { W(0xf8000000, 0x20000000), W(0xf8000000, 0xf0000000), .text = "texbias cube {all|live:34} {deriv:35} %tv %t %smp %tsv" },
    { W(0xf0000000, 0x40000000), W(0xf8000000, 0xf0000000), .text = "texlod {all|live:34} {deriv:35} %tv %t %smp %tsv %tx %ty %tz" },
    { W(0xf8000000, 0x40000000), W(0xf8000000, 0xf0000000), .text = "texlod cube {all|live:34} {deriv:35} %tv %t %smp %tsv" },
    { W(0xf0000000, 0x60000000), W(0xf0000000, 0xf00f0000), .text = "texsize {all|live:34} {deriv:35} %tv %t %smp %ld" },
    { W(0xf8000000, 0x60010000), W(0xf8000000, 0xf00f0000), .text = "texprep cube {all|live:34} {deriv:35} %tv %t %smp %tsv", .chips = GT215 },
    { W(0xf0000000, 0x60020000), W(0xf8000000, 0xf00f0000), .text = "texquerylod {all|live:34} {deriv:35} %tv %t %smp %tsv", .chips = GT215 },
    { W(0xf8000000, 0x60020000), W(0xf8000000, 0xf00f0000), .text = "texquerylod cube {all|live:34} {deriv:35} %tv %t %smp %tsv", .chips = GT215 },
    { W(0xf0000000, 0x80000000), W(0xf1000000, 0xf0000000), .text = "texcsaa {all|live:34} {deriv:35} %tv %t %smp %tsv %tx %ty %tz" },
    { W(0xf1000000, 0x80000000), W(0xf9000000, 0xf0000000), .text = "texgather {all|live:34} {deriv:35} %tv %t %smp %tsv %tx %ty %tz", .chips = GT215 },
    { W(0xf9000000, 0x80000000), W(0xf9000000, 0xf0000000), .text = "texgather cube {all|live:34} {deriv:35} %tv %t %smp %tsv", .chips = GT215 },
    { W(0xf0000200, 0xc0000000), W(0xf0000600, 0xe0000000), .text = "emit", .programs = GP },
    { W(0xf0000400, 0xc0000000), W(0xf0000600, 0xe0000000), .text = "restart", .programs = GP },
    { W(0xf0000000, 0xe0000000), W(0xf0000000, 0xe0000004), .text = "nop" },
    { W(0xf0000000, 0xe0000004), W(0xf0000000, 0xe0000004), .text = "pmevent %pm" },
    { .text = NULL },
};

/* ---- long control (§4.4) ---- */

const struct shader_row shader_control[] = {
    { W(0x00000000, 0), W(0xf0000000, 0), .text = "%p discard", .programs = FP },
    { W(0x10000000, 0), W(0xf0000000, 0), .text = "%p bra %target" },
    { W(0x20000000, 0), W(0xf0000000, 0), .text = "%nop call {lim:38} %target" },
    { W(0x30000000, 0), W(0xf0000000, 0), .text = "%p ret" },
    { W(0x40000000, 0), W(0xf0000000, 0), .text = "%nop breakaddr %target" },
    { W(0x50000000, 0), W(0xf0000000, 0), .text = "%p break" },
    { W(0x60000000, 0), W(0xf0000000, 0), .text = "%nop quadon" },
    { W(0x70000000, 0), W(0xf0000000, 0), .text = "%nop quadpop" },
    { W(0x80000000, 0), W(0xf0000000, 0x4000), .text = "%nop bar {inc:25} {wait:26} %bar %warps" },
    { W(0x80000000, 0x4000), W(0xf0000000, 0x4000), .text = "%nop bar {inc:25} {wait:26} %bar all" },
    { W(0x90000000, 0), W(0xf0000000, 0), .text = "%nop trap" },
    { W(0xa0000000, 0), W(0xf0000000, 0), .text = "%nop joinat %target" },
    { W(0xb0000000, 0), W(0xf0000000, 0), .text = "%p brkpt", .chips = CHIPS_G84_UP },
    { W(0xc0000000, 0), W(0xf0000000, 0), .text = "%nop bra {lim:38} %fc8", .chips = GT215 },
    { W(0xd0000000, 0), W(0xf0000000, 0), .text = "%nop preret {lim:38} %target", .chips = GT215 },
    { .text = NULL },
};

/* ---- operands (§5) ---- */

#define OP(name_, value_, mask_, kind_, word_, at_, width_, ...) \
    { .name = (name_), .value = (value_), .mask = (mask_), .kind = (kind_), .word = (word_), .at = (at_), .width = (width_), ##__VA_ARGS__ }
#define R(name, at, width)      OP(name, 0, 0, SHADER_REGISTER, "r", at, width)
#define H(name, at, width)      OP(name, 0, 0, SHADER_HALF, "r", at, width)
#define D(name, at)             OP(name, 0, 0, SHADER_DOUBLE, "r", at, 7)
#define NUMBER(name, at, width) OP(name, 0, 0, SHADER_NUMBER, NULL, at, width)
/* Without a field of its own. */
#define NONE(name_, value_, mask_, kind_, ...) { .name = (name_), .value = (value_), .mask = (mask_), .kind = (kind_), ##__VA_ARGS__ }
#define UNUSED(name)                           NONE(name, 0, 0, SHADER_NOTHING)
#define WORD(name, value, mask, word_, ...)    NONE(name, value, mask, SHADER_WORD, .word = (word_), ##__VA_ARGS__)

/* s[] in the place of a short source 1: the two highest bits of its field are the size. */
#define SHARED(name, bits, mask, at_size, width_, a) \
    OP(name, bits, mask, SHADER_MEMORY, "s", 9, width_, .size = "u8", .flags = (a), .programs = CP), \
    OP(name, (bits) | UINT64_C(1) << (at_size), mask, SHADER_MEMORY, "s", 9, width_, .shift = 1, .size = "u16", .flags = (a), .programs = CP), \
    OP(name, (bits) | UINT64_C(2) << (at_size), mask, SHADER_MEMORY, "s", 9, width_, .shift = 1, .size = "s16", .flags = (a), .programs = CP), \
    OP(name, (bits) | UINT64_C(3) << (at_size), mask, SHADER_MEMORY, "s", 9, width_, .shift = 2, .size = "b32", .flags = (a), .programs = CP)
#define SHARED_SHORT(name, pick) \
    SHARED(name, 0x01000000, 0x03006000 | (pick), 13, 4, SHADER_A_SHORT), \
    SHARED(name, 0x03000000, 0x03006000 | (pick), 13, 4, SHADER_A_SHORT | SHADER_POST | SHADER_MINUS)
#define PRIMITIVE(name, bits, mask_, width_, a) OP(name, bits, mask_, SHADER_MEMORY, "p", 9, width_, .shift = 2, .flags = (a), .programs = GP)
#define SOURCE_1_SHORT(name, kind) \
    OP(name, 0, 0x01000000, kind, "r", 9, 6), \
    PRIMITIVE(name, 0x01800000, 0x01800000, 6, SHADER_A_SHORT), \
    SHARED_SHORT(name, 0x00800000), \
    OP(name, 0x01000000, 0x01800000, SHADER_MEMORY, "a", 9, 6, .shift = 2, .programs = VP | GP)
#define SOURCE_1_IMMEDIATE(name, kind) \
    OP(name, 0, 0x01000000, kind, "r", 9, 6), \
    PRIMITIVE(name, 0x01000000, 0x01000000, 6, SHADER_A_SHORT), \
    SHARED_SHORT(name, 0)
#define SOURCE_2_SHORT(name, kind, shift_) \
    OP(name, 0x00800000, 0x03800000, SHADER_MEMORY, "c", 16, 5, .shift = (shift_), .space = 21, .space_width = 1, .flags = SHADER_A_SHORT), \
    OP(name, 0x02800000, 0x03800000, SHADER_MEMORY, "c", 16, 5, .shift = (shift_), .space = 21, .space_width = 1, .flags = SHADER_A_SHORT | SHADER_POST | SHADER_MINUS), \
    OP(name, 0, 0x01800000, kind, "r", 16, 6), \
    OP(name, 0x01000000, 0x01000000, kind, "r", 16, 6)
#define ATTRIBUTE(name, pick) \
    OP(name, W(pick, 0x00200000), W(0x01800000, 0x00200000), SHADER_MEMORY, "a", 9, 7, .shift = 2, .programs = VP | GP)
#define SOURCE_1_LONG(name, kind) \
    PRIMITIVE(name, 0x01800000, W(0x01800000, 0x00200000), 7, SHADER_A_LONG), \
    PRIMITIVE(name, W(0x01800000, 0x00200000), W(0x01800000, 0x00200000), 7, SHADER_A_LONG), \
    OP(name, 0, W(0x01800000, 0x00200000), kind, "r", 9, 7), \
    OP(name, 0x00800000, W(0x01800000, 0x00200000), kind, "r", 9, 7), \
    OP(name, 0x01000000, W(0x01800000, 0x00200000), kind, "r", 9, 7), \
    SHARED(name, W(0, 0x00200000), W(0x0380c000, 0x00200000), 14, 5, SHADER_A_LONG), \
    SHARED(name, W(0x02000000, 0x00200000), W(0x0380c000, 0x00200000), 14, 5, SHADER_A_LONG | SHADER_POST | SHADER_MINUS), \
    SHARED(name, W(0x00800000, 0x00200000), W(0x0380c000, 0x00200000), 14, 5, SHADER_A_LONG), \
    SHARED(name, W(0x02800000, 0x00200000), W(0x0380c000, 0x00200000), 14, 5, SHADER_A_LONG | SHADER_POST | SHADER_MINUS), \
    SHARED(name, W(0x01000000, 0x00200000), W(0x0380c000, 0x00200000), 14, 5, SHADER_A_LONG), \
    SHARED(name, W(0x03000000, 0x00200000), W(0x0380c000, 0x00200000), 14, 5, SHADER_A_LONG | SHADER_POST | SHADER_MINUS), \
    ATTRIBUTE(name, 0), ATTRIBUTE(name, 0x00800000), ATTRIBUTE(name, 0x01000000)
/* c[] in the place of a long source 2 (bit 23) or 3 (bit 24). Only the first memory operand has $a, so a compute
 * program's c[] after an s[] (bit 53) has none. */
#define CONST(name_, bits, mask_, at_, shift_, a, p) \
    OP(name_, bits, mask_, SHADER_MEMORY, "c", at_, 7, .shift = (shift_), .space = 54, .space_width = 4, .flags = (a), .programs = (p))
#define SOURCE_CONST(name, pick, at, shift) \
    CONST(name, pick, W(0x03800000, 0x00200000), at, shift, SHADER_A_LONG, CP), \
    CONST(name, W((pick) | 0x02000000, 0), W(0x03800000, 0x00200000), at, shift, SHADER_A_LONG | SHADER_POST | SHADER_MINUS, CP), \
    CONST(name, W(pick, 0x00200000), W(0x01800000, 0x00200000), at, shift, 0, CP), \
    CONST(name, pick, 0x03800000, at, shift, SHADER_A_LONG, VP | GP | FP), \
    CONST(name, (pick) | 0x02000000, 0x03800000, at, shift, SHADER_A_LONG | SHADER_POST | SHADER_MINUS, VP | GP | FP), \
    CONST(name, 0x01800000, W(0x01800000, 0x00200000), at, shift, 0, GP)
#define SOURCE_2_LONG(name, kind, shift) \
    OP(name, 0, 0x01800000, kind, "r", 16, 7), \
    OP(name, 0x01000000, 0x01800000, kind, "r", 16, 7), \
    SOURCE_CONST(name, 0x00800000, 16, shift), \
    OP(name, W(0x01800000, 0x00200000), W(0x01800000, 0x00200000), kind, "r", 16, 7)
#define SOURCE_3_LONG(name, kind, shift) \
    OP(name, 0, 0x01800000, kind, "r", 46, 7), \
    OP(name, 0x00800000, 0x01800000, kind, "r", 46, 7), \
    SOURCE_CONST(name, 0x01000000, 46, shift), \
    OP(name, W(0x01800000, 0x00200000), W(0x01800000, 0x00200000), kind, "r", 46, 7)
/* A full offset of 16 bits, with and without post-increment. */
#define FULL(name_, bits, mask_, word_, width_, shift_, ...) \
    OP(name_, bits, (mask_) | 0x02000000, SHADER_MEMORY, word_, 9, width_, .shift = (shift_), .flags = SHADER_A_LONG, __VA_ARGS__), \
    OP(name_, (bits) | 0x02000000, (mask_) | 0x02000000, SHADER_MEMORY, word_, 9, width_, .shift = (shift_), .flags = SHADER_A_LONG | SHADER_POST, __VA_ARGS__)
#define FULL_CONST(size_, bits, width, shift) \
    FULL("fc", W(0, bits), W(0, 0x0000c000), "c", width, shift, .size = (size_), .space = 54, .space_width = 4)
/* The operand of a load or store, by the size in bits 55:53. */
#define SIZED(name, at) \
    OP(name, W(0, 0x00800000), W(0, 0x00e00000), SHADER_DOUBLE, "r", at, 7), \
    OP(name, W(0, 0x00a00000), W(0, 0x00e00000), SHADER_QUAD, "r", at, 7), \
    OP(name, 0, W(0, 0x00e00000), SHADER_REGISTER, "r", at, 7), \
    OP(name, W(0, 0x00200000), W(0, 0x00e00000), SHADER_REGISTER, "r", at, 7), \
    OP(name, W(0, 0x00400000), W(0, 0x00e00000), SHADER_REGISTER, "r", at, 7), \
    OP(name, W(0, 0x00600000), W(0, 0x00e00000), SHADER_REGISTER, "r", at, 7), \
    OP(name, W(0, 0x00c00000), W(0, 0x00e00000), SHADER_REGISTER, "r", at, 7), \
    OP(name, W(0, 0x00e00000), W(0, 0x00e00000), SHADER_REGISTER, "r", at, 7)
#define SIZED_ATOM(name, at) \
    OP(name, W(0, 0x00800000), W(0, 0x00e00000), SHADER_DOUBLE, "r", at, 7), \
    OP(name, W(0, 0x00c00000), W(0, 0x00e00000), SHADER_REGISTER, "r", at, 7), \
    OP(name, W(0, 0x00e00000), W(0, 0x00e00000), SHADER_REGISTER, "r", at, 7)
/* The operation of an atomic access (bits 37:34), and its type (bits 55:53). */
#define RED(op, size, word_, ...) WORD("redop", W(0, (op) << 2 | (size) << 21), W(0, 0x00e0003c), word_, ##__VA_ARGS__)
/* The integer that a conversion takes, by bits 48:46. */
#define INTEGER(bits, word_, next) WORD("isrc", W(0, bits), W(0, 0x0001c000), word_, .size = (next))

const struct shader_operand shader_operands[] = {
    R("sd", 2, 6), H("shd", 2, 6), R("rs1", 9, 6), H("rs1h", 9, 6), R("rs2", 16, 6), H("rs2h", 16, 6),
    R("ld", 2, 7), H("lhd", 2, 7), R("r1", 9, 7), R("r3", 46, 7),
    D("ldd", 2), D("r1d", 9), D("r2d", 16), D("r3d", 46),
    SOURCE_1_SHORT("s1", SHADER_REGISTER), SOURCE_1_SHORT("s1h", SHADER_HALF),
    SOURCE_1_IMMEDIATE("i1", SHADER_REGISTER), SOURCE_1_IMMEDIATE("i1h", SHADER_HALF),
    SOURCE_2_SHORT("s2", SHADER_REGISTER, 2), SOURCE_2_SHORT("s2h", SHADER_HALF, 1),
    SOURCE_1_LONG("l1", SHADER_REGISTER), SOURCE_1_LONG("l1h", SHADER_HALF),
    SOURCE_2_LONG("l2", SHADER_REGISTER, 2), SOURCE_2_LONG("l2h", SHADER_HALF, 1),
    SOURCE_3_LONG("l3", SHADER_REGISTER, 2), SOURCE_3_LONG("l3h", SHADER_HALF, 1),

    NONE("imm", 0, 0, SHADER_IMMEDIATE),
    WORD("carry0", 0x10400000, 0x10400000, "$c0"), UNUSED("carry0"),
    OP("carry", 0x10400000, 0x10400000, SHADER_REGISTER, "c", 44, 2), UNUSED("carry"),
    OP("mcarry", W(0, 0x0c000000), W(0, 0x0c000000), SHADER_REGISTER, "c", 44, 2), UNUSED("mcarry"),
    WORD("ssat", 0x100, 0x100, "sat", .chips = G200), UNUSED("ssat"),
    WORD("lsat", W(0, 0x00100000), W(0, 0x00100000), "sat", .chips = G200), UNUSED("lsat"),
    WORD("unlock", W(0, 0x00800000), W(0, 0x00800000), "unlock", .chips = G200), UNUSED("unlock"),

    OP("lld", 0, W(0, 8), SHADER_REGISTER, "r", 2, 7),
    NONE("lld", W(0x1fc, 8), W(0x1fc, 8), SHADER_DISCARDED),
    OP("lld", W(0, 8), W(0, 8), SHADER_MEMORY, "o", 2, 7, .shift = 2),
    OP("llhd", 0, W(0, 8), SHADER_HALF, "r", 2, 7),
    NONE("llhd", W(0x1fc, 8), W(0x1fc, 8), SHADER_DISCARDED),
    OP("llhd", W(0, 8), W(0, 8), SHADER_MEMORY, "o", 2, 7, .shift = 1),
    NONE("loaded", W(0x1fc, 0x04000008), W(0x1fc, 0x04000008), SHADER_DISCARDED),
    NONE("loaded", W(0x1fc, 8), W(0x1fc, 0x04000008), SHADER_DISCARDED),
    OP("loaded", W(0, 0x04000008), W(0, 0x04000008), SHADER_MEMORY, "o", 2, 7, .shift = 2),
    OP("loaded", W(0, 0x04000000), W(0, 0x04000008), SHADER_REGISTER, "r", 2, 7),
    OP("loaded", 0, W(0, 0x04000008), SHADER_HALF, "r", 2, 7),
    OP("loaded", W(0, 8), W(0, 0x04000008), SHADER_MEMORY, "o", 2, 7, .shift = 1),
    OP("stored", 0, W(0, 0x00200000), SHADER_HALF, "r", 46, 7),
    OP("stored", W(0, 0x00200000), W(0, 0x00200000), SHADER_REGISTER, "r", 46, 7),

    OP("cdst", W(0, 0x40), W(0, 0x40), SHADER_REGISTER, "c", 36, 2),
    NONE("cdst", 0, W(0, 0x40), SHADER_NOTHING),
    OP("cd", 0, 0, SHADER_REGISTER, "c", 36, 2),
    OP("cwrite", 0, 0, SHADER_NOTHING, NULL, 38, 1),
    OP("c", 0, 0, SHADER_REGISTER, "c", 44, 2),
    NONE("a", 0, 0, SHADER_ADDRESS, .flags = SHADER_A_LONG),
    OP("ad", 0, 0, SHADER_ADDRESS, "a", 2, 3),
    OP("sr", 0, 0, SHADER_SPECIAL, NULL, 46, 4),
    OP("p", 0, 0, SHADER_CONDITION, NULL, 39, 5),
    OP("nop", 0, 0, SHADER_NOTHING, NULL, 39, 7),
    OP("lanes", 0, 0, SHADER_LANES, NULL, 46, 4),

    NUMBER("acount", 16, 4), NUMBER("pm", 10, 4), NUMBER("bar", 21, 4), NUMBER("warps", 9, 12), NUMBER("offset", 9, 16),
    OP("count", W(0, 0x00100000), W(0, 0x00100000), SHADER_NUMBER, NULL, 16, 7), SOURCE_2_LONG("count", SHADER_REGISTER, 2),
    OP("hcount", W(0, 0x00100000), W(0, 0x00100000), SHADER_NUMBER, NULL, 16, 7), SOURCE_2_LONG("hcount", SHADER_HALF, 1),
    OP("tx", 0, 0, SHADER_SIGNED, NULL, 56, 4), OP("ty", 0, 0, SHADER_SIGNED, NULL, 52, 4), OP("tz", 0, 0, SHADER_SIGNED, NULL, 48, 4),
    NONE("target", 0, 0, SHADER_TARGET),

    FULL("fs8", 0, 0, "s", 16, 0), FULL("fs16", 0, 0, "s", 15, 1), FULL("fs32", 0, 0, "s", 14, 2),
    FULL_CONST("u8", 0x0000, 16, 0), FULL_CONST("u16", 0x4000, 15, 1), FULL_CONST("s16", 0x8000, 15, 1), FULL_CONST("b32", 0xc000, 14, 2),
    OP("fc8", 0, 0, SHADER_MEMORY, "c", 9, 16, .flags = SHADER_A_LONG, .space = 54, .space_width = 4),
    FULL("local", 0, 0, "l", 16, 0),
    OP("fattr", 0, 0, SHADER_MEMORY, "a", 9, 7, .shift = 2, .flags = SHADER_A_LONG),
    OP("fout", 0, 0, SHADER_MEMORY, "o", 9, 14, .shift = 2, .flags = SHADER_A_LONG),
    OP("sv", 0, 0, SHADER_MEMORY, "v", 16, 8, .shift = 2, .flags = SHADER_A_SHORT),
    OP("lv", 0, 0, SHADER_MEMORY, "v", 16, 8, .shift = 2, .flags = SHADER_A_LONG),
    OP("global", 0, 0, SHADER_GLOBAL, "g", 9, 7, .space = 16, .space_width = 4),
    OP("global2", 0, 0, SHADER_GLOBAL, "g", 9, 7, .space = 23, .space_width = 4),

    SIZED("sized", 2), SIZED_ATOM("sized2", 16), SIZED_ATOM("sized3", 46),
    WORD("bsize", W(0, 0x00800000), W(0, 0x00e00000), "b64", .chips = G200),
    WORD("bsize", W(0, 0x00c00000), W(0, 0x00e00000), "b32"),
    RED(0u, 4u, "add u64", .chips = G200), RED(0u, 6u, "add u32"), RED(0u, 7u, "add s32"), RED(4u, 6u, "inc u32"), RED(5u, 6u, "dec u32"),
    RED(6u, 6u, "max u32"), RED(6u, 7u, "max s32"), RED(7u, 6u, "min u32"), RED(7u, 7u, "min s32"),
    RED(10u, 6u, "and b32"), RED(11u, 6u, "or b32"), RED(12u, 6u, "xor b32"),

    INTEGER(0x00000, "u16", "l1h"), INTEGER(0x04000, "u32", "l1"), INTEGER(0x08000, "u8", "l1h"), INTEGER(0x0c000, "u8", "r1"),
    INTEGER(0x10000, "s16", "l1h"), INTEGER(0x14000, "s32", "l1"), INTEGER(0x18000, "s8", "l1h"), INTEGER(0x1c000, "s8", "r1"),

    WORD("qlane", 0x00000, 0x70000, "l0"), WORD("qlane", 0x10000, 0x70000, "l1"),
    WORD("qlane", 0x20000, 0x70000, "l2"), WORD("qlane", 0x30000, 0x70000, "l3"),
    WORD("qlane", 0x40000, 0x50000, "dx"), WORD("qlane", 0x50000, 0x50000, "dy"),

    OP("t", 0, 0, SHADER_REGISTER, "t", 9, 8), OP("smp", 0, 0, SHADER_REGISTER, "s", 17, 5),
    OP("tv", 0, 0, SHADER_MASKED, "r", 2, 7), OP("tsv", 0, 0, SHADER_VECTOR, "r", 2, 7, .space = 22, .space_width = 2),
    OP("stv", 0, 0, SHADER_VECTOR, "r", 2, 6), OP("ssv", 0, 0, SHADER_VECTOR, "r", 2, 6, .space = 22, .space_width = 2),
    { .name = NULL },
};
/* clang-format on */
