#!/usr/bin/perl
# tools/man.pl PAGE: the manual pages, on standard output, from what says the same elsewhere: barecard.1 from
# `barecard COMMAND --help` (BARECARD names the program), barecard.cfg.5 from the table of keys in docs/rig.md.
# Each page's frame stands below.
use strict;
use warnings;

my ($page) = @ARGV;
my $barecard = $ENV{BARECARD} || 'build/barecard';
chomp(my $version = `$barecard --version` || die "$barecard: no version\n");
my @date = gmtime($ENV{SOURCE_DATE_EPOCH} || 0);
my $date = sprintf('%04d-%02d-%02d', $date[5] + 1900, $date[4] + 1, $date[3]);

# Text as roff shows it: no escapes, no requests, hyphens that can be copied.
sub text {
    my ($text) = @_;
    $text =~ s/\\/\\e/g;
    $text =~ s/-/\\-/g;
    $text =~ s/^([.'])/\\&$1/mg;
    return $text;
}

sub heading {
    my ($name, $section) = @_;
    return sprintf(qq(.TH %s %d "%s" "%s" "Barecard"\n), uc $name, $section, $date, $version);
}

# "  name  summary" lines of `barecard --help`.
sub commands {
    return map { /^  (\w+)  +(.*)/ ? [$1, $2] : () } split /\n/, `$barecard --help`;
}

sub command_section {
    my ($name) = @{ $_[0] };
    my $help = `$barecard $name --help`;
    $? == 0 or die "$barecard $name --help: status $?\n";
    $help =~ s/\n+\z/\n/;
    return ".SS barecard $name\n.nf\n" . text($help) . ".fi\n";
}

sub command_page {
    my @commands = commands();
    @commands or die "$barecard --help lists no commands\n";
    return heading('barecard', 1) . <<'START' . join('', map { command_section($_) } @commands) . <<'END';
.SH NAME
barecard \- examines graphics cards' memory and translation on a desk, and runs their self tests on a model
.SH SYNOPSIS
.B barecard
.I COMMAND
.RI [ ARGUMENT ...]
.br
.B barecard \-\-help
|
.B \-\-version
.SH DESCRIPTION
Barecard is test firmware for graphics cards that starts without an operating system. This command belongs
to it and needs no card: it runs the firmware's self tests against the device model, says where an address
of video memory lands and what a card's page tables make of an access, decodes structures and ROMs, and
makes pages and tables of the reports that the firmware leaves on its stick.
.PP
Numbers are hexadecimal with 0x. Chipsets may be written in small letters or capitals. A file named "\-" is
standard input, or standard output where something is written.
.SH COMMANDS
START
.SH EXIT STATUS
0, or 2 for a command line that makes no sense, a file that cannot be used, and any line that begins with
"error:". For
.BR selftest ,
.B run
and
.BR "report \-\-check" :
0 PASS, 1 FAIL, 2 anything else.
.SH FILES
.TP
.I /usr/lib/barecard/barecard.so
the device model, which QEMU loads with \-plugin
.TP
.I /usr/share/barecard/barecard.img
the image for a USB stick
.TP
.I /usr/share/doc/barecard
the documents; the paragraphs that answers name are in docs/hardware there
.SH SEE ALSO
.BR barecard.cfg (5),
.BR qemu-system-x86_64 (1)
END
}

# "| key | values | meaning |" rows behind the heading "## \barecard.cfg".
sub keys_of_rig {
    open(my $file, '<', 'docs/rig.md') or die "docs/rig.md: $!\n";
    my ($inside, @rows);
    while (<$file>) {
        $inside = /barecard\.cfg/ if /^## /;
        next unless $inside && /^\| *(\w+) *\| *(.*?) *\| *(.*?) *\|$/ && $1 ne 'key';
        push @rows, [$1, map { s/`//gr } $2, $3];
    }
    @rows or die "docs/rig.md: no table of keys\n";
    return @rows;
}

sub key_section {
    my ($key, $values, $meaning) = map { text($_) } @{ $_[0] };
    return ".TP\n.BR $key =\n$values\n.br\n" . ucfirst($meaning) . ".\n";
}

sub configuration_page {
    return heading('barecard.cfg', 5) . <<'START' . join('', map { key_section($_) } keys_of_rig()) . <<'END';
.SH NAME
barecard.cfg \- what the firmware Barecard tests, and how
.SH DESCRIPTION
The file
.I barecard.cfg
in the root of Barecard's stick. Each line is KEY=VALUE; what stands behind a # is a comment. A key that is
not known or comes twice, or a value that is not allowed, stops the run with a sentence that names line and
value. Without the file everything has its default.
.SH KEYS
START
.SH SEE ALSO
.BR barecard (1)
END
}

my %pages = ('barecard.1' => \&command_page, 'barecard.cfg.5' => \&configuration_page);
my $make = $pages{ $page // '' } or die "usage: tools/man.pl " . join('|', sort keys %pages) . "\n";
binmode(STDOUT);
print $make->();
