package signups_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/text"
)

// Ana and Ben of number 1 have accounts: Ana has paid, Ben is invited.
func TestDuplicateParent(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	fixture.Pay(t, env, env.SignUp(t))
	parent := func(change func(*form.Parent)) signup.Input {
		in := sdktest.ReadyToPay(50)
		in.Sections = []signup.Section{signup.SectionParent}
		known := sdktest.ReadyToPay(1).Parent
		change(known)
		in.Parent = known
		return in
	}
	for name, tc := range map[string]struct {
		in   signup.Input
		want fault.Violations
	}{
		"same e-mail": {
			parent(func(p *form.Parent) {
				p.FirstName, p.PhoneNumber, p.Email = "Other", "2155550777", " ANA.DIAZ.1@EXAMPLE.COM"
			}),
			fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}},
		},
		"e-mail of an invited parent": {
			parent(func(p *form.Parent) {
				p.FirstName, p.PhoneNumber, p.Email = "Other", "2155550777", "ben.diaz.1@example.com"
			}),
			fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}},
		},
		"same name and phone":             {in: parent(func(p *form.Parent) { p.Email, p.FirstName = "new@example.com", "ANA" })},
		"same name, other phone":          {in: parent(func(p *form.Parent) { p.Email, p.PhoneNumber = "new2@example.com", "2155550999" })},
		"same phone, other name":          {in: parent(func(p *form.Parent) { p.Email, p.LastName = "new3@example.com", "Dias" })},
		"phone of a co-parent and a name": {in: parent(func(p *form.Parent) { p.Email, p.PhoneNumber = "new4@example.com", "4125500001" })},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := env.Client.Signup.Create(t.Context(), tc.in, fixture.English)
			if tc.want == nil {
				if err != nil || answer.Registration.ParentDuplicateConfirmed {
					t.Errorf("got %v, %v; want no duplicate", answer, err)
				}
				return
			}
			fixture.DiffViolations(t, tc.want, err)
		})
	}

	t.Run("certain can't be confirmed", func(t *testing.T) {
		in := parent(func(*form.Parent) {})
		in.ParentDuplicateConfirmed = true
		_, err := env.Client.Signup.Create(t.Context(), in, fixture.English)
		fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, err)
	})

	t.Run("confirmation is carried through", func(t *testing.T) {
		s := fixture.ByLink(t, env, env.SignUp(t, func(in *signup.Input) {
			in.Parent = parent(func(p *form.Parent) { p.Email = "ana.again@example.com" }).Parent
		}))
		in := parent(func(p *form.Parent) { p.Email = "ana.again@example.com" })
		in.ParentDuplicateConfirmed = true
		fixture.Update(t, env, s, in)
		// The billing step sends the parent again, without the flag.
		in.ParentDuplicateConfirmed = false
		got := fixture.Update(t, env, s, in)
		if !got.ParentDuplicateConfirmed || got.Next != "/payment" {
			t.Errorf("confirmed %v, next %s; want true and, in the base group, /payment", got.ParentDuplicateConfirmed, got.Next)
		}
		in.Parent.FirstName = "Zoe"
		if got = fixture.Update(t, env, s, in); got.ParentDuplicateConfirmed {
			t.Error("another person is still a confirmed duplicate")
		}
	})

	t.Run("a flag without a duplicate confirms nothing", func(t *testing.T) {
		s := env.SignUp(t, func(in *signup.Input) {
			in.ParentDuplicateConfirmed, in.CoParentDuplicateConfirmed = true, true
		})
		got, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
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
	canadian := func(in *signup.Input) {
		in.Sections = []signup.Section{signup.SectionParent, signup.SectionFamily}
		in.Parent.PhoneNumber = "4165550123"
	}
	fixture.Pay(t, env, env.SignUp(t, canadian))
	var entered signup.Input
	s := fixture.ByLink(t, env, env.SignUp(t, canadian, func(in *signup.Input) { entered = *in }))
	entered.ParentDuplicateConfirmed = true
	fixture.Update(t, env, s, entered)
	got, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(place{2, "/duplicate", "P2"}, placeOf(got)); diff != "" {
		t.Errorf("place (-want +got):\n%s", diff)
	}
	in := sdktest.ReadyToPay(9)
	in.Sections = []signup.Section{signup.SectionOrder}
	in.Order.PackageID = 2021
	if _, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, fixture.English); !errors.Is(err, fault.StepOutOfOrder) {
		t.Errorf("choosing a package: %v, want %v", err, fault.StepOutOfOrder)
	}
}

