package scenario

import (
	"fmt"
	"net/http"
	"time"
)

// silence is the time after which the repeats of a call are reported.
const silence = 5 * time.Second

// Wait is a pause of a run, because the server refused or lost a call.
type Wait struct {
	Status int           // of the refusal; 0: no answer
	Limit  string        // setting of the exceeded limit, which a development server names; else empty
	For    time.Duration // the pause, or the time spent so far on an unanswered call
}

// String names the reason of the pause, and its duration.
func (w Wait) String() string {
	switch {
	case w.Status == http.StatusTooManyRequests && w.Limit == "":
		return fmt.Sprintf("waiting %s: stopped by a limit of the server (its setting limits)", seconds(w.For))
	case w.Status == http.StatusTooManyRequests:
		return fmt.Sprintf("waiting %s: stopped by the limit %s", seconds(w.For), w.Limit)
	case w.Limit != "":
		return fmt.Sprintf("tried for %s and trying on: stopped by the limit %s", seconds(w.For), w.Limit)
	case w.Status != 0:
		return fmt.Sprintf("tried for %s and trying on: the server answers with status %d", seconds(w.For), w.Status)
	}
	return fmt.Sprintf("tried for %s and trying on: the server doesn't answer", seconds(w.For))
}

// cure names the limit that ended a step, and the ways past it.
func (w Wait) cure() string {
	return fmt.Sprintf("stopped by the limit %s; raise it in cojoin.yaml, or run again in %s", w.Limit, seconds(w.For))
}

func seconds(d time.Duration) string { return d.Round(time.Second).String() }

// limited returns the refusal of an answer by a limit that the server names, else nil.
func (r response) limited() *Wait {
	if r.Limit == "" {
		return nil
	}
	return &Wait{Status: r.Status, Limit: r.Limit, For: r.Retry}
}

// stopped returns the failure of a step if a limit refused its last call.
func (c *client) stopped() []string {
	if w := c.seen.refused.Load(); w != nil {
		return []string{w.cure()}
	}
	return nil
}
