package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/cojoin/cojoin/sdk/gateway"
)

// typeList is a list of payment types in a handwritten file: tags and schemas need the literal list. The groups of place match the text before and
// after the list.
type typeList struct {
	file  string
	place *regexp.Regexp
	items string
}

func typeLists() []typeList {
	var types, hidden []string
	for _, m := range gateway.PaymentMethods {
		types = append(types, string(m.Type))
		if m.PackageFlag != "" {
			hidden = append(hidden, string(m.Type))
		}
	}
	slices.Sort(hidden)
	for _, b := range gateway.CardBrands {
		hidden = append(hidden, b.ID)
	}
	tag := regexp.MustCompile("(gateway\\.PaymentType +`json:\"paymentType,omitempty\" enum:\")[^\"]*(\")")
	return []typeList{
		{"sdk/payment/payment.go", tag, strings.Join(types, ",")},
		{"sdk/codes/batch_buy.go", tag, strings.Join(types, ",")},
		{"sdk/price/catalog/schema.json", regexp.MustCompile(`("hide": {\s+"type": "array", "uniqueItems": true,\s+"items": { "enum": \[)[^]]*(\])`), jsonItems(hidden)},
		{"cli/scenario/scenario.schema.json", regexp.MustCompile(`("paymentType": {\s+"anyOf": \[{ "enum": \[)[^]]*(\])`), jsonItems(types)},
	}
}

func jsonItems(values []string) string { return `"` + strings.Join(values, `", "`) + `"` }

// in returns a file's source with the current list.
func (l typeList) in(source []byte) ([]byte, error) {
	if n := len(l.place.FindAllIndex(source, -1)); n != 1 {
		return nil, fmt.Errorf("%s: the list of payment types is there %d times: adapt its place in sdk/internal/gen/list.go", l.file, n)
	}
	return l.place.ReplaceAll(source, []byte("${1}"+l.items+"${2}")), nil
}

func writeTypeLists(root string) error {
	for _, l := range typeLists() {
		path := filepath.Join(root, l.file)
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if source, err = l.in(source); err != nil {
			return err
		}
		if err := os.WriteFile(path, source, 0o644); err != nil {
			return err
		}
	}
	return nil
}
