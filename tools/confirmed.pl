#!/usr/bin/perl
# tools/confirmed.pl docs/hardware/confirmed.tsv: which claims good cards have shown, as C (suite/run/confirmed.h).
use strict;
use warnings;

my @columns = qw(chipset test basis card vbios barecard time report run);
my $name = $ARGV[0];
open my $file, '<', $name or die "$name: $!\n";
my @rows = <$file>;
chomp @rows;
my $header = shift @rows;
die "$name: the header is not that of barecard confirm\n"
    unless defined $header and $header eq join("\t", @columns);

print "/* Made by tools/confirmed.pl. */\n#include \"suite/run/confirmed.h\"\n\n#include <stddef.h>\n\n";
print "const struct confirmed confirmed_claims[] = {\n";
my $line = 1;
for (@rows) {
    $line++;
    my @cells = split /\t/, $_, -1;
    die "$name:$line: ", scalar @cells, " columns, wanted ", scalar @columns, "\n" unless @cells == @columns;
    my ($chipset, $test) = @cells;
    die "$name:$line: no name of a chipset\n" unless $chipset =~ /^[a-z0-9]+$/;
    die "$name:$line: no name of a test\n" unless $test =~ /^[a-z0-9_.]+$/;
    die "$name:$line: no file of a report, and no public dump (OWNER/NAME\@COMMIT:PATH)\n"
        unless $cells[7] =~ m{^(?:[^/:\@]+|[\w.-]+/[\w.-]+\@[0-9a-f]{8,40}:[^\s:]+)$};
    print "    { \"$chipset\", \"$test\" },\n";
}
print "    { NULL, NULL },\n};\n";
