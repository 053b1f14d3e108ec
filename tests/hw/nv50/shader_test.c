/* The tables of the shader cores' instructions against docs/hardware/tesla-isa.md, typed a second time: the meaning of
 * each opcode (§4), the predicates (§3), that no row hides one after it, and instructions as envydis prints them. */
#include "hw/nv50/chip.h"
#include "hw/nv50/shader.h"
#include "tests/kit/tests.h"
#include "tools/nv50/chips.h"
#include "tools/nv50/shader.h"

/* §4.1, §4.2, §4.4: the meaning of each primary opcode; null: none. */
static const char *const named_short[16] = { NULL,  "mov", "add",    "add", "mul", "sad",
                                             "add", "add", "interp", "rcp", NULL,  "add",
                                             "mul", NULL,  "add",    "tex" };
static const char *const named_immediate[16] = { NULL,  "mov", "add", "add", "mul", NULL,
                                                 "add", "add", NULL,  NULL,  NULL,  "add",
                                                 "mul", "xor", "add", NULL };
static const char *const named_control[16] = { "discard",   "bra",    "call",   "ret",
                                               "breakaddr", "break",  "quadon", "quadpop",
                                               "bar",       "trap",   "joinat", "brkpt",
                                               "bra",       "preret", NULL,     NULL };
/* §4.3: by primary and secondary. */
/* clang-format off */
static const char *const named_long[16][8] = {
    { "ld", "mov", "mov", "mov", "st", "mov", "shl", "st" }, { "mov", "ld", "ld", "vote" }, { "add" },
    { "add", NULL, NULL, "set", "max", "min", "shl", "shr" }, { "mul" }, { "sad" },
    { "mul u16", "mul s16", "mul s16", "mul u24", "mul s24", "mul s24", "mul high u24", "mul high s24" },
    { "mul high s24", "mul u24", "mul u24", "mul u24", "mul u24", "mul u24", "mul u24", "mul u24" },
    { "interp", "interp", "interp", "interp", "interp", "interp", "interp", "interp" },
    { "rcp", NULL, "rsqrt", "lg2", "sin", "cos", "ex2" }, { "cvt", "cvt", "cvt", "cvt", "cvt", "cvt", "cvt", "cvt" },
    { "add", "add", NULL, "set", "max", "min", "presin" }, { "mul", NULL, "slct", "slct", "quadop" },
    { "xor", "add", "ld", "st", "ld", "st", "red", "exch" },
    { "add", "add", "fma", "add", "mul", "min", "max", "set" },
    { "texauto", "texbias", "texlod", "texsize", "texcsaa", NULL, "emit", "nop" },
};
/* clang-format on */

/* Whether some row of the table can have these bits, and whether the first such is named so. */
static void expect_named(const struct shader_row *rows, uint64_t value, uint64_t mask,
                         const char *name)
{
    const uint64_t opcode = mask;

    for (; rows->text; rows++) {
        const uint64_t both = rows->mask & opcode;

        if ((rows->value & both) != (value & both))
            continue;
        assert_true(name && strstr(rows->text, name));
        return;
    }
    assert_null(name);
}

TEST(each_opcode_is_what_the_reference_says)
{
    for (uint32_t i = 0; i < 16; i++) {
        const uint64_t primary = (uint64_t)i << 28, mask = SHADER_OPCODE;

        expect_named(shader_short, primary, mask, named_short[i]);
        expect_named(shader_immediate, primary, mask, named_immediate[i]);
        expect_named(shader_control, primary, mask, named_control[i]);
        for (uint32_t j = 0; j < 8; j++)
            expect_named(shader_long, SHADER_WORDS((uint32_t)primary, j << 29),
                         SHADER_WORDS((uint32_t)mask, SHADER_SECONDARY), named_long[i][j]);
    }
}

/* A row that an earlier one covers could never be meant. The lowest two bits choose the table (§4); whether threads exit
 * or join, the second word's, is no part of the opcode (§2). */
