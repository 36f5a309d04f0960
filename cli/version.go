package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/cli/stack"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the binary and of its HTTP API",
		Example: "  cojoin version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "cojoin %s, HTTP API %s, %s %s/%s\n", stack.BuildVersion(), apiserver.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
