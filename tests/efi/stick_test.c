/* tests/efi/stick_test.c: files on the stick (efi/stick.h, efi/folder.h, efi/rom.h): the bytes read and written, in
 * which order they reach the medium, and the effect of each call that fails. */
#include "efi/folder.h"
#include "efi/rom.h"
#include "efi/stick.h"
#include "tests/efi/uefi/volume.h"

#define OTHER machine_handle(3)
#define BUILD "barecard 0.1.0 abc"

static struct volume volume, other;
static struct stick stick;
static EFI_LOADED_IMAGE_PROTOCOL loaded;

FIXTURE(begin)
{
    machine_begin();
    volume_begin(&volume);
    volume_begin(&other);
    loaded = (EFI_LOADED_IMAGE_PROTOCOL){ .DeviceHandle = VOLUME };
    machine_offer(IMAGE, &loaded_guid, &loaded);
    volume_offer(&volume, VOLUME);
    volume_put(&volume, L"\\barecard.cfg", "");
    memset(&stick, 0xa5, sizeof(stick));
}

FIXTURE(end)
{
    assert_pairs(0, volume.opened, 0, other.opened);
    machine_end();
}

static void open_stick(void)
{
    assert_int_equal(OK, stick_open(&stick, &machine->boot, IMAGE, BUILD));
}

TEST(the_volume_that_the_image_came_from_is_opened, begin, end)
{
    open_stick();
    assert_non_null(stick.root);
    stick_close(&stick);
    assert_null(stick.root);

    volume_fail(&volume, CALL_OPEN, 0);
    assert_int_equal(ERR_NOT_FOUND, stick_open(&stick, &machine->boot, IMAGE, BUILD));
    assert_null(stick.root);
    loaded.DeviceHandle = OTHER; /* no volume, as over a network */
    assert_int_equal(ERR_NOT_FOUND, stick_open(&stick, &machine->boot, IMAGE, BUILD));
    loaded.DeviceHandle = NULL;
    assert_int_equal(ERR_NOT_FOUND, stick_open(&stick, &machine->boot, IMAGE, BUILD));
    machine_withdraw(IMAGE, &loaded_guid);
    assert_int_equal(ERR_NOT_FOUND, stick_open(&stick, &machine->boot, IMAGE, BUILD));
    machine_withdraw(VOLUME, &(EFI_GUID)EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID);
    assert_int_equal(ERR_NOT_FOUND, stick_find(&stick, &machine->boot));
    assert_null(stick.root);
    stick_close(&stick);
}

/* Only a volume with a barecard.cfg that may be written is somebody's own choice, and only if it is the only one. */
TEST(no_other_volume_is_written_to, begin, end)
{
    volume_begin(&volume); /* without files */
    assert_int_equal(ERR_NOT_FOUND, stick_find(&stick, &machine->boot));
    volume_offer(&other, OTHER);
    struct volume_file *const marker = volume_put(&other, L"\\barecard.cfg", "");

    marker->read_only = true;
    assert_int_equal(ERR_NOT_FOUND, stick_find(&stick, &machine->boot));
    marker->read_only = false;
    assert_pairs(OK, stick_find(&stick, &machine->boot), 1, other.opened, 0, volume.opened);
    stick_close(&stick);

    volume_put(&volume, L"\\barecard.cfg", "");
    assert_int_equal(ERR_RANGE, stick_find(&stick, &machine->boot));
    assert_null(stick.root);
}

/* A boot loader on another disk names that disk's volume: it is passed over, and the stick is found. */
TEST(a_volume_that_is_not_ours_is_passed_over, begin, end)
{
    volume_begin(&volume);
    assert_int_equal(ERR_NOT_FOUND, stick_open(&stick, &machine->boot, IMAGE, BUILD));
    volume_offer(&other, OTHER);
    volume_put(&other, L"\\barecard.cfg", "");
    open_stick();
    assert_pairs(1, other.opened, 0, volume.opened);
    assert_false(stick_is_misnamed(&stick));
    stick_close(&stick);
}

