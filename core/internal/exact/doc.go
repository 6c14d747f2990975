// Package exact has only tests. They build every table with 3 and 4 men, and some
// with 5, and check them against facts that independent programs have computed. See
// testdata/README.md.
package exact
