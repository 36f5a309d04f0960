package professionals_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
)

func TestCreateProfessional(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)

	t.Run("OK", func(t *testing.T) {
		in := sdktest.ReadyProfessional(1)
		in.FirstName, in.Email, in.PhoneNumber, in.Country = " Pat ", " Pat.Lee.1@Example.com", "(610) 555-0001", "us"
		in.ReferralOtherExplain = "not asked for"
		got, err := env.Client.Professional.Create(t.Context(), in, caller.Meta{Lang: "es"})
		if err != nil {
			t.Fatal(err)
		}
		want := &professional.Answer{
			State: professional.Pending,
			Name:  professional.Person{Title: "MS", FirstName: "Pat", LastName: "Lee", Credentials: "J.D."},
			Email: "Pat.Lee.1@Example.com", PhoneCountryCode: "+1", PhoneNumber: "6105550001", PhoneExtension: "12",
			HearAboutUs: form.ReferralColleague, ReferralColleagueName: "Sam Stone", ReferralColleagueRole: "ATTORNEY",
			PracticeName: "Lee Family Law", AddressLine1: "12 Main Street", AddressLine2: "Floor 2", Country: "US", City: "Pittsburgh",
			Region: "PA", PostalCode: "15213", Timezone: "America/New_York", Roles: []string{"ATTORNEY", "MEDIATOR"},
			SecurityQuestion: "What was the name of your first pet?",
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(professional.Answer{}, "ProfessionalID", "UserID")); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		row := fixture.Record(t, env, `SELECT p.state, a.id::text, a.kind, a.state AS account_state, a.locale FROM professionals p JOIN accounts a ON a.id = p.account_id
			WHERE p.id = $1`, got.ProfessionalID)
		row["person"] = fixture.Known(t, env, row["id"])
		wantRow := map[string]any{
			"state": "pending_verification", "id": got.UserID, "kind": "professional", "account_state": "created", "locale": "es",
			"person": map[string]any{
				"firstName": "Pat", "lastName": "Lee", "email": "Pat.Lee.1@Example.com", "phoneCountryCode": "+1", "phoneNumber": "6105550001",
				"timeZone": "America/New_York", "securityQuestion": "What was the name of your first pet?", "securityAnswerHash": true, "securityCodeHash": true,
				"address": map[string]any{
					"line1": "12 Main Street", "line2": "Floor 2", "city": "Pittsburgh", "region": "PA", "postalCode": "15213", "country": "US",
				},
				"practice": map[string]any{
					"title": "MS", "credentials": "J.D.", "name": "Lee Family Law", "phoneExtension": "12", "roles": []any{"ATTORNEY", "MEDIATOR"},
					"hearAbout": map[string]any{"source": "REFERRED_BY_COLLEAGUE", "colleagueName": "Sam Stone", "colleagueRole": "ATTORNEY"},
				},
			},
		}
		if diff := cmp.Diff(wantRow, row); diff != "" {
			t.Errorf("row (-want +got):\n%s", diff)
		}
		if n := fixture.CountRows(t, env, "account_events WHERE account_id = $1 AND kind = 'created' AND actor = 'registrant'", got.UserID); n != 1 {
			t.Errorf("%d events of the creation, want 1", n)
		}
	})

	t.Run("the welcome mail opens the account", func(t *testing.T) {
		made, err := env.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(2), fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		env.RunJobs(t)
		var link string
		for _, mail := range env.Mailbox.Mails() {
			if mail.Kind == email.ProfessionalWelcome && mail.To == "pat.lee.2@example.com" {
				link = mail.Link.Reveal()
			}
		}
		_, fragment, ok := strings.Cut(link, "/app/join/credentials#userId="+made.UserID+"&token=")
		if !ok {
			t.Fatalf("the welcome mail's link is %q", link)
		}
		_, err = env.Client.Account.SetCredentials(t.Context(), secret.Secret(fragment), account.CredentialsInput{Username: "pat.lee", Password: fixture.GoodPassword}, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		login, err := env.Client.Account.Login(t.Context(), "pat.lee", fixture.GoodPassword, fixture.English)
		if err != nil || login.UserID != made.UserID {
			t.Errorf("login returns %+v, %v; want user %s", login, err, made.UserID)
		}
	})

	t.Run("fields of each source", func(t *testing.T) {
		for number, tc := range []struct {
			heard form.Professional
			want  map[string]any
		}{
			{
				form.Professional{HearAboutUs: form.ReferralBenchOfficer, ReferralBenchOfficerName: "Ida Bell", ReferralBenchOfficerPosition: "JUDGE"},
				map[string]any{"source": "BENCH_OFFICER", "benchOfficerName": "Ida Bell", "benchOfficerPosition": "JUDGE"},
			},
			{
				form.Professional{HearAboutUs: form.ReferralOther, ReferralOtherExplain: "At a bar association's dinner"},
				map[string]any{"source": "OTHER", "explanation": "At a bar association's dinner"},
			},
		} {
			in := sdktest.ReadyProfessional(70 + number)
			in.HearAboutUs, in.ReferralColleagueName, in.ReferralColleagueRole = tc.heard.HearAboutUs, "", ""
			in.ReferralBenchOfficerName, in.ReferralBenchOfficerPosition = tc.heard.ReferralBenchOfficerName, tc.heard.ReferralBenchOfficerPosition
			in.ReferralOtherExplain = tc.heard.ReferralOtherExplain
			made, err := env.Client.Professional.Create(t.Context(), in, fixture.English)
			if err != nil {
				t.Fatal(err)
			}
			practice, _ := fixture.Known(t, env, made.UserID)["practice"].(map[string]any)
			if diff := cmp.Diff(tc.want, practice["hearAbout"]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.heard.HearAboutUs, diff)
			}
		}
	})

	t.Run("every step again", func(t *testing.T) {
		in := sdktest.ReadyProfessional(3)
		in.LastName, in.ReferralColleagueRole, in.Roles, in.SecurityCodeConfirm = "", "", []string{"SOLICITOR"}, "0428"
		_, err := env.Client.Professional.Create(t.Context(), in, fixture.English)
		fixture.DiffViolations(t, fault.Violations{
			{Field: "lastName", Code: form.CodeSignupLastName}, {Field: "referralColleagueRole", Code: form.CodeSignupColleagueRole},
			{Field: "roles", Code: form.CodeSignupRoles}, {Field: "securityCodeConfirm", Code: form.CodeCodeConfirm},
		}, err)
		if fixture.AccountOf(t, env, "pat.lee.3@example.com") != "" {
			t.Error("a refused professional has an account")
		}
	})

	t.Run("twice", func(t *testing.T) {
		meta := caller.Meta{Lang: "en", IdempotencyKey: "professional-once"}
		in := sdktest.ReadyProfessional(4)
		first, err := env.Client.Professional.Create(t.Context(), in, meta)
		if err != nil {
			t.Fatal(err)
		}
		second, err := env.Client.Professional.Create(t.Context(), in, meta)
		if err != nil {
			t.Fatalf("a lost answer strands the professional: %v", err)
		}
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("second answer (-first +second):\n%s", diff)
		}
		in.PracticeName = "Another"
		if _, err := env.Client.Professional.Create(t.Context(), in, meta); !errors.Is(err, fault.IdempotencyMismatch) {
			t.Errorf("the same key with another form: %v, want %v", err, fault.IdempotencyMismatch)
		}
		fixture.Prove(t, env, first.UserID, "pat.lee.4")
		_, err = env.Client.Professional.Create(t.Context(), in, fixture.English)
		fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, err)
	})
}