/* A stick with the firmware alone: it holds the version of the one that runs, here across the end of a block. */
TEST(a_volume_with_this_firmware_is_ours, begin, end)
{
    volume_begin(&volume);
    struct volume_file *const file = volume_put(&volume, L"\\EFI\\BOOT\\BOOTX64.EFI", "");
    static char longest[4096 + 2]; /* that a version may be */

    file->size = 9000;
    memset(file->bytes, 'b', file->size);
    memset(longest, 'b', 4097);
    for (const char *build = longest; *build; build += build == longest ? 1 : 4096) {
        assert_int_equal(build == longest ? ERR_NOT_FOUND : OK,
                         stick_open(&stick, &machine->boot, IMAGE, build));
        stick_close(&stick);
    }
    assert_int_equal(ERR_NOT_FOUND, stick_open(&stick, &machine->boot, IMAGE, ""));
    assert_int_equal(ERR_NOT_FOUND, stick_open(&stick, &machine->boot, IMAGE, BUILD));
    memcpy(file->bytes + 4090, "barecard 0.1.0 abd", 18);
    assert_int_equal(ERR_NOT_FOUND, stick_open(&stick, &machine->boot, IMAGE, BUILD));
    memcpy(file->bytes + 4090, BUILD, 18);
    open_stick();
    assert_false(stick_is_misnamed(&stick));
    volume_put(&volume, L"\\barecard.cfg.txt", "");
    assert_true(stick_is_misnamed(&stick));
    stick_close(&stick);
    assert_false(stick_is_misnamed(&stick));
}

static enum err read_file(CHAR16 *name, char *bytes, size_t size, size_t *length)
{
    return stick_read(&stick, name, bytes, size, length);
}

TEST(a_file_is_read_whole_or_not_at_all, begin, end)
{
    char bytes[6] = "......";
    size_t length = 77;

    open_stick();
    volume_put(&volume, L"\\a", "12345");
    assert_pairs(ERR_RANGE, read_file(L"\\a", bytes, 4, &length), 77, length);
    assert_pairs(OK, read_file(L"\\a", bytes, 5, &length), 5, length);
    assert_memory_equal("12345.", bytes, 6);
    assert_pairs(OK, read_file(L"\\a", bytes, 6, &length), 5, length);
    assert_int_equal(ERR_NOT_FOUND, read_file(L"\\b", bytes, 6, &length));
    stick_close(&stick);
    assert_int_equal(ERR_NOT_FOUND, read_file(L"\\a", bytes, 6, &length));
}

static void append(const char *line, enum err expected)
{
    assert_int_equal(expected, stick_append(&stick, line, strlen(line)));
}

/* A file to read, and a report. */
TEST(a_file_that_cannot_be_read_is_an_error, begin, end)
{
    static const enum volume_call calls[] = { CALL_OPEN, CALL_SEEK, CALL_TELL, CALL_READ };
    char bytes[8];
    size_t length = 77;
    uint64_t size;

    stick = (struct stick){ 0 };
    assert_int_equal(ERR_NOT_FOUND, stick_open_report(&stick, L"\\r", &size));
    open_stick();
    volume_put(&volume, L"\\r", "one\n");
    for (unsigned i = 0; i < 5; i++) {
        volume_fail(&volume, calls[i % 4 + i / 4],
                    i / 4); /* at last the end is found, the start is not */
        assert_int_equal(ERR_RIG, read_file(L"\\r", bytes, sizeof(bytes), &length));
        volume_mend(&volume);
        volume_fail(&volume, calls[i % 4], 0);
        assert_int_equal(ERR_RIG, stick_open_report(&stick, L"\\r", &size));
        assert_null(stick.report);
        assert_int_equal(1, volume.opened);
        volume_mend(&volume);
    }
    assert_int_equal(77, length);
    append("two\n", ERR_RIG);
    volume_holds(&volume, L"\\r", "one\n");
    stick_close(&stick);
}