static void expect_reached(const struct shader_row *rows, uint64_t chosen, uint64_t words)
{
    for (unsigned i = 0; rows[i].text; i++) {
        assert_pairs(rows[i].value & ~rows[i].mask, 0, rows[i].mask & SHADER_WORDS(3, 3), chosen,
                     rows[i].mask & ~words, 0);
        for (unsigned j = 0; j < i; j++)
            if ((rows[j].mask & ~rows[i].mask) == 0 &&
                (rows[i].value & rows[j].mask) == rows[j].value)
                assert_true(rows[j].chips ||
                            (rows[j].programs && rows[j].programs != rows[i].programs));
    }
}

TEST(no_row_hides_another)
{
    expect_reached(shader_short, 2, UINT32_MAX);
    expect_reached(shader_control_short, 3, UINT32_MAX);
    expect_reached(shader_immediate, 0, UINT32_MAX);
    expect_reached(shader_long, 0, UINT64_MAX);
    expect_reached(shader_control, 0, UINT64_MAX);
}

/* §1: instructions that came with each chipset. */
TEST(later_instructions_have_their_chipsets)
{
    static const struct {
        const struct shader_row *rows;
        const char *text;
        uint32_t chips;
    } later[] = {
        { shader_long, "vote any", 0x3f80 },       { shader_long, "ld lock", 0x3f80 },
        { shader_long, "fma ", 0x0080 },           { shader_long, "red ", 0x3ffe },
        { shader_long, "exch", 0x3ffe },           { shader_long, "texprep", 0x3c00 },
        { shader_long, "texquerylod", 0x3c00 },    { shader_long, "texgather", 0x3c00 },
        { shader_control, "%p brkpt", 0x3ffe },    { shader_control_short, "brkpt", 0x3ffe },
        { shader_control, "%nop preret", 0x3c00 }, { shader_long, "nop", 0 },
    };

    for (unsigned i = 0; i < sizeof(later) / sizeof(*later); i++) {
        const struct shader_row *row = later[i].rows;

        while (row->text && strncmp(row->text, later[i].text, strlen(later[i].text)) != 0)
            row++;
        assert_non_null(row->text);
        assert_int_equal(row->chips, later[i].chips);
    }
}

TEST(predicates_are_the_references)
{
    static const char *const names[SHADER_PREDICATES] = {
        "never", "l",  "e",   "le",  "g",      "lg", "ge", "lge", "u",  "lu", "eu",
        "leu",   "gu", "lgu", "geu", "always", "o",  "c",  "a",   "s",  NULL, NULL,
        NULL,    NULL, NULL,  NULL,  NULL,     NULL, "ns", "na",  "nc", "no"
    };

    for (unsigned i = 0; i < SHADER_PREDICATES; i++) {
        assert_int_equal(!names[i], !shader_predicates[i]);
        if (names[i])
            assert_string_equal(names[i], shader_predicates[i]);
    }
}

/* ---- instructions as text ---- */

/* Words, and what envydis g80 prints for them; numbers below 0 have a sign here, and bits that it names as unknown are
 * "reserved". "> CHIPSET PROGRAM" is what the rows below it are for. */
