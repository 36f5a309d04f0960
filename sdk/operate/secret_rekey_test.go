package operate_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/operate"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
	"github.com/cojoin/cojoin/sdk/secret"
	"github.com/cojoin/cojoin/sdk/signup"
)

// The server's secret is replaced as docs/how-to/rotate-secrets.md says. At no point does a code, a kept payment
// method or a call that is sent again stop working, and at the end the old secret isn't needed any more.
func TestServerSecretIsReplaced(t *testing.T) {
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
			t.Errorf("%s: the same call made another registration", name)
		}
		if refused := pricedWith(t, client, before, codes[0]); len(refused) != 0 {
			t.Errorf("%s: the code is refused: %v", name, refused)
		}
	}
	// What a switched server writes, a prepared one can read: both run side by side for a while.
	late := with(secret.Secrets{KeyID: 2, Server: second, Old: map[uint8][]byte{1: first}})
	lateMeta := caller.Meta{Lang: "en", IdempotencyKey: "first-sent-to-a-switched-one"}
	made, err := late.Signup.Create(t.Context(), sdktest.ReadyToPay(2), lateMeta)
	if err != nil {
		t.Fatal(err)
	}
	again, err := prepared.Signup.Create(t.Context(), sdktest.ReadyToPay(2), lateMeta)
	if err != nil || again.SignupID != made.SignupID {
		t.Errorf("a prepared server doesn't know what a switched one answered: %v", err)
	}

	paid := w.SignUp(t, func(in *signup.Input) { *in = sdktest.ReadyToPay(9) })
	if _, err := w.Pay(t, paid, w.Input(t, paid, fixture.GoodNonce, func(in *payment.Input) { in.Payment.StorePaymentOnFile = true })); err != nil {
		t.Fatal(err)
	}
	if refused := pricedWith(t, finished, before, codes[0]); len(refused) == 0 {
		t.Error("a code is found without the secret that it was kept under: then the test proves nothing")
	}
	rekeyed, err := switched.Operate.Rekey(t.Context())
	if diff := cmp.Diff(operate.Rekeyed{Codes: 2, PaymentMethods: 1}, rekeyed); diff != "" || err != nil {
		t.Errorf("rekey: %v (-want +got):\n%s", err, diff)
	}
	if repeated, err := switched.Operate.Rekey(t.Context()); err != nil || repeated != (operate.Rekeyed{}) {
		t.Errorf("rekey again: %+v, %v", repeated, err)
	}
	if refused := pricedWith(t, finished, before, codes[0]); len(refused) != 0 {
		t.Errorf("the code is refused without the old secret: %v", refused)
	}
	if again, err := finished.Operate.Rekey(t.Context()); err != nil || again != (operate.Rekeyed{}) {
		t.Errorf("something is still kept under the old secret: %+v, %v", again, err)
	}
}

// pricedWith prices a registration with a code and gives what is wrong with it.
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