func TestCheckProfessionalStep(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	known, err := env.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(1), fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	fixture.Prove(t, env, known.UserID, "pat.lee")
	full := sdktest.ReadyProfessional(2)
	person := form.Professional{
		FirstName: "Pat", LastName: "Lee", Email: "someone.new@example.com", PhoneCountryCode: "1", PhoneNumber: "6105550003", HearAboutUs: form.ReferralSearchEngine,
	}
	taken := person
	taken.Email = strings.ToUpper(known.Email)
	for name, tc := range map[string]struct {
		in       professional.StepInput
		wantStep int
		want     fault.Violations
	}{
		"step 1":          {in: professional.StepInput{Step: 1, Professional: person}, wantStep: 1},
		"step 1, unnamed": {in: professional.StepInput{Professional: person}, wantStep: 1},
		"step 2 of all":   {in: professional.StepInput{Step: 2, Professional: full}, wantStep: 2},
		"step 2, unnamed": {in: professional.StepInput{Professional: form.Professional{Country: "US"}}, want: fault.Violations{
			{Field: "practiceName", Code: form.CodeSignupPracticeName}, {Field: "addressLine1", Code: form.CodeSignupAddressLine1},
			{Field: "city", Code: form.CodeSignupCity}, {Field: "region", Code: form.CodeSignupRegion},
			{Field: "postalCode", Code: form.CodeSignupPostalCode}, {Field: "timezone", Code: form.CodeSignupTimezone}, {Field: "roles", Code: form.CodeSignupRoles},
		}},
		"step 3, unnamed": {in: professional.StepInput{Professional: full}, wantStep: 3},
		"nothing": {in: professional.StepInput{}, want: fault.Violations{
			{Field: "firstName", Code: form.CodeSignupFirstName}, {Field: "lastName", Code: form.CodeSignupLastName},
			{Field: "email", Code: form.CodeSignupEmail}, {Field: "phoneCountryCode", Code: form.CodeSignupPhoneCountryCode},
			{Field: "phoneNumber", Code: form.CodeSignupPhoneNumber}, {Field: "hearAboutUs", Code: form.CodeSignupHearAboutUs},
		}},
		"a known e-mail":  {in: professional.StepInput{Step: 1, Professional: taken}, want: fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}},
		"no such step":    {in: professional.StepInput{Step: 4}, want: fault.Violations{{Field: "step", Code: form.CodeProfessionalStepUnknown}}},
		"a negative step": {in: professional.StepInput{Step: -1}, want: fault.Violations{{Field: "step", Code: form.CodeProfessionalStepUnknown}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := env.Client.Professional.CheckStep(t.Context(), tc.in, fixture.English)
			if tc.want != nil {
				fixture.DiffViolations(t, tc.want, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&professional.StepAnswer{Step: tc.wantStep, ValidationErrors: fault.Violations{}}, got); diff != "" {
				t.Errorf("answer (-want +got):\n%s", diff)
			}
		})
	}
}

