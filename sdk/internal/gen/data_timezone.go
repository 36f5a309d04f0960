package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// zoneData is one zone of sdk/form/data/timezone.json.
type zoneData struct {
	ID string `json:"id"`
	EN string `json:"en"`
	ES string `json:"es"`
}

type timeZoneDataFile struct {
	Sources   []string            `json:"sources"`
	Zones     []zoneData          `json:"zones"`
	Countries map[string][]string `json:"countries"`
}

// timeZoneFile lists every zone with its name in each language, and the zones of each country.
func timeZoneFile(tz tzTables, names cldrNames) (timeZoneDataFile, error) {
	file := timeZoneDataFile{
		Sources: []string{
			"Zones and countries: zone.tab of the tz database " + tz.version + " (public domain)",
			"Names: Unicode CLDR " + cldrVersion + ", locales en and es-419 (Unicode-3.0)",
		},
		Countries: map[string][]string{},
	}
	for _, country := range tz.countries {
		for _, id := range tz.zones[country] {
			zone := zoneData{ID: id}
			for lang, name := range map[string]*string{"en": &zone.EN, "es": &zone.ES} {
				if *name = zoneName(names, lang, country, id); *name == "" {
					return file, fmt.Errorf("no name for %s in %s", id, lang)
				}
			}
			file.Zones = append(file.Zones, zone)
		}
		if zones := tz.zones[country]; len(zones) > 0 {
			file.Countries[country] = zones
		}
	}
	return file, nil
}

// zoneName returns the common name of a zone: the name of its time and, in brackets, a city.
func zoneName(names cldrNames, lang, country, id string) string {
	c := names.byLang[lang]
	city, metazone := c.cities[id], names.metazone[id]
	for _, alias := range names.aliases[id] {
		if city == "" {
			city = c.cities[alias]
		}
		if metazone == "" {
			metazone = names.metazone[alias]
		}
	}
	if city == "" {
		city = strings.ReplaceAll(id[strings.LastIndexByte(id, '/')+1:], "_", " ")
	}
	time := c.metazones[metazone]
	if time == "" {
		time = strings.ReplaceAll(c.region, "{0}", c.territories[country])
	}
	first, size := utf8.DecodeRuneInString(time)
	return string(unicode.ToUpper(first)) + time[size:] + " (" + city + ")"
}
