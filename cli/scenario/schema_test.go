package scenario

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/internal/sandbox"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/order"
	"github.com/cojoin/cojoin/sdk/price"
)

// optionValues returns the values of a form's list.
func optionValues(options []form.Option) []string {
	list := make([]string, len(options))
	for i, o := range options {
		list[i] = o.Value
	}
	return list
}

// mailKinds returns the constants of [email.Kind], of which the package has no list.
func mailKinds(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../sdk/email/email.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	ast.Inspect(file, func(n ast.Node) bool {
		constant, ok := n.(*ast.ValueSpec)
		if !ok || fmt.Sprint(constant.Type) != "Kind" {
			return true
		}
		for _, value := range constant.Values {
			if literal, ok := value.(*ast.BasicLit); ok {
				kinds = append(kinds, strings.Trim(literal.Value, `"`))
			}
		}
		return true
	})
	return kinds
}

// lists are the schema's lists with their home.
func lists(t *testing.T) map[string][]string {
	t.Helper()
	parents, professionals := form.ReadParentOptions("en"), form.ReadProfessionalOptions("", "en")
	all := map[string][]string{
		"referral": optionValues(parents.Referrals), "securityQuestion": optionValues(parents.SecurityQuestions),
		"professionalReferral": optionValues(professionals.Referrals), "benchOfficer": optionValues(professionals.BenchOfficers),
		"colleagueRole": optionValues(professionals.Colleagues), "title": optionValues(professionals.Titles),
		"packageName": packageNames(), "problem": {"login_error"}, "moneyMails": aboutMoney,
		"outcome": {OutcomeReceipt, OutcomeJoined, OutcomeProfessional, OutcomeOpen, OutcomeDeclined, OutcomeDuplicate},
		"subscriptionState": {
			string(order.SubscriptionActive), string(order.SubscriptionSuspended), string(order.SubscriptionCancelled),
			string(order.SubscriptionLapsed), string(order.SubscriptionEnded),
		},
	}
	for _, country := range form.Countries("en") {
		all["country"] = append(all["country"], country.Code)
		all["role"] = append(all["role"], optionValues(form.ReadProfessionalOptions(country.Code, "en").Roles)...)
	}
	for _, p := range price.DefaultCatalog().Packages {
		all["packageId"] = append(all["packageId"], fmt.Sprint(p.ID))
		if p.SelectionCode != "" {
			all["selectionCode"] = append(all["selectionCode"], p.SelectionCode)
		}
	}
	for _, o := range price.DefaultCatalog().Options {
		if o.Kind != price.OptionSubscription {
			all["option"] = append(all["option"], o.Code)
		}
	}
	for _, m := range gateway.PaymentMethods {
		all["paymentType"] = append(all["paymentType"], string(m.Type))
	}
	for _, k := range sandbox.FaultKinds {
		all["fault/properties/kind"] = append(all["fault/properties/kind"], string(k))
	}
	all["fault/properties/operation"] = slices.Clone(sandbox.Operations)
	all["mailKind"] = mailKinds(t)
	for _, k := range integration.Kinds {
		all["eventType"] = append(all["eventType"], k.Name)
	}
	for _, e := range apiserver.ErrorCodes() {
		if e.Field {
			all["violation"] = append(all["violation"], string(e.Code))
		} else {
			all["problem"] = append(all["problem"], string(e.Code))
		}
	}
	return all
}

// Every list of the schema has the values of its home: an editor offers the values that the server knows.
func TestSchemaHasTheListsOfTheirHome(t *testing.T) {
	t.Parallel()
	s := readSchema()
	for name, want := range lists(t) {
		definition := s.at("#/$defs/" + name)
		if items, ok := definition["items"].(map[string]any); ok {
			definition = items
		}
		var got []string
		for _, key := range []string{"enum", "examples"} {
			values, _ := definition[key].([]any)
			for _, value := range values {
				got = append(got, fmt.Sprint(value))
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(slices.Compact(want), got); diff != "" {
			t.Errorf("$defs.%s (-home +schema):\n%s", name, diff)
		}
	}
}

// The examples of a time zone and of a nonce exist.
func TestSchemaExamplesExist(t *testing.T) {
	t.Parallel()
	s := readSchema()
	zones, _ := s.at("#/$defs/timeZone")["examples"].([]any)
	for _, zone := range zones {
		if !slices.Contains(timeZones(), fmt.Sprint(zone)) {
			t.Errorf("no country has the time zone %v", zone)
		}
	}
	nonces := fmt.Sprint(s.at("#/$defs/nonce")["examples"])
	for _, m := range gateway.PaymentMethods {
		if !strings.Contains(nonces, m.TestNonce) {
			t.Errorf("%v lacks %s, which pays with %s", nonces, m.TestNonce, m.Type)
		}
	}
	if len(zones) == 0 {
		t.Error("no examples of time zones")
	}
}

// An editor explains every key: each has a description, its own or that of its definition.
func TestSchemaDescribesEveryKey(t *testing.T) {
	t.Parallel()
	var document map[string]any
	if err := json.Unmarshal(Schema, &document); err != nil {
		t.Fatal(err)
	}
	definitions, _ := document["$defs"].(map[string]any)
	described := func(property map[string]any) bool {
		if property["description"] != nil {
			return true
		}
		reference, _ := property["$ref"].(string)
		definition, _ := definitions[strings.TrimPrefix(reference, "#/$defs/")].(map[string]any)
		return definition["description"] != nil
	}
	var walk func(path string, value any)
	walk = func(path string, value any) {
		switch value := value.(type) {
		case map[string]any:
			if properties, ok := value["properties"].(map[string]any); ok {
				for key, property := range properties {
					if own, ok := property.(map[string]any); ok && !described(own) {
						t.Errorf("%s.%s has no description", path, key)
					}
				}
			}
			for key, below := range value {
				walk(path+"."+key, below)
			}
		case []any:
			for i, below := range value {
				walk(fmt.Sprintf("%s[%d]", path, i), below)
			}
		}
	}
	walk("", document)
}
