package config

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/doctor"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/sdk/brand"
)

// illegible returns the pairs of the brand's colours that can't be told apart well enough.
func illegible(b brand.Brand) []doctor.Finding {
	var found []doctor.Finding
	for _, c := range b.Contrasts() {
		if !c.OK() {
			found = append(found, doctor.Finding{
				Check: "appearance", Result: doctor.Warning,
				Found: fmt.Sprintf("%s, %s: %s on %s (%s) has a contrast of %.2f, and needs %g", c.What, c.Scheme, c.Words, c.Ground, c.Colours, c.Ratio, c.Least),
				Mend:  "change " + c.Words + " or " + c.Ground + ", and look at the whole report: cojoin config brand",
			})
		}
	}
	return found
}

func newConfigBrandCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "brand <file>",
		Short: "Check a brand, and measure the contrast of its colours",
		Long: `Check a brand (the setting appearance, and the widget's attribute of that name), and measure every pair of its colours in
light and dark. Fails if the file has a mistake or a pair is below WCAG 2.2 AA.`,
		Example: `  cojoin config brand examples/brands/harbor.json
  cojoin config brand brand.json --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			read, err := setting.ReadBrand(args[0])
			if err != nil {
				return &console.UsageError{Err: err}
			}
			if err := tellContrasts(cmd.OutOrStdout(), read.Contrasts(), asJSON); err != nil {
				return err
			}
			if weak := illegible(read); len(weak) > 0 {
				return fmt.Errorf("%d of the pairs can't be read well enough", len(weak))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func tellContrasts(out io.Writer, all []brand.Contrast, asJSON bool) error {
	if asJSON {
		return console.WriteJSON(out, all)
	}
	w := console.Table(out)
	fmt.Fprintln(w, "SCHEME\tWHAT\tCOLOURS\tCONTRAST\tNEEDS\tRESULT")
	for _, c := range all {
		result := "ok"
		if !c.OK() {
			result = "too low"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%.2f\t%g\t%s\n", c.Scheme, c.What, c.Colours, c.Ratio, c.Least, result)
	}
	return w.Flush()
}
