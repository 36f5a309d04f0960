package signups_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

func TestCreateRegistration(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)

	t.Run("OK", func(t *testing.T) {
		in := sdktest.ReadyToPay(1)
		in.Sections = []signup.Section{signup.SectionParent}
		in.Parent.FirstName, in.Parent.Email, in.Parent.PhoneNumber = "  Ana  María ", " Ana.Diaz@Example.com ", "(215) 555-0101"
		got, err := env.Client.Signup.Create(t.Context(), in, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		want := &signup.Answer{
			ValidationErrors: fault.Violations{},
			Registration: &signup.Registration{
				State: signup.Open, LastCompletedStep: 1, Next: "/step2", Routes: []string{"/step1", "/step2"},
				Parent: &form.Parent{
					FirstName: "Ana María", LastName: "Diaz", Email: "Ana.Diaz@Example.com",
					PhoneCountryCode: "+1", PhoneNumber: "2155550101",
				},
				KnowsCoParentEmail: true, Children: []form.Child{}, PricingGroup: "P0",
				ExpiresAt: sdktest.Start.Add(24 * time.Hour),
			},
		}
		ids := cmpopts.IgnoreFields(signup.Answer{}, "SignupID", "RegistrationKey")
		if diff := cmp.Diff(want, got, ids, cmpopts.IgnoreFields(signup.Registration{}, "SignupID")); diff != "" {
			t.Errorf("answer (-want +got):\n%s", diff)
		}
		if len(got.SignupID) != 36 || got.SignupID[14] != '7' || got.SignupID != got.Registration.SignupID {
			t.Errorf("signupId %q, registration %q: want one UUIDv7", got.SignupID, got.Registration.SignupID)
		}
		if len(got.RegistrationKey) != 43 {
			t.Errorf("registration key has %d characters, want 43 (256 bits in base64url)", len(got.RegistrationKey))
		}
	})

	t.Run("every section in one call", func(t *testing.T) {
		in := sdktest.ReadyToPay(2)
		in.Sections = append(in.Sections, signup.SectionSecurityQuestion, signup.SectionSecurityCode)
		got, err := env.Client.Signup.Create(t.Context(), in, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		want := &signup.Registration{
			SignupID: got.SignupID, State: signup.Open, LastCompletedStep: 3, Next: "/payment",
			Routes: []string{"/step1", "/step2", "/step3", "/payment"},
			Parent: in.Parent, CoParent: in.CoParent, KnowsCoParentEmail: true, Children: in.Children,
			Order: in.Order, Address: in.Address, Referral: in.Referral, SecurityQuestion: in.SecurityQuestion,
			PricingGroup: "P0", ExpiresAt: sdktest.Start.Add(24 * time.Hour),
		}
		if diff := cmp.Diff(want, got.Registration, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("registration (-want +got):\n%s", diff)
		}
		read, err := env.Client.Signup.Read(t.Context(), got.SignupID, secret.Secret(got.RegistrationKey), fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(got.Registration, read, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("read back (-created +read):\n%s", diff)
		}
	})

	t.Run("every broken rule", func(t *testing.T) {
		before := fixture.CountRows(t, env, "registrations")
		_, err := env.Client.Signup.Create(t.Context(), signup.Input{
			Sections: []signup.Section{signup.SectionParent}, Parent: &form.Parent{Email: "no", PhoneNumber: "123", LastName: "Diaz"},
		}, caller.Meta{Lang: "es"})
		want := fault.Violations{
			{Field: "firstName", Code: form.CodeFieldRequired},
			{Field: "email", Code: form.CodeEmailInvalid},
			{Field: "phoneNumber", Code: form.CodePhoneLength},
		}
		fixture.DiffViolations(t, want, err)
		if n := fixture.CountRows(t, env, "registrations") - before; n != 0 {
			t.Errorf("%d rows were written for a refused input", n)
		}
	})

	t.Run("faults", func(t *testing.T) {
		parent := sdktest.ReadyToPay(3).Parent
		for name, tc := range map[string]struct {
			in   signup.Input
			meta caller.Meta
			want error
		}{
			"no section":         {in: signup.Input{Parent: parent}, want: fault.SectionMissing},
			"without parent":     {in: signup.Input{Sections: []signup.Section{signup.SectionParent}}, want: fault.SectionMissing},
			"other section only": {in: signup.Input{Sections: []signup.Section{signup.SectionName}, Parent: parent}, want: fault.SectionMissing},
			"unknown section":    {in: signup.Input{Sections: []signup.Section{"PARENTS"}, Parent: parent}, want: fault.SectionUnknown},
			"order before family": {
				in: signup.Input{
					Sections: []signup.Section{signup.SectionParent, signup.SectionOrder}, Parent: parent,
					Order: &signup.Order{OrderChoice: form.OrderChoice{PackageID: 2001}},
				},
				want: fault.StepOutOfOrder,
			},
			"short idempotency key": {
				in:   signup.Input{Sections: []signup.Section{signup.SectionParent}, Parent: parent},
				meta: caller.Meta{IdempotencyKey: "short"}, want: fault.IdempotencyKeyInvalid,
			},
			"idempotency key with a line break": {
				in:   signup.Input{Sections: []signup.Section{signup.SectionParent}, Parent: parent},
				meta: caller.Meta{IdempotencyKey: "12345678\n"}, want: fault.IdempotencyKeyInvalid,
			},
		} {
			t.Run(name, func(t *testing.T) {
				answer, err := env.Client.Signup.Create(t.Context(), tc.in, tc.meta)
				if answer != nil || !errors.Is(err, tc.want) {
					t.Errorf("got %v, %v; want %v", answer, err, tc.want)
				}
			})
		}
	})

	t.Run("pricing group by phone", func(t *testing.T) {
		for number, want := range map[string]string{"+1 2155550111": "P0", "+1 4165550112": "P2", "+61 291920000": "P3", "+44 2079460123": "UK", "+52 5555123456": "P0"} {
			in := sdktest.ReadyToPay(4)
			in.Sections = []signup.Section{signup.SectionParent}
			in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, _ = strings.Cut(number, " ")
			got, err := env.Client.Signup.Create(t.Context(), in, fixture.English)
			if err != nil {
				t.Fatal(err)
			}
			if got.Registration.PricingGroup != want {
				t.Errorf("%s is in group %s, want %s", number, got.Registration.PricingGroup, want)
			}
		}
	})
}

// Fifty clicks on one button, with a pool of two connections, give one registration and fifty equal answers.
func TestCreateRegistrationDoubleClick(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(2))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	in := sdktest.ReadyToPay(1)
	meta := caller.Meta{Lang: "en", IdempotencyKey: "one-click-of-many"}
	answers := make([]*signup.Answer, 50)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			var err error
			if answers[i], err = env.Client.Signup.Create(ctx, in, meta); err != nil {
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
	if n := fixture.CountRows(t, env, "registrations"); n != 1 {
		t.Errorf("%d registrations, want 1", n)
	}
	if n := fixture.CountRows(t, env, "registration_events"); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}

// Many concurrent sign-ups succeed on a small pool: no operation needs a second connection inside its transaction.
func TestSmallPool(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(2))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			in := sdktest.ReadyToPay(i)
			in.Sections = append(in.Sections, signup.SectionSecurityCode)
			meta := caller.Meta{Lang: "en", IdempotencyKey: "client-number-" + string(rune('A'+i))}
			answer, err := env.Client.Signup.Create(ctx, in, meta)
			if err != nil {
				t.Error(err)
				return
			}
			key := secret.Secret(answer.RegistrationKey)
			if _, err := env.Client.Signup.Update(ctx, answer.SignupID, key, in, caller.Meta{}); err != nil {
				t.Error(err)
			}
			paid, err := fixture.CompleteSignup(t, env, answer.SignupID, key)
			if err != nil {
				t.Error(err)
				return
			}
			credentials := account.CredentialsInput{Username: "parent-" + answer.SignupID[24:], Password: "A-long-passw0rd!"}
			if _, err := env.Client.Account.SetCredentials(ctx, paid.Token, credentials, meta); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := fixture.CountRows(t, env, "credentials"); n != 32 {
		t.Errorf("%d of 32 sign-ups were completed", n)
	}
}
