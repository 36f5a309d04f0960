package sdktest

import (
	"fmt"
	"testing"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/secret"
)

// ReadyProfessional returns a complete and valid professional sign-up of an attorney in Pennsylvania. Each number gives another email address and
// phone.
func ReadyProfessional(number int) form.Professional {
	return form.Professional{
		Title: "MS", FirstName: "Pat", LastName: "Lee", Credentials: "J.D.", Email: fmt.Sprintf("pat.lee.%d@example.com", number),
		PhoneCountryCode: "+1", PhoneNumber: fmt.Sprintf("61055%05d", number), PhoneExtension: "12",
		HearAboutUs: form.ReferralColleague, ReferralColleagueName: "Sam Stone", ReferralColleagueRole: "ATTORNEY",
		PracticeName: "Lee Family Law", AddressLine1: "12 Main Street", AddressLine2: "Floor 2", Country: "US", City: "Pittsburgh",
		Region: "PA", PostalCode: "15213", Timezone: "America/New_York", Roles: []string{"ATTORNEY", "MEDIATOR"},
		SecurityQuestion: "What was the name of your first pet?", SecurityAnswer: "Señor Bigotes",
		SecurityCode: "0427", SecurityCodeConfirm: "0427",
	}
}

// Professional is a professional's account with credentials, and a token of the command line.
type Professional struct {
	ProfessionalID, UserID, Email, Username string
	Password, Token                         secret.Secret
}

// SignUpProfessional signs up a professional in the usual way: form, welcome mail, credentials, login. It runs the due jobs.
func (e *Env) SignUpProfessional(t testing.TB) Professional {
	t.Helper()
	number := int(e.number.Add(1))
	in := ReadyProfessional(number)
	made, err := e.Client.Professional.Create(t.Context(), in, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	e.RunJobs(t)
	p := Professional{
		ProfessionalID: made.ProfessionalID, UserID: made.UserID, Email: in.Email,
		Username: fmt.Sprintf("pat.lee.%d", number), Password: "corr3ct-horse-battery",
	}
	credentials := secret.Secret(e.Mailbox.Link(email.ProfessionalWelcome).Get("token"))
	if _, err := e.Client.Account.SetCredentials(t.Context(), credentials, account.CredentialsInput{Username: p.Username, Password: p.Password}, caller.Meta{Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	login, err := e.Client.Professional.CreateAccessToken(t.Context(), p.Username, p.Password, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	p.Token = secret.Secret(login.Token)
	return p
}
