package exact

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/lichess"
	"github.com/matewright/matewright/core/probe"
	"github.com/matewright/matewright/core/serve"
	"github.com/matewright/matewright/core/value"
)

// TestServe compares the answers of the server with independent programs. It probes random positions with their plies
// to mate and by the fifty-move rule. It also compares the published answers of lila-tablebase's README and tests.
func TestServe(t *testing.T) {
	zeroings := storedBy(t, value.DTZ50)
	prober, lines := probe.New(stored).AddMetric(value.DTZ50, zeroings), probe.By(value.DTZ50, zeroings)
	defer prober.Close()
	defer lines.Close()
	h := serve.New(serve.Settings{Prober: prober, Lines: lines, Log: slog.New(slog.DiscardHandler)})

	for rows := range slices.Chunk(readTSV(t, "samples-3-4-men.tsv.gz"), 1000) {
		answers := askAll(t, h, rows)
		for i, row := range rows {
			a, want := &answers[i], categories50[row["wdl50"]]
			if a.Category != want || *a.DTZ != number(t, row["dtz_exact"]) || a.Checkmate != (row["mated"] == "1") ||
				(a.DTM == nil) != (row["wdl"] == "draw") ||
				a.DTM != nil && *a.DTM != number(t, row["dtm_plies"]) {
				t.Errorf("%s: %+v, want %s, %s", row["fen"], a.Position, want, row["dtz_exact"])
			}
		}
	}

	const readme = "4k3/6KP/8/8/8/8/7p/8_w_-_-_0_1"
	a := new(lichess.Answer)
	ask(t, h, "/standard", readme, a)
	if best := a.Moves[0]; a.Category != "win" || *a.DTZ != 1 || *a.PreciseDTZ != 1 || *a.DTM != 17 ||
		best.UCI != "h7h8q" || best.SAN != "h8=Q+" || *best.DTZ != -2 || *best.PreciseDTZ != -2 || *best.DTM != -16 ||
		!best.Zeroing || best.Category != "loss" {
		t.Errorf("%s: %+v", readme, a)
	}
	m := new(lichess.Mainline)
	ask(t, h, "/standard/mainline", readme, m)
	var moves []string
	var plies []int
	for _, step := range m.Steps {
		moves, plies = append(moves, step.SAN), append(plies, *step.DTZ)
	}
	wantLine(
		t,
		moves, "h8=Q+ Kd7 Qxh2 Kc6 Qe5 Kb6 Kf6 Ka6 Qb2 Ka5 Ke5 Ka4 Kd4 Ka5 Kc5 Ka4 Qa2#",
		plies, -2, 1, -14, 13, -12, 11, -10, 9, -8, 7, -6, 5, -4, 3, -2, 1, -1,
	)
	if *m.DTZ != 1 || *m.Winner != "w" {
		t.Errorf("%s: %+v", readme, m)
	}

	for _, test := range []struct {
		fen, category, best, after string
		dtz                        []int // of the best move, as rounded or not
	}{
		{"K7/2k5/3n4/8/2b5/8/8/8 w - - 97 128", "blessed-loss", "Ka7", "cursed-win", []int{2, 3}},
		{"2n5/K1k5/8/8/2b5/8/8/8 w - - 99 129", "blessed-loss", "Ka8", "cursed-win", []int{1}},
	} {
		a := new(lichess.Answer)
		ask(t, h, "/standard", test.fen, a)
		if best := a.Moves[0]; string(a.Category) != test.category || best.SAN != test.best ||
			string(best.Category) != test.after ||
			*best.DTZ < test.dtz[0] ||
			*best.DTZ > test.dtz[len(test.dtz)-1] {
			t.Errorf("%s: %+v, first %+v", test.fen, a.Position, best)
		}
	}
}

// wantLine compares moves and their plies with the published ones.
func wantLine(t *testing.T, moves []string, want string, plies []int, wantPlies ...int) {
	t.Helper()
	if got := strings.Join(moves, " "); got != want {
		t.Errorf("the line is %s, want %s", got, want)
		return
	}
	for i := range plies {
		if plies[i] != wantPlies[i] {
			t.Errorf("after %s it is %d, want %d", moves[i], plies[i], wantPlies[i])
		}
	}
}

func ask(t *testing.T, h http.Handler, path, fen string, answer any) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", path+"?fen="+url.QueryEscape(fen), nil))
	if err := json.Unmarshal(w.Body.Bytes(), answer); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: %d %s", fen, w.Code, w.Body)
	}
}

// askAll sends the FENs of rows in one request.
func askAll(t *testing.T, h http.Handler, rows []map[string]string) []lichess.Answer {
	t.Helper()
	var body strings.Builder
	for _, row := range rows {
		body.WriteString(row["fen"] + "\n")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/standard", strings.NewReader(body.String())))
	var answers []lichess.Answer
	if err := json.Unmarshal(w.Body.Bytes(), &answers); err != nil || len(answers) != len(rows) {
		t.Fatalf("%d answers to %d positions, %v: %.300s", len(answers), len(rows), err, w.Body)
	}
	for i := range answers {
		if answers[i].DTZ == nil {
			t.Fatalf("%s: %+v", rows[i]["fen"], answers[i])
		}
	}
	return answers
}
