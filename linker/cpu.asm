; linker/cpu.asm: instructions that C has no words for. System V ABI; declared in efi/cpu.h.
bits 64
default rel

section .text

global cpu_in8, cpu_out8, cpu_out16
cpu_in8:
    mov edx, edi
    xor eax, eax
    in al, dx
    ret
cpu_out8:
    mov edx, edi
    mov eax, esi
    out dx, al
    ret
cpu_out16:
    mov edx, edi
    mov eax, esi
    out dx, ax
    ret

; Ordered after earlier loads, so that a time is not taken before what it measures.
global cpu_tsc
cpu_tsc:
    lfence
    rdtsc
    shl rdx, 32
    or rax, rdx
    ret

global cpu_pause
cpu_pause:
    pause
    ret

; mfence also drains the write-combining buffers, after which every store is on its way.
global cpu_barrier
cpu_barrier:
    mfence
    ret

; void cpu_flush_line(const void *line)
global cpu_flush_line
cpu_flush_line:
    clflush [rdi]
    ret

; void cpu_cpuid(uint32_t leaf, uint32_t subleaf, struct cpuid *out)
global cpu_cpuid
cpu_cpuid:
    push rbx
    mov r8, rdx
    mov eax, edi
    mov ecx, esi
    cpuid
    mov [r8], eax
    mov [r8 + 4], ebx
    mov [r8 + 8], ecx
    mov [r8 + 12], edx
    pop rbx
    ret

global cpu_cr2, cpu_cr3, cpu_cr4, cpu_set_cr4, cpu_cs
cpu_cr2:
    mov rax, cr2
    ret
cpu_cr3:
    mov rax, cr3
    ret
cpu_cr4:
    mov rax, cr4
    ret
cpu_set_cr4:
    mov cr4, rdi
    ret

; uint64_t cpu_rdmsr(uint32_t number)
global cpu_rdmsr
cpu_rdmsr:
    mov ecx, edi
    rdmsr
    shl rdx, 32
    or rax, rdx
    ret

; Only where OSXSAVE is set in CR4.
global cpu_xcr0, cpu_set_xcr0
cpu_xcr0:
    xor ecx, ecx
    xgetbv
    shl rdx, 32
    or rax, rdx
    ret
cpu_set_xcr0:
    xor ecx, ecx
    mov eax, edi
    mov rdx, rdi
    shr rdx, 32
    xsetbv
    ret
cpu_cs:
    xor eax, eax
    mov ax, cs
    ret

; void cpu_sidt(struct idt_register *out), void cpu_lidt(const struct idt_register *in)
global cpu_sidt, cpu_lidt
cpu_sidt:
    sidt [rdi]
    ret
cpu_lidt:
    lidt [rdi]
    ret

; void cpu_call_on(void *top, void (*what)(void *of), void *of)
global cpu_call_on
cpu_call_on:
    push rbp
    mov rbp, rsp
    mov rsp, rdi
    mov rdi, rdx
    call rsi
    mov rsp, rbp
    pop rbp
    ret

global cpu_stop
cpu_stop:
    cli
    hlt
    jmp cpu_stop

; void cpu_copy_out(void *device, const void *bytes, size_t size): size is a multiple of 8, device
; is aligned to 8. Non-temporal stores of 16 bytes where the device's address allows, else of 8:
; they fill whole write-combining buffers and leave the caches alone.
global cpu_copy_out
cpu_copy_out:
    test dil, 15
    jz .wide
    cmp rdx, 8
    jb .done
    call .eight
.wide:
    cmp rdx, 64
    jb .piece
    movdqu xmm0, [rsi]
    movdqu xmm1, [rsi + 16]
    movdqu xmm2, [rsi + 32]
    movdqu xmm3, [rsi + 48]
    movntdq [rdi], xmm0
    movntdq [rdi + 16], xmm1
    movntdq [rdi + 32], xmm2
    movntdq [rdi + 48], xmm3
    add rsi, 64
    add rdi, 64
    sub rdx, 64
    jmp .wide
.piece:
    cmp rdx, 16
    jb .rest
    movdqu xmm0, [rsi]
    movntdq [rdi], xmm0
    add rsi, 16
    add rdi, 16
    sub rdx, 16
    jmp .piece
.rest:
    cmp rdx, 8
    jb .done
.eight:
    mov rax, [rsi]
    movnti [rdi], rax
    add rsi, 8
    add rdi, 8
    sub rdx, 8
.done:
    ret

; void cpu_fill_out(void *device, uint64_t word, size_t size): the same with one word.
global cpu_fill_out
cpu_fill_out:
    movq xmm0, rsi
    punpcklqdq xmm0, xmm0
    test dil, 15
    jz .wide
    cmp rdx, 8
    jb .done
    call .eight
.wide:
    cmp rdx, 64
    jb .piece
    movntdq [rdi], xmm0
    movntdq [rdi + 16], xmm0
    movntdq [rdi + 32], xmm0
    movntdq [rdi + 48], xmm0
    add rdi, 64
    sub rdx, 64
    jmp .wide
.piece:
    cmp rdx, 16
    jb .rest
    movntdq [rdi], xmm0
    add rdi, 16
    sub rdx, 16
    jmp .piece
.rest:
    cmp rdx, 8
    jb .done
.eight:
    movnti [rdi], rsi
    add rdi, 8
    sub rdx, 8
.done:
    ret

; The copy from a device, with one instruction for loads of 16 bytes.
%macro copy_in 1
    test sil, 15
    jz .wide
    cmp rdx, 8
    jb .done
    call .eight
.wide:
    cmp rdx, 64
    jb .piece
    %1 xmm0, [rsi]
    %1 xmm1, [rsi + 16]
    %1 xmm2, [rsi + 32]
    %1 xmm3, [rsi + 48]
    movdqu [rdi], xmm0
    movdqu [rdi + 16], xmm1
    movdqu [rdi + 32], xmm2
    movdqu [rdi + 48], xmm3
    add rsi, 64
    add rdi, 64
    sub rdx, 64
    jmp .wide
.piece:
    cmp rdx, 16
    jb .rest
    %1 xmm0, [rsi]
    movdqu [rdi], xmm0
    add rsi, 16
    add rdi, 16
    sub rdx, 16
    jmp .piece
.rest:
    cmp rdx, 8
    jb .done
.eight:
    mov rax, [rsi]
    mov [rdi], rax
    add rsi, 8
    add rdi, 8
    sub rdx, 8
.done:
    ret
%endmacro

; void cpu_copy_in(void *bytes, const void *device, size_t size): likewise, loads of 16 bytes or 8.
global cpu_copy_in
cpu_copy_in:
    copy_in movdqa

; void cpu_stream_in(void *bytes, const void *device, size_t size): the same by SSE4.1, whose loads fetch a whole line of 64
; bytes from memory that is mapped write combined. A line that an earlier load has brought may be older than what the card
; has there now, so it is dropped first.
global cpu_stream_in
cpu_stream_in:
    mfence
    copy_in movntdqa

section .note.GNU-stack noalloc noexec nowrite progbits
