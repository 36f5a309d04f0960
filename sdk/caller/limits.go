package caller

import (
	"time"
)

// Limit allows Count events in a window of length Per, which starts with its first event. A negative Count switches the limit off; zero means
// the default.
type Limit struct {
	Count int
	Per   time.Duration
}

// Limits are the rate limits. All but Reads are counted in the database, so that they hold across servers.
type Limits struct {
	Reads        Limit // reads per address, on each server separately; default 1200 a minute
	Writes       Limit // changes per address; default 60 a minute
	Duplicates   Limit // responses that reveal an account, per address; default 20 an hour
	CodeTries    Limit // subscription code tries per session; default 10 an hour
	CodeAddress  Limit // subscription code tries per address; default 60 an hour
	Logins       Limit // logins per account and address; default 5 a minute
	LoginAccount Limit // logins per account from addresses unknown to it, a third of them within a twelfth of the time and two thirds within half; default 30 an hour
	LoginAddress Limit // logins per address, all accounts together; default 30 a minute
	Usernames    Limit // availability checks per credentials token; default 60 an hour
	Links        Limit // new links by mail per person; default 3 an hour
	Payments     Limit // payment calls per session or professional; default 30 an hour
	Invitations  Limit // invited families per professional; default 60 an hour

	InvitationsPending Limit // the same for an unverified professional; default 5 a day

	// Refusals is the number of invitees who report that they don't know the professional. The last of them suspends the professional until
	// an operator's review; default 3 in 30 days.
	Refusals Limit

	// Unasked and UnaskedMonth limit the mails to one address on behalf of strangers: senders with an unproved mailbox, and unverified
	// professionals. Further mails wait. Default 2 a day, 5 in 30 days.
	Unasked, UnaskedMonth Limit

	Addresses       Limit // address searches per sign-up; default 200 an hour
	AddressesClient Limit // address searches per client address; default 600 an hour
	Chats           Limit // support chat tokens per client address; default 60 an hour
}

// DefaultLimits returns the default limits.
func DefaultLimits() Limits { return Limits{}.WithDefaults() }

// WithDefaults returns the limits with defaults in place of zero values.
func (l Limits) WithDefaults() Limits {
	for _, d := range []struct {
		field *Limit
		value Limit
	}{
		{&l.Reads, Limit{1200, time.Minute}},
		{&l.Writes, Limit{60, time.Minute}},
		{&l.Duplicates, Limit{20, time.Hour}},
		{&l.CodeTries, Limit{10, time.Hour}},
		{&l.CodeAddress, Limit{60, time.Hour}},
		{&l.Logins, Limit{5, time.Minute}},
		{&l.LoginAccount, Limit{30, time.Hour}},
		{&l.LoginAddress, Limit{30, time.Minute}},
		{&l.Usernames, Limit{60, time.Hour}},
		{&l.Links, Limit{3, time.Hour}},
		{&l.Payments, Limit{30, time.Hour}},
		{&l.Invitations, Limit{60, time.Hour}},
		{&l.InvitationsPending, Limit{5, 24 * time.Hour}},
		{&l.Refusals, Limit{3, 30 * 24 * time.Hour}},
		{&l.Unasked, Limit{2, 24 * time.Hour}},
		{&l.UnaskedMonth, Limit{5, 30 * 24 * time.Hour}},
		{&l.Addresses, Limit{200, time.Hour}},
		{&l.AddressesClient, Limit{600, time.Hour}},
		{&l.Chats, Limit{60, time.Hour}},
	} {
		if d.field.Count == 0 {
			d.field.Count = d.value.Count
		}
		if d.field.Per == 0 {
			d.field.Per = d.value.Per
		}
	}
	return l
}

// LimitState is the state of a rate limit after an event was counted.
type LimitState struct {
	Limit     int           // events allowed in a window; 0 if there is no limit
	Remaining int           // events still allowed
	Reset     time.Duration // time until the window ends
}
