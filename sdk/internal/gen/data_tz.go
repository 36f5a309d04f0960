package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// tzTables holds the tz database's countries and their zones.
type tzTables struct {
	version   string
	countries []string            // ISO 3166-1 alpha-2, sorted
	zones     map[string][]string // by country, in the table's order
}

// zoneinfoDir returns the machine's folder of the tz database.
func zoneinfoDir() string {
	if dir := os.Getenv("ZONEINFO_DIR"); dir != "" {
		return dir
	}
	return "/usr/share/zoneinfo"
}

// readTZ reads iso3166.tab and zone.tab. It doesn't use zone1970.tab, which lacks Europe/Stockholm because Stockholm has had Berlin's time since
// 1970. A person in Stockholm looks for that name.
func readTZ() (tzTables, error) {
	dir := zoneinfoDir()
	tz := tzTables{zones: map[string][]string{}}
	var err error
	if tz.version, err = tzVersion(dir); err != nil {
		return tz, err
	}
	err = readTable(filepath.Join(dir, "iso3166.tab"), func(fields []string) {
		tz.countries = append(tz.countries, fields[0])
	})
	if err != nil {
		return tz, err
	}
	err = readTable(filepath.Join(dir, "zone.tab"), func(fields []string) {
		tz.zones[fields[0]] = append(tz.zones[fields[0]], fields[2])
	})
	return tz, err
}

// tzVersion reads the release from the first line of tzdata.zi ("# version 2025b").
func tzVersion(dir string) (string, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "tzdata.zi"))
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(raw), "\n")
	version, ok := strings.CutPrefix(line, "# version ")
	if !ok {
		return "", errors.New("tzdata.zi doesn't start with its version")
	}
	return version, nil
}

// readTable calls row for each row of a tz table, split at its tabs.
func readTable(path string, row func(fields []string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			row(strings.Split(line, "\t"))
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