func TestDuplicateCoParent(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	fixture.Pay(t, env, env.SignUp(t)) // Ana (1) invited Ben (1)
	family := func(change func(in *signup.Input)) signup.Input {
		in := sdktest.ReadyToPay(60)
		in.Sections = []signup.Section{signup.SectionParent, signup.SectionFamily}
		change(&in)
		return in
	}
	byPhone := func(in *signup.Input) { // Ben, without an email
		in.KnowsCoParentEmail = new(bool)
		in.CoParent = &form.CoParent{FirstName: "Ben", LastName: "Diaz", PhoneCountryCode: "1", PhoneNumber: sdktest.ReadyToPay(1).CoParent.PhoneNumber}
	}
	likely := fault.Violations{{Field: "duplicateWarning", Code: form.CodeCoParentDuplicateLikely}}
	for name, tc := range map[string]struct {
		in   signup.Input
		want fault.Violations
	}{
		"account in another family": {family(func(in *signup.Input) { in.CoParent.Email = "ana.diaz.1@example.com" }), likely},
		"invited to another family": {family(func(in *signup.Input) { in.CoParent.Email = "Ben.Diaz.1@example.com" }), likely},
		"same name and phone":       {in: family(byPhone)},
		"nobody":                    {in: family(func(*signup.Input) {})},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := env.Client.Signup.Create(t.Context(), tc.in, fixture.English)
			if tc.want == nil {
				if err != nil {
					t.Error(err)
				}
				return
			}
			fixture.DiffViolations(t, tc.want, err)
		})
	}

	t.Run("may be confirmed", func(t *testing.T) {
		s := env.SignUp(t, func(in *signup.Input) {
			in.CoParent.Email, in.CoParentDuplicateConfirmed = "ana.diaz.1@example.com", true
		})
		got, err := env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		if !got.CoParentDuplicateConfirmed || got.Next != "/payment" {
			t.Errorf("confirmed %v, next %s", got.CoParentDuplicateConfirmed, got.Next)
		}
		v2 := env.Config
		v2.Flags = flag.Config{Switches: map[string]bool{flag.SwitchPackagesV2: true}}
		got, err = env.NewClient(t, v2).Signup.Read(t.Context(), s.SignupID, s.Key, fixture.English)
		if err != nil {
			t.Fatal(err)
		}
		if got.Next != "/duplicate" {
			t.Errorf("with packagesV2 next is %s, want /duplicate", got.Next)
		}
		forced := caller.Meta{ForcedFlags: map[string]string{flag.SwitchPackagesV2: "on"}}
		if got, err = env.Client.Signup.Read(t.Context(), s.SignupID, s.Key, forced); err != nil || got.Next != "/duplicate" {
			t.Errorf("with packagesV2 forced: %+v, %v; want /duplicate", got, err)
		}
	})
}

