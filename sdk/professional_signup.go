package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/text"
)

// ProfessionalStepInput is one step of the professional form, to be checked before the next is shown.
type ProfessionalStepInput struct {
	Step int `json:"step,omitempty" doc:"1 to 3; left out, the last step of which something is filled in, else 1"`
	Professional
}

// ProfessionalStepAnswer says that a step is good.
type ProfessionalStepAnswer struct {
	Step             int        `json:"step" doc:"The step that was checked"`
	ValidationErrors Violations `json:"validationErrors" doc:"Always empty here: broken rules answer 409"`
}

// ProfessionalPerson is how a professional is addressed.
type ProfessionalPerson struct {
	Title       string `json:"title,omitempty" doc:"MR, MS, MRS, HONORABLE or DOCTOR"`
	FirstName   string `json:"firstName"`
	LastName    string `json:"lastName"`
	Credentials string `json:"credentials,omitempty"`
}

// ProfessionalAnswer is a professional's new account: what was entered, normalised, less security answer
// and code.
type ProfessionalAnswer struct {
	ProfessionalID string             `json:"professionalId"`
	UserID         string             `json:"userId"`
	State          ProfessionalState  `json:"state" enum:"pending_verification,verified,suspended"`
	Name           ProfessionalPerson `json:"name"`

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

// CheckProfessionalStep checks one step of the professional form; step 1 also asks whether the e-mail has
// an account already.
//
// Errors: [ValidationError] (every broken rule of the step, in the order of the form; field duplicate
// where the e-mail has an account). Faults: [TooManyTries].
func (c *Client) CheckProfessionalStep(ctx context.Context, in ProfessionalStepInput, meta CallMeta) (*ProfessionalStepAnswer, error) {
	step := in.Step
	if step == 0 {
		step = in.filledStep()
	}
	lang := text.Language(meta.Lang)
	form, broken := ValidateProfessionalStep(step, in.Professional, lang)
	if len(broken) > 0 {
		return nil, &ValidationError{Violations: broken}
	}
	if step == 1 {
		if err := c.refuseKnownProfessional(ctx, form, lang, meta); err != nil {
			return nil, err
		}
	}
	return &ProfessionalStepAnswer{Step: step, ValidationErrors: Violations{}}, nil
}

// CreateProfessional signs a professional up. The account is pending verification, and the welcome mail
// that sets username and password is enqueued. With an idempotency key a second call of the same content
// gives the same answer.
//
// Errors: [ValidationError] (every broken rule of all three steps; field duplicate where the e-mail has an
// account). Faults: [TooManyTries], [IdempotencyKeyInvalid], [IdempotencyMismatch], [InProgress],
// [Saturated].
func (c *Client) CreateProfessional(ctx context.Context, in Professional, meta CallMeta) (*ProfessionalAnswer, error) {
	call := idempotentCall{Scope: "professional_create", Key: meta.IdempotencyKey, Request: in, Lang: meta.Lang}
	return idempotent(ctx, c, call, func(claim *idempotencyClaim) (*ProfessionalAnswer, error) {
		return c.createProfessional(ctx, in, meta, claim)
	})
}

func (c *Client) createProfessional(ctx context.Context, in Professional, meta CallMeta, claim *idempotencyClaim) (*ProfessionalAnswer, error) {
	lang := text.Language(meta.Lang)
	form, broken := ValidateProfessional(in, lang)
	if len(broken) > 0 {
		return nil, &ValidationError{Violations: broken}
	}
	if err := c.refuseKnownProfessional(ctx, form, lang, meta); err != nil {
		return nil, err
	}
	made, err := c.newProfessional(form, lang)
	if err != nil {
		return nil, err
	}
	// Hashing comes after everything that is cheap to refuse, and before the transaction.
	answerHash, err := c.hasher.hash(ctx, []byte(FoldSecurityAnswer(form.SecurityAnswer).Reveal()))
	if err != nil {
		return nil, err
	}
	codeHash, err := c.hashSecurityCode(ctx, form.SecurityCode)
	if err != nil {
		return nil, err
	}
	made.account.SecurityAnswerHash, made.account.SecurityCodeHash = &answerHash, &codeHash
	answer := professionalAnswer(form, made)
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		if err := c.insertProfessional(ctx, q, tx, made, actorRegistrant); err != nil {
			return err
		}
		return claim.store(ctx, q, answer)
	})
	if err != nil {
		return nil, c.countDuplicate(ctx, err, meta)
	}
	c.cfg.Log.Info("professional signed up", "professional", answer.ProfessionalID)
	return answer, nil
}

// refuseKnownProfessional tells a professional whose e-mail has an account, within the limit of answers
// that tell so.
func (c *Client) refuseKnownProfessional(ctx context.Context, form Professional, lang string, meta CallMeta) error {
	if err := c.peekEvents(ctx, c.q, limitDuplicates, c.cfg.Limits.Duplicates, meta.ClientAddr); err != nil {
		return err
	}
	_, err := c.q.FindAccountByEmail(ctx, NormalizeEmail(form.Email))
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find account of professional: %w", err)
	}
	return c.countDuplicate(ctx, c.professionalExists(form.Country, lang), meta)
}

func professionalAnswer(p Professional, made professionalRow) *ProfessionalAnswer {
	return &ProfessionalAnswer{
		ProfessionalID: made.row.ID.String(), UserID: made.account.ID.String(), State: ProfessionalPending,
		Name:  ProfessionalPerson{Title: p.Title, FirstName: p.FirstName, LastName: p.LastName, Credentials: p.Credentials},
		Email: p.Email, PhoneCountryCode: p.PhoneCountryCode, PhoneNumber: p.PhoneNumber, PhoneExtension: p.PhoneExtension,
		HearAboutUs: p.HearAboutUs, ReferralBenchOfficerName: p.ReferralBenchOfficerName,
		ReferralBenchOfficerPosition: p.ReferralBenchOfficerPosition, ReferralColleagueName: p.ReferralColleagueName,
		ReferralColleagueRole: p.ReferralColleagueRole, ReferralOtherExplain: p.ReferralOtherExplain,
		PracticeName: p.PracticeName, AddressLine1: p.AddressLine1, AddressLine2: p.AddressLine2, Country: p.Country,
		City: p.City, Region: p.Region, PostalCode: p.PostalCode, Timezone: p.Timezone, Roles: append([]string{}, p.Roles...),
		SecurityQuestion: p.SecurityQuestion,
	}
}

// filledStep is the last step of which something is filled in, or the first.
func (p Professional) filledStep() int {
	switch {
	case p.SecurityQuestion != "" || p.SecurityAnswer != "" || p.SecurityCode != "" || p.SecurityCodeConfirm != "":
		return 3
	case p.PracticeName != "" || p.AddressLine1 != "" || p.AddressLine2 != "" || p.Country != "" || p.City != "" ||
		p.Region != "" || p.PostalCode != "" || p.Timezone != "" || len(p.Roles) > 0:
		return 2
	}
	return 1
}
