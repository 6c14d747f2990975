// Package checkpointtest tests implementations of checkpoint stores against their contract.
package checkpointtest

import (
	"errors"
	"slices"
	"testing"

	"github.com/matewright/matewright/core/checkpoint"
	"github.com/matewright/matewright/core/scratch"
)

// Record returns a record of a ply.
func Record(ply int) *checkpoint.Record {
	return &checkpoint.Record{
		Of:  checkpoint.Work{Format: 1, Class: "KQRvKQ", Slice: 2, Metric: "DTM", Method: "some-method"},
		Ply: ply, Decided: 1 << 40, Index: scratch.Piece{Offset: 1 << 35, Size: 77, Checksum: 0xdeadbeef},
		Saved: 1_795_000_000_000,
	}
}

// Run tests a store, which must be empty, and leaves it so.
func Run(t *testing.T, tested checkpoint.Store) {
	open := func(name string) *checkpoint.Files {
		t.Helper()
		files, err := tested.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	list := func(want ...string) []checkpoint.Entry {
		t.Helper()
		list, err := tested.List()
		var names []string
		for _, e := range list {
			names = append(names, e.Name)
		}
		if err != nil || !slices.Equal(names, want) {
			t.Fatalf("%v are listed, %v, want %v", names, err, want)
		}
		return list
	}
	list()
	if err := errors.Join(tested.Clear(), tested.Remove("none")); err != nil {
		t.Error(err)
	}

	a, b := open("a"), open("b")
	for _, file := range []scratch.File{a.Bits, a.Lists} {
		if _, err := file.WriteAt([]byte("some"), 96); err != nil {
			t.Fatal(err)
		}
	}
	if err := checkpoint.Write(a.Record, Record(7)); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		if _, err := tested.Open(name); !errors.Is(err, checkpoint.ErrOpen) {
			t.Errorf("%s is opened a second time: %v", name, err)
		}
		if err := tested.Remove(name); !errors.Is(err, checkpoint.ErrOpen) {
			t.Errorf("%s is removed while it is open: %v", name, err)
		}
	}
	list("a")
	if err := errors.Join(tested.Clear(), a.Close(), b.Close(), tested.Clear()); err != nil {
		t.Error(err)
	}
	if e := list("a")[0]; e.Bytes < 200 || *e.Record != *Record(7) {
		t.Errorf("%+v is listed", e)
	}

	a = open("a")
	some := make([]byte, 4)
	if _, err := a.Lists.ReadAt(some, 96); err != nil || string(some) != "some" {
		t.Errorf("%q is read again, %v", some, err)
	}
	if r, err := checkpoint.Read(a.Record); err != nil || r == nil || *r != *Record(7) {
		t.Errorf("the record is %+v", r)
	}
	if err := errors.Join(checkpoint.Write(a.Record, Record(8)), a.Close()); err != nil {
		t.Error(err)
	}
	if e := list("a")[0]; e.Record.Ply != 8 {
		t.Errorf("%+v is listed", e)
	}
	if err := tested.Remove("a"); err != nil {
		t.Error(err)
	}
	list()
}
