# tests/kit/Tap.pm: what tests in Perl have in common, beside Test::More, which prints their TAP. That comes with it, and
# so do strict and warnings.
package Tap;
use strict;
use warnings;
use parent 'Exporter';
use Test::More;

our @EXPORT = qw(holds in_full lines rows $build $SAYS_INCOMPLETE $SAYS_BAD_MEMORY $NV50_CARDS $NV50_INTEGRATED);
our $build = $ENV{BUILD} || 'build';

# Cli's too.
sub import {
    my ($class) = @_;
    strict->import;
    warnings->import;
    $_->export_to_level(1, $class) for 'Test::More', 'Tap', $class eq 'Tap' ? () : $class;
}

# tests/kit/words.sh
our ($SAYS_INCOMPLETE, $SAYS_BAD_MEMORY, $NV50_CARDS, $NV50_INTEGRATED);
{
    no strict 'refs';
    /^(\w+)='(.*)'$/ and ${$1} = $2 for lines(__FILE__ =~ s/Tap\.pm$/words.sh/r);
}

# One point: good if there is nothing to complain of, else its line says what.
sub holds {
    my ($name, $complaint) = @_;
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    return ok($complaint eq '', $complaint eq '' ? $name : "$name: $complaint");
}

# Whether all is wanted, as in `make test-long`, and not the sample that `make test` takes.
sub in_full {
    return ($ENV{LONG} // '') eq '1';
}

# The lines of a file, without their ends.
sub lines {
    my ($path) = @_;
    open(my $file, '<', $path) or die "$path: $!\n";
    chomp(my @lines = <$file>);
    return @lines;
}

# The rows of a table with tabs, as lists of fields: its first line names these columns, every row fills them;
# a line that starts with # is a comment.
sub rows {
    my ($path, @columns) = @_;
    my ($number, @rows) = (0);
    for my $line (lines($path)) {
        $number++;
        push @rows, [$number, split /\t/, $line, -1] if $line !~ /^#/;
    }
    my ($first, @header) = @{ shift @rows };
    "@header" eq "@columns" or die "$path:$first: the columns are @header, expected @columns\n";
    for my $row (@rows) {
        my $at = shift @$row;
        @$row == @columns && !grep { $_ eq '' } @$row
            or die "$path:$at: expected " . @columns . " filled fields\n";
    }
    return @rows;
}

1;
