package professionals

import (
	"context"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/text"
)

// Add implements [professional.Client].
func (c *Engine) Add(ctx context.Context, in form.Professional, meta caller.Meta) (*professional.Account, error) {
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
	err := c.core.Tx(ctx, func(tx *pg.Tx) error {
		return c.insertProfessional(ctx, tx, made, core.ActorOperator)
	})
	if err != nil {
		return nil, err
	}
	c.core.Log.Info("professional added", "professional", made.id)
	return &professional.Account{
		ProfessionalID: made.id.String(), UserID: made.account.ID.String(), State: professional.Pending,
		FirstName: first, LastName: last, Email: email,
	}, nil
}
