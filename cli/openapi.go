package main

import (
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/apiserver"
)

func newOpenAPICommand() *cobra.Command {
	var asMarkdown bool
	cmd := &cobra.Command{
		Use:   "openapi",
		Short: "Print the OpenAPI 3.1 document of the HTTP API",
		Example: `  cojoin openapi > openapi.json
  cojoin openapi --markdown > http.md`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			write := apiserver.OpenAPI
			if asMarkdown {
				write = apiserver.Reference
			}
			doc, err := write()
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(doc)
			return err
		},
	}
	cmd.Flags().BoolVar(&asMarkdown, "markdown", false, "print a readable index of every call instead")
	return cmd
}
