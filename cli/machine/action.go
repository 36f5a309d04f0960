package machine

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Action is one change to the machine.
type Action interface {
	// Shell returns the equivalent shell commands.
	Shell() string
	// Done reports whether the change is already made.
	Done(ctx context.Context) (bool, error)
	// Do makes the change.
	Do(ctx context.Context) error
}

// Command runs a program.
type Command struct {
	Args  []string
	Input string
	// Unless is a shell condition: if it holds, the program doesn't run. Empty: it always runs.
	Unless string
	// Unit is the service with the log for a failure of the program.
	Unit string
}

// Shell returns the command line, after its condition.
func (c Command) Shell() string {
	line := quoteAll(c.Args)
	if c.Input != "" {
		line += " <<'END'\n" + strings.TrimSuffix(c.Input, "\n") + "\nEND"
	}
	if c.Unless != "" {
		line = c.Unless + " || " + line
	}
	return line
}

// Done reports whether the condition holds.
func (c Command) Done(ctx context.Context) (bool, error) {
	if c.Unless == "" {
		return false, nil
	}
	err := exec.CommandContext(ctx, "sh", "-c", c.Unless).Run() //nolint:gosec // conditions are this package's
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return false, nil
	}
	return err == nil, err
}

// Do runs the program. An error includes its output.
func (c Command) Do(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...) //nolint:gosec // programs are this package's
	if c.Input != "" {
		cmd.Stdin = strings.NewReader(c.Input)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		if c.Unit != "" {
			log, _ := exec.CommandContext(ctx, "journalctl", "--unit", c.Unit, "--lines", "30", "--output", "cat", "--no-pager").CombinedOutput() //nolint:gosec // units are this package's
			out = append(out, log...)
		}
		return fmt.Errorf("%s: %w\n%s", quoteAll(c.Args), err, bytes.TrimSpace(out))
	}
	return nil
}

// File writes a file that belongs to root.
type File struct {
	Path string
	Mode fs.FileMode
	Text string
	// Keep keeps an existing file: an operator may have changed it.
	Keep bool
}

// Shell returns the command that writes the file.
func (f File) Shell() string {
	line := fmt.Sprintf("install -D -m %04o /dev/stdin %s <<'END'\n%s\nEND", f.Mode, quote(f.Path), strings.TrimSuffix(f.Text, "\n"))
	if f.Keep {
		return "[ -e " + quote(f.Path) + " ] || " + line
	}
	return line
}

// Done reports whether the file has this text and mode. With Keep, any existing file will do.
func (f File) Done(context.Context) (bool, error) {
	info, err := os.Stat(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil || f.Keep {
		return err == nil, err
	}
	there, err := os.ReadFile(f.Path)
	return err == nil && string(there) == f.Text && info.Mode().Perm() == f.Mode, err
}

// Do writes the file atomically.
func (f File) Do(context.Context) error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil { //nolint:gosec // /etc/systemd/system and its like are readable
		return err
	}
	return replace(f.Path, f.Mode, f.Text)
}

// Secret writes 32 random bytes in base64 to a file, once. It never prints them.
type Secret struct{ Path string }

// Shell returns the command that creates the secret.
func (s Secret) Shell() string {
	return fmt.Sprintf("[ -s %[1]s ] || (umask 077 && head -c 32 /dev/urandom | base64 > %[1]s)", quote(s.Path))
}

// Done reports whether the secret exists.
func (s Secret) Done(context.Context) (bool, error) { return filled(s.Path) }

// Do creates the secret.
func (s Secret) Do(context.Context) error {
	return replace(s.Path, 0o600, base64.StdEncoding.EncodeToString(random(32))+"\n")
}

// Handed is a secret that the operator provides in a file.
type Handed struct{ From, Path string }

// Shell returns the command that copies the secret.
func (h Handed) Shell() string { return quoteAll([]string{"install", "-m", "0600", h.From, h.Path}) }

// Done reports whether the copy is up to date.
func (h Handed) Done(context.Context) (bool, error) {
	given, err := os.ReadFile(h.From)
	if err != nil {
		return false, err
	}
	there, err := os.ReadFile(h.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && bytes.Equal(given, there), err
}

// Do copies the secret.
func (h Handed) Do(context.Context) error {
	given, err := os.ReadFile(h.From)
	if err != nil {
		return err
	}
	return replace(h.Path, 0o600, string(given))
}

// filled reports whether a file exists and isn't empty.
func filled(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}

// replace writes a temporary file beside path and renames it.
func replace(path string, mode fs.FileMode, text string) error {
	beside := path + ".new"
	if err := os.WriteFile(beside, []byte(text), mode); err != nil {
		return err
	}
	if err := errors.Join(os.Chmod(beside, mode), os.Rename(beside, path)); err != nil { // the umask may have changed the mode
		_ = os.Remove(beside)
		return err
	}
	return nil
}

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

func quoteAll(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = quote(a)
	}
	return strings.Join(quoted, " ")
}

// quote quotes a word for the shell if necessary.
func quote(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
