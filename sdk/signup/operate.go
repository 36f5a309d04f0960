package signup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// Info is a sign-up as operators see it: its progress and purpose, never what a
// person has entered. The e-mail address is masked: enough to recognise it when a person asks.
type Info struct {
	SignupID          string     `json:"signupId"`
	State             State      `json:"state" enum:"open,paid,expired"`
	Invited           bool       `json:"invited" doc:"Of an invited parent"`
	LastCompletedStep int        `json:"lastCompletedStep"`
	Email             string     `json:"email,omitempty" doc:"Masked, e.g. a…@example.com; gone once it was purged"`
	PackageID         int        `json:"packageId,omitempty"`
	PayForCoparent    bool       `json:"payForCoparent"`
	PricingGroup      string     `json:"pricingGroup"`
	Locale            string     `json:"locale"`
	Paying            bool       `json:"paying" doc:"A payment is being confirmed"`
	UserID            string     `json:"userId,omitempty" doc:"The account that it became"`
	CreatedAt         time.Time  `json:"createdAt"`
	UpdatedAt         time.Time  `json:"updatedAt"`
	ExpiresAt         time.Time  `json:"expiresAt"`
	PaidAt            *time.Time `json:"paidAt,omitempty"`
	PurgedAt          *time.Time `json:"purgedAt,omitempty" doc:"When its personal data was removed"`
}

// Change is one event of a sign-up.
type Change struct {
	At       time.Time `json:"at"`
	Kind     string    `json:"kind" doc:"created, updated, country_confirmed, duplicate_confirmed, paid, expired or purged"`
	Actor    string    `json:"actor" doc:"registrant, invitee, operator or system"`
	Sections []string  `json:"sections" doc:"What was changed"`
	Step     int       `json:"step"`
}

// Attempt is one try to pay for a sign-up.
type Attempt struct {
	ID          string               `json:"id"`
	OrderID     string               `json:"orderId"`
	State       payment.AttemptState `json:"state"`
	Amount      string               `json:"amount" doc:"Decimal"`
	Currency    string               `json:"currency"`
	PaymentType gateway.PaymentType  `json:"paymentType"`
	CreatedAt   time.Time            `json:"createdAt"`
}

// Report is a sign-up with its events and payment attempts.
type Report struct {
	Info
	Filled   []string  `json:"filled" doc:"Sections that hold something"`
	Children int       `json:"children"`
	Changes  []Change  `json:"changes"`
	Attempts []Attempt `json:"attempts"`
}

// Filter says which sign-ups to list. An empty field doesn't filter.
type Filter struct {
	State  State
	Email  string // of the parent, whole
	Before string // id of a sign-up: only older ones
	Limit  int    // default 50, at most 500
}

