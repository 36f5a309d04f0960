package scenario

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sync/atomic"
	"time"
)

// values are the values of one run's placeholders.
type values struct {
	unique, digits string
	run            int
	code           string         // most recently minted
	codeExpiry     time.Time      // of the code
	captured       map[string]any // by the steps so far
}

func newValues(run int) *values {
	return &values{unique: randomText("abcdefghijkmnpqrstuvwxyz23456789", 10), digits: nextDigits(), run: run, captured: map[string]any{}}
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

// fill returns a copy of the step with its placeholders replaced.
func (v *values) fill(s Step) (Step, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return s, fmt.Errorf("scenario: %w", err)
	}
	if !bytes.Contains(raw, []byte("{{")) {
		return s, nil
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		return s, fmt.Errorf("scenario: %w", err)
	}
	if tree, err = v.fillTree(tree, false); err != nil {
		return s, err
	}
	if raw, err = json.Marshal(tree); err != nil {
		return s, fmt.Errorf("scenario: %w", err)
	}
	out := Step{At: s.At}
	if err := json.Unmarshal(raw, &out); err != nil {
		return s, fmt.Errorf("scenario: %w", err)
	}
	for i := range out.Assert {
		out.Assert[i].At = s.Assert[i].At
	}
	return out, nil
}

// anyValue are the keys with values of any type. A text there that is only a placeholder becomes the value with its type; elsewhere it stays a text.
var anyValue = []string{"equals", "contains", "body"}

func (v *values) fillTree(tree any, typed bool) (any, error) {
	var err error
	switch tree := tree.(type) {
	case map[string]any:
		for key, value := range tree {
			if tree[key], err = v.fillTree(value, typed || slices.Contains(anyValue, key)); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, value := range tree {
			if tree[i], err = v.fillTree(value, typed); err != nil {
				return nil, err
			}
		}
	case string:
		return v.fillText(tree, typed)
	}
	return tree, nil
}

func (v *values) fillText(text string, typed bool) (any, error) {
	known := map[string]any{"unique": v.unique, "digits": v.digits, "run": fmt.Sprint(v.run), "code": v.code}
	maps.Copy(known, v.captured)
	if whole := placeholder.FindStringSubmatch(text); typed && whole != nil && whole[0] == text {
		if value, ok := known[whole[1]]; ok {
			return value, nil
		}
	}
	var unknown string
	filled := placeholder.ReplaceAllStringFunc(text, func(match string) string {
		value, ok := known[placeholder.FindStringSubmatch(match)[1]]
		if !ok {
			unknown = match
		}
		return textOf(value)
	})
	if unknown != "" {
		return nil, fmt.Errorf("unknown placeholder %s; the placeholders are %s", unknown, braced(slices.Sorted(maps.Keys(known))))
	}
	return filled, nil
}
