package stack

import (
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/adapter/google"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/site"
)

// AddressSearch returns the configured provider of address suggestions, or nil if there is none.
func AddressSearch(s *setting.Config) (places.Search, error) {
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
		return google.New(google.Config{Key: s.GoogleKey})
	case "sandbox":
		return places.Sandbox{}, nil
	}
	return nil, nil //nolint:nilnil // without a provider, people type addresses in full
}
