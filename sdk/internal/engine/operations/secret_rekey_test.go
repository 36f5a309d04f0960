package operations_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/adapter/delivery"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/privacy"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// The server's secret is replaced as in docs/how-to/rotate-secrets.md. At no point does a code, a kept payment method or a repeated call stop
// working. At the end the old secret isn't needed any more.
func TestServerSecretRotation(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	env := w.Env
	first, second := env.Config.Secrets.Server, bytes.Repeat([]byte("next"), 8)
	with := func(s secret.Secrets) *sdk.Client {
		cfg := env.Config
		cfg.Secrets = s
		return env.NewClient(t, cfg)
	}
	prepared := with(secret.Secrets{KeyID: 1, Server: first, Old: map[uint8][]byte{2: second}})
	switched := with(secret.Secrets{KeyID: 2, Server: second, Old: map[uint8][]byte{1: first}})
	finished := with(secret.Secrets{KeyID: 2, Server: second})
	starts := func(stage string, client *sdk.Client) {
		t.Helper()
		if err := client.Identity.Verify(t.Context()); err != nil {
			t.Errorf("%s: a server doesn't start: %v", stage, err)
		}
	}
	refused := func(stage string, s secret.Secrets, want identity.MismatchError) {
		t.Helper()
		if diff := cmp.Diff([]*identity.MismatchError{&want}, identity.Mismatches(with(s).Identity.Verify(t.Context()))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", stage, diff)
		}
	}
	starts("before", env.Client)
	refused("swapped without the old secret", secret.Secrets{KeyID: 2, Server: second}, identity.MismatchError{Kind: identity.Secret, Number: 1, Missing: true})
	starts("prepared", prepared)
	starts("before, beside a prepared one", env.Client)
	third := bytes.Repeat([]byte("typo"), 8)
	refused("prepared with another one", secret.Secrets{KeyID: 1, Server: first, Old: map[uint8][]byte{2: third}}, identity.MismatchError{Kind: identity.Secret, Number: 2})
	starts("switched", switched)
	refused("switched to another one", secret.Secrets{KeyID: 2, Server: third, Old: map[uint8][]byte{1: first}}, identity.MismatchError{Kind: identity.Secret, Number: 2})
	starts("prepared, beside a switched one", prepared)

	codes := fixture.GoodCodes(t, env, 2001, 2)
	meta := caller.Meta{Lang: "en", IdempotencyKey: "sent-again-in-between"}
	before, err := env.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(1), meta)
	if err != nil {
		t.Fatal(err)
	}
	for name, client := range map[string]*sdk.Client{"prepared": prepared, "switched": switched} {
		again, err := client.Signup.Create(t.Context(), sdktest.ReadyToPay(1), meta)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if again.SignupID != before.SignupID || again.RegistrationKey != before.RegistrationKey {
			t.Errorf("%s: the same call created another registration", name)
		}
		if refused := pricedWith(t, client, before, codes[0]); len(refused) != 0 {
			t.Errorf("%s: the code is refused: %v", name, refused)
		}
	}
	// A prepared server can read the rows of a switched one: both run side by side for a while.
	late := with(secret.Secrets{KeyID: 2, Server: second, Old: map[uint8][]byte{1: first}})
	lateMeta := caller.Meta{Lang: "en", IdempotencyKey: "first-sent-to-a-switched-one"}
	made, err := late.Signup.Create(t.Context(), sdktest.ReadyToPay(2), lateMeta)
	if err != nil {
		t.Fatal(err)
	}
	again, err := prepared.Signup.Create(t.Context(), sdktest.ReadyToPay(2), lateMeta)
	if err != nil || again.SignupID != made.SignupID {
		t.Errorf("a prepared server doesn't repeat a switched server's answer: %v", err)
	}

	paid := w.SignUp(t, func(in *signup.Input) { *in = sdktest.ReadyToPay(9) })
	if _, err := w.Pay(t, paid, w.Input(t, paid, fixture.GoodNonce, func(in *payment.Input) { in.Payment.StorePaymentOnFile = new(true) })); err != nil {
		t.Fatal(err)
	}
	joined := fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) { *in = sdktest.ReadyToPay(10) }))
	login := account.CredentialsInput{Username: "Ana.Ten", Password: fixture.GoodPassword}
	if _, err := prepared.Account.SetCredentials(t.Context(), joined.Token, login, fixture.English); err != nil {
		t.Fatal(err)
	}
	checkData := func(stage string, client *sdk.Client) {
		t.Helper()
		if in, err := client.Account.Login(t.Context(), "ana.ten", fixture.GoodPassword, fixture.English); err != nil || in.UserID != joined.AccountID.String() {
			t.Errorf("%s: login: %+v, %v", stage, in, err)
		}
		taken := sdktest.ReadyToPay(10)
		taken.Sections = []signup.Section{signup.SectionParent}
		_, err := client.Signup.Create(t.Context(), taken, fixture.English)
		fixture.DiffViolations(t, fault.Violations{{Field: "duplicate", Code: form.CodeParentDuplicate}}, err)
		kept, err := client.Privacy.ExportPerson(t.Context(), taken.Parent.Email)
		if err != nil || !strings.Contains(fmt.Sprintf("%s", kept.Tables["persons"]), taken.Parent.PhoneNumber) {
			t.Errorf("%s: export: %+v, %v", stage, kept, err)
		}
	}
	checkData("prepared", prepared)
	checkData("switched", switched)
	for _, p := range []int{1, 2} {
		email := sdktest.ReadyToPay(p).Parent.Email
		if found, err := switched.Signup.List(t.Context(), signup.Filter{Email: email}); err != nil || len(found) != 1 || found[0].Email == "" {
			t.Errorf("the sign-up of %s before the rekey: %+v, %v", email, found, err)
		}
	}
	if _, err := finished.Signup.Read(t.Context(), before.SignupID, secret.Secret(before.RegistrationKey), fixture.English); err == nil {
		t.Error("a sign-up is opened without the secret that its key was kept under: then the test proves nothing")
	}
	none := []operate.Unopened{}
	rekeyed, err := switched.Operate.Rekey(t.Context())
	if diff := cmp.Diff(operate.Rekeyed{Codes: 2, PaymentMethods: 1, Persons: 8, Registrations: 3, PersonHashes: 5, Usernames: 1, Unopened: none}, rekeyed); diff != "" || err != nil {
		t.Errorf("rekey: %v (-want +got):\n%s", err, diff)
	}
	repeated, err := switched.Operate.Rekey(t.Context())
	if diff := cmp.Diff(operate.Rekeyed{Unopened: none}, repeated); diff != "" || err != nil {
		t.Errorf("rekey again: %v (-want +got):\n%s", err, diff)
	}
	if refused := pricedWith(t, finished, before, codes[0]); len(refused) != 0 {
		t.Errorf("the code is refused without the old secret: %v", refused)
	}
	if found, err := finished.Signup.List(t.Context(), signup.Filter{Email: sdktest.ReadyToPay(1).Parent.Email}); err != nil || len(found) != 1 || found[0].Email == "" {
		t.Errorf("the sign-up after the rekey: %+v, %v", found, err)
	}
	checkData("finished", finished)
	starts("finished", finished)
	left, err := finished.Operate.Rekey(t.Context())
	if diff := cmp.Diff(operate.Rekeyed{Unopened: none}, left); diff != "" || err != nil {
		t.Errorf("something is still kept under the old secret: %v (-want +got):\n%s", err, diff)
	}
}

