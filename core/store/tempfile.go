package store

import "time"

// tempExt is the end of the names of temporary files.
const tempExt = ".mwt-tmp"

// On systems without locks, a temporary file belongs to a dead writer if its last write was a day ago.
const tempLifetime = 24 * time.Hour
