package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func newMigrateCommand() *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database to the newest schema",
		Long: `Bring the database to the newest schema, the product's and the job runner's. Running it again changes
nothing, and any number may run at once. Deploy it before the server that needs it.`,
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
