package sdk

import (
	"context"

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
	in.FirstName, in.LastName, in.Email = first, last, email
	in.PhoneNumber = Digits(in.PhoneNumber)
	made, err := c.newProfessional(in, lang)
	if err != nil {
		return nil, err
	}
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		return c.insertProfessional(ctx, q, tx, made, actorOperator)
	})
	if err != nil {
		return nil, err
	}
	c.cfg.Log.Info("professional added", "professional", made.row.ID)
	return &ProfessionalAccount{
		ProfessionalID: made.row.ID.String(), UserID: made.account.ID.String(), State: ProfessionalPending,
		FirstName: first, LastName: last, Email: email,
	}, nil
}
