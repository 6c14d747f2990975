// Package methods lists the solving methods.
//
// No other package names them all: callers get methods from the list, and do not depend on any by name.
package methods
