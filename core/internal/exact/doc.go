// Package exact has no code. Its tests build every table with 3 and 4 men and
// hold them to facts that independent programs have computed; testdata/README.md
// says which.
package exact
