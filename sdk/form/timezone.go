package form

import (
	"slices"
	"sync"
)

// TimeZone is one zone as a list shows it.
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

// TimeZones lists the zones of a country, narrowed to a region where the country's regions say more (US
// and CA). An empty region, or one that doesn't exist, gives the whole country. One zone is the answer;
// none means that the zone is free text.
func TimeZones(country, region, lang string) []TimeZone {
	ids := timeZoneIDs(NormalizeCountry(country), region)
	list := make([]TimeZone, 0, len(ids))
	for _, id := range ids {
		list = append(list, TimeZone{ID: id, Name: TimeZoneName(id, lang)})
	}
	return list
}

// TimeZoneName names a zone in the language; an unknown zone gives its id.
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

// fitsTimeZone reports whether a zone is one that the address's country and region offer. Where they
// offer none, any text is right.
func fitsTimeZone(country, region, id string) bool {
	ids := timeZoneIDs(country, region)
	return len(ids) == 0 || slices.Contains(ids, id)
}
