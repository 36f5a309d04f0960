package price

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// CatalogChange is one value that differs between two catalogs. Before is empty for an added value, After for a removed one. Both are JSON.
type CatalogChange struct {
	Path   string `json:"path"` // items by their name, e.g. packages[2001].price
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// String returns "packages[2001].price: "149.99" → "159.99"".
func (c CatalogChange) String() string {
	switch {
	case c.Before == "":
		return "+ " + c.Path + ": " + c.After
	case c.After == "":
		return "- " + c.Path + ": " + c.Before
	}
	return "~ " + c.Path + ": " + c.Before + " → " + c.After
}

// DiffCatalogs lists the differences between two catalogs, by path. It matches packages, options, coupons, groups, countries and regions by name and
// not by position. It reports a new order only for packages, because that is the order of the cards.
func DiffCatalogs(before, after *Catalog) ([]CatalogChange, error) {
	left, err := flattenCatalog(before)
	if err != nil {
		return nil, err
	}
	right, err := flattenCatalog(after)
	if err != nil {
		return nil, err
	}
	changes := []CatalogChange{}
	for path, value := range left {
		if now, ok := right[path]; !ok {
			changes = append(changes, CatalogChange{Path: path, Before: value})
		} else if now != value {
			changes = append(changes, CatalogChange{Path: path, Before: value, After: now})
		}
	}
	for path, value := range right {
		if _, ok := left[path]; !ok {
			changes = append(changes, CatalogChange{Path: path, After: value})
		}
	}
	slices.SortFunc(changes, func(a, b CatalogChange) int { return cmp.Compare(a.Path, b.Path) })
	return changes, nil
}

// flattenCatalog returns a catalog's scalars by path.
func flattenCatalog(c *Catalog) (map[string]string, error) {
	raw, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("compare catalogs: %w", err)
	}
	var value any
	if err := json.Unmarshal(raw, &value); err != nil {
		return nil, fmt.Errorf("compare catalogs: %w", err)
	}
	flat := map[string]string{}
	if err := FlattenValue(flat, "", value); err != nil {
		return nil, err
	}
	order := make([]string, len(c.Packages))
	for i := range c.Packages {
		order[i] = strconv.Itoa(c.Packages[i].ID)
	}
	flat["packages (order of the cards)"] = strings.Join(order, " ")
	return flat, nil
}

// catalogKeys are the members that name an item of a list. The first one present counts.
var catalogKeys = []string{"id", "code", "country", "region", "name"}

// FlattenValue adds the scalars of a decoded JSON value to flat, each as JSON under its path below path.
func FlattenValue(flat map[string]string, path string, value any) error {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			at := name
			if path != "" {
				at = path + "." + name
			}
			if err := FlattenValue(flat, at, member); err != nil {
				return err
			}
		}
	case []any:
		for i, item := range v {
			if err := FlattenValue(flat, path+"["+itemKey(i, item)+"]", item); err != nil {
				return err
			}
		}
	default:
		raw, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("compare catalogs: %s: %w", path, err)
		}
		flat[path] = string(raw)
	}
	return nil
}

// itemKey returns the name of a list item: its first catalogKeys member, the value of a scalar, or else its index.
func itemKey(i int, item any) string {
	switch v := item.(type) {
	case map[string]any:
		for _, key := range catalogKeys {
			switch name := v[key].(type) {
			case string:
				return name
			case float64:
				return strconv.FormatFloat(name, 'f', -1, 64)
			}
		}
	case string:
		return v
	}
	return strconv.Itoa(i)
}
