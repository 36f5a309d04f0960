package core_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/flag"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/professional"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/support"
)

// limitTest repeats a limited call. Only the subject is the same in every try. n is new each time, and with it all values that the limit
// ignores.
type limitTest struct {
	field    string                                             // of [caller.Limits]
	subjects func(t *testing.T, env *sdktest.Env) (a, b string) // nil: two client addresses
	try      func(t *testing.T, env *sdktest.Env, subject string, n int) error
}

// address returns a client address that no other try has.
func address(n int) string { return fmt.Sprintf("198.51.100.%d", n) }

// from returns the meta of a call from the subject's address.
func from(subject string) caller.Meta { return caller.Meta{Lang: "en", ClientAddr: subject} }

func sessions(t *testing.T, env *sdktest.Env) (a, b string) {
	t.Helper()
	one, two := env.SignUp(t), env.SignUp(t)
	return one.SignupID + " " + one.Key.Reveal(), two.SignupID + " " + two.Key.Reveal()
}

// sessionOf returns the session named by [sessions].
func sessionOf(t *testing.T, subject string) (s sdktest.Session) {
	t.Helper()
	if _, err := fmt.Sscan(subject, &s.SignupID, &s.Key); err != nil {
		t.Fatal(err)
	}
	return s
}

func professionals(t *testing.T, env *sdktest.Env) (a, b string) {
	t.Helper()
	return fixture.InsertProfessional(t, env), fixture.InsertProfessional(t, env)
}

// pendingProfessionals returns two unverified professionals.
func pendingProfessionals(t *testing.T, env *sdktest.Env) (a, b string) {
	t.Helper()
	var ids [2]string
	for n := range ids {
		made, err := env.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(n+1), caller.Meta{Lang: "en"})
		if err != nil {
			t.Fatal(err)
		}
		ids[n] = made.ProfessionalID
	}
	return ids[0], ids[1]
}

// known returns a new sign-up's input with the email, or name and phone, of an account holder.
func known(t *testing.T, env *sdktest.Env, change func(in, paid *signup.Input)) signup.Input {
	t.Helper()
	paid := sdktest.ReadyToPay(300)
	if fixture.AccountOf(t, env, paid.Parent.Email) == "" {
		fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) { *in = sdktest.ReadyToPay(300) }))
	}
	in := sdktest.ReadyToPay(301)
	in.Sections = []signup.Section{signup.SectionParent, signup.SectionFamily}
	change(&in, &paid)
	return in
}

// knownEmail returns the email address of an account holder.
func knownEmail(t *testing.T, env *sdktest.Env) string {
	t.Helper()
	return known(t, env, func(in, paid *signup.Input) { in.Parent = paid.Parent }).Parent.Email
}

