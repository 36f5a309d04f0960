package integrations

import (
	"cmp"
	"errors"
	"net/url"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// Engine runs the operations of this package. sdk.New makes it.
type Engine struct {
	core   *core.Core
	config integration.Config
}

// New returns an Engine.
func New(k *core.Core, config integration.Config) (*Engine, error) {
	for _, address := range config.ReturnURLs {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Fragment != "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
			return nil, errors.New("sdk: Config.Integration.ReturnURLs has an invalid URL; an example of a valid one: https://app.example.com/welcome")
		}
	}
	config.Lease, config.Pause = cmp.Or(config.Lease, integration.DefaultLease), cmp.Or(config.Pause, integration.DefaultPause)
	if config.Lease < 0 || config.Pause < 0 {
		return nil, errors.New("sdk: Config.Integration.Lease and Pause can't be negative")
	}
	return &Engine{core: k, config: config}, nil
}
