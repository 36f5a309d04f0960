package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"go.opentelemetry.io/otel/trace/noop"

	"github.com/cojoin/cojoin/sdk"
)

func newMigrateCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database to the newest schema",
		Long: `Bring the database to the newest schema, the product's and the job runner's. Running it again changes
nothing, and any number may run at once. Deploy it before the server that needs it: it also publishes the files of
this release's pages, which servers of the release before give out as well while they are being replaced.`,
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
		Short: "Make database roles with no more rights than servers and workers need",
		Long: `Make two roles without a login, one for servers and one for workers, and give them what they need and nothing
more: neither can change the schema or what is append-only, a server can't read sent mail, a worker can't read
a password's hash. Run it as the schema's owner after every migration; running it again changes nothing.
Then make logins of your own members of them. "cojoin serve --work" needs both.`,
		Example: `  DATABASE_URL=postgres://owner@… cojoin migrate roles
  psql -c "CREATE ROLE web LOGIN PASSWORD '…' IN ROLE cojoin_serve"`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := loadDatabase(file)
			if err != nil {
				return err
			}
			pool, err := openPool(cmd.Context(), s, noop.NewTracerProvider())
			if err != nil {
				return err
			}
			defer pool.Close()
			if err := sdk.GrantRoles(cmd.Context(), pool, prefix); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s_serve is for servers, %s_work for workers\n", prefix, prefix)
			return nil
		},
	}
	addConfigFlag(cmd, &file)
	cmd.Flags().StringVar(&prefix, "prefix", "cojoin", "what the roles' names begin with")
	return cmd
}

// loadDatabase reads only what a command needs that works on the database alone.
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
		return nil, usagef("no database is named: set DATABASE_URL, or databaseUrl in the configuration file")
	}
	return s, nil
}