// Responses that reveal an account are counted across all calls.
func TestProfessionalDuplicatesAreLimited(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Duplicates = caller.Limit{Count: 2, Per: time.Hour} }))
	meta := caller.Meta{Lang: "en", ClientAddr: "192.0.2.7"}
	in := sdktest.ReadyProfessional(1)
	made, err := env.Client.Professional.Create(t.Context(), in, meta)
	if err != nil {
		t.Fatal(err)
	}
	fixture.Prove(t, env, made.UserID, "pat.lee")
	step := professional.StepInput{Step: 1, Professional: in}
	_, err = env.Client.Professional.CheckStep(t.Context(), step, meta)
	fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, err)
	_, err = env.Client.Professional.Create(t.Context(), in, meta)
	fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, err)
	if _, err := env.Client.Professional.CheckStep(t.Context(), step, meta); !errors.Is(err, fault.TooManyTries) {
		t.Errorf("a third answer within the hour: %v, want %v", err, fault.TooManyTries)
	}
	if _, err := env.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(2), meta); !errors.Is(err, fault.TooManyTries) {
		t.Errorf("a sign-up from an address above its limit: %v, want %v", err, fault.TooManyTries)
	}
	env.Clock.Advance(time.Hour)
	if _, err := env.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(2), meta); err != nil {
		t.Errorf("after the hour: %v", err)
	}
}
