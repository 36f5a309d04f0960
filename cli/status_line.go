package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// statusLine is one line on a terminal that shows the progress of a long command. It writes nothing if standard error
// isn't a terminal.
type statusLine struct{ out io.Writer }

func newStatusLine(cmd *cobra.Command) statusLine {
	f, ok := cmd.ErrOrStderr().(*os.File)
	if ok && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())) {
		return statusLine{f}
	}
	return statusLine{}
}

// say replaces the line's text.
func (p statusLine) say(text string, args ...any) {
	if p.out != nil {
		fmt.Fprintf(p.out, "\r\x1b[K"+text, args...)
	}
}

// clear removes the line.
func (p statusLine) clear() { p.say("") }