/* A medium that has failed once is left alone. */
static void fails_and_stays_failed(enum volume_call call, unsigned good, const char *held)
{
    uint64_t size;

    open_stick();
    volume_put(&volume, L"\\r", held);
    assert_int_equal(OK, stick_open_report(&stick, L"\\r", &size));
    if (call < CALLS)
        volume_fail(&volume, call, good);
    else
        volume.write_most = 2;
    append("two\n", ERR_RIG);
    assert_null(stick.report);
    volume_mend(&volume);
    volume.write_most = 0;
    append("two\n", ERR_RIG);
    stick_close(&stick);
    memset(volume.files, 0, sizeof(volume.files));
    volume_put(&volume, L"\\barecard.cfg", "");
}

TEST(a_line_that_is_not_on_the_medium_is_an_error, begin, end)
{
    fails_and_stays_failed(CALL_WRITE, 0, "one\n");
    fails_and_stays_failed(CALL_FLUSH, 0, "one\n");
    fails_and_stays_failed(CALL_WRITE, 0, "cut");
    fails_and_stays_failed(CALL_WRITE, 1, "cut");
    fails_and_stays_failed(CALLS, 0, "one\n"); /* half of it is written */
}

/* docs/report.md, type "full": a report that would end within a test which has ended says so in its last line, whose
 * bytes it has already. While the test may still hang, it ends with its start. */
TEST(a_full_stick_does_not_look_like_a_hang, begin, end)
{
#define BEGUN         "{\"type\":\"start\",\"card\":\"0000:01:00.0\",\"test\":\"id.boot0\"}\n"
#define SAMPLE        "{\"type\":\"sample\",\"test\":\"id.boot0\",\"percent\":50,\"celsius\":45}\n"
#define ENDED         "{\"type\":\"end\",\"test\":\"id.boot0\"}\n"
#define AS_LONG(test) "{\"type\":\"start\",\"card\":\"0000:01:00.0\",\"test\":\"" test "\"}\n"
#define FULL          "{\"type\":\"full\",\"text\":\"what follows was not kept\"}"
    static const struct {
        const char *kept[2], *lost[2], *holds;
    } rows[] = {
        { { BEGUN }, { ENDED }, FULL "      \n" },
        { { BEGUN }, { SAMPLE }, BEGUN },
        { { BEGUN }, { SAMPLE, ENDED }, FULL "      \n" },
        { { BEGUN }, { SAMPLE ENDED }, FULL "      \n" },
        { { "{\"type\":\"start\"", SAMPLE },
          { ENDED },
          "{\"type\":\"start\"" SAMPLE }, /* is none */
        { { BEGUN, SAMPLE }, { ENDED }, BEGUN FULL "           \n" },
        { { BEGUN ENDED BEGUN }, { ENDED BEGUN }, BEGUN ENDED FULL "      \n" }, /* together */
        { { "\n" BEGUN }, { ENDED }, "\n" FULL "      \n" },
        { { BEGUN, ENDED }, { BEGUN }, BEGUN ENDED },
        { { BEGUN, ENDED }, { SAMPLE }, BEGUN ENDED },
        { { AS_LONG("id") }, { ENDED }, FULL "\n" }, /* to the byte */
        { { AS_LONG("i") }, { ENDED }, AS_LONG("i") },
    };
    uint64_t size;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        open_stick();
        volume_put(&volume, L"\\r", "");
        assert_int_equal(OK, stick_open_report(&stick, L"\\r", &size));
        for (unsigned k = 0; k < 2 && rows[i].kept[k]; k++)
            append(rows[i].kept[k], OK);
        volume.bytes_most = volume_find(&volume, L"\\r")->size;
        for (unsigned k = 0; k < 2 && rows[i].lost[k]; k++)
            append(rows[i].lost[k], ERR_RIG);
        volume_holds(&volume, L"\\r", rows[i].holds);
        volume.bytes_most = 0;
        stick_close(&stick);
        memset(volume_find(&volume, L"\\r"), 0, sizeof(struct volume_file));
    }
#undef FULL
}

/* ---- files that take the place of older ones -------------------------------------------------- */

#define TEXT  L"\\t.txt"
#define ASIDE L"\\t.was"
#define OLDER "what the run before has said"
#define NEWER "what this run says, which is longer"

