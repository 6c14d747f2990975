//go:build js && wasm && check

package main

import (
	"context"
	"time"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/film"
	"github.com/matewright/matewright/core/library"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

type filmRequest struct {
	Class string     `json:"class"`
	Side  board.Side `json:"side,omitempty"` // to move; by default one that the table stores
}

type filmProgressShape struct {
	Done float64 `json:"done"` // the share of the work
}

// filmShape has the film of a class. Counts are of positions, by king (White's first) and by square (from a1 on).
type filmShape struct {
	Side     board.Side     `json:"side"` // to move
	Legal    [2][]uint64    `json:"legal"`
	Plies    []filmPlyShape `json:"plies"`
	Unproven []string       `json:"unproven"` // classes whose unproven tables were read
}

// filmPlyShape has the positions that are decided in a number of plies, by the side that wins.
type filmPlyShape struct {
	Plies int         `json:"plies"`
	White [2][]uint64 `json:"white"`
	Black [2][]uint64 `json:"black"`
}

// film counts the positions of a class for its film.
func (e *engine) film(ctx context.Context, request filmRequest, report func(filmProgressShape)) (*filmShape, error) {
	class, err := material.Parse(request.Class)
	if err != nil {
		return nil, err
	}
	lib := library.New(e.store, findBytes).Unproven()
	defer lib.Close()
	t, err := lib.Open(ctx, class)
	if err != nil {
		return nil, err
	}
	side := film.Stored(t)
	switch request.Side {
	case board.WhiteSide:
		side = board.White
	case board.BlackSide:
		side = board.Black
	}
	ctx = &breathingContext{ctx, time.Now()}
	tell := sparsely(report)
	f, err := film.New(ctx, lib, class, side, func(done float64) error {
		tell(filmProgressShape{done})
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return shapeFilm(f), nil
}

func shapeFilm(f *film.Film) *filmShape {
	shape := &filmShape{Side: f.Side.Side(), Legal: shapeCounts(&f.Legal), Unproven: []string{}}
	for _, class := range f.Unproven {
		shape.Unproven = append(shape.Unproven, class.String())
	}
	for i := range f.Plies {
		ply := &f.Plies[i]
		shape.Plies = append(shape.Plies, filmPlyShape{
			Plies: ply.Plies, White: shapeCounts(&ply.Won[board.White]), Black: shapeCounts(&ply.Won[board.Black]),
		})
	}
	return shape
}

func shapeCounts(counts *slice.KingCounts) (shape [2][]uint64) {
	for king := range counts {
		shape[king] = counts[king][:]
	}
	return shape
}
