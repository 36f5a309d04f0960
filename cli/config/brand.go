package config

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/doctor"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/brand"
)

// illegible returns the brand's color pairs with too little contrast.
func illegible(b brand.Brand) []doctor.Finding {
	var found []doctor.Finding
	for _, c := range b.Contrasts() {
		if !c.OK() {
			found = append(found, doctor.Finding{
				Check: "appearance", Result: doctor.Warning,
				Found: fmt.Sprintf("%s, %s: %s on %s (%s) has a contrast of %.2f; the minimum is %g", c.What, c.Scheme, c.Words, c.Ground, c.Colors, c.Ratio, c.Least),
				Mend:  "change " + c.Words + " or " + c.Ground + ", and look at the whole report: cojoin config brand",
			})
		}
	}
	return found
}

func newConfigBrandCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "brand <file>",
		Short: "Check a brand, and measure the contrast of its colors",
		Long: `Check a brand (the setting appearance, and the widget's attribute of that name), and measure every pair of its colors in
light and dark. Fails if the file has a mistake or a pair is below WCAG 2.2 AA.`,
		Example: `  cojoin config brand examples/brands/harbor.json
  cojoin config brand brand.json --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			read, err := setting.ReadBrand(args[0])
			if err != nil {
				return &console.UsageError{Err: err}
			}
			columns := []string{"scheme", "what", "colors", "contrast", "needs", "result"}
			err = console.List(cmd, read.Contrasts(), "no pairs of colors", columns, func(c brand.Contrast) []any {
				result := "ok"
				if !c.OK() {
					result = "too low"
				}
				return []any{c.Scheme, c.What, c.Colors, fmt.Sprintf("%.2f", c.Ratio), c.Least, result}
			})
			if err != nil {
				return err
			}
			if weak := illegible(read); len(weak) > 0 {
				return fmt.Errorf("%d color pairs have too little contrast", len(weak))
			}
			return nil
		},
	}
	console.ListFlags(cmd)
	return cmd
}
