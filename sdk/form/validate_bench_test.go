package form_test

import (
	"testing"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/signup"
)

// wholeRegistration returns the complete input of a family with two children.
func wholeRegistration() (signup.Input, string) {
	line2 := "Apt 3"
	return signup.Input{
		Parent:   &form.Parent{FirstName: "María", LastName: "O\u2019Brien", Email: "Maria@Example.com", PhoneCountryCode: "+1", PhoneNumber: "(415) 555-0132"},
		CoParent: &form.CoParent{FirstName: "Luis", LastName: "López", Email: "luis@example.com", PhoneCountryCode: "+1", PhoneNumber: "415-555-0177"},
		Children: []form.Child{
			{FirstName: "Eva", LastName: "López", Email: "eva@example.com"},
			{FirstName: "Leo", LastName: "López"},
		},
		Address:          &form.Address{Line1: "12 Main St", Line2: &line2, City: "Pittsburgh", Region: "PA", PostalCode: "15213-3890", Country: "US"},
		Referral:         &form.Referral{Selection: "COURT_ORDERED", Other: "Allegheny County"},
		SecurityQuestion: "What was the name of your first pet?", SecurityAnswer: "Patches",
		SecurityCode: "0420", ConfirmCode: "0420",
	}, "America/New_York"
}

func validateAll(in signup.Input, timeZone string) (broken int) {
	parent, v := form.ValidateParent(*in.Parent, "en")
	broken += len(v)
	_, _, v = form.ValidateFamily(parent, form.FamilyInput{CoParent: in.CoParent, KnowsCoParentEmail: in.KnowsCoParentEmail, Children: in.Children}, "en")
	broken += len(v)
	_, v = form.ValidateAddress(*in.Address, timeZone, "en")
	broken += len(v)
	_, v = form.ValidateReferral(*in.Referral, "en")
	broken += len(v)
	_, _, v = form.ValidateSecurityQuestion(in.SecurityQuestion, in.SecurityAnswer, "en")
	broken += len(v)
	_, v = form.ValidateSecurityCode(in.SecurityCode, in.ConfirmCode, "en")
	return broken + len(v)
}

// The whole validation of a registration must stay under 20 µs and 100 allocations.
func BenchmarkValidateRegistration(b *testing.B) {
	in, timeZone := wholeRegistration()
	b.ReportAllocs()
	for b.Loop() {
		if validateAll(in, timeZone) != 0 {
			b.Fatal("broken")
		}
	}
}

// Allocations don't depend on the machine, so a test checks their limit.
func TestValidateRegistrationAllocations(t *testing.T) {
	in, timeZone := wholeRegistration()
	if broken := validateAll(in, timeZone); broken != 0 {
		t.Fatalf("%d broken rules", broken)
	}
	if allocs := testing.AllocsPerRun(100, func() { validateAll(in, timeZone) }); allocs >= 100 {
		t.Errorf("%v allocations, want fewer than 100", allocs)
	}
}

func BenchmarkParsePhone(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := form.ParsePhone("+1", "(415) 555-0132"); err != nil {
			b.Fatal(err)
		}
	}
}
