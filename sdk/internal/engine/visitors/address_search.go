package visitors

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
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/signup"
)

// The limits of address searches.
const (
	minAddressQuery = 3   // characters; fewer return nothing, without a call to the provider
	maxAddressQuery = 100 // characters
	maxAddressID    = 512 // bytes
	maxSuggestions  = 5
	maxAddressPart  = 200 // bytes of one line from the provider
	addressTimeout  = 4 * time.Second
)

// isInvited reports whether the holder came by an invitation.
func isInvited(h signup.Holder) bool { return h.SignupID == "" && h.Key == "" && h.Bearer != "" }

// SuggestAddresses implements [places.Client].
func (c *Engine) SuggestAddresses(ctx context.Context, holder signup.Holder, in places.Query, meta caller.Meta) ([]places.Suggestion, error) {
	if err := c.enterAddressSearch(ctx, holder, meta); err != nil {
		return nil, err
	}
	in.Query, in.Country, in.Lang = strings.Join(strings.Fields(in.Query), " "), form.NormalizeCountry(in.Country), meta.Lang
	length := utf8.RuneCountInString(in.Query)
	if length < minAddressQuery || length > maxAddressQuery || !slices.Contains(places.Countries, in.Country) {
		return []places.Suggestion{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, addressTimeout)
	defer cancel()
	found, err := c.config.Addresses.SuggestAddresses(ctx, in)
	if err != nil {
		return nil, c.addressFault(err)
	}
	list := []places.Suggestion{}
	for _, s := range found {
		if s.ID == "" || len(s.ID) > maxAddressID || s.Text == "" || len(list) == maxSuggestions {
			continue
		}
		s.Text, s.Main, s.Extra = cutText(s.Text), cutText(s.Main), cutText(s.Extra)
		list = append(list, s)
	}
	return list, nil
}

// FindAddress implements [places.Client].
func (c *Engine) FindAddress(ctx context.Context, holder signup.Holder, in places.Request, meta caller.Meta) (*places.Address, error) {
	if err := c.enterAddressSearch(ctx, holder, meta); err != nil {
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
	if !slices.Contains(places.Countries, a.Country) {
		return nil, places.NotFound
	}
	region := ""
	if r := form.FindRegion(a.Country, a.Region); r != nil {
		region = r.Code
	}
	return &places.Address{
		Line1: cutText(a.Line1), Line2: cutText(a.Line2), City: cutText(a.City), Region: region,
		PostalCode: form.NormalizePostalCode(a.Country, cutText(a.PostalCode)), Country: a.Country,
	}, nil
}

// enterAddressSearch authenticates the holder of an open sign-up and counts the search.
func (c *Engine) enterAddressSearch(ctx context.Context, holder signup.Holder, meta caller.Meta) error {
	if c.config.Addresses == nil {
		return places.Off
	}
	subject, err := c.holderSubject(ctx, holder)
	if err != nil {
		return err
	}
	if _, err := c.core.CountEvent(ctx, c.core.Q, core.LimitAddresses, c.core.Limits.Addresses, subject); err != nil {
		return err
	}
	_, err = c.core.CountEvent(ctx, c.core.Q, core.LimitAddressesClient, c.core.Limits.AddressesClient, meta.ClientAddr)
	return err
}

// holderSubject authenticates the holder and returns the key under which their events are counted.
func (c *Engine) holderSubject(ctx context.Context, holder signup.Holder) (string, error) {
	if isInvited(holder) {
		in, err := c.account.Invitee(ctx, c.core.Q, holder.UserID, holder.Bearer)
		return in.Invitation.ID.String(), err
	}
	row, err := c.signup.LoadRegistration(ctx, c.core.Q, holder.SignupID, holder.Key)
	return row.ID.String(), err
}

// addressFault hides the provider's error text from callers.
func (c *Engine) addressFault(err error) error {
	if errors.Is(err, places.ErrUnknown) {
		return places.NotFound
	}
	return fault.New(fault.Unavailable, places.Unavailable.Code, fmt.Errorf("address search: %w", err))
}

// cutText trims a provider's text to the maximum length of an address line.
func cutText(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	for len(s) > maxAddressPart {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}
