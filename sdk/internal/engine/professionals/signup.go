package professionals

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// CheckStep implements [professional.Client].
func (c *Engine) CheckStep(ctx context.Context, in professional.StepInput, meta caller.Meta) (*professional.StepAnswer, error) {
	step := in.Step
	if step == 0 {
		step = in.FilledStep()
	}
	lang := text.Language(meta.Lang)
	input, broken := form.ValidateProfessionalStep(step, in.Professional, lang)
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	if step == 1 {
		if err := c.refuseKnownProfessional(ctx, input, lang, meta); err != nil {
			return nil, err
		}
	}
	return &professional.StepAnswer{Step: step, ValidationErrors: fault.Violations{}}, nil
}

// Create implements [professional.Client].
func (c *Engine) Create(ctx context.Context, in form.Professional, meta caller.Meta) (*professional.Answer, error) {
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallCreateProfessional), Key: meta.IdempotencyKey, Request: in, Chosen: []secret.Secret{in.SecurityAnswer, in.SecurityCode}, Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*professional.Answer, error) {
		return c.createProfessional(ctx, in, meta, claim)
	})
}

func (c *Engine) createProfessional(ctx context.Context, in form.Professional, meta caller.Meta, claim *core.IdempotencyClaim) (*professional.Answer, error) {
	lang := text.Language(meta.Lang)
	typed, broken := form.ValidateProfessional(in, lang)
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	if err := c.refuseKnownProfessional(ctx, typed, lang, meta); err != nil {
		return nil, err
	}
	made := c.newProfessional(typed, lang)
	// Hash after all cheap checks, and before the transaction.
	answerHash, err := c.core.Hasher.Hash(ctx, []byte(form.FoldSecurityAnswer(typed.SecurityAnswer).Reveal()))
	if err != nil {
		return nil, err
	}
	codeHash, err := c.core.HashSecurityCode(ctx, typed.SecurityCode)
	if err != nil {
		return nil, err
	}
	made.person.SecurityAnswerHash, made.person.SecurityCodeHash = answerHash, codeHash
	answer := professionalAnswer(typed, made)
	err = c.core.Tx(ctx, func(tx *pg.Tx) error {
		if err := c.insertProfessional(ctx, tx, made, core.ActorRegistrant); err != nil {
			return err
		}
		return claim.Store(ctx, tx, answer)
	})
	if err != nil {
		return nil, c.core.CountDuplicate(ctx, err, meta)
	}
	c.core.Log.Info("professional signed up", "professional", answer.ProfessionalID)
	return answer, nil
}

// refuseKnownProfessional rejects an email that has an account. A limit on such responses prevents probing for accounts.
func (c *Engine) refuseKnownProfessional(ctx context.Context, typed form.Professional, lang string, meta caller.Meta) error {
	if err := c.core.PeekEvents(ctx, c.core.Q, core.LimitDuplicates, c.core.Limits.Duplicates, meta.ClientAddr); err != nil {
		return err
	}
	_, err := c.core.Q.FindAccountByEmail(ctx, c.core.People.EmailHashes(form.NormalizeEmail(typed.Email)))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find account of professional: %w", err)
	}
	return c.core.CountDuplicate(ctx, c.professionalExists(typed.Country, lang), meta)
}

func professionalAnswer(p form.Professional, made professionalRow) *professional.Answer {
	return &professional.Answer{
		ProfessionalID: made.id.String(), UserID: made.account.ID.String(), State: professional.Pending,
		Name:  professional.Person{Title: p.Title, FirstName: p.FirstName, LastName: p.LastName, Credentials: p.Credentials},
		Email: p.Email, PhoneCountryCode: p.PhoneCountryCode, PhoneNumber: p.PhoneNumber, PhoneExtension: p.PhoneExtension,
		HearAboutUs: p.HearAboutUs, ReferralBenchOfficerName: p.ReferralBenchOfficerName,
		ReferralBenchOfficerPosition: p.ReferralBenchOfficerPosition, ReferralColleagueName: p.ReferralColleagueName,
		ReferralColleagueRole: p.ReferralColleagueRole, ReferralOtherExplain: p.ReferralOtherExplain,
		PracticeName: p.PracticeName, AddressLine1: p.AddressLine1, AddressLine2: p.AddressLine2, Country: p.Country,
		City: p.City, Region: p.Region, PostalCode: p.PostalCode, Timezone: p.Timezone, Roles: append([]string{}, p.Roles...),
		SecurityQuestion: p.SecurityQuestion,
	}
}
