package main

import (
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/apiserver"
)

func newOpenAPICommand() *cobra.Command {
	return &cobra.Command{
		Use:     "openapi",
		Short:   "Print the OpenAPI 3.1 document of the HTTP interface",
		Example: "  cojoin openapi > openapi.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			doc, err := apiserver.OpenAPI()
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(doc)
			return err
		},
	}
}
