package stack

import (
	"context"
	"errors"
	"fmt"

	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/database"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/identity"
	"github.com/cojoin/cojoin/sdk/secret"
)

// Verify compares the settings with the databases, and records them in an empty database. Servers and workers call it before
// they start.
func (st *Stack) Verify(ctx context.Context) error {
	return IdentityMistake(st.Client.Identity.Verify(ctx), st.Settings)
}

// Check compares like [Stack.Verify], but writes nothing.
func (st *Stack) Check(ctx context.Context) error {
	return IdentityMistake(st.Client.Identity.Check(ctx), st.Settings)
}

// IdentityMistake turns mismatches into a usage error with each one's setting and remedy. It returns other errors unchanged.
func IdentityMistake(err error, s *setting.Config) error {
	var mistakes []error
	for _, wrong := range identity.Mismatches(err) {
		mistakes = append(mistakes, fmt.Errorf("%s: %w. %s", settingOf(wrong, s), wrong, MendIdentity(wrong)))
	}
	if mistakes == nil {
		return err
	}
	return &console.UsageError{Err: errors.Join(mistakes...)}
}

func settingOf(wrong *identity.MismatchError, s *setting.Config) string {
	switch wrong.Kind {
	case identity.Secret:
		if wrong.Missing || wrong.Number == s.SecretID {
			return "secret"
		}
		return fmt.Sprintf("oldSecrets.%d", wrong.Number)
	case identity.PersonKeys:
		return "personKeysUrl"
	case identity.Merchant:
		return "payment.merchantId"
	default:
		return "payment.environment"
	}
}

// MendIdentity returns the remedy for a mismatch.
func MendIdentity(wrong *identity.MismatchError) string {
	const elsewhere = " If databaseUrl names another installation's database, correct it."
	switch {
	case wrong.Kind == identity.Secret && wrong.Missing:
		return fmt.Sprintf("Configure that secret, with secretId %d, or as oldSecrets.%[1]d beside the one that replaces it: the backup of the configuration has it.", wrong.Number) + elsewhere
	case wrong.Kind == identity.Secret:
		return "Configure the secret that it was written with: the backup of the configuration has it." + elsewhere
	case wrong.Kind == identity.PersonKeys && wrong.Missing:
		return "Set COJOIN_PERSON_KEYS_URL (or personKeysUrl) to it."
	case wrong.Kind == identity.PersonKeys:
		return "Name the one that belongs to it. Was it lost? docs/how-to/backup.md"
	case wrong.Kind == identity.Merchant:
		return "Configure the merchant that took the payments. For an intended change: cojoin identity accept --merchant"
	default:
		return "Configure the environment that took the payments. For an intended change: cojoin identity accept --environment"
	}
}

// merchantOf returns the configured account at the payment provider.
func merchantOf(s *setting.Config) gateway.Merchant {
	if s.Provider == "sandbox" {
		return gateway.Merchant{Provider: s.Provider, ID: orElse(s.Braintree.MerchantID, sandbox.DefaultMerchantID)}
	}
	return gateway.Merchant{Provider: s.Provider, ID: s.Braintree.MerchantID, Environment: s.Braintree.Environment}
}

// verifyMigration runs a migration. If the secret is configured, it compares the settings with the databases before and after.
func verifyMigration(ctx context.Context, s *setting.Config, migrate func() error) error {
	if s.Secret == "" {
		return migrate()
	}
	server, err := setting.SecretBytes(s.Secret.Reveal())
	if err != nil {
		return fmt.Errorf("secret: %w", err)
	}
	pool, err := OpenPool(ctx, s, noop.NewTracerProvider(), database.PrepareOperator)
	if err != nil {
		return err
	}
	defer pool.Close()
	keys, err := OpenKeysPool(ctx, s, noop.NewTracerProvider(), database.PrepareOperator)
	if err != nil {
		return err
	}
	if keys != nil {
		defer keys.Close()
	}
	client, err := sdk.New(sdk.Config{
		Pool: pool, PersonKeys: keys, Secrets: secret.Secrets{KeyID: s.SecretID, Server: server, Old: s.OldSecrets}, Merchant: merchantOf(s),
	})
	if err != nil {
		return err
	}
	// Before the first migration there is nothing to compare with.
	if err := client.Identity.Check(ctx); len(identity.Mismatches(err)) > 0 {
		return IdentityMistake(err, s)
	}
	if err := migrate(); err != nil {
		return err
	}
	return IdentityMistake(client.Identity.Verify(ctx), s)
}
