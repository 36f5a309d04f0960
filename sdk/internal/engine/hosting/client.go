package hosting

import (
	"cmp"
	"errors"
	"net/url"

	"github.com/cojoin/cojoin/sdk/host"
	"github.com/cojoin/cojoin/sdk/internal/core"
)

// Engine runs the operations of this package. sdk.New makes it.
type Engine struct {
	core   *core.Core
	config host.Config
}

// New makes a Client.
func New(core *core.Core, config host.Config) (*Engine, error) {
	for _, address := range config.ReturnURLs {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Fragment != "" || u.User != nil || u.Scheme != "https" && u.Scheme != "http" {
			return nil, errors.New("sdk: Config.Host.ReturnURLs holds what is no address like https://app.example.com/welcome")
		}
	}
	config.Lease, config.Pause = cmp.Or(config.Lease, host.DefaultLease), cmp.Or(config.Pause, host.DefaultPause)
	if config.Lease < 0 || config.Pause < 0 {
		return nil, errors.New("sdk: Config.Host.Lease and Pause can't be negative")
	}
	return &Engine{core: core, config: config}, nil
}
