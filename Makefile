# Barecard. `make help` lists the targets; everything is built into build/, V=1 shows the commands.
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules
# On all processors, where nobody says otherwise; some jobs wait.
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell echo $$(($$(nproc) + 1)))
endif
.DEFAULT_GOAL := all

CC       := gcc
# A folder of the tree by its short name, for names of objects are made from it: by two names it would be built twice.
BUILD    := build
override BUILD := $(patsubst $(CURDIR)/%,%,$(BUILD))
VERSION  := 0.1.0
comma    := ,
Q        := $(if $(V),,@)
say       = $(if $(V),,@printf '  %-8s%s\n' '$(1)' '$(patsubst $(BUILD)/%,%,$@)')

# ---- flags -------------------------------------------------------------------------------------
WARN     := -Wall -Wextra -Werror -Wshadow -Wvla -Wundef -Wconversion -Wno-sign-conversion \
            -Wstrict-prototypes -Wmissing-prototypes
COMMON   := -std=gnu11 -I. -I$(BUILD)/made $(WARN) -MMD -MP
LIBS     := -ljansson -lxml2 -lpci
LIBRARY  := -isystem /usr/include/libxml2
# Where gcc keeps a variable at each instruction takes a seventh of the time of compiling; lines and calls are kept.
DEBUG    := -g -fno-var-tracking
HOST     := $(COMMON) $(LIBRARY) -O2 $(DEBUG) -fPIC -D_GNU_SOURCE $(COVER)
SANITIZE := $(COMMON) $(LIBRARY) -O2 $(DEBUG) -D_GNU_SOURCE -fsanitize=address,undefined \
            -fno-sanitize-recover=all -fno-omit-frame-pointer
# A reference into another section is what linkers are for; NASM from 2.16.02 on warns of each.
NASM_WARN := -Wall -Werror $(shell nasm -hw 2>/dev/null | grep -q reloc-rel-dword && echo -w-reloc)
NASM      := nasm -f elf64 $(NASM_WARN)
FIRMWARE := $(COMMON) -O2 -g -ffreestanding -fPIC -fshort-wchar -mno-red-zone -mno-avx \
            -fno-stack-protector -fno-strict-aliasing -fvisibility=hidden -fcf-protection=none \
            -isystem /usr/include/efi -isystem /usr/include/efi/x86_64 -DGNU_EFI_USE_MS_ABI

