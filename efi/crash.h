/* efi/crash.h: the words of an exception's report.
 *
 * Shape   the same for three readers: lines over the serial port and on a text console, and what the drawn page and the report
 *         on the stick say of it. Nothing is allocated, and of what has crashed only the stack is read, where it is mapped.
 * Source  Intel SDM volume 3 §6. */
#ifndef EFI_CRASH_H
#define EFI_CRASH_H

#include "efi/exceptions.h"

/* As linker/exceptions.asm pushes it, lowest address first. */
struct exception_frame {
    uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax;
    uint64_t vector, error, rip, cs, rflags, rsp, ss;
};

/* To the serial port, or on the text console. */
void crash_tell(struct exception_context *context, const struct exception_frame *frame,
                enum exception_reader reader);
/* The last line of it: what the run has come to. */
void crash_tell_verdict(struct exception_context *context, const struct exception_frame *frame,
                        enum exception_reader reader);
/* Fills context->crash. */
void crash_describe(struct exception_context *context, const struct exception_frame *frame);
/* A line for the one who reads now. */
void crash_say(struct exception_context *context, const char *line);
void crash_say_banks(struct exception_context *context);

#endif
