package signups_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// place is the progress of a registration.
type place struct {
	Step  int
	Next  string
	Group string
}

func placeOf(r *signup.Registration) place {
	return place{Step: r.LastCompletedStep, Next: r.Next, Group: r.PricingGroup}
}

func TestUpdateRegistration(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)

	t.Run("step by step", func(t *testing.T) {
		full := sdktest.ReadyToPay(100)
		s := env.SignUp(t, fixture.Only(signup.SectionParent))
		for _, step := range []struct {
			section signup.Section
			want    place
		}{
			{signup.SectionFamily, place{2, "/step3", "P0"}},
			{signup.SectionOrder, place{3, "/payment", "P0"}},
			{signup.SectionAddress, place{3, "/payment", "P0"}},
			{signup.SectionReferral, place{3, "/payment", "P0"}},
			{signup.SectionSecurityQuestion, place{3, "/payment", "P0"}},
			{signup.SectionSecurityCode, place{3, "/payment", "P0"}},
		} {
			in := full
			in.Sections = []signup.Section{step.section}
			if diff := cmp.Diff(step.want, placeOf(fixture.Update(t, env, s, in))); diff != "" {
				t.Errorf("after %s (-want +got):\n%s", step.section, diff)
			}
		}
		full.Sections = []signup.Section{signup.SectionReferral}
		answer, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, full, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		got, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		whole := &signup.Answer{SignupID: s.SignupID, ValidationErrors: fault.Violations{}, Registration: got}
		if diff := cmp.Diff(whole, answer); diff != "" {
			t.Errorf("answer to a change (-want +got):\n%s", diff)
		}
		want := &signup.Registration{
			SignupID: s.SignupID, State: signup.Open, LastCompletedStep: 3, Next: "/payment",
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
		got := fixture.Update(t, env, s, signup.Input{
			Sections: []signup.Section{signup.SectionName}, Parent: &form.Parent{FirstName: "Anna", LastName: "Díaz"},
		})
		if got.Parent.FirstName != "Anna" || got.Parent.LastName != "Díaz" || got.Parent.Email == "" || got.LastCompletedStep != 3 {
			t.Errorf("parent %+v at step %d", got.Parent, got.LastCompletedStep)
		}
	})

	t.Run("custom package", func(t *testing.T) {
		s := env.SignUp(t, fixture.Only(signup.SectionParent, signup.SectionFamily))
		order := func(choice form.OrderChoice) signup.Input {
			return signup.Input{Sections: []signup.Section{signup.SectionOrder}, Order: &signup.Order{OrderChoice: choice, PayForCoparent: true}}
		}
		got := fixture.Update(t, env, s, order(form.OrderChoice{PackageID: 2009}))
		if diff := cmp.Diff(place{2, "/alacarte", "P0"}, placeOf(got)); diff != "" {
			t.Errorf("chosen (-want +got):\n%s", diff)
		}
		choice := form.OrderChoice{PackageID: 2009, ProductID: "SUB2YEAR", Services: []string{"MYFILES5GB", "TONEMETER"}}
		got = fixture.Update(t, env, s, order(choice))
		if diff := cmp.Diff(place{3, "/payment", "P0"}, placeOf(got)); diff != "" {
			t.Errorf("built (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(&signup.Order{OrderChoice: choice, PayForCoparent: true}, got.Order); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"/step1", "/step2", "/step3", "/alacarte", "/payment"}, got.Routes); diff != "" {
			t.Errorf("routes (-want +got):\n%s", diff)
		}
		_, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, order(form.OrderChoice{PackageID: 2009, ProductID: "SUB1YEAR", Services: []string{"GOLD"}}), fixture.English)
		fixture.DiffViolations(t, fault.Violations{{Field: "order.services", Code: price.CodeOrderServiceUnknown}}, err)
		_, err = env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, order(form.OrderChoice{PackageID: 2061}), fixture.English)
		fixture.DiffViolations(t, fault.Violations{{Field: "order.packageId", Code: price.CodeOrderPackageMismatch}}, err)
	})

	t.Run("mismatch confirmed", func(t *testing.T) {
		s := env.SignUp(t)
		in := sdktest.ReadyToPay(101)
		in.Sections = []signup.Section{signup.SectionAddress}
		in.Address = &form.Address{Line1: "10 Downing Street", City: "London", Region: "ENG", PostalCode: "SW1A 2AA", Country: "GB"}
		in.Parent.TimeZone = "Europe/London"
		got := fixture.Update(t, env, s, in)
		if diff := cmp.Diff(place{3, "/payment", "UK"}, placeOf(got)); diff != "" || got.Order == nil {
			t.Errorf("before the OK: order %v (-want +got):\n%s", got.Order, diff)
		}
		back := sdktest.ReadyToPay(101)
		back.Sections = []signup.Section{signup.SectionParent, signup.SectionAddress}
		if diff := cmp.Diff(place{3, "/payment", "P0"}, placeOf(fixture.Update(t, env, s, back))); diff != "" {
			t.Errorf("put back to the first country instead (-want +got):\n%s", diff)
		}
		in.CountryConfirmed = true
		got = fixture.Update(t, env, s, in)
		if diff := cmp.Diff(place{2, "/step3", "UK"}, placeOf(got)); diff != "" || got.Order != nil || got.ConfirmedCountry != "GB" {
			t.Errorf("after the OK: order %v, country %q (-want +got):\n%s", got.Order, got.ConfirmedCountry, diff)
		}
		if n := fixture.CountRows(t, env, "registration_events WHERE registration_id = $1 AND kind = 'country_confirmed'", s.SignupID); n != 1 {
			t.Errorf("%d events of the confirmation, want 1", n)
		}
	})

	t.Run("selection code preselects", func(t *testing.T) {
		s := env.SignUp(t, fixture.Only(signup.SectionParent), func(in *signup.Input) { in.SelectionCode = "pre2" })
		in := sdktest.ReadyToPay(102)
		in.Sections = []signup.Section{signup.SectionFamily}
		got := fixture.Update(t, env, s, in)
		if diff := cmp.Diff(place{3, "/payment", "P0"}, placeOf(got)); diff != "" || got.Order == nil || got.Order.PackageID != 2004 {
			t.Errorf("order %v (-want +got):\n%s", got.Order, diff)
		}
		year := env.SignUp(t, fixture.Only(signup.SectionParent), func(in *signup.Input) { in.SelectionCode = "PRE3" }) // any digit but 2 is one year
		if got := fixture.Update(t, env, year, in); got.Order == nil || got.Order.PackageID != 2003 {
			t.Errorf("PRE3 chose %v, want the package of PRE1", got.Order)
		}
		none := env.SignUp(t, fixture.Only(signup.SectionParent, signup.SectionFamily), func(in *signup.Input) { in.SelectionCode = "XYZ9" })
		read, err := env.Client.Signup.Read(t.Context(), none.SignupID, none.Key, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		if read.Order != nil || read.Next != "/step3" {
			t.Errorf("a code without a package chose %v and leads to %s", read.Order, read.Next)
		}
	})

	t.Run("parent becomes the co-parent", func(t *testing.T) {
		s := env.SignUp(t)
		before, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		parent := *before.Parent
		parent.Email = before.CoParent.Email
		got := fixture.Update(t, env, s, signup.Input{Sections: []signup.Section{signup.SectionParent}, Parent: &parent})
		if diff := cmp.Diff(place{1, "/step2", "P0"}, placeOf(got)); diff != "" || got.CoParent == nil || got.Order == nil {
			t.Errorf("co-parent %v, order %v (-want +got):\n%s", got.CoParent, got.Order, diff)
		}
		coParent := *before.CoParent
		coParent.Email = "somebody.else@example.com"
		got = fixture.Update(t, env, s, signup.Input{Sections: []signup.Section{signup.SectionFamily}, CoParent: &coParent})
		if diff := cmp.Diff(place{3, "/payment", "P0"}, placeOf(got)); diff != "" {
			t.Errorf("once put right (-want +got):\n%s", diff)
		}
	})

	t.Run("phone of another group gives the package up", func(t *testing.T) {
		s := env.SignUp(t, fixture.Only(signup.SectionParent, signup.SectionFamily, signup.SectionOrder))
		in := sdktest.ReadyToPay(103)
		in.Sections = []signup.Section{signup.SectionParent}
		in.Parent.PhoneNumber = "4165550199"
		got := fixture.Update(t, env, s, in)
		if diff := cmp.Diff(place{2, "/step3", "P2"}, placeOf(got)); diff != "" || got.Order != nil {
			t.Errorf("order %v (-want +got):\n%s", got.Order, diff)
		}
	})

	t.Run("refused input changes nothing", func(t *testing.T) {
		s := env.SignUp(t)
		before, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		env.Clock.Advance(time.Hour)
		in := sdktest.ReadyToPay(104)
		in.Sections = []signup.Section{signup.SectionParent, signup.SectionAddress, signup.SectionReferral}
		in.Parent.FirstName = ""
		in.Address.PostalCode = "90210"
		in.Referral = &form.Referral{Selection: "OTHER"}
		_, err = env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, fixture.English)
		fixture.DiffViolations(t, fault.Violations{
			{Field: "firstName", Code: form.CodeFieldRequired},
			{Field: "address.postalCode", Code: form.CodePostalCodeState},
			{Field: "referral.other", Code: form.CodeFieldRequired},
		}, err)
		after, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("registration changed (-before +after):\n%s", diff)
		}
	})

	t.Run("session is extended", func(t *testing.T) {
		s := env.SignUp(t, fixture.Only(signup.SectionParent))
		env.Clock.Advance(23 * time.Hour)
		in := sdktest.ReadyToPay(105)
		in.Sections = []signup.Section{signup.SectionFamily}
		if got, want := fixture.Update(t, env, s, in).ExpiresAt, env.Clock.Now().Add(24*time.Hour); !got.Equal(want) {
			t.Errorf("expires at %s, want %s", got, want)
		}
	})
}

