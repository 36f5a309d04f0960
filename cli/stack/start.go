package stack

import (
	"context"
	"fmt"
	"strings"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/site"
)

// Leftovers lists the values of the demonstration in the settings and in the current catalog. It lists none outside production.
func (st *Stack) Leftovers(ctx context.Context) ([]site.Leftover, error) {
	if st.Settings.Environment != site.EnvironmentProduction {
		return nil, nil
	}
	catalog, err := st.Client.Operate.CatalogInForce(ctx)
	if err != nil {
		return nil, err
	}
	return append(st.Settings.Leftovers(catalog), setting.CatalogLeftovers(catalog)...), nil
}

// Start returns the leftover values of the demonstration, and whether a server or a worker starts with them.
func (st *Stack) Start(ctx context.Context) (site.Start, []site.Leftover, error) {
	left, err := st.Leftovers(ctx)
	if err != nil || len(left) == 0 {
		return site.StartSound, nil, err
	}
	var trials []string
	for _, account := range sandbox.DefaultMerchantAccounts() {
		trials = append(trials, account.ID)
	}
	sells, err := st.Client.Operate.Sells(ctx, trials)
	return site.StartOf(left, st.Settings.RealMoney(), sells), left, err
}

// MayStart returns one error with all values of the demonstration if a server or a worker must not start with them. Otherwise it logs them.
func (st *Stack) MayStart(ctx context.Context) error {
	start, left, err := st.Start(ctx)
	if err != nil {
		return err
	}
	if start == site.StartRefused {
		return Refusal(left)
	}
	for _, l := range left {
		st.Log.Warn(l.Setting+" is left from the demonstration: "+l.Found, "setting", l.Setting, "mend", l.Mend)
	}
	return nil
}

// Refusal lists every value of the demonstration in one error.
func Refusal(left []site.Leftover) error {
	var b strings.Builder
	fmt.Fprintf(&b, "this installation isn't ready to sell: %d values are left from the demonstration", len(left))
	for _, l := range left {
		fmt.Fprintf(&b, "\n  %s: %s\n      %s", l.Setting, l.Found, l.Mend)
	}
	return &console.UsageError{Err: fmt.Errorf("%s", b.String())}
}
