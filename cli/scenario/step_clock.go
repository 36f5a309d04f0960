package scenario

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/subscription"
)

// Clock moves the server's clock forward, and everything that becomes due on the way is done. It has one of to, plus and event.
type Clock struct {
	To     string `json:"to,omitempty"`   // a day, or a time of RFC 3339
	Plus   string `json:"plus,omitempty"` // e.g. 30d or 36h
	Event  string `json:"event,omitempty"`
	Offset string `json:"offset,omitempty"` // from the event
	Jump   bool   `json:"jump,omitempty"`   // everything is done on arrival, in place of each day's work on its day
}

// Ran is the result of all work that was due.
type Ran struct {
	Now    time.Time `json:"now"`
	Jobs   int       `json:"jobs"`
	Failed []string  `json:"failed"`
}

// noticeDays are the days before the end of a term on which a payer is notified, unless the server's configuration says otherwise.
var noticeDays = []int{30, 7}

// longestMove is the longest move of the clock in one call, so that each is answered in time.
const longestMove = 14 * 24 * time.Hour

// setClock moves the clock. A failed job fails the step.
func (r *run) setClock(ctx context.Context, c Clock) error {
	now, err := r.now(ctx)
	if err != nil {
		return err
	}
	to, err := r.target(ctx, c, now)
	if err != nil {
		return err
	}
	if to.Before(now) {
		return fmt.Errorf("the clock only moves forward: it is %s already, after %s", now.Format(time.RFC3339), to.Format(time.RFC3339))
	}
	r.seen.clockMoved.Store(true)
	if c.Jump {
		if err := r.moveClock(ctx, to); err != nil {
			return err
		}
		return r.drain(ctx)
	}
	var all Ran
	for at := now; ; {
		if at = at.Add(longestMove); at.After(to) {
			at = to
		}
		var part Ran
		if err := r.tool(ctx, http.MethodPut, "/dev/clock", map[string]any{"now": at.Format(time.RFC3339Nano), "run": true}, &part); err != nil {
			return err
		}
		all.Now, all.Jobs, all.Failed = part.Now, all.Jobs+part.Jobs, append(all.Failed, part.Failed...)
		if !at.Before(to) {
			return r.ran(all)
		}
	}
}

// drain runs everything that is due now, periodic jobs included.
func (r *run) drain(ctx context.Context) error {
	var done Ran
	if err := r.tool(ctx, http.MethodPost, "/dev/jobs", nil, &done); err != nil {
		return err
	}
	return r.ran(done)
}

func (r *run) ran(done Ran) (err error) {
	if r.document, err = document(done); err != nil {
		return err
	}
	if len(done.Failed) > 0 {
		return errors.New("jobs failed: " + strings.Join(done.Failed, "; "))
	}
	return nil
}

// now returns the time of the server's clock.
func (r *run) now(ctx context.Context) (time.Time, error) {
	var clock Ran
	err := r.tool(ctx, http.MethodGet, "/dev/clock", nil, &clock)
	return clock.Now, err
}

// target returns the time that a step names.
func (r *run) target(ctx context.Context, c Clock, now time.Time) (time.Time, error) {
	switch {
	case c.To != "":
		return parseTime(c.To)
	case c.Plus != "":
		return shift(now, c.Plus)
	}
	at, err := r.eventTime(ctx, c.Event, now)
	if err != nil || c.Offset == "" {
		return at, err
	}
	return shift(at, c.Offset)
}

// clockEvents are the events that a clock step can move to.
var clockEvents = []string{"renewal", "term_end", "notice", "retry", "code_expiry"}

// eventTime returns the time of an event in the life of the person's subscription, or of the minted code.
func (r *run) eventTime(ctx context.Context, event string, now time.Time) (time.Time, error) {
	if event == "code_expiry" {
		if r.values.codeExpiry.IsZero() {
			return now, errors.New("no code was minted: a step mintCode has to come before")
		}
		return r.values.codeExpiry, nil
	}
	held, err := r.held(ctx)
	if err != nil {
		return now, err
	}
	return subscriptionTime(held, event, now)
}

// subscriptionTime returns the time of an event in the life of a subscription.
func subscriptionTime(held subscription.HeldSubscription, event string, now time.Time) (time.Time, error) {
	switch event {
	case "renewal":
		if !held.Renews {
			return now, errors.New("the subscription doesn't renew: term_end is the event at its end")
		}
		return held.EndsAt, nil
	case "term_end":
		return held.EndsAt, nil
	case "notice":
		for _, days := range noticeDays {
			if at := held.EndsAt.AddDate(0, 0, -days); at.After(now) {
				return at, nil
			}
		}
		return now, errors.New("no notice is left in this term: the next event is its end, renewal or term_end")
	case "retry":
		if held.Renewal == nil || held.Renewal.NextTryAt == nil {
			return now, errors.New("no renewal is waiting for another attempt: retry comes after a declined renewal only")
		}
		return *held.Renewal.NextTryAt, nil
	}
	return now, fmt.Errorf("unknown event %s; the events are %s", event, strings.Join(clockEvents, ", "))
}

// parseTime reads a day, which begins at midnight in UTC, or a time of RFC 3339.
func parseTime(text string) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, fmt.Errorf("%s is neither a day like 2027-05-01 nor a time like 2027-05-01T10:00:00Z", text)
	}
	return at, nil
}

// shift adds a duration with days and hours, e.g. 30d, -1d or 36h.
func shift(from time.Time, by string) (time.Time, error) {
	days, rest, found := strings.Cut(by, "d")
	if !found {
		days, rest = "0", by
	}
	n, err := strconv.Atoi(days)
	var d time.Duration
	if err == nil && rest != "" {
		d, err = time.ParseDuration(rest)
	}
	if err != nil {
		return from, fmt.Errorf("%s isn't a duration: write days or hours, e.g. 30d, -1d or 36h", by)
	}
	if strings.HasPrefix(days, "-") {
		d = -d
	}
	return from.AddDate(0, 0, n).Add(d), nil
}
