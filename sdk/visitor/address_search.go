package visitor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/internal/core"
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

// The bounds of address searches.
const (
	minAddressQuery = 3   // characters; fewer suggest nothing, and nobody is asked
	maxAddressQuery = 100 // characters
	maxAddressID    = 512 // bytes
	maxSuggestions  = 5
	maxAddressPart  = 200 // bytes of one line of a provider's answer
	addressTimeout  = 4 * time.Second
)

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

// invited reports whether the holder came by an invitation.
func (h SignupHolder) invited() bool { return h.SignupID == "" && h.Key == "" && h.Bearer != "" }

// SuggestAddresses returns addresses that begin with what was typed, for the holder of a sign-up that is
// open. Searches are counted by sign-up and by address of the caller, since a provider bills for each.
//
// Faults: [AddressSearchOff] where no provider is configured; [AddressSearchUnavailable]; [fault.TooManyTries];
// for a key those of [signup.Client.Read], for a token [account.InvitationTokenInvalid] and [fault.AccountForbidden].
func (c *Client) SuggestAddresses(ctx context.Context, who SignupHolder, in AddressQuery, meta caller.Meta) ([]AddressSuggestion, error) {
	if err := c.enterAddressSearch(ctx, who, meta); err != nil {
		return nil, err
	}
	in.Query, in.Country, in.Lang = strings.Join(strings.Fields(in.Query), " "), form.NormalizeCountry(in.Country), meta.Lang
	length := utf8.RuneCountInString(in.Query)
	if length < minAddressQuery || length > maxAddressQuery || !slices.Contains(AddressCountries, in.Country) {
		return []AddressSuggestion{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, addressTimeout)
	defer cancel()
	found, err := c.config.Addresses.SuggestAddresses(ctx, in)
	if err != nil {
		return nil, c.addressFault(err)
	}
	list := []AddressSuggestion{}
	for _, s := range found {
		if s.ID == "" || len(s.ID) > maxAddressID || s.Text == "" || len(list) == maxSuggestions {
			continue
		}
		s.Text, s.Main, s.Extra = cutText(s.Text), cutText(s.Main), cutText(s.Extra)
		list = append(list, s)
	}
	return list, nil
}

// FindAddress returns the whole address of a suggestion: region as its code, postal code as the country
// writes it. An address outside of [AddressCountries] is none. Faults as [Client.SuggestAddresses], and
// [AddressNotFound].
func (c *Client) FindAddress(ctx context.Context, who SignupHolder, in AddressRequest, meta caller.Meta) (*FoundAddress, error) {
	if err := c.enterAddressSearch(ctx, who, meta); err != nil {
		return nil, err
	}
	in.Lang = meta.Lang
	ctx, cancel := context.WithTimeout(ctx, addressTimeout)
	defer cancel()
	a, err := c.config.Addresses.FindAddress(ctx, in)
	if err != nil {
		return nil, c.addressFault(err)
	}
	a.Country = form.NormalizeCountry(a.Country)
	if !slices.Contains(AddressCountries, a.Country) {
		return nil, AddressNotFound
	}
	region := ""
	if r := form.FindRegion(a.Country, a.Region); r != nil {
		region = r.Code
	}
	return &FoundAddress{
		Line1: cutText(a.Line1), Line2: cutText(a.Line2), City: cutText(a.City), Region: region,
		PostalCode: form.NormalizePostalCode(a.Country, cutText(a.PostalCode)), Country: a.Country,
	}, nil
}

// enterAddressSearch lets the holder of an open sign-up in and counts the search.
func (c *Client) enterAddressSearch(ctx context.Context, who SignupHolder, meta caller.Meta) error {
	if c.config.Addresses == nil {
		return AddressSearchOff
	}
	subject, err := c.holderSubject(ctx, who)
	if err != nil {
		return err
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitAddresses, c.core.Limits.Addresses, subject); err != nil {
		return err
	}
	_, err = c.core.CountEvent(ctx, c.core.Q, core.LimitAddressesClient, c.core.Limits.AddressesClient, meta.ClientAddr)
	return err
}

// holderSubject checks who the holder is and gives the name that their events are counted under.
func (c *Client) holderSubject(ctx context.Context, who SignupHolder) (string, error) {
	if who.invited() {
		in, err := c.account.Invitee(ctx, c.core.Q, who.UserID, who.Bearer)
		return in.Invitation.ID.String(), err
	}
	row, err := c.signup.LoadRegistration(ctx, c.core.Q, who.SignupID, who.Key)
	return row.ID.String(), err
}

// addressFault keeps the provider's words to ourselves.
func (c *Client) addressFault(err error) error {
	if errors.Is(err, ErrAddressUnknown) {
		return AddressNotFound
	}
	return fault.New(fault.Unavailable, AddressSearchUnavailable.Code, fmt.Errorf("address search: %w", err))
}

// cutText drops what makes a provider's text longer than any address is.
func cutText(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for len(s) > maxAddressPart {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}

// AddressCountries are the countries whose addresses can be searched for as they are typed.
var AddressCountries = []string{"US", "GB", "AU", "CA", "NZ"}
