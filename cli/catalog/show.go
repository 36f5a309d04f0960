package catalog

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/price"
)

func newCatalogShowCommand() *cobra.Command {
	var file, group, locale string
	var version int
	var versions bool
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show what is on sale: packages, options and coupons, by pricing group",
		Example: `  cojoin catalog show
  cojoin catalog show --group UK --locale es
  cojoin catalog show --file catalog.yaml --json
  cojoin catalog show --versions`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if file != "" && !versions {
				if file == "default" {
					file = ""
				}
				cat, err := readCatalogFile(file)
				if err != nil {
					return err
				}
				return showCatalog(cmd, cat, group, locale)
			}
			return stack.WithDatabase(cmd, func(ctx context.Context, client *sdk.Client) error {
				if versions {
					list, err := client.Operate.CatalogVersions(ctx)
					if err != nil {
						return err
					}
					columns := []string{"version", "applied", "sha256", "note"}
					return console.List(cmd, list, "no versions", columns, func(v price.CatalogVersion) []any { return []any{v.Version, v.AppliedAt, v.SHA256[:12], v.Note} })
				}
				cat, _, err := client.Operate.Catalog(ctx, version)
				if err != nil {
					return console.FaultMistake(err)
				}
				return showCatalog(cmd, cat, group, locale)
			})
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&file, "file", "", "show this `FILE` instead of the database; \"default\" is the shipped catalog")
	flags.StringVar(&group, "group", "", "only this pricing `GROUP`")
	flags.StringVar(&locale, "locale", "en", "language and format")
	flags.IntVar(&version, "version", 0, "version `N` (default: the current one)")
	flags.BoolVar(&versions, "versions", false, "list the versions instead")
	console.JSONFlag(cmd)
	stack.DatabaseFlag(cmd)
	return cmd
}

// showCatalog prints each group's current packages and options.
func showCatalog(cmd *cobra.Command, cat *price.Catalog, only, locale string) error {
	var lists []*price.PackageList
	for i := range cat.Groups {
		g := &cat.Groups[i]
		if only != "" && only != g.Name {
			continue
		}
		list, err := cat.ListPackages(price.Shelf{Group: g.Name, Locale: locale, At: time.Now().UTC()})
		if err != nil {
			return err
		}
		lists = append(lists, list)
	}
	if len(lists) == 0 {
		var names []string
		for i := range cat.Groups {
			names = append(names, cat.Groups[i].Name)
		}
		return console.Usagef("--group %q: the groups are %s", only, strings.Join(names, " "))
	}
	return console.Print(cmd, lists, func(out io.Writer) error { return writeCatalog(out, cat, lists, locale) })
}

func writeCatalog(out io.Writer, cat *price.Catalog, lists []*price.PackageList, locale string) error {
	fmt.Fprintf(out, "Catalog %s, tax table %s\n", versionName(cat), cat.Tax.Version)
	for _, list := range lists {
		showGroup(out, cat.Group(list.PricingGroup), list)
	}
	fmt.Fprintln(out, "\nCoupons")
	w := console.Table(out)
	for i := range cat.Coupons {
		fmt.Fprintf(w, "  %s\t%s\t%s\n", cat.Coupons[i].Code, cat.Coupons[i].Condition(), cat.Coupons[i].Description.In(locale))
	}
	return w.Flush()
}

func versionName(cat *price.Catalog) string {
	if cat.Version == 0 {
		return "file"
	}
	return fmt.Sprintf("version %d", cat.Version)
}

func showGroup(out io.Writer, g *price.CatalogGroup, list *price.PackageList) {
	countries := strings.Join(g.Countries, " ")
	if g.Base {
		countries = "every other country"
	}
	fmt.Fprintf(out, "\n%s  %s, tax %s: %s\n", g.Name, g.Currency, g.Tax, countries)
	w := console.Table(out)
	for _, p := range list.Packages {
		from := ""
		if p.BuildYourOwn {
			from = "from "
		}
		fmt.Fprintf(w, "  %d\t%s\t%s\t%s%s\t%s\n", p.ID, p.PackageName, p.DisplayName, from, p.TotalPriceFormatted, p.SelectionCode)
	}
	for _, o := range list.CustomOptions {
		fmt.Fprintf(w, "  \t%s\t%s\t%s\t\n", o.OptionCode, o.Description, o.PriceFormatted)
	}
	_ = w.Flush() // the writer below reports write errors
}
