package core_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
	"github.com/cojoin/cojoin/sdk/subscription"
)

// ownedCall is a call of one owner. It returns the id of the created or changed row.
type ownedCall struct {
	scope string // the stored form
	send  func(caller.Meta) (string, error)
}

// ownedCalls makes calls of each operation with an idempotency key: of two owners, or more if an owner has several resources.
var ownedCalls = map[string]func(t *testing.T, w *fixture.Till) []ownedCall{
	"registration_update": func(t *testing.T, w *fixture.Till) []ownedCall {
		return ofEach(w.SignUp(t), w.SignUp(t), func(s sdktest.Session) ownedCall {
			in := sdktest.ReadyToPay(1)
			in.Sections = []signup.Section{signup.SectionReferral}
			return ownedCall{fmt.Sprintf("registration_update/%s/%x", s.SignupID, sha(s.Key)), func(meta caller.Meta) (string, error) {
				answer, err := w.Client.Signup.Update(t.Context(), s.SignupID, s.Key, in, meta)
				return idOf(answer, err, func() string { return answer.SignupID })
			}}
		})
	},
	"payment": func(t *testing.T, w *fixture.Till) []ownedCall {
		return ofEach(w.SignUp(t), w.SignUp(t), func(s sdktest.Session) ownedCall {
			in := w.Input(t, s, fixture.GoodNonce)
			return ownedCall{fmt.Sprintf("payment/%s/%x", s.SignupID, sha(s.Key)), func(meta caller.Meta) (string, error) {
				answer, err := w.Client.Checkout.Pay(t.Context(), s.SignupID, s.Key, in, meta)
				return idOf(answer, err, func() string { return answer.Receipt.OrderID })
			}}
		})
	},
	"subscription_payment": func(t *testing.T, w *fixture.Till) []ownedCall {
		// Two payers with failed collections.
		owing := func() *payment.Answer {
			answer := w.Subscribe(t, fixture.Kept)
			w.AccountToken(t, answer)
			if err := w.Provider.DeclineSettlement(w.LastSale().ID); err != nil {
				t.Fatal(err)
			}
			w.Settle(t)
			return answer
		}
		return ofEach(owing(), owing(), func(of *payment.Answer) ownedCall {
			bearer := w.LogIn(t, of)
			page, err := w.Client.Home.Read(t.Context(), bearer, caller.Meta{Lang: "en"})
			if err != nil {
				t.Fatal(err)
			}
			held := page.Subscriptions[0]
			in := subscription.PayAgainInput{AmountDisplayed: held.Due.Amount, Nonce: fixture.GoodNonce}
			return ownedCall{"subscription_payment/" + held.ID, func(meta caller.Meta) (string, error) {
				answer, err := w.Client.Subscription.PayAgain(t.Context(), held.ID, bearer, in, meta)
				return idOf(answer, err, func() string { return answer.Subscription.ID })
			}}
		})
	},
	"code_batch_buy": func(t *testing.T, w *fixture.Till) []ownedCall {
		return ofEach(fixture.InsertProfessional(t, w.Env), fixture.InsertProfessional(t, w.Env), func(pro string) ownedCall {
			return ownedCall{"code_batch_buy/" + pro, func(meta caller.Meta) (string, error) {
				batch, err := w.Client.Codes.Buy(t.Context(), pro, fixture.TenCodes, meta)
				return idOf(batch, err, func() string { return batch.ID })
			}}
		})
	},
	"code_issue": func(t *testing.T, w *fixture.Till) []ownedCall {
		one, two := fixture.InsertProfessional(t, w.Env), fixture.InsertProfessional(t, w.Env)
		issue := func(pro string) ownedCall {
			batch := fixture.NewBatch(t, w.Env, pro, 2001, 2)
			return ownedCall{"code_issue/" + pro + "/" + batch.ID, func(meta caller.Meta) (string, error) {
				code, err := w.Client.Codes.Issue(t.Context(), pro, batch.ID, codes.IssueInput{IssuedTo: "Client 7"}, meta)
				return idOf(code, err, func() string { return code.ID })
			}}
		}
		return []ownedCall{issue(one), issue(one), issue(two)}
	},
	"invitation_create": func(t *testing.T, w *fixture.Till) []ownedCall {
		in := invite.Input{Parent: form.InvitedPerson{FirstName: "Ben", LastName: "Lee", Email: "ben@example.com"}}
		return ofEach(fixture.InsertProfessional(t, w.Env), fixture.InsertProfessional(t, w.Env), func(pro string) ownedCall {
			return ownedCall{"invitation_create/" + pro, func(meta caller.Meta) (string, error) {
				made, err := w.Client.Invite.Create(t.Context(), pro, in, meta)
				return idOf(&made, err, func() string { return made[0].ID })
			}}
		})
	},
	"invitation_update": func(t *testing.T, w *fixture.Till) []ownedCall {
		return ofEach(fixture.GuestOf(t, w, false), fixture.GuestOf(t, w, false), func(g fixture.Guest) ownedCall {
			return ownedCall{fmt.Sprintf("invitation_update/%x", sha(g.Token)), func(meta caller.Meta) (string, error) {
				answer, err := w.Client.Invite.Update(t.Context(), "", g.Token, fixture.StepOne(), meta)
				return idOf(answer, err, func() string { return answer.Invitation.UserID })
			}}
		})
	},
	"invitation_payment": func(t *testing.T, w *fixture.Till) []ownedCall {
		return ofEach(fixture.GuestOf(t, w, false), fixture.GuestOf(t, w, false), func(g fixture.Guest) ownedCall {
			typed, bill, order := fixture.StepOne(), fixture.Billing(), form.OrderChoice{PackageID: 2001}
			typed.Parent.Email, bill.Parent.Email = g.UserID+"@example.com", g.UserID+"@example.com"
			g.Fill(t, typed)
			g.Fill(t, fixture.Ordering(order))
			g.Fill(t, bill)
			in := g.Payment(t, order)
			return ownedCall{fmt.Sprintf("invitation_payment/%x", sha(g.Token)), func(meta caller.Meta) (string, error) {
				answer, err := w.Client.Invite.Pay(t.Context(), g.UserID, g.Token, in, meta)
				return idOf(answer, err, func() string { return answer.Receipt.OrderID })
			}}
		})
	},
	"password_set": func(t *testing.T, w *fixture.Till) []ownedCall {
		return ofEach(w.PasswordToken(t), w.PasswordToken(t), func(bearer secret.Secret) ownedCall {
			in := account.PasswordInput{Password: "A-Better-Horse-2"}
			return ownedCall{fmt.Sprintf("password_set/%x", sha(bearer)), func(meta caller.Meta) (string, error) {
				answer, err := w.Client.Account.SetPassword(t.Context(), bearer, in, meta)
				return idOf(answer, err, func() string { return answer.Login.UserID })
			}}
		})
	},
	"credentials_set": func(t *testing.T, w *fixture.Till) []ownedCall {
		names := map[secret.Secret]string{}
		mailed := func() secret.Secret {
			bearer := fixture.Pay(t, w.Env, w.SignUp(t)).Token
			names[bearer] = fmt.Sprintf("ana.diaz.%d", len(names))
			return bearer
		}
		return ofEach(mailed(), mailed(), func(bearer secret.Secret) ownedCall {
			in := account.CredentialsInput{Username: names[bearer], Password: fixture.GoodPassword}
			return ownedCall{fmt.Sprintf("credentials_set/%x", sha(bearer)), func(meta caller.Meta) (string, error) {
				answer, err := w.Client.Account.SetCredentials(t.Context(), bearer, in, meta)
				return idOf(answer, err, func() string { return answer.UserID })
			}}
		})
	},
}

