#!/usr/bin/perl
# tests/witnesses/property.t: random structures and accesses of every unit of every chipset, mmu/ against the
# model's own translation, without sanitizers and so many (property_test has a share of them under
# sanitizers). Then that it would notice: with the model broken it finds a difference, and the line that
# it prints gives mmu/'s answer again when `barecard translate` reads it with its images.
use FindBin;
use lib "$FindBin::Bin/../kit";
use Tap;

my $count = $ENV{PROPERTY_COUNT} || (in_full() ? 10_000_000 : 2_000_000);

# Translation as a whole, one defect for each step of it.
my @defects = qw(
    vm-selector-short vm-null-object-accepted vm-base-ignored vm-base-high-ignored vm-limit-ignored
    vm-limit-long vm-limit-short vm-limit-high-ignored vm-unpaged-as-paged vm-pd-offset-wrong
    vm-pde-index-short vm-pde-type-ignored vm-pde-target-ignored vm-pt-size-ignored
    vm-pte-present-ignored vm-pte-target-ignored vm-pte-type-ignored vm-large-page-unmasked
    vm-contig-ignored vm-contig-or vm-access-override-ignored vm-privilege-override-ignored
    vm-compression-override-ignored vm-encryption-override-ignored vm-tag-step-ignored
    vm-unpaged-tag-unchecked vm-type-override-ignored vm-supervisor-ignored vm-read-only-ignored vm-vram-high-kept
    vm-vram-limit-ignored vm-nosnoop-is-vram tlb-flush-ignored tlb-flush-swapped
    fault-no-record fault-engine-wrong fault-client-wrong fault-slot-wrong fault-reason-wrong
    fault-read-inverted fault-address-low-missing fault-address-is-offset fault-channel-swapped);

my ($passed, $failed) = (0, 0);
open(my $run, '-|', "$build/property $count 1 $build") or die "$build/property: $!\n";
while (<$run>) {
    if (/^(not )?ok \d+ - (.*)/) {
        $1 ? $failed++ : $passed++;
        ok(!$1, "all.$2");
    } elsif (!/^1\.\./) {
        note(s/^# //r);
    }
}
close($run);
ok($passed == 28 && !$failed, "vm.property.all: $count accesses over 14 chipsets");

# What mmu/ said, as `barecard translate` words it: a fault by its name.
my %reasons = ('0x0' => 'PT_NOT_PRESENT', '0x1' => 'PT_TOO_SHORT', '0x2' => 'PAGE_NOT_PRESENT',
    '0x3' => 'PAGE_SUPERVISOR_ONLY', '0x4' => 'PAGE_READ_ONLY', '0x5' => 'NO_CHANNEL',
    '0x6' => 'NULL_DMAOBJ', '0x7' => 'WRONG_MEMTYPE', '0xb' => 'VRAM_LIMIT', '0xf' => 'DMAOBJ_LIMIT');

sub complaint {
    my ($defect) = @_;
    my $text = `$build/property 20000 7 $build g84 $defect`;
    return 'no difference found' if $? >> 8 != 1;
    my ($wanted) = $text =~ /^#   mmu\/  : (ok .*|fault 0x[0-9a-f]+)/m;
    my ($command) = $text =~ /^#   (echo .*)/m;
    return 'no line for barecard translate' if !defined $wanted || !defined $command;
    return '' if $text !~ /limit_rule 0, limit_granule 1, sum_wraps 0, pt_size_on_large 0, unpaged_double_step 1/;
    $wanted =~ s/^fault (0x[0-9a-f]+)/fault $reasons{$1}/;
    $command =~ s/\| barecard/| $build\/barecard/;
    chomp(my $answer = `$command`);
    return $answer eq $wanted || $answer =~ /outside the images/ ? '' : "translate says '$answer', not '$wanted'";
}

for my $defect (@defects) {
    holds("vm.property.notices.$defect", complaint($defect));
}
done_testing();
