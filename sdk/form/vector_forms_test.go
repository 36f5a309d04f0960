package form

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

const vectorLang = "es" // any language works: violations are compared by code

var vectorForms = map[string]func(t *testing.T, in json.RawMessage) (any, fault.Violations){
	"parent": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		p, v := ValidateParent(decoded[Parent](t, in), vectorLang)
		return map[string]any{
			"firstName": p.FirstName, "lastName": p.LastName, "email": p.Email,
			"phoneCountryCode": p.PhoneCountryCode, "phoneNumber": p.PhoneNumber,
		}, v
	},
	"family": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		family := decoded[struct {
			Parent             Parent
			CoParent           CoParent
			KnowsCoParentEmail *bool
			Children           []Child
		}](t, in)
		c, children, v := ValidateFamily(family.Parent, FamilyInput{
			CoParent: &family.CoParent, KnowsCoParentEmail: family.KnowsCoParentEmail, Children: family.Children,
		}, vectorLang)
		kept := []any{}
		for _, child := range children {
			kept = append(kept, map[string]any{"firstName": child.FirstName, "lastName": child.LastName, "email": child.Email})
		}
		return map[string]any{"coParent": map[string]any{
			"firstName": c.FirstName, "lastName": c.LastName, "email": c.Email,
			"phoneCountryCode": c.PhoneCountryCode, "phoneNumber": c.PhoneNumber,
		}, "children": kept}, v
	},
	"emailPrompt": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		prompt := decoded[struct{ Email, ParentEmail string }](t, in)
		v := Violator{Lang: vectorLang}
		email := v.Check("email", RuleEmailPrompt, prompt.Email)
		if EqualEmails(email, prompt.ParentEmail) {
			v.Add("email", CodeCoParentEmailSame, nil)
		}
		return pair(email, v.Found)
	},
	"address": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		zone := decoded[struct{ TimeZone string }](t, in).TimeZone
		a, v := ValidateAddress(decoded[Address](t, in), zone, vectorLang)
		return map[string]any{
			"line1": a.Line1, "line2": a.Line2, "city": a.City, "region": a.Region,
			"postalCode": a.PostalCode, "country": a.Country, "timeZone": zone,
		}, v
	},
	"referral": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		r, v := ValidateReferral(decoded[Referral](t, in), vectorLang)
		return map[string]any{"selection": r.Selection, "other": r.Other}, v
	},
	"securityQuestion": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		input := decoded[struct {
			SecurityQuestion string
			SecurityAnswer   secret.Secret
		}](t, in)
		question, answer, v := ValidateSecurityQuestion(input.SecurityQuestion, input.SecurityAnswer, vectorLang)
		return map[string]any{"securityQuestion": question, "securityAnswer": answer.Reveal()}, v
	},
	"securityCode": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		input := decoded[struct{ SecurityCode, ConfirmCode secret.Secret }](t, in)
		code, v := ValidateSecurityCode(input.SecurityCode, input.ConfirmCode, vectorLang)
		return code.Reveal(), v
	},
	"username": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		return pair(ValidateUsername(decoded[string](t, in), vectorLang))
	},
	"password": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		input := decoded[struct {
			Password        secret.Secret
			Username, Email string
		}](t, in)
		return nil, ValidatePassword(input.Password, input.Username, input.Email, nil, vectorLang)
	},
	"consent": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		input := decoded[struct {
			Country            string
			TermsAndConditions bool
		}](t, in)
		return nil, ValidateConsent(input.Country, input.TermsAndConditions, vectorLang)
	},
	"inviteConsent": func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		input := decoded[struct{ AgreedBefore, TermsAndConditions bool }](t, in)
		return nil, ValidateInviteConsent(input.AgreedBefore, input.TermsAndConditions, vectorLang)
	},
	"professional1": professionalForm(1),
	"professional2": professionalForm(2),
	"professional3": professionalForm(3),
}

// professionalForm runs a step and returns every field of the form, with secrets in clear text, like the
// widget's form.
func professionalForm(step int) func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
	return func(t *testing.T, in json.RawMessage) (any, fault.Violations) {
		p, v := ValidateProfessionalStep(step, decoded[Professional](t, in), vectorLang)
		return map[string]any{
			"title": p.Title, "firstName": p.FirstName, "lastName": p.LastName, "credentials": p.Credentials, "email": p.Email,
			"phoneCountryCode": p.PhoneCountryCode, "phoneNumber": p.PhoneNumber, "phoneExtension": p.PhoneExtension,
			"hearAboutUs": p.HearAboutUs, "referralBenchOfficerName": p.ReferralBenchOfficerName,
			"referralBenchOfficerPosition": p.ReferralBenchOfficerPosition, "referralColleagueName": p.ReferralColleagueName,
			"referralColleagueRole": p.ReferralColleagueRole, "referralOtherExplain": p.ReferralOtherExplain,
			"practiceName": p.PracticeName, "addressLine1": p.AddressLine1, "addressLine2": p.AddressLine2, "country": p.Country,
			"city": p.City, "region": p.Region, "postalCode": p.PostalCode, "timezone": p.Timezone, "roles": p.Roles,
			"securityQuestion": p.SecurityQuestion, "securityAnswer": p.SecurityAnswer.Reveal(),
			"securityCode": p.SecurityCode.Reveal(), "securityCodeConfirm": p.SecurityCodeConfirm.Reveal(),
		}, v
	}
}

func pair[T any](value T, v fault.Violations) (any, fault.Violations) { return value, v }

func decoded[T any](t *testing.T, in json.RawMessage) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(in, &value); err != nil {
		t.Fatalf("%s: %v", in, err)
	}
	return value
}

// plain converts a value to its JSON-decoded form, to compare it with a vector's.
func plain(t *testing.T, value any) any {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return decoded[any](t, raw)
}

func asJSON(t *testing.T, args map[string]any) map[string]any {
	t.Helper()
	if args == nil {
		return nil
	}
	object, ok := plain(t, args).(map[string]any)
	if !ok {
		t.Fatal(fmt.Sprint("not an object: ", args))
	}
	return object
}
