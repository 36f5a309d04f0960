package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk"
)

// settingKey is a key of a setting that is a map, and where its value stands.
type settingKey[T any] struct {
	name, doc string
	of        func(*settings) *T
}

// limitKeys are the keys of the setting limits.
var limitKeys = []settingKey[sdk.Limit]{
	{"writes", "changes, a client address", func(s *settings) *sdk.Limit { return &s.limits.Writes }},
	{"duplicates", "answers that tell who has an account, a client address", func(s *settings) *sdk.Limit { return &s.limits.Duplicates }},
	{"codeTries", "subscription codes tried, a session", func(s *settings) *sdk.Limit { return &s.limits.CodeTries }},
	{"codeAddress", "subscription codes tried, a client address", func(s *settings) *sdk.Limit { return &s.limits.CodeAddress }},
	{"logins", "logins, an account and client address", func(s *settings) *sdk.Limit { return &s.limits.Logins }},
	{"loginAddress", "logins, a client address", func(s *settings) *sdk.Limit { return &s.limits.LoginAddress }},
	{"usernames", "usernames asked for, a new account", func(s *settings) *sdk.Limit { return &s.limits.Usernames }},
	{"links", "new links by mail, a person", func(s *settings) *sdk.Limit { return &s.limits.Links }},
	{"payments", "payment calls, a session or professional", func(s *settings) *sdk.Limit { return &s.limits.Payments }},
	{"invitations", "families invited, a professional", func(s *settings) *sdk.Limit { return &s.limits.Invitations }},
	{"addresses", "addresses searched, a session", func(s *settings) *sdk.Limit { return &s.limits.Addresses }},
	{"addressesClient", "addresses searched, a client address", func(s *settings) *sdk.Limit { return &s.limits.AddressesClient }},
	{"chats", "support chat tokens, a client address", func(s *settings) *sdk.Limit { return &s.limits.Chats }},
}

// clockKeys are the keys of the setting clocks.
var clockKeys = []settingKey[time.Duration]{
	{"gatewayTimeout", "how long one call to the payment provider may take; shorter than lease", func(s *settings) *time.Duration { return &s.payment.GatewayTimeout }},
	{"lease", "how long a payment that was sent belongs to the process that sent it, should that have died", func(s *settings) *time.Duration { return &s.payment.Lease }},
	{"reconcileAfter", "when a payment is looked after by a worker, counted from its beginning", func(s *settings) *time.Duration { return &s.payment.ReconcileAfter }},
	{"reconcileEvery", "pause between two searches for a payment whose answer was lost; it doubles up to a hundredfold", func(s *settings) *time.Duration { return &s.payment.ReconcileEvery }},
	{"sweepEvery", "how often workers look for payments that nobody works on", func(s *settings) *time.Duration { return &s.payment.SweepEvery }},
	{"supersedeAfter", "age from which a payment that was searched for three times in vain makes room for a new one; not shorter than lease", func(s *settings) *time.Duration { return &s.payment.SupersedeAfter }},
	{"nonceLife", "how long the provider accepts a nonce: until then a payment that isn't found may still turn up", func(s *settings) *time.Duration { return &s.payment.NonceLife }},
	{"declineWindow", "how long declines close payment for a session (5) or a client address (20)", func(s *settings) *time.Duration { return &s.payment.DeclineWindow }},
	{"repeatLease", "how long after its server died a call that is sent again may run; a call that runs renews it", func(s *settings) *time.Duration { return &s.repeatLease }},
}

// valueOf finds where a key's value stands.
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
		return fmt.Errorf("%q is not count/window like 60/1m, nor off", v)
	}
	*limit = sdk.Limit{Count: n, Per: d}
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

// writeKeys writes the tables of the keys of limits and clocks, with what holds where none is set.
func writeKeys(b *strings.Builder) {
	shipped := &settings{limits: sdk.DefaultLimits(), payment: sdk.DefaultPaymentConfig(), repeatLease: sdk.DefaultIdempotency().Lease}
	b.WriteString("\n## Keys of `limits`\n\n| key | default | of what, for whom |\n|---|---|---|\n")
	for _, k := range limitKeys {
		limit := k.of(shipped)
		writeMarkdownRow(b, code(k.name), code(fmt.Sprintf("%d/%s", limit.Count, short(limit.Per))), k.doc)
	}
	b.WriteString("\n## Keys of `clocks`\n\n| key | default | meaning |\n|---|---|---|\n")
	for _, k := range clockKeys {
		writeMarkdownRow(b, code(k.name), code(short(*k.of(shipped))), k.doc)
	}
}

// short writes a duration without its zeros: 1h in place of 1h0m0s.
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
