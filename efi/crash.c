#include "efi/crash.h"

#include "efi/symbols.h"
#include "engines/text.h"
#include "hw/bits.h"
#include "suite/run/run.h"

#define VECTORS              32
#define VECTOR_NMI           2
#define VECTOR_PAGE_FAULT    14
#define VECTOR_MACHINE_CHECK 18
#define CALLERS              4  /* that a report names */
#define CALL_WORDS           64 /* of the stack that are searched for them */
#define STACK_WORDS          12 /* a multiple of 3: the words of a line */

/* As the processor's manuals name them. */
static const char *vector_name(uint64_t vector)
{
    static const char *const names[VECTORS] = {
        [0] = "divide error",
        [2] = "NMI",
        [4] = "overflow",
        [5] = "bound range exceeded",
        [6] = "invalid opcode",
        [7] = "no floating point unit",
        [8] = "double fault",
        [10] = "invalid TSS",
        [11] = "segment not present",
        [12] = "stack fault",
        [13] = "general protection",
        [14] = "page fault",
        [16] = "floating point error",
        [17] = "alignment check",
        [18] = "machine check",
        [19] = "SIMD error",
        [21] = "control protection",
    };

    return vector < VECTORS && names[vector] != NULL ? names[vector] : "reserved";
}

/* The page is drawn once with all of its lines, because a machine that has crashed may not come to a second
 * drawing; so they are kept here. */
void crash_say(struct exception_context *context, const char *line)
{
    struct crash *const crash = &context->crash;

    switch (context->reader) {
    case READER_SERIAL:
        tap_comment(context->tap, line);
        break;
    case READER_CONSOLE:
        display_line(context->display, line, SCREEN_NORMAL);
        break;
    case READER_PAGE:
        if (crash->line_count < CRASH_LINES) {
            struct text text = text_in(crash->lines[crash->line_count++], CRASH_LINE_MAX);

            text_string(&text, line);
        }
        break;
    }
}

/* The function that an address of the image lies in, and how far in; nothing where there is no name. */
static bool add_function(struct text *text, const struct exception_context *context, uint64_t at,
                         const char *between)
{
    const uint64_t offset = at - context->image_base;
    uint64_t into;
    const char *const name =
        offset < context->image_size ? symbol_at(context->symbols, offset, &into) : NULL;

    if (name != NULL)
        text_format(text, "%s%s%lx", name, between, into);
    return name != NULL;
}

static void add_what(struct text *text, const struct exception_context *context,
                     const struct exception_frame *frame)
{
    text_format(text, "exception %lu (%s)", frame->vector, vector_name(frame->vector));
    if (context->running.test[0] != '\0')
        text_format(text, " during %s", context->running.test);
}

/* TAP readers stop at a bail-out: the tests that are missing then do not look like passed ones. */
static void say_bail_out(struct exception_context *context, const struct exception_frame *frame)
{
    char line[CRASH_LINE_MAX + CRASH_TEST_MAX];
    struct text text = text_in(line, sizeof(line));

    text_string(&text, "Bail out! ");
    add_what(&text, context, frame);
    if (context->reader == READER_CONSOLE) {
        display_line(context->display, line, SCREEN_FAIL);
        return;
    }
    if (!context->tap->started)
        tap_write(context->tap, "TAP version 13\n", 15);
    text_char(&text, '\n');
    tap_write(context->tap, line, text.used);
}

static void say_place(struct exception_context *context, const struct exception_frame *frame)
{
    char line[CRASH_LINE_MAX];
    struct text text = text_in(line, sizeof(line));
    const uint64_t offset = frame->rip - context->image_base;

    text_format(&text, "rip=0x%lx is ", frame->rip);
    if (add_function(&text, context, frame->rip, "+0x"))
        text_string(&text, ", ");
    if (offset < context->image_size)
        text_format(&text, "BOOTX64.elf 0x%lx", offset);
    else
        text_string(&text, "outside our image");
    text_format(&text, ", error code=0x%lx", frame->error);
    if (frame->vector == VECTOR_PAGE_FAULT)
        text_format(&text, ", address=0x%lx", cpu_cr2());
    crash_say(context, line);
}

/* Addresses of this image that lie on the stack: of the functions that called, and of some that have returned. */
static void say_callers(struct exception_context *context, const struct exception_frame *frame)
{
    const uint64_t *const words = (const uint64_t *)(uintptr_t)frame->rsp;
    char line[CRASH_LINE_MAX];
    struct text text = text_in(line, sizeof(line));
    unsigned found = 0;

    if (frame->rsp % sizeof(*words) != 0)
        return;
    text_string(&text, "called from");
    for (unsigned i = 0; i < CALL_WORDS && found < CALLERS; i++) {
        if (!paging_covers(&context->paging, (uintptr_t)&words[i]))
            break;
        const struct text before = text;

        text_char(&text, ' ');
        if (add_function(&text, context, words[i], "+0x")) {
            found++;
        } else {
            text.used = before.used;
            text.chars[text.used] = '\0';
        }
    }
    if (found != 0)
        crash_say(context, line);
}

/* A store may be on its way long after its instruction, so the last access is worth a line even if it has
 * ended. */
