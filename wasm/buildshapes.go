//go:build js && wasm

package main

import (
	"encoding/base64"

	"github.com/matewright/matewright/core/builder"
	"github.com/matewright/matewright/core/film"
	"github.com/matewright/matewright/core/slice"
)

// memory is a number of bytes.
type memory int64

// bytes returns the number, and 1 GiB for one that makes no sense.
func (m memory) bytes() int64 {
	if m <= 0 || m >= 1<<40 {
		return 1 << 30
	}
	return int64(m)
}

type planRequest struct {
	Wanted []string `json:"wanted"` // names of classes, or the FEN of a single position
	Memory memory   `json:"memory"` // for each table
}

type tidyRequest struct {
	Later []string `json:"later,omitempty"` // the classes that are still to be built, if they are known
}

type buildRequest struct {
	Class  string   `json:"class"`
	Unit   int      `json:"unit"`   // 0 for the whole class, -1 for its castling alone
	Slices []int    `json:"slices"` // if not empty, these alone
	Later  []string `json:"later"`  // the classes that are built after this one
	Memory memory   `json:"memory"`
	Method string   `json:"method,omitempty"` // to solve by; by default the fastest that fits

	Fill     bool     `json:"fill,omitempty"` // reports [progressShape.Filling]
	Castling []string `json:"castling"`       // classes with castling rights that are built afterwards, in this order
}

type progressShape struct {
	Class     string        `json:"class"`
	Step      builder.Doing `json:"step"` // reading smaller tables is the first part of solving
	Slice     int           `json:"slice"`
	Slices    int           `json:"slices"`
	Table     int           `json:"table,omitempty"` // while preparing: which of the tables that are read
	Tables    int           `json:"tables,omitempty"`
	Ply       int           `json:"ply"`               // while solving
	Positions int64         `json:"positions"`         // done
	Filling   *fillingShape `json:"filling,omitempty"` // while solving, if the method counts

	ScratchRead    int64 `json:"scratchRead,omitempty"` // bytes so far
	ScratchWritten int64 `json:"scratchWritten,omitempty"`
}

// fillingShape has the slice that is being solved, by the squares of the kings.
type fillingShape struct {
	Still  string   `json:"still"`  // the men that stand still in it, as the first field of a FEN has them
	Shares []string `json:"shares"` // see [film.Shares]: four boards, each as base64 of a byte for each square
}

func shapeProgress(p builder.Progress) progressShape {
	return progressShape{
		Class:     p.Class.WithoutRights().String(),
		Step:      p.Doing,
		Slice:     p.Slice,
		Slices:    p.Slices,
		Table:     p.Table,
		Tables:    p.Tables,
		Ply:       p.Ply,
		Positions: p.Positions,
		Filling:   shapeFilling(p),

		ScratchRead:    p.ScratchRead,
		ScratchWritten: p.ScratchWritten,
	}
}

// shapeFilling returns nil if nothing is counted.
func shapeFilling(p builder.Progress) *fillingShape {
	if p.Filling == nil {
		return nil
	}
	l, number := slice.NewLayout(p.Class), slice.Number(p.Slice)
	shape := &fillingShape{Still: film.Still(l, number)}
	for _, winners := range film.SharesOf(l, number, p.Filling) {
		for _, squares := range winners {
			shape.Shares = append(shape.Shares, base64.StdEncoding.EncodeToString(squares[:]))
		}
	}
	return shape
}

type builtShape struct {
	Class         string  `json:"class"`
	Method        string  `json:"method"` // "" if nothing was solved
	How           string  `json:"how"`    // the key of a message about the place of the work, such as memory
	Positions     int64   `json:"positions"`
	SolveSeconds  float64 `json:"solveSeconds"`  // reading included
	ReadSeconds   float64 `json:"readSeconds"`   // of these, reading finished slices
	EncodeSeconds float64 `json:"encodeSeconds"` // storing included
	Bytes         int64   `json:"bytes"`         // stored

	ScratchRead    int64 `json:"scratchRead,omitempty"` // bytes
	ScratchWritten int64 `json:"scratchWritten,omitempty"`
}

// with adds the result of another table. A table with castling rights comes after that of its class.
func (b *builtShape) with(r builder.Result) *builtShape {
	more := shapeResult(r)
	if b == nil {
		return more
	}
	more.Method, more.How = b.Method, b.How
	more.Positions += b.Positions
	more.SolveSeconds += b.SolveSeconds
	more.ReadSeconds += b.ReadSeconds
	more.EncodeSeconds += b.EncodeSeconds
	more.Bytes += b.Bytes
	more.ScratchRead += b.ScratchRead
	more.ScratchWritten += b.ScratchWritten
	return more
}

func shapeResult(r builder.Result) *builtShape {
	return &builtShape{
		Class:         r.Class.WithoutRights().String(),
		Method:        r.Method.Name(),
		How:           r.Method.Words().Where,
		Positions:     r.Positions,
		SolveSeconds:  r.Solving.Seconds(),
		ReadSeconds:   r.Reading.Seconds(),
		EncodeSeconds: r.Encoding.Seconds(),
		Bytes:         r.Bytes,

		ScratchRead:    r.ScratchRead,
		ScratchWritten: r.ScratchWritten,
	}
}
