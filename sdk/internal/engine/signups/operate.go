package signups

import (
	"context"
	"errors"
	"fmt"
	"strings"

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
	"github.com/cojoin/cojoin/sdk/signup"
)

// List implements [signup.Client].
func (c *Engine) List(ctx context.Context, filter signup.Filter) ([]signup.Info, error) {
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
	list := make([]signup.Info, len(opened))
	for i, d := range opened {
		list[i] = c.registrationInfo(d)
	}
	return list, c.core.NoteReading(ctx, core.ReadRegistrations, nil, len(list))
}

func (c *Engine) listRegistrations(ctx context.Context, filter signup.Filter, before uuid.UUID, batch int32) ([]Row, error) {
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

// Inspect implements [signup.Client].
func (c *Engine) Inspect(ctx context.Context, signupID string) (*signup.Report, error) {
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
	report := &signup.Report{
		Info: c.registrationInfo(d), Filled: d.filled(), Children: len(d.Children),
		Changes: []signup.Change{}, Attempts: []signup.Attempt{},
	}
	events, err := c.core.Q.ListRegistrationEvents(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("inspect registration: events: %w", err)
	}
	for _, e := range events {
		report.Changes = append(report.Changes, signup.Change{At: e.At.UTC(), Kind: e.Kind, Actor: e.Actor, Sections: append([]string{}, e.Sections...), Step: int(e.Step)})
	}
	attempts, err := c.core.Q.ListRegistrationAttempts(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("inspect registration: attempts: %w", err)
	}
	for _, a := range attempts {
		report.Attempts = append(report.Attempts, signup.Attempt{
			ID: a.ID.String(), OrderID: a.OrderID.String(), State: payment.AttemptState(a.State),
			Amount: money.Amount{Minor: a.AmountMinor, Currency: money.Currency(a.Currency)}.Decimal(), Currency: a.Currency,
			PaymentType: gateway.PaymentType(a.PaymentType), CreatedAt: a.CreatedAt.UTC(),
		})
	}
	return report, c.core.NoteReading(ctx, core.ReadRegistration, &id, 1)
}

func (c *Engine) registrationInfo(d *Draft) signup.Info {
	r := d.Row
	info := signup.Info{
		SignupID: r.ID.String(), State: signup.State(r.State), Invited: r.InvitationID != nil, LastCompletedStep: int(r.LastCompletedStep),
		PricingGroup: d.PricingGroup, Locale: d.Locale,
		Paying: r.PayingSince != nil, CreatedAt: r.CreatedAt.UTC(), UpdatedAt: r.UpdatedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(),
		PaidAt: pg.UTC(r.PaidAt), PurgedAt: pg.UTC(r.PurgedAt),
	}
	if c.RegistrationGone(r) {
		info.State = signup.Expired
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
		section signup.Section
		is      bool
	}{
		{signup.SectionParent, d.Parent != nil},
		{signup.SectionFamily, d.CoParent != nil},
		{signup.SectionOrder, d.Order != nil},
		{signup.SectionAddress, d.Address != nil},
		{signup.SectionReferral, d.Referral != nil},
		{signup.SectionSecurityQuestion, d.SecurityAnswerHash != ""},
		{signup.SectionSecurityCode, d.SecurityCodeHash != ""},
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