// A name and a phone match an account: the parent's, the co-parent's, or both. Before the mailbox of the sign-up has answered, the response is the
// same as without an account, whatever was confirmed. Afterwards it is a warning. A change of the address removes the warning.
func TestNameAndPhoneAreReportedToAnAnsweredMailbox(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	fixture.Pay(t, env, env.SignUp(t)) // Ana (1) invited Ben (1)
	known := sdktest.ReadyToPay(1)
	entered := func(ana, ben bool) signup.Input {
		in := sdktest.ReadyToPay(70)
		in.Sections = []signup.Section{signup.SectionParent, signup.SectionFamily}
		in.KnowsCoParentEmail = new(bool)
		in.CoParent.Email = ""
		if ana {
			in.Parent.FirstName, in.Parent.LastName, in.Parent.PhoneNumber = known.Parent.FirstName, known.Parent.LastName, known.Parent.PhoneNumber
		}
		if ben {
			in.CoParent.FirstName, in.CoParent.LastName, in.CoParent.PhoneNumber = known.CoParent.FirstName, known.CoParent.LastName, known.CoParent.PhoneNumber
		}
		return in
	}
	parent, coParent := fault.Violation{Field: "duplicateWarning", Code: form.CodeParentDuplicateLikely}, fault.Violation{Field: "duplicateWarning", Code: form.CodeCoParentDuplicateLikely}
	for name, tc := range map[string]struct {
		ana, ben bool
		want     fault.Violations
	}{
		"nobody":    {want: nil},
		"parent":    {ana: true, want: fault.Violations{parent}},
		"co-parent": {ben: true, want: fault.Violations{coParent}},
		"both":      {ana: true, ben: true, want: fault.Violations{parent, coParent}},
	} {
		t.Run(name, func(t *testing.T) {
			update := func(s sdktest.Session, in signup.Input) (*signup.Answer, error) {
				return env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, fixture.English)
			}
			in := entered(tc.ana, tc.ben)
			confirmed := in
			confirmed.ParentDuplicateConfirmed, confirmed.CoParentDuplicateConfirmed = true, true
			made, err := env.Client.Signup.Create(t.Context(), confirmed, fixture.English)
			if err != nil {
				t.Fatal(err)
			}
			s := sdktest.Session{SignupID: made.SignupID, Key: secret.Secret(made.RegistrationKey)}
			for call, in := range map[string]signup.Input{"again": in, "confirmed": confirmed} {
				got, err := update(s, in)
				if err != nil || got.Registration.ParentDuplicateConfirmed || got.Registration.CoParentDuplicateConfirmed || got.Registration.Next != "/step3" {
					t.Errorf("before the mailbox answered, %s: %+v, %v", call, got, err)
				}
			}
			link := fixture.ByLink(t, env, s)
			if got, err := update(s, in); err != nil || got.Registration.ParentDuplicateConfirmed {
				t.Errorf("by the first key, while the link waits: %+v, %v", got, err)
			}
			_, err = update(link, in)
			if tc.want != nil {
				fixture.DiffViolations(t, tc.want, err)
			} else if err != nil {
				t.Error(err)
			}
			got, err := update(link, confirmed)
			if err != nil || got.Registration.ParentDuplicateConfirmed != tc.ana || got.Registration.CoParentDuplicateConfirmed != tc.ben {
				t.Fatalf("confirmed: %+v, %v", got, err)
			}
			moved := confirmed
			moved.Parent = &form.Parent{}
			*moved.Parent = *in.Parent
			moved.Parent.Email = "moved." + in.Parent.Email
			for range 2 { // the link went to another mailbox
				got, err = update(link, moved)
				if err != nil || got.Registration.ParentDuplicateConfirmed || got.Registration.CoParentDuplicateConfirmed {
					t.Errorf("with another address: %+v, %v", got, err)
				}
			}
			env.Clock.Advance(time.Second)
			_, err = update(fixture.ByLink(t, env, link), moved)
			if err != nil {
				t.Fatal(err)
			}
			moved.ParentDuplicateConfirmed, moved.CoParentDuplicateConfirmed = false, false
			if got, err = update(link, moved); err != nil || got.Registration.ParentDuplicateConfirmed != tc.ana || got.Registration.CoParentDuplicateConfirmed != tc.ben {
				t.Errorf("once the other mailbox has answered: %+v, %v", got, err)
			}
			env.Clock.Advance(fixture.Day) // resets the limit on links
		})
	}
}

