package probe

// ValueOf is the value of a Syzygy outcome without plies.
var ValueOf = valueOf
