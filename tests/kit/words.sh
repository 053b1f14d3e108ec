# tests/kit/words.sh: words of the product's reports that many tests look for, so that a word which changes changes here
# alone. C has them as SAYS_INCOMPLETE after #include "reference/words.h", which the Makefile makes of this file; bash by
# tap.sh, Perl by Tap.pm, Python by words.py. The golden texts of tests/suite/report and the rows of tests/promises.tsv and
# tests/defects.tsv say them as a person reads them.
SAYS_INCOMPLETE='INCOMPLETE'
SAYS_BAD_MEMORY='bad memory'
