package console

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
)

// ExportTo returns an export's writer, and a function to call at the end with the export's error. The function closes
// the file, and removes an incomplete one.
func ExportTo(cmd *cobra.Command, name string) (out io.Writer, done func(error) error, err error) {
	if name == "" {
		return cmd.OutOrStdout(), func(err error) error { return err }, nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // the caller's own choice
	if errors.Is(err, fs.ErrExist) {
		return nil, nil, Usagef("%s already exists: name another file, or remove it", name)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("export: %w", err)
	}
	return f, func(err error) error {
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(name)
		}
		return err
	}, nil
}
