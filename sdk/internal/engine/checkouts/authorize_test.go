package checkouts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/payment"
)

// The provider gets the whole payment: the browser's fraud data, the card holder, the payer, the address, the tax, and permission for later charges
// without the payer.
func TestAuthorizationHasEveryField(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change func(*payment.Input)
		want   gateway.AuthorizeRequest
	}{
		"a card for once": {
			func(in *payment.Input) { in.Payment.DeviceData, in.Payment.CardHolderName = "device", "Ana Diaz" },
			gateway.AuthorizeRequest{Nonce: fixture.GoodNonce, Initiator: gateway.InitiatorCustomer, DeviceData: "device", CardHolderName: "Ana Diaz"},
		},
		"a card that is kept": {
			func(in *payment.Input) { in.Payment.StorePaymentOnFile = new(true) },
			gateway.AuthorizeRequest{Nonce: fixture.GoodNonce, Vault: true, Initiator: gateway.InitiatorRecurringFirst},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := &fixture.Authorizations{}
			w := fixture.NewTill(t, fixture.WithGateway(a, &a.Gateway))
			s := w.SignUp(t)
			if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, tc.change)); err != nil {
				t.Fatal(err)
			}
			order := fixture.Record(t, w.Env, "SELECT id::text || '-1' AS id FROM orders")["id"]
			want := tc.want
			want.OrderID, _ = order.(string)
			want.Amount, want.MerchantAccountID = money.New(15899, "USD"), w.Config.Payment.MerchantAccounts["USD"]
			want.Email, want.Customer = "ana.diaz.1@example.com", gateway.Customer{FirstName: "Ana", LastName: "Diaz", Phone: "+12155500001"}
			want.Billing = gateway.Address{Street: "1 Market Street", Extended: "Apt 4", Locality: "Philadelphia", Region: "PA", PostalCode: "19103", Country: "US"}
			want.Tax = money.New(900, "USD")
			if diff := cmp.Diff([]gateway.AuthorizeRequest{want}, a.All()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}
