// Package matewright builds and reads chess endgame tables: the value of every position with up to six men.
//
// [Open] gives access to a directory of tables. [Tables.Build] builds those of a class such as KRPvK, with all that
// they depend on, or only those that a position needs. [Tables.Probe] returns the result of a position and of each of
// its moves. [Tables.Line] plays best moves to mate.
//
//	tables, err := matewright.Open(matewright.Options{})
//	if err != nil {
//		return err
//	}
//	defer tables.Close()
//	if _, err := tables.Build(ctx, "KRPvK"); err != nil {
//		return err
//	}
//	answer, err := tables.Probe(ctx, "8/8/8/8/4k3/8/4P3/4K2R w K - 0 1")
//
// [Tables.Plan] returns the steps and the cost of a build. [Tables.Verify] recomputes a table from the rules of chess.
// [Tables.Find] searches a table for positions. [Tables.Check] judges the moves of games. [Tables.Import] and
// [Tables.Export] exchange tables as files. [Tables.Prove] proves results by search if tables are missing.
// [Tables.Ending] solves endings with many pawns without tables.
//
// # Classes, positions and plies
//
// A class is written with the men of both sides, such as KRPvKR, in any order and case. Positions in which a side may
// still castle have tables of their own, such as KRPvKR-h1. Build includes them, except those of Chess960, such as
// KRvK-kf1h1. These it builds by name or for a position.
//
// KRPpKRp stands for the positions of KRPvKRP in which a white and a black pawn face each other on a file. Build makes
// only these parts of the class.
//
// A position is a FEN. Faults that can be repaired, such as a castling right without a rook at home, are repaired,
// and listed as warnings. Underscores may stand for spaces. Castling rights of Chess960 are the files of the rooks.
//
// A distance is in plies, which are moves of one side. Its sign is that of the side to move: positive if that side
// wins, negative if it loses.
//
// # Metrics
//
// The tables of a metric count plies to a goal:
//
//   - [DTM]: to mate;
//   - [DTC]: to a capture, promotion or mate;
//   - [DTZ50]: to a capture, pawn move or mate under the fifty-move rule;
//   - [DTM50]: to mate under that rule, for each clock.
//
// Each metric has a directory of its own in [Options.Dir].
//
// Build makes tables of one metric. To build those of several, open the directory once for each. Probe and Line read
// the tables of all metrics in the directory. [Options.Metric] decides which moves are best.
//
// Tables of DTM50 are built as a whole, even for a position. With castling rights they have up to five men. Plan
// estimates only their memory. Find, Import and Export do not support them: the error matches [ErrUsage]. Check and
// Prove read tables of DTM instead.
//
// # Errors
//
// A missing table is an error that matches [ErrMissing], and never a draw. Errors of this package are of type
// [*Error], which has a [Code]. A code is an error too, so that [errors.Is] matches it:
//
//	if errors.Is(err, matewright.ErrMissing) {
//		_, err = tables.Build(ctx, fen)
//	}
//
// If a context ends, methods return its error, which matches [context.Canceled] or [context.DeadlineExceeded]. Other
// errors, such as those of the file system, are returned as they are.
//
// # Stability
//
// Until version 1.0, a minor version may change this package. CHANGELOG.md then lists the change under "Changed". Patch
// versions change nothing. From version 1.0 on, semantic versioning holds for the following:
//
//   - the exported names of this package, their JSON names, and the meaning of their values;
//   - the bytes of tables. A table of a class and a metric has the same bytes for every computer, memory, number of
//     threads and method. Compact tables have others, which are the same everywhere, too. Later versions read the
//     tables of earlier ones, or report [ErrDamaged], after which [Tables.Rebuild] replaces them;
//   - the layout of the directory of tables, as far as files named after classes are concerned.
//
// The following is not stable:
//
//   - the words of errors, warnings and findings;
//   - the numbers of an estimate, and the order of equally good moves;
//   - all packages in the folder core.
package matewright
