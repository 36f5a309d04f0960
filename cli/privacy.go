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
		Short: "Print everything that is kept about a person, as JSON",
		Long: `Print everything that is kept about a person, named by e-mail or account id, as JSON: account, sign-ups, orders,
receipts and so on, less hashes and encrypted values. That it was asked for is noted.`,
		Example: `  cojoin privacy export ana@example.com > ana.json
  cojoin privacy export 01a1fded-722b-71ab-a0d3-cf8351e72d0b`,
		Args: onePerson,
		RunE: func(cmd *cobra.Command, args []string) error {
			client, done, err := databaseClient(cmd.Context(), url)
			if err != nil {
				return err
			}
			defer done()
			data, err := client.ExportPerson(cmd.Context(), args[0])
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
		Short: "Take a person out of everything that is kept",
		Long: `Take a person, named by e-mail or account id, out of everything that is kept. The account is closed, its logins
and links end, its subscriptions renew no more. Orders, receipts and payment attempts stay, because the law asks
for them, without the person. Running it again changes nothing; undoing it is impossible, so it asks for --yes.

A worker has the payment provider delete the cards and wallets that it keeps for us; what else it knows is deleted in
its control panel. What each table loses: docs/privacy/data-map.md.`,
		Example: `  cojoin privacy erase ana@example.com --yes
  cojoin privacy erase 01a1fded-722b-71ab-a0d3-cf8351e72d0b --yes --json`,
		Args: onePerson,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !sure {
				return usagef("erasing can't be undone: add --yes; see first what there is with: cojoin privacy export")
			}
			client, done, err := databaseClient(cmd.Context(), url)
			if err != nil {
				return err
			}
			defer done()
			return erase(cmd.Context(), cmd.OutOrStdout(), client, args[0], asJSON)
		},
	}
	cmd.Flags().BoolVar(&sure, "yes", false, "really erase")
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
	erased, err := client.ErasePerson(ctx, who)
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(out, erased)
	}
	if len(erased.Changed) == 0 {
		_, err := fmt.Fprintln(out, "nothing of this person is kept")
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
		Short:   "Print which tables hold what of people, how long, and what erasure does",
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

Which tables hold what of people, how long, and what ` + "`cojoin privacy erase`" + ` does to it. Generated from the table that export
and erasure are made of (` + "`cojoin privacy data-map`" + `); a test fails when the schema has a column that isn't in it.

Retention is kept by jobs: sign-ups, tokens, stored answers and counts are purged every hour, quotes every five minutes.
Jobs' arguments, logs, traces and metrics hold ids only. The payment provider holds card data; we never do.

`)
	tables := sdk.DataMap()
	slices.SortFunc(tables, func(a, b sdk.DataTable) int { return strings.Compare(a.Name, b.Name) })
	var plain []string
	for _, t := range tables {
		if len(t.Columns) == 0 {
			plain = append(plain, fmt.Sprintf("| %s | %s | %s |", t.Name, t.Purpose, t.Keep))
			continue
		}
		fmt.Fprintf(&b, "## %s\n\n%s. Kept %s.\n\n| column | what | erasure |\n|---|---|---|\n", t.Name, t.Purpose, t.Keep)
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "| %s | %s | %s |\n", c.Name, c.What, c.Erasure)
		}
		b.WriteString("\n")
	}
	b.WriteString("## Tables without personal data of their own\n\n| table | what for | kept |\n|---|---|---|\n" + strings.Join(plain, "\n") + "\n")
	return b.String()
}