// A co-parent's open invitation to this parent makes the duplicate certain. After the invitation has ended it is only likely, as with any account.
func TestDuplicateOfInviter(t *testing.T) {
	t.Parallel()
	certain := fault.Violations{{Field: "duplicate", Code: form.CodeCoParentDuplicate}}
	likely := fault.Violations{{Field: "duplicateWarning", Code: form.CodeCoParentDuplicateLikely}}
	for name, tc := range map[string]struct {
		end  func(t *testing.T, env *sdktest.Env, invitation string)
		want fault.Violations
	}{
		"open":              {func(*testing.T, *sdktest.Env, string) {}, certain},
		"a second is left":  {func(_ *testing.T, env *sdktest.Env, _ string) { env.Clock.Advance(14*24*time.Hour - time.Second) }, certain},
		"its time is over":  {func(_ *testing.T, env *sdktest.Env, _ string) { env.Clock.Advance(14 * 24 * time.Hour) }, likely},
		"revoked":           {revoke, likely},
		"of another family": {func(t *testing.T, env *sdktest.Env, _ string) { setInviter(t, env, "zoe.diaz@example.com") }, likely},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			accounts := fixture.Pay(t, env, env.SignUp(t)) // Ana invited Ben
			// Ben isn't expected (as if he had paid himself, and was erased since), so that only the other query finds him.
			if _, err := env.Pool.Exec(t.Context(), "UPDATE invitations SET email_taken = true"); err != nil {
				t.Fatal(err)
			}
			tc.end(t, env, accounts.InvitationID.String())
			in := sdktest.ReadyToPay(60)
			in.Sections = []signup.Section{signup.SectionParent, signup.SectionFamily}
			in.Parent.Email, in.CoParent.Email = "ben.diaz.1@example.com", "ana.diaz.1@example.com"
			_, err := env.Client.Signup.Create(t.Context(), in, fixture.English)
			fixture.DiffViolations(t, tc.want, err)
			in.CoParentDuplicateConfirmed = true
			_, err = env.Client.Signup.Create(t.Context(), in, fixture.English)
			if tc.want[0].Code != form.CodeCoParentDuplicate {
				if err != nil {
					t.Errorf("confirmed: %v", err)
				}
				return
			}
			fixture.DiffViolations(t, certain, err)
		})
	}
}

func revoke(t *testing.T, env *sdktest.Env, invitation string) {
	t.Helper()
	if _, err := env.Client.Invite.Revoke(t.Context(), invitation); err != nil {
		t.Fatal(err)
	}
}

// setInviter replaces the invitation's inviter by one with another email. Ana's account keeps her email.
func setInviter(t *testing.T, env *sdktest.Env, email string) {
	t.Helper()
	other := fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) { in.Parent.Email = email }))
	if _, err := env.Pool.Exec(t.Context(), "UPDATE invitations SET inviter_account_id = $1", other.AccountID); err != nil {
		t.Fatal(err)
	}
}

