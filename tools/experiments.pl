#!/usr/bin/perl
# tools/experiments.pl FILE...: the scripts of the experiments as C (suite/prompt/experiments.h): of each family those that begin with
# "# harmless", in the order of their names.
use strict;
use warnings;

my %text;
for my $name (sort @ARGV) {
    my ($family) = $name =~ m{/(\w+)/[^/]+\.txt$} or die "$name: not in the folder of a family\n";
    open my $file, '<', $name or die "$name: $!\n";
    my @lines = <$file>;
    die "$name: begins with neither harmless nor risky\n" unless $lines[0] =~ /^# (harmless|risky): /;
    $text{$family} .= join '', @lines if $1 eq 'harmless';
}
print qq{#include "suite/prompt/experiments.h"\n};
for my $family (sort keys %text) {
    print "\nconst char ${family}_experiments[] =";
    for my $line (split /\n/, $text{$family}) {
        die "$family: $line: not in printable ASCII, or too long\n" if $line =~ /[^ -~]/ || length $line > 200;
        $line =~ s/(["\\])/\\$1/g;
        print qq{\n    "$line\\n"};
    }
    print ";\n";
}
