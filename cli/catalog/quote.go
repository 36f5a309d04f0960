package catalog

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/form"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/text"
)

// quoteFlags are the flags of `cojoin quote`.
type quoteFlags struct {
	packageID, term, seats      int
	options                     []string
	coupon, referrer            string
	paymentCodes                []int
	country, region, postalCode string
	at, locale, catalog         string
	explain                     bool
}

// QuoteCommand is "cojoin quote".
func QuoteCommand() *cobra.Command {
	var f quoteFlags
	cmd := &cobra.Command{
		Use:   "quote --package ID --country CC",
		Short: "Price an order offline, from a catalog file",
		Long: `Price an order offline, from a catalog file: it needs no server or database, and stores nothing.

The automatic coupon applies if --at is within its period. --coupon is the customer's
coupon: with a referrer's coupon, the price is the one after a visit from that referrer. Each --payment-code
stands for a valid subscription code for that package. Amounts in JSON are decimal strings.`,
		Example: `  cojoin quote --package 2001 --country US --region PA
  cojoin quote --package 2003 --seats 2 --country US --region NY --referrer familylaw --explain
  cojoin quote --package 2009 --term 2 --option MYFILES5GB --option TONEMETER --country US --region CA
  cojoin quote --package 2001 --seats 2 --payment-code 2001 --country US --region TX --json
  cojoin quote --package 2061 --country GB --locale es --at 2027-06-01T00:00:00Z`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runQuote(cmd, &f)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.packageID, "package", 0, "package `ID`, e.g. 2001 (required)")
	flags.StringArrayVar(&f.options, "option", nil, "option `CODE` of a build-your-own package, e.g. MYFILES5GB; may be repeated")
	flags.IntVar(&f.term, "term", 0, "`years` of a build-your-own package, 1 or 2 (default 1)")
	flags.IntVar(&f.seats, "seats", 1, "1, or 2 to pay for the co-parent, too")
	flags.StringVar(&f.coupon, "coupon", "", "the customer's coupon `CODE`")
	flags.StringVar(&f.referrer, "referrer", "", "`KEY` of the customer's referrer")
	flags.IntSliceVar(&f.paymentCodes, "payment-code", nil, "a valid subscription code for this `PACKAGE_ID`; may be repeated")
	flags.StringVar(&f.country, "country", "", "billing country, ISO 3166-1 `CC` (required)")
	flags.StringVar(&f.region, "region", "", "state or province; US and CA need it for tax")
	flags.StringVar(&f.postalCode, "postal-code", "", "postal code; checked against country and region")
	flags.StringVar(&f.at, "at", "", "time of the order, `RFC 3339` (default: now); decides which coupons are valid")
	flags.StringVar(&f.locale, "locale", "en", "language and format, e.g. en, es, es-MX")
	flags.StringVar(&f.catalog, "catalog", "", "catalog `FILE` (default: the shipped one)")
	console.JSONFlag(cmd)
	flags.BoolVar(&f.explain, "explain", false, "print every step of the calculation")
	return cmd
}

func runQuote(cmd *cobra.Command, f *quoteFlags) error {
	out, errOut := cmd.OutOrStdout(), cmd.ErrOrStderr()
	cat, err := readCatalogFile(f.catalog)
	if err != nil {
		return err
	}
	in, err := f.input(cat)
	if err != nil {
		return err
	}
	priced, err := price.Price(cat, &cat.Tax, in)
	var unsold *price.OrderError
	if errors.As(err, &unsold) {
		return orderMistake(unsold, cat, in, f.locale)
	}
	if err != nil {
		return err
	}
	if group := cat.GroupOf(in.Address.Country); group.Name != priced.Group {
		return fmt.Errorf("package %d isn't sold in %s: choose one of %s", f.packageID, in.Address.Country, joinInts(cat.PackageIDs(group.Name)))
	}
	var outdone []string
	for _, refused := range priced.RefusedCoupons {
		if refused.Reason != price.CouponOutdone {
			return couponMistake(refused, cat)
		}
		outdone = append(outdone, refused.Code)
	}
	for _, i := range priced.RefusedCodes {
		return fmt.Errorf("a code for package %d, worth %s, can't pay for an order in %s", in.Codes[i].PackageID, in.Codes[i].Face, priced.Currency)
	}
	for _, code := range outdone {
		fmt.Fprintf(errOut, "note: --coupon %s doesn't apply: %s saves more\n", strconv.Quote(code), priced.CouponCode)
	}
	if console.AsJSON(cmd) {
		return writeQuoteJSON(out, cat, priced, f)
	}
	if !priced.TaxesCalculated {
		fmt.Fprintf(errOut, "note: the tax is unknown without a region: add --region, e.g. --region %s\n", exampleRegion(in.Address.Country))
	}
	return writeQuoteText(out, cat, priced, f)
}