/* clang-format off */
static const char *const typed[] = {
    "> g84 compute", "fc18e931 eca227f4 pmevent 0xa reserved=0xca220700c18c130", "f01e1100 texauto live $r0:$r1:$r2:$r3 $t8 $s15 $r0",
    "f1652059 01244781 exit texfetch all #:#:$r22:# $t144 $s18 $r22:$r23 0x1 0x2 0x4", "3e9eca41 63c1c7c5 exit set $c0 $r8l always u16 $r50h c15[$a7++0x3c]",
    "620c4251 0437c789 exit sub o[0x50] (mul u16 u16 s[0x0++0x2] $r6l) $r95", "30841011 6520d601 exit (gu $c1) set $r4 le u32 u8 s[0x8] c4[0x10]",
    "900014c5 44100189 exit (le $c0) rsqrt f32 o[0xc4] neg abs $r10", "b1751049 a8180781 exit min f32 $r18 abs $r8 neg abs $r117",
    "d005f76d c0e01419 exit (u $c1) red max s32 g5[$r123] $r91", "14fbe6d9 44007085 exit (l $c3) ld $r54 u16 s[$a5+0xfbe6]",
    "07782601 e07e0781 exit st b8 s[$a1++0xbc13] $r120", "a0800309 00110781 exit cvt abs u16 $r33l s16 $r0h", "000001fd 20003f01 exit (nc $c3) mov $r127 $c3",
    "2d533da4 sub sat b16 $r20h u16 s[$a3+0x1c] $r9h", "0680d20d c0200780 shl $a3 b32 s[$a1++0x24] 0x0", "a08079fd 84060789 exit cvt rzi u32 # f16 $r30l",
    "a080021d 04094789 exit cvt u8 o[0x1c] s32 $r1", "20610831 00a36053 sub b16 $r6l $r2l 0xa360521", "d00ee93d c0c00790 red inc u32 g14[$r116] $r79",
    "f0000801 e0000485 exit (lu $c0) pmevent 0x2", "302013fd a8000789 exit min s16 # $r4h $r16l", "a1000621 0c080781 exit cvt s8 $r8 u16 $r1h",
    "300045fd 04010789 exit subr b32 # $r34 $r4", "d00f0409 c0c00780 red add u32 g15[$r2] $r2", "d0090e0d c0c007b0 red xor b32 g9[$r7] $r3",
    "> g200 compute", "d0080b09 a0000781 exit st u8 g8[$r5] $r66",
    "f235e7fd 2d423e8d exit (na $c3) texbias live deriv $r127:#:#:# $t243 $s26 $r127 -0x3 0x4 0x2", "a10021fd 40129089 exit (l $c1) cvt abs rm f16 # u8 $r8l",
    "f0000049 45214009 exit (never) texlod all deriv #:#:$r18:# $t0 $s0 $r18 0x5 0x2 0x1", "e013d655 044ce8eb add f32 $r21 neg (mul $r43 0x44ce8e93) $r21",
    "697265fd c0bf47d9 exit add $c1 # (mul high u24 u16 s[$a2+0x24] $r114) c2[0x1f4]", "37655ff5 0ffd87ff addc sat b16 $r30h s16 s[$a1++-0x2] 0xffd87fe5 $c0",
    "61400001 e802ae61 exit (ns $c2) subr $c2 $r0 (mul high s24 $r0 $r64) c0[0x28]", "60f9a211 a71f47f1 exit sub sat $c3 $r4 (mul s24 $r81 c12[0x1e4]) $r125",
    "d9445f31 e6cba794 ld dec u32 $r76 g2[$r47] $r68 reserved=0x60ba00008000000", "6137f379 2c61e781 exit addc $r94 (mul s16 b32 s[0x64] $r27h) c1[0x1c] $c2",
    "1585bedd 367057b0 ld $r55 u16 c9[$a1+0x85be] reserved=0x1030103001000000", "dcff4af5 03a3c7ec mov2 b16 $c2 o[0x7a] not u16 s[$a7+0xa] not c14[0xfe]",
    "a40041cd 8034398d exit (s $c3) cvt abs rpi u16 o[0xe6] f16 u16 s[$a5]", "c0013005 82c2c781 exit quadop f32 add sub mov2 add $r1 l1 $r24 $r11",
    "138029fd 4080c798 ld lock $c1 # b32 s[0x0++0x50] reserved=0x1800000", "d6a78b9d e0cce609 exit (gu $c2) cas b32 $r103 g13[$r69] $r39 $r51",
    "11424009 47289780 ld $r2 s16 s[0x4240] reserved=0x328100001000000", "ddf93f15 8e7187c8 ld s16 $r69 g9[$r31] reserved=0xe1180480df00000",
    "3753d4e9 c0300789 exit shl b16 o[0x74] b32 s[$a1++0x28] 0x53", "d00f4fe1 c0c039a9 exit (s $c3) red and b32 g15[$r39] $r120",
    "02148a01 e4980781 exit st unlock b32 s[0x0++0x2914] $r48l", "1c210a11 4000a805 exit (o $c2) ld $r2l s16 s[$a7+0x210a]", "10028004 mov sfu b32 $r1 $r0",
    "d00dbb5d c0c020ad exit (l $c2) red or b32 g13[$r93] $r87", "10002645 0423ce01 exit (ns $c0) mov b32 $r17 u8 s[0x13]", "50000003 00002500 (eu $c2) break",
    "2d3ee2e5 004e5c5b add b32 $r57 b32 s[$a3+0x4] 0x4e5c5be", "d7e377e5 e0e0079d exit ld min s32 $r121 g15[$r59] $r99", "00000051 60000780 mov $r20 $physid",
    "4081a285 03014781 exit mul $r33 high u24 $r81 c12[0x4]", "30a881fd e41020f9 exit (l $c2) shr u32 $c3 # $r64 0x28", "0c000059 40000785 exit mov $r22 $a7",
    "d0add6c5 e0800785 exit exch b64 $r49d g1[$r107] $r45d", "a0006aed a0424781 exit cvt neg rmi u32 $r59 f64 $r53d",
    "d0097e95 80801201 exit (g $c1) ld b64 $r37d g9[$r63]", "b280d5fd c0204789 exit preex2 f32 # b32 s[0x0++0x28]",
    "a00028b1 cc0047d1 exit cvt rni f32 $c1 $r44 f32 $r20", "a000a95d 4404c7d1 exit cvt rp f32 $c1 $r87 u8 $r84", "107f55fd 4000c789 exit ld # b32 s[0xfea8]",
    "3013c1fd 8c000409 exit (u $c0) max s32 # $r96 $r19", "d00910a5 c0e01080 (l $c1) red add s32 g9[$r8] $r41", "d0041421 c0800780 red add u64 g4[$r10] $r8d",
    "d00a5d49 c0c0079d exit red min u32 g10[$r46] $r82", "d0109241 000047c1 exit or b16 $c0 $r8l $r36h $r8l", "1ffd5bfd 44000789 exit ld # u8 s[$a3++0xfead]",
    "a000a0a9 40404781 exit cvt rn f32 $r42 u64 $r80d", "3019b80d a4000789 exit min u32 o[0xc] $r92 $r25", "d0038665 80a00781 exit ld b128 $r25q g3[$r67]",
    "a1007631 08014781 exit cvt s16 $r6l s32 $r59", "00264801 e02a4781 exit st b16 s[0x2648] $r41", "90001ffd c8000789 exit ex2 f32 sat # $r15",
    "> gt215 compute", "d4160003 0002a040 preret lim 0x2a0b00",
    "f85f7e35 60024785 exit texquerylod cube live #:#:$r13:# $t191 $s15 $r13:$r14", "f9228001 8000078d exit texgather cube live deriv #:#:#:# $t64 $s17 $r0",
    "ca197a83 4747f888 bra c13[$a2+0xcbd] reserved=0x4407c00802000080", "1a4fd729 4080c7e9 exit ld lock $c2 o[0x94] b32 s[$a2++0x9fac]",
    "> g84 vertex", "11001211 0098272b mov b16 $r2l 0x9827280 reserved=0x1001200", "a0800201 88104781 exit cvt abs rni s16 $r0l f32 $r1",
    "569887b1 043419fd exit (s $c1) sad $c3 o[0x1b0] u32 a[0x10c] c0[$a5++0x60] $r80", "00197289 16b7e7e8 ld b32 o[0x88] a[0xe4] reserved=0x1294206000190000",
    "1fbbfffd 2fcff7ec ld # b32 c15[$a7++0x77fc] reserved=0x80f306001800000", "fa0c2819 40000789 exit texlod cube all deriv $r6:#:#:# $t20 $s6 $r6",
    "c0000021 80000080 (l $c0) quadop f32 add add add add $r8 l0 $r0 $r0", "21001089 01242f82 join (no $c2) add b16 $r17l a[0x20] c4[0x20]",
    "ddf6b269 60600785 exit st s16 l[$a7+0xfb59] $r26", "3009b429 68008781 exit set $r5l e s16 $r45l $r4h", "6140da00 sub sat $r0 (mul s16 a[0xb4] $r0l) $r0",
    "a0000981 0411c781 exit cvt abs u32 $r96 s8 $r4", "a0809dfd c40047e9 exit cvt f32 $c2 # f32 $r78", "10018011 000a000b mov b32 $r4 0xa00081",
    "9000ddfd 80000789 exit sin f32 # $r110", "0000009d 60018782 join mov $r39 $pm2", "85000003 00006100 bar wait 0x8 all",
    "> g200 vertex", "a0508003 00062200 joinat 0x602840", "50038210 sad $r4 u32 $r1 $r3 $r4",
    "fa1c87fd 20000009 exit (never) texbias cube all deriv $r127:#:#:# $t67 $s14 $r127", "e05beed5 cc100781 exit max f64 $r53d neg abs $r119d neg $r91d",
    "e0678389 e4113709 exit (geu $c3) set o[0x188] g f64 neg abs $r65d $r103d", "67039ffd 88976e09 exit (ns $c2) subr # (mul s24 $r79 $r3) c2[$a1++-0x8c]",
    "0fd74dfd 8fe1f7d8 st b32 o[$a3+0xae98] $r7 reserved=0xf203058038001fc", "113041fd 2901a789 exit ld # s16 c4[0x3040] reserved=0x801200001000000",
    "5d4b5bfd 0cd287de join sad $c1 # s32 $r45 $r75 c3[$a7+0x128]", "60040205 40184781 exit add sat $r1 (mul s16 $r0h $r2l) $r97",
    "e06d1ef9 a8100781 exit min f64 $r62d abs $r15d neg $r109d", "60540041 08100223 sub $r16 (mul u16 $r0l 0x81002214) $r16", "30000003 00001880 (c $c1) ret",
    "60080b85 06902083 add $r33 (mul s16 $r2h 0x69020808) $r33", "e003d4d5 68010781 exit add rz f64 $r53d $r106d neg $r4d", "00000179 60010780 mov $r94 $pm0",
    "40909bfd 02008789 exit mul # s16 $r38h u16 c8[0x20]", "a0002801 88404789 exit cvt rni s32 o[0x0] f64 $r20d", "c148e6d0 mul f32 $r52 neg a[0xcc] neg $r8",
    "a00041fd 404d4789 exit cvt sat rp f32 # s64 $r32d", "e05d4710 add sat f32 $r4 (mul $r35 $r29) neg $r4", "04003061 0423c781 exit ld b32 $r24 a[$a1+0x60]",
    "11009d79 0203c789 exit mov sfu b16 o[0xbc] $r39l", "a0800299 80024781 exit cvt rmi u16 $r19l f32 $r1", "a00034c1 c4404781 exit cvt f64 $r48d f64 $r26d",
    "a000758d c4000781 exit cvt f32 $r99 f16 $r29l", "a0009805 c4400781 exit cvt f64 $r1d f32 $r76", "00000005 6001e901 exit (a $c2) mov $r1 $pm3",
    "00035c01 c0000781 exit shl 0x0 $r46 0x3", "308827fd e8300788 shr s16 # a[0x4c] 0x8", "40c3b003 00000b80 breakaddr 0x61d8",
    "> gt215 vertex",
    "f829e02d 60011085 exit (l $c1) texprep cube live #:#:#:# $t240 $s20 $r11", "f8108645 60010782 join texprep cube all #:#:#:# $t67 $s8 $r17",
    "> g84 geometry", "25c0bf3d 0837078d exit sub b16 sat o[0x9e] p[$a5+0x17c] $r46l", "f10a1948 texfetch live $r18:$r19:$r20:$r21 $t12 $s5 $r18",
    "69032481 6183ce61 exit (ns $c0) add $c2 $r32 (mul u24 $r18 $r3) c6[$a2+0x3c]", "c0040081 8c100789 exit quadop f32 mov2 add add add o[0x80] dx $r0 $r64",
    "f8000025 00000f89 exit (no $c0) texauto cube all deriv #:#:#:# $t0 $s0 $r9", "5d2e2595 092ec789 exit sad o[0x194] s16 a[0x48] $r23l c4[$a3+0xec]",
    "452b5205 04020827 mul $r1 u16 p[$a1+0xa4] u16 0x4020826b", "a000c401 c80c0781 exit cvt sat rpi f16 $r0l f16 $r49l", "f0000401 c0000781 exit restart",
    "30398bfd ec3007d9 exit shr s32 $c1 # a[0x114] 0x39", "a080dd71 84044781 exit cvt rpi u32 $r92 f32 $r110", "311ff5fd 88000789 exit max s16 # $r61l $r15h",
    "dd3e3e85 60400781 exit st u16 l[$a3+0x9f1f] $r33", "d0400809 0006942b and b32 $r2 not $r4 0x694280", "a0000045 0008c7c1 exit cvt u8 $c0 $r8h u8 $r0",
    "49bfbffc mul $r63 s16 p[$a2+0x7c] s16 $r31h", "a00051fd 0c218789 exit cvt s32 # s8 a[0xa0]", "90007ffd 60100789 exit lg2 f32 # abs $r63",
    "> g200 geometry", "000000ad 6000c780 mov $r43 $vstride", "f0000201 c0000781 exit emit", "10001e00 mov b16 $r0l $r7h",
    "c5bbbcad 0ad0c78d exit mul sat rz f32 o[0xac] p[$a5+0x178] neg c11[0xec]", "b003308d 2805b309 exit (ge $c3) add sat rz f32 o[0x8c] $r24 neg $r22",
    "3af75ffd e9e0006d exit (never) shr s16 $c2 # a[0xbc] c7[$a6++-0x12]", "f420088d 60008785 exit texsize live #:$r35:#:$r36 $t4 $s16 $r35",
    "e0394671 44d74781 exit fma rz f64 $r28d neg $r35d $r57d $r93d", "cd13bbb5 04d5c657 mul sat f32 $r45 neg p[$a3+0x74] 0x4d5c6553",
    "ddb7f9fd 0422c7fd exit mov2 b32 $c3 # p[$a7+0x1f0] not $r55", "b1362059 84280789 exit max f32 o[0x58] neg a[0x40] abs $r54", "90000003 00000a00 trap",
    "a0009dfd cc504781 exit cvt abs rni f64 $r127d f64 $r78d", "08502401 20c8678c mov $r0 $c2 reserved=0xc8400c08502400", "b0000003 00001380 (lge $c1) brkpt",
    "b00804c1 64128781 exit set $r48 eu f32 neg abs $r2 $r8", "a100a9fd 444107e1 exit cvt rn f64 $c2 $r127d s32 $r84", "8232c803 00002d00 bar inc 0x1 0x964",
    "a0003009 c0424789 exit cvt rm f32 o[0x8] f64 $r24d", "a0001969 8c424781 exit cvt rmi s64 $r90d f64 $r12d", "60680c00 sub $r0 (mul u16 $r3l $r20l) $r0",
    "10dddb29 24808789 exit ld o[0x128] s16 c2[0xddda]", "a00020e5 8c400781 exit cvt rni s64 $r57d f32 $r16", "304076c9 0412e780 addc b32 $r50 $r59 $r75 $c2",
    "a08040d1 84400781 exit cvt rni u64 $r52d f32 $r32", "40480911 04b880bb mul $r4 high u24 $r4 0x4b880b88", "a0002001 c0000781 exit cvt f16 $r0l f16 $r8l",
    "a1000065 44440781 exit cvt rp f64 $r25d u32 $r0", "11440803 00052580 (leu $c2) bra 0x50a204", "60488b20 sub $r8 (mul u24 $r5 $r8) $r8", "b0000002 brkpt",
    "> gt215 geometry", "cdf7e203 03c01b84 bra c15[$a7+0xfbf1]",
    "> g84 fragment",
    "f4585c45 88800789 exit texcsaa all deriv #:$r17:#:# $t46 $s12 $r17:$r18 -0x8 -0x8 0x0", "60088695 0845100f add sat $r37 (mul s16 $r1h 0x845100c8) $r37",
    "c025f3fd 8bd6d6c9 exit (lgu $c1) quadop f32 sub mov2 mov2 sub $c0 # dy $r121 $r91", "0e107e7d c5d437fc shl $a7 $r63 0x0 reserved=0x5d4307c0e100060",
    "f11803fd 04320788 texfetch all deriv #:#:#:# $t1 $s12 $r127 0x4 0x3 0x2", "c0034141 890a8781 exit quadop f32 sub subr add add $r80 l3 $r32 $r42",
    "a080c111 8c144781 exit cvt abs rpi s32 $r68 f32 $r96", "a0000455 c00247c1 exit cvt rm f16 $c0 $r10h f32 $r2", "a000abfd 08084789 exit cvt s8 # u32 $r85",
    "66a215c4 add $r49 (mul s16 $r5l c1[$a1++0x4]) $r49", "30880211 c6400781 exit shl b32 $r4 $r1 c9[0x20]", "d010a201 00403803 xor b32 $r0 $r17 0x4038010",
    "00000045 60014480 (lu $c0) mov $r17 $pm1", "84250140 interp $r16 flat v[$a1+0x94]", "00000081 60008782 join mov $r32 $sr2", "70000003 00000100 quadpop",
    "b080060c add f32 $r3 $r3 c0[0x0]", "8a0004a0 interp $r40 v[$a2] $r2", "21201003 00005180 call 0x49008", "90000404 rcp f32 $r1 $r2", "90000002 trap",
    "> g200 fragment", "60000003 00003680 quadon",
    "c924f759 41db30e9 exit (l $c3) slct b32 $c2 o[0x158] $r123 $r36 f32 c7[$a2+0x1b0]", "f4000c21 60002408 (u $c2) texsize all deriv #:$r8:#:# $t6 $s0 $r8",
    "7e9674cd 005607fd exit add sat $c3 o[0xcc] (mul high s24 $r58 c1[$a7++0x58]) $r88", "dffa3ff9 2afd97ac add $a6 $a7 0xfd1f reserved=0xafd9028020001e0",
    "f2444005 0550078d exit texauto live deriv $r1:#:#:# $t32 $s2 $r1:$r2 0x5 0x5 0x0", "81008c1d 87205788 interp $r7 v[0x0] reserved=0x8720500801008c00",
    "e14829fd 2b890149 exit (e $c0) add sat f32 $c0 # (mul $r20 $r72) neg c14[0x90]", "6045ab69 08008223 sub $r26 (mul u24 $r21 0x80082205) $r26",
    "c0220025 81918789 exit quadop f32 add subr sub sub o[0x24] l2 $r0 $r70", "04060801 80c20105 exit (e $c0) st b32 o[$a5+0xc10] $r8",
    "8040afc9 04020781 exit interp $r114 v[0x100] neg $r87", "e0600605 84040781 exit mul rp f64 $r1d neg $r3d $r96d", "900073fd a0000789 exit cos f32 # $r57",
    "5b532220 sad $r8 u16 $r8h $r9h $r8 reserved=0xb400000", "800b8181 00030781 exit interp $r96 cent v[0x2c] $r64", "b0408000 add f32 $r0 neg $r0 neg $r0",
    "a00099cd 84424781 exit cvt rmi u64 $r115d f64 $r76d", "53498404 sad $r1 u32 $r2 $r9 $r1 reserved=0x3400000", "d0730a01 20000781 exit add 0x0 0x0 0x3985",
    "a000b271 44404781 exit cvt rn f64 $r28d u64 $r89d", "139a0201 22000781 exit ld $r0l u8 c8[0x0++0xcd01]", "80cb0085 00000781 exit interp $r33 v[0x32c]",
    "d6916f39 40200785 exit ld s8 $r78 l[$a5++0x48b7]", "a0004001 8c000781 exit cvt rni s32 $r0 f16 $r16l", "a0000401 44414781 exit cvt rn f64 $r0d s64 $r2d",
    "80220119 00040781 exit interp $r70 flat v[0x88]", "b0372ab1 0be4fb37 add f32 $r44 $r21 0xbe4fb377", "406118c9 0100833f mul $r50 u24 $r12 0x100833e1",
    "a080c1fd 88040789 exit cvt rpi s16 # f16 $r48l", "8002012d 00010781 exit interp $r75 cent v[0x8]", "30188499 0ff930b3 subr b32 $r38 $r2 0xff930b18",
    "2ac283d0 sub sat b32 $r52 $r1 c0[$a2++0x8]", "90009ffd 00100789 exit rcp f32 # abs $r79", "85100004 interp $r1 cent v[$a1+0x40]",
    "000000dd 60024781 exit mov $r55 $sr9", "83010a04 interp $r1 cent v[0x4] $r5", "0000a401 a00007d1 exit mov $c1 $r82", "88840000 interp $r0 v[$a2+0x210]",
    "10000401 600007a1 exit vote all $c2", "48e0b2f8 mul $r62 s24 $r25 c1[$a2]", "00000003 00003280 (lg $c3) discard", "f0000001 e0000781 exit nop",
    "> mcp77 fragment", "10000201 600007c1 exit vote any $c0",
    "> gt215 fragment",
    "f104082d 88000789 exit texgather all deriv #:#:#:# $t4 $s2 $r11 -0x8 0x0 0x0", "f0022015 60024005 exit (never) texquerylod live #:#:$r5:# $t16 $s1 $r5",
    /* a[] is for vertex and geometry programs. A bit that asks for it is reserved here; envydis leaves it out. */
    "> g200 compute", "00000405 0423c780 ??? unknown",
    "> g200 fragment", "b1038a04 add f32 $r1 neg ??? $r3 reserved=0xa00 unknown",
    "b0030a05 0020c780 add rz f32 $r1 ??? $r3 reserved=0x20000000000a00 unknown",
    /* Where cards or other rows of its tables differ from it (§4). */
    "> g84 geometry", "70030405 20010781 exit add $r1 (mul u24 $r2 $r3) $r4 reserved=0x2000000000000000",
    "61830405 60010780 add $r1 (mul u24 p[0x8] c0[0xc]) c0[0x10]",
    "> g84 compute", "c2830405 00000780 mul rn f32 $r1 $r2 c0[0x0++0xc]",
};
/* clang-format on */

