package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var namedTest = regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w+`)

// Every test that the threat model and the ASVS table cite exists.
func TestSecurityDocsNameExistingTests(t *testing.T) {
	t.Parallel()
	var tests strings.Builder
	// Only folders with tests: Go's test cache would count built files as a change and run this package's tests again.
	for _, folder := range []string{"apiserver", "cli", "internal", "jobs", "sdk", "tools"} {
		err := filepath.WalkDir(filepath.Join("..", folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			raw, err := os.ReadFile(path) //nolint:gosec // a file of the checkout
			if err != nil {
				return err
			}
			tests.Write(raw)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, page := range []string{"threat-model.md", "asvs.md"} {
		raw, err := os.ReadFile(filepath.Join("../docs/security", page))
		if err != nil {
			t.Fatal(err)
		}
		names := namedTest.FindAllString(string(raw), -1)
		if len(names) < 20 {
			t.Errorf("%s names only %d tests", page, len(names))
		}
		for _, name := range names {
			if !strings.Contains(tests.String(), "func "+name+"(") {
				t.Errorf("%s names the test %s, which doesn't exist", page, name)
			}
		}
	}
}

var relativeLink = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

// No link between the pages of the documentation is broken.
func TestDocumentationLinksResolve(t *testing.T) {
	t.Parallel()
	links := 0
	check := func(path string) error {
		raw, err := os.ReadFile(path) //nolint:gosec // our own documents
		if err != nil {
			return err
		}
		for _, link := range relativeLink.FindAllStringSubmatch(string(raw), -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), link[1])); err != nil {
				t.Errorf("%s: %s leads nowhere", path, link[1])
			}
		}
		return nil
	}
	err := errors.Join(check("../CHANGELOG.md"), check("../README.md"), check("../CONTRIBUTING.md"), filepath.WalkDir("../docs", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".md") {
			return err
		}
		return check(path)
	}))
	if err != nil || links < 20 {
		t.Errorf("%d links were found: %v", links, err)
	}
}
