package places

import (
	"context"
	"errors"

	"github.com/cojoin/cojoin/sdk/fault"
)

// Search completes addresses during typing. Its queries are trimmed, limited in length, and for [Countries] only.
type Search interface {
	// Provider returns the name for the credit beside the suggestions: "google", or "sandbox".
	Provider() string
	// SuggestAddresses returns addresses that begin with the query, the most likely first. No match is not an error.
	SuggestAddresses(ctx context.Context, in Query) ([]Suggestion, error)
	// FindAddress returns the full address of a suggestion. Region and postal code may have the provider's format. An unknown or expired id is
	// [ErrUnknown].
	FindAddress(ctx context.Context, in Request) (Address, error)
}

// ErrUnknown is the error of a [Search] for an unknown id.
var ErrUnknown = errors.New("address unknown")

// Query is the beginning of an address.
type Query struct {
	Query   string // as typed
	Country string // one of [Countries]
	Session string // the same from the first letter to the picked address; providers bill by it. May be empty
	Lang    string // en or es
}

// Request selects a suggestion.
type Request struct {
	ID      string // of the suggestion
	Session string // of the query; it ends here
	Lang    string
}

// Suggestion is one suggested address.
type Suggestion struct {
	ID    string `json:"id" doc:"Id for GET /v1/addresses/{id}"`
	Text  string `json:"text" doc:"The whole address on one line"`
	Main  string `json:"main" doc:"Its first part, e.g. 1600 Market Street"`
	Extra string `json:"extra,omitempty" doc:"The rest of it, e.g. Philadelphia, PA 19103"`
}

// Address is an address for filling in a form. Any part that the provider lacks is empty.
type Address struct {
	Line1      string `json:"line1"`
	Line2      string `json:"line2"`
	City       string `json:"city"`
	Region     string `json:"region" doc:"Code of the country's list, as in /v1/countries/{country}/regions"`
	PostalCode string `json:"postalCode"`
	Country    string `json:"country" doc:"ISO 3166-1 alpha-2"`
}

// The faults of address searches. Compare with errors.Is.
var (
	Off         = fault.New(fault.NotFound, "address_search_off", nil)
	NotFound    = fault.New(fault.NotFound, "address_not_found", nil)
	Unavailable = fault.New(fault.Unavailable, "address_search_unavailable", nil)
)

// Countries lists the countries with address search.
var Countries = []string{"US", "GB", "AU", "CA", "NZ"}
