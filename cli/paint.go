package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// painter colours text for people. It uses no colour if the output isn't a terminal, if NO_COLOR is
// set (https://no-color.org) or if the terminal is dumb.
type painter bool

func newPainter(out io.Writer) painter {
	f, ok := out.(*os.File)
	return painter(ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())))
}

func (p painter) in(code, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (p painter) good(s string) string { return p.in("32", s) }
func (p painter) bad(s string) string  { return p.in("31", s) }
func (p painter) bold(s string) string { return p.in("1", s) }
func (p painter) soft(s string) string { return p.in("2", s) }
