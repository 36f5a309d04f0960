package audits_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/audit"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/payment"
)

func verify(t *testing.T, w *fixture.Till, since time.Time) (audit.VerifiedReceipts, []audit.ReceiptDifference) {
	t.Helper()
	var found []audit.ReceiptDifference
	got, err := w.Client.Audit.VerifyReceipts(t.Context(), since, func(d audit.ReceiptDifference) { found = append(found, d) })
	if err != nil {
		t.Fatal(err)
	}
	return got, found
}

func TestVerifyReceipts(t *testing.T) {
	t.Parallel()
	w := fixture.NewTill(t)
	code := fixture.GoodCodes(t, w.Env, 2003, 1)[0]
	changes := []func(*payment.Input){
		func(*payment.Input) {},
		func(in *payment.Input) { in.PayForCoparent, in.PromoCodes = true, []string{"flat15"} },
		func(in *payment.Input) { in.PayForCoparent, in.PaymentCodes = true, []string{code} },
		func(in *payment.Input) {
			in.Order = form.OrderChoice{PackageID: 2009, ProductID: "SUB2YEAR", Services: []string{"TONEMETER", "MYFILES5GB"}}
		},
	}
	for _, change := range changes {
		s := w.SignUp(t)
		if _, err := w.Pay(t, s, w.Input(t, s, fixture.GoodNonce, change)); err != nil {
			t.Fatal(err)
		}
	}
	// A new catalog changes no past order.
	fixture.ApplyPrice(t, w.Env, "149.99", "999.99")
	got, found := verify(t, w, time.Time{})
	if diff := cmp.Diff(audit.VerifiedReceipts{Orders: 4, Receipts: 4}, got); diff != "" {
		t.Errorf("%s%v", diff, found)
	}
	if got, _ := verify(t, w, w.Clock.Now().Add(time.Second)); got.Orders != 0 {
		t.Errorf("since later: %+v", got)
	}

	// Every manipulated value is found.
	var order, worked string
	err := w.Pool.QueryRow(t.Context(), `SELECT id::text, tax_version FROM orders JOIN order_prices ON order_id = id WHERE coupon_code = 'FLAT15'`).Scan(&order, &worked)
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		`ALTER TABLE orders DISABLE TRIGGER orders_price_settled`,
		`UPDATE orders SET total_minor = total_minor + 1 WHERE id = '` + order + `'`,
		`ALTER TABLE order_prices DISABLE TRIGGER order_prices_settled`,
		`UPDATE order_prices SET steps = jsonb_set(steps, '{discount,minor}', '1400'), tax_version = 'another', shown = jsonb_set(shown, '{finalPrice}', '"2.00"') WHERE order_id = '` + order + `'`,
		`UPDATE receipts SET document = jsonb_set(document, '{totals,total}', '"1.00"') WHERE kind = 'payer' AND order_id = '` + order + `'`,
	} {
		if _, err := w.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	got, found = verify(t, w, time.Time{})
	want := []audit.ReceiptDifference{
		{OrderID: order, Path: "order.total", Kept: "30209", Worked: "30208"},
		{OrderID: order, Path: "price.taxVersion", Kept: "another", Worked: worked},
		{OrderID: order, Path: "receipt.total", Kept: "1.00", Worked: "302.08"},
		{OrderID: order, Path: "shown.finalPrice", Kept: "2.00", Worked: "302.08"},
		{OrderID: order, Path: "steps.discount.minor", Kept: "1400", Worked: "1500"},
	}
	if diff := cmp.Diff(want, found); diff != "" || got.Differences != 5 || got.Orders != 4 {
		t.Errorf("%+v\n%s", got, diff)
	}

	if _, err := w.Pool.Exec(t.Context(), `UPDATE order_prices SET input = '[]' WHERE order_id = $1`, order); err != nil {
		t.Fatal(err)
	}
	if _, found = verify(t, w, time.Time{}); len(found) != 1 || found[0].Path != "input" || found[0].Kept != "unreadable" {
		t.Errorf("with another input: %+v", found)
	}
	if _, err := w.Pool.Exec(t.Context(), `DELETE FROM order_prices WHERE order_id = $1`, order); err != nil {
		t.Fatal(err)
	}
	got, found = verify(t, w, time.Time{})
	want = []audit.ReceiptDifference{{OrderID: order, Path: "price", Kept: "missing", Worked: "there"}}
	if diff := cmp.Diff(want, found); diff != "" || got.Differences != 1 || got.Orders != 4 {
		t.Errorf("without its price: %+v\n%s", got, diff)
	}
}