// readCatalogFile reads and checks a catalog file; an empty path means the shipped one.
func readCatalogFile(path string) (*price.Catalog, error) {
	if path == "" {
		return price.DefaultCatalog(), nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, console.Usagef("read the catalog: %w", err)
	}
	return parseCatalogFile(path, raw)
}

// parseCatalogFile checks a catalog's bytes; its errors name the file.
func parseCatalogFile(path string, raw []byte) (*price.Catalog, error) {
	cat, err := price.ParseCatalog(raw)
	var broken *price.CatalogError
	if errors.As(err, &broken) {
		lines := make([]string, len(broken.Faults))
		for i, failure := range broken.Faults {
			lines[i] = path + ": " + failure.String()
		}
		return nil, console.Usagef("the catalog is invalid; nothing was changed\n%s", strings.Join(lines, "\n"))
	}
	return cat, err
}

// input converts the flags to the price's input, or returns an error that names the invalid flag.
func (f *quoteFlags) input(cat *price.Catalog) (price.Input, error) {
	in := price.Input{Seats: f.seats, ReferrerKey: f.referrer, At: time.Now().UTC()}
	switch {
	case f.packageID == 0:
		return in, console.Usagef("--package is missing: name one of %s", joinInts(packageIDs(cat)))
	case f.country == "":
		return in, console.Usagef("--country is missing: name the billing country, e.g. --country US")
	case f.seats != 1 && f.seats != 2:
		return in, console.Usagef("--seats must be 1, or 2 to pay for the co-parent, not %d", f.seats)
	case f.term < 0 || f.term > 2:
		return in, console.Usagef("--term must be 1 or 2 years, not %d", f.term)
	}
	if f.at != "" {
		at, err := time.Parse(time.RFC3339, f.at)
		if err != nil {
			return in, console.Usagef("--at %q is not a time like 2027-06-01T00:00:00Z", f.at)
		}
		in.At = at.UTC()
	}
	address, broken := price.NewTaxAddress(f.country, f.region, f.postalCode, f.locale)
	for _, v := range broken {
		return in, f.addressMistake(v)
	}
	in.Address = address
	if code := price.NormalizeCoupon(f.coupon); code != "" {
		in.Coupons = []string{code}
		if k := cat.Coupon(code); k != nil && in.ReferrerKey == "" {
			in.ReferrerKey = k.Referrer
		}
	}
	for _, id := range f.paymentCodes {
		pkg := cat.Package(id)
		if pkg == nil || pkg.BuildYourOwn {
			return in, console.Usagef("--payment-code %d: no codes are sold for this package: name one of %s", id, joinInts(packageIDs(cat)))
		}
		in.Codes = append(in.Codes, price.Code{PackageID: id, Face: pkg.Price})
	}
	var err error
	in.Order, err = f.order(cat)
	return in, err
}

func (f *quoteFlags) addressMistake(v fault.Violation) error {
	switch v.Field {
	case "country":
		return console.Usagef("--country %q is not a country: use its ISO 3166-1 code, e.g. US", f.country)
	case "region":
		var codes []string
		for _, r := range form.Regions(form.NormalizeCountry(f.country), "en") {
			codes = append(codes, r.Code)
		}
		return console.Usagef("--region %q is not a region of %s: use one of %s", f.region, f.country, strings.Join(codes, " "))
	}
	return console.Usagef("--postal-code %q: %s", f.postalCode, v.Text)
}

