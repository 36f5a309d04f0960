package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// ProfessionalState is where a professional's account stands.
type ProfessionalState string

// The states of a professional. Codes can be bought in the first already.
const (
	ProfessionalPending   ProfessionalState = "pending_verification"
	ProfessionalVerified  ProfessionalState = "verified"
	ProfessionalSuspended ProfessionalState = "suspended"
)

// ProfessionalAccount is a professional as an operator sees them.
type ProfessionalAccount struct {
	ProfessionalID string            `json:"professionalId"`
	UserID         string            `json:"userId"`
	State          ProfessionalState `json:"state"`
	FirstName      string            `json:"firstName"`
	LastName       string            `json:"lastName"`
	Email          string            `json:"email"`
}

// AddProfessional is the operator's way to make a professional's account: only name and e-mail have to be
// there, of the rest what is given is kept, unchecked by the form's steps. It enqueues the welcome mail,
// with which the professional sets username and password.
//
// Errors: [ValidationError] (firstName, lastName, email; duplicate where the e-mail has an account).
func (c *Client) AddProfessional(ctx context.Context, in Professional, meta CallMeta) (*ProfessionalAccount, error) {
	lang := text.Language(meta.Lang)
	v := violator{lang: lang}
	first := v.check("firstName", RuleName, in.FirstName)
	last := v.check("lastName", RuleName, in.LastName)
	email := v.check("email", RuleEmail, in.Email)
	if len(v.found) > 0 {
		return nil, &ValidationError{Violations: v.found}
	}
	accountID, professionalID, now := newID(), newID(), c.now()
	err := c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		n, err := q.InsertAccount(ctx, db.InsertAccountParams{
			ID: accountID, Kind: "professional", State: accountCreated,
			FirstName: first, LastName: last, NameKey: nameKey(first, last),
			Email: &email, EmailKey: ptr(NormalizeEmail(email)),
			PhoneCountryCode: optional(in.PhoneCountryCode), PhoneNumber: optional(Digits(in.PhoneNumber)),
			PhoneKey: optional(phoneKey(in.PhoneCountryCode, in.PhoneNumber)),
			TimeZone: optional(in.Timezone), Locale: lang, Now: now,
		})
		if err != nil {
			return fmt.Errorf("insert account: %w", err)
		}
		if n == 0 {
			args := map[string]any{"phone": c.cfg.Site.supportPhone(in.Country)}
			return &ValidationError{Violations: Violations{violation(fieldDuplicate, CodeParentDuplicate, lang, args)}}
		}
		err = q.InsertProfessional(ctx, db.InsertProfessionalParams{
			ID: professionalID, AccountID: accountID, Title: optional(in.Title), Credentials: optional(in.Credentials),
			PhoneExtension: optional(in.PhoneExtension), PracticeName: optional(in.PracticeName),
			Roles: append([]string{}, in.Roles...), Now: now,
		})
		if err != nil {
			return fmt.Errorf("insert professional: %w", err)
		}
		if err := c.accountEvent(ctx, q, accountID, "created", actorOperator); err != nil {
			return err
		}
		return c.cfg.Jobs.InsertTx(ctx, tx, ProfessionalWelcomeMailJob{ProfessionalID: professionalID.String()}, JobOptions{Unique: true})
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Info("professional added", "professional", professionalID)
	return &ProfessionalAccount{
		ProfessionalID: professionalID.String(), UserID: accountID.String(), State: ProfessionalPending,
		FirstName: first, LastName: last, Email: email,
	}, nil
}

// VerifyProfessional records that an operator has checked who a professional is. Doing it again changes
// nothing. Faults: [ProfessionalNotFound].
func (c *Client) VerifyProfessional(ctx context.Context, professionalID string) error {
	id, err := uuid.Parse(professionalID)
	if err != nil {
		return ProfessionalNotFound
	}
	return c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		professional, err := q.GetProfessional(ctx, id)
		if errors.Is(err, pgx.ErrNoRows) {
			return ProfessionalNotFound
		}
		if err != nil {
			return fmt.Errorf("get professional: %w", err)
		}
		n, err := q.VerifyProfessional(ctx, c.now(), id)
		if err != nil {
			return fmt.Errorf("verify professional: %w", err)
		}
		if n == 0 {
			return nil
		}
		return c.accountEvent(ctx, q, professional.AccountID, "verified", actorOperator)
	})
}
