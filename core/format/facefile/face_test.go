package facefile_test

import (
	"testing"

	"github.com/matewright/matewright/core/format/facefile"
	"github.com/matewright/matewright/core/internal/tabletest"
	"github.com/matewright/matewright/core/material"
	"github.com/matewright/matewright/core/slice"
)

// TestFaceNames checks that ParseName parses the names of faces, and refuses others.
func TestFaceNames(t *testing.T) {
	for _, class := range material.UpTo(4) {
		for _, f := range tabletest.FacesOf(slice.NewLayout(class)) {
			for _, part := range []string{"", "unit1", "unit12", "slice0", "slice12"} {
				piece := class.String() + part
				name := facefile.Name(f, piece)
				if got, of, ok := facefile.ParseName(name); !ok || got != f || of != piece {
					t.Errorf("%s is %v, %s, %v", name, got, of, ok)
				}
			}
		}
	}
	for name, class := range map[string]string{
		"KRvKNfacekf1h1": "KRvKN-kf1h1", "KRPvKRunit2facekc8b8": "KRPvKR-kc8b8", "KRvKfaceg1": "KRvK-g1",
	} {
		of := tabletest.Classes(t, class)[0]
		if f, piece, ok := facefile.ParseName(name); !ok || f.Right != of.Rights() || f.Class != of.WithoutRights() ||
			facefile.Name(f, piece) != name {
			t.Errorf("%s is %v, %s, %v", name, f, piece, ok)
		}
	}
	for _, name := range []string{
		"KRvKfacekf1", "KRvKfaceh1a1", "KRvKface", "KRvKfaceH1", "KQvKfaceh1", "KRvK-h1faceh1",
		"", "KQvK", "KQvKface", "KQvKfacewK", "KQvKfacexQ", "kqvkfacewQ", "KvKQfacewQ", "KQvKunit0facewQ", "facewQ",
	} {
		if f, _, ok := facefile.ParseName(name); ok {
			t.Errorf("%q is the face %v", name, f)
		}
	}
}
