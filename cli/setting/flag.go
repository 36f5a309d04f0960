package setting

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
)

// FileFlag adds the flag that names the configuration file.
func FileFlag(cmd *cobra.Command) {
	cmd.Flags().String("config", os.Getenv(ConfigVariable), "configuration file (default: cojoin.yaml if it exists)")
}

// File returns the named configuration file, or an empty string.
func File(cmd *cobra.Command) string {
	file, _ := cmd.Flags().GetString("config")
	return file
}

// OperatorFlags adds the flags of commands that work on the database with the server's configuration.
func OperatorFlags(cmd *cobra.Command) {
	FileFlag(cmd)
	console.JSONFlag(cmd)
}

// ListFlags adds the flags of such commands that write a list.
func ListFlags(cmd *cobra.Command) {
	FileFlag(cmd)
	console.ListFlags(cmd)
}

// FromFlags returns the flags that were set, by the name of their setting.
func FromFlags(cmd *cobra.Command, values map[string]string) map[string]string {
	names := map[string]string{"addr": "addr", "private-addr": "privateAddr"}
	out := map[string]string{}
	for flag, value := range values {
		if cmd.Flags().Changed(flag) {
			out[names[flag]] = value
		}
	}
	return out
}

// Configured reports whether there is a configuration for serving.
func Configured(file string) bool {
	if file != "" || os.Getenv("DATABASE_URL") != "" || os.Getenv("DATABASE_URL_FILE") != "" {
		return true
	}
	_, err := os.Stat(defaultConfigFile)
	return !errors.Is(err, os.ErrNotExist)
}
