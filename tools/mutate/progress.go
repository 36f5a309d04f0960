package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// progress is a file that a run over whole packages writes. The next run on the same working tree resumes from it. A run on another tree tries
// everything again, first with the tests that noticed each mutant before.
type progress struct {
	file    *os.File
	killed  map[string]killer          // by the mutant's key
	passed  map[string]map[string]bool // packages with tests that didn't notice it
	reached map[string]bool            // by at least one of those packages
	before  map[string]killer
}

func (s settings) progressFile() string {
	if s.resume != "" {
		return s.resume
	}
	return filepath.Join(s.root, ".cache", "mutate-packages.txt")
}

func openProgress(name, state string) (*progress, error) {
	sum := sha256.Sum256([]byte(state))
	tree := hex.EncodeToString(sum[:8])
	p := &progress{killed: map[string]killer{}, passed: map[string]map[string]bool{}, reached: map[string]bool{}, before: map[string]killer{}}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	same := false
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case fields[0] == "tree" && len(fields) == 2:
			same = fields[1] == tree
		case len(fields) != 4: // cut off
		case fields[0] == "killed":
			by := killer{fields[2], fields[3]}
			p.before[unescape(fields[1])] = by
			if same {
				p.killed[unescape(fields[1])] = by
			}
		case fields[0] == "passed" && same:
			p.pass(unescape(fields[1]), fields[2], fields[3] == "reached")
		}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil { //nolint:gosec // a folder of the working tree
		return nil, err
	}
	if p.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil { //nolint:gosec // anyone may read it
		return nil, err
	}
	_, err = fmt.Fprintf(p.file, "\ntree\t%s\n", tree)
	return p, err
}

func (p *progress) close() error { return p.file.Close() }

func (p *progress) pass(key, pkg string, reached bool) {
	if p.passed[key] == nil {
		p.passed[key] = map[string]bool{}
	}
	p.passed[key][pkg] = true
	p.reached[key] = p.reached[key] || reached
}

func (p *progress) noteKilled(key string, by killer) error {
	_, err := fmt.Fprintf(p.file, "killed\t%s\t%s\t%s\n", escape(key), by.pkg, by.test)
	return err
}

func (p *progress) notePassed(key, pkg string, reached bool) error {
	p.pass(key, pkg, reached)
	word := "not reached"
	if reached {
		word = "reached"
	}
	_, err := fmt.Fprintf(p.file, "passed\t%s\t%s\t%s\n", escape(key), pkg, word)
	return err
}

// A key has several lines; the file stores it as one.
func escape(key string) string   { return strings.ReplaceAll(key, "\n", "\v") }
func unescape(key string) string { return strings.ReplaceAll(key, "\v", "\n") }
