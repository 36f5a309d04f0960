package console

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// errNotConfirmed is returned when the answer isn't yes.
var errNotConfirmed = errors.New("nothing was done: answer yes, or add --yes")

// Confirm requires an answer before an action that can't be undone; --yes skips the question. Any answer other than yes counts as
// no.
func Confirm(cmd *cobra.Command, yes bool, format string, args ...any) error {
	if yes {
		return nil
	}
	fmt.Fprintf(cmd.ErrOrStderr(), format+" [y/N] ", args...)
	line, err := ReadLine(cmd.Context(), cmd.InOrStdin())
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return nil
	}
	fmt.Fprintln(cmd.ErrOrStderr())
	return errNotConfirmed
}

// YesFlag adds --yes.
func YesFlag(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVarP(yes, "yes", "y", false, "don't ask for confirmation")
}
