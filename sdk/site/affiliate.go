package site

import (
	"errors"
	"net/url"
	"strings"
)

// The places of an affiliate's addresses that a sale fills in.
const (
	AffiliateTransaction = "{transactionId}"
	AffiliateAmount      = "{amount}" // after discount, before tax, decimal
)

// Affiliate is how an affiliate network is told of a sale: the addresses of an image and of a script. They
// learn what was paid and nothing of who paid. The zero value tells nobody.
type Affiliate struct{ Pixel, Script string }

// Validate refuses what is no address of the web, or would tell nothing of the sale.
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

// FillAffiliate is an address for one sale.
func FillAffiliate(template, transactionID, amount string) string {
	return strings.NewReplacer(AffiliateTransaction, url.QueryEscape(transactionID), AffiliateAmount, url.QueryEscape(amount)).Replace(template)
}