// Rows that no configured secret opens are reported and left alone. All others get the new secret.
func TestRekeySkipsUnreadableRows(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Integration.Sender = delivery.NewLocal() }))
	env := w.Env
	codes := fixture.GoodCodes(t, env, 2001, 2)
	joined := fixture.Pay(t, env, env.SignUp(t, func(in *signup.Input) { *in = sdktest.ReadyToPay(10) }))
	if _, err := env.Client.Account.SetCredentials(t.Context(), joined.Token, account.CredentialsInput{Username: "Ana.Ten", Password: fixture.GoodPassword}, fixture.English); err != nil {
		t.Fatal(err)
	}
	good, err := env.Client.Signup.Create(t.Context(), sdktest.ReadyToPay(1), fixture.English)
	if err != nil {
		t.Fatal(err)
	}
	kept := w.SignUp(t, func(in *signup.Input) { *in = sdktest.ReadyToPay(9) })
	if _, err := w.Pay(t, kept, w.Input(t, kept, fixture.GoodNonce, func(in *payment.Input) { in.Payment.StorePaymentOnFile = new(true) })); err != nil {
		t.Fatal(err)
	}
	endpoint, err := env.Client.Integration.AddEndpoint(t.Context(), integration.EndpointInput{URL: "http://127.0.0.1:9/events"}, "en")
	if err != nil {
		t.Fatal(err)
	}
	one := func(query string, args ...any) string {
		t.Helper()
		var id string
		if err := env.Pool.QueryRow(t.Context(), query, args...).Scan(&id); err != nil {
			t.Fatal(err)
		}
		return id
	}
	const flip = " = set_byte(%[1]s, 20, get_byte(%[1]s, 20) # 1)"
	damage := func(table, column, where string, args ...any) string {
		t.Helper()
		return one(fmt.Sprintf("UPDATE "+table+" SET %[1]s"+flip+" WHERE "+where, column), args...)
	}
	person := one("SELECT person_id FROM accounts WHERE id = $1", joined.AccountID)
	want := operate.Rekeyed{Codes: 1, Persons: 7, Registrations: 2, PersonHashes: 4, Unopened: []operate.Unopened{
		{Kind: operate.UnopenedCode, ID: damage("subscription_codes", "sealed", "id = (SELECT id FROM subscription_codes ORDER BY id LIMIT 1) RETURNING id"), Secret: 1},
		{Kind: operate.UnopenedPaymentMethod, ID: damage("payment_methods", "token_sealed", "id = (SELECT payment_method_id FROM payment_attempts WHERE vault LIMIT 1) RETURNING id"), Secret: 1},
		{Kind: operate.UnopenedPersonKey, ID: damage("person_keys", "wrapped", "person_id = $1 RETURNING person_id", person), Secret: 1},
		{Kind: operate.UnopenedRegistration, ID: one("SELECT id FROM registrations WHERE person_id = $1", person)},
		{Kind: operate.UnopenedPerson, ID: person},
		{Kind: operate.UnopenedUsername, ID: joined.AccountID.String()},
		{Kind: operate.UnopenedEndpoint, ID: damage("host_endpoints", "secret", "id = $1 RETURNING id", endpoint.ID), Secret: 1},
	}}
	cfg := env.Config
	cfg.Secrets = secret.Secrets{KeyID: 2, Server: bytes.Repeat([]byte("next"), 8), Old: map[uint8][]byte{1: env.Config.Secrets.Server}}
	client := env.NewClient(t, cfg)
	got, err := client.Operate.Rekey(t.Context())
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("rekey: %v (-want +got):\n%s", err, diff)
	}
	left := one("SELECT coalesce(string_agg(person_id::text, ' '), '') FROM person_keys WHERE get_byte(wrapped, 0) = 1")
	if left != person {
		t.Errorf("keys under the old secret: %s, want %s alone", left, person)
	}
	cfg.Secrets.Old = nil
	finished := env.NewClient(t, cfg)
	if refused := pricedWith(t, finished, good, codes[1]); len(refused) != 0 {
		t.Errorf("the other code is refused: %v", refused)
	}
	states, err := finished.Privacy.PersonKeys(t.Context())
	if diff := cmp.Diff(privacy.PersonKeys{Here: true, Asked: states.Asked, Unopened: 1}, states); diff != "" || err != nil {
		t.Errorf("persons' keys: %v (-want +got):\n%s", err, diff)
	}
}

// A wrong secret rekeys nothing.
func TestRekeyRefusesAnotherSecret(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	env.SignUp(t)
	cfg := env.Config
	cfg.Secrets = secret.Secrets{Server: bytes.Repeat([]byte("else"), 8)}
	got, err := env.NewClient(t, cfg).Operate.Rekey(t.Context())
	if diff := cmp.Diff([]*identity.MismatchError{{Kind: identity.Secret, Number: 1}}, identity.Mismatches(err)); diff != "" {
		t.Errorf("rekey: %+v, %v (-want +got):\n%s", got, err, diff)
	}
}

// pricedWith prices a registration with a code and returns the violations.
func pricedWith(t *testing.T, client *sdk.Client, reg *signup.Answer, code string) []string {
	t.Helper()
	quote, err := client.Signup.Price(t.Context(), reg.SignupID, secret.Secret(reg.RegistrationKey),
		price.QuoteInput{OrderDetail: form.OrderChoice{PackageID: 2001}, PaymentCodes: []string{code}}, caller.Meta{Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	var fields []string
	for _, v := range quote.ValidationErrors {
		fields = append(fields, v.Field)
	}
	return fields
}
