/* When each field of GV100's structures is there, from docs/hardware/gv100.md §3.1, §3.4, §4.1, §5.2 to §5.4 and §6.2, and
 * where all of a GP entry stand (gv100/tables_test has the places of the others from the manuals); the sizes of the
 * structures of both families; and names that no manual has. */
#include "tests/hw/hw_rig.h"

#include "hw/gv100/pb.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/structures.h"
#include "hw/nv50/media.h"
#include "hw/nv50/registers.h"
#include "hw/nv50/slots.h"

/* "name shift", then of each part word.highest:lowest bit; "if" a field's value is in a mask of values. */
struct typed {
    const struct structure *structure;
    const char *field;
};

/* Conditions: an entry of PD0 is of tables or a page; an aperture is video memory, or another. */
#define TABLES " if 0.0:0 in 1"
#define PAGE   " if 0.0:0 in 2"
#define VID    " if 0.2:1 in 2"
#define OTHER  " if 0.2:1 in fffffffd"
#define LOCAL  " if 0.2:1 in 3" /* of pages: video memory and a peer's */
#define SYSTEM " if 0.2:1 in c"

#define SEGMENT " if 1.30:10 in fffffffe"
#define CONTROL " if 1.30:10 in 1"
#define CHANNEL " if 0.0:0 in 1"
#define TSG     " if 0.0:0 in 2"

/* clang-format off */
#define PDE(s) \
    { s, "address_sys 12 0.53:8" OTHER }, { s, "address_vid 12 0.32:8" VID }, { s, "address_vid_peer 0 0.35:33" VID }

static const struct typed typed[] = {
    { &gv100_runlist, "runqueue_selector 0 0.1:1" CHANNEL },
    { &gv100_runlist, "inst_target 0 0.5:4" CHANNEL },
    { &gv100_runlist, "userd_target 0 0.7:6" CHANNEL },
    { &gv100_runlist, "userd_ptr 8 0.31:8 1.31:0" CHANNEL },
    { &gv100_runlist, "chid 0 2.11:0" CHANNEL },
    { &gv100_runlist, "inst_ptr 12 2.31:12 3.31:0" CHANNEL },
    { &gv100_runlist, "turing gfid 0 0.11:4" TSG },
    { &gv100_runlist, "timeslice_scale 0 0.19:16" TSG },
    { &gv100_runlist, "timeslice_timeout 0 0.31:24" TSG }, { &gv100_runlist, "length 0 1.7:0" TSG },
    { &gv100_runlist, "tsgid 0 2.11:0" TSG }, { &gv100_gp, "fetch 0 0.0:0" SEGMENT },
    { &gv100_gp, "get 2 0.31:2 1.7:0" SEGMENT }, { &gv100_gp, "operand 0 0.31:0" CONTROL },
    { &gv100_gp, "opcode 0 1.7:0" CONTROL }, { &gv100_gp, "volta priv 0 1.8:8" },
    { &gv100_gp, "level 0 1.9:9" }, { &gv100_gp, "length 0 1.30:10" },
    { &gv100_gp, "sync 0 1.31:31" }, { &gv100_fault, "client 0 7.14:8 if 7.20:20 in 1" },
    { &gv100_fault, "client 0 7.14:8 if 7.20:20 in 2" },
    PDE(&gv100_pd3),
    PDE(&gv100_pd2),
    PDE(&gv100_pd1),
    { &gv100_pd0, "aperture_big 0 0.2:1" TABLES }, { &gv100_pd0, "vol_big 0 0.3:3" TABLES },
    { &gv100_pd0, "no_ats 0 0.5:5" TABLES },
    { &gv100_pd0, "address_big_sys 8 0.53:4" TABLES OTHER },
    { &gv100_pd0, "address_big_vid 8 0.32:4" TABLES VID },
    { &gv100_pd0, "address_big_vid_peer 0 0.35:33" TABLES VID },
    { &gv100_pd0, "aperture_small 0 1.2:1" TABLES }, { &gv100_pd0, "vol_small 0 1.3:3" TABLES },
    { &gv100_pd0, "address_small_sys 12 1.53:8" TABLES " if 1.2:1 in fffffffd" },
    { &gv100_pd0, "address_small_vid 12 1.32:8" TABLES " if 1.2:1 in 2" },
    { &gv100_pd0, "address_small_vid_peer 0 1.35:33" TABLES " if 1.2:1 in 2" },
    { &gv100_pd0, "aperture 0 0.2:1" PAGE }, { &gv100_pd0, "vol 0 0.3:3" PAGE },
    { &gv100_pd0, "volta encrypted 0 0.4:4" PAGE }, { &gv100_pd0, "privilege 0 0.5:5" PAGE },
    { &gv100_pd0, "read_only 0 0.6:6" PAGE }, { &gv100_pd0, "atomic_disable 0 0.7:7" PAGE },
    { &gv100_pd0, "address_sys 12 0.53:8" PAGE SYSTEM },
    { &gv100_pd0, "address_vid 12 0.32:8" PAGE LOCAL },
    { &gv100_pd0, "address_vid_peer 0 0.35:33" PAGE LOCAL },
    { &gv100_pd0, "volta comptagline 0 0.53:36" PAGE LOCAL },
    { &gv100_pd0, "turing comptagline 0 0.55:36" PAGE LOCAL },
    { &gv100_pd0, "kind 0 0.63:56" PAGE }, { &gv100_pte, "address_sys 12 0.53:8" SYSTEM },
    { &gv100_pte, "address_vid 12 0.32:8" LOCAL },
    { &gv100_pte, "address_vid_peer 0 0.35:33" LOCAL },
    { &gv100_pte, "volta comptagline 0 0.53:36" LOCAL },
    { &gv100_pte, "turing comptagline 0 0.55:36" LOCAL },
};
/* clang-format on */

