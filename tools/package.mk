# tools/package.mk: what leaves this folder: installed files, a Debian package, sources as an archive. Included by
# the Makefile. Everything is the same byte for byte whenever the sources are (SOURCE_DATE_EPOCH).
DESTDIR  :=
PREFIX   := /usr/local
RELEASED := barecard-$(VERSION)
ARCH     := $(shell dpkg --print-architecture 2>/dev/null)
DEB      := $(BUILD)/barecard_$(VERSION)_$(ARCH).deb
QEMU_MINOR := $(shell echo '$(QEMU_VERSION)' | sed 's/^\([0-9]*\.[0-9]*\).*/\1/')
PAGES    := $(BUILD)/man/barecard.1 $(BUILD)/man/barecard.cfg.5

$(BUILD)/man/%: tools/man.pl docs/rig.md $(BUILD)/barecard
	$(call say,MAN)
	@mkdir -p $(@D)
	$(Q)BARECARD=$(BUILD)/barecard tools/man.pl $* >$@

.PHONY: man install dist deb release
man: $(PAGES)

INSTALLED := $(BUILD)/BOOTX64.EFI $(BUILD)/barecard $(BUILD)/barecard.so $(PAGES) $(STICK) $(BUILD)/barecard.iso \
             efi/barecard.cfg tools/completion.bash LICENSE README.md CHANGELOG.md \
             $(wildcard docs/*.md docs/*.png docs/hardware/*)

# The model goes where QEMU's option -plugin can name it: QEMU has no folder of its own for plugins.
install: $(INSTALLED)
	install -d $(addprefix '$(DESTDIR)$(PREFIX)'/,bin lib/barecard share/barecard share/man/man1 \
	    share/man/man5 share/bash-completion/completions share/doc/barecard/docs/hardware)
	install -m 755 $(BUILD)/barecard '$(DESTDIR)$(PREFIX)/bin/'
	install -m 644 $(BUILD)/barecard.so '$(DESTDIR)$(PREFIX)/lib/barecard/'
	install -m 644 $(BUILD)/BOOTX64.EFI $(STICK) $(BUILD)/barecard.iso efi/barecard.cfg \
	    '$(DESTDIR)$(PREFIX)/share/barecard/'
	install -m 644 $(BUILD)/man/barecard.1 '$(DESTDIR)$(PREFIX)/share/man/man1/'
	install -m 644 $(BUILD)/man/barecard.cfg.5 '$(DESTDIR)$(PREFIX)/share/man/man5/'
	install -m 644 tools/completion.bash '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/barecard'
	install -m 644 LICENSE '$(DESTDIR)$(PREFIX)/share/doc/barecard/copyright'
	install -m 644 README.md CHANGELOG.md '$(DESTDIR)$(PREFIX)/share/doc/barecard/'
	install -m 644 $(wildcard docs/*.md docs/*.png) '$(DESTDIR)$(PREFIX)/share/doc/barecard/docs/'
	install -m 644 $(wildcard docs/hardware/*) '$(DESTDIR)$(PREFIX)/share/doc/barecard/docs/hardware/'

# What the host command is linked with, by dpkg-shlibdeps, which wants a folder debian/.
define control
Package: barecard
Version: $(VERSION)
Architecture: $(ARCH)
Maintainer: Barecard
Section: utils
Priority: optional
Depends: @DEPENDS@
Recommends: qemu-system-x86 (>= 1:$(QEMU_MINOR)), qemu-system-x86 (<< 1:$(QEMU_MINOR).99), ovmf, kmod
Suggests: bash-completion
Description: test firmware for NVIDIA graphics cards of the Tesla and Volta families
 Barecard starts from a USB stick without an operating system and says whether a card's
 memory and address translation work, and if not, what is broken; `barecard run` does the
 same under Linux. This package has the images for the stick, the command, and a device
 model for QEMU.
endef
export control

deb: $(DEB)
$(DEB): $(INSTALLED) Makefile tools/package.mk
	@rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb/root/DEBIAN $(BUILD)/deb/debian
	$(Q)$(MAKE) --no-print-directory -s install DESTDIR=$(CURDIR)/$(BUILD)/deb/root PREFIX=/usr
	$(Q)strip $(BUILD)/deb/root/usr/bin/barecard && strip --strip-unneeded $(BUILD)/deb/root/usr/lib/barecard/barecard.so
	$(Q)gzip -9n $(BUILD)/deb/root/usr/share/man/man*/*
	@echo "Source: barecard" >$(BUILD)/deb/debian/control
	$(Q)cd $(BUILD)/deb && depends=$$(dpkg-shlibdeps -O root/usr/bin/barecard 2>shlibdeps.log | sed -n 's/^shlibs:Depends=//p') && \
	test -n "$$depends" && echo "$$control" | sed "s/@DEPENDS@/$$depends/" >root/DEBIAN/control
	$(call say,DEB)
	$(Q)dpkg-deb --root-owner-group -Zxz --build $(BUILD)/deb/root $@ >$(BUILD)/deb/build.log

# The sources of the last commit.
dist: $(BUILD)/$(RELEASED).tar.gz
.PHONY: $(BUILD)/$(RELEASED).tar.gz
$(BUILD)/$(RELEASED).tar.gz:
	@mkdir -p $(@D)
	$(Q)git archive --format=tar --prefix=$(RELEASED)/ HEAD | gzip -9n >$@

# What is published, with its checksums (docs/release.md).
release: dist deb $(STICK) $(BUILD)/barecard.iso
	@rm -rf $(BUILD)/release && mkdir -p $(BUILD)/release
	$(Q)cp $(BUILD)/$(RELEASED).tar.gz $(DEB) $(BUILD)/release/
	$(Q)cp $(STICK) $(BUILD)/release/$(RELEASED).img && cp $(BUILD)/barecard.iso $(BUILD)/release/$(RELEASED).iso
	$(Q)cd $(BUILD)/release && sha256sum -- * >SHA256SUMS
	@cat $(BUILD)/release/SHA256SUMS