var limitTests = map[string]limitTest{
	"writes of an address": {"Writes", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		return fixture.Second(env.Client.Visitor.CountWrite(t.Context(), subject))
	}},
	"certain duplicates of a parent": {"Duplicates", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		in := known(t, env, func(in, paid *signup.Input) { in.Parent.Email = paid.Parent.Email })
		return fixture.Second(env.Client.Signup.Create(t.Context(), in, from(subject)))
	}},
	"likely duplicates of a parent": {"Duplicates", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		in := known(t, env, func(in, paid *signup.Input) { in.Parent.PhoneNumber = paid.Parent.PhoneNumber })
		s := fixture.ByLink(t, env, env.SignUp(t, fixture.Only(signup.SectionParent), func(own *signup.Input) { in.Parent.Email = own.Parent.Email }))
		in.Sections = []signup.Section{signup.SectionParent}
		return fixture.Second(env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, from(subject)))
	}},
	"likely duplicates of a co-parent": {"Duplicates", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		in := known(t, env, func(in, paid *signup.Input) { in.CoParent.Email = paid.Parent.Email })
		return fixture.Second(env.Client.Signup.Create(t.Context(), in, from(subject)))
	}},
	"likely duplicates of a co-parent, entered later": {"Duplicates", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		in := known(t, env, func(in, paid *signup.Input) { in.CoParent.Email = paid.Parent.Email })
		in.Sections = []signup.Section{signup.SectionFamily}
		s := env.SignUp(t, fixture.Only(signup.SectionParent))
		return fixture.Second(env.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, from(subject)))
	}},
	"duplicates of an invited parent": {"Duplicates", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		accounts := fixture.Pay(t, env, env.SignUp(t))
		token, err := fixture.InvitationToken(t, env, accounts)
		if err != nil {
			t.Fatal(err)
		}
		in := fixture.StepOne()
		in.Parent.Email = knownEmail(t, env)
		return fixture.Second(env.Client.Invite.Update(t.Context(), "", token, in, from(subject)))
	}},
	"duplicates of a professional": {"Duplicates", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		in := sdktest.ReadyProfessional(1)
		in.Email = knownEmail(t, env)
		return fixture.Second(env.Client.Professional.Create(t.Context(), in, from(subject)))
	}},
	"duplicates of a professional's first step": {"Duplicates", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		in := sdktest.ReadyProfessional(1)
		in.Email = knownEmail(t, env)
		return fixture.Second(env.Client.Professional.CheckStep(t.Context(), professional.StepInput{Step: 1, Professional: in}, from(subject)))
	}},
	"codes of a sign-up, from whatever address": {"CodeTries", sessions, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		s := sessionOf(t, subject)
		return fixture.Second(env.Client.Signup.Price(t.Context(), s.SignupID, s.Key, wrongCode, from(address(n))))
	}},
	"codes of an address, whatever the sign-up": {"CodeAddress", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		s := env.SignUp(t)
		return fixture.Second(env.Client.Signup.Price(t.Context(), s.SignupID, s.Key, wrongCode, from(subject)))
	}},
	"logins to an account from an address": {"Logins", func(*testing.T, *sdktest.Env) (a, b string) { return "ana.diaz", "ben.diaz" },
		func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
			return fixture.Second(env.Client.Account.Login(t.Context(), subject, "wrong", from(address(1))))
		}},
	"logins to an account, from whatever address": {"LoginAccount", func(*testing.T, *sdktest.Env) (a, b string) { return "ana.diaz", "ben.diaz" },
		func(t *testing.T, env *sdktest.Env, subject string, n int) error {
			return fixture.Second(env.Client.Account.Login(t.Context(), subject, "wrong", from(address(n))))
		}},
	"logins from an address, whatever the account": {"LoginAddress", nil, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		return fixture.Second(env.Client.Account.Login(t.Context(), fmt.Sprintf("user.%d", n), "wrong", from(subject)))
	}},
	"usernames of a credentials token": {"Usernames", func(t *testing.T, env *sdktest.Env) (a, b string) {
		return fixture.Pay(t, env, env.SignUp(t)).Token.Reveal(), fixture.Pay(t, env, env.SignUp(t)).Token.Reveal()
	}, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		return fixture.Second(env.Client.Account.UsernameAvailability(t.Context(), secret.Secret(subject), fmt.Sprintf("new.parent.%d", n)))
	}},
	"links by mail, of an e-mail": {"Links", func(*testing.T, *sdktest.Env) (a, b string) { return "ana@example.com", "ben@example.com" },
		func(t *testing.T, env *sdktest.Env, subject string, n int) error {
			return env.Client.Account.MailLink(t.Context(), subject, from(address(n)))
		}},
	"links by mail, of a sign-up": {"Links", sessions, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		s := sessionOf(t, subject)
		return env.Client.Signup.MailLink(t.Context(), s.SignupID, s.Key, from(address(n)))
	}},
	"payments of a sign-up, from whatever address": {"Payments", sessions, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		s, meta := sessionOf(t, subject), from(address(n))
		meta.IdempotencyKey = fmt.Sprintf("payment-%d", n)
		return fixture.Second(env.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, payment.Input{Order: form.OrderChoice{PackageID: 2001}}, meta))
	}},
	"client tokens of a sign-up": {"Payments", sessions, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		s := sessionOf(t, subject)
		return fixture.Second(env.Client.Checkout.ClientToken(t.Context(), s.SignupID, s.Key, caller.Meta{}))
	}},
	"purchases of a professional, from whatever address": {"Payments", professionals, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		return fixture.Second(env.Client.Codes.Buy(t.Context(), subject, codes.PurchaseInput{PackageID: 2001, Size: 1, Invoice: true}, from(address(n))))
	}},
	"invitations of a professional, from whatever address": {"Invitations", professionals, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		in := invite.Input{Parent: form.InvitedPerson{FirstName: "Ben", LastName: "Lee", Email: fmt.Sprintf("ben.%d@example.com", n)}}
		return fixture.Second(env.Client.Invite.Create(t.Context(), subject, in, from(address(n))))
	}},
	"invitations of an unverified professional": {"InvitationsPending", pendingProfessionals, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		in := invite.Input{Parent: form.InvitedPerson{FirstName: "Ben", LastName: "Lee", Email: fmt.Sprintf("ben.%d@example.com", n)}}
		return fixture.Second(env.Client.Invite.Create(t.Context(), subject, in, from(address(n))))
	}},
	"address searches of a sign-up, from whatever address": {"Addresses", sessions, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		return suggest(t, env, sessionOf(t, subject), address(n))
	}},
	"address searches of an address, whatever the sign-up": {"AddressesClient", nil, func(t *testing.T, env *sdktest.Env, subject string, _ int) error {
		return suggest(t, env, env.SignUp(t), subject)
	}},
	"chats of an address, for all of its visitors": {"Chats", nil, func(t *testing.T, env *sdktest.Env, subject string, n int) error {
		meta := from(subject)
		meta.AnonymousID = fmt.Sprintf("visitor-%032d", n)
		return fixture.Second(env.Client.Support.ChatToken(t.Context(), signup.Holder{}, meta))
	}},
}