static bool holds(const CHAR16 *name, const char *text)
{
    const struct volume_file *const file = volume_find(&volume, name);

    return file != NULL && file->size == strlen(text) && !memcmp(file->bytes, text, file->size);
}

/* In pieces, as report.txt comes. */
static enum err write_newer(void)
{
    enum err e = new_file_begin(&stick.text, stick.root, TEXT);

    for (size_t at = 0, size; e == OK && at < strlen(NEWER); at += size) {
        size = at + 9 < strlen(NEWER) ? 9 : strlen(NEWER) - at;
        e = stick_write_new(&stick.text, &NEWER[at], size);
    }
    new_file_end(&stick.text);
    return e;
}

static void put_older(bool older)
{
    memset(volume.files, 0, sizeof(volume.files));
    volume_put(&volume, L"\\barecard.cfg", "");
    if (older)
        volume_put(&volume, TEXT, OLDER);
}

/* Who reads the stick after a power cut finds a whole file under one of both names. */
static void power_cut(struct volume *cut, enum volume_call call)
{
    if (!holds(TEXT, OLDER) && !holds(ASIDE, OLDER) && !holds(TEXT, NEWER))
        fail_msg("before a call of kind %u there is no whole file", call);
}

/* A file that could not be written, for whatever reason, is what it was before, and nothing is beside it. */
static void is_as_before(bool older, const char *what, unsigned number)
{
    if (volume_find(&volume, ASIDE) || !(older ? holds(TEXT, OLDER) : !volume_find(&volume, TEXT)))
        fail_msg("%s %u: the file is not as it was", what, number);
    assert_int_equal(1, volume.opened);
}

/* "On the stick: a ROM or report that does not fit never replaces the old one": with each number of bytes that are
 * free, and with each call that fails, once or for good. */
TEST(a_new_file_is_whole_or_the_older_one_stays, begin, end)
{
    unsigned good = 0;

    open_stick();
    for (unsigned older = 0; older < 2; older++)
        for (unsigned most = 1; most <= strlen(OLDER NEWER); most++) {
            put_older(older);
            volume.before = older ? power_cut : NULL;
            volume.bytes_most = most;
            if (write_newer() == OK)
                good += holds(TEXT, NEWER) && !volume_find(&volume, ASIDE);
            else
                is_as_before(older, "bytes", most);
        }
    assert_int_equal(1 + strlen(OLDER) + 1, good);
    volume.bytes_most = 0;
    for (unsigned i = 0; i < 2 * 30 * CALLS; i++) {
        volume.before = NULL;
        put_older(true);
        volume.before = power_cut;
        volume.fails_once = i % 2;
        volume_fail(&volume, i / 60, i / 2 % 30);
        const bool written = write_newer() == OK;

        volume_mend(&volume);
        if (!written && i % 2)
            is_as_before(true, "call", i);
        power_cut(&volume, CALLS);
        assert_true(volume.opened == 1 && (!written || holds(TEXT, NEWER)));
    }
    volume.before = NULL;
    for (unsigned i = 0; i < 3;
         i++) { /* neither a folder nor a file that may not be written is moved */
        put_older(true);
        volume_find(&volume, TEXT)->folder = i == 0;
        volume_find(&volume, TEXT)->read_only = i == 1;
        if (i == 2)
            volume_put(&volume, ASIDE, "")->folder = true;
        assert_pairs(ERR_RIG, write_newer(), true, holds(TEXT, OLDER) && volume.opened == 1);
    }
    stick_close(&stick);
    assert_int_equal(ERR_NOT_FOUND, write_newer());
}

/* After a hang the file of the name ends where the run hung, and the older file is aside; it stays until a run comes to its end. */
TEST(a_run_that_hung_leaves_both, begin, end)
{
    open_stick();
    put_older(true);
    assert_int_equal(OK, new_file_begin(&stick.text, stick.root, TEXT));
    assert_int_equal(OK, stick_write_new(&stick.text, "cut", 3));
    stick.text.file->Close(stick.text.file); /* the machine is reset */
    assert_true(holds(TEXT, "cut") && holds(ASIDE, OLDER));

    volume.bytes_most = strlen(OLDER) + 5;
    assert_int_equal(ERR_RIG, write_newer());
    is_as_before(true, "after a hang", 0);
    volume.bytes_most = 0;
    volume_put(&volume, ASIDE, "still older");
    assert_pairs(OK, write_newer(), true, holds(TEXT, NEWER) && !volume_find(&volume, ASIDE));
    stick_close(&stick);
}

