package form_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bojanz/address"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/text"
)

func TestCountries(t *testing.T) {
	t.Parallel()
	en, es := form.Countries("en"), form.Countries("es-MX")
	if len(en) != 249 || len(es) != len(en) {
		t.Fatalf("%d countries in English and %d in Spanish, want the 249 of ISO 3166-1", len(en), len(es))
	}
	find := func(list []form.Country, code string) form.Country {
		i := slices.IndexFunc(list, func(c form.Country) bool { return c.Code == code })
		if i < 0 {
			t.Fatalf("no country %s", code)
		}
		return list[i]
	}
	want := []form.Country{
		{Code: "US", Name: "United States", PhoneCountryCode: "+1", Suggested: true},
		{Code: "GB", Name: "United Kingdom", PhoneCountryCode: "+44", Suggested: true},
		{Code: "MX", Name: "Mexico", PhoneCountryCode: "+52"},
		{Code: "AX", Name: "Åland Islands", PhoneCountryCode: "+358"},
		{Code: "AQ", Name: "Antarctica"},
		{Code: "MK", Name: "North Macedonia", PhoneCountryCode: "+389"},
		{Code: "US", Name: "Estados Unidos", PhoneCountryCode: "+1", Suggested: true},
		{Code: "ES", Name: "España", PhoneCountryCode: "+34"},
	}
	var got []form.Country
	for i, w := range want {
		if i < 6 {
			got = append(got, find(en, w.Code))
		} else {
			got = append(got, find(es, w.Code))
		}
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(form.Country{}, "Regions")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Accents don't move a name to the end of the alphabet.
	if index := slices.IndexFunc(en, func(c form.Country) bool { return c.Code == "AX" }); index > 5 {
		t.Errorf("Åland Islands is at %d", index)
	}
	if name := form.CountryName("XX", "en"); name != "XX" {
		t.Errorf("unknown country is named %q", name)
	}
}

func TestRegions(t *testing.T) {
	t.Parallel()
	for country, want := range map[string]int{"US": 50 + 1 + 5 + 3, "CA": 13, "AU": 8, "MX": 32, "GB": 4, "NZ": 17, "us": 59, "DE": 0, "": 0} {
		if got := form.Regions(country, "en"); len(got) != want {
			t.Errorf("%s has %d regions, want %d", country, len(got), want)
		}
	}
	// Each country is listed with its own regions.
	listed := map[string][]form.Region{}
	for _, country := range form.Countries("es") {
		if len(country.Regions) > 0 {
			listed[country.Code] = country.Regions
		}
	}
	each := map[string][]form.Region{}
	for _, country := range []string{"AU", "CA", "GB", "MX", "NZ", "US"} {
		each[country] = form.Regions(country, "es")
	}
	if diff := cmp.Diff(each, listed); diff != "" {
		t.Errorf("the regions of the listed countries (-want +got):\n%s", diff)
	}
	us := form.Regions("US", "es")
	var last []string
	for _, r := range us[len(us)-3:] {
		last = append(last, r.Code)
	}
	if diff := cmp.Diff([]string{"AA", "AE", "AP"}, last); diff != "" {
		t.Errorf("the armed forces come last (-want +got):\n%s", diff)
	}
	names := map[[2]string]string{{"US", "PA"}: "Pensilvania", {"US", "NC"}: "Carolina del Norte", {"CA", "BC"}: "Columbia Británica"}
	for region, want := range names {
		i := slices.IndexFunc(form.Regions(region[0], "es"), func(o form.Region) bool { return o.Code == region[1] })
		if i < 0 || form.Regions(region[0], "es")[i].Name != want {
			t.Errorf("%v isn't named %q", region, want)
		}
	}
	for typed, want := range map[[2]string]string{{"CA", "bc"}: "BC", {"US", "california"}: "CA", {"US", "Carolina del Norte"}: "NC"} {
		if got := form.FindRegion(typed[0], typed[1]); got == nil || got.Code != want {
			t.Errorf("%v is %+v, want %s", typed, got, want)
		}
	}
	for _, typed := range [][2]string{{"MX", "Nowhere"}, {"DE", "Bayern"}} {
		if got := form.FindRegion(typed[0], typed[1]); got != nil {
			t.Errorf("%v is %+v", typed, got)
		}
	}
}

// A second source of states, provinces and territories has the same codes and English names.
func TestRegionsAgainstAnotherSource(t *testing.T) {
	t.Parallel()
	ours := map[string]string{"American Samoa": "", "Guam": "", "Northern Mariana Islands": "", "Puerto Rico": ""}
	for _, country := range []string{"US", "CA", "AU"} {
		theirs := address.GetFormat(country).Regions
		for _, region := range form.Regions(country, "en") {
			name, ok := theirs.Get(region.Code)
			_, territory := ours[region.Name]
			switch {
			case strings.HasPrefix(region.Name, "Armed Forces"), strings.HasSuffix(region.Name, "Virgin Islands"):
			case !ok && !territory:
				t.Errorf("%s has no %s (%s)", country, region.Code, region.Name)
			case ok && name != region.Name:
				t.Errorf("%s-%s is %s, elsewhere %s", country, region.Code, region.Name, name)
			}
		}
		for _, code := range theirs.Keys() {
			sovereign := slices.Contains([]string{"FM", "MH", "PW"}, code) // the US delivers their mail; our list has them as countries
			if !sovereign && form.FindRegion(country, code) == nil {
				t.Errorf("%s-%s is missing", country, code)
			}
		}
	}
}

// Every state and province has at least one zone, and several if it has two times. Every country has at least
// one zone or is free text. Every zone exists and has a name in both languages.
func TestTimeZones(t *testing.T) {
	t.Parallel()
	several := map[string][]string{"US": {"FL", "KY", "TN", "AZ", "IN", "TX", "ID"}, "CA": {"ON", "QC", "BC", "NU"}}
	single := map[string][]string{"US": {"CA", "NY", "HI", "PR"}, "CA": {"MB", "PE", "AB"}}
	for country := range several {
		for _, region := range form.Regions(country, "en") {
			zones := form.TimeZones(country, region.Code, "en")
			switch {
			case len(zones) == 0:
				t.Errorf("%s-%s has no zone", country, region.Code)
			case slices.Contains(several[country], region.Code) && len(zones) < 2:
				t.Errorf("%s-%s has one zone: %v", country, region.Code, zones)
			case slices.Contains(single[country], region.Code) && len(zones) != 1:
				t.Errorf("%s-%s has %d zones: %v", country, region.Code, len(zones), zones)
			}
			checkZones(t, zones)
		}
	}
	var freeText []string
	for _, country := range form.Countries("en") {
		zones := form.TimeZones(country.Code, "", "en")
		if len(zones) == 0 {
			freeText = append(freeText, country.Code)
		}
		checkZones(t, zones)
	}
	if diff := cmp.Diff([]string{"BV", "HM"}, freeText); diff != "" {
		t.Errorf("countries without a zone (-want +got):\n%s", diff)
	}

	want := []form.TimeZone{
		{ID: "America/New_York", Name: "Hora oriental (Nueva York)"},
		{ID: "America/Chicago", Name: "Hora central (Chicago)"},
	}
	if diff := cmp.Diff(want, form.TimeZones("US", "fl", "es-419")); diff != "" {
		t.Errorf("Florida in Spanish (-want +got):\n%s", diff)
	}
	if florida := form.TimeZones("us", "fl", "es"); !cmp.Equal(want, florida) {
		t.Errorf("Florida of a country in lower case: %v", florida)
	}
	// Zones with the same time are named after their own city: Atikokan has Panama's time.
	for id, want := range map[string]string{
		"America/Atikokan": "Eastern Time (Atikokan)", "America/Panama": "Eastern Time (Panama)", "Africa/Nairobi": "East Africa Time (Nairobi)",
		"Pacific/Port_Moresby": "Papua New Guinea Time (Port Moresby)", "Pacific/Guadalcanal": "Solomon Islands Time (Guadalcanal)", "Asia/Kolkata": "India Standard Time (Kolkata)",
	} {
		if got := form.TimeZoneName(id, "en"); got != want {
			t.Errorf("%s is named %q, want %q", id, got, want)
		}
	}
	if scotland := form.TimeZones("GB", "SCT", "en"); len(scotland) != 1 || scotland[0].ID != "Europe/London" {
		t.Errorf("Scotland: %v", scotland)
	}
	if all, unknown := form.TimeZones("US", "", "en"), form.TimeZones("US", "XX", "en"); len(all) != len(unknown) || len(all) < 25 {
		t.Errorf("the US has %d zones, and %d for an unknown state", len(all), len(unknown))
	}
}

func checkZones(t *testing.T, zones []form.TimeZone) {
	t.Helper()
	for _, zone := range zones {
		if _, err := time.LoadLocation(zone.ID); err != nil {
			t.Errorf("%s: %v", zone.ID, err)
		}
		if es := form.TimeZoneName(zone.ID, "es"); zone.Name == zone.ID || es == zone.ID || !strings.HasSuffix(zone.Name, ")") {
			t.Errorf("%s is named %q and %q", zone.ID, zone.Name, es)
		}
	}
}

func TestReadProfessionalOptions(t *testing.T) {
	t.Parallel()
	values := func(list []form.Option) (values []string) {
		for _, o := range list {
			values = append(values, o.Value)
		}
		return values
	}
	options := form.ReadProfessionalOptions("", "en")
	want := map[string][]string{
		"bench officers": {"EMPTY", "JUDGE", "REFEREE", "PRO_TEM", "MAGISTRATE", "PRIVATE_JUDGE"},
		"colleagues": {
			"OPPOSING_COUNSEL", "CHILD_ATTORNEY", "BENCH_OFFICER", "ATTORNEY", "EVALUATOR", "INVESTIGATOR", "THERAPIST",
			"GUARDIAN_AD_LITEM", "FAMILY_COURT_SERVICES", "CONTINUING_EDUCATION",
		},
		"referrals": {"BENCH_OFFICER", "REFERRED_BY_COLLEAGUE", "SEARCH_ENGINE", "REFERRED_FR", "NEWS_STORY", "OTHER"},
		"titles":    {"MR", "MS", "MRS", "HONORABLE", "DOCTOR"},
		"codes":     {"+1", "+44", "+52"},
	}
	got := map[string][]string{
		"bench officers": values(options.BenchOfficers), "colleagues": values(options.Colleagues),
		"referrals": values(options.Referrals), "titles": values(options.Titles), "codes": values(options.CountryCodes)[:3],
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, country := range []string{"US", "CA", "GB", "AU", "NZ", "MX", "DE"} {
		for _, lang := range text.Languages {
			options := form.ReadProfessionalOptions(country, lang)
			if atLeast := map[bool]int{true: 8, false: 5}[country != "DE"]; len(options.Roles) < atLeast {
				t.Errorf("%s offers %d roles", country, len(options.Roles))
			}
			if len(options.Countries) != 249 || len(options.TimeZones) == 0 || (len(options.Regions) == 0) != (country == "DE") {
				t.Errorf("%s: %d countries, %d regions, %d zones", country, len(options.Countries), len(options.Regions), len(options.TimeZones))
			}
			for _, list := range [][]form.Option{options.BenchOfficers, options.Colleagues, options.CountryCodes, options.Referrals, options.Titles, options.Roles} {
				checkOptions(t, country+" in "+lang, list)
			}
		}
	}
	if us, gb := values(form.ReadProfessionalOptions("US", "en").Roles), values(form.ReadProfessionalOptions("GB", "en").Roles); slices.Equal(us, gb) {
		t.Error("the United Kingdom has the roles of the United States")
	}
}

func TestReadParentOptions(t *testing.T) {
	t.Parallel()
	for _, lang := range text.Languages {
		options := form.ReadParentOptions(lang)
		checkOptions(t, lang, options.Referrals)
		checkOptions(t, lang, options.CountryCodes)
		checkOptions(t, lang, options.SecurityQuestions)
		for _, question := range options.SecurityQuestions {
			if _, _, broken := form.ValidateSecurityQuestion(question.Value, "Baker", lang); len(broken) > 0 {
				t.Errorf("suggested question %q: %v", question.Value, broken)
			}
		}
		for _, referral := range options.Referrals {
			if _, broken := form.ValidateReferral(form.Referral{Selection: referral.Value, Other: "Judge Dee"}, lang); len(broken) > 0 {
				t.Errorf("offered referral %q: %v", referral.Value, broken)
			}
		}
		for _, code := range options.CountryCodes {
			if _, err := form.ParsePhone(code.Value, "12345678"); err != nil {
				t.Errorf("offered country code %q: %v", code.Value, err)
			}
		}
	}
}

// checkOptions checks that each value is unique and has a label other than its code.
func checkOptions(t *testing.T, where string, list []form.Option) {
	t.Helper()
	seen := map[string]bool{}
	for _, o := range list {
		if seen[o.Value] || o.Value == "" || o.Label == "" || text.Has("en", text.Code(o.Label)) {
			t.Errorf("%s: option %+v", where, o)
		}
		seen[o.Value] = true
	}
	if len(list) == 0 {
		t.Errorf("%s: an empty list", where)
	}
}

// FuzzPostalCode looks for codes that break the normalization, or that are invalid once they are normalized.
func FuzzPostalCode(f *testing.F) {
	for _, seed := range [][2]string{{"US", "15213-3890"}, {"CA", "m5v3l9"}, {"GB", "sw1a1aa"}, {"GB", "GIR 0AA"}, {"DE", "10 115"}, {"MX", "\u00a044100"}, {"NZ", "\xff"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, country, code string) {
		normal := form.NormalizePostalCode(country, code)
		if again := form.NormalizePostalCode(country, normal); again != normal {
			t.Errorf("%s %q is normalized to %q, then to %q", country, code, normal, again)
		}
		at := form.Address{Line1: "12 Main St", City: "Somewhere", Region: "XX", PostalCode: code, Country: country}
		got, broken := form.ValidateAddress(at, "Etc/UTC", "en")
		again, brokenAgain := form.ValidateAddress(got, "Etc/UTC", "en")
		if diff := cmp.Diff(broken, brokenAgain); diff != "" || got != again {
			t.Errorf("validating twice differs: %+v, %+v\n%s", got, again, diff)
		}
	})
}
