package price

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sync"

	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

//go:embed catalog/default.yaml
var defaultCatalogFile []byte

//go:embed catalog/schema.json
var catalogSchemaFile []byte

// Catalog is one version of the products on sale: pricing groups, packages, custom options, coupons and the tax table. [ParseCatalog] creates and
// checks it. Don't change it afterwards.
type Catalog struct {
	// Version is the version in the database, from 1; 0 for a file that wasn't applied.
	Version int `json:"-"`

	Format              int              `json:"format"`
	Demonstration       bool             `json:"demonstration,omitempty"` // the file's mark; see [Catalog.ForDemonstration]
	Groups              []CatalogGroup   `json:"pricingGroups"`
	Packages            []CatalogPackage `json:"packages"`
	Options             []CatalogOption  `json:"customOptions"`
	CustomTwoYearFactor money.Ratio      `json:"customTwoYearFactor"`
	Coupons             []Coupon         `json:"coupons,omitempty"`
	Tax                 TaxTable         `json:"tax"`

	packages map[int]*CatalogPackage // by id
}

// ShippedVersion is the version of the shipped catalog in every database: it is stored first.
const ShippedVersion = 1

// ForDemonstration reports whether the prices, coupons and taxes are invented: the file has the mark, or it is the shipped one. Earlier releases
// stored the shipped one without the mark.
func (c *Catalog) ForDemonstration() bool { return c.Demonstration || c.Version == ShippedVersion }

// TaxMode is the place of tax: inside the price or on top of it.
type TaxMode string

// The tax modes.
const (
	TaxAdded    TaxMode = "added"
	TaxIncluded TaxMode = "included"
)

// CatalogGroup is a pricing group: customers with the same packages and currency.
type CatalogGroup struct {
	Name         string         `json:"name"`
	Base         bool           `json:"base,omitempty"`
	Countries    []string       `json:"countries,omitempty"`
	Currency     money.Currency `json:"currency"`
	Tax          TaxMode        `json:"tax"`
	TaxLabel     string         `json:"taxLabel,omitempty"`
	TaxCountry   string         `json:"taxCountry,omitempty"`
	OptionFactor money.Ratio    `json:"optionFactor"`
}

// CatalogPackage is a package on sale in one group. A custom one has neither years nor a price of its own.
type CatalogPackage struct {
	ID            int           `json:"id"`
	Name          string        `json:"name"`
	Group         string        `json:"group"`
	BuildYourOwn  bool          `json:"buildYourOwn,omitempty"`
	Years         int           `json:"years,omitempty"`
	PriceText     string        `json:"price,omitempty"`
	SelectionCode string        `json:"selectionCode,omitempty"`
	DisplayName   CatalogText   `json:"displayName"`
	ReceiptText   CatalogText   `json:"receiptText"`
	Features      []CatalogText `json:"features,omitempty"`
	Hide          []string      `json:"hide,omitempty"`

	Price money.Amount `json:"-"` // list price of the whole term for one seat
	group *CatalogGroup
}

// OptionKind groups the options of a custom package.
type OptionKind string

// The kinds of option. A custom package has exactly one of subscription, storage and calls, and at most one of the others.
const (
	OptionSubscription OptionKind = "subscription"
	OptionStorage      OptionKind = "storage"
	OptionToneMeter    OptionKind = "tonemeter"
	OptionPayments     OptionKind = "payments"
	OptionCalls        OptionKind = "calls"
)

// CatalogOption is one choice of a custom package, priced per year in the base group's currency.
type CatalogOption struct {
	Code        string      `json:"code"`
	Kind        OptionKind  `json:"kind"`
	Years       int         `json:"years,omitempty"`
	PriceText   string      `json:"price"`
	Default     bool        `json:"default,omitempty"`
	Description CatalogText `json:"description"`

	prices map[string]money.Amount // a year's price by group name
}

// Price returns the option's price for a year in the group, rounded half up to the minor unit.
func (o *CatalogOption) Price(group string) money.Amount { return o.prices[group] }

// free reports whether the option is free in every group.
func (o *CatalogOption) free() bool {
	for _, p := range o.prices {
		if !p.IsZero() {
			return false
		}
	}
	return true
}

