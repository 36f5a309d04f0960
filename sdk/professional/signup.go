package professional

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/text"
)

// StepInput is one step of the professional form, to be checked before the next is shown.
type StepInput struct {
	Step int `json:"step,omitempty" doc:"1 to 3; left out, the last step of which something is filled in, else 1"`
	form.Professional
}

// StepAnswer says that a step is good.
type StepAnswer struct {
	Step             int              `json:"step" doc:"The step that was checked"`
	ValidationErrors fault.Violations `json:"validationErrors" doc:"Always empty here: broken rules answer 409"`
}

// Person is how a professional is addressed.
type Person struct {
	Title       string `json:"title,omitempty" doc:"MR, MS, MRS, HONORABLE or DOCTOR"`
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	Credentials string `json:"credentials,omitempty"`
}

// Answer is a professional's new account: what was entered, normalised, less security answer
// and code.
type Answer struct {
	ProfessionalID string `json:"professionalId"`
	UserID         string `json:"userId"`
	State          State  `json:"state" enum:"pending_verification,verified,suspended"`
	Name           Person `json:"name"`

	Email            string `json:"email"`
	PhoneCountryCode string `json:"phoneCountryCode" doc:"With +"`
	PhoneNumber      string `json:"phoneNumber" doc:"Digits"`
	PhoneExtension   string `json:"phoneExtension,omitempty"`

	HearAboutUs                  string `json:"hearAboutUs"`
	ReferralBenchOfficerName     string `json:"referralBenchOfficerName,omitempty"`
	ReferralBenchOfficerPosition string `json:"referralBenchOfficerPosition,omitempty"`
	ReferralColleagueName        string `json:"referralColleagueName,omitempty"`
	ReferralColleagueRole        string `json:"referralColleagueRole,omitempty"`
	ReferralOtherExplain         string `json:"referralOtherExplain,omitempty"`

	PracticeName string   `json:"practiceName"`
	AddressLine1 string   `json:"addressLine1"`
	AddressLine2 string   `json:"addressLine2,omitempty"`
	Country      string   `json:"country" doc:"ISO 3166-1 alpha-2"`
	City         string   `json:"city"`
	Region       string   `json:"region"`
	PostalCode   string   `json:"postalCode"`
	Timezone     string   `json:"timezone" doc:"tz database name"`
	Roles        []string `json:"roles"`

	SecurityQuestion string `json:"securityQuestion"`
}

// CheckStep checks one step of the professional form; step 1 also asks whether the e-mail has
// an account already.
//
// Errors: [fault.ValidationError] (every broken rule of the step, in the order of the form; field duplicate
// where the e-mail has an account). Faults: [fault.TooManyTries].
func (c *Client) CheckStep(ctx context.Context, in StepInput, meta caller.Meta) (*StepAnswer, error) {
	step := in.Step
	if step == 0 {
		step = in.FilledStep()
	}
	lang := text.Language(meta.Lang)
	form, broken := form.ValidateProfessionalStep(step, in.Professional, lang)
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	if step == 1 {
		if err := c.refuseKnownProfessional(ctx, form, lang, meta); err != nil {
			return nil, err
		}
	}
	return &StepAnswer{Step: step, ValidationErrors: fault.Violations{}}, nil
}

// Create signs a professional up. The account is pending verification, and the welcome mail
// that sets username and password is enqueued. With an idempotency key a second call of the same content
// gives the same answer.
//
// Errors: [fault.ValidationError] (every broken rule of all three steps; field duplicate where the e-mail has an
// account). Faults: [fault.TooManyTries], [fault.IdempotencyKeyInvalid], [fault.IdempotencyMismatch], [fault.InProgress],
// [fault.Saturated].
func (c *Client) Create(ctx context.Context, in form.Professional, meta caller.Meta) (*Answer, error) {
	call := core.IdempotentCall{Scope: core.ScopeOf(core.CallCreateProfessional), Key: meta.IdempotencyKey, Request: in, Chosen: []secret.Secret{in.SecurityAnswer, in.SecurityCode}, Lang: meta.Lang}
	return core.Idempotent(ctx, c.core, call, func(claim *core.IdempotencyClaim) (*Answer, error) {
		return c.createProfessional(ctx, in, meta, claim)
	})
}

func (c *Client) createProfessional(ctx context.Context, in form.Professional, meta caller.Meta, claim *core.IdempotencyClaim) (*Answer, error) {
	lang := text.Language(meta.Lang)
	typed, broken := form.ValidateProfessional(in, lang)
	if len(broken) > 0 {
		return nil, &fault.ValidationError{Violations: broken}
	}
	if err := c.refuseKnownProfessional(ctx, typed, lang, meta); err != nil {
		return nil, err
	}
	made := c.newProfessional(typed, lang)
	// Hashing comes after everything that is cheap to refuse, and before the transaction.
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
	err = c.core.Tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		if err := c.insertProfessional(ctx, q, tx, made, core.ActorRegistrant); err != nil {
			return err
		}
		return claim.Store(ctx, q, answer)
	})
	if err != nil {
		return nil, c.core.CountDuplicate(ctx, err, meta)
	}
	c.core.Log.Info("professional signed up", "professional", answer.ProfessionalID)
	return answer, nil
}

// refuseKnownProfessional tells a professional whose e-mail has an account, within the limit of answers
// that tell so.
func (c *Client) refuseKnownProfessional(ctx context.Context, typed form.Professional, lang string, meta caller.Meta) error {
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

func professionalAnswer(p form.Professional, made professionalRow) *Answer {
	return &Answer{
		ProfessionalID: made.id.String(), UserID: made.account.ID.String(), State: Pending,
		Name:  Person{Title: p.Title, FirstName: p.FirstName, LastName: p.LastName, Credentials: p.Credentials},
		Email: p.Email, PhoneCountryCode: p.PhoneCountryCode, PhoneNumber: p.PhoneNumber, PhoneExtension: p.PhoneExtension,
		HearAboutUs: p.HearAboutUs, ReferralBenchOfficerName: p.ReferralBenchOfficerName,
		ReferralBenchOfficerPosition: p.ReferralBenchOfficerPosition, ReferralColleagueName: p.ReferralColleagueName,
		ReferralColleagueRole: p.ReferralColleagueRole, ReferralOtherExplain: p.ReferralOtherExplain,
		PracticeName: p.PracticeName, AddressLine1: p.AddressLine1, AddressLine2: p.AddressLine2, Country: p.Country,
		City: p.City, Region: p.Region, PostalCode: p.PostalCode, Timezone: p.Timezone, Roles: append([]string{}, p.Roles...),
		SecurityQuestion: p.SecurityQuestion,
	}
}
