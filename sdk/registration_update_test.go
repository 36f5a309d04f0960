package sdk_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// only limits a sign-up to sections.
func only(sections ...sdk.Section) func(*sdk.RegistrationInput) {
	return func(in *sdk.RegistrationInput) { in.Sections = sections }
}

// place is where a registration stands.
type place struct {
	Step  int
	Next  string
	Group string
}

func placeOf(r *sdk.Registration) place {
	return place{Step: r.LastCompletedStep, Next: r.Next, Group: r.PricingGroup}
}

func update(t *testing.T, env *sdktest.Env, s sdktest.Session, in sdk.RegistrationInput) *sdk.Registration {
	t.Helper()
	answer, err := env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, in, english)
	if err != nil {
		t.Fatal(err)
	}
	if answer.RegistrationKey != "" {
		t.Error("an update answers the registration key")
	}
	return answer.Registration
}

func TestUpdateRegistration(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)

	t.Run("step by step", func(t *testing.T) {
		full := sdktest.ReadyToPay(100)
		s := env.SignUp(t, only(sdk.SectionParent))
		for _, step := range []struct {
			section sdk.Section
			want    place
		}{
			{sdk.SectionFamily, place{2, "/step3", "P0"}},
			{sdk.SectionOrder, place{3, "/payment", "P0"}},
			{sdk.SectionAddress, place{3, "/payment", "P0"}},
			{sdk.SectionReferral, place{3, "/payment", "P0"}},
			{sdk.SectionSecurityQuestion, place{3, "/payment", "P0"}},
			{sdk.SectionSecurityCode, place{3, "/payment", "P0"}},
		} {
			in := full
			in.Sections = []sdk.Section{step.section}
			if diff := cmp.Diff(step.want, placeOf(update(t, env, s, in))); diff != "" {
				t.Errorf("after %s (-want +got):\n%s", step.section, diff)
			}
		}
		got, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil {
			t.Fatal(err)
		}
		want := &sdk.Registration{
			SignupID: s.SignupID, State: sdk.RegistrationOpen, LastCompletedStep: 3, Next: "/payment",
			Routes: []string{"/step1", "/step2", "/step3", "/payment"},
			Parent: got.Parent, CoParent: full.CoParent, KnowsCoParentEmail: true, Children: full.Children,
			Order: full.Order, Address: full.Address, Referral: full.Referral, SecurityQuestion: full.SecurityQuestion,
			PricingGroup: "P0", ExpiresAt: sdktest.Start.Add(24 * time.Hour),
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("registration (-want +got):\n%s", diff)
		}
	})

	t.Run("NAME alone", func(t *testing.T) {
		s := env.SignUp(t)
		got := update(t, env, s, sdk.RegistrationInput{
			Sections: []sdk.Section{sdk.SectionName}, Parent: &sdk.Parent{FirstName: "Anna", LastName: "Díaz"},
		})
		if got.Parent.FirstName != "Anna" || got.Parent.LastName != "Díaz" || got.Parent.Email == "" || got.LastCompletedStep != 3 {
			t.Errorf("parent %+v at step %d", got.Parent, got.LastCompletedStep)
		}
	})

	t.Run("custom package", func(t *testing.T) {
		s := env.SignUp(t, only(sdk.SectionParent, sdk.SectionFamily))
		order := func(choice sdk.OrderChoice) sdk.RegistrationInput {
			return sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionOrder}, Order: &sdk.RegistrationOrder{OrderChoice: choice, PayForCoparent: true}}
		}
		got := update(t, env, s, order(sdk.OrderChoice{PackageID: 2009}))
		if diff := cmp.Diff(place{2, "/alacarte", "P0"}, placeOf(got)); diff != "" {
			t.Errorf("chosen (-want +got):\n%s", diff)
		}
		choice := sdk.OrderChoice{PackageID: 2009, ProductID: "SUB2YEAR", Services: []string{"MYFILES5GB", "TONEMETER"}}
		got = update(t, env, s, order(choice))
		if diff := cmp.Diff(place{3, "/payment", "P0"}, placeOf(got)); diff != "" {
			t.Errorf("built (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(&sdk.RegistrationOrder{OrderChoice: choice, PayForCoparent: true}, got.Order); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"/step1", "/step2", "/step3", "/alacarte", "/payment"}, got.Routes); diff != "" {
			t.Errorf("routes (-want +got):\n%s", diff)
		}
		_, err := env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, order(sdk.OrderChoice{PackageID: 2009, ProductID: "SUB1YEAR", Services: []string{"GOLD"}}), english)
		diffViolations(t, sdk.Violations{{Field: "order.services", Code: sdk.CodeOrderServiceUnknown}}, err)
		_, err = env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, order(sdk.OrderChoice{PackageID: 2061}), english)
		diffViolations(t, sdk.Violations{{Field: "order.packageId", Code: sdk.CodeOrderPackageMismatch}}, err)
	})

	t.Run("mismatch confirmed", func(t *testing.T) {
		s := env.SignUp(t)
		in := sdktest.ReadyToPay(101)
		in.Sections = []sdk.Section{sdk.SectionAddress}
		in.Address = &sdk.Address{Line1: "10 Downing Street", City: "London", Region: "ENG", PostalCode: "SW1A 2AA", Country: "GB"}
		in.Parent.TimeZone = "Europe/London"
		got := update(t, env, s, in)
		if diff := cmp.Diff(place{3, "/payment", "UK"}, placeOf(got)); diff != "" || got.Order == nil {
			t.Errorf("before the OK: order %v (-want +got):\n%s", got.Order, diff)
		}
		back := sdktest.ReadyToPay(101)
		back.Sections = []sdk.Section{sdk.SectionParent, sdk.SectionAddress}
		if diff := cmp.Diff(place{3, "/payment", "P0"}, placeOf(update(t, env, s, back))); diff != "" {
			t.Errorf("put back to the first country instead (-want +got):\n%s", diff)
		}
		in.CountryConfirmed = true
		got = update(t, env, s, in)
		if diff := cmp.Diff(place{2, "/step3", "UK"}, placeOf(got)); diff != "" || got.Order != nil || got.ConfirmedCountry != "GB" {
			t.Errorf("after the OK: order %v, country %q (-want +got):\n%s", got.Order, got.ConfirmedCountry, diff)
		}
		if n := countRows(t, env, "registration_events WHERE registration_id = $1 AND kind = 'country_confirmed'", s.SignupID); n != 1 {
			t.Errorf("%d events of the confirmation, want 1", n)
		}
	})

	t.Run("selection code preselects", func(t *testing.T) {
		s := env.SignUp(t, only(sdk.SectionParent), func(in *sdk.RegistrationInput) { in.SelectionCode = "pre2" })
		in := sdktest.ReadyToPay(102)
		in.Sections = []sdk.Section{sdk.SectionFamily}
		got := update(t, env, s, in)
		if diff := cmp.Diff(place{3, "/payment", "P0"}, placeOf(got)); diff != "" || got.Order == nil || got.Order.PackageID != 2004 {
			t.Errorf("order %v (-want +got):\n%s", got.Order, diff)
		}
		none := env.SignUp(t, only(sdk.SectionParent, sdk.SectionFamily), func(in *sdk.RegistrationInput) { in.SelectionCode = "XYZ9" })
		read, err := env.Client.ReadRegistration(t.Context(), none.SignupID, none.Key)
		if err != nil {
			t.Fatal(err)
		}
		if read.Order != nil || read.Next != "/step3" {
			t.Errorf("a code without a package chose %v and leads to %s", read.Order, read.Next)
		}
	})

	t.Run("parent becomes the co-parent", func(t *testing.T) {
		s := env.SignUp(t)
		before, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil {
			t.Fatal(err)
		}
		parent := *before.Parent
		parent.Email = before.CoParent.Email
		got := update(t, env, s, sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionParent}, Parent: &parent})
		if diff := cmp.Diff(place{1, "/step2", "P0"}, placeOf(got)); diff != "" || got.CoParent == nil || got.Order == nil {
			t.Errorf("co-parent %v, order %v (-want +got):\n%s", got.CoParent, got.Order, diff)
		}
		coParent := *before.CoParent
		coParent.Email = "somebody.else@example.com"
		got = update(t, env, s, sdk.RegistrationInput{Sections: []sdk.Section{sdk.SectionFamily}, CoParent: &coParent})
		if diff := cmp.Diff(place{3, "/payment", "P0"}, placeOf(got)); diff != "" {
			t.Errorf("once put right (-want +got):\n%s", diff)
		}
	})

	t.Run("phone of another group gives the package up", func(t *testing.T) {
		s := env.SignUp(t, only(sdk.SectionParent, sdk.SectionFamily, sdk.SectionOrder))
		in := sdktest.ReadyToPay(103)
		in.Sections = []sdk.Section{sdk.SectionParent}
		in.Parent.PhoneNumber = "4165550199"
		got := update(t, env, s, in)
		if diff := cmp.Diff(place{2, "/step3", "P2"}, placeOf(got)); diff != "" || got.Order != nil {
			t.Errorf("order %v (-want +got):\n%s", got.Order, diff)
		}
	})

	t.Run("refused input changes nothing", func(t *testing.T) {
		s := env.SignUp(t)
		before, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil {
			t.Fatal(err)
		}
		env.Clock.Advance(time.Hour)
		in := sdktest.ReadyToPay(104)
		in.Sections = []sdk.Section{sdk.SectionParent, sdk.SectionAddress, sdk.SectionReferral}
		in.Parent.FirstName = ""
		in.Address.PostalCode = "90210"
		in.Referral = &sdk.Referral{Selection: "OTHER"}
		_, err = env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, in, english)
		diffViolations(t, sdk.Violations{
			{Field: "firstName", Code: sdk.CodeFieldRequired},
			{Field: "address.postalCode", Code: sdk.CodePostalCodeState},
			{Field: "referral.other", Code: sdk.CodeFieldRequired},
		}, err)
		after, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("registration changed (-before +after):\n%s", diff)
		}
	})

	t.Run("session is extended", func(t *testing.T) {
		s := env.SignUp(t, only(sdk.SectionParent))
		env.Clock.Advance(23 * time.Hour)
		in := sdktest.ReadyToPay(105)
		in.Sections = []sdk.Section{sdk.SectionFamily}
		if got, want := update(t, env, s, in).ExpiresAt, env.Clock.Now().Add(24*time.Hour); !got.Equal(want) {
			t.Errorf("expires at %s, want %s", got, want)
		}
	})
}

