package sdk

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/money"
)

// RegistrationInfo is a sign-up as operators see it: how far it came and what it is for, never what a
// person has entered. The e-mail address is masked: enough to tell that it is the one somebody is asking about.
type RegistrationInfo struct {
	SignupID          string            `json:"signupId"`
	State             RegistrationState `json:"state" enum:"open,paid,expired"`
	Invited           bool              `json:"invited" doc:"Of an invited parent"`
	LastCompletedStep int               `json:"lastCompletedStep"`
	Email             string            `json:"email,omitempty" doc:"Masked, e.g. a…@example.com; gone once it was purged"`
	PackageID         int               `json:"packageId,omitempty"`
	PayForCoparent    bool              `json:"payForCoparent"`
	PricingGroup      string            `json:"pricingGroup"`
	Locale            string            `json:"locale"`
	Paying            bool              `json:"paying" doc:"A payment is being confirmed"`
	UserID            string            `json:"userId,omitempty" doc:"The account that it became"`
	CreatedAt         time.Time         `json:"createdAt"`
	UpdatedAt         time.Time         `json:"updatedAt"`
	ExpiresAt         time.Time         `json:"expiresAt"`
	PaidAt            *time.Time        `json:"paidAt,omitempty"`
	PurgedAt          *time.Time        `json:"purgedAt,omitempty" doc:"When its personal data was removed"`
}

// RegistrationChange is one step of a sign-up's life.
type RegistrationChange struct {
	At       time.Time `json:"at"`
	Kind     string    `json:"kind" doc:"created, updated, country_confirmed, duplicate_confirmed, paid, expired or purged"`
	Actor    string    `json:"actor" doc:"registrant, invitee, operator or system"`
	Sections []string  `json:"sections" doc:"What was changed"`
	Step     int       `json:"step"`
}

// RegistrationAttempt is one try to pay for a sign-up.
type RegistrationAttempt struct {
	ID          string       `json:"id"`
	OrderID     string       `json:"orderId"`
	State       AttemptState `json:"state"`
	Amount      string       `json:"amount" doc:"Decimal"`
	Currency    string       `json:"currency"`
	PaymentType PaymentType  `json:"paymentType"`
	CreatedAt   time.Time    `json:"createdAt"`
}

// RegistrationReport is a sign-up with its life so far.
type RegistrationReport struct {
	RegistrationInfo
	Filled   []string              `json:"filled" doc:"Sections that hold something"`
	Children int                   `json:"children"`
	Changes  []RegistrationChange  `json:"changes"`
	Attempts []RegistrationAttempt `json:"attempts"`
}

// RegistrationFilter says which sign-ups to list. An empty field lets everything through.
type RegistrationFilter struct {
	State  RegistrationState
	Email  string // of the parent, whole
	Before string // id of a sign-up: only older ones
	Limit  int    // default 50, at most 500
}

// Registrations lists sign-ups, the newest first, and notes that an operator looked. Fault:
// [RegistrationNotFound] for a Before that is no id.
func (c *Client) Registrations(ctx context.Context, filter RegistrationFilter) ([]RegistrationInfo, error) {
	before, err := olderThan(filter.Before, RegistrationNotFound)
	if err != nil {
		return nil, err
	}
	rows, err := c.listRegistrations(ctx, filter.State, before, NormalizeEmail(filter.Email), listed(filter.Limit, defaultListed))
	if err != nil {
		return nil, fmt.Errorf("list registrations: %w", err)
	}
	list := make([]RegistrationInfo, len(rows))
	for i, row := range rows {
		list[i] = c.registrationInfo(row)
	}
	return list, c.noteReading(ctx, "registrations", nil, len(list))
}

func (c *Client) listRegistrations(ctx context.Context, state RegistrationState, before uuid.UUID, emailKey string, batch int32) ([]registrationRow, error) {
	if state == "" {
		return c.q.ListRegistrations(ctx, before, nil, emailKey, batch)
	}
	return c.q.ListRegistrationsInState(ctx, db.ListRegistrationsInStateParams{
		State: string(state), BeforeID: before, EmailKey: emailKey, Now: c.now(), Begun: c.now().Add(-registrationLife), Batch: batch,
	})
}

