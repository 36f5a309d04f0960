package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/cojoin/cojoin/cli/console"
)

func newReferenceCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "reference FOLDER",
		Short: "Write the reference of all commands as Markdown, one file per command",
		Example: `  cojoin reference docs/reference/cli
  cojoin reference /tmp/reference && less /tmp/reference/codes.md`,
		Args: console.OneArg("name the folder to write to, e.g. docs/reference/cli"),
		RunE: func(cmd *cobra.Command, args []string) error {
			pages, err := referencePages(cmd.Root())
			if err != nil {
				return err
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil { //nolint:gosec // a folder of public documents
				return fmt.Errorf("reference: %w", err)
			}
			for name, page := range pages {
				if err := os.WriteFile(filepath.Join(args[0], name), page, 0o644); err != nil { //nolint:gosec // a public document
					return fmt.Errorf("reference: %w", err)
				}
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d pages in %s\n", len(pages), args[0])
			return err
		},
	}
}

// referencePages returns the pages by file name: one for each top-level command with its subcommands, and an
// index.
func referencePages(root *cobra.Command) (map[string][]byte, error) {
	root.DisableAutoGenTag = true
	pages := map[string][]byte{}
	var index bytes.Buffer
	fmt.Fprintf(&index, "# The command line\n\nWritten by `cojoin reference`; edit the commands, not these pages.\n\n%s\n", root.Long)
	for _, group := range root.Groups() {
		fmt.Fprintf(&index, "\n## %s\n\n| command | |\n|---|---|\n", strings.TrimSuffix(group.Title, ":"))
		for _, c := range root.Commands() {
			if c.GroupID != group.ID {
				continue
			}
			page, err := referencePage(c)
			if err != nil {
				return nil, err
			}
			pages[c.Name()+".md"] = page
			fmt.Fprintf(&index, "| [%s](%s.md) | %s |\n", c.CommandPath(), c.Name(), c.Short)
		}
	}
	pages["README.md"] = index.Bytes()
	return pages, nil
}

// referencePage returns a command's page, followed by those of its subcommands.
func referencePage(c *cobra.Command) ([]byte, error) {
	var page bytes.Buffer
	var write func(c *cobra.Command) error
	write = func(c *cobra.Command) error {
		if err := doc.GenMarkdownCustom(c, &page, referenceLink); err != nil {
			return fmt.Errorf("reference of %s: %w", c.CommandPath(), err)
		}
		for _, below := range c.Commands() {
			if !below.IsAvailableCommand() || below.IsAdditionalHelpTopicCommand() {
				continue
			}
			if err := write(below); err != nil {
				return err
			}
		}
		return nil
	}
	if err := write(c); err != nil {
		return nil, err
	}
	return append(bytes.TrimRight(page.Bytes(), "\n"), '\n'), nil
}

// referenceLink converts cobra's name of a page, such as cojoin_codes_buy.md, to a link to its section.
func referenceLink(name string) string {
	words := strings.Split(strings.TrimSuffix(name, ".md"), "_")
	if len(words) == 1 {
		return "README.md"
	}
	return words[1] + ".md#" + strings.Join(words, "-")
}
