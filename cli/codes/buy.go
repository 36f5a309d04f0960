package codes

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/session"
	"github.com/cojoin/cojoin/internal/api"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/secret"
)

// sandboxNonce is a valid card with the bank's authentication of its holder, which British cards require. Only the
// payment provider's sandbox accepts it.
const sandboxNonce = "fake-three-d-secure-visa-full-authentication-nonce"

// purchase holds the flags of `codes buy`.
type purchase struct {
	server, key           string
	pkg, count            int
	invoice, nonce, trial bool
	yes                   bool
	wait                  time.Duration
}

func newCodesBuyCommand() *cobra.Command {
	var in purchase
	cmd := &cobra.Command{
		Use:   "buy",
		Short: "Buy a batch of codes, by invoice or by card",
		Long: `Buy codes for one package. Choose how you pay:

  --invoice        nothing is charged now; once your invoice is marked paid, you get a mail and the codes start working
  --nonce-stdin    pay by card or wallet, with a one-time nonce from the payment provider's page, read from standard input.
                   Add --yes, because you can't confirm there then (POST /v2/professional/client-token starts such a page)
  --sandbox-card   the sandbox's test card; only on a server that takes no real money

The price is shown, and you confirm it, unless you add --yes. If the price changes meanwhile, nothing is
charged. An interrupted purchase is safe to repeat with the same --key: it is never charged twice.

Exit codes: as for "cojoin codes"; 4 means that the provider hasn't answered yet: run the same command with the same
--key again, or check with "cojoin codes show latest".`,
		Example: `  cojoin codes buy --package 2001 --count 10 --invoice
  cojoin codes buy --package 2001 --count 10 --sandbox-card --yes --json | jq -r .id
  cojoin codes buy --package 2003 --count 25 --nonce-stdin --yes --key order-2026-0117 < nonce.txt`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if in.nonce && !in.yes {
				return console.Usagef("--nonce-stdin reads the nonce from standard input, where you would confirm the price: add --yes")
			}
			s, err := session.Open(in.server)
			if err != nil {
				return err
			}
			return buy(s, cmd, in)
		},
	}
	session.ServerFlag(cmd, &in.server)
	flags := cmd.Flags()
	flags.IntVar(&in.pkg, "package", 0, "`ID` of the package; list them with: cojoin codes packages (required)")
	flags.IntVarP(&in.count, "count", "n", 0, "number of codes, 1 to 500 (required)")
	flags.BoolVar(&in.invoice, "invoice", false, "pay by invoice")
	flags.BoolVar(&in.nonce, "nonce-stdin", false, "pay with a nonce of the payment provider, read from standard input")
	flags.BoolVar(&in.trial, "sandbox-card", false, "pay with the sandbox's test card")
	flags.StringVar(&in.key, "key", "", "idempotency key of this purchase: the same key never buys twice (default: a new one)")
	flags.DurationVar(&in.wait, "wait", time.Minute, "how long to wait while the payment is being confirmed")
	console.YesFlag(cmd, &in.yes)
	console.JSONFlag(cmd)
	_ = cmd.MarkFlagRequired("package")
	_ = cmd.MarkFlagRequired("count")
	cmd.MarkFlagsOneRequired("invoice", "nonce-stdin", "sandbox-card")
	cmd.MarkFlagsMutuallyExclusive("invoice", "nonce-stdin", "sandbox-card")
	return cmd
}

func buy(s *session.Session, cmd *cobra.Command, in purchase) error {
	ctx := cmd.Context()
	pkg, err := findPackage(ctx, s, in.pkg)
	if err != nil {
		return err
	}
	body := map[string]any{"packageId": in.pkg, "size": in.count, "invoice": in.invoice}
	if !in.invoice {
		nonce, err := nonceOf(s, cmd, in)
		if err != nil {
			return err
		}
		body["nonce"] = nonce.Reveal()
	}
	if pkg != nil {
		priced, err := money.Parse(pkg.TotalPrice, money.Currency(pkg.CurrencyCode))
		if err != nil {
			return fmt.Errorf("price of package %d: %w", pkg.ID, err)
		}
		sum, err := priced.Mul(int64(in.count))
		if err != nil {
			return fmt.Errorf("price of %d codes: %w", in.count, err)
		}
		total := sum.Decimal()
		body["amountDisplayed"] = total
		err = console.Confirm(cmd, in.yes, "%d codes for %s at %s each: %s %s, %s. Buy them?",
			in.count, pkg.DisplayName, pkg.TotalPriceFormatted, total, pkg.CurrencyCode, in.how())
		if err != nil {
			return err
		}
	}
	if in.key == "" {
		in.key = uuid.NewString()
	}
	batch, err := place(s, cmd, in, body)
	if err != nil {
		return err
	}
	return in.report(cmd, batch)
}

func (in purchase) how() string {
	if in.invoice {
		return "by invoice"
	}
	return "charged now"
}

