package main

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// TestSite answers by tables on a web server as by the same tables in a directory, and reports a server without tables.
func TestSite(t *testing.T) {
	const fen = "8/3P4/8/8/8/8/8/k1K5 w"
	dir, site := tables(t), t.TempDir()
	matewright(t, "", "export", "KPvK", "KQvK", "KRvK", "KBvK", "KNvK", "--site", site, "--dir", dir).
		want(t, 0, ".*", "")
	server := httptest.NewServer(http.FileServer(http.Dir(site)))
	defer server.Close()
	for _, command := range []string{"probe", "line"} {
		local := matewright(t, "", command, fen, "--dir", dir).stdout
		from := matewright(t, "", command, fen, "--dir", t.TempDir(), "--site", server.URL)
		origin := strings.ReplaceAll(
			message("command.probe.site", "site", server.URL, "tables", "TABLES"), "TABLES", "[^\n]*")
		verdict, rest, _ := strings.Cut(local, "\n")
		from.want(t, 0, regexp.QuoteMeta(verdict)+"\n"+origin+"\n"+regexp.QuoteMeta(rest), "")
	}
	server.Close()
	for _, command := range []string{"probe", "line"} {
		matewright(t, "", command, fen, "--dir", t.TempDir(), "--site", server.URL).
			want(t, 1, "", "(?s).*"+regexp.QuoteMeta(server.URL)+".*")
	}
}
