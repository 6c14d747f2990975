// Package exact has no code. Its tests build every table with 3 and 4 men, and
// some with 5, and hold them to facts that independent programs have computed;
// testdata/README.md says which.
package exact
