package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// languages are the product's languages, each with its CLDR locale. Spanish uses the Latin American one.
var languages = []struct{ lang, cldr string }{{"en", "en"}, {"es", "es-419"}}

// writeData refreshes every generated file of reference data under the sdk folder.
func writeData(sdk string) error {
	tz, err := readTZ()
	if err != nil {
		return err
	}
	names, err := readCLDR()
	if err != nil {
		return err
	}
	countries, err := countryFile(tz, names)
	if err != nil {
		return err
	}
	zones, err := timeZoneFile(tz, names)
	if err != nil {
		return err
	}
	emoji, err := emojiTable()
	if err != nil {
		return err
	}
	return errors.Join(
		writeJSON(filepath.Join(sdk, "form", "data", "country.json"), countries),
		writeJSON(filepath.Join(sdk, "form", "data", "timezone.json"), zones),
		writeJSON(filepath.Join(sdk, "form", "data", "phone_code.json"), phoneCodeFile(tz.countries)),
		os.WriteFile(filepath.Join(sdk, "emoji_table.go"), emoji, 0o644),
	)
}

// writeJSON writes a value indented, so that a refresh gives a readable diff.
func writeJSON(path string, value any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
