package sdktest

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk"
)

// ReadyProfessional is a complete and valid professional sign-up of an attorney in Pennsylvania. The number
// makes an e-mail address and a phone of its own.
func ReadyProfessional(number int) sdk.Professional {
	return sdk.Professional{
		Title: "MS", FirstName: "Pat", LastName: "Lee", Credentials: "J.D.", Email: fmt.Sprintf("pat.lee.%d@example.com", number),
		PhoneCountryCode: "+1", PhoneNumber: fmt.Sprintf("61055%05d", number), PhoneExtension: "12",
		HearAboutUs: sdk.ReferralColleague, ReferralColleagueName: "Sam Stone", ReferralColleagueRole: "ATTORNEY",
		PracticeName: "Lee Family Law", AddressLine1: "12 Main Street", AddressLine2: "Floor 2", Country: "US", City: "Pittsburgh",
		Region: "PA", PostalCode: "15213", Timezone: "America/New_York", Roles: []string{"ATTORNEY", "MEDIATOR"},
		SecurityQuestion: "What was the name of your first pet?", SecurityAnswer: "Señor Bigotes",
		SecurityCode: "0427", SecurityCodeConfirm: "0427",
	}
}
