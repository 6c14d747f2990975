package find

import "math"

// A Size is about how many positions a search finds: at least Low and at most High, most of the time. If all frames
// were counted, both are the exact number.
type Size struct{ Low, High int64 }

// leastSampled is the number of frames that an estimate needs.
const leastSampled = 16

// countParts is the number of parts of a search that are counted in turn.
const countParts = 1024

// Size returns about how many positions are to be found from an entry on. It counts them in turn until counting returns
// false, at least those of a part. If some are left, it takes samples until sampling returns false.
func (s *Several) Size(from int64, counting, sampling func() bool) (Size, error) {
	counted, next, entries := int64(0), from, s.Entries()
	defer func() { s.Until = 0 }()
	for next < entries && (next == from || counting()) {
		s.Until = s.frameEnd(min(next+entries/countParts, entries-1)) // samples are whole frames
		var err error
		if next, err = s.Each(next, func(Found) bool { counted++; return true }); err != nil {
			return Size{}, err
		}
	}
	if next >= entries {
		return Size{counted, counted}, nil
	}
	rest, err := s.sample(next, sampling)
	return Size{counted + rest.Low, counted + rest.High}, err
}

// sample estimates the number of positions from an entry on. Frames that follow each other are alike, so it counts
// those of frames far from each other.
func (s *Several) sample(from int64, more func() bool) (Size, error) {
	first, frames, left := int64(0), int64(0), s.Entries()-from
	for _, each := range s.list {
		passed := min(from, each.Entries())
		from -= passed
		first += passed / each.frameSize()
		frames += each.Entries() / each.frameSize()
		defer each.release()
	}
	frames -= first
	step := stride(frames)
	sum, squares, sampled := 0.0, 0.0, int64(0)
	for at := int64(0); sampled < frames && (sampled < leastSampled || more()); at = (at + step) % frames {
		count := 0.0
		if err := s.eachOfFrame(first+at, func(Found) bool { count++; return true }); err != nil {
			return Size{}, err
		}
		sum += count
		squares += count * count
		sampled++
	}
	n, all := float64(sampled), float64(frames)
	if sampled == frames {
		return Size{int64(sum), int64(sum)}, nil
	}
	if sum == 0 { // a frame may have many
		return Size{0, left}, nil
	}
	// Twice the standard error of a sample without repetition.
	mean := sum / n
	margin := 2 * all * math.Sqrt((squares/n-mean*mean)/n*(1-n/all))
	return Size{max(int64(sum), int64(mean*all-margin)), int64(math.Ceil(mean*all + margin))}, nil
}

// stride returns a number without a common divisor with n, near its golden section. Its multiples modulo n visit all
// numbers below n, and are spread evenly all the time.
func stride(n int64) int64 {
	step := max(1, int64(float64(n)*(math.Sqrt(5)-1)/2))
	for ; gcd(step, n) != 1; step++ {
	}
	return step
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// frameEnd returns the first entry after the frame of an entry.
func (s *Several) frameEnd(entry int64) int64 {
	base := int64(0)
	for _, each := range s.list {
		if n, size := each.Entries(), each.frameSize(); entry < base+n {
			return base + (entry-base)/size*size + size
		} else {
			base += n
		}
	}
	return base
}

// eachOfFrame calls found with all positions of a frame, by its number among those of all searches.
func (s *Several) eachOfFrame(frame int64, found func(Found) bool) error {
	for _, each := range s.list {
		if n := each.Entries() / each.frameSize(); frame >= n {
			frame -= n
			continue
		}
		if total, known := each.Total(); known && total == 0 {
			return nil
		}
		size := each.frameSize()
		each.Until = (frame + 1) * size
		_, err := each.Each(frame*size, found)
		return err
	}
	return nil
}
