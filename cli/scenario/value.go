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

// Seven digits, none of them 0 or 1, which some countries don't have at a number's start.
const (
	digits      = "23456789"
	digitsTaken = 1 << 21 // how many there are of seven
	// digitsStep is odd, so that all of them come before one comes again.
	digitsStep = 1_234_567
)

// digitsAt is the place among them of this command's latest. It begins anywhere.
var digitsAt = func() *atomic.Uint32 {
	at, err := rand.Int(rand.Reader, big.NewInt(digitsTaken))
	if err != nil { // crypto/rand never fails on the systems we run on
		panic(err)
	}
	var a atomic.Uint32
	a.Store(uint32(at.Int64())) //nolint:gosec // below digitsTaken
	return &a
}()

// nextDigits returns digits that no other run of this command has: with random ones, every third thousand of runs had two with one phone number,
// which is asked about as a duplicate.
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
