package scenario

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
)

// values are the values of one run's placeholders.
type values struct {
	unique, digits string
	run            int
	code           string // most recently minted
}

func newValues(run int) values {
	return values{unique: randomText("abcdefghijkmnpqrstuvwxyz23456789", 10), digits: randomText("23456789", 7), run: run}
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