# ---- sources -----------------------------------------------------------------------------------
FOLDERS  := hw mmu pci engines suite efi linux model tools tests
FAMILIES := nv50 gv100
sources   = $(sort $(shell find $(wildcard $(1)) -name '*.c'))
FACTS    := $(call sources,hw)
SUMS     := $(call sources,mmu)
PURE     := $(FACTS) $(SUMS) $(call sources,pci engines suite)
FONT     := $(BUILD)/made/font.c
PURE     += $(FONT)
CLAIMS   := $(BUILD)/made/confirmed.c
PURE     += $(CLAIMS)
QUESTIONS := $(sort $(wildcard suite/experiments/*/*.txt))
ASKED    := $(BUILD)/made/experiments.c
PURE     += $(ASKED)
DRIVER   := $(BUILD)/made/card_driver.c
MODEL    := $(DRIVER) $(FACTS) $(wildcard model/*.c) $(call sources,model/common $(FAMILIES:%=model/%))
RELEASE  := $(BUILD)/made/version.c
TOOL     := $(sort $(PURE) $(MODEL) $(call sources,model/host linux tools) $(RELEASE))
EFI_C    := $(wildcard efi/*.c)
EFI_ASM  := $(wildcard linker/*.asm)

host_obj  = $(patsubst %.c,$(BUILD)/host/%.o,$(1))
san_obj   = $(patsubst %.c,$(BUILD)/san/%.o,$(1))
efi_obj   = $(patsubst %.c,$(BUILD)/efi/%.o,$(filter %.c,$(1))) \
            $(patsubst %.asm,$(BUILD)/efi/%.o,$(filter %.asm,$(1)))

.PHONY: all
all: $(BUILD)/BOOTX64.EFI $(BUILD)/barecard $(BUILD)/barecard.so

# What the flags below say may have changed: an object is made again when this file has.
$(BUILD)/host/%.o: %.c Makefile
	$(call say,CC)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOST) -c -o $@ $<

$(BUILD)/san/%.o: %.c Makefile
	$(call say,CC san)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SANITIZE) -c -o $@ $<

$(BUILD)/host/%.o $(BUILD)/san/%.o: %.asm
	$(call say,NASM)
	@mkdir -p $(@D)
	$(Q)$(NASM) -o $@ $<

# Tests wait for what they test, and are compiled in half the time so; not those that count or prove at length.
$(BUILD)/host/tests/%.o: HOST += -Og
$(addprefix $(BUILD)/host/tests/,bench/%.o silicon/%.o mmu/nv50/%.o model/nv50/vm/%.o): HOST += -O2

$(BUILD)/efi/%.o: %.c Makefile
	$(call say,CC efi)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FIRMWARE) -c -o $@ $<

$(BUILD)/efi/%.o: %.asm
	$(call say,NASM)
	@mkdir -p $(@D)
	$(Q)$(NASM) -o $@ $<

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

# What `barecard --version` says.
$(RELEASE): Makefile
	@mkdir -p $(@D)
	$(Q)printf '#include "tools/version.h"\n\nconst char version_text[] = "barecard %s";\n' '$(VERSION)' >$@

# The font of the drawn screen (suite/report/font.h).
$(FONT): tools/font.pl /usr/share/consolefonts/Unifont-APL8x16.psf.gz
	$(call say,FONT)
	@mkdir -p $(@D)
	$(Q)tools/font.pl $(filter %.gz,$^) >$@

# What good cards have shown (suite/run/confirmed.h).
$(CLAIMS): tools/confirmed.pl docs/hardware/confirmed.tsv
	$(call say,CLAIMS)
	@mkdir -p $(@D)
	$(Q)tools/confirmed.pl docs/hardware/confirmed.tsv >$@ || { rm -f $@; false; }

# Open questions as scripts (suite/prompt/experiments.h).
$(ASKED): tools/experiments.pl $(QUESTIONS)
	$(call say,ASKED)
	@mkdir -p $(@D)
	$(Q)tools/experiments.pl $(QUESTIONS) >$@ || { rm -f $@; false; }

# ---- firmware ----------------------------------------------------------------------------------
# The build id is the digest of what is linked; version.asm puts it into the image, the linker into the
# note that debuggers read.
EFI_OBJ  := $(call efi_obj,$(filter-out linker/version.asm,$(PURE) $(EFI_C) $(EFI_ASM)))
EFI_LINK := -pie --no-dynamic-linker -z text -z norelro -z noexecstack -z max-page-size=0x1000 \
            -nostdlib --no-undefined --fatal-warnings
EFI_SECTIONS := .text .rodata .rela .buildid .data .reloc

$(BUILD)/BOOTX64.elf: $(EFI_OBJ) linker/version.asm linker/efi.lds tools/symbols.pl Makefile
	$(call say,LD)
	@mkdir -p $(BUILD)/made
	$(Q)id=$$(cat $(EFI_OBJ) linker/efi.lds | sha1sum | cut -d ' ' -f 1) && \
	$(NASM) -DVERSION='"$(VERSION)"' -DBUILD_ID="\"$$id\"" \
	    -o $(BUILD)/efi/linker/version.o linker/version.asm && \
	for linked in /dev/null $@; do \
	    { test $$linked = /dev/null || nm --defined-only $$linked; } | tools/symbols.pl >$(BUILD)/made/symbols.asm && \
	    $(NASM) -o $(BUILD)/efi/linker/symbols.o $(BUILD)/made/symbols.asm && \
	    ld $(EFI_LINK) --build-id=0x$$id -T linker/efi.lds -o $@ $(EFI_OBJ) \
	        $(BUILD)/efi/linker/version.o $(BUILD)/efi/linker/symbols.o || exit 1; \
	done

# NX_COMPAT, 0x100 of DllCharacteristics: firmware that demands it starts no image without it. objcopy cannot set it;
# the word lies 0x5e behind the PE header, whose place is at 0x3c (PE/COFF specification, Optional Header).
NX_COMPAT := open my $$f, "+<", shift or die; binmode $$f; seek $$f, 0x3c, 0; read $$f, my $$at, 4; \
             seek $$f, unpack("V", $$at) + 0x5e, 0; print $$f pack "v", 0x100; close $$f or die

$(BUILD)/BOOTX64.EFI: $(BUILD)/BOOTX64.elf
	$(call say,OBJCOPY)
	$(Q)objcopy -S $(addprefix -j ,$(EFI_SECTIONS) .symbols) --target efi-app-x86_64 --subsystem efi-app $< $@ && \
	    perl -e '$(NX_COMPAT)' $@ || { rm -f $@; exit 1; }

# ---- host command ------------------------------------------------------------------------------
$(BUILD)/barecard: $(call host_obj,$(TOOL))
	$(call say,LD)
	$(Q)$(CC) $(COVER) -o $@ $^ $(LIBS)

$(BUILD)/san/barecard: $(call san_obj,$(TOOL))
	$(call say,LD san)
	$(Q)$(CC) -fsanitize=address,undefined -o $@ $^ $(LIBS)

# ---- device model in QEMU ----------------------------------------------------------------------
# A plugin must be built against the headers of the very QEMU that loads it, and no package ships them:
# ./run-qemu.sh --setup puts the distribution's source here, make configures it. Later versions differ
# from this one only in model/qemu/compat.h.
QEMU_VERSION := $(shell dpkg-query -W -f '$${source:Version}' qemu-system-x86 2>/dev/null | \
                        sed 's/^[0-9]*://')
QEMU_CACHE   := .cache/qemu-$(QEMU_VERSION)
QEMU_BUILD   := $(QEMU_CACHE)/build
QEMU_OBJ     := $(patsubst model/qemu/%.c,$(BUILD)/qemu-$(QEMU_VERSION)/%.o,$(wildcard model/qemu/*.c))
QEMU_FLAGS    = $(HOST) $(addprefix -isystem ,$(QEMU_BUILD) $(QEMU_CACHE)/source/include \
                  $(QEMU_CACHE)/source $(QEMU_BUILD)/qapi $(QEMU_CACHE)/source/tcg/i386) \
                $$(pkg-config --cflags glib-2.0 pixman-1 | sed 's/-I/-isystem /g')
QEMU_CONFIGURE := --target-list=x86_64-softmmu --enable-modules --enable-plugins \
                  --without-default-features --enable-tcg --enable-system --enable-pie \
                  --enable-fdt=system --disable-install-blobs --disable-werror

$(QEMU_CACHE)/source/VERSION:
	@echo "QEMU's headers are missing: run ./run-qemu.sh --setup once (it downloads them)" >&2
	@exit 1

# A quarter of a minute: configure, then headers that the build generates, no compiling. Headers of traces, of tests and of
# the window are for single source files of QEMU's.
$(QEMU_BUILD)/headers: $(QEMU_CACHE)/source/VERSION
	$(call say,HEADERS)
	@rm -rf $(@D) && mkdir -p $(@D)
	$(Q){ cd $(@D) && export PATH="/usr/bin:$$PATH" && unset MAKEFLAGS MAKELEVEL CFLAGS LDFLAGS && \
	../source/configure $(QEMU_CONFIGURE) && \
	ninja $$(ninja -t targets rule CUSTOM_COMMAND | grep '\.h$$' | grep -vE '^(tests|trace|ui)/'); } >$@.log 2>&1 || \
	{ echo "QEMU's headers could not be made, see $@.log" >&2; exit 1; }
	@touch $@

$(BUILD)/qemu-$(QEMU_VERSION)/%.o: model/qemu/%.c $(QEMU_BUILD)/headers
	$(call say,CC qemu)
	@mkdir -p $(@D)
	$(Q)$(CC) $(QEMU_FLAGS) -c -o $@ $<

$(BUILD)/barecard.so: $(QEMU_OBJ) $(call host_obj,$(MODEL)) model/qemu/barecard.map
	$(call say,LD)
	$(Q)$(CC) $(COVER) -shared -Wl,--version-script=model/qemu/barecard.map -o $@ $(filter %.o,$^)

# ---- USB image and runs ------------------------------------------------------------------------
# What goes onto a stick: one FAT32 partition of the type EFI system, so that firmware which takes no
# bare file system boots it too. Its clusters have 1 KiB, because a report that grows writes the tables of the file
# system for each new one; larger ones would be too few for FAT32. QEMU runs use a copy of it. Sizes in sectors of
# 512 bytes. Both images are the same byte for byte whenever the sources are: times are SOURCE_DATE_EPOCH, serial
# numbers are fixed.
export TZ := UTC
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
DATED         := $(BUILD)/made/dated-$(SOURCE_DATE_EPOCH)
STICK         := $(BUILD)/barecard.img
STICK_START   := 2048
STICK_SECTORS := 133120
STICK_FILES   := -i $(STICK)@@1M
MEDIUM        := $(BUILD)/BOOTX64.EFI efi/barecard.cfg efi/README.TXT $(QUESTIONS)
SERIAL        := 4243

.PHONY: usb iso
usb: $(STICK)
	@echo "write it to a stick, which loses all it holds: dd if=$(STICK) of=/dev/sdX bs=1M"

iso: $(BUILD)/barecard.iso
	@echo "burn $< on a CD, or write it to a stick, which loses all it holds"

# Times in the images are old when this is new.
$(DATED):
	@mkdir -p $(@D) && rm -f $(@D)/dated-* && touch $@

$(BUILD)/mtoolsrc:
	@mkdir -p $(@D)
	@echo 'drive s: file="$(STICK)" partition=1' >$@

# What says that UEFI is needed, where a machine starts the medium by BIOS.
$(BUILD)/bios.bin: linker/bios/sector.asm
	$(call say,NASM)
	@mkdir -p $(@D)
	$(Q)nasm -f bin $(NASM_WARN) -o $@ $<

# medium FILE@@OFFSET: the firmware and its files, into an empty FAT file system.
define medium
	$(Q)mmd -i $(1) ::/EFI ::/EFI/BOOT && mcopy -i $(1) $(BUILD)/BOOTX64.EFI ::/EFI/BOOT/ && \
	mcopy -i $(1) efi/barecard.cfg efi/README.TXT ::/ && mmd -i $(1) ::/experiments && \
	mcopy -i $(1) $(QUESTIONS) ::/experiments/
endef

$(STICK): $(MEDIUM) $(BUILD)/mtoolsrc $(BUILD)/bios.bin $(DATED)
	$(call say,IMAGE)
	@rm -f $@ && truncate -s $$(( ($(STICK_START) + $(STICK_SECTORS)) * 512 )) $@
	$(Q)export MTOOLSRC=$(BUILD)/mtoolsrc && { mpartition -I -B $(BUILD)/bios.bin s: && \
	mpartition -c -b $(STICK_START) -l $(STICK_SECTORS) -T 0xef s: && mpartition -a s:; } 2>$@.log || \
	{ cat $@.log >&2; exit 1; }
	$(Q)mformat $(STICK_FILES) -F -c 2 -T $(STICK_SECTORS) -h 16 -s 63 -H $(STICK_START) -N $(SERIAL) -v BARECARD ::
	$(call medium,$(STICK)@@1M)

# A CD's El Torito entries: the text for BIOS, and the EFI system partition, which lies behind the CD's own
# files and is in the partition table too, so that the same image boots from a stick and keeps a report.
ISO_SECTORS := 32768

$(BUILD)/esp.img: $(MEDIUM) $(DATED)
	$(call say,IMAGE)
	@rm -f $@ && truncate -s $$(( $(ISO_SECTORS) * 512 )) $@
	$(Q)mformat -i $@ -T $(ISO_SECTORS) -h 16 -s 63 -N $(SERIAL) -v BARECARD ::
	$(call medium,$@)

# Its own tree has the files of the medium too, for boot loaders that open the image and programs that copy files.
$(BUILD)/barecard.iso: $(BUILD)/esp.img $(BUILD)/bios.bin $(MEDIUM)
	$(call say,ISO)
	@rm -rf $@ $(BUILD)/iso && mkdir -p $(BUILD)/iso/EFI/BOOT && cp $(BUILD)/BOOTX64.EFI $(BUILD)/iso/EFI/BOOT/ && \
	    cp efi/barecard.cfg efi/README.TXT $(BUILD)/bios.bin $(BUILD)/iso/ && mkdir $(BUILD)/iso/experiments && cp $(QUESTIONS) $(BUILD)/iso/experiments/
	@find $(BUILD)/iso -exec touch -d @$(SOURCE_DATE_EPOCH) {} +
	$(Q)xorriso -as mkisofs -quiet -o $@ -V BARECARD -r -G $(BUILD)/bios.bin --mbr-force-bootable \
	    -partition_offset 16 -append_partition 2 0xef $(BUILD)/esp.img \
	    -b bios.bin -no-emul-boot -boot-load-size 4 -eltorito-alt-boot \
	    -e --interval:appended_partition_2:all:: -no-emul-boot $(BUILD)/iso >$@.log 2>&1 || { cat $@.log >&2; exit 1; }

# For machines with Secure Boot: the firmware and a stick, signed with a key that the machine trusts.
SIGNED := $(BUILD)/signed

.PHONY: signed
signed: $(SIGNED)/barecard.img
	@echo "write it to a stick, which loses all it holds: dd if=$< of=/dev/sdX bs=1M"

$(SIGNED)/BOOTX64.EFI: $(BUILD)/BOOTX64.EFI $(SIGN_KEY) $(SIGN_CERT)
	$(call say,SIGN)
	@test -n "$(SIGN_KEY)" -a -n "$(SIGN_CERT)" || \
	    { echo "make signed: wants SIGN_KEY=FILE.key SIGN_CERT=FILE.pem (docs/rig.md)" >&2; exit 2; }
	@command -v sbsign >/dev/null || { echo "make signed: wants Debian's package sbsigntool" >&2; exit 2; }
	@mkdir -p $(@D)
	$(Q)sbsign --key "$(SIGN_KEY)" --cert "$(SIGN_CERT)" --output $@ $<

$(SIGNED)/barecard.img: $(STICK) $(SIGNED)/BOOTX64.EFI
	$(call say,IMAGE)
	$(Q)cp --sparse=always $(STICK) $@ && mcopy -o -i $@@@1M $(SIGNED)/BOOTX64.EFI ::/EFI/BOOT/ || { rm -f $@; exit 1; }

# ---- tests, fuzzing, benchmarks ----------------------------------------------------------------
.PRECIOUS: $(BUILD)/host/%.o $(BUILD)/san/%.o $(BUILD)/fuzz/%.o $(BUILD)/efi/%.o

# tests/FOLDER/NAME_test.c is a program over the sources of FOLDER, in two variants: build/plain/FOLDER/NAME_test takes
# libraries, so that a changed source links once for all of them; build/tests/FOLDER/NAME_test has sanitizers and is
# linked from archives. What lies beside the programs is what several of them build on.
TESTS    := $(patsubst tests/%.c,%,$(call sources,tests))
PROGRAMS := $(filter %_test,$(TESTS))
RIGGING  := $(patsubst %,tests/%.c,$(filter-out %_test reach engines/nv50/board_rom fuzz/% clients/% silicon/% boots/% bench/% efi/uefi/%,$(TESTS))) \
            $(wildcard tests/fuzz/script_*.c)

# The second witness of hw/ as C, and its numbers for tests, which say REF_PFB_VM_FAULT after #include
# "reference/nv50.h"; words of reports, SAYS_INCOMPLETE after #include "reference/words.h".
REFERENCE := $(FAMILIES:%=$(BUILD)/made/reference_%.c)
REF_NAMES := $(FAMILIES:%=$(BUILD)/made/reference/%.h) $(BUILD)/made/reference/words.h
RIGGING   += $(REFERENCE)
$(foreach kind,host san fuzz,$(TESTS:%=$(BUILD)/$(kind)/tests/%.o)): | $(REF_NAMES)
$(BUILD)/made/reference_gv100.c $(BUILD)/made/reference/gv100.h: $(wildcard tests/hw/gv100/*.def)

$(BUILD)/made/reference_%.c: tests/hw/reference.pl tests/hw/Defs.pm tests/hw/reference/%.def
	$(call say,MADE)
	@mkdir -p $(@D)
	$(Q)tests/hw/reference.pl $* >$@ || { rm -f $@; false; }

$(BUILD)/made/reference/words.h: tests/kit/words.sh
	$(call say,MADE)
	@mkdir -p $(@D)
	$(Q)sed -n "s/^\\(SAYS_[A-Z_]*\\)='\\(.*\\)'$$/#define \\1 \"\\2\"/p" $< >$@

$(BUILD)/made/reference/%.h: tests/hw/reference.pl tests/hw/Defs.pm tests/hw/reference/%.def
	$(call say,MADE)
	@mkdir -p $(@D)
	$(Q)tests/hw/reference.pl $* --names >$@ || { rm -f $@; false; }

$(BUILD)/san/all.a: $(call san_obj,$(filter-out tools/main.c,$(TOOL)))
$(BUILD)/san/rigs.a: $(call san_obj,$(RIGGING))
$(BUILD)/plain/rigs.a: $(call host_obj,$(RIGGING))

$(BUILD)/%.a:
	$(call say,AR)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/plain/libbarecard.so: $(call host_obj,$(filter-out tools/main.c,$(TOOL)))
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(CC) $(COVER) -shared -o $@ $^ $(LIBS)

# The firmware's C over a stub of UEFI and of a PC (tests/efi/uefi/machine.h), for tests/efi/.
UEFI      := $(EFI_C) $(wildcard tests/efi/uefi/*.c)
UEFI_ABI  := -fshort-wchar -isystem /usr/include/efi -isystem /usr/include/efi/x86_64 -DGNU_EFI_USE_MS_ABI
UEFI_OBJ  := efi/%.o tests/efi/%.o
$(addprefix $(BUILD)/host/,$(UEFI_OBJ)) $(UEFI_OBJ:%.o=$(BUILD)/tidy/%.txt): HOST += $(UEFI_ABI)
$(addprefix $(BUILD)/san/,$(UEFI_OBJ)): SANITIZE += $(UEFI_ABI)

$(BUILD)/san/uefi.a: $(call san_obj,$(UEFI)) $(BUILD)/san/linker/compare.o

$(BUILD)/plain/libuefi.so: $(call host_obj,$(UEFI)) $(BUILD)/host/linker/compare.o | $(BUILD)/plain/libbarecard.so
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(CC) $(COVER) -shared -o $@ $^ -L$(@D) -Wl,-rpath,$(abspath $(@D)) -lbarecard -lcmocka

# program OUT OBJECTS FLAGS PREREQUISITES LIBRARIES: how the programs of a folder are linked in one variant.
define program
$(BUILD)/$(1)_test: $(BUILD)/$(2)_test.o $(4)
	$$(call say,LD)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $(3) $$(WRAP) -o $$@ $$(filter %.o,$$^) $$(filter %.a,$$^) $(5) -lcmocka
endef
# GNU gold, where there is one: it links a program of tests in a third of the time.
GOLD  := $(if $(shell command -v ld.gold),-fuse-ld=gold)
SAN   := -fsanitize=address,undefined $(GOLD)
PLAIN := $(GOLD) -L$(BUILD)/plain -Wl,-rpath,$(abspath $(BUILD)/plain)
$(eval $(call program,tests/%,san/tests/%,$(SAN),$(BUILD)/san/rigs.a $(BUILD)/san/all.a,-lpci -ljansson -lxml2))
$(eval $(call program,tests/efi/%,san/tests/efi/%,$(SAN),$(BUILD)/san/rigs.a $(BUILD)/san/uefi.a $(BUILD)/san/all.a))
$(eval $(call program,plain/%,host/tests/%,$(COVER),$(BUILD)/plain/rigs.a | $(BUILD)/plain/libbarecard.so,$(PLAIN) -lbarecard))
$(eval $(call program,plain/efi/%,host/tests/efi/%,$(COVER),$(BUILD)/plain/rigs.a | $(BUILD)/plain/libuefi.so,$(PLAIN) -luefi -lbarecard))

# The firmware's comparing, with its assembler. A test holds a processor inside of it.
COMPARE := efi/compare.o efi/compare_pieces.o linker/compare.o linker/cpu.o
$(BUILD)/tests/linker/compare_test: $(COMPARE:%=$(BUILD)/san/%)
$(BUILD)/plain/linker/compare_test: $(COMPARE:%=$(BUILD)/host/%)
$(BUILD)/tests/linker/compare_test $(BUILD)/plain/linker/compare_test: WRAP := -Wl,--wrap=compare_first_difference

# Pages and screens are held beside lists of what they draw; `make golden` writes those anew that are no longer so, for
# review.
PAGES := $(filter suite/report/page% suite/report/%picture.c,$(PURE))
PAGE_LOOK := $(addsuffix /suite/report/page_look_test,$(BUILD)/tests $(BUILD)/plain)
$(BUILD)/tests/suite/report/page_look_test: $(call san_obj,$(PAGES))
$(BUILD)/plain/suite/report/page_look_test: $(call host_obj,$(PAGES))
$(PAGE_LOOK): WRAP := $(patsubst %,-Wl$(comma)--wrap=canvas_%,fill frame line sign text paragraph)

.PHONY: golden
golden: $(BUILD)/plain/suite/report/page_look_test $(BUILD)/plain/suite/report/screen_look_test
	$(Q)for looks in $^; do GOLDEN=1 $$looks || exit 1; done; git diff --stat -- tests/suite/report

.PHONY: plain
plain: $(PROGRAMS:%=$(BUILD)/plain/%) $(BUILD)/barecard

# Random accesses through both witnesses: a tenth under sanitizers, all of them without.
$(BUILD)/property: $(call host_obj,tests/mmu/nv50/property_test.c tests/model/nv50/vm/world.c tests/model/nv50/vm/random.c \
                                   tests/model/nv50/vm/shrink.c $(SUMS) $(MODEL))
	$(call say,LD)
	$(Q)$(CC) $(COVER) -o $@ $^ $(LIBS)

# A ROM with the shape of a real one, for drivers of others.
$(BUILD)/board-rom: $(call host_obj,tests/engines/nv50/board_rom.c tests/engines/nv50/board_rig.c $(filter-out tools/% linux/%,$(TOOL)))
	$(call say,LD)
	$(Q)$(CC) $(COVER) -o $@ $^ $(LIBS) -lcmocka

# Good and bad cards under the knobs of the model.
$(BUILD)/silicon: $(call host_obj,$(wildcard tests/silicon/*.c) $(filter-out tools/% linux/%,$(TOOL)))
	$(call say,LD)
	$(Q)$(CC) $(COVER) -o $@ $^

# Fuzzers: one entry point in each *_fuzz.c. libFuzzer runs it in `make fuzz`, replay.c over the corpus
# in `make test`.
FUZZERS      := $(patsubst tests/fuzz/%_fuzz.c,%,$(wildcard tests/fuzz/*_fuzz.c))
FUZZ_SECONDS := 600
FUZZ_FLAGS   := $(COMMON) $(LIBRARY) -O1 -g -D_GNU_SOURCE -fsanitize=fuzzer-no-link,address,undefined \
                -fno-sanitize-recover=all

FUZZ_SHARED  := $(filter-out %_fuzz.c %/replay.c,$(wildcard tests/fuzz/*.c))
REPLAYING    := $(FUZZ_SHARED) tests/fuzz/replay.c
REPLAYS      := $(FUZZERS:%=$(BUILD)/plain/fuzz/%_replay)

$(FUZZERS:%=$(BUILD)/tests/fuzz/%_replay): $(call san_obj,$(FUZZ_SHARED)) $(BUILD)/san/all.a

$(BUILD)/tests/fuzz/%_replay: $(BUILD)/san/tests/fuzz/%_fuzz.o $(BUILD)/san/tests/fuzz/replay.o
	$(call say,LD san)
	@mkdir -p $(@D)
	$(Q)$(CC) $(SAN) -o $@ $^ $(LIBS)

# Without sanitizers, under which what `make fuzz` has found takes minutes.
.PHONY: replays
replays: $(REPLAYS)
$(REPLAYS): $(BUILD)/plain/fuzz/%_replay: $(BUILD)/host/tests/fuzz/%_fuzz.o $(call host_obj,$(REPLAYING)) \
                                          | $(BUILD)/plain/libbarecard.so
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(CC) $(COVER) -o $@ $^ $(PLAIN) -lbarecard -lxml2

$(BUILD)/fuzz/%.o: %.c
	$(call say,CLANG fuzz)
	@mkdir -p $(@D)
	$(Q)clang $(FUZZ_FLAGS) -c -o $@ $<

$(BUILD)/fuzz/all.a: $(patsubst %.c,$(BUILD)/fuzz/%.o,$(filter-out tools/main.c,$(TOOL)))
	$(call say,AR fuzz)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/fuzz/%: $(BUILD)/fuzz/tests/fuzz/%_fuzz.o $(patsubst %.c,$(BUILD)/fuzz/%.o,$(FUZZ_SHARED)) $(BUILD)/fuzz/all.a
	$(call say,LD fuzz)
	$(Q)clang -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS)

.PHONY: fuzz $(FUZZERS:%=fuzz-%)
fuzz: $(FUZZERS:%=fuzz-%)
$(FUZZERS:%=fuzz-%): fuzz-%: $(BUILD)/fuzz/%
	@mkdir -p $(BUILD)/corpus/$*
	nice -n 19 $< -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
	    -verbosity=0 -artifact_prefix=$(BUILD)/corpus/$*- $(BUILD)/corpus/$* tests/fuzz/corpus/$*

# UEFI applications that make the machine awkward before they start the firmware (tests/boots/rig/rig.h).
RIGS     := $(patsubst tests/boots/rig/apps/%.c,$(BUILD)/rig/%.EFI,$(wildcard tests/boots/rig/apps/*.c))
RIG_OBJ  := $(call efi_obj,$(wildcard tests/boots/rig/*.c) efi/tables.c engines/text.c linker/start.asm linker/cpu.asm \
                           linker/memory.asm)

$(BUILD)/rig/%.EFI: $(BUILD)/efi/tests/boots/rig/apps/%.o $(RIG_OBJ) linker/efi.lds
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)ld $(EFI_LINK) -T linker/efi.lds -o $(@:.EFI=.elf) $(filter %.o,$^) && \
	objcopy $(addprefix -j ,$(EFI_SECTIONS)) --target efi-app-x86_64 --subsystem efi-app $(@:.EFI=.elf) $@

.PHONY: rigs
rigs: $(RIGS)

# The driver in the ROM of the model of a GV100, as bytes (model/gv100/window/vbios.c).
$(BUILD)/rig/DRIVER.EFI: $(call efi_obj,tests/boots/rig/rom/driver.c linker/start.asm linker/memory.asm) linker/efi.lds
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)ld $(EFI_LINK) -T linker/efi.lds -o $(@:.EFI=.elf) $(filter %.o,$^) && \
	objcopy -S $(addprefix -j ,$(EFI_SECTIONS)) --target efi-bsdrv-x86_64 $(@:.EFI=.elf) $@

$(DRIVER): $(BUILD)/rig/DRIVER.EFI
	$(call say,DRIVER)
	@mkdir -p $(@D)
	$(Q){ echo '#include "model/gv100/window/vbios.h"'; echo 'const uint8_t card_driver[] = {'; \
	    od -An -v -tx1 $< | sed 's/ \(..\)/0x\1,/g'; echo '};'; \
	    echo 'const size_t card_driver_size = sizeof(card_driver);'; } >$@

# ---- static analysis ---------------------------------------------------------------------------
# clang-tidy looks at a source again when its object changed, so headers count and a warm run costs
# nothing. What it finds stays in build/tidy/ for tests/lint.t (`make lint`); make goes on.
TIDY      := $(patsubst %.c,$(BUILD)/tidy/%.txt,$(shell find $(FOLDERS) -name '*.c'))
tidy_flags = $(filter-out -MMD -MP -fno-var-tracking,$(1))
define tidy
	$(call say,TIDY)
	@mkdir -p $(@D)
	$(Q)clang-tidy --quiet $(1) -- $(2) >$@ 2>$@.log || test -s $@ || cp $@.log $@
endef

$(BUILD)/tidy/%.txt: $(BUILD)/host/%.o .clang-tidy
	$(call tidy,$*.c,$(call tidy_flags,$(HOST)))

$(BUILD)/tidy/tests/clients/%.txt: tests/clients/%.c $(wildcard tests/clients/nouveau/*.h) .clang-tidy
	$(call tidy,$<,$(call tidy_flags,$(HOST)) -isystem /usr/include/libdrm)

# By name, for of several patterns make takes one whose object is there already.
$(filter $(BUILD)/tidy/tests/boots/rig/%,$(TIDY)): $(BUILD)/tidy/%.txt: $(BUILD)/efi/%.o .clang-tidy tests/boots/rig/.clang-tidy
	$(call tidy,$*.c,$(call tidy_flags,$(FIRMWARE)))

$(BUILD)/tidy/efi/%.txt: $(BUILD)/efi/efi/%.o .clang-tidy efi/.clang-tidy
	$(call tidy,efi/$*.c,$(call tidy_flags,$(FIRMWARE)))

$(BUILD)/tidy/model/qemu/%.txt: $(BUILD)/qemu-$(QEMU_VERSION)/%.o .clang-tidy
	$(call tidy,model/qemu/$*.c,$(call tidy_flags,$(QEMU_FLAGS)))

.PHONY: tidy
tidy: $(TIDY)

# Programs that print TAP; BARECARD is what the command line tests run. run-tests.pl runs three at a time, and those
# first that took longest the last time. IN=mmu/nv50: what tests a folder, with what that needs. SANITIZED: programs, and
# the scripts that run what BARECARD names.
TAP_CHOSEN   := $(filter $(or $(addsuffix /%,$(patsubst tests/%,%,$(IN:%/=%))),%),$(PROGRAMS) $(FUZZERS:%=fuzz/%_replay) \
                  $(patsubst tests/%,%,$(shell find tests -name '*.t' ! -name lint.t)))
SANITIZED    := $(patsubst %,$(BUILD)/tests/%,$(filter-out %.t,$(TAP_CHOSEN)))
TAP_PROGRAMS := $(SANITIZED:$(BUILD)/tests/%=$(BUILD)/plain/%) $(patsubst %,tests/%,$(filter %.t,$(TAP_CHOSEN)))
SANITIZED    += $(filter-out %/package.t,$(filter $(shell grep -lE 'BARECARD\b|use Cli|from command' tests/suite/*.t tests/tools/*.t),$(TAP_PROGRAMS)))
TAP_NEEDS    := $(BUILD)/vars.fd $(BUILD)/board-rom $(RIGS) $(BUILD)/property $(BUILD)/silicon $(BUILD)/bench/proof all $(STICK) $(BUILD)/barecard.iso \
                man deb

# These boot a machine without a TPM (model/qemu/absent.h), and the first two one that has started before
# (tests/boots/vars.sh): that takes a third as long. A first boot of qemu.t, and whatever is run by itself, boots QEMU's
# machine as it is. None of them builds what is there.
test test-sanitized test-long test-log test-hangs test-defects test-network: export BARECARD_NO_TPM := 1
test test-sanitized test-long test-log test-hangs test-defects test-network: export BARECARD_BUILT := 1
test test-sanitized test-long: export BARECARD_VARS := $(BUILD)/vars.fd

$(BUILD)/vars.fd: tests/boots/vars.sh $(BUILD)/bench/empty.EFI | $(STICK) $(BUILD)/barecard.so
	$(call say,VARS)
	$(Q)BARECARD_NO_TPM=1 BARECARD_VARS= BUILD=$(BUILD) tests/boots/vars.sh $@

.PHONY: test bench
test: $(TAP_PROGRAMS) $(if $(filter %.t,$(TAP_CHOSEN)),$(TAP_NEEDS))
	@BARECARD=$(BUILD)/barecard BUILD=$(BUILD) tests/run-tests.pl $(if $(IN),--some) $(TAP_PROGRAMS)

# The same under AddressSanitizer and UndefinedBehaviorSanitizer, which take three times as long to build and to run.
.PHONY: test-sanitized
test-sanitized: $(SANITIZED) $(if $(filter %.t,$(SANITIZED)),$(TAP_NEEDS) $(BUILD)/san/barecard $(BUILD)/plain/libbarecard.so)
	@BARECARD=$(BUILD)/san/barecard BUILD=$(BUILD) tests/run-tests.pl --some $(SANITIZED)

# The programs that take a sample in `make test`, in full: seven minutes on two cores.
TAP_SAMPLED  := $(patsubst tests/%.c,$(BUILD)/plain/%,$(shell grep -rlw in_full tests --include='*.t' --include='*_test.c'))

.PHONY: test-long
test-long: $(TAP_SAMPLED) $(TAP_NEEDS)
	@LONG=1 BARECARD=$(BUILD)/barecard BUILD=$(BUILD) tests/run-tests.pl --some $(TAP_SAMPLED)

# `barecard run` in a guest with Debian's kernels, all of it: minutes; ONLY=TEXT for some.
.PHONY: test-linux
test-linux: $(BUILD)/barecard $(BUILD)/barecard.so $(STICK) $(BUILD)/rig/console.EFI $(BUILD)/vars.fd
	@LONG=1 BUILD=$(BUILD) ONLY="$(ONLY)" tests/run-tests.pl --some tests/linux/linux.t

# Every value of every knob on every chipset, 2,000 random combinations, bad memory under each of them: minutes on
# two processors; JOBS=N processes, SEED=N draws others, ONLY=TEXT makes the points with that in their names.
.PHONY: test-silicon
test-silicon: $(BUILD)/silicon
	@$< --all --jobs $(or $(JOBS),2) --seed $(or $(SEED),1) --shard $(or $(SHARD),1/1) \
	    $(if $(ONLY),--only "$(ONLY)") >$(BUILD)/silicon.tap; \
	status=$$?; grep -A 12 '^not ok' $(BUILD)/silicon.tap; tail -n 2 $(BUILD)/silicon.tap; exit $$status

# Drivers that we did not write, on every chipset: half an hour, after tools/setup.sh --clients. ONLY=TEXT: boots
# with that in their names.
.PHONY: test-clients
test-clients: $(BUILD)/barecard.so $(BUILD)/barecard $(BUILD)/board-rom
	@BUILD=$(BUILD) tests/clients/nouveau/all.sh "$(ONLY)"

# The images on every kind of drive and machine, and started by other boot loaders and over the network: a quarter of an
# hour; ONLY=TEXT as above.
.PHONY: test-boots
test-boots: all $(STICK) $(BUILD)/barecard.iso
	@BUILD=$(BUILD) ONLY="$(ONLY)" tests/boots/all.sh
	@BUILD=$(BUILD) ONLY="$(ONLY)" LONG=1 tests/boots/loaders.t
	@BUILD=$(BUILD) ONLY="$(or $(ONLY),pxe)" tests/boots/network.sh

# A processor that hangs in an access, in each step of the takeover and in each kind of test, and a hardware watchdog:
# half an hour.
.PHONY: test-hangs
test-hangs: all $(STICK) $(BUILD)/rig/hangs.EFI
	@BUILD=$(BUILD) ALL=1 tests/boots/watchdog.t

# Logs of accesses, of every chipset in process and of a whole boot in QEMU, played over the model: a quarter of an hour
# on a quiet machine.
.PHONY: test-log
test-log: all $(STICK)
	@BARECARD=$(BUILD)/barecard BUILD=$(BUILD) LONG=1 ALL=1 tests/tools/mmio_log.t

# Every row of tests/defects.tsv for CHIPSET=gv100 in QEMU: more than an hour. ONLY=TEXT for some.
.PHONY: test-defects
test-defects: all $(STICK)
	@BUILD=$(BUILD) CHIPSET="$(CHIPSET)" ONLY="$(ONLY)" tests/boots/defects.sh

# Rigs that start over the network, from servers in a network namespace: some minutes, as root; ONLY=TEXT as above.
.PHONY: test-network
test-network: all $(STICK)
	@BUILD=$(BUILD) ONLY="$(ONLY)" tests/boots/network.sh

# A part of it: a line of 64 rigs without QEMU, ten thousand reports; REPORTS=N for another number.
.PHONY: test-line
test-line: all
	@BUILD=$(BUILD) REPORTS="$(REPORTS)" ONLY=line tests/boots/network.sh

$(BUILD)/bench/place: $(BUILD)/host/tests/bench/place.o $(call host_obj,$(FACTS) $(SUMS))
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^

$(BUILD)/bench/%.EFI: tests/bench/%.asm linker/efi.lds
	$(call say,NASM)
	@mkdir -p $(@D)
	$(Q)$(NASM) -o $(BUILD)/bench/$*.o $< && \
	ld $(EFI_LINK) -T linker/efi.lds -o $(BUILD)/bench/$*.elf $(BUILD)/bench/$*.o && \
	objcopy $(addprefix -j ,$(EFI_SECTIONS)) --target efi-app-x86_64 --subsystem efi-app \
	    $(BUILD)/bench/$*.elf $@

$(BUILD)/bench/proof: $(BUILD)/host/tests/mmu/nv50/proof_test.o \
                      $(call host_obj,$(FACTS) $(SUMS) model/nv50/vram/place.c)
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^

$(BUILD)/bench/channels: $(BUILD)/host/tests/bench/channels.o \
                         $(call host_obj,hw/spread.c suite/kit/equations.c $(wildcard suite/memory/channel*.c))
	$(call say,LD)
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^

bench: $(BUILD)/barecard $(BUILD)/bench/place $(BUILD)/bench/channels $(BUILD)/bench/proof $(BUILD)/bench/empty.EFI $(BUILD)/bench/copy.EFI all $(STICK)
	@missed=0; for each in tests/bench/host.sh tests/bench/qemu.sh tests/linux/bench.py; do BUILD=$(BUILD) $$each || missed=1; done; exit $$missed

# Which lines and branches the tests reach, by folder and by file (docs/contributing.md): a copy of the sources is
# built with gcov's counters, which COVER puts into what runs on the host and in QEMU's process.
# fuzz-coverage: what of the model the corpora of the fuzzers reach, those in build/corpus too.
.PHONY: coverage fuzz-coverage
coverage fuzz-coverage:
	@BUILD=$(BUILD) CC="$(CC)" tests/coverage.sh $(@:coverage=)

# Small mistakes in the code, one at a time, which the sources do not see; build/mutants.tsv says which test noticed each.
.PHONY: mutate
mutate:
	@tests/mutate.py --build $(BUILD) --make 'make -s -j2 CC="$(CC)"' --count $(or $(N),20) --seed $(or $(SEED),1) \
	    --shard $(or $(SHARD),1/1) $(if $(QUICK),--quick $(QUICK)) $(IN)

include tools/package.mk

# ---- housekeeping ------------------------------------------------------------------------------
.PHONY: help clean format lint
help:
	@echo 'make            the firmware, the host command, the device model for QEMU'
	@echo 'make test       everything that can be tested without a card; ends "N passed, N failed, N skipped"'
	@echo 'make test IN=mmu/nv50  what tests a folder, in seconds: docs/testing.md'
	@echo 'make test-sanitized  all of it that runs on the host, under sanitizers; IN=mmu/nv50 for some'
	@echo 'make test-long  all of that of which make test takes a sample: boots, defects, accesses; seven minutes'
	@echo 'make test-linux barecard run on cards in a guest with Debian'"'"'s kernels; ONLY=g84 for some'
	@echo 'make test-clients nouveau on every chipset, X, OpenGL: half an hour; ONLY=g84 for some'
	@echo 'make test-silicon every value of every knob: a good card is never called bad; JOBS=2 SEED=1 SHARD=1/1'
	@echo 'make test-hangs a machine that hangs, step by step and test by test, and a hardware watchdog'
	@echo 'make test-log   logs of accesses of the default suite, from every chipset and from QEMU, played over the model'
	@echo 'make test-boots the images on every kind of drive and machine; ONLY=cards for some'
	@echo 'make test-defects each defect of CHIPSET=gv100 in QEMU; ONLY=copy for some'
	@echo 'make test-network  starts over the network, and what becomes of reports when servers go away; as root'
	@echo 'make test-line  the part of it with 64 rigs and ten thousand reports; REPORTS=1000 for fewer'
	@echo 'make bench      speeds, beside their aims'
	@echo 'make fuzz       FUZZ_SECONDS=600 for each fuzzer; make fuzz-NAME for one of: $(FUZZERS)'
	@echo 'make coverage   lines and branches that the tests reach, by folder: a quarter of an hour'
	@echo 'make fuzz-coverage what of the model the inputs of the fuzzers reach'
	@echo 'make mutate     N=20 small mistakes by SEED=1, SHARD=1/1, IN="engines efi", QUICK=2: which tests notice'
	@echo 'make golden     writes the lists of drawn pages and screens anew that are no longer what is drawn; review git diff'
	@echo 'make lint       clang-tidy, format, cppcheck, includes (make tidy: clang-tidy alone, into build/tidy/)'
	@echo 'make format     clang-format over all sources'
	@echo 'make usb        build/barecard.img, to be written to a stick'
	@echo 'make iso        build/barecard.iso, for a CD or a stick'
	@echo 'make signed     the stick for Secure Boot: SIGN_KEY=FILE SIGN_CERT=FILE'
	@echo 'make install    into PREFIX=/usr/local, below DESTDIR; make deb: a package of Debian'
	@echo 'make dist       the sources as an archive; make release: all that is published, with checksums'
	@echo 'make clean      removes build/ (.cache/, the headers of QEMU, stays)'
	@echo 'V=1 shows the commands; -j1 takes one processor instead of all'

clean:
	rm -rf $(BUILD)

format:
	$(Q)clang-format -i $(shell find $(FOLDERS) -name '*.[ch]')

lint: $(TIDY)
	@BUILD=$(BUILD) tests/lint.t