TEST(instructions_are_as_envydis_prints_them)
{
    static struct out out;
    char chip[8] = "", program[16] = "", line[256];
    uint32_t words[2];

    out.fd = -1;
    for (unsigned i = 0; i < sizeof(typed) / sizeof(*typed); i++) {
        if (sscanf(typed[i], "> %7s %15s", chip, program) == 2)
            continue;
        const int count = sscanf(typed[i], "%8x %8x ", &words[0], &words[1]);
        const struct toolkit_words code = { .words = words,
                                            .count = words[0] & SHADER_LONG ? 2 : 1,
                                            .chip = &chipset_named(chip)->chip,
                                            .program = program };

        assert_true(count >= (int)code.count);
        out.used = 0;
        assert_true(nv50_decode_shader(&code, &out));
        out_char(&out, 0);
        snprintf(line, sizeof(line), "0x0 %s\n", typed[i]);
        assert_string_equal(out.bytes, line);
    }
}

/* An operand's bits are none of those that choose the table, which are the same in each of its rows. */
TEST(operands_are_chosen_by_bits_of_their_own)
{
    for (const struct shader_operand *o = shader_operands; o->name; o++)
        assert_int_equal((o->value & ~o->mask) | (o->mask & SHADER_WORDS(3, 3)), 0);
}
