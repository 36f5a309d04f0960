package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

type pricingGroupInput struct {
	Visitor
	Country     string `query:"country" doc:"Billing country, ISO 3166-1 alpha-2, if known" maxLength:"2"`
	CountryCode string `query:"countryCode" doc:"Phone country code, with or without +" maxLength:"5"`
	PhoneNumber string `query:"phoneNumber" maxLength:"40"`
}

func (s *server) findPricingGroup(ctx context.Context, in *pricingGroupInput) (*answer[price.PricingGroupAnswer], error) {
	return answered(s.cfg.Client.Signup.PricingGroup(ctx, in.Country, in.CountryCode, in.PhoneNumber))
}

type packagesInput struct {
	Visitor
	ReferrerKey string `header:"Referrer-Key" doc:"Key of an active discount; the response includes its offers" maxLength:"100"`
	Group       string `query:"group" doc:"Pricing group, e.g. P0" maxLength:"20"`
	IDs         []int  `query:"ids" doc:"Only these packages, separated by commas" maxItems:"50"`
}

func (s *server) listPackages(ctx context.Context, in *packagesInput) (*answer[*price.PackageList], error) {
	return answered(s.cfg.Client.Signup.Packages(ctx, in.Group, in.IDs, s.meta(ctx, nil)))
}

// CountryValidation is the input of the check whether a package is sold in the customer's country.
type CountryValidation struct {
	PackageID       int                    `json:"packageId,omitempty" doc:"As in the path"`
	CountryCriteria signup.CountryCriteria `json:"countryCriteria"`
}

// CountryValid confirms that the package is sold there. If it isn't, the response is 409 with a validation error.
type CountryValid struct {
	Valid bool `json:"valid"`
}

type validateCountryInput struct {
	Visitor
	PackageID int `path:"packageId" minimum:"1"`
	Body      CountryValidation
}

func (s *server) validatePackageCountry(ctx context.Context, in *validateCountryInput) (*answer[CountryValid], error) {
	err := s.cfg.Client.Signup.ValidatePackage(ctx, in.PackageID, in.Body.CountryCriteria, s.meta(ctx, nil))
	return answered(CountryValid{Valid: true}, err)
}

type quoteInput struct {
	Visitor
	Body price.QuoteInput
}

func (s *server) createQuote(ctx context.Context, in *quoteInput) (*answer[*price.Quote], error) {
	request.NoteRegistration(ctx, in.Body.LimboID)
	return answered(s.cfg.Client.Signup.Price(ctx, in.Body.LimboID, request.Of(ctx).Key, in.Body, s.meta(ctx, nil)))
}