func TestRegistrationFaults(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	s := env.SignUp(t)
	early := env.SignUp(t, fixture.Only(signup.SectionParent))
	paying := env.SignUp(t)
	if err := beginPaying(t, env, paying.SignupID, paying.Key); err != nil {
		t.Fatal(err)
	}
	paid := env.SignUp(t)
	if _, err := fixture.CompleteSignup(t, env, paid.SignupID, paid.Key); err != nil {
		t.Fatal(err)
	}
	input := sdktest.ReadyToPay(1)
	for name, tc := range map[string]struct {
		id       string
		key      secret.Secret
		sections []signup.Section
		read     error
		update   error
	}{
		"wrong key":         {s.SignupID, early.Key, []signup.Section{signup.SectionReferral}, fault.RegistrationKeyWrong, fault.RegistrationKeyWrong},
		"no key":            {s.SignupID, "", []signup.Section{signup.SectionReferral}, fault.RegistrationKeyWrong, fault.RegistrationKeyWrong},
		"unknown id":        {"0197a0de-0000-7000-8000-000000000000", s.Key, []signup.Section{signup.SectionReferral}, fault.RegistrationNotFound, fault.RegistrationNotFound},
		"no UUID":           {"1; DROP TABLE registrations", s.Key, []signup.Section{signup.SectionReferral}, fault.RegistrationNotFound, fault.RegistrationNotFound},
		"other spelling":    {"{" + s.SignupID + "}", s.Key, []signup.Section{signup.SectionReferral}, fault.RegistrationNotFound, fault.RegistrationNotFound},
		"out of order":      {early.SignupID, early.Key, []signup.Section{signup.SectionOrder}, nil, fault.StepOutOfOrder},
		"while paying":      {paying.SignupID, paying.Key, []signup.Section{signup.SectionAddress}, nil, fault.RegistrationBusy},
		"security, wrong":   {s.SignupID, early.Key, []signup.Section{signup.SectionSecurityCode}, fault.RegistrationKeyWrong, fault.RegistrationKeyWrong},
		"security, paying":  {paying.SignupID, paying.Key, []signup.Section{signup.SectionSecurityCode}, nil, fault.RegistrationBusy},
		"paid":              {paid.SignupID, paid.Key, []signup.Section{signup.SectionAddress}, nil, fault.RegistrationIsPaid},
		"section unknown":   {s.SignupID, s.Key, []signup.Section{"EVERYTHING"}, nil, fault.SectionUnknown},
		"section not there": {s.SignupID, s.Key, nil, nil, fault.SectionMissing},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := env.Client.Signup.Read(t.Context(), tc.id, tc.key, fixture.English); !errors.Is(err, tc.read) {
				t.Errorf("read: %v, want %v", err, tc.read)
			}
			in := input
			in.Sections = tc.sections
			if _, err := env.Client.Signup.Update(t.Context(), tc.id, tc.key, in, fixture.English); !errors.Is(err, tc.update) {
				t.Errorf("update: %v, want %v", err, tc.update)
			}
		})
	}

	t.Run("expired", func(t *testing.T) {
		env.Clock.Advance(24*time.Hour - time.Microsecond)
		if _, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English); err != nil {
			t.Errorf("a moment before: %v", err)
		}
		env.Clock.Advance(time.Microsecond)
		if _, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English); !errors.Is(err, fault.RegistrationGone) {
			t.Errorf("read: %v, want %v", err, fault.RegistrationGone)
		}
		in := input
		if _, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, fixture.English); !errors.Is(err, fault.RegistrationGone) {
			t.Errorf("update: %v, want %v", err, fault.RegistrationGone)
		}
		if _, err := env.Client.Signup.Read(t.Context(), s.SignupID, early.Key, fixture.English); !errors.Is(err, fault.RegistrationKeyWrong) {
			t.Errorf("with a wrong key: %v, want %v", err, fault.RegistrationKeyWrong)
		}
		if got, err := env.Client.Signup.Read(t.Context(), paying.SignupID, paying.Key, fixture.English); err != nil || got.Next != "/payment" {
			t.Errorf("one being paid: %v, %v; it must wait for its payment", got, err)
		}
		if got, err := env.Client.Signup.Read(t.Context(), paid.SignupID, paid.Key, fixture.English); err != nil || got.State != signup.Paid || got.Next != "/credentials" {
			t.Errorf("a paid one: %v, %v; it stays", got, err)
		}
	})
}

// A rejection stored under an idempotency key is returned in the language of each call.
func TestStoredRefusalOfAnUpdateIsTranslated(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	s := env.SignUp(t)
	in := signup.Input{Sections: []signup.Section{signup.SectionName}, Parent: &form.Parent{LastName: "Diaz"}}
	var texts []string
	for _, lang := range []string{"en", "es"} {
		var invalid *fault.ValidationError
		if _, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, caller.Meta{Lang: lang, IdempotencyKey: "refused-key"}); !errors.As(err, &invalid) || len(invalid.Violations) != 1 {
			t.Fatalf("a refusal in %s: %v", lang, err)
		}
		texts = append(texts, invalid.Violations[0].Text)
	}
	if diff := cmp.Diff([]string{"This field is required", "Este campo es obligatorio"}, texts); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}