TEST(a_rom_is_kept_in_one_piece, begin, end)
{
    open_stick();
    assert_int_equal(OK, stick_keep(&stick, L"\\rom", "old", 3));
    assert_int_equal(OK, stick_keep(&stick, L"\\rom", "new one", 7));
    volume_holds(&volume, L"\\rom", "new one");
    volume.bytes_most = 7 + 4;
    assert_int_equal(ERR_RIG, stick_keep(&stick, L"\\rom", "newer", 5));
    volume_holds(&volume, L"\\rom", "new one");
    assert_null(volume_find(&volume, L"\\rom.was"));
    stick_close(&stick);
}

TEST(reading_that_fails_leaves_the_end, begin, end)
{
    uint64_t size;
    char bytes[4];
    struct new_file end_of;

    stick = (struct stick){ 0 };
    assert_int_equal(ERR_NOT_FOUND, stick_open_end(&stick, L"\\r", &end_of));
    assert_int_equal(0, stick_read_report(&stick, 0, bytes, 4));
    open_stick();
    volume_put(&volume, L"\\r", "one"); /* cut within its line */
    assert_int_equal(OK, stick_open_report(&stick, L"\\r", &size));
    volume_fail(&volume, CALL_READ, 0);
    assert_int_equal(0, stick_read_report(&stick, 0, bytes, 4));
    volume_mend(&volume);
    append("t\n", OK);
    append("wo\n", OK);
    volume_holds(&volume, L"\\r", "one\nt\nwo\n");
    volume_fail(&volume, CALL_SEEK, 1); /* nobody knows where the next line would go */
    assert_int_equal(0, stick_read_report(&stick, 0, bytes, 4));
    volume_mend(&volume);
    append("three\n", ERR_RIG);
    volume_holds(&volume, L"\\r", "one\nt\nwo\n");
    stick_close(&stick);
}

static void write_log(uint64_t at, const char *text, enum err expected)
{
    assert_int_equal(expected, stick_write_log(&stick, at, text, strlen(text)));
}

TEST(a_log_is_written_at_offsets, begin, end)
{
    open_stick();
    write_log(0, "x", ERR_RIG);
    volume.free_bytes = 0x10000000;
    assert_int_equal(0x2000000, stick_open_log(&stick, L"\\l"));
    write_log(0, "abcd", OK);
    volume_fail(&volume, CALL_SEEK, 0); /* the next write needs no seeking */
    write_log(4, "efgh", OK);
    volume_mend(&volume);
    write_log(2, "XY", OK);
    write_log(4, "Z", OK);
    volume_holds(&volume, L"\\l", "abXYZfgh");
    volume_fail(&volume, CALL_SEEK, 0);
    write_log(0, "x", ERR_RIG);
    volume_mend(&volume);
    write_log(5, "x", ERR_RIG);
    volume_holds(&volume, L"\\l", "abXYZfgh");

    /* A second log begins at its start, not where the first one was. */
    assert_int_equal(0x2000000, stick_open_log(&stick, L"\\l"));
    volume_fail(&volume, CALL_SEEK, 0); /* nor does this one */
    write_log(0, "new", OK);
    volume_mend(&volume);
    volume_holds(&volume, L"\\l", "new");
    stick_close(&stick);
}