/* Adds " word.high:low" of a mask, whose bits stand side by side. */
static void print_bits(char *text, size_t size, const char *before, unsigned word, uint64_t mask)
{
    const size_t used = strlen(text);
    unsigned low = 0, high = 63;

    while (!(mask >> low & 1))
        low++;
    while (!(mask >> high & 1))
        high--;
    assert_int_equal(bits_count(mask), high - low + 1);
    snprintf(text + used, size - used, "%s %u.%u:%u", before, word, high, low);
}

static void print_field(char *text, size_t size, const struct field *field)
{
    snprintf(text, size, "%s%s %u",
             field->chips == 0x3f   ? ""
             : field->chips == 0x3e ? "turing "
                                    : "volta ",
             field->name, field->shift);
    for (unsigned i = 0; i < FIELD_PARTS && field->parts[i].mask; i++)
        print_bits(text, size, "", field->parts[i].word, field->parts[i].mask);
    for (unsigned i = 0; i < FIELD_WHENS && field->when[i].mask; i++) {
        print_bits(text, size, " if", field->when[i].word, field->when[i].mask);
        snprintf(text + strlen(text), size - strlen(text), " in %x", field->when[i].values);
    }
}

TEST(fields_are_the_references)
{
    unsigned row = 0;

    for (unsigned k = 0; k < GV100_STRUCTURE_COUNT; k++)
        for (unsigned i = 0; i < gv100_structures[k]->field_count; i++) {
            const struct structure *const s = gv100_structures[k];
            char text[160];

            if (!s->fields[i].when[0].mask && s != &gv100_gp)
                continue;
            print_field(text, sizeof(text), &s->fields[i]);
            assert_true(row < ARRAY_SIZE(typed) && typed[row].structure == s);
            assert_string_equal(text, typed[row++].field);
        }
    assert_int_equal(row, ARRAY_SIZE(typed));
}

