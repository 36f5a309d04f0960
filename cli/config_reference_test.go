package main

import (
	"bytes"
	"os"
	"testing"
)

// The page of settings is what the table of settings says.
func TestConfigurationPageIsUpToDate(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	if err := writeReference(&want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(page, want.Bytes()) {
		t.Error("docs/configuration.md isn't what the settings say; run: go run ./cli config reference > docs/configuration.md")
	}
}
