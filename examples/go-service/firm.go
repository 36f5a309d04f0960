package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/cojoin/cojoin/sdk"
)

// Case is what the firm's own system knows of a new case.
type Case struct {
	Number    string `json:"number"`
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Email     string `json:"email"`
	Language  string `json:"language"` // en, es or es_MX
}

// Opened is what became of it: the invitation, and the code that pays for the client.
type Opened struct {
	Number     string `json:"number"`
	Invitation string `json:"invitation,omitempty"`
	Code       string `json:"code,omitempty"`
	Refused    string `json:"refused,omitempty"` // what to put right, in the case's language
}

// firm works on behalf of one professional, and gives out the codes of one batch.
type firm struct {
	client         *sdk.Client
	professionalID string
	batchID        string
}

// openAll opens a case for each line. A case that breaks a rule is reported and the next one is opened; an
// error that isn't the case's own ends it all.
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

// open invites the client and gives them a code. The case's number is the key of both calls, so that a case
// that is sent twice, or after a crash, is invited once and gets one code. Fault: [sdk.CodeBatchEmpty] when
// codes have to be bought.
func (f firm) open(ctx context.Context, c Case) (Opened, error) {
	opened := Opened{Number: c.Number}
	meta := sdk.CallMeta{Lang: c.Language, IdempotencyKey: "case/" + c.Number}
	invitations, err := f.client.CreateInvitation(ctx, f.professionalID, sdk.InvitationInput{
		Parent: sdk.InvitedPerson{FirstName: c.FirstName, LastName: c.LastName, Email: c.Email}, Locale: c.Language,
	}, meta)
	var invalid *sdk.ValidationError
	if errors.As(err, &invalid) {
		opened.Refused = invalid.Violations[0].Text
		return opened, nil
	}
	if err != nil {
		return opened, err
	}
	opened.Invitation = invitations[0].ID
	code, err := f.client.IssueSubscriptionCode(ctx, f.professionalID, f.batchID, sdk.IssueInput{IssuedTo: "Case " + c.Number, Email: c.Email, Locale: c.Language}, meta)
	if err != nil {
		return opened, err
	}
	opened.Code = code.Code
	return opened, nil
}
