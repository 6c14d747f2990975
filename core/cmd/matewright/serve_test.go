package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/matewright/matewright/core/lichess"
)

// TestServe checks that the command serves the answers of probe until it is stopped, which is not a failure.
func TestServe(t *testing.T) {
	const fen = "8/3P4/8/8/8/8/8/k1K5_w_-_-_0_1"
	dir := tables(t)
	ctx, stop := context.WithCancel(t.Context())
	log, stderr := io.Pipe()
	code := make(chan int)
	go func() {
		args := []string{"serve", "--listen", "127.0.0.1:0", "--dir", dir}
		code <- run(ctx, args, strings.NewReader(""), io.Discard, stderr)
		stderr.Close()
	}()
	lines := bufio.NewScanner(log)
	lines.Scan()
	listening := regexp.MustCompile(`msg=listening address=(127\.0\.0\.1:\d+)$`).FindStringSubmatch(lines.Text())
	if listening == nil {
		t.Fatalf("the log begins with %q", lines.Text())
	}
	go func() {
		for lines.Scan() {
		}
	}()
	r, err := http.Get("http://" + listening[1] + "/standard?fen=" + fen)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil {
		t.Fatal(err)
	}
	matewright(t, "", "probe", "--json", fen, "--dir", dir).want(t, 0, regexp.QuoteMeta(string(body)), "")
	if a := new(lichess.Answer); json.Unmarshal(body, a) != nil || *a.DTM != 5 {
		t.Errorf("it is %s", body)
	}
	stop()
	if code := <-code; code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestServeRefuses(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	matewright(t, "", "serve", "--listen", l.Addr().String(), "--dir", tables(t)).want(t, 1,
		"", "matewright: .*in use.*")
	matewright(t, "", "serve", "--metric", "dtm50", "--dir", tables(t)).want(t, 1,
		"", "matewright: DTM50 tables cannot be served\n")
	for _, flag := range []string{
		"--at-once=0", "--at-once=-1", "--at-once=9223372036854775808", "--rate=-1", "--rate=NaN", "--rate=1e300",
		"--timeout=-1s", "--timeout=5", "--log=loud", "--cache=0",
	} {
		matewright(t, "", "serve", flag).want(t, 2, "", "matewright: .*")
	}
}
