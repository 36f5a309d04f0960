package visitor

import (
	"context"
	"errors"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/secret"
)

// AddressSearch completes addresses as they are typed. It is asked for the countries of
// [AddressCountries] only, with a query that was trimmed and bounded.
type AddressSearch interface {
	// Provider is what the widget has to name beside the suggestions: "google", or "sandbox".
	Provider() string
	// SuggestAddresses returns addresses that begin as the query does, the likeliest first; none is no error.
	SuggestAddresses(ctx context.Context, in AddressQuery) ([]AddressSuggestion, error)
	// FindAddress returns the whole address of a suggestion. Region and postal code may be written as the
	// provider does. An id that isn't (or is no longer) one is [ErrAddressUnknown].
	FindAddress(ctx context.Context, in AddressRequest) (FoundAddress, error)
}

// ErrAddressUnknown is what an [AddressSearch] answers to an id that it doesn't know.
var ErrAddressUnknown = errors.New("address unknown")

// AddressQuery is the beginning of an address.
type AddressQuery struct {
	Query   string // as typed
	Country string // one of [AddressCountries]
	Session string // the same from the first letter to the address that is picked; providers bill by it. May be empty
	Lang    string // en or es
}

// AddressRequest picks a suggestion.
type AddressRequest struct {
	ID      string // of the suggestion
	Session string // of the query; it ends here
	Lang    string
}

// AddressSuggestion is one address to choose from.
type AddressSuggestion struct {
	ID    string `json:"id" doc:"Names the address in GET /v1/addresses/{id}"`
	Text  string `json:"text" doc:"The whole address on one line"`
	Main  string `json:"main" doc:"Its first part, e.g. 1600 Market Street"`
	Extra string `json:"extra,omitempty" doc:"The rest of it, e.g. Philadelphia, PA 19103"`
}

// FoundAddress is an address to fill a form with. Every part may be empty: what a provider doesn't know
// is the person's to add.
type FoundAddress struct {
	Line1      string `json:"line1"`
	Line2      string `json:"line2"`
	City       string `json:"city"`
	Region     string `json:"region" doc:"Code of the country's list, as in /v1/countries/{country}/regions"`
	PostalCode string `json:"postalCode"`
	Country    string `json:"country" doc:"ISO 3166-1 alpha-2"`
}

// The faults of address searches. Compare with errors.Is.
var (
	AddressSearchOff         = fault.New(fault.NotFound, "address_search_off", nil)
	AddressNotFound          = fault.New(fault.NotFound, "address_not_found", nil)
	AddressSearchUnavailable = fault.New(fault.Unavailable, "address_search_unavailable", nil)
)

// SignupHolder is who makes a call that belongs to a sign-up, whichever kind it is: the holder of a
// registration's key, or, where there is no key, an invited parent.
type SignupHolder struct {
	SignupID string
	Key      secret.Secret // of the registration
	UserID   string        // whose the invited parent's token is taken to be; may be empty
	Bearer   secret.Secret // the invitation's token, or the invited parent's own
}

// AddressCountries are the countries whose addresses can be searched for as they are typed.
var AddressCountries = []string{"US", "GB", "AU", "CA", "NZ"}
