package checkouts_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/internal/fixture"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// taxService is a fake tax service: one rate everywhere, or an error.
type taxService struct {
	percent   string
	requested []price.TaxAddress
}

func (s *taxService) TaxRates(_ context.Context, address price.TaxAddress) (price.TaxRates, error) {
	s.requested = append(s.requested, address)
	if s.percent == "" {
		return price.TaxRates{}, errors.New("the tax service is away")
	}
	rate, err := money.ParsePercent(s.percent)
	return price.TaxRates{Version: "service-" + s.percent, Known: true, Components: []price.TaxComponent{{Name: "SALES_TAX", Rate: rate, Share: money.One}}}, err
}

// A quote has the tax service's rates, and the payment has the quote's: it doesn't call the service, which may be down. The renewal calls it for the
// rates of its day.
func TestTaxServiceDecidesTheTax(t *testing.T) {
	t.Parallel()
	service := &taxService{percent: "10"}
	w := fixture.NewTill(t, sdktest.WithConfig(func(c *sdk.Config) { c.Tax = service }))
	s := w.SignUp(t)
	in := w.Input(t, s, fixture.GoodNonce, fixture.Kept)
	if in.Payment.TaxAmountDisplayed != "15.00" || in.Payment.AmountDisplayed != "164.99" {
		t.Errorf("quote: tax %s, total %s", in.Payment.TaxAmountDisplayed, in.Payment.AmountDisplayed)
	}
	service.percent = ""
	paid, err := w.Pay(t, s, in)
	if err != nil {
		t.Fatal(err)
	}
	if got := paid.PricingInfo.TaxVersion; got != "service-10" {
		t.Errorf("tax version of the order: %s", got)
	}
	w.Work(t)
	service.percent = "20"
	w.RunOn(t, fixture.FirstEnd)
	first, renewed := fixture.Captured, fixture.Captured
	first.Amount, renewed.Amount = "164.99", "179.99"
	w.WantLedger(t, first, renewed)
	home := price.TaxAddress{Country: "US", Region: "PA", PostalCode: "19103"}
	if diff := cmp.Diff([]price.TaxAddress{home, home}, service.requested); diff != "" {
		t.Errorf("addresses in the service's requests (-want +got):\n%s", diff)
	}
}
