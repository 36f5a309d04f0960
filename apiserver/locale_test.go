package apiserver

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
)

// A Mexican visitor gets Spanish texts and Mexican formats of amounts in every call.
func TestMexicanSpanish(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	id, key := b.signup(1)
	mx := []string{"Accept-Language", "es-MX,es;q=0.9,en;q=0.1", "Registration-Key", key}

	var start sdk.Bootstrap
	b.call(http.MethodGet, "/v1/bootstrap", nil, mx...).into(t, &start)
	var countries CountryList
	b.call(http.MethodGet, "/v1/countries", nil, mx...).into(t, &countries)
	var zones TimeZoneList
	b.call(http.MethodGet, "/v1/countries/US/regions/PA/timezones", nil, mx...).into(t, &zones)
	var parent form.ParentOptions
	b.call(http.MethodGet, "/v1/parent/options", nil, mx...).into(t, &parent)
	var pro form.ProfessionalOptions
	b.call(http.MethodGet, "/v2/professional/options", nil, mx...).into(t, &pro)
	var packages price.PackageList
	b.call(http.MethodGet, "/v1/packages?group=P0", nil, mx...).into(t, &packages)
	var quote price.Quote
	b.call(http.MethodPost, "/v1/pricing", map[string]any{"limboId": id, "orderDetail": map[string]any{"packageId": 2002}}, mx...).into(t, &quote)
	refused := b.call(http.MethodPost, "/v1/signups", map[string]any{"sections": []string{"PARENT"}, "parent": map[string]string{}}, mx...)
	refused.status = http.StatusOK // into fails on an error status
	var broken problem.Validation
	refused.into(t, &broken)

	us := ""
	for _, c := range countries.Countries {
		if c.Code == "US" {
			us = c.Name
		}
	}
	got := map[string]string{
		"language": start.Locale, "country": us, "time zone": zones.TimeZones[0].Name, "parent's referral": parent.Referrals[0].Label,
		"professional's title": pro.Titles[0].Label, "package": packages.Packages[0].DisplayName, "price": packages.Packages[0].TotalPriceFormatted,
		"total": quote.Totals.TotalFormatted, "mistake": broken.ValidationErrors[0].Text,
		"problem": b.call(http.MethodGet, "/v1/signups/"+id, nil, "Accept-Language", "es-MX").problem(t).Detail,
	}
	want := map[string]string{
		"language": "es", "country": "Estados Unidos", "time zone": "Hora oriental (Nueva York)", "parent's referral": "Una orden judicial",
		"professional's title": "Sr.", "package": "Esencial, 1 año", "price": "USD\u00a0149.99", "total": "USD\u00a0286.18", "mistake": "Este campo es obligatorio",
		"problem": "Este registro pertenece a otra persona. Comience de nuevo.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// The same text in the format of Spain.
	b.call(http.MethodPost, "/v1/pricing", map[string]any{"limboId": id, "orderDetail": map[string]any{"packageId": 2002}}, "Accept-Language", "es-ES", "Registration-Key", key).into(t, &quote)
	if quote.Totals.TotalFormatted == got["total"] {
		t.Errorf("Spain and Mexico both write %s", got["total"])
	}
}
