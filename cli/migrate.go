package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk/database"
)

func newMigrateCommand() *cobra.Command {
	var despite bool
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Migrate the database to the newest schema",
		Long: `Migrate the database to the newest schema, for the product and the job runner, and the one of personKeysUrl, if that is set. Running it again changes
nothing, and several may run concurrently. Run it before you deploy the server that needs it: it also publishes this
release's page files, which servers of the previous release serve as well until they are replaced.

With the server's secret configured, it refuses a database that was written with another secret, and records the secret in an empty database.

Servers keep running meanwhile. A statement that doesn't get its lock within migrate.lockTimeout is rolled back with its
migration, so that other statements don't queue behind it for long. It prints the transactions that it waits for, waits
until they have ended, and tries again for migrate.patience. Then it gives up: the schema is as it was before that
migration, and the exit code is 1. It doesn't begin while a transaction older than migrate.oldTransaction is open.`,
		Example: `  DATABASE_URL=postgres://… cojoin migrate
  cojoin migrate --despite-old-transactions      although a backup is running`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := setting.LoadDatabase(setting.File(cmd), "", setting.OfIdentity...)
			if err != nil {
				return err
			}
			s.Migration.DespiteOldTransactions = despite
			s.Migration.Tell = func(message string) { fmt.Fprintln(cmd.ErrOrStderr(), message) }
			if err := stack.Migrate(cmd.Context(), s); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the database is at the newest schema")
			return nil
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().BoolVar(&despite, "despite-old-transactions", false, "begin despite long-running transactions")
	cmd.AddCommand(newMigrateRolesCommand())
	return cmd
}

func newMigrateRolesCommand() *cobra.Command {
	var prefix string
	cmd := &cobra.Command{
		Use:   "roles",
		Short: "Create database roles with only the rights that servers, workers and reports need",
		Long: `Create three roles without a login, for servers, for workers and for reports, and grant them only the rights that they
need: none can change the schema or append-only tables, a server can't read sent mail, a worker can't read
password hashes, and reports read the views of schema report alone. Then grant the roles to your own logins. "cojoin serve --work" needs both.

Run it as the schema's owner after every migration, and once more after you have made the logins; running it again
changes nothing. For every login it sets the timeouts of statements, locks and idle transactions. "serve" and "work" also
set them for themselves, but behind a pooler, only the login's own settings reach every connection. Where personKeysUrl
is set, it does the same there.`,
		Example: `  DATABASE_URL=postgres://owner@… cojoin migrate roles
  psql -c "CREATE ROLE web LOGIN PASSWORD '…' IN ROLE cojoin_serve"
  DATABASE_URL=postgres://owner@… cojoin migrate roles     sets the limits of web`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := setting.LoadDatabase(setting.File(cmd), "")
			if err != nil {
				return err
			}
			pool, err := stack.OpenPool(cmd.Context(), s, noop.NewTracerProvider(), database.PrepareOperator)
			if err != nil {
				return err
			}
			defer pool.Close()
			unset, err := database.GrantRoles(cmd.Context(), pool, prefix)
			if err != nil {
				return err
			}
			keys, err := stack.OpenKeysPool(cmd.Context(), s, noop.NewTracerProvider(), database.PrepareOperator)
			if err != nil {
				return err
			}
			if keys != nil {
				defer keys.Close()
				more, err := database.GrantKeyRoles(cmd.Context(), keys, prefix)
				if err != nil {
					return err
				}
				unset = append(unset, more...)
			}
			for _, statements := range unset {
				fmt.Fprintln(cmd.ErrOrStderr(), "the limits of a login weren't set, because that needs another role's rights: "+statements)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s_serve is for servers, %s_work for workers, %s_report for reports\n", prefix, prefix, prefix)
			return nil
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().StringVar(&prefix, "prefix", "cojoin", "prefix of the roles' names")
	return cmd
}
