/* efi/crash.h: the words of an exception's report.
 *
 * Shape   the same for three readers: lines over the serial port and on a text console, and the words for the drawn
 *         page and the report on the stick. Nothing is allocated, and of the crashed program only the stack is read,
 *         where it is mapped.
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
/* Its last line: the verdict of the run. */
void crash_tell_verdict(struct exception_context *context, const struct exception_frame *frame,
                        enum exception_reader reader);
/* Fills context->crash. */
void crash_describe(struct exception_context *context, const struct exception_frame *frame);
/* A line for the present reader. */
void crash_say(struct exception_context *context, const char *line);
void crash_say_banks(struct exception_context *context);

#endif
