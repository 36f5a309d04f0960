package sdk_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var english = sdk.CallMeta{Lang: "en"}

func TestCreateRegistration(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)

	t.Run("OK", func(t *testing.T) {
		in := sdktest.ReadyToPay(1)
		in.Sections = []sdk.Section{sdk.SectionParent}
		in.Parent.FirstName, in.Parent.Email, in.Parent.PhoneNumber = "  Ana  María ", " Ana.Diaz@Example.com ", "(215) 555-0101"
		got, err := env.Client.CreateRegistration(t.Context(), in, english)
		if err != nil {
			t.Fatal(err)
		}
		want := &sdk.RegistrationAnswer{
			ValidationErrors: sdk.Violations{},
			Registration: &sdk.Registration{
				State: sdk.RegistrationOpen, LastCompletedStep: 1, Next: "/step2", Routes: []string{"/step1", "/step2"},
				Parent: &sdk.Parent{
					FirstName: "Ana María", LastName: "Diaz", Email: "Ana.Diaz@Example.com",
					PhoneCountryCode: "+1", PhoneNumber: "2155550101",
				},
				KnowsCoParentEmail: true, Children: []sdk.Child{}, PricingGroup: "P0",
				ExpiresAt: sdktest.Start.Add(24 * time.Hour),
			},
		}
		ids := cmpopts.IgnoreFields(sdk.RegistrationAnswer{}, "SignupID", "RegistrationKey")
		if diff := cmp.Diff(want, got, ids, cmpopts.IgnoreFields(sdk.Registration{}, "SignupID")); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		if len(got.SignupID) != 36 || got.SignupID[14] != '7' || got.SignupID != got.Registration.SignupID {
			t.Errorf("signupId %q, registration %q: want one UUIDv7", got.SignupID, got.Registration.SignupID)
		}
		if len(got.RegistrationKey) != 43 {
			t.Errorf("registration key has %d characters, want 43 (256 bits in base64url)", len(got.RegistrationKey))
		}
	})

	t.Run("every section at once", func(t *testing.T) {
		in := sdktest.ReadyToPay(2)
		in.Sections = append(in.Sections, sdk.SectionSecurityQuestion, sdk.SectionSecurityCode)
		got, err := env.Client.CreateRegistration(t.Context(), in, english)
		if err != nil {
			t.Fatal(err)
		}
		want := &sdk.Registration{
			SignupID: got.SignupID, State: sdk.RegistrationOpen, LastCompletedStep: 3, Next: "/payment",
			Routes: []string{"/step1", "/step2", "/step3", "/payment"},
			Parent: in.Parent, CoParent: in.CoParent, KnowsCoParentEmail: true, Children: in.Children,
			Order: in.Order, Address: in.Address, Referral: in.Referral, SecurityQuestion: in.SecurityQuestion,
			PricingGroup: "P0", ExpiresAt: sdktest.Start.Add(24 * time.Hour),
		}
		if diff := cmp.Diff(want, got.Registration, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("registration (-want +got):\n%s", diff)
		}
		read, err := env.Client.ReadRegistration(t.Context(), got.SignupID, sdk.Secret(got.RegistrationKey))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got.Registration, read, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("read back (-created +read):\n%s", diff)
		}
	})

	t.Run("every broken rule at once", func(t *testing.T) {
		_, err := env.Client.CreateRegistration(t.Context(), sdk.RegistrationInput{
			Sections: []sdk.Section{sdk.SectionParent}, Parent: &sdk.Parent{Email: "no", PhoneNumber: "123", LastName: "Diaz"},
		}, sdk.CallMeta{Lang: "es"})
		want := sdk.Violations{
			{Field: "firstName", Code: sdk.CodeFieldRequired},
			{Field: "email", Code: sdk.CodeEmailInvalid},
			{Field: "phoneNumber", Code: sdk.CodePhoneLength},
		}
		diffViolations(t, want, err)
		if n := countRows(t, env, "registrations WHERE parent_last_name = 'Diaz' AND parent_email = 'no'"); n != 0 {
			t.Errorf("%d rows were written for a refused input", n)
		}
	})

	t.Run("faults", func(t *testing.T) {
		parent := sdktest.ReadyToPay(3).Parent
		for name, tc := range map[string]struct {
			in   sdk.RegistrationInput
			meta sdk.CallMeta
			want error
		}{
			"no section":         {in: sdk.RegistrationInput{Parent: parent}, want: sdk.SectionMissing},
			"without parent":     {in: sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionParent}}, want: sdk.SectionMissing},
			"other section only": {in: sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionName}, Parent: parent}, want: sdk.SectionMissing},
			"unknown section":    {in: sdk.RegistrationInput{Sections: []sdk.Section{"PARENTS"}, Parent: parent}, want: sdk.SectionUnknown},
			"order before family": {
				in: sdk.RegistrationInput{
					Sections: []sdk.Section{sdk.SectionParent, sdk.SectionOrder}, Parent: parent,
					Order: &sdk.RegistrationOrder{OrderChoice: sdk.OrderChoice{PackageID: 2001}},
				},
				want: sdk.StepOutOfOrder,
			},
			"short idempotency key": {
				in:   sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionParent}, Parent: parent},
				meta: sdk.CallMeta{IdempotencyKey: "short"}, want: sdk.IdempotencyKeyInvalid,
			},
			"idempotency key with a line break": {
				in:   sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionParent}, Parent: parent},
				meta: sdk.CallMeta{IdempotencyKey: "12345678\n"}, want: sdk.IdempotencyKeyInvalid,
			},
		} {
			t.Run(name, func(t *testing.T) {
				answer, err := env.Client.CreateRegistration(t.Context(), tc.in, tc.meta)
				if answer != nil || !errors.Is(err, tc.want) {
					t.Errorf("got %v, %v; want %v", answer, err, tc.want)
				}
			})
		}
	})

	t.Run("pricing group by phone", func(t *testing.T) {
		for number, want := range map[string]string{"+1 2155550111": "P0", "+1 4165550112": "P2", "+61 291920000": "P3", "+44 2079460123": "UK", "+52 5555123456": "P0"} {
			in := sdktest.ReadyToPay(4)
			in.Sections = []sdk.Section{sdk.SectionParent}
			in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, _ = strings.Cut(number, " ")
			got, err := env.Client.CreateRegistration(t.Context(), in, english)
			if err != nil {
				t.Fatal(err)
			}
			if got.Registration.PricingGroup != want {
				t.Errorf("%s is in group %s, want %s", number, got.Registration.PricingGroup, want)
			}
		}
	})
}