// openCalls are operations open to every caller. Another request under the same key reveals nothing of the first.
var openCalls = map[string]func(t *testing.T, w *fixture.Till, number int) ownedCall{
	"registration_create": func(t *testing.T, w *fixture.Till, number int) ownedCall {
		return ownedCall{"registration_create", func(meta caller.Meta) (string, error) {
			answer, err := w.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(number), meta)
			return idOf(answer, err, func() string { return answer.SignupID })
		}}
	},
	"professional_create": func(t *testing.T, w *fixture.Till, number int) ownedCall {
		return ownedCall{"professional_create", func(meta caller.Meta) (string, error) {
			answer, err := w.Client.Professional.Create(t.Context(), sdktest.ReadyProfessional(number), meta)
			return idOf(answer, err, func() string { return answer.ProfessionalID })
		}}
	},
}

func ofEach[O any](one, two O, call func(O) ownedCall) []ownedCall {
	return []ownedCall{call(one), call(two)}
}

func idOf[A any](answer *A, err error, id func() string) (string, error) {
	if err != nil || answer == nil {
		return "", err
	}
	return id(), nil
}

func sha(bearer secret.Secret) []byte {
	sum := sha256.Sum256([]byte(bearer.Reveal()))
	return sum[:]
}

// namesOfKeyedCalls reads the operations with an idempotency key from the source.
func namesOfKeyedCalls(t *testing.T) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), "idempotency_scope.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		value, ok := spec.Values[0].(*ast.BasicLit)
		if !ok {
			t.Fatalf("the name of %s isn't written out", spec.Names[0])
		}
		name, err := strconv.Unquote(value.Value)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
		return false
	})
	slices.Sort(names)
	return names
}

