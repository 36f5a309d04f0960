package price

// Package is a package on sale, as shown to a visitor. Amounts are decimal strings ("149.99").
type Package struct {
	ID                  int      `json:"id"`
	PackageName         string   `json:"packageName" doc:"Group prefix and name, e.g. P0_ESSENTIAL_1Y"`
	SubDurationInYears  int      `json:"subDurationInYears" doc:"1 or 2; custom packages: 1, the term is chosen"`
	DisplayName         string   `json:"displayName"`
	ReceiptText         string   `json:"receiptText"`
	BuildYourOwn        bool     `json:"buildYourOwn"`
	TotalPrice          string   `json:"totalPrice"`
	TotalPriceFormatted string   `json:"totalPriceFormatted"`
	CurrencyCode        string   `json:"currencyCode"`
	CurrencySymbol      string   `json:"currencySymbol"`
	VatAmount           string   `json:"vatAmount" doc:"Tax included in the price for one seat; 0.00 if tax is added to the price"`
	VatAmountFormatted  string   `json:"vatAmountFormatted"`
	TaxIncluded         bool     `json:"taxIncluded"`
	TaxLabel            string   `json:"taxLabel,omitempty" doc:"VAT or GST, if prices include it"`
	AnalyticsPackage    string   `json:"analyticsPackage"`
	SelectionCode       string   `json:"selectionCode,omitempty" doc:"Bypass code, e.g. PRE2"`
	Features            []string `json:"features" doc:"Localised lines of what it holds"`
	Hidden
	Offer *Offer `json:"offer,omitempty" doc:"Automatic coupon that applies to this package now"`
}

// Offer is an automatic coupon as shown on a card and in the banner.
type Offer struct {
	CouponCode          string `json:"couponCode"`
	Description         string `json:"description"`
	PercentOff          int    `json:"percentOff" doc:"Whole percent, rounded down: a percentage coupon's own percentage, otherwise the amount over the price"`
	DiscountedFormatted string `json:"discountedFormatted"`
	EndsAt              string `json:"endsAt" doc:"RFC 3339; feeds the offer-end banner"`
	Referral            bool   `json:"referral" doc:"True if the coupon is only for visitors with the Referrer-Key; otherwise it is for all visitors"`
}

// CustomOption is one choice of a build-your-own package, priced per year in the group's currency.
type CustomOption struct {
	OptionCode     string `json:"optionCode"`
	Kind           string `json:"kind" doc:"subscription, storage, tonemeter, payments or calls"`
	Description    string `json:"description"`
	Price          string `json:"price"`
	PriceFormatted string `json:"priceFormatted"`
	Free           bool   `json:"free"`
	Default        bool   `json:"default"`
	Years          int    `json:"years,omitempty" doc:"Term of a subscription option, 1 or 2"`
}

// PackageList lists the packages on sale in a pricing group.
type PackageList struct {
	Locale         string         `json:"locale" doc:"BCP 47 tag by which the amounts are written; days are, too"`
	CatalogVersion int            `json:"catalogVersion"`
	PricingGroup   string         `json:"pricingGroupName"`
	CurrencyCode   string         `json:"currencyCode"`
	Packages       []Package      `json:"packages"`
	CustomOptions  []CustomOption `json:"customOptions"`
	OfferEndsAt    string         `json:"offerEndsAt,omitempty" doc:"The first end of an offer of these packages that everybody has"`
}

// PricingGroupAnswer is the result of looking up a pricing group.
type PricingGroupAnswer struct {
	PricingGroupName string `json:"pricingGroupName"`
	PackageIDs       []int  `json:"packageIds"`
}
