package form

import (
	"slices"
	"sync"
)

// TimeZone is a time zone in a list.
type TimeZone struct {
	ID   string `json:"id" doc:"tz database name, e.g. America/New_York"`
	Name string `json:"name" doc:"In the language of Accept-Language, e.g. Eastern Time (New York)"`
}

type timeZoneTable struct {
	names     map[string]localized
	byCountry map[string][]string
}

var timeZoneData = sync.OnceValue(func() timeZoneTable {
	var file struct {
		Zones []struct {
			ID string
			localized
		}
		Countries map[string][]string
	}
	mustReadReference("timezone.json", &file)
	t := timeZoneTable{names: make(map[string]localized, len(file.Zones)), byCountry: file.Countries}
	for _, z := range file.Zones {
		t.names[z.ID] = z.localized
	}
	return t
})

// TimeZones lists the zones of a country, or only those of a region if the data has them (US and CA). An empty
// or unknown region gives the country's zones. A form presets a single zone. Without zones the field is free
// text.
func TimeZones(country, region, lang string) []TimeZone {
	ids := timeZoneIDs(NormalizeCountry(country), region)
	list := make([]TimeZone, 0, len(ids))
	for _, id := range ids {
		list = append(list, TimeZone{ID: id, Name: TimeZoneName(id, lang)})
	}
	return list
}

// TimeZoneName returns a zone's name in the language, or the id itself if it is unknown.
func TimeZoneName(id, lang string) string {
	if name, ok := timeZoneData().names[id]; ok {
		return name.in(lang)
	}
	return id
}

func timeZoneIDs(country, region string) []string {
	if r := FindRegion(country, region); r != nil && len(r.TimeZones) > 0 {
		return r.TimeZones
	}
	return timeZoneData().byCountry[country]
}

// fitsTimeZone reports whether a zone is in the list of the address's country and region. Without a list any
// text is valid.
func fitsTimeZone(country, region, id string) bool {
	ids := timeZoneIDs(country, region)
	return len(ids) == 0 || slices.Contains(ids, id)
}