// A confirmed duplicate stays confirmed while the same person is entered again. A change of email, name or phone requires a new confirmation, for the
// parent and for the co-parent alike.
func TestDuplicateConfirmationIsForOnePerson(t *testing.T) {
	t.Parallel()
	type person struct{ first, phone, email string }
	ana := person{"Ana", "2155550001", "ana.again@example.com"}
	for name, tc := range map[string]struct {
		next     person
		prompted bool
	}{
		"the same":                   {ana, false},
		"the same, written anyhow":   {person{" ANA", "(215) 555-0001", "ANA.again@Example.com"}, false},
		"another e-mail":             {person{ana.first, ana.phone, "ana.once.more@example.com"}, true},
		"another name at that phone": {person{"Zoe", ana.phone, ana.email}, true},
		"another phone of that name": {person{ana.first, "2155550002", ana.email}, true},
	} {
		for role, enter := range map[string]func(in *signup.Input, p person) (signup.Section, text.Code){
			"parent": func(in *signup.Input, p person) (signup.Section, text.Code) {
				in.Parent.FirstName, in.Parent.PhoneNumber, in.Parent.Email = p.first, p.phone, p.email
				return signup.SectionParent, form.CodeParentDuplicateLikely
			},
			"co-parent": func(in *signup.Input, p person) (signup.Section, text.Code) {
				in.CoParent.FirstName, in.CoParent.PhoneNumber, in.CoParent.Email = p.first, p.phone, p.email
				return signup.SectionFamily, form.CodeCoParentDuplicateLikely
			},
		} {
			t.Run(role+", "+name, func(t *testing.T) {
				t.Parallel()
				env := sdktest.New(t)
				for i, known := range []person{ana, {"Zoe", "2155550001", ""}, {"Ana", "2155550002", ""}} {
					fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) {
						*in = sdktest.ReadyToPay(700 + i)
						in.Parent.FirstName, in.Parent.PhoneNumber = known.first, known.phone
					}))
				}
				var entered signup.Input
				s := fixture.ByLink(t, env, env.SignUp(t, func(in *signup.Input) {
					*in = sdktest.ReadyToPay(800)
					enter(in, ana)
					entered = *in
				}))
				entered.ParentDuplicateConfirmed, entered.CoParentDuplicateConfirmed = true, true
				fixture.Update(t, env, s, entered)
				again := sdktest.ReadyToPay(800)
				section, likely := enter(&again, tc.next)
				if section == signup.SectionParent && tc.next.email != ana.email { // the new mailbox answers, too
					change := again
					change.Sections = []signup.Section{section}
					fixture.Update(t, env, s, change)
					env.Clock.Advance(time.Second)
					s = fixture.ByLink(t, env, s)
				}
				again.Sections = []signup.Section{section}
				_, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, again, fixture.English)
				if tc.prompted {
					fixture.DiffViolations(t, fault.Violations{{Field: "duplicateWarning", Code: likely}}, err)
				} else if err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// After an address has found two accounts, all its calls with persons are rejected, so that the rejection reveals nothing.
func TestDuplicateLimit(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConfig(func(cfg *sdk.Config) { cfg.Limits.Duplicates = caller.Limit{Count: 2, Per: time.Hour} }))
	accounts := fixture.Pay(t, env, env.SignUp(t))
	known := sdktest.ReadyToPay(1)
	known.Sections = []signup.Section{signup.SectionParent}
	stranger, strangers := sdktest.ReadyToPay(70), sdktest.ReadyToPay(71)
	stranger.Sections, strangers.Sections = known.Sections, []signup.Section{signup.SectionFamily}
	began := env.SignUp(t, fixture.Only(signup.SectionParent))
	token, err := fixture.InvitationToken(t, env, accounts)
	if err != nil {
		t.Fatal(err)
	}
	meta := caller.Meta{ClientAddr: "192.0.2.7"}
	for range 2 {
		_, err := env.Client.Signup.Create(t.Context(), known, meta)
		fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, err)
	}
	for name, call := range map[string]func(meta caller.Meta) error{
		"a known parent": func(meta caller.Meta) error {
			return fixture.Second(env.Client.Signup.Create(t.Context(), known, meta))
		},
		"a parent": func(meta caller.Meta) error {
			return fixture.Second(env.Client.Signup.Create(t.Context(), stranger, meta))
		},
		"a co-parent": func(meta caller.Meta) error {
			return fixture.Second(env.Client.Signup.Update(t.Context(), began.SignupID, began.Key, strangers, meta))
		},
		"an invited parent": func(meta caller.Meta) error {
			return fixture.Second(env.Client.Invite.Update(t.Context(), "", token, fixture.StepOne(), meta))
		},
		"a professional's first step": func(meta caller.Meta) error {
			step := professional.StepInput{Step: 1, Professional: sdktest.ReadyProfessional(2)}
			return fixture.Second(env.Client.Professional.CheckStep(t.Context(), step, meta))
		},
		"a professional": func(meta caller.Meta) error {
			return fixture.Second(env.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(1), meta))
		},
	} {
		if err := call(meta); !errors.Is(err, fault.TooManyTries) {
			t.Errorf("%s: %v, want %v", name, err, fault.TooManyTries)
		}
		if err := call(caller.Meta{ClientAddr: "192.0.2.8"}); err != nil && name != "a known parent" {
			t.Errorf("%s, from another address: %v", name, err)
		}
	}
}

// The text of a duplicate has the support phone of the person's country. Before the address is known it is the country of their phone.
func TestDuplicateNamesTheSupportPhone(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	fixture.Pay(t, env, env.SignUp(t))
	for want, entered := range map[string][]signup.Section{
		"+44 20 7946 0123": {signup.SectionParent},
		"+1 800-555-0199":  {signup.SectionParent, signup.SectionFamily, signup.SectionOrder, signup.SectionAddress},
	} {
		s := env.SignUp(t, func(in *signup.Input) { in.Sections = entered })
		in := sdktest.ReadyToPay(1) // this email address has an account
		in.Sections = []signup.Section{signup.SectionParent}
		in.Parent.PhoneCountryCode, in.Parent.PhoneNumber, in.Parent.TimeZone = "+44", "2079460123", "Europe/London"
		_, err := env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, fixture.English)
		var invalid *fault.ValidationError
		if !errors.As(err, &invalid) || len(invalid.Violations) != 1 {
			t.Fatalf("after %v: %v", entered, err)
		}
		if got := invalid.Violations[0].Args["phone"]; got != want {
			t.Errorf("after %v: call %v, want %s", entered, got, want)
		}
	}
}