TEST(structures_have_the_size_of_the_reference)
{
    static const struct {
        const char *name;
        unsigned bits, words, first;
    } nv50[] = {
        { "dmaobj", 32, 6, 0 }, { "pde", 64, 1, 0 },    { "pte", 64, 1, 0 },   { "channel", 32, 1, 0 },
        { "fault", 32, 6, 0 },  { "ramfc", 32, 64, 0 }, { "ramht", 32, 2, 0 },
    },
      gv100[] = {
          { "ramin", 32, 1024, 128 }, { "ramfc", 32, 128, 0 }, { "userd", 32, 128, 0 },
          { "runlist", 32, 4, 0 },    { "gp", 32, 2, 0 },      { "fault", 32, 8, 0 },
          { "pd3", 64, 1, 0 },        { "pd2", 64, 1, 0 },     { "pd1", 64, 1, 0 },
          { "pd0", 64, 2, 0 },        { "pte", 64, 1, 0 },
      };

    assert_pairs(NV50_STRUCTURE_COUNT, ARRAY_SIZE(nv50), GV100_STRUCTURE_COUNT, ARRAY_SIZE(gv100));
    for (unsigned i = 0; i < NV50_STRUCTURE_COUNT; i++) {
        assert_string_equal(nv50_structures[i].name, nv50[i].name);
        assert_pairs(nv50_structures[i].word_bits, nv50[i].bits, nv50_structures[i].words,
                     nv50[i].words, nv50_structures[i].first, nv50[i].first);
        for (unsigned f = 0; f < nv50_structures[i].field_count; f++)
            assert_int_equal(nv50_structures[i].fields[f].values != NULL,
                             nv50_structures[i].fields[f].value_count != 0);
    }
    for (unsigned i = 0; i < GV100_STRUCTURE_COUNT; i++) {
        assert_string_equal(gv100_structures[i]->name, gv100[i].name);
        assert_pairs(gv100_structures[i]->word_bits, gv100[i].bits, gv100_structures[i]->words,
                     gv100[i].words, gv100_structures[i]->first, gv100[i].first);
        for (unsigned f = 0; f < gv100_structures[i]->field_count; f++)
            assert_int_equal(gv100_structures[i]->fields[f].values != NULL,
                             gv100_structures[i]->fields[f].value_count != 0);
    }
}

/* "0 NAME,1 NAME" of the values of a field, in their order. */
static void check_values(const struct field *field, const char *words)
{
    char text[1200] = "";

    for (unsigned i = 0; i < field->value_count; i++)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%x %s", i ? "," : "",
                 field->values[i].value, field->values[i].name);
    assert_string_equal(text, words);
}

