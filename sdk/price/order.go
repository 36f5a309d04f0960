package price

import (
	"fmt"
	"slices"

	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/text"
)

// OrderProblem is a reason why an order can't be priced. Field is the wire name.
type OrderProblem struct {
	Field string
	Code  text.Code
}

// OrderError is the error of pricing an order that isn't in the catalog.
type OrderError struct{ Problems []OrderProblem }

// Error implements error with fields and codes.
func (e *OrderError) Error() string {
	s := "the order can't be priced:"
	for _, p := range e.Problems {
		s += fmt.Sprintf(" %s=%s", p.Field, p.Code)
	}
	return s
}

// Violations returns the problems in a language.
func (e *OrderError) Violations(lang string) fault.Violations {
	out := make(fault.Violations, len(e.Problems))
	for i, p := range e.Problems {
		out[i] = fault.Violation{Field: p.Field, Code: p.Code, Text: text.In(lang, p.Code, nil)}
	}
	return out
}

// orderPick is a chosen package with its term, price and options.
type orderPick struct {
	pkg     *CatalogPackage
	Years   int
	Unit    money.Amount
	options []PricedOption
}

// Pick returns the package and options of an order, or an [OrderError] with every problem.
func (c *Catalog) Pick(order form.OrderChoice) (orderPick, error) {
	pkg := c.Package(order.PackageID)
	if pkg == nil {
		return orderPick{}, &OrderError{[]OrderProblem{{"order.packageId", CodeOrderPackageUnknown}}}
	}
	if pkg.BuildYourOwn {
		return c.pickCustom(pkg, order)
	}
	var problems []OrderProblem
	if order.ProductID != "" {
		problems = append(problems, OrderProblem{"order.productId", CodeOrderProductUnexpected})
	}
	if len(order.Services) > 0 {
		problems = append(problems, OrderProblem{"order.services", CodeOrderServiceUnexpected})
	}
	if len(problems) > 0 {
		return orderPick{}, &OrderError{problems}
	}
	return orderPick{pkg: pkg, Years: pkg.Years, Unit: pkg.Price}, nil
}

// pickCustom prices a custom package. It adds the prices for a year of the subscription, one storage and one calls option (default: the free ones)
// and the extras. For two years it doubles the sum, multiplies it by the factor, and rounds once.
func (c *Catalog) pickCustom(pkg *CatalogPackage, order form.OrderChoice) (orderPick, error) {
	var problems []OrderProblem
	product := c.Option(order.ProductID)
	switch {
	case order.ProductID == "":
		problems = append(problems, OrderProblem{"order.productId", CodeOrderProductRequired})
	case product == nil || product.Kind != OptionSubscription:
		problems = append(problems, OrderProblem{"order.productId", CodeOrderProductUnknown})
	}
	chosen, problem := c.chosenOptions(order.Services)
	if problem != nil {
		problems = append(problems, *problem)
	}
	if len(problems) > 0 {
		return orderPick{}, &OrderError{problems}
	}
	out := orderPick{pkg: pkg, Years: product.Years, options: make([]PricedOption, 0, len(c.Options))}
	sum := money.Zero(pkg.group.Currency)
	for i := range c.Options {
		o := &c.Options[i]
		picked := chosen[o.Kind]
		if o.Kind == OptionSubscription {
			picked = product.Code
		}
		if picked != o.Code && (picked != "" || !o.Default) {
			continue
		}
		price := o.Price(pkg.Group)
		out.options = append(out.options, PricedOption{o.Code, price})
		var err error
		if sum, err = sum.Add(price); err != nil {
			return orderPick{}, err
		}
	}
	out.Unit = sum
	if product.Years == 2 {
		var err error
		if out.Unit, err = sum.MulDiv(2*int64(c.CustomTwoYearFactor), int64(money.One)); err != nil {
			return orderPick{}, err
		}
	}
	return out, nil
}

// chosenOptions returns the chosen option code of each kind.
func (c *Catalog) chosenOptions(services []string) (map[OptionKind]string, *OrderProblem) {
	chosen := make(map[OptionKind]string, len(services))
	for i, code := range services {
		o := c.Option(code)
		switch {
		case o == nil || o.Kind == OptionSubscription:
			return nil, &OrderProblem{"order.services", CodeOrderServiceUnknown}
		case chosen[o.Kind] != "" || slices.Contains(services[:i], code):
			return nil, &OrderProblem{"order.services", CodeOrderServiceTwice}
		}
		chosen[o.Kind] = code
	}
	return chosen, nil
}
