package sdk_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// pay makes accounts of a sign-up.
func pay(t *testing.T, env *sdktest.Env, s sdktest.Session) sdk.CreatedAccountsForTest {
	t.Helper()
	out, err := env.Client.PayForTest(t.Context(), s.SignupID, s.Key)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Ana and Ben of number 1 have accounts: Ana has paid, Ben is invited.
func TestDuplicateParent(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	pay(t, env, env.SignUp(t))
	parent := func(change func(*sdk.Parent)) sdk.RegistrationInput {
		in := sdktest.ReadyToPay(50)
		in.Sections = []sdk.Section{sdk.SectionParent}
		known := sdktest.ReadyToPay(1).Parent
		change(known)
		in.Parent = known
		return in
	}
	for name, tc := range map[string]struct {
		in   sdk.RegistrationInput
		want sdk.Violations
	}{
		"same e-mail": {
			parent(func(p *sdk.Parent) {
				p.FirstName, p.PhoneNumber, p.Email = "Other", "2155550777", " ANA.DIAZ.1@EXAMPLE.COM"
			}),
			sdk.Violations{{Field: "duplicate", Code: sdk.CodeParentDuplicate}},
		},
		"e-mail of an invited parent": {
			parent(func(p *sdk.Parent) {
				p.FirstName, p.PhoneNumber, p.Email = "Other", "2155550777", "ben.diaz.1@example.com"
			}),
			sdk.Violations{{Field: "duplicate", Code: sdk.CodeParentDuplicate}},
		},
		"same name and phone": {
			parent(func(p *sdk.Parent) { p.Email, p.FirstName = "new@example.com", "ANA" }),
			sdk.Violations{{Field: "duplicateWarning", Code: sdk.CodeParentDuplicateLikely}},
		},
		"same name, other phone":          {in: parent(func(p *sdk.Parent) { p.Email, p.PhoneNumber = "new2@example.com", "2155550999" })},
		"same phone, other name":          {in: parent(func(p *sdk.Parent) { p.Email, p.LastName = "new3@example.com", "Dias" })},
		"phone of a co-parent and a name": {in: parent(func(p *sdk.Parent) { p.Email, p.PhoneNumber = "new4@example.com", "4125500001" })},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := env.Client.CreateRegistration(t.Context(), tc.in, english)
			if tc.want == nil {
				if err != nil || answer.Registration.ParentDuplicateConfirmed {
					t.Errorf("got %v, %v; want no duplicate", answer, err)
				}
				return
			}
			diffViolations(t, tc.want, err)
		})
	}

	t.Run("certain can't be confirmed", func(t *testing.T) {
		in := parent(func(*sdk.Parent) {})
		in.ParentDuplicateConfirmed = true
		_, err := env.Client.CreateRegistration(t.Context(), in, english)
		diffViolations(t, sdk.Violations{{Field: "duplicate", Code: sdk.CodeParentDuplicate}}, err)
	})

	t.Run("confirmation is carried through", func(t *testing.T) {
		s := env.SignUp(t, func(in *sdk.RegistrationInput) {
			in.Parent = parent(func(p *sdk.Parent) { p.Email = "ana.again@example.com" }).Parent
			in.ParentDuplicateConfirmed = true
		})
		// Billing sends the parent again, without the flag.
		in := parent(func(p *sdk.Parent) { p.Email = "ana.again@example.com" })
		got := update(t, env, s, in)
		if !got.ParentDuplicateConfirmed || got.Next != "/payment" {
			t.Errorf("confirmed %v, next %s; want true and, in the base group, /payment", got.ParentDuplicateConfirmed, got.Next)
		}
		in.Parent.FirstName = "Zoe"
		if got = update(t, env, s, in); got.ParentDuplicateConfirmed {
			t.Error("another person is still a confirmed duplicate")
		}
	})

	t.Run("a confirmation is for one person", func(t *testing.T) {
		third := pay(t, env, env.SignUp(t, func(in *sdk.RegistrationInput) { in.Parent.FirstName = "Zoe" }))
		s := env.SignUp(t, func(in *sdk.RegistrationInput) {
			in.Parent = parent(func(p *sdk.Parent) { p.Email = "ana.once.more@example.com" }).Parent
			in.ParentDuplicateConfirmed = true
		})
		phone, ok := record(t, env, "SELECT phone_number FROM accounts WHERE id = $1", third.AccountID)["phone_number"].(string)
		if !ok {
			t.Fatal("a paying parent has no phone")
		}
		in := parent(func(p *sdk.Parent) { p.Email, p.FirstName, p.PhoneNumber = "ana.once.more@example.com", "Zoe", phone })
		_, err := env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, in, english)
		diffViolations(t, sdk.Violations{{Field: "duplicateWarning", Code: sdk.CodeParentDuplicateLikely}}, err)
	})

	t.Run("a flag without a duplicate confirms nothing", func(t *testing.T) {
		s := env.SignUp(t, func(in *sdk.RegistrationInput) {
			in.ParentDuplicateConfirmed, in.CoParentDuplicateConfirmed = true, true
		})
		got, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil {
			t.Fatal(err)
		}
		if got.ParentDuplicateConfirmed || got.CoParentDuplicateConfirmed {
			t.Errorf("confirmed: parent %v, co-parent %v", got.ParentDuplicateConfirmed, got.CoParentDuplicateConfirmed)
		}
	})
}

