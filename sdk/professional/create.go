package professional

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// State is where a professional's account stands.
type State string

// The states of a professional. Codes can be bought in the first already.
const (
	Pending   State = "pending_verification"
	Verified  State = "verified"
	Suspended State = "suspended"
)

// Account is a professional as an operator sees them.
type Account struct {
	ProfessionalID string `json:"professionalId"`
	UserID         string `json:"userId"`
	State          State  `json:"state"`
	FirstName      string `json:"firstName"`
	LastName       string `json:"lastName"`
	Email          string `json:"email"`
}

// Add is the operator's way to make a professional's account: only name and e-mail have to be
// there, of the rest what is given is kept, unchecked by the form's steps. It enqueues the welcome mail,
// with which the professional sets username and password.
//
// Errors: [fault.ValidationError] (firstName, lastName, email; duplicate where the e-mail has an account).
func (c *Client) Add(ctx context.Context, in form.Professional, meta caller.Meta) (*Account, error) {
	lang := text.Language(meta.Lang)
	v := form.Violator{Lang: lang}
	first := v.Check("firstName", form.RuleName, in.FirstName)
	last := v.Check("lastName", form.RuleName, in.LastName)
	email := v.Check("email", form.RuleEmail, in.Email)
	if len(v.Found) > 0 {
		return nil, &fault.ValidationError{Violations: v.Found}
	}
	in.FirstName, in.LastName, in.Email = first, last, email
	in.PhoneNumber = form.Digits(in.PhoneNumber)
	made := c.newProfessional(in, lang)
	err := c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		return c.insertProfessional(ctx, q, tx, made, core.ActorOperator)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("professional added", "professional", made.id)
	return &Account{
		ProfessionalID: made.id.String(), UserID: made.account.ID.String(), State: Pending,
		FirstName: first, LastName: last, Email: email,
	}, nil
}
