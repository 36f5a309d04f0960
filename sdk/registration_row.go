package sdk

import (
	"encoding/json"
	"fmt"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// registrationRow is a registration as the database keeps it.
type registrationRow = db.Registration

// draft is a registration with what its row keeps as JSON. Decisions are made on it.
type draft struct {
	row      registrationRow
	coParent *CoParent
	children []Child
	address  *Address
	referral *Referral
}

func draftOf(row registrationRow) (*draft, error) {
	d := &draft{row: row, children: []Child{}}
	for _, column := range []struct {
		name string
		raw  []byte
		into any
	}{
		{"co_parent", row.CoParent, &d.coParent},
		{"children", row.Children, &d.children},
		{"address", row.Address, &d.address},
		{"referral", row.Referral, &d.referral},
	} {
		if column.raw == nil {
			continue
		}
		if err := json.Unmarshal(column.raw, column.into); err != nil {
			return nil, fmt.Errorf("registration %s: column %s: %w", row.ID, column.name, err)
		}
	}
	return d, nil
}

// columns gives the row with the JSON columns written.
func (d *draft) columns() (registrationRow, error) {
	row := d.row
	var err error
	write := func(value any, present bool) []byte {
		if !present || err != nil {
			return nil
		}
		var raw []byte
		raw, err = json.Marshal(value)
		return raw
	}
	row.CoParent = write(d.coParent, d.coParent != nil)
	row.Children = write(d.children, true)
	row.Address = write(d.address, d.address != nil)
	row.Referral = write(d.referral, d.referral != nil)
	return row, err
}

// saveParams returns every column, and the event of the change. It is the one place in Go that names them all.
func saveParams(row registrationRow, kind string, sections []Section) db.SaveRegistrationParams {
	names := make([]string, len(sections))
	for i, s := range sections {
		names[i] = string(s)
	}
	if row.Arms == nil {
		row.Arms = []byte(`{}`)
	}
	return db.SaveRegistrationParams{
		ID: row.ID, KeyHash: row.KeyHash, InvitationID: row.InvitationID, CreatedAt: row.CreatedAt,
		Arms: row.Arms, LastCompletedStep: row.LastCompletedStep, CustomPending: row.CustomPending,
		ParentFirstName: row.ParentFirstName, ParentLastName: row.ParentLastName,
		ParentEmail: row.ParentEmail, ParentEmailKey: row.ParentEmailKey,
		ParentPhoneCountryCode: row.ParentPhoneCountryCode, ParentPhoneNumber: row.ParentPhoneNumber,
		ParentPhoneKey: row.ParentPhoneKey, ParentTimeZone: row.ParentTimeZone,
		ParentDuplicateConfirmed: row.ParentDuplicateConfirmed,
		CoParent:                 row.CoParent, KnowsCoParentEmail: row.KnowsCoParentEmail,
		CoParentDuplicateConfirmed: row.CoParentDuplicateConfirmed, Children: row.Children,
		PackageID: row.PackageID, ProductID: row.ProductID, Services: row.Services, PayForCoparent: row.PayForCoparent,
		Address: row.Address, ConfirmedCountry: row.ConfirmedCountry, PricingGroup: row.PricingGroup, Referral: row.Referral,
		SecurityQuestion: row.SecurityQuestion, SecurityAnswerHash: row.SecurityAnswerHash, SecurityCodeHash: row.SecurityCodeHash,
		ReferrerKey: row.ReferrerKey, SelectionCode: row.SelectionCode, AnonymousID: row.AnonymousID,
		AnalyticsIdentify: row.AnalyticsIdentify, Locale: row.Locale, UpdatedAt: row.UpdatedAt, ExpiresAt: row.ExpiresAt,
		EventID: newID(), Kind: kind, Actor: actorOf(row), Sections: names,
	}
}

// parent gives section PARENT; nil before step 1 and after the purge.
func (d *draft) parent() *Parent {
	r := &d.row
	if r.ParentEmail == nil {
		return nil
	}
	return &Parent{
		FirstName: orEmpty(r.ParentFirstName), LastName: orEmpty(r.ParentLastName), Email: orEmpty(r.ParentEmail),
		PhoneCountryCode: orEmpty(r.ParentPhoneCountryCode), PhoneNumber: orEmpty(r.ParentPhoneNumber),
		TimeZone: orEmpty(r.ParentTimeZone),
	}
}

func (d *draft) setParent(p Parent) {
	r := &d.row
	r.ParentFirstName, r.ParentLastName = &p.FirstName, &p.LastName
	r.ParentEmail, r.ParentEmailKey = &p.Email, ptr(NormalizeEmail(p.Email))
	r.ParentPhoneCountryCode, r.ParentPhoneNumber = &p.PhoneCountryCode, &p.PhoneNumber
	r.ParentPhoneKey = optional(phoneKey(p.PhoneCountryCode, p.PhoneNumber))
}

// order gives section ORDER; nil while no package is chosen.
func (d *draft) order() *RegistrationOrder {
	r := &d.row
	if r.PackageID == nil {
		return nil
	}
	return &RegistrationOrder{
		OrderChoice:    OrderChoice{PackageID: int(*r.PackageID), ProductID: orEmpty(r.ProductID), Services: r.Services},
		PayForCoparent: r.PayForCoparent,
	}
}

func (d *draft) clearOrder() {
	d.row.PackageID, d.row.ProductID, d.row.Services = nil, nil, []string{}
	d.row.PayForCoparent, d.row.CustomPending = false, false
	d.row.LastCompletedStep = min(d.row.LastCompletedStep, 2)
}

// wire gives what the registration's owner may read: what was entered, less secrets.
func (d *draft) wire(state StepState) *Registration {
	guard := guardOf(stepGuards, state)
	return &Registration{
		SignupID:                   d.row.ID.String(),
		State:                      RegistrationState(d.row.State),
		LastCompletedStep:          int(d.row.LastCompletedStep),
		Next:                       guard.Next,
		Routes:                     guard.Routes,
		Parent:                     d.parent(),
		ParentDuplicateConfirmed:   d.row.ParentDuplicateConfirmed,
		CoParent:                   d.coParent,
		KnowsCoParentEmail:         d.row.KnowsCoParentEmail,
		CoParentDuplicateConfirmed: d.row.CoParentDuplicateConfirmed,
		Children:                   d.children,
		Order:                      d.order(),
		Address:                    d.address,
		ConfirmedCountry:           orEmpty(d.row.ConfirmedCountry),
		Referral:                   d.referral,
		SecurityQuestion:           orEmpty(d.row.SecurityQuestion),
		PricingGroup:               d.row.PricingGroup,
		ExpiresAt:                  d.row.ExpiresAt.UTC(),
	}
}

// phoneKey is what phones are looked up by: E.164, or country code and digits where the number can't be
// parsed. Empty where there is no number.
func phoneKey(countryCode, number string) string {
	if number == "" {
		return ""
	}
	p, _, err := parsePhone(countryCode, number)
	switch {
	case err != nil:
		return normalCountryCode(countryCode) + ":" + Digits(number)
	case p.E164 != "":
		return p.E164
	}
	return p.CountryCode + ":" + p.Digits
}

// nameKey is what first and last name are looked up by.
func nameKey(first, last string) string {
	return foldCase(NormalizeName(first)) + "|" + foldCase(NormalizeName(last))
}
