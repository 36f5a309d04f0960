package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/sdk/database"
)

func newMigrateCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Migrate the database to the newest schema",
		Long: `Migrate the database to the newest schema, for the product and the job runner. Running it again changes
nothing, and several may run concurrently. Run it before you deploy the server that needs it: it also publishes this
release's page files, which servers of the previous release serve as well until they are replaced.`,
		Example: "  DATABASE_URL=postgres://… cojoin migrate",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := loadDatabase(file)
			if err != nil {
				return err
			}
			if err := migrate(cmd.Context(), s); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the database is at the newest schema")
			return nil
		},
	}
	addConfigFlag(cmd, &file)
	cmd.AddCommand(newMigrateRolesCommand())
	return cmd
}

func newMigrateRolesCommand() *cobra.Command {
	var file, prefix string
	cmd := &cobra.Command{
		Use:   "roles",
		Short: "Create database roles with only the rights that servers and workers need",
		Long: `Create two roles without a login, one for servers and one for workers, and grant them only the rights that they
need: neither can change the schema or append-only tables, a server can't read sent mail, a worker can't read
password hashes. Run it as the schema's owner after every migration; running it again changes nothing.
Then grant the roles to your own logins. "cojoin serve --work" needs both.`,
		Example: `  DATABASE_URL=postgres://owner@… cojoin migrate roles
  psql -c "CREATE ROLE web LOGIN PASSWORD '…' IN ROLE cojoin_serve"`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := loadDatabase(file)
			if err != nil {
				return err
			}
			pool, err := openPool(cmd.Context(), s, noop.NewTracerProvider(), nil)
			if err != nil {
				return err
			}
			defer pool.Close()
			if err := database.GrantRoles(cmd.Context(), pool, prefix); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s_serve is for servers, %s_work for workers\n", prefix, prefix)
			return nil
		},
	}
	addConfigFlag(cmd, &file)
	cmd.Flags().StringVar(&prefix, "prefix", "cojoin", "prefix of the roles' names")
	return cmd
}

// loadDatabase reads only the settings of the database, for commands that need no others.
func loadDatabase(file string) (*settings, error) {
	values, _ := collectSettings(settingSources{file: file, env: os.Environ()})
	s := &settings{}
	for _, v := range values {
		if (v.name == "databaseUrl" || v.name == "databaseConnections") && v.value != "" {
			if err := v.read(s, v.key, v.value); err != nil {
				return nil, usagef("%s: %s %w", v.source, v.label(), err)
			}
		}
	}
	if s.databaseURL == "" {
		return nil, usagef("no database is configured: set DATABASE_URL, or databaseUrl in the configuration file")
	}
	return s, nil
}
