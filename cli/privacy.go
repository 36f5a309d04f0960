package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
	"github.com/cojoin/cojoin/cli/stack"
	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/privacy"
)

func newPrivacyCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "privacy",
		Short: "Export or erase a person's data, show the data due for deletion, and show operators' accesses",
		Example: `  cojoin privacy export ana@example.com > ana.json
  cojoin privacy erase ana@example.com --yes
  cojoin privacy due
  cojoin privacy readings`,
	}
	cmd.AddCommand(newPrivacyExportCommand(), newPrivacyEraseCommand(), newPrivacyDueCommand(), newPrivacyReadingsCommand(), newPrivacyMoveKeysCommand(), newPrivacyDataMapCommand())
	return cmd
}

func newPrivacyExportCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export PERSON",
		Short: "Print all data stored about a person, as JSON",
		Long: `Print all data stored about a person, named by e-mail or account id, as JSON: account, sign-ups, orders,
receipts and so on. It leaves out hashes, their data about others, and data that a stranger typed with their address. It
needs the server's secret to find people. The export is recorded.`,
		Example: `  cojoin privacy export ana@example.com > ana.json
  cojoin privacy export 01a1fded-722b-71ab-a0d3-cf8351e72d0b`,
		Args: onePerson,
		RunE: func(cmd *cobra.Command, args []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, client *sdk.Client) error {
				data, err := client.Privacy.ExportPerson(ctx, args[0])
				if err != nil {
					return err
				}
				return console.WriteJSON(cmd.OutOrStdout(), data)
			})
		},
	}
	setting.FileFlag(cmd)
	stack.DatabaseFlag(cmd)
	return cmd
}

func newPrivacyEraseCommand() *cobra.Command {
	var sure bool
	cmd := &cobra.Command{
		Use:   "erase PERSON",
		Short: "Erase all data stored about a person",
		Long: `Erase all data stored about a person, named by e-mail or account id, or by an id from an earlier erasure
(docs/how-to/backup.md). The account is closed, its logins and links are revoked, its subscriptions no longer renew, and
its own seat ends unless the other parent pays for it. Orders, receipts and payment attempts remain, because the law
requires them, but without personal data. Running it again changes nothing; it can't be undone, so it requires --yes.

A worker asks the payment provider to delete the cards and wallets that it stores for us; delete the provider's
other data in its control panel. docs/privacy/data-map.md lists the erased data of each table.`,
		Example: `  cojoin privacy erase ana@example.com --yes
  cojoin privacy erase 01a1fded-722b-71ab-a0d3-cf8351e72d0b --yes --json`,
		Args: onePerson,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !sure {
				return console.Usagef("erasing can't be undone: add --yes; to see the data first, run: cojoin privacy export")
			}
			return stack.WithClient(cmd, func(ctx context.Context, client *sdk.Client) error {
				return erase(ctx, cmd, client, args[0])
			})
		},
	}
	cmd.Flags().BoolVar(&sure, "yes", false, "confirm the erasure")
	setting.OperatorFlags(cmd)
	stack.DatabaseFlag(cmd)
	return cmd
}

func newPrivacyMoveKeysCommand() *cobra.Command {
	var back bool
	cmd := &cobra.Command{
		Use:   "move-keys",
		Short: "Move the keys of people's data to the database of personKeysUrl, or back",
		Long: `Move the keys under which people's data is encrypted from the product's database to the one of personKeysUrl. Servers and workers
with the setting keep running meanwhile; stop those without it. Running it again changes nothing.

--back moves all of them back to the product's database. Stop every server and worker first, and start them without the setting afterwards.`,
		Example: `  export COJOIN_PERSON_KEYS_URL=postgres://…
  cojoin migrate && cojoin privacy move-keys
  cojoin privacy move-keys --back     before you remove the setting`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithClient(cmd, func(ctx context.Context, client *sdk.Client) error {
				move := client.Privacy.MovePersonKeys
				if back {
					move = client.Privacy.ReturnPersonKeys
				}
				n, err := move(ctx)
				if errors.Is(err, privacy.ErrKeysHere) {
					return console.Usagef("%w: set COJOIN_PERSON_KEYS_URL", err)
				}
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d key(s) moved\n", n)
				return err
			})
		},
	}
	setting.FileFlag(cmd)
	cmd.Flags().BoolVar(&back, "back", false, "move all of them back")
	return cmd
}

