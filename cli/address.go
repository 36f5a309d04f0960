package main

import (
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// addressSearch returns the configured provider of address suggestions, or nil if there is none.
func (s *settings) addressSearch() (visitor.AddressSearch, error) {
	provider := s.addressProvider
	switch {
	case provider != "":
	case s.googleKey != "":
		provider = "google"
	case s.environment == site.EnvironmentDevelopment:
		provider = "sandbox"
	}
	switch provider {
	case "google":
		return places.NewGoogle(places.GoogleConfig{Key: s.googleKey})
	case "sandbox":
		return places.Sandbox{}, nil
	}
	return nil, nil //nolint:nilnil // without a provider, people type addresses in full
}
