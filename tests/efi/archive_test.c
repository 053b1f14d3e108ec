/* tests/efi/archive_test.c: a report that goes to a server, with a stick and without (efi/archive.h). */
#include "efi/archive.h"
#include "tests/efi/uefi/dhcp_server.h"
#include "tests/efi/uefi/volume.h"
#include "tests/efi/uefi/web_server.h"

#define GOOD   "HTTP/1.1 200 OK\r\n\r\n"
#define SECOND (UINT64_C(1000000) * 1000) /* of the time stamp counter */
#define URL    "http://10.0.0.1/r/"

#define VERDICT "{\"type\":\"verdict\"}\n"

static const struct report_name name = { .card = "" };
static bool withheld; /* true: nothing is drawn */

static EFI_LOADED_IMAGE_PROTOCOL loaded;
static struct serial serial;
static struct tap tap;
static struct monitor monitor;
static struct volume volume;
static struct archive archive;

/* A machine that was started over the network, without a stick. */
FIXTURE(begin)
{
    web_begin(state);
    serial_open(&serial, &net.clock);
    tap_open(&tap, &serial);
    tap_write(&tap, "TAP version 13\n", 15);
    machine_sent();
    withheld = true;
    monitor = (struct monitor){ .clock = &net.clock, .withheld = &withheld };
    net.network.served = true;
    archive = (struct archive){ &machine_stub.boot, .image = IMAGE, .tap = &tap,
                                .monitor = &monitor, .network = &net.network };
}

static void put_in_stick(void)
{
    loaded = (EFI_LOADED_IMAGE_PROTOCOL){ .DeviceHandle = VOLUME };
    machine_offer(IMAGE, &loaded_guid, &loaded);
    volume_begin(&volume);
    volume_offer(&volume, VOLUME);
    volume_put(&volume, L"\\barecard.cfg", "");
    net.network.served = false;
}

static void record(const char *line)
{
    archive_record(&archive, line, strlen(line));
}

/* The trail of the boot before is asked for; a part that the server has not got is told once, and when it has it. */
TEST(a_server_keeps_the_report, begin, net_end)
{
    archive.previous.size = 7; /* of a run before */
    archive_open_stick(&archive);
    assert_int_equal(0, archive.previous.size);
    web_serve("HTTP/1.1 404 No\r\n\r\n");
    archive_begin(&archive, URL, &name);
    assert_memory_equal("GET /r/", server.heard, 7);
    assert_said("# the report is sent to " URL "\n");
    assert_string_equal("10.0.0.1", monitor.saved);
    assert_true(!monitor.lost && !monitor.unsent);

    /* The name is free, and nothing can be written under it. */
    record(VERDICT);
    assert_memory_equal("10.0.0.1 refuses it (HTTP 404", monitor.unsent, 29);
    assert_memory_equal("# 10.0.0.1 refuses it (HTTP 404", machine_sent(), 31);
    archive_tick(&archive);
    assert_memory_equal("10.0.0.1 refuses it (HTTP 404", monitor.unsent, 29);
    assert_string_equal("", machine_sent());

    web_serve(GOOD);
    machine_stub.tsc += 60 * SECOND;
    record("{2}\n");
    assert_non_null(strstr(server.heard, VERDICT "{2}\n"));
    assert_null(monitor.unsent);
    assert_said("# the server has the report again\n");

    /* Records that have to wait go with a later tick. */
    web_serve(GOOD);
    archive.post.box.next_us = UINT64_MAX;
    record(VERDICT);
    const unsigned asked = server.connections; /* for the trail */
    archive.post.box.next_us = 0;
    archive_tick(&archive);
    assert_true(server.connections > asked);
    assert_said("");
    assert_false(archive_try_again(&archive));
    archive_close(&archive);
    assert_int_equal(0, machine_stub.pages);
}

/* A run that ends waits for its server for a minute, and not at all where the firmware has no such protocol. */
TEST(the_end_waits_for_the_server, begin, net_end)
{
    const struct scene scene = { 0 };

    archive_open_stick(&archive);
    web_serve("HTTP/1.1 404 No\r\n\r\n");
    archive_begin(&archive, URL, &name);
    record(VERDICT); /* its name is free */
    web_serve("");
    uint64_t begun = machine_us();
    archive_end(&archive, &scene);
    assert_in_range(machine_us() - begun, 60000000, 81000000); /* a try takes 20 s at most */
    assert_string_equal("10.0.0.1 does not answer", monitor.unsent);

    web_serve("HTTP/1.1 500 No\r\n\r\n"); /* tries that take no time end with the minute */
    begun = machine_us();
    archive_end(&archive, &scene);
    assert_in_range(machine_us() - begun, 60000000, 60900000);

    /* While the verdict is shown it is tried again. */
    web_serve(GOOD);
    machine_stub.tsc += 60 * SECOND;
    assert_true(archive_try_again(&archive));
    assert_null(monitor.unsent);
    begun = machine_us();
    archive_end(&archive, &scene);
    assert_true(machine_us() - begun < 1000000);

    /* The next run's report is another one. */
    web_serve("");
    machine_stub.tsc += 60 * SECOND;
    record(VERDICT);
    assert_non_null(monitor.unsent);
    machine_sent();
    archive_begin(&archive, URL, &name);
    assert_null(monitor.unsent);
    assert_string_equal("", machine_sent());

    web_withdraw();
    record(VERDICT);
    begun = machine_us();
    archive_end(&archive, &scene);
    assert_true(machine_us() - begun < 2000000);
    archive_close(&archive);
}