static void say_access(struct exception_context *context)
{
    const volatile struct bus_access *const access = context->access;
    char line[CRASH_LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    if (access->size == 0)
        return;
    text_format(&text, "%s: %s of %lu bytes at 0x%lx",
                access->under_way ? "access under way" : "last access",
                access->write ? "write" : "read", (uint64_t)access->size, access->at);
    crash_say(context, line);
}

void crash_say_banks(struct exception_context *context)
{
    for (unsigned bank = 0; bank < context->check.banks; bank++) {
        char line[CRASH_LINE_MAX];
        struct text text = text_in(line, sizeof(line));

        if (machine_check_bank(&context->check, bank, &text))
            crash_say(context, line);
    }
}

/* The machine's own account of it. */
static void say_cause(struct exception_context *context, const struct exception_frame *frame)
{
    char line[CRASH_LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    if (frame->vector == VECTOR_MACHINE_CHECK)
        crash_say_banks(context);
    if (frame->vector != VECTOR_NMI)
        return;
    nmi_words(&text);
    crash_say(context, line);
}

struct named_value {
    const char *name;
    uint64_t value;
};

static void say_values(struct exception_context *context, const struct named_value *values,
                       size_t count)
{
    char line[CRASH_LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    for (size_t i = 0; i < count; i++)
        text_format(&text, "%s%s=0x%lx", i != 0 ? " " : "", values[i].name, values[i].value);
    crash_say(context, line);
}

static void say_registers(struct exception_context *context, const struct exception_frame *frame)
{
    const struct named_value values[] = {
        { "rax", frame->rax },      { "rbx", frame->rbx }, { "rcx", frame->rcx },
        { "rdx", frame->rdx },      { "rsi", frame->rsi }, { "rdi", frame->rdi },
        { "rbp", frame->rbp },      { "rsp", frame->rsp }, { "r8", frame->r8 },
        { "r9", frame->r9 },        { "r10", frame->r10 }, { "r11", frame->r11 },
        { "r12", frame->r12 },      { "r13", frame->r13 }, { "r14", frame->r14 },
        { "r15", frame->r15 },      { "cs", frame->cs },   { "ss", frame->ss },
        { "flags", frame->rflags }, { "cr3", cpu_cr3() },  { "image", context->image_base },
    };

    for (size_t i = 0; i < ARRAY_SIZE(values); i += 3)
        say_values(context, &values[i], 3);
}

/* The words on the stack, lowest address first; none where the stack pointer itself is bad. */
static void say_stack(struct exception_context *context, const struct exception_frame *frame)
{
    const uint64_t *const words = (const uint64_t *)(uintptr_t)frame->rsp;

    if (frame->rsp % sizeof(*words) != 0)
        return;
    for (unsigned i = 0; i < STACK_WORDS; i += 3) {
        char line[CRASH_LINE_MAX];
        struct text text = text_in(line, sizeof(line));

        text_format(&text, "stack+0x%lx:", (uint64_t)(i * sizeof(*words)));
        for (unsigned j = i; j < i + 3; j++) {
            if (!paging_covers(&context->paging, (uintptr_t)&words[j]))
                return;
            text_format(&text, " 0x%lx", words[j]);
        }
        crash_say(context, line);
    }
}

/* Place and state, for the person who mends it. */
static void say_details(struct exception_context *context, const struct exception_frame *frame)
{
    say_place(context, frame);
    say_callers(context, frame);
    say_access(context);
    say_cause(context, frame);
    say_registers(context, frame);
    say_stack(context, frame);
}

/* `what` names the place only by a function, because a bare address tells its reader nothing. */
void crash_describe(struct exception_context *context, const struct exception_frame *frame)
{
    struct crash *const crash = &context->crash;
    struct text code = text_in(crash->code, sizeof(crash->code));
    struct text what = text_in(crash->what, sizeof(crash->what));
    const uint64_t offset = frame->rip - context->image_base;

    *crash = (struct crash){
        .running = &context->running,
        .hardware = frame->vector == VECTOR_NMI || frame->vector == VECTOR_MACHINE_CHECK,
    };
    text_format(&code, "X%lu-", frame->vector);
    if (offset >= context->image_size)
        text_string(&code, "outside");
    else if (!add_function(&code, context, frame->rip, "-"))
        text_format(&code, "%lx", offset);
    text_format(&what, "exception %lu (%s)", frame->vector, vector_name(frame->vector));
    const struct text before = what;
    text_string(&what, " at ");
    if (!add_function(&what, context, frame->rip, "+0x"))
        crash->what[before.used] = '\0';
    context->reader = READER_PAGE;
    say_details(context, frame);
}

/* The reader has a card in hand, so the lines about the card come first. */
void crash_tell(struct exception_context *context, const struct exception_frame *frame,
                enum exception_reader reader)
{
    const struct crash *const crash = &context->crash;
    char line[2 * CRASH_LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    context->reader = reader;
    say_bail_out(context, frame);
    text_format(&text, "%s. %s", crash_headline(crash), crash_meaning(crash));
    crash_say(context, line);
    crash_say(context, "photograph this; the machine restarts in a minute");
    text = text_in(line, sizeof(line));
    text_format(&text, "code %s: the same code is the same fault", crash->code);
    crash_say(context, line);
    say_details(context, frame);
}

void crash_tell_verdict(struct exception_context *context, const struct exception_frame *frame,
                        enum exception_reader reader)
{
    char line[CRASH_LINE_MAX + CRASH_TEST_MAX];
    struct text text = text_in(line, sizeof(line));

    context->reader = reader;
    text_format(&text, "verdict: %s: ", verdict_name(VERDICT_INCOMPLETE));
    add_what(&text, context, frame);
    crash_say(context, line);
}