var wrongCode = price.QuoteInput{PaymentCodes: []string{"0000-0000-0000-0000"}}

func suggest(t *testing.T, env *sdktest.Env, s sdktest.Session, address string) error {
	t.Helper()
	holder := signup.Holder{SignupID: s.SignupID, Key: s.Key}
	return fixture.Second(env.Client.Places.SuggestAddresses(t.Context(), holder, places.Query{Query: "1600 market", Country: "US"}, from(address)))
}

// Every limit applies to its subject: two calls pass, and the third gets a time to wait. Another subject's calls pass, and so does a call an
// hour later.
func TestLimitsBySubject(t *testing.T) {
	t.Parallel()
	untested := map[string]bool{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[caller.Limits]()) {
		untested[field.Name] = true
	}
	for name, tt := range limitTests {
		delete(untested, tt.field)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t, sdktest.WithConfig(func(c *sdk.Config) {
				reflect.ValueOf(&c.Limits).Elem().FieldByName(tt.field).Set(reflect.ValueOf(caller.Limit{Count: 2, Per: time.Hour}))
				c.Addresses, c.Chat = places.Sandbox{}, support.Config{KeyID: "app_1", Secret: "a-secret-of-the-chat-of-32-bytes"}
				c.Flags.Switches = map[string]bool{flag.SwitchSupportChat: true}
			}))
			one, other := "192.0.2.1", "192.0.2.2"
			if tt.subjects != nil {
				one, other = tt.subjects(t, env)
			}
			limited := func(subject string, n int) bool {
				t.Helper()
				err := tt.try(t, env, subject, n)
				var refused *fault.Fault
				if errors.As(err, &refused) && !errors.Is(err, fault.TooManyTries) {
					t.Fatal(err)
				}
				if refused != nil && refused.RetryAfter != time.Hour {
					t.Errorf("Retry-After is %s, want an hour", refused.RetryAfter)
				}
				if want := "limits." + strings.ToLower(tt.field[:1]) + tt.field[1:]; refused != nil && refused.Limit != want {
					t.Errorf("the fault names the limit %q, want %q", refused.Limit, want)
				}
				return refused != nil
			}
			got := []bool{limited(one, 1), limited(one, 2), limited(one, 3), limited(other, 4)}
			env.Clock.Advance(time.Hour)
			got = append(got, limited(one, 5))
			if diff := cmp.Diff([]bool{false, false, true, false, false}, got); diff != "" {
				t.Errorf("refused (-want +got):\n%s", diff)
			}
		})
	}
	delete(untested, "Reads")    // the server counts them: TestReadsAreLimited
	delete(untested, "Refusals") // it limits others than the caller: TestRefusalsSuspend
	delete(untested, "Unasked")  // mails wait: TestUnverifiedMailsPerAddressAreLimited, which has the longer limit, too
	delete(untested, "UnaskedMonth")
	for field := range untested {
		t.Errorf("no test of limit %s", field)
	}
}
