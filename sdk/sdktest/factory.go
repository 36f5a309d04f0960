package sdktest

import (
	"fmt"
	"testing"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// Session is a sign-up started by a test.
type Session struct {
	SignupID string
	Key      secret.Secret
}

// ReadyToPay returns a complete and valid sign-up in Pennsylvania with package 2001. All sections are filled in, and Sections lists those required
// for the payment. Each number gives other email addresses and phones.
func ReadyToPay(number int) signup.Input {
	line2 := "Apt 4"
	return signup.Input{
		Sections: []signup.Section{signup.SectionParent, signup.SectionFamily, signup.SectionOrder, signup.SectionAddress, signup.SectionReferral},
		Parent: &form.Parent{
			FirstName: "Ana", LastName: "Diaz", Email: fmt.Sprintf("ana.diaz.%d@example.com", number),
			PhoneCountryCode: "+1", PhoneNumber: fmt.Sprintf("21555%05d", number), TimeZone: "America/New_York",
		},
		CoParent: &form.CoParent{
			FirstName: "Ben", LastName: "Diaz", Email: fmt.Sprintf("ben.diaz.%d@example.com", number),
			PhoneCountryCode: "+1", PhoneNumber: fmt.Sprintf("41255%05d", number),
		},
		Children: []form.Child{{FirstName: "Cleo", LastName: "Diaz"}, {FirstName: "Dan", LastName: "Diaz", Email: fmt.Sprintf("dan.%d@example.com", number)}},
		Order:    &signup.Order{OrderChoice: form.OrderChoice{PackageID: 2001}},
		Address: &form.Address{
			Line1: "1 Market Street", Line2: &line2, City: "Philadelphia", Region: "PA", PostalCode: "19103", Country: "US",
		},
		Referral:         &form.Referral{Selection: "SEARCH_ENGINE"},
		SecurityQuestion: "What was the name of your first pet?",
		SecurityAnswer:   "Señor Bigotes",
		SecurityCode:     "0427",
		ConfirmCode:      "0427",
	}
}

// SignUp starts a sign-up that is ready for the payment. The changes apply to its input first: set Sections to stop earlier.
func (e *Env) SignUp(t testing.TB, change ...func(*signup.Input)) Session {
	t.Helper()
	in := ReadyToPay(int(e.number.Add(1)))
	for _, f := range change {
		f(&in)
	}
	answer, err := e.Client.Signup.Create(t.Context(), in, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	return Session{SignupID: answer.SignupID, Key: secret.Secret(answer.RegistrationKey)}
}