var onePerson = console.OneArg("name one person, by e-mail or account id")

func erase(ctx context.Context, cmd *cobra.Command, client *sdk.Client, idOrEmail string) error {
	erased, err := client.Privacy.ErasePerson(ctx, idOrEmail)
	if err != nil {
		return err
	}
	if len(erased.Changed) == 0 {
		return console.Printf(cmd, erased, "no data is stored about this person\n")
	}
	var rows [][2]any
	for _, table := range slices.Sorted(maps.Keys(erased.Changed)) {
		rows = append(rows, [2]any{table, erased.Changed[table]})
	}
	return console.Show(cmd, erased, rows)
}

func newPrivacyDueCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "due",
		Short: "Show the data that the retention rules delete next, and when",
		Long: `Show for each retention rule the number of entries due now, within 24 hours and within 30 days, and the time of the
next. The workers delete due entries every hour; "cojoin signup purge" does it now. If entries stay due for longer, they
aren't being deleted: look at the worker's log. docs/privacy/retention.md explains the rules.`,
		Example: `  cojoin privacy due
  cojoin privacy due --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithDatabase(cmd, func(ctx context.Context, client *sdk.Client) error {
				due, err := client.Privacy.Due(ctx)
				if err != nil {
					return err
				}
				columns := []string{"what", "kept", "due", "in 24 hours", "in 30 days", "next"}
				return console.List(cmd, due, "no rules", columns, func(d privacy.Due) []any {
					var next any = d.NextAt
					if d.Now > 0 {
						next = "now"
					}
					return []any{d.What, d.Kept, d.Now, d.Day, d.Month, next}
				})
			})
		},
	}
	console.ListFlags(cmd)
	stack.DatabaseFlag(cmd)
	return cmd
}

func newPrivacyReadingsCommand() *cobra.Command {
	var filter privacy.ReadingFilter
	cmd := &cobra.Command{
		Use:   "readings",
		Short: "Show which operator looked at people's data",
		Long: `Show which operator looked at people's data, the newest first: lists of sign-ups, invitations, professionals and
unpaid batches, single ones of them, exports and erasures. Commands record the login that runs them, or
COJOIN_OPERATOR; the operators' API records the name of its token.`,
		Example: `  cojoin privacy readings
  cojoin privacy readings --operator tess --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return stack.WithDatabase(cmd, func(ctx context.Context, client *sdk.Client) error {
				found, err := client.Privacy.Readings(ctx, filter)
				if err != nil {
					return console.FaultMistake(err)
				}
				return console.List(cmd, found, "no readings", []string{"id", "at", "operator", "what", "rows", "subject"}, func(r privacy.Reading) []any {
					return []any{r.ID, r.At, r.Operator, r.What, r.Rows, r.Subject}
				})
			})
		},
	}
	cmd.Flags().StringVar(&filter.Operator, "operator", "", "only accesses by this operator")
	console.PageFlags(cmd, "readings", &filter.Before, &filter.Limit)
	console.ListFlags(cmd)
	stack.DatabaseFlag(cmd)
	return cmd
}

func newPrivacyDataMapCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "data-map",
		Short:   "Print the tables with personal data, their retention, and the effect of an erasure",
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

Workers delete what has been kept as long as its rule says, every hour; [Retention](retention.md) has the reasons, and
` + "`cojoin privacy due`" + ` shows what goes next. Job arguments, logs, traces and metrics contain only ids. The payment provider holds card data; we never do.

`)
	b.WriteString("## Rules of retention\n\n| table | what | kept | then |\n|---|---|---|---|\n")
	for _, r := range sdk.Retentions() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.Table, r.What, r.Kept, r.Goes)
	}
	b.WriteString("\n")
	tables := sdk.DataMap()
	slices.SortFunc(tables, func(a, b privacy.DataTable) int { return strings.Compare(a.Name, b.Name) })
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
