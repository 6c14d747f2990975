package builder

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/matewright/matewright/core/board"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// The cost model: every number of the planner that was measured or chosen. Each names its unit, and the day and the
// command of its measurement. Measured tables are in docs/measurements/memory.md. A number without a command was
// chosen, and the comment gives the reason.

// Memory, in bytes.
const (
	// programBytes is the memory of the program itself: its code, Go's runtime, stacks.
	// 2026-11-26, peak of a worker in Chromium: npm run bench -- KQRvKQ KRRvKR KBNvKN KNNvKN --workers 1 --memory 32.
	// Natively 15 MiB were enough.
	programBytes = 18 << 20

	// leastCacheBytes is the least cache of finished slices: some parts of tables. 2026-11-26: npm run bench -- KQRvKQ
	// --workers 1 --memory 32 takes as long as with --memory 64, by the same method.
	leastCacheBytes = 3 << 20

	// leastCacheBytesWithPawns is the same for classes with pawns: whole files of a table, while faces are made.
	// 2026-11-22: in 96 MiB with less, KBPvKN took 123 s to solve instead of 39, as each frame decoded its span again.
	leastCacheBytesWithPawns = 11 << 20

	// leastCacheBytesWithRights is the same for six men with castling rights: a whole span of a table.
	leastCacheBytesWithRights = 40 << 20

	// readingBytes is the most memory of a single part of a table that is read.
	readingBytes = 1 << 20

	// plentyBytes is the size of a cache beyond which more of it changes little.
	plentyBytes = 1 << 30

	// defaultMemory is the memory of a build whose options have none. It is enough for four tables with five men at
	// once, by the fastest method.
	defaultMemory = 4 << 30
)

// Shares of memory: 1 divided by the constant. They were chosen on 2026-11-23, when memory became one figure that
// threads, slices and the cache share. TestShares checks that no more is given away than exists.
const (
	// rememberedShare is the part of its memory that a library remembers: dropped data is not collected at once.
	rememberedShare = 2

	// spareShare is the part of a large cache that spares scratch instead, once for lists and once for slices.
	// 2026-11-25: with it, KRPvKR takes 0.87 of the time in Chromium.
	spareShare = 4

	// spreadShare bounds the memory that a second thread of a single slice takes from the cache.
	spreadShare = 2

	// threadsShare bounds the parts that all threads except the first read, without a budget. Within a budget,
	// threadsShareOfSpare bounds them by the memory that the cache can spare.
	threadsShare        = 8
	threadsShareOfSpare = 2

	// slicesShare bounds the slices under way, without a budget.
	slicesShare = 2

	// othersShare bounds the memory that threads except the first take from the cache, within a budget.
	othersShare = 2

	// uncountedShare is the part of a budget that the cache leaves, if it can, for memory that no part counts. Such are
	// gaps between blocks, and more pages of the program. 2026-11-30: without it, matewright build KQRvKQ --budget
	// 128MiB held 125 MiB, and 128.1 on a busy machine.
	uncountedShare = 32

	// Without a budget the cache has five eighths of the rest. The other eighths are for looking ahead, and for memory
	// that is not yet collected.
	cacheEighths = 5
	eighths      = 8
)

// Numbers of slices and passes.
const (
	// ahead is how many slices for each thread a table may have under way.
	ahead = 2

	// mostPasses is how often spans of tables are read at most, to cut faces of promotions out of them.
	// 2026-11-25: four passes take 30 MiB instead of 116, so classes with six men and a pawn fit into 128 MiB.
	mostPasses = 4

	// promotingSlices is how many slices of a class with one pawn have it on the seventh rank.
	promotingSlices = 4

	// keptShare is how many times smaller values are when they are packed for pawn pushes, about.
	// 2026-11-25, six men with a pawn.
	keptShare = 2
)

// Progress of the work on a position, in parts of progressParts: reading its exits, solving it. The rest is storing it.
// They are about the times of five men without pawns.
const (
	progressParts = 4
	readingParts  = 1
	solvingParts  = 2
)

