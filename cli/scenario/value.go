package scenario

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"sync/atomic"
)

// values are the values of one run's placeholders.
type values struct {
	unique, digits string
	run            int
	code           string // most recently minted
}

func newValues(run int) values {
	return values{unique: randomText("abcdefghijkmnpqrstuvwxyz23456789", 10), digits: nextDigits(), run: run}
}

// The placeholder {{digits}}: seven digits without 0 and 1, with which numbers don't start in some countries.
const (
	digits      = "23456789"
	digitsTaken = 1 << 21 // the number of combinations
	// digitsStep is odd, so that every combination is used before one repeats.
	digitsStep = 1_234_567
)

// digitsAt is the index of the last combination that this process used. It starts at random.
var digitsAt = func() *atomic.Uint32 {
	at, err := rand.Int(rand.Reader, big.NewInt(digitsTaken))
	if err != nil { // crypto/rand never fails on the systems we run on
		panic(err)
	}
	var a atomic.Uint32
	a.Store(uint32(at.Int64())) //nolint:gosec // below digitsTaken
	return &a
}()

// nextDigits returns digits that are unique among the runs of this process. With random digits, one in three batches of a thousand runs had the same
// phone number twice, which the server treats as a possible duplicate.
func nextDigits() string {
	n := digitsAt.Add(digitsStep) % digitsTaken
	out := make([]byte, 7)
	for i := range out {
		out[i] = digits[n%8]
		n /= 8
	}
	return string(out)
}

func randomText(alphabet string, n int) string {
	out := make([]byte, n)
	most := big.NewInt(int64(len(alphabet)))
	for i := range out {
		at, err := rand.Int(rand.Reader, most)
		if err != nil { // crypto/rand never fails on the systems we run on
			panic(err)
		}
		out[i] = alphabet[at.Int64()]
	}
	return string(out)
}

// fill returns a copy of the step with its placeholders replaced. All values are plain letters and digits,
// so they need no escaping in JSON.
func (v values) fill(s Step) (Step, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return s, fmt.Errorf("scenario: %w", err)
	}
	filled := strings.NewReplacer(
		"{{unique}}", v.unique, "{{digits}}", v.digits, "{{run}}", fmt.Sprint(v.run), "{{code}}", v.code,
	).Replace(string(raw))
	if at := strings.Index(filled, "{{"); at >= 0 {
		end := strings.Index(filled[at:], "}}")
		if end > 0 {
			return s, fmt.Errorf("unknown placeholder %s; the placeholders are {{unique}}, {{digits}}, {{run}}, {{code}}", filled[at:at+end+2])
		}
	}
	var out Step
	if err := json.Unmarshal([]byte(filled), &out); err != nil {
		return s, fmt.Errorf("scenario: %w", err)
	}
	return out, nil
}