/* gv100.md §4.1, §6.2: of a fault entry field 5 is the engine, 8 a client of a GPC, and 9 one of the hub. */
TEST(values_have_the_names_of_the_reference)
{
    check_values(
        &gv100_fault.fields[8],
        "0 T1_0,1 T1_1,2 T1_2,3 T1_3,4 T1_4,5 T1_5,6 T1_6,7 T1_7,8 PE_0,9 PE_1,a PE_2,b PE_3,c "
        "PE_4,d PE_5,e PE_6,f PE_7,10 RAST,11 GCC,12 GPCCS,13 PROP_0,14 PROP_1,15 PROP_2,16 "
        "PROP_3,17 GPM,18 LTP_UTLB_0,19 LTP_UTLB_1,1a LTP_UTLB_2,1b LTP_UTLB_3,1c LTP_UTLB_4,1d "
        "LTP_UTLB_5,1e LTP_UTLB_6,1f LTP_UTLB_7,20 RGG_UTLB,21 T1_8,22 T1_9,23 T1_10,24 T1_11,25 "
        "T1_12,26 T1_13,27 T1_14,28 T1_15,29 TPCCS_0,2a TPCCS_1,2b TPCCS_2,2c TPCCS_3,2d "
        "TPCCS_4,2e TPCCS_5,2f TPCCS_6,30 TPCCS_7,31 PE_8,32 PE_9,33 TPCCS_8,34 TPCCS_9,35 "
        "T1_16,36 T1_17,37 T1_18,38 T1_19,39 PE_10,3a PE_11,3b TPCCS_10,3c TPCCS_11,3d T1_20,3e "
        "T1_21,3f T1_22,40 T1_23,41 PE_12,42 PE_13,43 TPCCS_12,44 TPCCS_13,45 T1_24,46 T1_25,47 "
        "T1_26,48 T1_27,49 PE_14,4a PE_15,4b TPCCS_14,4c TPCCS_15,4d T1_28,4e T1_29,4f T1_30,50 "
        "T1_31,51 PE_16,52 PE_17,53 TPCCS_16,54 TPCCS_17,55 T1_32,56 T1_33,57 T1_34,58 T1_35,59 "
        "PE_18,5a PE_19,5b TPCCS_18,5c TPCCS_19,5d T1_36,5e T1_37,5f T1_38,60 T1_39");
    check_values(
        &gv100_fault.fields[9],
        "0 VIP,1 CE0,2 CE1,3 DNISO,4 FE,5 FECS,6 HOST,7 HOST_CPU,8 HOST_CPU_NB,9 ISO,a MMU,b "
        "NVDEC,d NVENC1,e NISO,f P2P,10 PD,11 PERF,12 PMU,13 RASTERTWOD,14 SCC,15 SCC_NB,16 SEC,17 "
        "SSYNC,18 CE2,19 XV,1a MMU_NB,1b NVENC0,1c DFALCON,1d SKED,1e AFALCON,1f DONT_CARE,20 "
        "HSCE0,21 HSCE1,22 HSCE2,23 HSCE3,24 HSCE4,25 HSCE5,26 HSCE6,27 HSCE7,28 HSCE8,29 HSCE9,2a "
        "HSHUB,2b PTP_X0,2c PTP_X1,2d PTP_X2,2e PTP_X3,2f PTP_X4,30 PTP_X5,31 PTP_X6,32 PTP_X7,33 "
        "NVENC2,34 VPR_SCRUBBER0,35 VPR_SCRUBBER1,36 DWBIF,37 FBFALCON,38 CE_SHIM,39 GSP");
    check_values(&gv100_fault.fields[0], "0 VID_MEM,2 SYS_MEM_COHERENT,3 SYS_MEM_NONCOHERENT");
    check_values(
        &gv100_fault.fields[5],
        "1 DISPLAY,3 PTP,4 BAR1,5 BAR2,80 BAR1,c0 BAR2,6 PMU,8 IFB,9 PERF,1f PHYSICAL,20 HOST0,21 "
        "HOST1,22 HOST2,23 HOST3,24 HOST4,25 HOST5,26 HOST6,27 HOST7,28 HOST8,29 HOST9,2a "
        "HOST10,2b HOST11,2c HOST12,2d HOST13");
    check_values(&gv100_fault.fields[11], "0 GPC,1 HUB");
    check_values(&gv100_gp.fields[0], "0 UNCONDITIONAL,1 CONDITIONAL");
    check_values(&gv100_gp.fields[3], "0 NOP,1 ILLEGAL,2 GP_CRC,3 PB_CRC");
    check_values(&gv100_gp.fields[4], "0 USER,1 KERNEL");
    check_values(&gv100_gp.fields[5], "0 MAIN,1 SUBROUTINE");
    check_values(&gv100_gp.fields[7], "0 PROCEED,1 WAIT");
}

