package site

import (
	"errors"
	"net/url"
	"strings"
)

// The placeholders in an affiliate's addresses.
const (
	AffiliateTransaction = "{transactionId}"
	AffiliateAmount      = "{amount}" // after discount, before tax, decimal
)

// Affiliate holds an affiliate network's addresses of an image and a script, which report each sale. They
// receive the amount and no customer data. Zero value: off.
type Affiliate struct{ Pixel, Script string }

// Validate rejects an address that isn't a web address or lacks the placeholder for the sale.
func (a Affiliate) Validate() error {
	for _, template := range []string{a.Pixel, a.Script} {
		if template == "" {
			continue
		}
		u, err := url.Parse(FillAffiliate(template, "1", "1"))
		if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" {
			return errors.New("is not an address like https://affiliate.example.com/sale?id=" + AffiliateTransaction)
		}
		if !strings.Contains(template, AffiliateTransaction) {
			return errors.New("has no place for the sale: " + AffiliateTransaction)
		}
	}
	return nil
}

// FillAffiliate returns the address for one sale.
func FillAffiliate(template, transactionID, amount string) string {
	return strings.NewReplacer(AffiliateTransaction, url.QueryEscape(transactionID), AffiliateAmount, url.QueryEscape(amount)).Replace(template)
}