// List lists sign-ups, the newest first, and records the access in the audit trail. Faults: [fault.OperatorUnnamed];
// [fault.RegistrationNotFound] for a Before that isn't an id.
func (c *Client) List(ctx context.Context, filter Filter) ([]Info, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	before, err := core.OlderThan(filter.Before, fault.RegistrationNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := c.listRegistrations(ctx, filter, before, core.Listed(filter.Limit, core.DefaultListed))
	if err != nil {
		return nil, fmt.Errorf("list registrations: %w", err)
	}
	opened, err := c.openAll(ctx, c.core.Q, rows)
	if err != nil {
		return nil, fmt.Errorf("list registrations: %w", err)
	}
	list := make([]Info, len(opened))
	for i, d := range opened {
		list[i] = c.registrationInfo(d)
	}
	return list, c.core.NoteReading(ctx, core.ReadRegistrations, nil, len(list))
}

func (c *Client) listRegistrations(ctx context.Context, filter Filter, before uuid.UUID, batch int32) ([]Row, error) {
	now := c.core.Now()
	switch {
	case filter.Email != "":
		return c.core.Q.ListRegistrationsByEmail(ctx, db.ListRegistrationsByEmailParams{
			EmailHashes: c.core.People.EmailHashes(form.NormalizeEmail(filter.Email)), State: string(filter.State), BeforeID: before, Now: now, Batch: batch,
		})
	case filter.State != "":
		return c.core.Q.ListRegistrationsInState(ctx, db.ListRegistrationsInStateParams{
			State: string(filter.State), BeforeID: before, Now: now, BegunID: BegunLife(now), Batch: batch,
		})
	}
	return c.core.Q.ListRegistrations(ctx, before, batch)
}

// Inspect returns one sign-up with its events, and records the access in the audit trail. Faults:
// [fault.OperatorUnnamed], [fault.RegistrationNotFound].
func (c *Client) Inspect(ctx context.Context, signupID string) (*Report, error) {
	if _, err := c.core.OperatorOf(ctx); err != nil {
		return nil, err
	}
	id, err := uuid.Parse(signupID)
	if err != nil {
		return nil, fault.RegistrationNotFound
	}
	row, err := c.core.Q.GetRegistration(ctx, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fault.RegistrationNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("inspect registration: %w", err)
	}
	opened, err := c.openAll(ctx, c.core.Q, []Row{row})
	if err != nil {
		return nil, fmt.Errorf("inspect registration: %w", err)
	}
	d := opened[0]
	report := &Report{
		Info: c.registrationInfo(d), Filled: d.filled(), Children: len(d.Children),
		Changes: []Change{}, Attempts: []Attempt{},
	}
	events, err := c.core.Q.ListRegistrationEvents(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("inspect registration: events: %w", err)
	}
	for _, e := range events {
		report.Changes = append(report.Changes, Change{At: e.At.UTC(), Kind: e.Kind, Actor: e.Actor, Sections: append([]string{}, e.Sections...), Step: int(e.Step)})
	}
	attempts, err := c.core.Q.ListRegistrationAttempts(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("inspect registration: attempts: %w", err)
	}
	for _, a := range attempts {
		report.Attempts = append(report.Attempts, Attempt{
			ID: a.ID.String(), OrderID: a.OrderID.String(), State: payment.AttemptState(a.State),
			Amount: money.Amount{Minor: a.AmountMinor, Currency: money.Currency(a.Currency)}.Decimal(), Currency: a.Currency,
			PaymentType: gateway.PaymentType(a.PaymentType), CreatedAt: a.CreatedAt.UTC(),
		})
	}
	return report, c.core.NoteReading(ctx, core.ReadRegistration, &id, 1)
}

func (c *Client) registrationInfo(d *Draft) Info {
	r := d.Row
	info := Info{
		SignupID: r.ID.String(), State: State(r.State), Invited: r.InvitationID != nil, LastCompletedStep: int(r.LastCompletedStep),
		PricingGroup: d.PricingGroup, Locale: d.Locale,
		Paying: r.PayingSince != nil, CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(),
		PaidAt: pg.UTC(r.PaidAt), PurgedAt: pg.UTC(r.PurgedAt),
	}
	if c.RegistrationGone(r) {
		info.State = Expired
	}
	if d.Parent != nil {
		info.Email = maskedEmail(d.Parent.Email)
	}
	if d.Order != nil {
		info.PackageID, info.PayForCoparent = d.Order.PackageID, d.Order.PayForCoparent
	}
	if r.AccountID != nil {
		info.UserID = r.AccountID.String()
	}
	return info
}

// filled returns the sections that aren't empty.
func (d *Draft) filled() []string {
	filled := []string{}
	for _, s := range []struct {
		section Section
		is      bool
	}{
		{SectionParent, d.Parent != nil},
		{SectionFamily, d.CoParent != nil},
		{SectionOrder, d.Order != nil},
		{SectionAddress, d.Address != nil},
		{SectionReferral, d.Referral != nil},
		{SectionSecurityQuestion, d.SecurityAnswerHash != ""},
		{SectionSecurityCode, d.SecurityCodeHash != ""},
	} {
		if s.is {
			filled = append(filled, string(s.section))
		}
	}
	return filled
}

// maskedEmail keeps the first letter and the domain of an address.
func maskedEmail(email string) string {
	name, domain, ok := strings.Cut(email, "@")
	if !ok {
		return ""
	}
	for _, first := range name {
		return string(first) + "…@" + domain
	}
	return "…@" + domain
}
