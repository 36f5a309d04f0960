package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// cldrVersion is the release of Unicode CLDR, and of its npm packages, that provides the names.
const cldrVersion = "48.2.0"

// cldr holds CLDR's names in one language.
type cldr struct {
	territories map[string]string
	metazones   map[string]string // long generic name ("Eastern Time") by metazone
	cities      map[string]string // exemplar city by zone
	region      string            // "{0} Time"
}

// cldrNames holds CLDR's names in every language of the product, and its language-independent data.
type cldrNames struct {
	byLang   map[string]cldr
	metazone map[string]string   // current metazone by zone
	aliases  map[string][]string // all names that a zone has or had, including itself, by each name
}

// readCLDR downloads CLDR's JSON packages with npm into a temporary folder and reads the data that we use.
func readCLDR() (cldrNames, error) {
	dir, err := os.MkdirTemp("", "cldr")
	if err != nil {
		return cldrNames{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	install := exec.CommandContext(context.Background(), "npm", "install", "--prefix", dir, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts",
		"cldr-bcp47@"+cldrVersion, "cldr-core@"+cldrVersion, "cldr-dates-full@"+cldrVersion, "cldr-localenames-full@"+cldrVersion)
	install.Stderr = os.Stderr
	if err := install.Run(); err != nil {
		return cldrNames{}, fmt.Errorf("npm install of CLDR: %w", err)
	}
	modules := filepath.Join(dir, "node_modules")
	names := cldrNames{byLang: map[string]cldr{}}
	for _, l := range languages {
		if names.byLang[l.lang], err = readCLDRLocale(modules, l.cldr); err != nil {
			return names, err
		}
	}
	if names.metazone, err = readMetazones(modules); err != nil {
		return names, err
	}
	names.aliases, err = readZoneAliases(modules)
	return names, err
}

func readCLDRLocale(modules, locale string) (cldr, error) {
	var territories struct {
		Main map[string]struct {
			LocaleDisplayNames struct{ Territories map[string]string }
		}
	}
	if err := readJSON(filepath.Join(modules, "cldr-localenames-full/main", locale, "territories.json"), &territories); err != nil {
		return cldr{}, err
	}
	var dates struct {
		Main map[string]struct {
			Dates struct {
				TimeZoneNames struct {
					RegionFormat string
					Zone         json.RawMessage
					Metazone     map[string]struct {
						Long struct{ Generic, Standard string }
					}
				}
			}
		}
	}
	if err := readJSON(filepath.Join(modules, "cldr-dates-full/main", locale, "timeZoneNames.json"), &dates); err != nil {
		return cldr{}, err
	}
	zones := dates.Main[locale].Dates.TimeZoneNames
	c := cldr{
		territories: territories.Main[locale].LocaleDisplayNames.Territories,
		metazones:   map[string]string{}, cities: map[string]string{}, region: zones.RegionFormat,
	}
	for id, zone := range zones.Metazone {
		if c.metazones[id] = zone.Long.Generic; c.metazones[id] == "" {
			c.metazones[id] = zone.Long.Standard
		}
	}
	err := walkZones(zones.Zone, "", func(id string, leaf json.RawMessage) error {
		var zone struct{ ExemplarCity string }
		if err := json.Unmarshal(leaf, &zone); err != nil {
			return err
		}
		if zone.ExemplarCity != "" {
			c.cities[id] = zone.ExemplarCity
		}
		return nil
	})
	return c, err
}

// readMetazones reads the current metazone of each zone (the entry without an end).
func readMetazones(modules string) (map[string]string, error) {
	var file struct {
		Supplemental struct {
			MetaZones struct {
				MetazoneInfo struct{ Timezone json.RawMessage }
			}
		}
	}
	if err := readJSON(filepath.Join(modules, "cldr-core/supplemental/metaZones.json"), &file); err != nil {
		return nil, err
	}
	now := map[string]string{}
	err := walkZones(file.Supplemental.MetaZones.MetazoneInfo.Timezone, "", func(id string, leaf json.RawMessage) error {
		var uses []struct {
			UsesMetazone struct {
				Zone string `json:"_mzone"`
				To   string `json:"_to"`
			}
		}
		if err := json.Unmarshal(leaf, &uses); err != nil {
			return err
		}
		for _, use := range uses {
			if use.UsesMetazone.To == "" {
				now[id] = use.UsesMetazone.Zone
			}
		}
		return nil
	})
	return now, err
}

// readZoneAliases reads the names of each zone. CLDR stores its data under a zone's first name. The tz database's links don't help: it links Atikokan
// to Panama, because both have the same time.
func readZoneAliases(modules string) (map[string][]string, error) {
	var file struct {
		Keyword struct {
			U struct{ TZ map[string]json.RawMessage }
		}
	}
	if err := readJSON(filepath.Join(modules, "cldr-bcp47/bcp47/timezone.json"), &file); err != nil {
		return nil, err
	}
	return zoneAliases(file.Keyword.U.TZ), nil
}

// zoneAliases returns all names of a zone by each of its names. It skips entries that aren't zones, such as the table's description of itself.
func zoneAliases(table map[string]json.RawMessage) map[string][]string {
	aliases := map[string][]string{}
	for _, row := range table {
		var zone struct {
			Alias string `json:"_alias"`
		}
		if json.Unmarshal(row, &zone) != nil {
			continue
		}
		same := strings.Fields(zone.Alias)
		for _, id := range same {
			aliases[id] = same
		}
	}
	return aliases
}

// walkZones calls leaf for each zone of CLDR's tree. The path in the tree is the zone's name. A leaf is an array, or an object with "_type" or with one
// of a zone's own members.
func walkZones(node json.RawMessage, id string, leaf func(id string, leaf json.RawMessage) error) error {
	var tree map[string]json.RawMessage
	if strings.HasPrefix(strings.TrimSpace(string(node)), "[") || json.Unmarshal(node, &tree) != nil {
		return leaf(id, node)
	}
	if _, ok := tree["_type"]; ok {
		return leaf(id, node)
	}
	for name, child := range tree {
		if err := walkZones(child, strings.TrimPrefix(id+"/"+name, "/"), leaf); err != nil {
			return err
		}
	}
	return nil
}

func readJSON(path string, into any) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
