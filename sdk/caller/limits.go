package caller

import (
	"time"
)

// Limit allows Count events in a window of length Per, which starts with its first event. A Count below
// zero switches the limit off; zero means the shipped value.
type Limit struct {
	Count int
	Per   time.Duration
}

// Limits are the rate limits. They are kept in the database, so that they hold across servers, but for Reads.
type Limits struct {
	Reads        Limit // reads, an address, by each server on its own; shipped 1200 a minute
	Writes       Limit // changes, an address; shipped 60 a minute
	Duplicates   Limit // answers that tell who has an account, an address; shipped 20 an hour
	CodeTries    Limit // subscription code tries, a session; shipped 10 an hour
	CodeAddress  Limit // subscription code tries, an address; shipped 60 an hour
	Logins       Limit // an account and address; shipped 5 a minute
	LoginAccount Limit // an account from addresses that it hasn't logged in from, a third of it within a twelfth of the time and two thirds within half; shipped 30 an hour
	LoginAddress Limit // an address, whatever the account; shipped 30 a minute
	Usernames    Limit // availability checks, a credentials token; shipped 60 an hour
	Links        Limit // new links by mail, a person; shipped 3 an hour
	Payments     Limit // payment calls, a session or professional; shipped 30 an hour
	Invitations  Limit // families invited, a professional; shipped 60 an hour

	InvitationsPending Limit // the same, while nobody has checked who the professional is; shipped 5 a day

	// Refusals is how many people say of a professional who invited them that they don't know them: the last of them suspends the professional
	// until an operator has looked; shipped 3 in 30 days.
	Refusals Limit

	// Unasked and UnaskedMonth bound the mails to one address on behalf of strangers: senders with an unproved mailbox, and unverified
	// professionals. Further mails wait. Shipped 2 a day, 5 in 30 days.
	Unasked, UnaskedMonth Limit

	Addresses       Limit // address searches, a sign-up; shipped 200 an hour
	AddressesClient Limit // address searches, an address of a caller; shipped 600 an hour
	Chats           Limit // support chat tokens, an address of a caller; shipped 60 an hour
}

// DefaultLimits are the limits that are shipped.
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

// LimitState is how a rate limit stands after an event was counted.
type LimitState struct {
	Limit     int           // events allowed in a window; 0 when there is no limit
	Remaining int           // of them still free
	Reset     time.Duration // until the window ends
}
