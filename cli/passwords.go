package main

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/form"
)

func newPasswordsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "passwords",
		Short:   "Refuse passwords that attackers know",
		Example: "  cojoin passwords filter --from pwned-passwords-sha1.txt --out passwords.filter",
	}
	cmd.AddCommand(newPasswordsFilterCommand())
	return cmd
}

func newPasswordsFilterCommand() *cobra.Command {
	var from, to string
	var seen int
	cmd := &cobra.Command{
		Use:   "filter",
		Short: "Make the file of the setting passwords.filter from a list of passwords",
		Long: `Make the file of the setting passwords.filter from a list with one password on each line: in plain text, or as its SHA-1
in hexadecimal, optionally followed by a colon and a count, as in the list of Have I Been Pwned. The file recognizes the
passwords without containing them; servers read it when they start, and call no other service. It takes about 2.3 bytes for
each password, in memory, too. It wrongly rejects one in 65,536 passwords that aren't in the list.

Plain words that the rules reject anyway are left out, and upper and lower case are the same. 110,000 passwords made of
common words are rejected without any file.`,
		Example: `  cojoin passwords filter --from words.txt --out passwords.filter
  cojoin passwords filter --from pwned-passwords-sha1.txt --seen 10 --out passwords.filter
  zcat list.gz | cojoin passwords filter --from - --out passwords.filter`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			filter, count, err := filterOf(cmd.InOrStdin(), from, seen)
			if err != nil {
				return err
			}
			if err := writeNewFile(to, filter.Write); err != nil {
				return err
			}
			return console.Printf(cmd, count, "%s: %d passwords, of %d lines (%d that the rules refuse anyway, %d seen fewer than %d times)\n", to, count.Kept, count.Lines, count.Refused, count.Rare, seen)
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "read the list from this `FILE`; - for standard input")
	cmd.Flags().StringVar(&to, "out", "", "write to this `FILE`, which must not exist yet")
	cmd.Flags().IntVar(&seen, "seen", 1, "leave out hashes that were seen fewer `times`")
	console.JSONFlag(cmd)
	_ = cmd.MarkFlagRequired("from")
	_ = cmd.MarkFlagRequired("out")
	return cmd
}

func filterOf(in io.Reader, from string, seen int) (*form.PasswordFilter, form.PasswordListCount, error) {
	if from != "-" {
		file, err := os.Open(from)
		if err != nil {
			return nil, form.PasswordListCount{}, &console.UsageError{Err: setting.Readable(err)}
		}
		defer file.Close()
		in = file
	}
	filter, count, err := form.MakePasswordFilter(in, seen)
	if err != nil {
		return nil, count, console.Usagef("%s: %w", from, err)
	}
	return filter, count, nil
}

// writeNewFile writes a file that must not exist yet. After an error it removes the file.
func writeNewFile(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return console.Usagef("%s already exists: name another file, or remove it", name)
	}
	if err != nil {
		return err
	}
	err = errors.Join(write(file), file.Close())
	if err != nil {
		_ = os.Remove(name)
	}
	return err
}