// InspectRegistration gives one sign-up with its life so far, and notes that an operator looked. Fault:
// [RegistrationNotFound].
func (c *Client) InspectRegistration(ctx context.Context, signupID string) (*RegistrationReport, error) {
	id, err := uuid.Parse(signupID)
	if err != nil {
		return nil, RegistrationNotFound
	}
	rows, err := c.q.ListRegistrations(ctx, uuid.Max, &id, "", 1)
	if err != nil {
		return nil, fmt.Errorf("inspect registration: %w", err)
	}
	if len(rows) == 0 {
		return nil, RegistrationNotFound
	}
	d, err := draftOf(rows[0])
	if err != nil {
		return nil, err
	}
	report := &RegistrationReport{
		RegistrationInfo: c.registrationInfo(rows[0]), Filled: d.filled(), Children: len(d.children),
		Changes: []RegistrationChange{}, Attempts: []RegistrationAttempt{},
	}
	events, err := c.q.ListRegistrationEvents(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("inspect registration: events: %w", err)
	}
	for _, e := range events {
		report.Changes = append(report.Changes, RegistrationChange{At: e.At.UTC(), Kind: e.Kind, Actor: e.Actor, Sections: append([]string{}, e.Sections...), Step: int(e.Step)})
	}
	attempts, err := c.q.ListRegistrationAttempts(ctx, &id)
	if err != nil {
		return nil, fmt.Errorf("inspect registration: attempts: %w", err)
	}
	for _, a := range attempts {
		report.Attempts = append(report.Attempts, RegistrationAttempt{
			ID: a.ID.String(), OrderID: a.OrderID.String(), State: AttemptState(a.State),
			Amount: money.Amount{Minor: a.AmountMinor, Currency: money.Currency(a.Currency)}.Decimal(), Currency: a.Currency,
			PaymentType: PaymentType(a.PaymentType), CreatedAt: a.CreatedAt.UTC(),
		})
	}
	return report, c.noteReading(ctx, "registration", &id, 1)
}

func (c *Client) registrationInfo(r registrationRow) RegistrationInfo {
	info := RegistrationInfo{
		SignupID: r.ID.String(), State: RegistrationState(r.State), Invited: r.InvitationID != nil, LastCompletedStep: int(r.LastCompletedStep),
		Email: maskedEmail(orEmpty(r.ParentEmail)), PayForCoparent: r.PayForCoparent, PricingGroup: r.PricingGroup, Locale: r.Locale,
		Paying: r.PayingSince != nil, CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(),
		PaidAt: r.PaidAt, PurgedAt: r.PurgedAt,
	}
	if c.registrationGone(r) {
		info.State = RegistrationExpired
	}
	if r.PackageID != nil {
		info.PackageID = int(*r.PackageID)
	}
	if r.AccountID != nil {
		info.UserID = r.AccountID.String()
	}
	return info
}

// filled names the sections that hold something.
func (d *draft) filled() []string {
	filled := []string{}
	for _, s := range []struct {
		section Section
		is      bool
	}{
		{SectionParent, d.row.ParentEmail != nil},
		{SectionFamily, d.coParent != nil},
		{SectionOrder, d.row.PackageID != nil},
		{SectionAddress, d.address != nil},
		{SectionReferral, d.referral != nil},
		{SectionSecurityQuestion, d.row.SecurityAnswerHash != nil},
		{SectionSecurityCode, d.row.SecurityCodeHash != nil},
	} {
		if s.is {
			filled = append(filled, string(s.section))
		}
	}
	return filled
}

// maskedEmail leaves of an address what its owner knows it by: the first letter and the domain.
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

// noteReading keeps that an operator looked at people's data.
func (c *Client) noteReading(ctx context.Context, what string, subject *uuid.UUID, rows int) error {
	if err := c.q.InsertOperatorReading(ctx, db.InsertOperatorReadingParams{ID: newID(), What: what, Subject: subject, Rows: clampInt32(rows), At: c.now()}); err != nil {
		return fmt.Errorf("note the reading: %w", err)
	}
	return nil
}