// storedScopes lists the scopes of an operation's stored responses.
func storedScopes(t *testing.T, w *fixture.Till, name string) []string {
	t.Helper()
	var scopes []string
	err := w.Pool.QueryRow(t.Context(), "SELECT array_agg(scope ORDER BY scope) FROM idempotency_records WHERE split_part(scope, '/', 1) = $1", name).Scan(&scopes)
	if err != nil {
		t.Fatal(err)
	}
	return scopes
}

// One key from two owners creates two rows in every operation that takes a key. From one owner it creates one.
func TestIdempotencyKeysAreScopedToOwner(t *testing.T) {
	t.Parallel()
	tested := slices.Sorted(maps.Keys(ownedCalls))
	tested = slices.Sorted(slices.Values(append(tested, slices.Collect(maps.Keys(openCalls))...)))
	if diff := cmp.Diff(tested, namesOfKeyedCalls(t)); diff != "" {
		t.Fatalf("operations (-tested +there):\n%s", diff)
	}
	meta := caller.Meta{Lang: "en", IdempotencyKey: "one-key-for-all"}
	once := func(t *testing.T, call ownedCall) string {
		t.Helper()
		id, err := call.send(meta)
		if err != nil || id == "" {
			t.Fatalf("%s: %q, %v", call.scope, id, err)
		}
		return id
	}
	for name, calls := range ownedCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			made := map[string]string{}
			var scopes []string
			owned := calls(t, w)
			for _, call := range owned {
				id := once(t, call)
				if other := made[id]; other != "" {
					t.Errorf("%s and %s created the same", call.scope, other)
				}
				made[id] = call.scope
				scopes = append(scopes, call.scope)
			}
			for _, call := range owned {
				if id := once(t, call); made[id] != call.scope {
					t.Errorf("%s, sent again, returned the result of %q", call.scope, made[id])
				}
			}
			slices.Sort(scopes)
			if diff := cmp.Diff(scopes, storedScopes(t, w, name)); diff != "" {
				t.Errorf("stored scopes (-want +got):\n%s", diff)
			}
		})
	}
	for name, call := range openCalls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := fixture.NewTill(t)
			first := once(t, call(t, w, 1))
			if _, err := call(t, w, 2).send(meta); !errors.Is(err, fault.IdempotencyMismatch) {
				t.Errorf("another request with the same key: %v, want %v", err, fault.IdempotencyMismatch)
			}
			if again := once(t, call(t, w, 1)); again != first {
				t.Errorf("the repeated call created %s besides %s", again, first)
			}
			if diff := cmp.Diff([]string{name}, storedScopes(t, w, name)); diff != "" {
				t.Errorf("stored scopes (-want +got):\n%s", diff)
			}
		})
	}
}