// Fifty clicks on one button, on a pool of two connections: one registration, fifty equal answers.
func TestCreateRegistrationDoubleClick(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(2))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	in := sdktest.ReadyToPay(1)
	meta := sdk.CallMeta{Lang: "en", IdempotencyKey: "one-click-of-many"}
	answers := make([]*sdk.RegistrationAnswer, 50)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			var err error
			if answers[i], err = env.Client.CreateRegistration(ctx, in, meta); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, got := range answers[1:] {
		if diff := cmp.Diff(answers[0], got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("answers differ (-first +other):\n%s", diff)
		}
	}
	if n := countRows(t, env, "registrations"); n != 1 {
		t.Errorf("%d registrations, want 1", n)
	}
	if n := countRows(t, env, "registration_events"); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}

// Many sign-ups at once on a small pool all come through: no operation asks for a second connection
// inside its transaction.
func TestSmallPool(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(2))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			in := sdktest.ReadyToPay(i)
			in.Sections = append(in.Sections, sdk.SectionSecurityCode)
			meta := sdk.CallMeta{Lang: "en", IdempotencyKey: "client-number-" + string(rune('A'+i))}
			answer, err := env.Client.CreateRegistration(ctx, in, meta)
			if err != nil {
				t.Error(err)
				return
			}
			key := sdk.Secret(answer.RegistrationKey)
			if _, err := env.Client.UpdateRegistration(ctx, answer.SignupID, key, in, sdk.CallMeta{}); err != nil {
				t.Error(err)
			}
			paid, err := env.Client.PayForTest(ctx, answer.SignupID, key)
			if err != nil {
				t.Error(err)
				return
			}
			credentials := sdk.CredentialsInput{Username: "parent-" + answer.SignupID[24:], Password: "A-long-passw0rd!"}
			if _, err := env.Client.SetCredentials(ctx, paid.Token, credentials, meta); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := countRows(t, env, "credentials"); n != 32 {
		t.Errorf("%d of 32 sign-ups came through", n)
	}
}

// countRows counts what a FROM clause gives.
func countRows(t *testing.T, env *sdktest.Env, from string, args ...any) (n int) {
	t.Helper()
	if err := env.Pool.QueryRow(t.Context(), "SELECT count(*) FROM "+from, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// diffViolations compares a refusal with what was expected, less the sentences.
func diffViolations(t *testing.T, want sdk.Violations, err error) {
	t.Helper()
	var invalid *sdk.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("got error %v, want a ValidationError", err)
	}
	if diff := cmp.Diff(want, invalid.Violations, cmpopts.IgnoreFields(sdk.Violation{}, "Text", "Args")); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
	for _, v := range invalid.Violations {
		if v.Text == "" || v.Text == string(v.Code) {
			t.Errorf("violation of %s has no text", v.Field)
		}
	}
}
