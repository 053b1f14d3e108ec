; linker/compare.asm: compares words of system memory, sixteen or thirty-two bytes at a time. System V ABI;
; declared in efi/compare.h. No state is left behind: only registers that a caller does not keep.
;
; In      rdi words, rsi expected words or the one value, rdx size in bytes, a multiple of 8
; Out     rax bytes before the first word that differs, size if none does
; The wide loops only find the piece that holds a difference; the narrow one finds the word.
bits 64
default rel

section .text

global compare_value_sse2
compare_value_sse2:
    mov rax, rdi
    movq xmm0, rsi
    punpcklqdq xmm0, xmm0
.wide:
    cmp rdx, 128
    jb narrow_value
    movdqu xmm1, [rdi]
    movdqu xmm2, [rdi + 16]
    movdqu xmm3, [rdi + 32]
    movdqu xmm4, [rdi + 48]
    pcmpeqd xmm1, xmm0
    pcmpeqd xmm2, xmm0
    pcmpeqd xmm3, xmm0
    pcmpeqd xmm4, xmm0
    pand xmm1, xmm2
    pand xmm3, xmm4
    pand xmm1, xmm3
    movdqu xmm2, [rdi + 64]
    movdqu xmm3, [rdi + 80]
    movdqu xmm4, [rdi + 96]
    movdqu xmm5, [rdi + 112]
    pcmpeqd xmm2, xmm0
    pcmpeqd xmm3, xmm0
    pcmpeqd xmm4, xmm0
    pcmpeqd xmm5, xmm0
    pand xmm2, xmm3
    pand xmm4, xmm5
    pand xmm1, xmm2
    pand xmm1, xmm4
    pmovmskb ecx, xmm1
    cmp ecx, 0xffff
    jne narrow_value
    add rdi, 128
    sub rdx, 128
    jmp .wide

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

global compare_words_sse2
compare_words_sse2:
    mov rax, rdi
.wide:
    cmp rdx, 64
    jb narrow_words
    movdqu xmm0, [rdi]
    movdqu xmm1, [rdi + 16]
    movdqu xmm2, [rdi + 32]
    movdqu xmm3, [rdi + 48]
    movdqu xmm4, [rsi]
    movdqu xmm5, [rsi + 16]
    pcmpeqd xmm0, xmm4
    pcmpeqd xmm1, xmm5
    movdqu xmm4, [rsi + 32]
    movdqu xmm5, [rsi + 48]
    pcmpeqd xmm2, xmm4
    pcmpeqd xmm3, xmm5
    pand xmm0, xmm1
    pand xmm2, xmm3
    pand xmm0, xmm2
    pmovmskb ecx, xmm0
    cmp ecx, 0xffff
    jne narrow_words
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
