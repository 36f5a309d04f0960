package sdk

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// The fields under which a duplicate is reported.
const (
	fieldDuplicate        = "duplicate"        // certain: the widget goes to /duplicate
	fieldDuplicateWarning = "duplicateWarning" // likely: may be sent again, confirmed
)

// duplicateAnswer is what the accounts say about a person: certain means that the person has an account,
// likely that somebody with the same marks has.
type duplicateAnswer struct{ certain, likely bool }

// judge decides what a person is told, and whether a duplicate counts as confirmed.
func (a duplicateAnswer) judge(confirmed bool) (field string, keep bool) {
	switch {
	case a.certain:
		return fieldDuplicate, false
	case a.likely && !confirmed:
		return fieldDuplicateWarning, false
	}
	return "", a.likely
}

// checkDuplicates asks, for the parent and the co-parent that a call brings, whether they have an account,
// and keeps on the draft what was confirmed. Every question is one statement that looks at everything, so
// that its time tells no more than its answer.
func (c *Client) checkDuplicates(ctx context.Context, q *db.Queries, before, d *draft, sections []Section, in RegistrationInput, lang string) error {
	parentToo := slices.Contains(sections, SectionParent) || slices.Contains(sections, SectionName)
	familyToo := slices.Contains(sections, SectionFamily)
	var told Violations
	if parentToo {
		found, err := parentDuplicate(ctx, q, d)
		if err != nil {
			return err
		}
		confirmed := in.ParentDuplicateConfirmed || before.row.ParentDuplicateConfirmed && sameParent(before, d)
		field, keep := found.judge(confirmed)
		d.row.ParentDuplicateConfirmed = keep
		switch field {
		case fieldDuplicate:
			told = append(told, violation(field, CodeParentDuplicate, lang, c.supportArgs(d)))
		case fieldDuplicateWarning:
			told = append(told, violation(field, CodeParentDuplicateLikely, lang, c.supportArgs(d)))
		}
	}
	if familyToo {
		found, err := c.coParentDuplicate(ctx, q, d)
		if err != nil {
			return err
		}
		confirmed := in.CoParentDuplicateConfirmed || before.row.CoParentDuplicateConfirmed && sameCoParent(before, d)
		field, keep := found.judge(confirmed)
		d.row.CoParentDuplicateConfirmed = keep
		switch field {
		case fieldDuplicate:
			told = append(told, violation(field, CodeCoParentDuplicate, lang, c.supportArgs(d)))
		case fieldDuplicateWarning:
			told = append(told, violation(field, CodeCoParentDuplicateLikely, lang, c.supportArgs(d)))
		}
	}
	if len(told) > 0 {
		return &ValidationError{Violations: told}
	}
	return nil
}

func parentDuplicate(ctx context.Context, q *db.Queries, d *draft) (duplicateAnswer, error) {
	p := d.parent()
	row, err := q.CheckParentDuplicate(ctx, NormalizeEmail(p.Email), phoneKey(p.PhoneCountryCode, p.PhoneNumber), nameKey(p.FirstName, p.LastName))
	if err != nil {
		return duplicateAnswer{}, fmt.Errorf("check parent duplicate: %w", err)
	}
	return duplicateAnswer{certain: row.Certain, likely: row.Likely}, nil
}

// coParentDuplicate is certain only where that person has already invited this parent. Any other account,
// in whichever family, is one and the same warning: nobody learns of another's other family.
func (c *Client) coParentDuplicate(ctx context.Context, q *db.Queries, d *draft) (duplicateAnswer, error) {
	co := d.coParent
	row, err := q.CheckCoParentDuplicate(ctx, db.CheckCoParentDuplicateParams{
		ParentEmailKey: orEmpty(d.row.ParentEmailKey), Now: c.now(),
		EmailKey: NormalizeEmail(co.Email), PhoneKey: phoneKey(co.PhoneCountryCode, co.PhoneNumber),
		NameKey: nameKey(co.FirstName, co.LastName),
	})
	if err != nil {
		return duplicateAnswer{}, fmt.Errorf("check co-parent duplicate: %w", err)
	}
	return duplicateAnswer{certain: row.Certain, likely: row.Likely}, nil
}

func sameParent(a, b *draft) bool {
	p, q := a.parent(), b.parent()
	return p != nil && q != nil && EqualEmails(p.Email, q.Email) &&
		nameKey(p.FirstName, p.LastName) == nameKey(q.FirstName, q.LastName) &&
		phoneKey(p.PhoneCountryCode, p.PhoneNumber) == phoneKey(q.PhoneCountryCode, q.PhoneNumber)
}

func sameCoParent(a, b *draft) bool {
	p, q := a.coParent, b.coParent
	return p != nil && q != nil && NormalizeEmail(p.Email) == NormalizeEmail(q.Email) &&
		nameKey(p.FirstName, p.LastName) == nameKey(q.FirstName, q.LastName) &&
		phoneKey(p.PhoneCountryCode, p.PhoneNumber) == phoneKey(q.PhoneCountryCode, q.PhoneNumber)
}

// supportArgs are the placeholders of the duplicate texts.
func (c *Client) supportArgs(d *draft) map[string]any {
	country := ""
	if p := d.parent(); p != nil {
		if phone, err := ParsePhone(p.PhoneCountryCode, p.PhoneNumber); err == nil {
			country = phone.Region
		}
	}
	if d.address != nil {
		country = d.address.Country
	}
	return map[string]any{"phone": c.cfg.Site.SupportPhone(country)}
}

// peekDuplicateLimit refuses an address that has found many accounts already, before it is told of another.
func (c *Client) peekDuplicateLimit(ctx context.Context, sections []Section, meta CallMeta) error {
	if !asksForPersons(sections) {
		return nil
	}
	return c.peekEvents(ctx, c.q, limitDuplicates, c.cfg.Limits.Duplicates, meta.ClientAddr)
}

// asksForPersons reports whether a call's sections name somebody who may have an account.
func asksForPersons(sections []Section) bool {
	return slices.ContainsFunc([]Section{SectionParent, SectionName, SectionFamily}, func(s Section) bool { return slices.Contains(sections, s) })
}

// duplicateSubject is whom [Client.peekDuplicateLimit] limits; nil for nobody.
func (c *Client) duplicateSubject(sections []Section, meta CallMeta) []byte {
	if meta.ClientAddr == "" || !asksForPersons(sections) {
		return nil
	}
	return c.limitSubject(limitDuplicates, []string{meta.ClientAddr})
}

// countDuplicate counts an answer that told somebody of an account, and gives the error back. Counting
// stands outside the transaction, which was rolled back.
func (c *Client) countDuplicate(ctx context.Context, err error, meta CallMeta) error {
	var invalid *ValidationError
	if !errors.As(err, &invalid) || !slices.ContainsFunc(invalid.Violations, func(v Violation) bool {
		return v.Field == fieldDuplicate || v.Field == fieldDuplicateWarning
	}) {
		return err
	}
	if _, limited := c.countEvent(ctx, c.q, limitDuplicates, c.cfg.Limits.Duplicates, meta.ClientAddr); limited != nil {
		return limited
	}
	return err
}
