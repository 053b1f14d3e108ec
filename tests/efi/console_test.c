/* tests/efi/console_test.c: whose picture the console shows (efi/console.h). */
#include "efi/console.h"
#include "tests/efi/uefi/function.h"

static const EFI_GUID console_guid = CONSOLE_OUT_DEVICE_GUID;

static struct picture {
    EFI_GRAPHICS_OUTPUT_PROTOCOL output;
    EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE mode;
    EFI_GRAPHICS_OUTPUT_MODE_INFORMATION info;
} pictures[3];

static void offer_output(unsigned number, struct card_path *path, uint64_t base)
{
    struct picture *const picture = &pictures[number];

    picture->info.PixelFormat = PixelBlueGreenRedReserved8BitPerColor;
    picture->mode = (EFI_GRAPHICS_OUTPUT_PROTOCOL_MODE){ .Info = &picture->info,
                                                         .FrameBufferBase = base,
                                                         .FrameBufferSize = 0x1000 };
    picture->output.Mode = &picture->mode;
    machine_offer(machine_handle(20 + number), &output_guid, &picture->output);
    if (path != NULL)
        machine_offer(machine_handle(20 + number), &path_guid, path);
}

static const struct pci_function card_a = { .bus = 1, .device = 2 }, card_b = { .bus = 3 };

/* Two cards with an output below each; a third output is the console's own, without a path. */
TEST(a_console_is_drawn_by_its_outputs, machine_up, machine_down)
{
    struct function a = function_at(0, 1, 2, 0), b = function_at(0, 3, 0, 0);
    struct card_path path_a = card_path(1, false), path_b = card_path(2, false),
                     output_a = card_path(1, true), output_b = card_path(2, true);
    struct console_cards cards;

    console_find(&cards, &machine->boot);
    assert_int_equal(0, cards.count);
    machine_offer(machine_handle(1), &pci_guid, &a.io);
    machine_offer(machine_handle(1), &path_guid, &path_a);
    machine_offer(machine_handle(2), &pci_guid, &b.io);
    machine_offer(machine_handle(2), &path_guid, &path_b);
    offer_output(0, &output_a, 0xd0000000);
    offer_output(1, &output_b, 0xe0000000);
    offer_output(2, NULL, 0xf0000000);
    console_find(&cards, &machine->boot); /* nobody says which: all are taken for the console's */
    assert_int_equal(2, cards.count);
    assert_pairs(true, console_drawn_by(&cards, card_a), true, console_drawn_by(&cards, card_b));

    machine_offer(machine_handle(21), &console_guid, NULL);
    console_find(&cards, &machine->boot);
    assert_int_equal(1, cards.count);
    assert_pairs(false, console_drawn_by(&cards, card_a), true, console_drawn_by(&cards, card_b));
    assert_false(console_drawn_by(&cards, (struct pci_function){ .segment = 1, .bus = 3 }));
    assert_false(console_drawn_by(&cards, (struct pci_function){ .bus = 2 }));
    assert_false(console_drawn_by(&cards, (struct pci_function){ .bus = 3, .device = 1 }));
    assert_false(console_drawn_by(&cards, (struct pci_function){ .bus = 3, .function = 1 }));
}

/* The framebuffers of a card, one after the other; an output that only takes copies has none. */
TEST(framebuffers_of_a_card, machine_up, machine_down)
{
    struct function a = function_at(0, 1, 2, 0);
    struct card_path path_a = card_path(1, false), output_a = card_path(1, true);
    struct console_cards cards;

    machine_offer(machine_handle(1), &pci_guid, &a.io);
    machine_offer(machine_handle(1), &path_guid, &path_a);
    offer_output(0, &output_a, 0xd0000000);
    offer_output(1, &output_a, 0xe0000000);
    offer_output(2, &output_a, 0xf0000000);
    pictures[0].info.PixelFormat = PixelBltOnly;
    console_find(&cards, &machine->boot);
    assert_pairs(3, cards.count, 0xe0000000, console_framebuffer(&cards, card_a, 0)->from, 0x1000,
                 console_framebuffer(&cards, card_a, 0)->size, 0xf0000000,
                 console_framebuffer(&cards, card_a, 1)->from);
    assert_null(console_framebuffer(&cards, card_a, 2));
    assert_null(console_framebuffer(&cards, card_b, 0));
    pictures[1].mode.Info = NULL;
    pictures[2].output.Mode = NULL;
    console_find(&cards, &machine->boot);
    assert_int_equal(3, cards.count);
    assert_null(console_framebuffer(&cards, card_a, 0));
}
