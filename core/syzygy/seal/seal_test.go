package seal

import (
	"bytes"
	"testing"
)

// hashed has hashes by another program: of bytes with a given length, whose values follow from their places.
var hashed = []struct {
	n         int
	low, high uint64
}{
	{32, 0xb2ea2aec22eb0565, 0xb511474a48b1e116},
	{64, 0x03ec05250c5994c0, 0x848511bc1ce3589f},
	{96, 0x2d67eadf8d161392, 0x339a2ca2bf4b29ee},
	{128, 0x2b8df1504b2f47fa, 0xa293c2e3e6ce03a4},
	{160, 0xe340f2704cf47b24, 0x3dff59b77de2a9be},
	{192, 0xe288dd2bf65b823b, 0xeb6ec29b4a49accc},
	{288, 0x8cf9395aa48cc25e, 0xa264d2bf2edda404},
	{320, 0x57e13937803678bd, 0x56d827bbc8e2e7d5},
	{512, 0xf7ac7fe49386422d, 0x0ef8d2af0771d6c2},
	{896, 0x9c1a157b9e4948be, 0xaddc0f3492624241},
	{928, 0xb74720d399e1db18, 0x06c1ef12248a01ca},
	{1024, 0xd751bf41f37cc5bc, 0x329a2bf34777682a},
	{4096, 0xe98420b1e3329972, 0x4d5c9d772406b313},
}

// wide has the first and the last word of hashes of four words.
var wide = []struct {
	n           int
	first, last uint64
}{
	{1, 0x914755ff348c0669, 0x003a4d1046fdc5fe},
	{64, 0x3857df925c34f8cb, 0x37acabac658b7279},
	{100, 0xa989c704c2e0d992, 0x05c5724fd2cfde09},
	{239, 0xffa1c8e8ca389993, 0x1581268b864423de},
	{240, 0x598b58a3f0eb0c04, 0x1e84fff96adcd298},
	{241, 0x70e8be5c42e8377c, 0xc2b834ada94603e7},
	{280, 0x3fbf9dd930a944f7, 0x1c499767499c5fec},
	{300, 0x690ce42b5233dde2, 0x0e18daf4e3368ab6},
	{479, 0x726be241276b34fb, 0x4f7e99f47fab0ecb},
	{481, 0x4eb5adf0ddf4fee1, 0x719970a7b8a8888f},
}

func bytesOf(n int) []byte {
	b := make([]byte, n)
	for k := range b {
		b[k] = byte(k*k*7 + k*3 + n)
	}
	return b
}

func TestHashes(t *testing.T) {
	for _, c := range hashed {
		if low, high := crc128(bytesOf(c.n)); low != c.low || high != c.high {
			t.Errorf("%d bytes: %#x %#x", c.n, low, high)
		}
	}
	for _, c := range wide {
		if h := crc256(bytesOf(c.n)); h[0] != c.first || h[3] != c.last {
			t.Errorf("%d bytes: %#x", c.n, h)
		}
	}
}

func BenchmarkSum(b *testing.B) {
	data := bytesOf(chunk)
	b.SetBytes(chunk)
	for b.Loop() {
		if _, err := Sum(bytes.NewReader(data)); err != nil {
			b.Fatal(err)
		}
	}
}
