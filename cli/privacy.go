package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/operate"
)

func newPrivacyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "privacy",
		Short: "Give a person a copy of their data, or erase it",
		Example: `  cojoin privacy export ana@example.com > ana.json
  cojoin privacy erase ana@example.com --yes`,
	}
	cmd.AddCommand(newPrivacyExportCommand(), newPrivacyEraseCommand(), newPrivacyDataMapCommand())
	return cmd
}

func newPrivacyExportCommand() *cobra.Command {
	var url string
	cmd := &cobra.Command{
		Use:   "export PERSON",
		Short: "Print all data stored about a person, as JSON",
		Long: `Print all data stored about a person, named by e-mail or account id, as JSON: account, sign-ups, orders,
receipts and so on, without hashes and encrypted values. The export is recorded.`,
		Example: `  cojoin privacy export ana@example.com > ana.json
  cojoin privacy export 01a1fded-722b-71ab-a0d3-cf8351e72d0b`,
		Args: onePerson,
		RunE: func(cmd *cobra.Command, args []string) error {
			client, done, err := databaseClient(cmd.Context(), url)
			if err != nil {
				return err
			}
			defer done()
			data, err := client.Operate.ExportPerson(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return writeJSON(cmd.OutOrStdout(), data)
		},
	}
	databaseFlag(cmd, &url)
	return cmd
}

func newPrivacyEraseCommand() *cobra.Command {
	var url string
	var sure, asJSON bool
	cmd := &cobra.Command{
		Use:   "erase PERSON",
		Short: "Erase all data stored about a person",
		Long: `Erase all data stored about a person, named by e-mail or account id. The account is closed, its logins
and links are revoked, and its subscriptions no longer renew. Orders, receipts and payment attempts remain, because the
law requires them, but without personal data. Running it again changes nothing; it can't be undone, so it requires --yes.

A worker asks the payment provider to delete the cards and wallets that it stores for us; delete other data that the
provider has in its control panel. docs/privacy/data-map.md lists what is erased from each table.`,
		Example: `  cojoin privacy erase ana@example.com --yes
  cojoin privacy erase 01a1fded-722b-71ab-a0d3-cf8351e72d0b --yes --json`,
		Args: onePerson,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !sure {
				return usagef("erasing can't be undone: add --yes; to see the data first, run: cojoin privacy export")
			}
			client, done, err := databaseClient(cmd.Context(), url)
			if err != nil {
				return err
			}
			defer done()
			return erase(cmd.Context(), cmd.OutOrStdout(), client, args[0], asJSON)
		},
	}
	cmd.Flags().BoolVar(&sure, "yes", false, "confirm the erasure")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	databaseFlag(cmd, &url)
	return cmd
}

func onePerson(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("name one person, by e-mail or account id")
	}
	return nil
}

func erase(ctx context.Context, out io.Writer, client *sdk.Client, who string, asJSON bool) error {
	erased, err := client.Operate.ErasePerson(ctx, who)
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(out, erased)
	}
	if len(erased.Changed) == 0 {
		_, err := fmt.Fprintln(out, "no data is stored about this person")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, table := range sortedKeys(erased.Changed) {
		fmt.Fprintf(w, "%s\t%d\n", table, erased.Changed[table])
	}
	return w.Flush()
}

func newPrivacyDataMapCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "data-map",
		Short:   "Print which tables hold personal data, how long, and what erasure does",
		Example: "  cojoin privacy data-map > docs/privacy/data-map.md",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), dataMapPage())
			return err
		},
	}
}

func dataMapPage() string {
	var b strings.Builder
	b.WriteString(`# Data map

Which tables hold which personal data, how long, and what ` + "`cojoin privacy erase`" + ` does to it. Generated from the table that drives export
and erasure (` + "`cojoin privacy data-map`" + `); a test fails if the schema has a column that isn't in it.

Jobs enforce retention: they purge sign-ups, tokens, stored answers and counters every hour, and quotes every five minutes.
Job arguments, logs, traces and metrics contain only ids. The payment provider holds card data; we never do.

`)
	tables := operate.DataMap()
	slices.SortFunc(tables, func(a, b operate.DataTable) int { return strings.Compare(a.Name, b.Name) })
	var plain []string
	for _, t := range tables {
		if len(t.Columns) == 0 {
			plain = append(plain, fmt.Sprintf("| %s | %s | %s |", t.Name, t.Purpose, t.Keep))
			continue
		}
		fmt.Fprintf(&b, "## %s\n\n%s. Kept %s.\n\n| column | content | erasure |\n|---|---|---|\n", t.Name, t.Purpose, t.Keep)
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", c.Name, c.What, c.Erasure)
		}
		b.WriteString("\n")
	}
	b.WriteString("## Tables without personal data of their own\n\n| table | purpose | kept |\n|---|---|---|\n" + strings.Join(plain, "\n") + "\n")
	return b.String()
}
