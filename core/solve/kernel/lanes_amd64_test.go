package kernel

import "testing"

// TestWithoutAVX2 is [TestKernels] for processors without AVX2.
func TestWithoutAVX2(t *testing.T) {
	defer func(has bool) { hasAVX2 = has }(hasAVX2)
	hasAVX2 = false
	TestKernels(t)
}
