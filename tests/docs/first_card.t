#!/usr/bin/perl
# tests/docs/first_card.t: what docs/first-card.md tells people to type: keys that barecard.cfg knows, suites that
# exist, R beside each one that has only risky tests, and no question twice; each experiment of tesla-vm.md either
# with the suites that ask it or among those that no suite asks. TAP 13. BARECARD names the program.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

my ($header, @tests) = map { chomp; [split /\t/] } `$ENV{BARECARD} tests`;
my $config = join "\n", lines('efi/barecard.cfg');
my (%asked, %answered, $questions);

sub of_suite {
    my ($suite) = @_;
    return grep { my $name = $$_[0]; grep { $name eq $_ || index($name, "$_.") == 0 } split /,/, $suite } @tests;
}

for (grep { /^\|/ } lines('docs/first-card.md')) {
    my @cells = map { s/^ +| +$//gr } split /\|/;
    for my $setting ($cells[2] =~ /`([a-z0-9_]+=[^`]*)`/g) {
        my ($key, $value) = split /=/, $setting, 2;
        ok($config =~ /^#\Q$key\E=/m, "first_card.key.$setting");
        next if $key ne 'suite' || !$value;
        ok(!(grep { !of_suite($_) } split /,/, $value), "first_card.suite.$value");
    }
    next if $cells[1] !~ /^E\d/;
    $questions++;
    $answered{$_} = 1 for $cells[1] =~ /\bE\d\d\b/g;
    my ($suite) = $cells[2] =~ /`(.*)`/;
    my @rows = of_suite($suite);
    ok(!(grep { !of_suite($_) } split /,/, $suite), "first_card.question.$cells[1]");
    my $risky = grep { $$_[3] eq 'yes' } @rows;
    is($risky > 0, $cells[1] =~ /\(.*\bR\b/ || $cells[3] =~ /\bR\b/ || $cells[2] =~ /\bR\b/ ? 1 : '', "first_card.risk.$cells[1]");
    fail("first_card.twice.$suite") if $asked{$suite}++;
}
my ($unasked) = join(' ', lines('docs/first-card.md')) =~ /No suite asks (E[^.]*)\./;
my %unasked = map { $_ => 1 } $unasked =~ /E\d\d/g;
my %listed = map { /^\| (E\d\d) \|/ ? ($1 => 1) : () } lines('docs/hardware/tesla-vm.md');
my %by_test = map { $$_[1] =~ /^unverified (E\d\d)$/ ? ($1 => 1) : () } @tests;
is(join(' ', grep { !!$answered{$_} == !!$unasked{$_} } sort keys %listed), '', 'first_card.each_experiment_once');
is(join(' ', grep { !$answered{$_} } sort keys %by_test), '', 'first_card.each_test_is_a_question');
ok(keys %listed >= 40, 'first_card.experiments');
ok($questions > 20, "first_card.questions: $questions");
done_testing();