// Seconds of a thread and bytes for each position of tables with six men. Like pieces are encoded in one order only.
// 2026-11-25, two shared cores of an EPYC server, matewright build KQNvKRB KQRvKQR KRRvKRR --budget 128MiB. Bytes are
// those of KQNvKRB and KQRvKQR, seconds those of KRRvKRR, which took three fifths of the bytes.
const (
	leastBytes    = 200 // of a table with four rights and two positions
	usualBytes    = 0.082
	usualSolving  = 25e-9
	usualEncoding = 19e-9
)

// Bytes of tables by other metrics, as parts of those by DTM.
// 2026-11-26, the sums of costs.tsv with up to five men: matewright build --men 5 --metric dtz50, and dtc.
const (
	dtzShare = 0.37
	dtcShare = 0.5
)

// slowerWith is how many times as long solving takes for each position, by the number of pawns. Smaller slices have
// more moves that leave them. 2026-11-25, the sums of costs.tsv with five men.
var slowerWith = [...]float64{1, 1.35, 3.8, 4.5, 4.5}

// unpackingSeconds is how long it takes, for each position, to bring the tables of promotions to scratch with six men.
// 2026-11-25: for both sides to move of a slice of KQRPvKN, the tables KQRRvKN and KQQRvKN took some 40 s.
const unpackingSeconds = 21e-9

// Parts of the solving time, by the fastest method, that reading takes.
const (
	readingShare        = 0.38 // 2026-11-25, Chromium: npm run bench -- KQRvKQ
	readingShareOfLarge = 0.27 // 2026-11-25, natively: matewright build KRRvKRR, of which reading took 103 s
)

// costsTSV has the costs of each table when all were built natively on two threads, by the fastest method, in one run.
// Seconds are those of a thread on a shared core of an EPYC server. By other metrics a table takes about as long.
// 2026-11-23: matewright build --men 5; by DTZ50 and DTC, and with castling rights, 2026-11-26.
//
//go:embed costs.tsv
var costsTSV string

// A cost is a line of it.
type cost struct {
	bytes             int64
	solving, encoding float64 // seconds
	dtzBytes          int64   // by DTZ50
	dtcBytes          int64   // by DTC
}

// costOf returns the costs of a table, or an estimate if it was never built.
func costOf(class material.Class) (c cost) {
	_, line, found := strings.Cut(costsTSV, "\n"+class.String()+"\t")
	if found {
		line, _, _ = strings.Cut(line, "\n")
		var columns [5]float64
		for i, number := range strings.Split(line, "\t") {
			// fmt.Sscan would make the page's engine 1 % larger.
			columns[i], _ = strconv.ParseFloat(number, 64)
		}
		return cost{
			bytes:    int64(columns[0]),
			solving:  columns[1],
			encoding: columns[2],
			dtzBytes: int64(columns[3]),
			dtcBytes: int64(columns[4]),
		}
	}
	positions := float64(slice.NewLayout(class).Positions())
	distinct := positions / float64(likeOrders(class))
	solving := positions * usualSolving * slowerWith[class.Pawns()]
	bytes := max(leastBytes, distinct*usualBytes)
	return cost{
		bytes: int64(bytes), solving: solving, encoding: distinct * usualEncoding,
		dtzBytes: int64(bytes * dtzShare), dtcBytes: int64(bytes * dtcShare),
	}
}

// likeOrders returns in how many orders like pieces can stand. Rooks that may castle stand still.
func likeOrders(class material.Class) int {
	orders := 1
	for _, c := range board.Colors {
		for t := board.Queen; t < board.Pawn; t++ {
			count := class.Count(c, t)
			if t == board.Rook {
				count -= class.Rights().Side(c).Count()
			}
			for n := 2; n <= count; n++ {
				orders *= n
			}
		}
	}
	return orders
}
