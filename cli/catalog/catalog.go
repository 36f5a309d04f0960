// Package catalog has the commands for the catalog and its prices.
package catalog

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/price"
)

// Command is "cojoin catalog".
func Command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "catalog",
		Short: "Check, compare, apply, export and show the catalog of packages, prices, coupons and taxes",
		Long: `The catalog is one YAML file: pricing groups, packages, custom options, coupons and the tax table.
Applying a file makes it the next version in the database. Existing quotes and orders
keep the version that they were priced with.

diff (against the current version), apply, export and show need the database:
--database-url, DATABASE_URL, or the configuration file that COJOIN_CONFIG names.`,
		Example: `  cojoin catalog export > catalog.yaml     the current version, for editing
  cojoin catalog validate catalog.yaml     every mistake, with its line, path and reason
  cojoin catalog diff catalog.yaml         what would change
  cojoin catalog apply catalog.yaml        make it the current version
  cojoin catalog show --group UK           what is on sale`,
	}
	cmd.AddCommand(newCatalogValidateCommand(), newCatalogDiffCommand(), newCatalogApplyCommand(), newCatalogExportCommand(),
		newCatalogShowCommand(), newCatalogSchemaCommand())
	return cmd
}

func newCatalogValidateCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "validate FILE",
		Short:   "Check a catalog file and report every mistake with its line, path and reason",
		Example: "  cojoin catalog validate catalog.yaml",
		Args:    exactlyOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, cat, err := readCatalogArg(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is valid: %d packages in %d groups, %d options, %d coupons, tax table %s\n",
				args[0], len(cat.Packages), len(cat.Groups), len(cat.Options), len(cat.Coupons), cat.Tax.Version)
			noteDemonstration(cmd.OutOrStdout(), cat)
			return nil
		},
	}
}

// noteDemonstration prints a note if the file is marked as the demonstration's: production refuses to start with it.
func noteDemonstration(out io.Writer, cat *price.Catalog) {
	if cat.Demonstration {
		fmt.Fprintln(out, "production doesn't start with this file, because its prices are the demonstration's. Set your own, and remove the line demonstration: true")
	}
}

func newCatalogDiffCommand() *cobra.Command {
	var against string
	cmd := &cobra.Command{
		Use:   "diff FILE",
		Short: "Show what a catalog file would change",
		Long: `Show what a catalog file would change in the current catalog, or in another file with --against.
Items are compared by name, not by position.`,
		Example: `  cojoin catalog diff catalog.yaml
  cojoin catalog diff new.yaml --against old.yaml --json`,
		Args: exactlyOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, after, err := readCatalogArg(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			before, err := catalogBefore(cmd, against)
			if err != nil {
				return err
			}
			changes, err := price.DiffCatalogs(before, after)
			if err != nil {
				return err
			}
			return console.Print(cmd, changes, func(out io.Writer) error { return writeCatalogChanges(out, changes) })
		},
	}
	cmd.Flags().StringVar(&against, "against", "", "compare with this `FILE` instead of the database; \"default\" is the shipped catalog")
	console.JSONFlag(cmd)
	stack.DatabaseFlag(cmd)
	return cmd
}

func catalogBefore(cmd *cobra.Command, against string) (cat *price.Catalog, err error) {
	switch against {
	case "default":
		return price.DefaultCatalog(), nil
	case "":
		err = stack.WithDatabase(cmd, func(ctx context.Context, client *sdk.Client) error {
			cat, _, err = client.Operate.Catalog(ctx, 0)
			return err
		})
		return cat, err
	}
	return readCatalogFile(against)
}

func newCatalogApplyCommand() *cobra.Command {
	var note string
	cmd := &cobra.Command{
		Use:   "apply FILE",
		Short: "Make a catalog file the current version",
		Long: `Make a catalog file the current version. An invalid file changes nothing, and applying the current file again
creates no new version.`,
		Example: `  cojoin catalog apply catalog.yaml --note "spring prices"`,
		Args:    exactlyOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			raw, after, err := readCatalogArg(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			return stack.WithDatabase(cmd, func(ctx context.Context, client *sdk.Client) error {
				before, _, err := client.Operate.Catalog(ctx, 0)
				if err != nil {
					return err
				}
				version, err := client.Operate.ApplyCatalog(ctx, raw, note)
				if err != nil {
					return err
				}
				if version.Version == before.Version {
					fmt.Fprintf(cmd.OutOrStdout(), "nothing to do: this file is already current, as version %d\n", version.Version)
					return nil
				}
				changes, err := price.DiffCatalogs(before, after)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "catalog version %d is now current: %d value(s) changed since version %d\n", version.Version, len(changes), before.Version)
				noteDemonstration(cmd.OutOrStdout(), after)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&note, "note", "", "reason for the change, shown in the list of versions")
	stack.DatabaseFlag(cmd)
	return cmd
}

func newCatalogExportCommand() *cobra.Command {
	var version int
	var shipped bool
	cmd := &cobra.Command{
		Use:     "export",
		Short:   "Print a catalog's file as it was applied, with its comments",
		Example: "  cojoin catalog export > catalog.yaml\n  cojoin catalog export --version 3\n  cojoin catalog export --default",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if shipped {
				_, err := cmd.OutOrStdout().Write(price.DefaultCatalogFile())
				return err
			}
			return stack.WithDatabase(cmd, func(ctx context.Context, client *sdk.Client) error {
				_, raw, err := client.Operate.Catalog(ctx, version)
				if err != nil {
					return console.FaultMistake(err)
				}
				_, err = cmd.OutOrStdout().Write(raw)
				return err
			})
		},
	}
	cmd.Flags().IntVar(&version, "version", 0, "version `N` (default: the current one)")
	cmd.Flags().BoolVar(&shipped, "default", false, "print the shipped catalog; needs no database")
	stack.DatabaseFlag(cmd)
	return cmd
}

func newCatalogSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of the catalog file, for editors",
		Example: "  cojoin catalog schema > schema.json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(price.CatalogSchema())
			return err
		},
	}
}

// exactlyOneFile requires one argument. Unlike cobra's message, its own names the remedy.
func exactlyOneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return console.Usagef("name one catalog file (- reads standard input), e.g. %s catalog.yaml", cmd.CommandPath())
	}
	return nil
}

// readCatalogArg reads and checks the file that a command names.
func readCatalogArg(path string, in io.Reader) ([]byte, *price.Catalog, error) {
	var raw []byte
	var err error
	if path == "-" {
		const most = 2 << 20 // above the maximum size, so that a larger file is rejected and not truncated
		raw, err = io.ReadAll(io.LimitReader(in, most))
	} else {
		raw, err = os.ReadFile(path)
	}
	if err != nil {
		return nil, nil, console.Usagef("read the catalog: %w", err)
	}
	cat, err := parseCatalogFile(path, raw)
	return raw, cat, err
}

func writeCatalogChanges(out io.Writer, changes []price.CatalogChange) error {
	if len(changes) == 0 {
		fmt.Fprintln(out, "no difference")
		return nil
	}
	for _, c := range changes {
		fmt.Fprintln(out, c)
	}
	return nil
}