func TestRegistrationFaults(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	s := env.SignUp(t)
	early := env.SignUp(t, only(sdk.SectionParent))
	paying := env.SignUp(t)
	if err := env.Client.BeginPayingForTest(t.Context(), paying.SignupID, paying.Key); err != nil {
		t.Fatal(err)
	}
	paid := env.SignUp(t)
	if _, err := env.Client.PayForTest(t.Context(), paid.SignupID, paid.Key); err != nil {
		t.Fatal(err)
	}
	input := sdktest.ReadyToPay(1)
	for name, tc := range map[string]struct {
		id       string
		key      sdk.Secret
		sections []sdk.Section
		read     error
		update   error
	}{
		"wrong key":         {s.SignupID, early.Key, []sdk.Section{sdk.SectionReferral}, sdk.RegistrationKeyWrong, sdk.RegistrationKeyWrong},
		"no key":            {s.SignupID, "", []sdk.Section{sdk.SectionReferral}, sdk.RegistrationKeyWrong, sdk.RegistrationKeyWrong},
		"unknown id":        {"0197a0de-0000-7000-8000-000000000000", s.Key, []sdk.Section{sdk.SectionReferral}, sdk.RegistrationNotFound, sdk.RegistrationNotFound},
		"no UUID":           {"1; DROP TABLE registrations", s.Key, []sdk.Section{sdk.SectionReferral}, sdk.RegistrationNotFound, sdk.RegistrationNotFound},
		"other spelling":    {"{" + s.SignupID + "}", s.Key, []sdk.Section{sdk.SectionReferral}, sdk.RegistrationNotFound, sdk.RegistrationNotFound},
		"out of order":      {early.SignupID, early.Key, []sdk.Section{sdk.SectionOrder}, nil, sdk.StepOutOfOrder},
		"while paying":      {paying.SignupID, paying.Key, []sdk.Section{sdk.SectionAddress}, nil, sdk.RegistrationBusy},
		"security, wrong":   {s.SignupID, early.Key, []sdk.Section{sdk.SectionSecurityCode}, sdk.RegistrationKeyWrong, sdk.RegistrationKeyWrong},
		"security, paying":  {paying.SignupID, paying.Key, []sdk.Section{sdk.SectionSecurityCode}, nil, sdk.RegistrationBusy},
		"paid":              {paid.SignupID, paid.Key, []sdk.Section{sdk.SectionAddress}, nil, sdk.RegistrationIsPaid},
		"section unknown":   {s.SignupID, s.Key, []sdk.Section{"EVERYTHING"}, nil, sdk.SectionUnknown},
		"section not there": {s.SignupID, s.Key, nil, nil, sdk.SectionMissing},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := env.Client.ReadRegistration(t.Context(), tc.id, tc.key); !errors.Is(err, tc.read) {
				t.Errorf("read: %v, want %v", err, tc.read)
			}
			in := input
			in.Sections = tc.sections
			if _, err := env.Client.UpdateRegistration(t.Context(), tc.id, tc.key, in, english); !errors.Is(err, tc.update) {
				t.Errorf("update: %v, want %v", err, tc.update)
			}
		})
	}

	t.Run("expired", func(t *testing.T) {
		env.Clock.Advance(24*time.Hour - time.Microsecond)
		if _, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key); err != nil {
			t.Errorf("a moment before: %v", err)
		}
		env.Clock.Advance(time.Microsecond)
		if _, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key); !errors.Is(err, sdk.RegistrationGone) {
			t.Errorf("read: %v, want %v", err, sdk.RegistrationGone)
		}
		in := input
		if _, err := env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, in, english); !errors.Is(err, sdk.RegistrationGone) {
			t.Errorf("update: %v, want %v", err, sdk.RegistrationGone)
		}
		if _, err := env.Client.ReadRegistration(t.Context(), s.SignupID, early.Key); !errors.Is(err, sdk.RegistrationKeyWrong) {
			t.Errorf("with a wrong key: %v, want %v", err, sdk.RegistrationKeyWrong)
		}
		if got, err := env.Client.ReadRegistration(t.Context(), paying.SignupID, paying.Key); err != nil || got.Next != "/payment" {
			t.Errorf("one being paid: %v, %v; it must wait for its payment", got, err)
		}
		if got, err := env.Client.ReadRegistration(t.Context(), paid.SignupID, paid.Key); err != nil || got.State != sdk.RegistrationPaid || got.Next != "/credentials" {
			t.Errorf("a paid one: %v, %v; it stays", got, err)
		}
	})
}
