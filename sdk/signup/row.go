package signup

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
)

// Row is a registration as the database stores it.
type Row = db.Registration

// Draft is a registration with its JSON columns decoded. Decisions are made on it.
type Draft struct {
	Row      Row
	CoParent *form.CoParent
	Children []form.Child
	Address  *form.Address
	Referral *form.Referral
}

// DraftOf decodes a registration's row.
func DraftOf(row Row) (*Draft, error) {
	d := &Draft{Row: row}
	for _, column := range []struct {
		name string
		raw  []byte
		into any
	}{
		{"co_parent", row.CoParent, &d.CoParent},
		{"children", row.Children, &d.Children},
		{"address", row.Address, &d.Address},
		{"referral", row.Referral, &d.Referral},
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

// Columns returns the row with the JSON columns written.
func (d *Draft) Columns() (Row, error) {
	row := d.Row
	var err error
	write := func(value any, present bool) []byte {
		if !present || err != nil {
			return nil
		}
		var raw []byte
		raw, err = json.Marshal(value)
		return raw
	}
	row.CoParent = write(d.CoParent, d.CoParent != nil)
	row.Children = write(d.Children, true)
	row.Address = write(d.Address, d.Address != nil)
	row.Referral = write(d.Referral, d.Referral != nil)
	return row, err
}

// SaveParams returns every column, and the event of the change. It is the one place in Go that names them all.
func SaveParams(row Row, kind string, sections []Section) db.SaveRegistrationParams {
	names := make([]string, len(sections))
	for i, s := range sections {
		names[i] = string(s)
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
		EventID: pg.NewID(), Kind: kind, Actor: actorOf(row), Sections: names,
	}
}

// Parent returns section PARENT; nil before step 1 and after the purge.
func (d *Draft) Parent() *form.Parent {
	r := &d.Row
	if r.ParentEmail == nil {
		return nil
	}
	return &form.Parent{
		FirstName: pg.OrEmpty(r.ParentFirstName), LastName: pg.OrEmpty(r.ParentLastName), Email: pg.OrEmpty(r.ParentEmail),
		PhoneCountryCode: pg.OrEmpty(r.ParentPhoneCountryCode), PhoneNumber: pg.OrEmpty(r.ParentPhoneNumber),
		TimeZone: pg.OrEmpty(r.ParentTimeZone),
	}
}

func (d *Draft) setParent(p form.Parent) {
	r := &d.Row
	r.ParentFirstName, r.ParentLastName = &p.FirstName, &p.LastName
	r.ParentEmail, r.ParentEmailKey = &p.Email, pg.Ptr(form.NormalizeEmail(p.Email))
	r.ParentPhoneCountryCode, r.ParentPhoneNumber = &p.PhoneCountryCode, &p.PhoneNumber
	r.ParentPhoneKey = pg.Optional(form.PhoneKey(p.PhoneCountryCode, p.PhoneNumber))
}

// Order returns section ORDER; nil while no package is chosen.
func (d *Draft) Order() *Order {
	r := &d.Row
	if r.PackageID == nil {
		return nil
	}
	return &Order{
		OrderChoice:    form.OrderChoice{PackageID: int(*r.PackageID), ProductID: pg.OrEmpty(r.ProductID), Services: r.Services},
		PayForCoparent: r.PayForCoparent,
	}
}

func (d *Draft) clearOrder() {
	d.Row.PackageID, d.Row.ProductID, d.Row.Services = nil, nil, []string{}
	d.Row.PayForCoparent, d.Row.CustomPending = false, false
	d.Row.LastCompletedStep = min(d.Row.LastCompletedStep, 2)
}

// wire returns what the registration's owner may read: what was entered, without secrets.
func (d *Draft) wire(state StepState) *Registration {
	guard := GuardOf(stepGuards, state)
	return &Registration{
		SignupID:                   d.Row.ID.String(),
		State:                      State(d.Row.State),
		LastCompletedStep:          int(d.Row.LastCompletedStep),
		Next:                       guard.Next,
		Routes:                     guard.Routes,
		Parent:                     d.Parent(),
		ParentDuplicateConfirmed:   d.Row.ParentDuplicateConfirmed,
		CoParent:                   d.CoParent,
		KnowsCoParentEmail:         d.Row.KnowsCoParentEmail,
		CoParentDuplicateConfirmed: d.Row.CoParentDuplicateConfirmed,
		Children:                   d.Children,
		Order:                      d.Order(),
		Address:                    d.Address,
		ConfirmedCountry:           pg.OrEmpty(d.Row.ConfirmedCountry),
		Referral:                   d.Referral,
		SecurityQuestion:           pg.OrEmpty(d.Row.SecurityQuestion),
		PricingGroup:               d.Row.PricingGroup,
		ExpiresAt:                  d.Row.ExpiresAt.UTC(),
	}
}

// InvitationLocale is the locale in which the co-parent is invited: the inviter's language, as used in Mexico
// if either of them lives there.
func (d *Draft) InvitationLocale() string {
	if d.Row.Locale != "es" {
		return d.Row.Locale
	}
	mexican := d.Address != nil && d.Address.Country == "MX"
	if co := d.CoParent; co != nil {
		phone, err := form.ParsePhone(co.PhoneCountryCode, co.PhoneNumber)
		mexican = mexican || err == nil && phone.Region == "MX"
	}
	if mexican {
		return "es-MX"
	}
	return d.Row.Locale
}

// Fresh reports whether the draft has no row yet.
func (d *Draft) Fresh() bool { return d.Row.ID == uuid.Nil }
