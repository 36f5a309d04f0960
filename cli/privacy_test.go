package main

import (
	"os"
	"testing"
)

func TestDataMapPageIsCurrent(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/privacy/data-map.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != dataMapPage() {
		t.Error("docs/privacy/data-map.md differs from the table; run: go run ./cli privacy data-map > docs/privacy/data-map.md")
	}
}