TEST(a_server_that_does_not_remember, begin, net_end)
{
    archive_open_stick(&archive);
    web_serve("");
    archive_begin(&archive, URL, &name);
    assert_non_null(strstr(machine_sent(),
                           "# the server does not say how the boot before ended: a test that has "
                           "reset this machine is not left out\n"));
    archive_close(&archive);
}

/* A stick says itself how the boot before ended, and the server need not be asked. */
TEST(both_keep_the_report, begin, net_end)
{
    put_in_stick();
    struct volume_file *const report = volume_put(&volume, L"\\report.jsonl", "old\n");

    for (unsigned served = 0; served < 2; served++) { /* the image came from the stick, or not */
        net.network.served = served;
        report->size = 4;
        web_serve("");
        archive_open_stick(&archive);
        archive_begin(&archive, URL, &name);
        assert_pairs(0, server.connections, 4, archive.previous.size);
        assert_string_equal("stick, 10.0.0.1", monitor.saved);
        machine_sent();
        record(VERDICT);
        assert_string_equal("10.0.0.1 does not answer; the stick has it", monitor.unsent);
        assert_said("# 10.0.0.1 does not answer; the stick has it\n");
        archive_close(&archive);
        assert_int_equal(0, volume.opened);
    }
}

/* "While a network card waits for an address" the screen says for how long, and then why nothing is sent. */
TEST(an_address_is_waited_for_on_the_screen, begin, net_end)
{
    net.network.path = NULL;
    dhcp_serve();
    dhcp.hangs = true;
    withheld = false;
    archive_begin(&archive, URL, &name);
    struct screen_cell *const cells = monitor.screen.cells[0];
    char shown[sizeof(monitor.screen.cells) / sizeof(*cells) + 1] = "";

    for (unsigned i = 0; i < sizeof(shown) - 1; i++)
        shown[i] = cells[i].character;
    assert_non_null(
        strstr(shown, "Waiting 1 s for an address from the network, to send the report "));
    assert_said("# no DHCP server gives this machine an address: cable?\n");
    archive_close(&archive);
}

/* That report.txt is of an earlier run is said once, for its verdict is not this run's. */
TEST(text_that_cannot_be_written_is_said_once, begin, net_end)
{
    static const char says[] = "# report.txt could not be written: what it has is of an earlier "
                               "run; report.jsonl has all of it\n";

    put_in_stick();
    volume_put(&volume, L"\\report.txt", "older\n")->read_only = true;
    archive_open_stick(&archive);
    archive_text(&archive, "a\n", 2);
    archive_text(&archive, "a\n", 2);
    assert_said(says);
    archive_close(&archive);

    volume_find(&volume, L"\\report.txt")->read_only = false;
    archive.said_no_text = false;
    archive_open_stick(&archive);
    volume.bytes_most = 6 + 2;
    archive_text(&archive, "a\n", 2);
    assert_said("");
    archive_text(&archive, "a\n", 2);
    archive_text(&archive, "a\n", 2);
    assert_said(says);
    archive_close(&archive);
    volume_holds(&volume, L"\\report.txt", "older\n");

    archive.said_no_text = false;
    archive_open_stick(&archive);
    archive.monitor->lost = "the stick is full";
    archive_end_round(&archive, true, "", "PASS");
    assert_said("# report.txt could not be written either: what it has is of an earlier run\n");
    volume_holds(&volume, L"\\report.txt", "older\n");
    archive_close(&archive);
}

/* 64 KiB are kept of the worst round; from the first piece on that has no room all is left out, and that is said. */
TEST(a_long_round_is_cut, begin, net_end)
{
    static const char line[1024] = { [0 ... 1021] = 'x', '\r', '\n' };
    static char whole[65536 + 256];

    put_in_stick();
    for (unsigned more = 0; more < 3; more++) {
        int used = 0;

        archive_open_stick(&archive);
        archive_begin_rounds(&archive);
        for (unsigned i = 0; i < 64; i++) {
            const int size = i == 63 && more == 2 ? 1020 : 1024;

            archive_text(&archive, line, (size_t)size);
            used += sprintf(whole + used, "%.*s", size, line);
        }
        archive_text(&archive, line, more == 2 ? 5 : more);
        archive_text(&archive, line, more != 0);
        archive_end_round(&archive, true, "one", "PASS");
        sprintf(whole + used, "%s\r\nThat was the worst round.\r\nRounds   one\r\n%s\r\n",
                more ? "(cut: report.jsonl has the rest)\r\n" : "", "Verdict of all rounds: PASS");
        volume_holds(&volume, L"\\report.txt", whole);
        archive_close(&archive);
    }
}

/* A name has 62 letters at most. */
TEST(names_of_files_are_cut, begin, net_end)
{
    put_in_stick();
    archive_open_stick(&archive);
    assert_true(archive_keep(
        &archive, "0123456789012345678901234567890123456789012345678901234567890123456789", "a",
        1));
    volume_holds(&volume, L"\\01234567890123456789012345678901234567890123456789012345678901", "a");
    assert_true(archive_keep(&archive, "b", "b", 1));
    volume_holds(&volume, L"\\b", "b");
    archive_close(&archive);
}