// order builds the order: a custom package's term is a product, selected by --term or by its option code.
func (f *quoteFlags) order(cat *price.Catalog) (form.OrderChoice, error) {
	order := form.OrderChoice{PackageID: f.packageID}
	pkg := cat.Package(f.packageID)
	if pkg == nil {
		return order, nil // pricing reports it
	}
	if !pkg.BuildYourOwn {
		if f.term != 0 && f.term != pkg.Years {
			return order, console.Usagef("package %d is for %d year(s); --term is for build-your-own packages", pkg.ID, pkg.Years)
		}
		order.Services = f.options
		return order, nil
	}
	for _, code := range f.options {
		code = strings.ToUpper(strings.TrimSpace(code))
		o := cat.Option(code)
		if o == nil || o.Kind != price.OptionSubscription {
			order.Services = append(order.Services, code)
			continue
		}
		if f.term != 0 && f.term != o.Years || order.ProductID != "" && order.ProductID != code {
			return order, console.Usagef("--option %s is for %d year(s): name one term only", code, o.Years)
		}
		order.ProductID = code
	}
	for i := range cat.Options {
		if o := &cat.Options[i]; order.ProductID == "" && o.Kind == price.OptionSubscription && o.Years == max(f.term, 1) {
			order.ProductID = o.Code
		}
	}
	return order, nil
}

func orderMistake(e *price.OrderError, cat *price.Catalog, in price.Input, locale string) error {
	v := e.Violations(text.Language(locale))[0]
	switch v.Code {
	case price.CodeOrderPackageUnknown:
		ids := cat.PackageIDs(cat.GroupOf(in.Address.Country).Name)
		return fmt.Errorf("there is no package %d: in %s, choose one of %s", in.Order.PackageID, in.Address.Country, joinInts(ids))
	case price.CodeOrderServiceUnknown, price.CodeOrderServiceTwice:
		var codes []string
		for i := range cat.Options {
			codes = append(codes, cat.Options[i].Code)
		}
		return fmt.Errorf("--option: %s The options are %s; at most one for storage and one for calls", v.Text, strings.Join(codes, " "))
	}
	return fmt.Errorf("%s: %s", v.Field, v.Text)
}

// couponReasons are the reasons for a coupon that doesn't apply, with the remedy.
var couponReasons = map[price.CouponRefusal]string{
	price.CouponUnknown:       "there is no such coupon in the catalog",
	price.CouponOthers:        "it belongs to another referrer: omit --referrer or name that one",
	price.CouponClosed:        "it isn't valid at that time: choose another time with --at",
	price.CouponOtherGroup:    "it isn't for this pricing group",
	price.CouponOtherTerm:     "it isn't for this term",
	price.CouponOtherCurrency: "it is for another currency",
	price.CouponExhausted:     "it has no uses left",
}

func couponMistake(r price.RefusedCoupon, cat *price.Catalog) error {
	message := fmt.Sprintf("--coupon %s doesn't apply: %s", strconv.Quote(r.Code), couponReasons[r.Reason])
	if r.Reason == price.CouponUnknown {
		var codes []string
		for i := range cat.Coupons {
			codes = append(codes, cat.Coupons[i].Code)
		}
		message += " (it has " + strings.Join(codes, " ") + ")"
	}
	return errors.New(message)
}

func exampleRegion(country string) string {
	for _, r := range form.Regions(country, "en") {
		return r.Code
	}
	return "PA"
}

func packageIDs(cat *price.Catalog) []int {
	ids := make([]int, len(cat.Packages))
	for i := range cat.Packages {
		ids[i] = cat.Packages[i].ID
	}
	return ids
}

func joinInts(ids []int) string {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = strconv.Itoa(id)
	}
	return strings.Join(parts, " ")
}
