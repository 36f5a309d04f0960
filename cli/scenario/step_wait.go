package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Await repeats a step that only reads until its assertions hold. Without an action beside it, it reads the thing that For names.
type Await struct {
	For   string `json:"for,omitempty"` // mail, event or state; default: state
	Limit string `json:"limit,omitempty"`
}

// defaultWait is the limit of a wait without one.
const defaultWait = 20 * time.Second

// UnmarshalJSON also reads a text: the limit.
func (a *Await) UnmarshalJSON(raw []byte) error {
	type plain Await
	if json.Unmarshal(raw, &a.Limit) == nil {
		return nil
	}
	return json.Unmarshal(raw, (*plain)(a))
}

// limit returns the longest wait for a mail or an event.
func (r *run) limit() time.Duration {
	if r.waits > 0 {
		return r.waits
	}
	return mailTimeout
}

// wait repeats a step until its expectations hold or its limit passes. The failure is that of the last attempt.
func (r *run) wait(ctx context.Context, step Step) error {
	if !step.reads() {
		return fmt.Errorf("the step %s changes something, and wait repeats only steps that read", step.action())
	}
	limit := defaultWait
	if step.Wait.Limit != "" {
		var err error
		if limit, err = time.ParseDuration(step.Wait.Limit); err != nil {
			return fmt.Errorf("limit %s isn't a duration: write a number with a unit, e.g. 20s", step.Wait.Limit)
		}
	}
	r.waits = limit
	defer func() { r.waits = 0 }()
	for deadline := time.Now().Add(limit); ; {
		err := r.try(ctx, step)
		var failures []string
		if err == nil {
			failures = r.compare(step)
		}
		switch {
		case err == nil && len(failures) == 0, ctx.Err() != nil:
			return err
		case time.Now().After(deadline) && err != nil:
			return err
		case time.Now().After(deadline):
			return errors.New("after " + limit.String() + ": " + strings.Join(failures, "; "))
		}
		if err := r.pause(ctx, firstPause); err != nil {
			return err
		}
	}
}

// reads reports whether the step changes nothing, so that it may be repeated.
func (s Step) reads() bool {
	switch s.action() {
	case "read", "fits", "quote", "ledger", "wait":
		return true
	case "events":
		return !s.Events.Absent
	case "mail":
		return s.Mail.Follow == "" && !s.Mail.Absent
	case "call":
		return s.Call.reads()
	}
	return false
}

// await reads the thing that a wait without an action names.
func (r *run) await(ctx context.Context, a Await) error {
	switch a.For {
	case "mail":
		return r.mail(ctx, Mail{})
	case "event":
		return r.events(ctx, Events{})
	}
	return r.callAny(ctx, Call{Path: "/v1/account", Login: true})
}
