// Package tables34 embeds the tables of all classes with three and four men, by DTM and DTZ50, in 8.4 MiB. With them a
// program answers positions without a directory and without a build:
//
//	tables, err := matewright.Open(matewright.Options{Shipped: tables34.Files})
//
// The tables are compact: see "matewright build --compact". Their SHA-256 are the known ones. Tables with castling
// rights are among them.
//
// The files are made by these commands, from the root of the repository:
//
//	go run ./core/cmd/matewright build --men 4 --compact --dir DIR
//	go run ./core/cmd/matewright build --men 4 --compact --dir DIR --metric dtz50
//	cp DIR/*.mwt tables34/dtm
//	cp DIR/dtz50/*.mwt tables34/dtz50
package tables34

import "embed"

// Files has each table as a file, such as dtm/KRPvK.mwt and dtz50/KRPvK.mwt.
//
//go:embed dtm/*.mwt dtz50/*.mwt
var Files embed.FS
