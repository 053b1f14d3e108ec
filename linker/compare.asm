; linker/compare.asm: compares words of system memory, eight or thirty-two bytes at a time. System V ABI;
; declared in efi/compare.h. No state is left behind: only registers that a caller does not keep. There is no way by
; SSE2: plain registers already compare faster than a link brings the words, and emulators are slow at SSE2.
;
; In      rdi words, rsi expected words or the one value, rdx size in bytes, a multiple of 8
; Out     rax bytes before the first word that differs, size if none does
; The wide loops only find the piece that holds a difference; the narrow one finds the word.
bits 64
default rel

section .text

; Ors into rcx how the words at rdi + %1 and rdi + %1 + 8 differ from rsi.
%macro differ_value 1
    mov r8, [rdi + %1]
    mov r9, [rdi + %1 + 8]
    xor r8, rsi
    xor r9, rsi
    or rcx, r8
    or rcx, r9
%endmacro

; The next 128 bytes, where each word must be rsi: `or` of zeros is zero, `and` of ones is ones. One instruction for each word;
; the loop for any value needs three.
%macro solid_words 1
    cmp rdx, 128
    jb narrow_value
    mov rcx, rsi
    mov r8, rsi
%assign at 0
%rep 8
    %1 rcx, [rdi + at]
    %1 r8, [rdi + at + 8]
%assign at at + 16
%endrep
    %1 rcx, r8
    cmp rcx, rsi
    jne narrow_value
    add rdi, 128
    sub rdx, 128
%endmacro

global compare_value_plain
compare_value_plain:
    mov rax, rdi
    test rsi, rsi
    jz .zeros
    cmp rsi, -1
    je .ones
.wide:
    cmp rdx, 128
    jb narrow_value
    xor ecx, ecx
%assign at 0
%rep 8
    differ_value at
%assign at at + 16
%endrep
    test rcx, rcx
    jnz narrow_value
    add rdi, 128
    sub rdx, 128
    jmp .wide
.zeros:
    solid_words or
    jmp .zeros
.ones:
    solid_words and
    jmp .ones

global compare_value_avx2
compare_value_avx2:
    mov rax, rdi
    vmovq xmm0, rsi
    vpbroadcastq ymm0, xmm0
.wide:
    cmp rdx, 128
    jb .last
    vpcmpeqd ymm1, ymm0, [rdi]
    vpcmpeqd ymm2, ymm0, [rdi + 32]
    vpcmpeqd ymm3, ymm0, [rdi + 64]
    vpcmpeqd ymm4, ymm0, [rdi + 96]
    vpand ymm1, ymm1, ymm2
    vpand ymm3, ymm3, ymm4
    vpand ymm1, ymm1, ymm3
    vpmovmskb ecx, ymm1
    cmp ecx, -1
    jne .last
    add rdi, 128
    sub rdx, 128
    jmp .wide
.last:
    vzeroupper
narrow_value:
    cmp rdx, 8
    jb found
    cmp [rdi], rsi
    jne found
    add rdi, 8
    sub rdx, 8
    jmp narrow_value

; How far rdi has come from where it began (rax).
found:
    sub rdi, rax
    mov rax, rdi
    ret

; Ors into rcx how the words at rdi + %1 and rdi + %1 + 8 differ from those at rsi.
%macro differ_words 1
    mov r8, [rdi + %1]
    mov r9, [rdi + %1 + 8]
    xor r8, [rsi + %1]
    xor r9, [rsi + %1 + 8]
    or rcx, r8
    or rcx, r9
%endmacro

global compare_words_plain
compare_words_plain:
    mov rax, rdi
.wide:
    cmp rdx, 64
    jb narrow_words
    xor ecx, ecx
%assign at 0
%rep 4
    differ_words at
%assign at at + 16
%endrep
    test rcx, rcx
    jnz narrow_words
    add rdi, 64
    add rsi, 64
    sub rdx, 64
    jmp .wide

global compare_words_avx2
compare_words_avx2:
    mov rax, rdi
.wide:
    cmp rdx, 128
    jb .last
    vmovdqu ymm0, [rdi]
    vmovdqu ymm1, [rdi + 32]
    vmovdqu ymm2, [rdi + 64]
    vmovdqu ymm3, [rdi + 96]
    vpcmpeqd ymm0, ymm0, [rsi]
    vpcmpeqd ymm1, ymm1, [rsi + 32]
    vpcmpeqd ymm2, ymm2, [rsi + 64]
    vpcmpeqd ymm3, ymm3, [rsi + 96]
    vpand ymm0, ymm0, ymm1
    vpand ymm2, ymm2, ymm3
    vpand ymm0, ymm0, ymm2
    vpmovmskb ecx, ymm0
    cmp ecx, -1
    jne .last
    add rdi, 128
    add rsi, 128
    sub rdx, 128
    jmp .wide
.last:
    vzeroupper
narrow_words:
    cmp rdx, 8
    jb found
    mov rcx, [rdi]
    cmp rcx, [rsi]
    jne found
    add rdi, 8
    add rsi, 8
    sub rdx, 8
    jmp narrow_words

section .note.GNU-stack noalloc noexec nowrite progbits
