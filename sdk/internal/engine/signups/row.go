package signups

import (
	"bytes"
	"time"

	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/internal/person"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Row is a registration as the database stores it.
type Row = db.Registration

// Entered holds the data about people. It is stored as one document, sealed under the key of the registration's person, and is empty after the purge.
// A new field about a person belongs here: only this document is sealed and purged.
type Entered struct {
	Parent             *form.Parent   `json:"parent,omitempty"`
	CoParent           *form.CoParent `json:"coParent,omitempty"`
	Children           []form.Child   `json:"children,omitempty"`
	Address            *form.Address  `json:"address,omitempty"`
	ConfirmedCountry   string         `json:"confirmedCountry,omitempty"`
	Referral           *form.Referral `json:"referral,omitempty"`
	SecurityQuestion   string         `json:"securityQuestion,omitempty"`
	SecurityAnswerHash string         `json:"securityAnswerHash,omitempty"`
	SecurityCodeHash   string         `json:"securityCodeHash,omitempty"`
	AnonymousID        string         `json:"anonymousId,omitempty"`
}

// EmailKey returns the parent's email address in its compared form. It is empty before step 1 and after the purge.
func (e *Entered) EmailKey() string {
	if e.Parent == nil {
		return ""
	}
	return form.NormalizeEmail(e.Parent.Email)
}

// coParentEmailKey returns the co-parent's email address in its compared form, empty if unknown.
func (e *Entered) coParentEmailKey() string {
	if e.CoParent == nil {
		return ""
	}
	return form.NormalizeEmail(e.CoParent.Email)
}

// Choice holds the choices of a sign-up. They aren't about a person, are stored in clear, and survive the purge: analyses of funnels use them long
// after.
type Choice struct {
	Order         *signup.Order `json:"order,omitempty"`
	CustomPending bool          `json:"customPending,omitempty"` // a custom package is chosen but not built yet: /alacarte comes next
	PricingGroup  string        `json:"pricingGroup"`

	KnowsCoParentEmail         bool `json:"knowsCoParentEmail"`
	ParentDuplicateConfirmed   bool `json:"parentDuplicateConfirmed,omitempty"`
	CoParentDuplicateConfirmed bool `json:"coParentDuplicateConfirmed,omitempty"`

	Locale            string              `json:"locale"`
	Arms              map[string]flag.Arm `json:"arms,omitempty"` // at the start, if they differ from the shipped ones
	ReferrerKey       string              `json:"referrerKey,omitempty"`
	SelectionCode     string              `json:"selectionCode,omitempty"`
	AnalyticsIdentify bool                `json:"analyticsIdentify,omitempty"`

	// AddressMovedAt is the time of the last change of the parent's address by a mailed link. Earlier links went to another mailbox. A later link
	// resets it.
	AddressMovedAt *time.Time `json:"addressMovedAt,omitempty"`
}

// Draft is an opened registration. Decisions use it.
type Draft struct {
	Row Row
	Entered
	Choice

	key    person.Key // of the registration's person
	newKey []byte     // the stored form of a new key, until it is saved
}

// Answered reports whether the mailbox of the parent's address has answered: the sign-up was continued by a link mailed to it.
func (d *Draft) Answered() bool { return bytes.Equal(d.Row.KeyHash, noKey) && d.AddressMovedAt == nil }

// continueBy records that a mailed link continues the sign-up, which ends the first key.
func (d *Draft) continueBy(link *db.Token) {
	if link == nil {
		return
	}
	d.Row.KeyHash = noKey
	if proofOf(d.Row, link) == payments.ProvedMailbox {
		d.AddressMovedAt = nil
	}
}

// noteAddress records a change of the parent's address. The new mailbox hasn't answered yet.
func (d *Draft) noteAddress(before *Draft, now time.Time) {
	if d.Answered() && before.EmailKey() != d.EmailKey() {
		d.AddressMovedAt = &now
	}
}

// Key returns the key of the registration's person, none after the person was erased.
func (d *Draft) Key() person.Key { return d.key }

func (d *Draft) setParent(p form.Parent) {
	p.TimeZone, p.UserID = "", "" // the time zone comes with the address
	if d.Parent != nil {
		p.TimeZone = d.Parent.TimeZone
	}
	d.Parent = &p
}

func (d *Draft) clearOrder() {
	d.Order, d.CustomPending = nil, false
	d.Row.LastCompletedStep = min(d.Row.LastCompletedStep, 2)
}

// wire returns the owner's view: the entered data without secrets.
func (d *Draft) wire(state StepState) *signup.Registration {
	guard := GuardOf(stepGuards, state)
	return &signup.Registration{
		SignupID:                   d.Row.ID.String(),
		State:                      signup.State(d.Row.State),
		LastCompletedStep:          int(d.Row.LastCompletedStep),
		Next:                       guard.Next,
		Routes:                     guard.Routes,
		Parent:                     d.Parent,
		ParentDuplicateConfirmed:   d.ParentDuplicateConfirmed,
		CoParent:                   d.CoParent,
		KnowsCoParentEmail:         d.KnowsCoParentEmail,
		CoParentDuplicateConfirmed: d.CoParentDuplicateConfirmed,
		Children:                   d.Children,
		Order:                      d.Order,
		Address:                    d.Address,
		ConfirmedCountry:           d.ConfirmedCountry,
		Referral:                   d.Referral,
		SecurityQuestion:           d.SecurityQuestion,
		PricingGroup:               d.PricingGroup,
		ExpiresAt:                  d.Row.ExpiresAt.UTC(),
	}
}

// InvitationLocale returns the locale of the co-parent's invitation: the inviter's language, in its Mexican form if either of them lives there.
func (d *Draft) InvitationLocale() string {
	if d.Locale != "es" {
		return d.Locale
	}
	mexican := d.Address != nil && d.Address.Country == "MX"
	if co := d.CoParent; co != nil {
		phone, err := form.ParsePhone(co.PhoneCountryCode, co.PhoneNumber)
		mexican = mexican || err == nil && phone.Region == "MX"
	}
	if mexican {
		return "es-MX"
	}
	return d.Locale
}

// Fresh reports whether the registration has no row yet.
func (d *Draft) Fresh() bool { return d.Row.Version == 0 }

// saveParams returns all columns and the change's event. No other place in Go lists all columns.
func saveParams(row Row, kind string, sections []signup.Section) db.SaveRegistrationParams {
	names := make([]string, len(sections))
	for i, s := range sections {
		names[i] = string(s)
	}
	return db.SaveRegistrationParams{
		ID: row.ID, PersonID: row.PersonID, KeyHash: row.KeyHash, InvitationID: row.InvitationID, Seen: row.Version,
		LastCompletedStep: row.LastCompletedStep, EmailHash: row.EmailHash, CoParentEmailHash: row.CoParentEmailHash,
		Draft: row.Draft, Choice: row.Choice, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, ExpiresAt: row.ExpiresAt,
		EventID: pg.NewID(), Kind: kind, Actor: actorOf(row), Sections: names,
	}
}
