package form

import (
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/text"
)

// The codes for invited persons.
const (
	CodeInvitationUnreachable text.Code = "invitation_unreachable"
	CodeInvitationLocale      text.Code = "invitation_locale_unknown"
)

// InvitedPerson is an invitee: with an email address, or with a phone if the email isn't known.
type InvitedPerson struct {
	FirstName        string `json:"firstName"`
	LastName         string `json:"lastName"`
	Email            string `json:"email,omitempty"`
	PhoneCountryCode string `json:"phoneCountryCode,omitempty" doc:"With or without +; default +1"`
	PhoneNumber      string `json:"phoneNumber,omitempty" doc:"Required if there is no email"`
}

// CountryCode returns the phone's country code, or nil without a phone number.
func (p InvitedPerson) CountryCode() *string {
	if p.PhoneNumber == "" {
		return nil
	}
	return &p.PhoneCountryCode
}

// Guest checks an invitee. prefix is the start of the field names.
func (v *Violator) Guest(prefix string, p InvitedPerson) InvitedPerson {
	p.FirstName = v.Check(prefix+"firstName", RuleName, p.FirstName)
	p.LastName = v.Check(prefix+"lastName", RuleName, p.LastName)
	p.Email = v.Check(prefix+"email", RuleEmailOptional, p.Email)
	if Digits(p.PhoneNumber) == "" {
		p.PhoneCountryCode = ""
	} else {
		p.PhoneCountryCode = v.phoneCountryCode(prefix+"phoneCountryCode", p.PhoneCountryCode)
	}
	p.PhoneNumber = v.Check(prefix+"phoneNumber", RulePhoneOptional, p.PhoneNumber)
	if p.Email == "" && p.PhoneNumber == "" {
		v.Add(prefix+"email", CodeInvitationUnreachable, nil)
	}
	return p
}

// Locale checks the language of an invitation. An empty one means the caller's.
func (v *Violator) Locale(locale string) {
	if tag := strings.ReplaceAll(locale, "_", "-"); tag != "" && tag != "es-MX" && !slices.Contains(text.Languages, tag) {
		v.Add("locale", CodeInvitationLocale, nil)
	}
}