// nonceOf returns the nonce to charge. It refuses the sandbox's nonce on a server that takes real money, before the
// provider sees it.
func nonceOf(s *session.Session, cmd *cobra.Command, in purchase) (secret.Secret, error) {
	if in.nonce {
		line, err := console.ReadLine(cmd.Context(), cmd.InOrStdin())
		return secret.Secret(line), err
	}
	var start sdk.Bootstrap
	if err := s.Do(cmd.Context(), http.MethodGet, "/v1/bootstrap", nil, &start); err != nil {
		return "", err
	}
	if start.Payment.Provider != "sandbox" {
		return "", console.Usagef("%s takes real money: pay with --invoice or --nonce-stdin", s.Server)
	}
	return sandboxNonce, nil
}

// place sends the purchase and waits while its payment is being confirmed. After a lost answer it
// retries with the same key.
func place(s *session.Session, cmd *cobra.Command, in purchase, body map[string]any) (codes.Batch, error) {
	var batch codes.Batch
	ctx, cancel := context.WithTimeout(cmd.Context(), in.wait)
	defer cancel()
	order := api.Request{Method: http.MethodPost, Path: batchesPath, Body: body, Header: map[string]string{"Idempotency-Key": in.key}}
	step := console.NewStatusLine(cmd)
	defer step.Clear()
	for started := time.Now(); ; {
		err := s.DoRequest(cmd.Context(), order, &batch)
		if err == nil && !batch.Confirming() {
			return batch, nil
		}
		refused := session.RefusalOf(err)
		switch {
		case refused != nil && refused.Status >= http.StatusInternalServerError:
			return batch, &console.PendingError{Key: in.key, Cause: err}
		case refused != nil && refused.Code != "in_progress", session.IsMissing(err):
			return batch, err
		}
		step.Set("the payment is being confirmed, %s", time.Since(started).Round(time.Second))
		select {
		case <-time.After(2 * time.Second):
		case <-ctx.Done():
			return batch, &console.PendingError{Key: in.key, Cause: err}
		}
	}
}

func (in purchase) report(cmd *cobra.Command, b codes.Batch) error {
	if console.AsJSON(cmd) {
		return console.WriteJSON(cmd.OutOrStdout(), b)
	}
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), b.ID); err != nil {
		return err
	}
	if b.State == codes.BatchAwaitingPayment {
		fmt.Fprintf(cmd.ErrOrStderr(), "Ordered: %d codes, %s %s by invoice. When the invoice is marked paid, you get a mail and the codes start working.\n", b.Size, b.Total, b.CurrencyCode)
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Bought: %d codes, %s %s, valid until %s. Issue one with: cojoin codes issue %s\n", b.Size, b.Total, b.CurrencyCode, console.Day(b.ExpiresAt), b.ID)
	return nil
}

// findPackage returns a package that is on sale, or nil if codes aren't sold for it: the server then reports the reason.
func findPackage(ctx context.Context, s *session.Session, id int) (*price.Package, error) {
	var list price.PackageList
	err := s.Do(ctx, http.MethodGet, "/v1/packages?ids="+strconv.Itoa(id), nil, &list)
	if refused := session.RefusalOf(err); refused != nil && refused.Status == http.StatusNotFound {
		return nil, console.Usagef("package %d is not on sale; list the packages with: cojoin codes packages", id)
	}
	if err != nil || len(list.Packages) == 0 || list.Packages[0].BuildYourOwn {
		return nil, err
	}
	return &list.Packages[0], nil
}

func newCodesPackagesCommand() *cobra.Command {
	var server, country string
	cmd := &cobra.Command{
		Use:   "packages",
		Short: "List the packages that codes can be bought for, and their prices",
		Example: `  cojoin codes packages
  cojoin codes packages --country GB --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, address, err := session.OpenServer(server)
			if err != nil {
				return err
			}
			s := session.New(address, "")
			var group price.PricingGroupAnswer
			if err := s.Do(cmd.Context(), http.MethodGet, "/v1/pricing-groups?country="+url.QueryEscape(country), nil, &group); err != nil {
				return err
			}
			var list price.PackageList
			if err := s.Do(cmd.Context(), http.MethodGet, "/v1/packages?group="+url.QueryEscape(group.PricingGroupName), nil, &list); err != nil {
				return err
			}
			sold := slices.DeleteFunc(list.Packages, func(p price.Package) bool { return p.BuildYourOwn })
			return console.List(cmd, sold, "no packages are on sale there", []string{"package", "name", "price", "currency"}, func(p price.Package) []any {
				return []any{p.ID, p.DisplayName, p.TotalPrice, p.CurrencyCode}
			})
		},
	}
	session.ServerFlag(cmd, &server)
	console.ListFlags(cmd)
	cmd.Flags().StringVar(&country, "country", "US", "your clients' country, two letters")
	return cmd
}
