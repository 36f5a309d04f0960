package console

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// StatusLine is one line on a terminal that shows the progress of a long command. It writes nothing if standard error
// isn't a terminal.
type StatusLine struct{ out io.Writer }

// NewStatusLine returns the line of a command.
func NewStatusLine(cmd *cobra.Command) StatusLine {
	f, ok := cmd.ErrOrStderr().(*os.File)
	if ok && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())) {
		return StatusLine{f}
	}
	return StatusLine{}
}

// Set replaces the line's text.
func (p StatusLine) Set(text string, args ...any) {
	if p.out != nil {
		fmt.Fprintf(p.out, "\r\x1b[K"+text, args...)
	}
}

// Clear removes the line.
func (p StatusLine) Clear() { p.Set("") }