/* 4 MiB of the volume stay free for the report, and no log is longer than 32 MiB. Without room an older one stays. */
TEST(a_log_leaves_room_for_the_report, begin, end)
{
    /* clang-format off */
    static const struct { uint64_t free, log; bool fails; } rows[] = {
        { 0, 0, false }, { 0x400000, 0, false }, { 0x400001, 1, false }, { 0x23fffff, 0x1ffffff, false },
        { 0x2400000, 0x2000000, false }, { 0x2400000, 0, true } };
    /* clang-format on */

    open_stick();
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        put_older(true);
        volume.free_bytes = rows[i].free;
        if (rows[i].fails)
            volume_fail(&volume, CALL_INFO, 0);
        assert_int_equal(rows[i].log, stick_open_log(&stick, TEXT));
        volume_holds(&volume, TEXT, rows[i].log != 0 ? "" : OLDER);
        new_file_undo(&stick.log);
        volume_holds(&volume, TEXT, OLDER);
    }
    stick_close(&stick);
    assert_int_equal(0, stick_open_log(&stick, TEXT));
}

TEST(a_place_reads_by_name, begin, end)
{
    struct folder folder = stick_folder(&stick);
    char bytes[8], letters[16];
    struct text words = text_in(letters, sizeof(letters));
    size_t length;

    open_stick();
    volume_put(&volume, L"\\some.cfg", "a=b");
    assert_int_equal(OK, folder.read(folder.opaque, "some.cfg", bytes, sizeof(bytes), &length));
    assert_int_equal(3, length);
    folder.words(folder.opaque, "some.cfg", &words);
    assert_string_equal("some.cfg", letters);
    stick_close(&stick);
}

/* ---- ROMs of cards --------------------------------------------------------------------------- */

static const uint16_t ids[4] = { 0x10de, 0x400, 0x1043, 0x8241 };
#define OWN L"\\vbios\\10de-0400-1043-8241.rom"

static void expect_rom(unsigned index, const char *name, const char *bytes)
{
    char read[32] = "", said[BUS_ROM_NAME_MAX] = "";

    assert_int_equal(strlen(bytes), rom_file_read(&stick, ids, index, read, sizeof(read), said));
    if (*bytes == '\0')
        return;
    assert_strings(bytes, read, name, said);
}

/* The card's own file first, then any other .rom of the folder, each once. */
TEST(roms_of_the_folder, begin, end)
{
    stick = (struct stick){ 0 };
    expect_rom(0, "", "");
    open_stick();
    expect_rom(0, "", "");
    volume_put(&volume, L"\\vbios", "")->folder = true;
    volume_put(&volume, L"\\vbios\\a.rox", "no");
    volume_put(&volume, L"\\vbios\\more.rom", "no")->folder = true;
    volume_put(&volume, L"\\vbios\\.rom", "no");
    volume_put(&volume, L"\\vbios\\A.RoM", "first");
    volume_put(&volume, L"\\vbios\\b\x7f.rom", "no");
    expect_rom(0, "A.RoM", "first");
    expect_rom(1, "", "");
    volume_put(&volume, OWN, "own");
    expect_rom(0, "10de-0400-1043-8241.rom", "own");
    expect_rom(1, "A.RoM", "first");
    expect_rom(2, "", "");
    volume_put(&volume, L"\\vbios\\z~ .rom", "second");
    expect_rom(1, "A.RoM", "first");
    expect_rom(2, "z~ .rom", "second");
    expect_rom(3, "", "");
    volume_fail(&volume, CALL_READ, 0);
    expect_rom(1, "", "");
    stick_close(&stick);
}

/* A name longer than a ROM's is no ROM. */
TEST(long_names_of_roms, begin, end)
{
    static CHAR16 fits[96] = L"\\vbios\\", longer[96] = L"\\vbios\\n";

    for (unsigned i = 0; i < BUS_ROM_NAME_MAX - 1; i++)
        fits[7 + i] = longer[8 + i] =
            i < BUS_ROM_NAME_MAX - 5 ? L'n' : L".rom"[i + 5 - BUS_ROM_NAME_MAX];
    open_stick();
    volume_put(&volume, L"\\vbios", "")->folder = true;
    volume_put(&volume, longer, "no");
    expect_rom(0, "", "");
    volume_put(&volume, fits, "yes");
    char read[8] = "", said[BUS_ROM_NAME_MAX];

    assert_int_equal(3, rom_file_read(&stick, ids, 0, read, sizeof(read), said));
    assert_int_equal(BUS_ROM_NAME_MAX - 1, strlen(said));
    stick_close(&stick);
}
