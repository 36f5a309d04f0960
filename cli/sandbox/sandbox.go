// Package sandbox has the commands for the payment provider's sandbox.
package sandbox

import (
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/money"
)

type sandboxFlags struct {
	addr, ledger, webhook           string
	merchant, publicKey, privateKey string
	origins                         []string
	accounts                        []string
	verbose, expired                bool
	duplicates, settleAfter         time.Duration
}

// Command is "cojoin sandbox".
func Command() *cobra.Command {
	var f sandboxFlags
	cmd := &cobra.Command{
		Use:   "sandbox",
		Short: "Run a payment provider for tests, and make it fail",
		Long: `Run a payment provider for tests, and make it fail.

It implements Braintree's server and browser APIs, so Braintree's own clients work with it. Merchant
` + sandbox.DefaultMerchantID + `, public key ` + sandbox.DefaultPublicKey + `, private key ` + sandbox.DefaultPrivateKey + `. The test nonces, cards and amounts that
Braintree documents work the same: a sale of 2000.00 is declined, fake-valid-nonce is accepted.

It runs until Ctrl-C. Its address shows the ledger as a page; no money moves. "cojoin dev" runs its own sandbox.`,
		Example: `  cojoin sandbox
  cojoin sandbox --addr 127.0.0.1:4010 --ledger ledger.jsonl
  cojoin sandbox fault decline --count 2
  cojoin sandbox ledger --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runSandbox(cmd, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.addr, "addr", sandbox.DefaultAddr, "address to listen on; port 0 selects a free one")
	flags.StringVar(&f.ledger, "ledger", "", "file that stores the ledger (default: it is lost at the end)")
	flags.StringVar(&f.merchant, "merchant", sandbox.DefaultMerchantID, "merchant id that callers must use")
	flags.StringVar(&f.publicKey, "public-key", sandbox.DefaultPublicKey, "public key that callers must use")
	flags.StringVar(&f.privateKey, "private-key", sandbox.DefaultPrivateKey, "private key that callers must use; never a real one")
	flags.StringArrayVar(&f.origins, "origin", nil, "origin whose pages may embed the card fields; may be repeated (default: any)")
	flags.StringVar(&f.webhook, "webhook", "", "URL that receives a signed webhook when a dispute changes")
	flags.DurationVar(&f.duplicates, "duplicates", 30*time.Second, "time in which an identical sale is rejected as a duplicate; 0 means never")
	flags.DurationVar(&f.settleAfter, "settle-after", 0, "time after its capture until a sale is settled automatically, such as 24h; 0 means only by cojoin sandbox settle")
	flags.BoolVar(&f.expired, "decline-expired", false, "decline expired cards, like cojoin dev")
	flags.StringArrayVar(&f.accounts, "merchant-account", nil, "one more merchant account, such as shop_eur=EUR, or shop_strict=USD,avs,cvv to reject cards that fail the address or CVV check; may be repeated")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "log every call, without its content")
	cmd.AddCommand(newSandboxFaultCommand(), newSandboxLedgerCommand(), newSandboxSettleCommand(), newSandboxRefundCommand(), newSandboxDisputeCommand())
	return cmd
}

func runSandbox(cmd *cobra.Command, f sandboxFlags) error {
	level := slog.LevelInfo
	if f.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: level}))
	if f.duplicates == 0 {
		f.duplicates = -1 // 0 is the sandbox's default
	}
	accounts, err := merchantAccounts(f.accounts)
	if err != nil {
		return err
	}
	s, err := sandbox.New(sandbox.Options{
		MerchantAccounts: accounts, SettleAfter: f.settleAfter, DeclineExpired: f.expired,
		LedgerFile: f.ledger, Origins: f.origins, WebhookURL: f.webhook, DuplicateWindow: f.duplicates, Log: log,
		MerchantID: f.merchant, PublicKey: f.publicKey, PrivateKey: f.privateKey,
	})
	if err != nil {
		return console.Usagef("%w", err)
	}
	socket, err := sandbox.Listen(cmd.Context(), f.addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "The payment sandbox is at http://%s (Ctrl-C stops it).\n", socket.Addr())
	return sandbox.Run(cmd.Context(), socket, s)
}

// merchantAccounts returns the default accounts and those of the flag, each ID=CURRENCY[,avs][,cvv]; an account with a
// default's id replaces the default.
func merchantAccounts(more []string) ([]sandbox.MerchantAccount, error) {
	accounts := sandbox.DefaultMerchantAccounts()
	for _, spec := range more {
		id, rest, ok := strings.Cut(spec, "=")
		words := strings.Split(rest, ",")
		account := sandbox.MerchantAccount{ID: id, Currency: money.Currency(words[0])}
		for _, rule := range words[1:] {
			switch rule {
			case "avs":
				account.RejectAVS = true
			case "cvv":
				account.RejectCVV = true
			default:
				ok = false
			}
		}
		if !ok {
			return nil, console.Usagef("--merchant-account %s: write ID=CURRENCY, and ,avs or ,cvv or both after it", spec)
		}
		if i := slices.IndexFunc(accounts, func(a sandbox.MerchantAccount) bool { return a.ID == id }); i >= 0 {
			accounts[i] = account
			continue
		}
		accounts = append(accounts, account)
	}
	return accounts, nil
}

// sandboxAddress adds the flag that names the sandbox to use.
func sandboxAddress(cmd *cobra.Command, to *string) {
	at := os.Getenv(setting.SandboxVariable)
	if at == "" {
		at = sandbox.DefaultURL
	}
	cmd.Flags().StringVar(to, "url", at, "address of the sandbox; "+setting.SandboxVariable+" sets the default")
}

// sandboxClient checks the address and returns a client for it.
func sandboxClient(address string) (*sandbox.Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, console.Usagef("%q is not the address of a sandbox; try --url %s", address, sandbox.DefaultURL)
	}
	return sandbox.NewClient(strings.TrimSuffix(address, "/")), nil
}
