package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/form"
)

type lookupInput struct{ Visitor }

// CountryList lists all countries, with names in the requested language, sorted by that language's rules.
type CountryList struct {
	Countries []form.Country `json:"countries"`
}

func (s *server) listCountries(ctx context.Context, _ *lookupInput) (*answer[CountryList], error) {
	return answered(CountryList{Countries: form.Countries(request.Of(ctx).Lang)}, nil)
}

type countryInput struct {
	Visitor
	Country string `path:"country" doc:"ISO 3166-1 alpha-2" minLength:"2" maxLength:"2"`
}

// RegionList lists the states or provinces of a country. An empty list means free text.
type RegionList struct {
	Regions []form.Region `json:"regions"`
}

func (s *server) listRegions(ctx context.Context, in *countryInput) (*answer[RegionList], error) {
	return answered(RegionList{Regions: form.Regions(in.Country, request.Of(ctx).Lang)}, nil)
}

// TimeZoneList lists the time zones to choose from. A single one is preselected; an empty list means free text.
type TimeZoneList struct {
	TimeZones []form.TimeZone `json:"timezones"`
}

func (s *server) listCountryTimeZones(ctx context.Context, in *countryInput) (*answer[TimeZoneList], error) {
	return answered(TimeZoneList{TimeZones: form.TimeZones(in.Country, "", request.Of(ctx).Lang)}, nil)
}

type regionInput struct {
	Visitor
	Country string `path:"country" doc:"ISO 3166-1 alpha-2" minLength:"2" maxLength:"2"`
	Region  string `path:"region" doc:"Region code, e.g. PA" maxLength:"30"`
}

func (s *server) listRegionTimeZones(ctx context.Context, in *regionInput) (*answer[TimeZoneList], error) {
	return answered(TimeZoneList{TimeZones: form.TimeZones(in.Country, in.Region, request.Of(ctx).Lang)}, nil)
}

func (s *server) readParentOptions(ctx context.Context, _ *lookupInput) (*answer[form.ParentOptions], error) {
	return answered(form.ReadParentOptions(request.Of(ctx).Lang), nil)
}

type professionalOptionsInput struct {
	Visitor
	Country string `query:"country" doc:"Roles, regions and time zones of this country; default US" maxLength:"2"`
}

func (s *server) readProfessionalOptions(ctx context.Context, in *professionalOptionsInput) (*answer[form.ProfessionalOptions], error) {
	return answered(form.ReadProfessionalOptions(in.Country, request.Of(ctx).Lang), nil)
}
