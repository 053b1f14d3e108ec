#!/usr/bin/perl
# tests/host/checks.t: tests/checks.tsv against docs/hardware/tesla-vm.md: every check of its section 1.5,
# every attribute of 1.8 and every knob of 11 is listed, nothing else is, and each of them has a row of
# tests/defects.tsv or tests/knobs.tsv, which defects.t and knobs.t run.
use strict;
use warnings;

my $number = 0;

sub point {
    my ($good, $name) = @_;
    $number++;
    print $good ? "ok $number - $name\n" : "not ok $number - $name\n";
}

sub lines {
    my ($path) = @_;
    open(my $file, '<', $path) or die "$path: $!\n";
    my @lines = map { chomp; $_ } <$file>;
    return @lines;
}

# The first column of the tables between two headings, without their headers.
sub listed {
    my ($from, $to, @page) = @_;
    my ($inside, $table) = (0, 0);
    my @items;
    for (@page) {
        $inside = 1 if /^\Q$from\E/;
        $inside = 0 if /^\Q$to\E/;
        next if !$inside;
        if (!/^\|/) {
            $table = 0;
        } elsif (++$table > 2) {
            push @items, /^\| ([^|]+?) \|/;
        }
    }
    return @items;
}

my @page = lines('docs/hardware/tesla-vm.md');
my @wanted = (listed('### 1.5', '### 1.6', @page), listed('### 1.8', '### 1.9', @page),
    listed('## 11', '## 12', @page));
my %rows = map { /^([^\t:]+)/ ? ($1 => 1) : () } lines('tests/defects.tsv'), lines('tests/knobs.tsv');
my %shown;
for (lines('tests/checks.tsv')) {
    next if /^#/ || /^item\t/;
    my ($item, $by) = split /\t/;
    $shown{$item} = $by;
}

point(@wanted >= 50, 'checks.read: ' . @wanted . ' items in tesla-vm.md');
my %known = map { $_ => 1 } @wanted;
for my $item (@wanted) {
    my @missing = grep { !$rows{$_} } split /,/, $shown{$item} // 'row of it in tests/checks.tsv';
    my $name = $item =~ s/\W+/_/gr;
    point(!@missing, "checks.$name" . (@missing ? ": there is no @missing" : ''));
}
for my $item (sort keys %shown) {
    point(0, "checks.unknown: $item is not in tesla-vm.md") if !$known{$item};
}
print "1..$number\n";