var defaultCatalog = sync.OnceValue(func() *Catalog {
	cat, err := ParseCatalog(defaultCatalogFile)
	if err != nil { // a test parses it; it can't be shipped broken
		panic("sdk: the shipped catalog: " + err.Error())
	}
	return cat
})

// DefaultCatalog returns the shipped catalog. The caller must not change it.
func DefaultCatalog() *Catalog { return defaultCatalog() }

// DefaultCatalogFile returns the file of the shipped catalog, with its comments.
func DefaultCatalogFile() []byte { return slices.Clone(defaultCatalogFile) }

// CatalogSchema returns the JSON Schema of the catalog file.
func CatalogSchema() []byte { return slices.Clone(catalogSchemaFile) }

// Package returns the package with this id, or nil.
func (c *Catalog) Package(id int) *CatalogPackage { return c.packages[id] }

// Group returns the pricing group with this name, or nil.
func (c *Catalog) Group(name string) *CatalogGroup {
	for i := range c.Groups {
		if c.Groups[i].Name == name {
			return &c.Groups[i]
		}
	}
	return nil
}

// BaseGroup returns the group of all countries that no other group lists.
func (c *Catalog) BaseGroup() *CatalogGroup {
	for i := range c.Groups {
		if c.Groups[i].Base {
			return &c.Groups[i]
		}
	}
	return nil
}

// GroupOf returns the group of a country (ISO 3166-1 alpha-2, upper case).
func (c *Catalog) GroupOf(country string) *CatalogGroup {
	for i := range c.Groups {
		if slices.Contains(c.Groups[i].Countries, country) {
			return &c.Groups[i]
		}
	}
	return c.BaseGroup()
}

// PackageIDs returns the ids of a group's packages in the order of the cards.
func (c *Catalog) PackageIDs(group string) []int {
	ids := []int{}
	for i := range c.Packages {
		if c.Packages[i].Group == group {
			ids = append(ids, c.Packages[i].ID)
		}
	}
	return ids
}

// PackageBySelection returns the group's package with a selection code such as PRE2, or nil. The code's last digit is the length: 2 means two years,
// any other digit one.
func (c *Catalog) PackageBySelection(group, code string) *CatalogPackage {
	if code == "" {
		return nil
	}
	if last := code[len(code)-1]; last >= '0' && last <= '9' && last != '2' {
		code = code[:len(code)-1] + "1"
	}
	for i := range c.Packages {
		if p := &c.Packages[i]; p.Group == group && p.SelectionCode == code {
			return p
		}
	}
	return nil
}

// Option returns the custom option with this code, or nil.
func (c *Catalog) Option(code string) *CatalogOption {
	for i := range c.Options {
		if c.Options[i].Code == code {
			return &c.Options[i]
		}
	}
	return nil
}

// Coupon returns the coupon with this code, or nil.
func (c *Catalog) Coupon(code string) *Coupon {
	for i := range c.Coupons {
		if c.Coupons[i].Code == code {
			return &c.Coupons[i]
		}
	}
	return nil
}

// Currency returns the currency that the package is sold in.
func (p *CatalogPackage) Currency() money.Currency { return p.group.Currency }

// CatalogText is a text of the catalog: a code of sdk/text, or the sentence itself in every language.
type CatalogText struct {
	Code  text.Code
	Texts map[string]string // by language; nil if Code is set
}

// In returns the text in the locale's language. The default is English.
func (t CatalogText) In(locale string) string {
	lang := text.Language(locale)
	if t.Texts == nil {
		return text.In(lang, t.Code, nil)
	}
	if s, ok := t.Texts[lang]; ok {
		return s
	}
	return t.Texts[text.Languages[0]]
}

// UnmarshalJSON reads a code or an object of sentences by language.
func (t *CatalogText) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &t.Code)
	}
	return json.Unmarshal(b, &t.Texts)
}

// MarshalJSON writes the form that UnmarshalJSON reads.
func (t CatalogText) MarshalJSON() ([]byte, error) {
	if t.Texts == nil {
		return json.Marshal(t.Code)
	}
	return json.Marshal(t.Texts)
}
