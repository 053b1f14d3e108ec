/* The device model against the reference, value by value: the worked examples of tesla-vm.md §1.12.
 * Expected values are typed from docs/hardware/, not taken from the model's tables. */

#include "model/nv50/vm/translate.h"
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/model_rig.h"

static void open_examples(const char *knobs)
{
    open_rig(&(struct model_config){
        .chip = &chipset_named("g84")->chip, .vram_size = 512 * MIB, .seed = 1, .knobs = knobs });
    make_channel();
}

TEST(example_x1, NULL, close_rig)
{
    open_examples(NULL);
    put_object(SELECTOR, 0x7fc00000, 0x100000000, 0x101ffffff);
    put_pde(8, TABLE | 3);
    vram_wr64(TABLE + 8, 0x5678001);
    bind_bar1(SELECTOR);

    bar1_wr(0x1234, 0xcafef00d);
    assert_int_equal(vram_rd(0x5678234), 0xcafef00d);
    assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 0);
}

TEST(examples_x2_x3, NULL, close_rig)
{
    open_examples(NULL);
    put_object(SELECTOR, 0x00190000, 0x03000000, 0x03ffffff);
    bind_bar1(SELECTOR);
    const bus_addr last = { rig.bar1 + 0xffffff };

    assert_int_equal(rig.bus->ops->read(rig.bus, last, 1), 0xff);
    expect_fault(0x08f6, 0x3ffffff, true);
    bar1_wr(0xfffffc, 0x600d600d);
    assert_int_equal(vram_rd(0x3fffffc), 0x600d600d);
    bar1_wr(0x1000000, 1);
    expect_fault(0x04f6, 0x4000000, false);
    close_rig(state);

    open_examples("limit_rule=INCL_LAST");
    put_object(SELECTOR, 0x00190000, 0x03000000, 0x03ffffff);
    bind_bar1(SELECTOR);
    vram_wr(0x3fffffc, 0x5a000000);
    assert_int_equal(rig.bus->ops->read(rig.bus, (bus_addr){ rig.bar1 + 0xffffff }, 1), 0x5a);
}

TEST(example_x4, NULL, close_rig)
{
    open_examples(NULL);
    put_object(SELECTOR, 0x7fc00000, 0x20000000, 0xffffffffff); /* L 0x20005678 less this base */
    put_pde(1, TABLE | 3);
    for (unsigned i = 0; i < 8; i++)
        vram_wr64(TABLE + 8 * i, 0x12345181);
    bind_bar1(SELECTOR);

    bar1_wr(0x5678, 0x04040404);
    assert_int_equal(vram_rd(0x1234a678), 0x04040404);
}

static struct vm_result translate(const uint32_t *words, uint64_t logical)
{
    struct vm_result result;
    const struct vm_access access = { .engine = VM_ENGINE_BAR,
                                      .client = VM_CLIENT_PFIFO_READ,
                                      .channel = CHANNEL >> 12,
                                      .selector = SELECTOR,
                                      .object = words,
                                      .logical = logical,
                                      .size = 4 };
    assert_true(vm_translate(nv50_of(rig.card), &access, &result));
    return result;
}

TEST(example_x5, NULL, close_rig)
{
    open_examples(NULL);
    static const uint32_t words[6] = { 0x7fc00000, 0xffffffff, 0, 0xff000000, 0, 0 };
    const uint64_t pte = UINT64_C(0x04000000) | 1 | 2 << 7 | UINT64_C(0x28) << 40 |
                         UINT64_C(2) << 47 | UINT64_C(0x100) << 49;
    put_pde(2, TABLE | 1);
    for (unsigned i = 0; i < 4; i++)
        vram_wr64(TABLE + 8 * i, pte);

    const struct vm_result result = translate(words, 0x40035000);
    assert_int_equal(result.at.v, 0x4035000);
    assert_int_equal(result.at.target, 0);
    assert_int_equal(result.mapping.type, 0x28);
    assert_int_equal(result.compression, 2);
    assert_int_equal(result.tag, 0x106);
}

TEST(examples_x6_x8, NULL, close_rig)
{
    open_examples(NULL);
    static const uint32_t words[6] = {
        0x00190000 | 1 << 29 | 0x78 << 22, 0xffffffff, 0, 0xff000000, 0x002f0020, 0x00010210
    };

    struct vm_result result = translate(words, 0x02134567);
    assert_int_equal(result.tag, 0x23);
    assert_int_equal(result.compression, 1);
    assert_int_equal(result.mapping.type, 0x78);
    assert_false(result.mapping.long_cycle);
    result = translate(words, 0x020fffff);
    assert_int_equal(result.compression, 0);
    assert_int_equal(result.tag, 0);
    result = translate(words, 0x02200000);
    assert_int_equal(result.compression, 0);
}

TEST(example_x9, NULL, close_rig)
{
    open_examples(NULL);
    put_pde(0, TABLE | 3);
    vram_wr64(TABLE, 0x400009);
    put_object(SELECTOR, 0x7fc00000, 0, 0xffffffffff);
    bind_bar1(SELECTOR);
    vram_wr(0x400010, 1);

    bar1_wr(0x10, 2);
    assert_int_equal(vram_rd(0x400010), 1);
    expect_fault(0x0446, 0x10, false);
    put_object(SELECTOR, 0x7fc80000, 0, 0xffffffffff);
    bind_bar1(SELECTOR);
    bar1_wr(0x10, 2);
    assert_int_equal(vram_rd(0x400010), 2);
}

TEST(example_x10, NULL, close_rig)
{
    open_examples(NULL);
    put_pde(0, TABLE | 0x63);
    put_object(SELECTOR, 0x7fc00000, 0, 0xffffffffff);
    bind_bar1(SELECTOR);

    assert_int_equal(bar1_rd(0x2000000), 0xffffffff);
    expect_fault(0x0816, 0x2000000, true);
}