/* tesla-vm.md §1.4: selectors of context objects. */
TEST(contexts_are_the_references)
{
    static const struct vm_context typed_contexts[] = {
        { 0x0, 0x20, 0x0001 }, /* PGRAPH of G80 */
        { 0x1, 0x22, 0x0001 }, /* PVP1 */
        { 0x7, 0x24, 0x0001 }, /* PME */
        { 0x8, 0x26, 0x0001 }, /* PMPEG */
        { 0x0, 0x02, 0x3ffe }, /* PGRAPH from G84 on */
        { 0x1, 0x04, 0x3ffe }, /* PVP2, PPDEC */
        { 0x8, 0x06, 0x3ffe }, /* PMPEG, PPPP */
        { 0x9, 0x08, 0x3ffe }, /* PBSP, PVLD */
        { 0xa, 0x0a, 0x03fe }, /* PCIPHER, PSEC: before GT215 */
        { 0x7, 0x0a, 0x2000 }, /* PVCOMP: MCP89 */
        { 0xd, 0x0c, 0x3c00 }, /* PCOPY: from GT215 on */
    };

    assert_int_equal(VM_CONTEXT_COUNT, ARRAY_SIZE(typed_contexts));
    for (unsigned i = 0; i < VM_CONTEXT_COUNT; i++) {
        assert_pairs(vm_contexts[i].engine, typed_contexts[i].engine, vm_contexts[i].selector,
                     typed_contexts[i].selector, vm_contexts[i].chips, typed_contexts[i].chips);
    }
}

/* Those of GV100, of Turing, of both. */
static bool are_chips(uint32_t chips)
{
    return chips == 1 || chips == 0x3e || chips == 0x3f;
}

/* A register is one word: its fields have one part, in word 0, and are there on their chips, if need be where another
 * field of the word says so. */
static void check_register_fields(const struct field *fields, unsigned count)
{
    for (const struct field *field = fields; field != fields + count; field++) {
        assert_pairs(field->values != NULL, field->value_count != 0, field->parts[0].word, 0);
        assert_true(field->parts[0].mask && field->parts[0].mask <= UINT32_MAX);
        assert_pairs(true, field->parts[1].mask == 0, field->when[0].word, 0, true,
                     field->when[1].mask == 0, field->count | field->stride, 0);
    }
}

static void check_gv100_field(const struct field *field)
{
    assert_pairs(true, are_chips(field->chips), field->shift, 0);
    for (unsigned i = 0; field->values && i < field->value_count; i++)
        assert_true(are_chips(field->values[i].chips));
}

/* Of words, of 256 bytes, of pages: what NV50's addresses, methods and sizes count; all else counts ones. No bit
 * belongs to two fields of a chip. */
static void check_nv50_list(const struct nv50_register *row)
{
    for (; row->name; row++) {
        check_register_fields(row->fields, row->field_count);
        assert_true(row->stride % 4 == 0 && (row->stride != 0) == (row->count != 0));
        for (unsigned i = 0; i < row->field_count; i++) {
            const struct field *const field = &row->fields[i];

            assert_non_null(strchr("\2\10\14", field->shift)); /* its end is 0 */
            for (unsigned k = 0; k < i; k++)
                if (row->fields[k].chips & field->chips)
                    assert_true((row->fields[k].parts[0].mask & field->parts[0].mask) == 0);
        }
    }
}

/* The row that ends a block's list is empty. */
TEST(registers_are_words_of_their_block)
{
    for (unsigned b = 0; b < GV100_REGISTER_BLOCKS; b++) {
        const struct gv100_register *row = gv100_registers[b];

        for (; row->name; row++) {
            check_register_fields(row->fields, row->field_count);
            for (unsigned i = 0; i < row->field_count; i++)
                check_gv100_field(&row->fields[i]);
        }
        assert_int_equal(row->at | row->stride | row->count | row->access | row->field_count, 0);
        assert_null(row->fields);
    }
    for (unsigned b = 0; b < NV50_REGISTER_BLOCKS; b++)
        check_nv50_list(nv50_registers[b]);
    for (unsigned kind = 0; kind <= MEDIA_PMPEG; kind++)
        check_nv50_list(nv50_media_registers[kind]);
}