func TestDuplicateParentOutsideBaseGroup(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	canadian := func(in *sdk.RegistrationInput) {
		in.Sections = []sdk.Section{sdk.SectionParent, sdk.SectionFamily}
		in.Parent.PhoneNumber = "4165550123"
	}
	pay(t, env, env.SignUp(t, canadian))
	s := env.SignUp(t, canadian, func(in *sdk.RegistrationInput) { in.ParentDuplicateConfirmed = true })
	got, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(place{2, "/duplicate", "P2"}, placeOf(got)); diff != "" {
		t.Errorf("place (-want +got):\n%s", diff)
	}
	in := sdktest.ReadyToPay(9)
	in.Sections = []sdk.Section{sdk.SectionOrder}
	in.Order.PackageID = 2021
	if _, err := env.Client.UpdateRegistration(t.Context(), s.SignupID, s.Key, in, english); !errors.Is(err, sdk.StepOutOfOrder) {
		t.Errorf("choosing a package: %v, want %v", err, sdk.StepOutOfOrder)
	}
}

func TestDuplicateCoParent(t *testing.T) {
	t.Parallel()
	off := func(cfg *sdk.Config) { cfg.Flags.Switches = map[string]bool{sdk.SwitchPackagesV2: false} }
	env := sdktest.New(t, sdktest.WithConfig(off))
	accounts := pay(t, env, env.SignUp(t)) // Ana (1) invited Ben (1)
	family := func(change func(in *sdk.RegistrationInput)) sdk.RegistrationInput {
		in := sdktest.ReadyToPay(60)
		in.Sections = []sdk.Section{sdk.SectionParent, sdk.SectionFamily}
		change(&in)
		return in
	}
	likely := sdk.Violations{{Field: "duplicateWarning", Code: sdk.CodeCoParentDuplicateLikely}}
	for name, tc := range map[string]struct {
		in   sdk.RegistrationInput
		want sdk.Violations
	}{
		"account in another family": {family(func(in *sdk.RegistrationInput) { in.CoParent.Email = "ana.diaz.1@example.com" }), likely},
		"invited to another family": {family(func(in *sdk.RegistrationInput) { in.CoParent.Email = "Ben.Diaz.1@example.com" }), likely},
		"same name and phone": {family(func(in *sdk.RegistrationInput) {
			known := false
			in.KnowsCoParentEmail = &known
			in.CoParent = &sdk.CoParent{FirstName: "Ben", LastName: "Diaz", PhoneCountryCode: "1", PhoneNumber: sdktest.ReadyToPay(1).CoParent.PhoneNumber}
		}), likely},
		"nobody": {in: family(func(*sdk.RegistrationInput) {})},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := env.Client.CreateRegistration(t.Context(), tc.in, english)
			if tc.want == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			diffViolations(t, tc.want, err)
		})
	}

	t.Run("may be confirmed", func(t *testing.T) {
		s := env.SignUp(t, func(in *sdk.RegistrationInput) {
			in.CoParent.Email, in.CoParentDuplicateConfirmed = "ana.diaz.1@example.com", true
		})
		got, err := env.Client.ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil {
			t.Fatal(err)
		}
		if !got.CoParentDuplicateConfirmed || got.Next != "/payment" {
			t.Errorf("confirmed %v, next %s", got.CoParentDuplicateConfirmed, got.Next)
		}
		v2 := env.Config
		v2.Flags = sdk.FlagConfig{}
		got, err = env.NewClient(t, v2).ReadRegistration(t.Context(), s.SignupID, s.Key)
		if err != nil {
			t.Fatal(err)
		}
		if got.Next != "/duplicate" {
			t.Errorf("with packagesV2 next is %s, want /duplicate", got.Next)
		}
	})

	t.Run("certain where that person invited this parent", func(t *testing.T) {
		// Ben gives his address up (as when he had paid himself), so that only the invitation tells.
		if _, err := env.Pool.Exec(t.Context(), "UPDATE accounts SET email_key = NULL WHERE id = $1", *accounts.CoParentID); err != nil {
			t.Fatal(err)
		}
		in := family(func(in *sdk.RegistrationInput) {
			in.Parent.Email, in.CoParent.Email, in.CoParentDuplicateConfirmed = "ben.diaz.1@example.com", "ana.diaz.1@example.com", true
		})
		_, err := env.Client.CreateRegistration(t.Context(), in, english)
		diffViolations(t, sdk.Violations{{Field: "duplicate", Code: sdk.CodeCoParentDuplicate}}, err)
	})
}

func TestDuplicateLimit(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Duplicates = sdk.Limit{Count: 2, Per: 1e9 * 3600} }))
	pay(t, env, env.SignUp(t))
	known := sdktest.ReadyToPay(1)
	known.Sections = []sdk.Section{sdk.SectionParent}
	stranger := sdktest.ReadyToPay(70)
	stranger.Sections = known.Sections
	meta := sdk.CallMeta{ClientAddr: "192.0.2.7"}
	for range 2 {
		_, err := env.Client.CreateRegistration(t.Context(), known, meta)
		diffViolations(t, sdk.Violations{{Field: "duplicate", Code: sdk.CodeParentDuplicate}}, err)
	}
	for name, in := range map[string]sdk.RegistrationInput{"known": known, "unknown": stranger} {
		if _, err := env.Client.CreateRegistration(t.Context(), in, meta); !errors.Is(err, sdk.TooManyTries) {
			t.Errorf("%s e-mail after two hits: %v, want %v", name, err, sdk.TooManyTries)
		}
	}
	if _, err := env.Client.CreateRegistration(t.Context(), stranger, sdk.CallMeta{ClientAddr: "192.0.2.8"}); err != nil {
		t.Errorf("from another address: %v", err)
	}
}
