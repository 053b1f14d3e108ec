package Defs;
# What manuals define, from tests/hw/gv100/NAME.def (defs_rig.h says how it is written).
use strict;
use warnings;
use Exporter 'import';
our @EXPORT = qw(definitions);

# Of each definition its name, its number, words on what software finds there, and the values of that name.
sub definitions {
    my ($file) = @_;
    my (@found, @words, %sets, $owner);
    open(my $lines, '<', $file) or die "$file: $!\n";
    for (grep { !/^#/ } <$lines>) {
        $sets{$1} = $2, next if /^%(\w+)\t(.*)/;
        push @words, map { /^%(.*)/ ? split ' ', $sets{$1} // die "$file: no set of values $_\n" : $_ } split ' ';
    }
    while (my ($name, $number) = splice(@words, 0, 2)) {
        $name =~ /^_/ ? ($name = $owner . $name) : ($owner = $name =~ s/\(i\)//r);
        die "$file: $name: $number is no number\n" if ($number // '') !~ /^[-(\d]/;
        push @found, [$name, $number, [], []];
        push @{ $found[-1][$words[0] =~ /^[a-z]/ ? 2 : 3] }, shift @words while @words && $words[0] =~ /=/;
    }
    return @found;
}

1;
