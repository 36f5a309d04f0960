package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/invite"
)

// Case is a new case from the firm's own system.
type Case struct {
	Number    string `json:"number"`
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Email     string `json:"email"`
	Language  string `json:"language"` // en, es or es_MX
}

// Opened is the result for one case: the invitation, and the code that pays for the client.
type Opened struct {
	Number     string `json:"number"`
	Invitation string `json:"invitation,omitempty"`
	Code       string `json:"code,omitempty"`
	Refused    string `json:"refused,omitempty"` // the mistake, in the case's language
}

// firm acts for one professional and issues the codes of one batch.
type firm struct {
	client         *sdk.Client
	professionalID string
	batchID        string
}

// openAll opens a case for each line. It reports a case that breaks a rule and continues with the next one; any
// other error stops it.
func (f firm) openAll(ctx context.Context, in io.Reader, out io.Writer) error {
	lines, report := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var c Case
		switch err := lines.Decode(&c); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("cases: %w", err)
		}
		opened, err := f.open(ctx, c)
		if err != nil {
			return fmt.Errorf("case %s: %w", c.Number, err)
		}
		if err := report.Encode(opened); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
}

// open invites the client and issues a code to them. The case's number is the idempotency key of both calls, so a repeated
// case, for example after a crash, is invited once and gets one code. It returns [codes.BatchEmpty] when no code is
// left.
func (f firm) open(ctx context.Context, c Case) (Opened, error) {
	opened := Opened{Number: c.Number}
	meta := caller.Meta{Lang: c.Language, IdempotencyKey: "case/" + c.Number}
	invitations, err := f.client.Invite.Create(ctx, f.professionalID, invite.Input{
		Parent: form.InvitedPerson{FirstName: c.FirstName, LastName: c.LastName, Email: c.Email}, Locale: c.Language,
	}, meta)
	var invalid *fault.ValidationError
	if errors.As(err, &invalid) {
		opened.Refused = invalid.Violations[0].Text
		return opened, nil
	}
	if err != nil {
		return opened, err
	}
	opened.Invitation = invitations[0].ID
	code, err := f.client.Codes.Issue(ctx, f.professionalID, f.batchID, codes.IssueInput{IssuedTo: "Case " + c.Number, Email: c.Email, Locale: c.Language}, meta)
	if err != nil {
		return opened, err
	}
	opened.Code = code.Code
	return opened, nil
}
