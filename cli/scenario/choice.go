package scenario

import (
	"slices"
	"strings"
	"sync"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
)

// packageNames returns the names of the shipped catalog's packages without their group's prefix.
var packageNames = sync.OnceValue(func() []string {
	var names []string
	for _, p := range price.DefaultCatalog().Packages {
		names = append(names, strings.TrimPrefix(p.Name, p.Group+"_"))
	}
	slices.Sort(names)
	return slices.Compact(names)
})

// timeZones returns the time zones of all countries.
var timeZones = sync.OnceValue(func() []string {
	var ids []string
	for _, country := range form.Countries("en") {
		for _, region := range append(country.Regions, form.Region{}) {
			for _, zone := range form.TimeZones(country.Code, region.Code, "en") {
				ids = append(ids, zone.ID)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
})
