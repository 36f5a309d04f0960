package subscriptions

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cojoin/cojoin/sdk/day"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/engine/orders"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/subscription"
	"github.com/cojoin/cojoin/sdk/text"
)

func withDefaults(c subscription.RenewalConfig) subscription.RenewalConfig {
	const day = 24 * time.Hour
	if c.Notices == nil {
		c.Notices = []time.Duration{30 * day, 7 * day}
	}
	if c.Retries == nil {
		c.Retries = []time.Duration{day, 3 * day, 7 * day}
	}
	return c
}

// validateRenewal rejects schedules that aren't in order.
func validateRenewal(c subscription.RenewalConfig) error {
	for i, d := range c.Notices {
		if d <= 0 || i > 0 && d >= c.Notices[i-1] {
			return errors.New("renewal: Notices must be positive, longest first")
		}
	}
	for i, d := range c.Retries {
		if d <= 0 || i > 0 && d <= c.Retries[i-1] {
			return errors.New("renewal: Retries must be positive, shortest first")
		}
	}
	return nil
}

// noticesDue returns the number of notices of a term's end that are due by now.
func noticesDue(c subscription.RenewalConfig, end, now time.Time) int {
	due := 0
	for _, before := range c.Notices {
		if !now.Before(end.Add(-before)) {
			due++
		}
	}
	return due
}

// lastTry returns the time at which a renewal that waits for another payment method lapses: the last retry, or a day from now if that has passed. It
// returns false without retries.
func lastTry(c subscription.RenewalConfig, end, now time.Time) (time.Time, bool) {
	if len(c.Retries) == 0 {
		return time.Time{}, false
	}
	last := end.Add(c.Retries[len(c.Retries)-1])
	if last.After(now) {
		return last, true
	}
	return now.Add(24 * time.Hour), true
}

// nextTry returns the time of the next try after so many declines, and false after the last one. If a late try would leave less than half of the
// usual pause, the whole pause follows it.
func nextTry(c subscription.RenewalConfig, end, now time.Time, refused int) (time.Time, bool) {
	if refused > len(c.Retries) {
		return time.Time{}, false
	}
	pause := c.Retries[refused-1]
	if refused > 1 {
		pause -= c.Retries[refused-2]
	}
	next := end.Add(c.Retries[refused-1])
	if next.Sub(now) < pause/2 {
		next = now.Add(pause)
	}
	return next, true
}

// renewalDue reports whether the renewing seats of a contract are due for renewal. The payer is in a zone.
func renewalDue(contract db.Subscription, seats []Seat, zone string, at time.Time) bool {
	return len(seats) > 0 && contract.RenewingSince == nil && !contract.EndsAt.After(at) && (contract.RetryAt == nil || !contract.RetryAt.After(at)) &&
		!chargeDay(contract.EndsAt, seats[0].SubscriptionTerm.Zone, zone).After(at)
}

// chargeDay returns the beginning of the day of a renewal's charge. A term from before the zones were stored ends at the time of its purchase, and its
// mails named the day in UTC: it isn't charged before that day begins for the payer.
func chargeDay(ends time.Time, termZone, zone string) time.Time {
	if termZone == "UTC" {
		if begins := day.On(ends, termZone).Begins(zone); begins.After(ends) {
			return begins
		}
	}
	return ends
}

// zoneOf returns the payer's time zone: that of the account, otherwise that of the last order.
func (c *Engine) zoneOf(ctx context.Context, s Seat, bought orders.Priced) (string, error) {
	payer, err := c.core.Account(ctx, c.core.Q, s.Subscription.PayerAccountID)
	if err != nil {
		return "", fmt.Errorf("renewal: payer: %w", err)
	}
	return day.Zone(cmp.Or(payer.Person.TimeZone, bought.Zone)), nil
}

// renewalRates returns today's tax rates at the place of supply. Call it before locking anything: a tax service may be slow.
func (c *Engine) renewalRates(ctx context.Context, bought orders.Priced) (*price.TaxRates, error) {
	var in price.Input
	if err := json.Unmarshal(bought.Price.Input, &in); err != nil {
		return nil, fmt.Errorf("order %s: price input: %w", bought.ID, err)
	}
	if c.core.Tax != nil {
		rates, err := c.core.Tax.TaxRates(ctx, in.Address)
		if err != nil {
			return nil, fmt.Errorf("tax rates: %w", err)
		}
		return &rates, nil
	}
	cat, err := c.core.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	rates := cat.Tax.Rates(in.Address)
	return &rates, nil
}

// priceRenewal prices the next term of the seats. The price is the list price in the catalog that the customer agreed to (of the order that bought
// the current term), without coupons and codes, plus today's tax. Apart from tax, it must equal the renewal price shown to the customer.
func (c *Engine) priceRenewal(ctx context.Context, bought orders.Priced, seats []Seat, rates *price.TaxRates) (*price.Repriced, *price.CatalogPackage, error) {
	var before price.Input
	if err := json.Unmarshal(bought.Price.Input, &before); err != nil {
		return nil, nil, fmt.Errorf("order %s: price input: %w", bought.ID, err)
	}
	cat, err := c.core.CatalogVersion(ctx, c.core.Q, int(bought.Price.CatalogVersion))
	if err != nil {
		return nil, nil, err
	}
	in := price.Input{Order: before.Order, Seats: len(seats), Address: before.Address, At: c.core.Now(), Rates: rates, Renewal: true}
	priced, err := price.Price(cat, &cat.Tax, in)
	if err != nil {
		return nil, nil, fmt.Errorf("price of renewal: %w", err)
	}
	var promised int64
	for _, s := range seats {
		promised += s.SubscriptionSeat.RenewalMinor
	}
	if promised != priced.SubTotal.Minor {
		return nil, nil, fmt.Errorf("renewal of subscription %s: its price is %s, but %d was announced", seats[0].ID(), priced.SubTotal, promised)
	}
	locale, err := c.core.LocaleIn(ctx, bought.Country, bought.Locale)
	if err != nil {
		return nil, nil, err
	}
	return &price.Repriced{Priced: priced, Input: in, Quote: price.ViewPrice(cat, priced, nil, locale)}, cat.Package(priced.PackageID), nil
}

// renewalOrder returns the order of the next term.
func renewalOrder(bought orders.Priced, contract db.Subscription, p *price.Repriced, pkg *price.CatalogPackage) (orders.Priced, error) {
	placed, err := orders.OfPrice(p, pkg, bought.Locale)
	if err != nil {
		return placed, err
	}
	placed.Purpose, placed.RenewsID, placed.TermStartsAt = orders.PurposeRenewal, &contract.ID, &contract.EndsAt
	placed.ProductID, placed.Services, placed.StorePayment = bought.ProductID, bought.Services, true
	placed.PaymentType, placed.Country, placed.Region = bought.PaymentType, bought.Country, bought.Region
	placed.Zone = bought.Zone
	return placed, nil
}

// PackageNameIn returns the display name of a term's package.
func (c *Engine) PackageNameIn(ctx context.Context, t db.SubscriptionTerm, bought orders.Priced, lang string) (string, error) {
	cat, err := c.core.CatalogVersion(ctx, c.core.Q, int(bought.Price.CatalogVersion))
	if err != nil {
		return "", err
	}
	if pkg := cat.Package(int(t.PackageID)); pkg != nil {
		return pkg.DisplayName.In(text.Language(lang)), nil
	}
	return t.PackageName, nil
}
