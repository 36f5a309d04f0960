package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/cojoin/cojoin/sdk/secret"
)

// maxTyped is the maximum length of a line read from standard input, in bytes.
const maxTyped = 8 << 10

// errInterrupted is returned when the user answers a question with Ctrl-C.
var errInterrupted = errors.New("interrupted")

// Terminal returns the terminal that the user types into, or nil if standard input is not a terminal.
func Terminal(cmd *cobra.Command) *os.File {
	f, ok := cmd.InOrStdin().(*os.File)
	if ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// Prompt prints a question and returns the typed line, trimmed.
func Prompt(cmd *cobra.Command, question string) (string, error) {
	fmt.Fprint(cmd.ErrOrStderr(), question)
	line, err := ReadLine(cmd.Context(), cmd.InOrStdin())
	return strings.TrimSpace(line), err
}

// PromptSecret prints a question and reads the answer without echoing it.
func PromptSecret(cmd *cobra.Command, tty *os.File, question string) (secret.Secret, error) {
	fmt.Fprint(cmd.ErrOrStderr(), question)
	defer fmt.Fprintln(cmd.ErrOrStderr())
	fd := int(tty.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("terminal: %w", err)
	}
	typed, err := until(cmd.Context(), func() (string, error) {
		raw, err := term.ReadPassword(fd)
		return string(raw), err
	})
	if err != nil { // interrupted while echo was off
		return "", errors.Join(err, term.Restore(fd, before))
	}
	return secret.Secret(typed), nil
}

// ReadLine reads one line, at most maxTyped bytes of it.
func ReadLine(ctx context.Context, in io.Reader) (string, error) {
	return until(ctx, func() (string, error) {
		line, err := bufio.NewReader(io.LimitReader(in, maxTyped)).ReadString('\n')
		if errors.Is(err, io.EOF) && line != "" {
			err = nil
		}
		return strings.TrimRight(line, "\r\n"), err
	})
}

// until waits for input or Ctrl-C.
func until(ctx context.Context, read func() (string, error)) (string, error) {
	type typed struct {
		text string
		err  error
	}
	done := make(chan typed, 1)
	go func() {
		text, err := read()
		done <- typed{text, err}
	}()
	select {
	case <-ctx.Done():
		return "", errInterrupted
	case t := <-done:
		if t.err != nil {
			return "", fmt.Errorf("read input: %w", t.err)
		}
		return t.text, nil
	}
}
