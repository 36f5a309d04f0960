package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/signup"
)

// HolderQuery identifies the sign-up that a call belongs to.
type HolderQuery struct {
	SignupID string `query:"signupId" doc:"Sign-up that the Registration-Key belongs to; an invited parent sends none" maxLength:"64"`
	InviteQuery
}

// holder returns the caller, identified by a registration's key or a bearer token.
func (q HolderQuery) holder(ctx context.Context) signup.Holder {
	c := request.Of(ctx)
	return signup.Holder{SignupID: q.SignupID, Key: c.Key, UserID: q.UserID, Bearer: c.Bearer}
}

type suggestionsInput struct {
	Visitor
	HolderQuery
	Query   string `query:"query" required:"true" doc:"Beginning of an address; fewer than 3 characters return no suggestions" maxLength:"100"`
	Country string `query:"country" required:"true" enum:"US,GB,AU,CA,NZ" doc:"One of the bootstrap's addressCountries"`
	AddressSession
}

// AddressSession links the searches for one address, including the final choice.
type AddressSession struct {
	Session string `query:"session" doc:"A new UUID for each address that is searched for; the provider bills by session" maxLength:"64" pattern:"^[A-Za-z0-9_-]*$"`
}

// AddressSuggestions are the possible completions of an address.
type AddressSuggestions struct {
	Suggestions []places.Suggestion `json:"suggestions" doc:"Most likely first, at most five"`
}

func (s *server) suggestAddresses(ctx context.Context, in *suggestionsInput) (*answer[AddressSuggestions], error) {
	query := places.Query{Query: in.Query, Country: in.Country, Session: in.Session}
	found, err := s.cfg.Client.Places.SuggestAddresses(ctx, in.holder(ctx), query, s.meta(ctx, nil))
	return answered(AddressSuggestions{Suggestions: found}, err)
}

type addressInput struct {
	Visitor
	HolderQuery
	ID string `path:"id" doc:"Id of a suggestion" maxLength:"512" pattern:"^[A-Za-z0-9_-]+$"`
	AddressSession
}

func (s *server) findAddress(ctx context.Context, in *addressInput) (*answer[*places.Address], error) {
	return answered(s.cfg.Client.Places.FindAddress(ctx, in.holder(ctx), places.Request{ID: in.ID, Session: in.Session}, s.meta(ctx, nil)))
}
