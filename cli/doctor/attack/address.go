package attack

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
)

// forgeries are headers with unassigned addresses, of TEST-NET-3.
var forgeries = []map[string]string{
	nil,
	{"X-Forwarded-For": "203.0.113.7", "X-Real-IP": "203.0.113.7", "Forwarded": "for=203.0.113.7"},
	{"X-Forwarded-For": "203.0.113.8", "X-Real-IP": "203.0.113.8", "Forwarded": "for=203.0.113.8"},
	{"X-Forwarded-For": "203.0.113.9", "X-Real-IP": "203.0.113.9", "Forwarded": "for=203.0.113.9"},
}

// tryForgedAddress makes calls with forged addresses. All of them must count against the limit of our real address. The calls use up that limit and
// change nothing else.
func tryForgedAddress(ctx context.Context, t *Target) verdict {
	const tries = 2 // a window of the limit may end between two calls
	var left []int
	for range tries {
		left = left[:0]
		for _, forged := range forgeries {
			a, err := t.call(ctx, request{method: http.MethodPost, path: questionPath, body: "{}", header: forged})
			if err != nil {
				return untried(fmt.Sprintf("no answer (%v)", err))
			}
			remaining, err := strconv.Atoi(a.header.Get("RateLimit-Remaining"))
			switch {
			case a.status == http.StatusTooManyRequests:
				return untried("the limit of this address is used up; try again in a minute")
			case err != nil || a.status >= 500:
				return broken(fmt.Sprintf("a changing call counts against no limit (status %d, no RateLimit-Remaining): limits.writes is off, or a proxy in front of the server removes the header", a.status))
			}
			left = append(left, remaining)
		}
		switch {
		case left[1] == left[2] && left[2] == left[3]:
			return broken("each forged X-Forwarded-For has a limit of its own")
		case left[0] > left[1] && left[1] > left[2] && left[2] > left[3]:
			return held(fmt.Sprintf("calls under 3 made-up addresses counted against ours (%d, then %d left)", left[0], left[3]))
		}
	}
	return untried(fmt.Sprintf("the limit changed in a way that proves nothing (%v left): several servers, or a proxy that spreads calls", left))
}
