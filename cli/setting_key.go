package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/payment"
)

// settingKey is a key of a setting that is a map, and a pointer to its value.
type settingKey[T any] struct {
	name, doc string
	of        func(*settings) *T
}

// limitKeys are the keys of the setting limits.
var limitKeys = []settingKey[caller.Limit]{
	{"loginAccount", "password tries for an account from addresses that it hasn't logged in from; a third of them in a twelfth of the time, two thirds in half", func(s *settings) *caller.Limit { return &s.limits.LoginAccount }},
	{"reads", "reads, per client address, counted by each server on its own", func(s *settings) *caller.Limit { return &s.limits.Reads }},
	{"writes", "changes, per client address", func(s *settings) *caller.Limit { return &s.limits.Writes }},
	{"duplicates", "answers that reveal whether an account exists, per client address", func(s *settings) *caller.Limit { return &s.limits.Duplicates }},
	{"codeTries", "subscription codes tried, per session", func(s *settings) *caller.Limit { return &s.limits.CodeTries }},
	{"codeAddress", "subscription codes tried, per client address", func(s *settings) *caller.Limit { return &s.limits.CodeAddress }},
	{"logins", "logins, per account and client address", func(s *settings) *caller.Limit { return &s.limits.Logins }},
	{"loginAddress", "logins, per client address", func(s *settings) *caller.Limit { return &s.limits.LoginAddress }},
	{"usernames", "usernames checked, per new account", func(s *settings) *caller.Limit { return &s.limits.Usernames }},
	{"links", "new links by mail, per person", func(s *settings) *caller.Limit { return &s.limits.Links }},
	{"payments", "payment calls, per session or professional", func(s *settings) *caller.Limit { return &s.limits.Payments }},
	{"invitations", "families invited, per professional", func(s *settings) *caller.Limit { return &s.limits.Invitations }},
	{"invitationsPending", "families invited, per professional whom nobody has verified", func(s *settings) *caller.Limit { return &s.limits.InvitationsPending }},
	{"addresses", "address searches, per session", func(s *settings) *caller.Limit { return &s.limits.Addresses }},
	{"addressesClient", "address searches, per client address", func(s *settings) *caller.Limit { return &s.limits.AddressesClient }},
	{"chats", "support chat tokens, per client address", func(s *settings) *caller.Limit { return &s.limits.Chats }},
}

// clockKeys are the keys of the setting clocks.
var clockKeys = []settingKey[time.Duration]{
	{"gatewayTimeout", "maximum duration of one call to the payment provider; must be shorter than lease", func(s *settings) *time.Duration { return &s.payment.GatewayTimeout }},
	{"lease", "how long a sent payment belongs to the process that sent it, even if that process has died", func(s *settings) *time.Duration { return &s.payment.Lease }},
	{"reconcileEvery", "pause between two searches for a payment whose answer was lost; it doubles up to a hundredfold", func(s *settings) *time.Duration { return &s.payment.ReconcileEvery }},
	{"sweepEvery", "how often workers look for payments that nobody works on", func(s *settings) *time.Duration { return &s.payment.SweepEvery }},
	{"supersedeAfter", "age at which a payment that three searches didn't find makes room for a new one; must not be shorter than lease", func(s *settings) *time.Duration { return &s.payment.SupersedeAfter }},
	{"nonceLife", "how long the provider accepts a nonce: until then, a payment that wasn't found may still appear", func(s *settings) *time.Duration { return &s.payment.NonceLife }},
	{"declineWindow", "how long declines block payments for a session (5) or a client address (20)", func(s *settings) *time.Duration { return &s.payment.DeclineWindow }},
	{"repeatLease", "how long after its server died a retried call may run; a running call renews it", func(s *settings) *time.Duration { return &s.repeatLease }},
	{"eventLease", "how long an event that is being sent belongs to the worker that sends it, even if that worker has died", func(s *settings) *time.Duration { return &s.events.Lease }},
	{"eventPause", "pause before an event that your application didn't take is sent again; the pauses after it grow with it", func(s *settings) *time.Duration { return &s.events.Pause }},
}

// valueOf returns a pointer to a key's value.
func valueOf[T any](s *settings, keys []settingKey[T], name string) (*T, bool) {
	at := slices.IndexFunc(keys, func(k settingKey[T]) bool { return k.name == name })
	if at < 0 {
		return nil, false
	}
	return keys[at].of(s), true
}

func readLimit(s *settings, key, v string) error {
	limit, ok := valueOf(s, limitKeys, key)
	if !ok {
		return fmt.Errorf("there is no limit %q", key)
	}
	if v == "off" {
		limit.Count = -1
		return nil
	}
	count, per, ok := strings.Cut(v, "/")
	n, err := strconv.Atoi(count)
	d, err2 := time.ParseDuration(per)
	if !ok || err != nil || err2 != nil || n < 1 || d <= 0 {
		return fmt.Errorf("%q is neither count/window like 60/1m nor off", v)
	}
	*limit = caller.Limit{Count: n, Per: d}
	return nil
}

func readClock(s *settings, key, v string) error {
	clock, ok := valueOf(s, clockKeys, key)
	if !ok {
		return fmt.Errorf("there is no clock %q", key)
	}
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is not a duration like 90s", v)
	}
	*clock = d
	return nil
}

// writeKeys writes the tables of the keys of limits and clocks, with their defaults.
func writeKeys(b *strings.Builder) {
	shipped := &settings{limits: caller.DefaultLimits(), payment: payment.DefaultConfig(), repeatLease: caller.DefaultIdempotency().Lease,
		events: host.Config{Lease: host.DefaultLease, Pause: host.DefaultPause}}
	b.WriteString("\n## Keys of `limits`\n\n| key | default | meaning |\n|---|---|---|\n")
	for _, k := range limitKeys {
		limit := k.of(shipped)
		writeMarkdownRow(b, code(k.name), code(fmt.Sprintf("%d/%s", limit.Count, short(limit.Per))), k.doc)
	}
	b.WriteString("\n## Keys of `clocks`\n\n| key | default | meaning |\n|---|---|---|\n")
	for _, k := range clockKeys {
		writeMarkdownRow(b, code(k.name), code(short(*k.of(shipped))), k.doc)
	}
}

// short formats a duration without its zeros: 1h instead of 1h0m0s.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
