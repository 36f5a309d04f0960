package setting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/payment"
)

// key is a key of a setting that is a map, and a pointer to its value.
type key[T any] struct {
	name, doc string
	of        func(*Config) *T
}

// limitKeys are the keys of the setting limits.
var limitKeys = []key[caller.Limit]{
	{"loginAccount", "password attempts for an account from client addresses without an earlier login; at most a third of them in a twelfth of the time, and two thirds in half the time", func(s *Config) *caller.Limit { return &s.Limits.LoginAccount }},
	{"reads", "reads, per client address, counted by each server on its own", func(s *Config) *caller.Limit { return &s.Limits.Reads }},
	{"writes", "changes, per client address", func(s *Config) *caller.Limit { return &s.Limits.Writes }},
	{"duplicates", "responses that reveal an account's existence, per client address", func(s *Config) *caller.Limit { return &s.Limits.Duplicates }},
	{"codeTries", "subscription codes tried, per session", func(s *Config) *caller.Limit { return &s.Limits.CodeTries }},
	{"codeAddress", "subscription codes tried, per client address", func(s *Config) *caller.Limit { return &s.Limits.CodeAddress }},
	{"logins", "logins, per account and client address", func(s *Config) *caller.Limit { return &s.Limits.Logins }},
	{"loginAddress", "logins, per client address", func(s *Config) *caller.Limit { return &s.Limits.LoginAddress }},
	{"usernames", "usernames checked, per new account", func(s *Config) *caller.Limit { return &s.Limits.Usernames }},
	{"links", "new links by mail, per person", func(s *Config) *caller.Limit { return &s.Limits.Links }},
	{"payments", "payment calls, per session or professional", func(s *Config) *caller.Limit { return &s.Limits.Payments }},
	{"invitations", "families invited, per professional", func(s *Config) *caller.Limit { return &s.Limits.Invitations }},
	{"invitationsPending", "families invited, per unverified professional", func(s *Config) *caller.Limit { return &s.Limits.InvitationsPending }},
	{"refusals", "invitees who report that they don't know the professional; the last of them suspends the professional until an operator reviews it", func(s *Config) *caller.Limit { return &s.Limits.Refusals }},
	{"unasked", "mails from strangers to one address: from senders with an unproved mailbox, and from unverified professionals; the rest waits", func(s *Config) *caller.Limit { return &s.Limits.Unasked }},
	{"unaskedMonth", "the same, over a longer time", func(s *Config) *caller.Limit { return &s.Limits.UnaskedMonth }},
	{"addresses", "address searches, per session", func(s *Config) *caller.Limit { return &s.Limits.Addresses }},
	{"addressesClient", "address searches, per client address", func(s *Config) *caller.Limit { return &s.Limits.AddressesClient }},
	{"chats", "support chat tokens, per client address", func(s *Config) *caller.Limit { return &s.Limits.Chats }},
}

// clockKeys are the keys of the setting clocks.
var clockKeys = []key[time.Duration]{
	{"gatewayTimeout", "maximum duration of one call to the payment provider; must be shorter than lease", func(s *Config) *time.Duration { return &s.Payment.GatewayTimeout }},
	{"lease", "time for which a sent payment belongs to the process that sent it, even if that process has died", func(s *Config) *time.Duration { return &s.Payment.Lease }},
	{"reconcileEvery", "pause between two searches for a payment whose answer was lost; it doubles up to a hundredfold", func(s *Config) *time.Duration { return &s.Payment.ReconcileEvery }},
	{"sweepEvery", "how often workers look for abandoned payments", func(s *Config) *time.Duration { return &s.Payment.SweepEvery }},
	{"supersedeAfter", "age at which a payment that three searches didn't find makes room for a new one; must not be shorter than lease", func(s *Config) *time.Duration { return &s.Payment.SupersedeAfter }},
	{"nonceLife", "how long the provider accepts a nonce: until then, a payment that wasn't found may still appear", func(s *Config) *time.Duration { return &s.Payment.NonceLife }},
	{"declineWindow", "time for which a declined payment counts for its session, mailbox, client address and network: see `declines`", func(s *Config) *time.Duration { return &s.Payment.DeclineWindow }},
	{"declineShareWindow", "the time over which `declines.share` is taken, at most 24h", func(s *Config) *time.Duration { return &s.Payment.DeclineShareWindow }},
	{"repeatLease", "time after a server's death until a retry of its call may run; a running call renews it", func(s *Config) *time.Duration { return &s.RepeatLease }},
	{"eventLease", "time for which an event belongs to the worker that sends it, even if that worker has died", func(s *Config) *time.Duration { return &s.Events.Lease }},
	{"eventPause", "pause before the first retry of a failed event; the later pauses grow with it", func(s *Config) *time.Duration { return &s.Events.Pause }},
}

// declineKeys are the keys of the setting declines.
var declineKeys = []key[int]{
	{"session", "declines of a sign-up, an account, or a proved mailbox in all its sign-ups, after which it has to wait", func(s *Config) *int { return &s.Payment.DeclineLimit }},
	{"address", "declines of a client address after which a payer there has to prove their mailbox", func(s *Config) *int { return &s.Payment.AddressDeclineLimit }},
	{"network", "the same for a network (the first 24 bits of an address, 48 of IPv6); while payments are tightened, the count of `address` applies to it", func(s *Config) *int { return &s.Payment.NetworkDeclineLimit }},
	{"share", "percentage of declined payments of all payers above which payments are tightened", func(s *Config) *int { return &s.Payment.DeclineSharePercent }},
	{"shareOf", "number of payments from which `share` counts", func(s *Config) *int { return &s.Payment.DeclineShareOf }},
}

func readDeclines(s *Config, key, v string) error {
	count, ok := valueOf(s, declineKeys, key)
	if !ok {
		return fmt.Errorf("there is no count of declines %q", key)
	}
	if v == "off" {
		*count = -1
		return nil
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is neither a number like 20 nor off", v)
	}
	*count = n
	return nil
}

// valueOf returns a pointer to a key's value.
func valueOf[T any](s *Config, keys []key[T], name string) (*T, bool) {
	at := slices.IndexFunc(keys, func(k key[T]) bool { return k.name == name })
	if at < 0 {
		return nil, false
	}
	return keys[at].of(s), true
}

func readLimit(s *Config, key, v string) error {
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

func readClock(s *Config, key, v string) error {
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

// writeKeys writes the tables of the keys of limits, declines and clocks, with their defaults.
func writeKeys(b *strings.Builder) {
	shipped := &Config{Limits: caller.DefaultLimits(), Payment: payment.DefaultConfig(), RepeatLease: caller.DefaultIdempotency().Lease,
		Events: integration.Config{Lease: integration.DefaultLease, Pause: integration.DefaultPause}}
	b.WriteString("\n## Keys of `limits`\n\n| key | default | meaning |\n|---|---|---|\n")
	for _, k := range limitKeys {
		limit := k.of(shipped)
		console.MarkdownRow(b, console.Code(k.name), console.Code(fmt.Sprintf("%d/%s", limit.Count, short(limit.Per))), k.doc)
	}
	b.WriteString("\n## Keys of `declines`\n\n| key | default | meaning |\n|---|---|---|\n")
	for _, k := range declineKeys {
		console.MarkdownRow(b, console.Code(k.name), console.Code(strconv.Itoa(*k.of(shipped))), k.doc)
	}
	b.WriteString("\n## Keys of `clocks`\n\n| key | default | meaning |\n|---|---|---|\n")
	for _, k := range clockKeys {
		console.MarkdownRow(b, console.Code(k.name), console.Code(short(*k.of(shipped))), k.doc)
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
