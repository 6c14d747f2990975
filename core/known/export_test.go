package known

var Unpack = unpack
