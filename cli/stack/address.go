package stack

import (
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/site"
	"github.com/cojoin/cojoin/sdk/visitor"
)

// AddressSearch returns the configured provider of address suggestions, or nil if there is none.
func AddressSearch(s *setting.Config) (visitor.AddressSearch, error) {
	provider := s.AddressProvider
	switch {
	case provider != "":
	case s.GoogleKey != "":
		provider = "google"
	case s.Environment == site.EnvironmentDevelopment:
		provider = "sandbox"
	}
	switch provider {
	case "google":
		return places.NewGoogle(places.GoogleConfig{Key: s.GoogleKey})
	case "sandbox":
		return places.Sandbox{}, nil
	}
	return nil, nil //nolint:nilnil // without a provider, people type addresses in full
}
