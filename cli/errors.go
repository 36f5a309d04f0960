package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/apiserver"
	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/sdk/text"
)

func newErrorsCommand() *cobra.Command {
	var asMarkdown bool
	cmd := &cobra.Command{
		Use:   "errors [CODE]",
		Short: "Explain error codes: their meaning and the remedy",
		Long: `Explain the error codes of the HTTP API and the logs: the status, the text in
English and Spanish, and the remedy. With a CODE, only that one.`,
		Example: `  cojoin errors registration_expired
  cojoin errors --json | jq '.[] | select(.status == 429)'`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			var codes []string
			for _, e := range apiserver.ErrorCodes() {
				codes = append(codes, string(e.Code))
			}
			return codes, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			codes := apiserver.ErrorCodes()
			if len(args) == 1 {
				var err error
				if codes, err = errorCode(codes, args[0]); err != nil {
					return err
				}
			}
			switch {
			case asMarkdown:
				return writeErrorReference(cmd.OutOrStdout(), codes)
			case len(args) == 1:
				return console.Show(cmd, codes, errorRows(codes[0]))
			}
			return console.List(cmd, codes, "no error codes", []string{"code", "status", "text"}, func(e apiserver.ErrorCode) []any {
				return []any{e.Code, e.Status, e.Texts[text.Languages[0]]}
			})
		},
	}
	console.JSONFlag(cmd)
	cmd.Flags().BoolVar(&asMarkdown, "markdown", false, "print the reference page")
	cmd.MarkFlagsMutuallyExclusive("json", "markdown")
	return cmd
}

func errorCode(codes []apiserver.ErrorCode, name string) ([]apiserver.ErrorCode, error) {
	for _, e := range codes {
		if string(e.Code) == name {
			return []apiserver.ErrorCode{e}, nil
		}
	}
	return nil, console.Usagef("there is no error code %q; cojoin errors lists them all", name)
}

func errorRows(e apiserver.ErrorCode) [][2]any {
	kind := "problem of the call"
	if e.Field {
		kind = "error of a field, in validationErrors"
	}
	rows := [][2]any{{e.Code, kind}, {"status", e.Status}}
	for _, lang := range text.Languages {
		rows = append(rows, [2]any{text.LanguageName(lang), e.Texts[lang]})
	}
	if len(e.Limits) > 0 {
		rows = append(rows, [2]any{"limits", e.Limits})
	}
	return append(rows, [2]any{"what to do", e.Advice})
}

const errorReferenceHead = `<!-- Written by ` + "`make gen`" + ` from the SDK's rules, faults and texts. Do not edit. -->

# Error codes

A code is stable; its text isn't, and is answered in the language of ` + "`Accept-Language`" + `. ` + "`cojoin errors CODE`" + ` explains one in a terminal, and
` + "`type`" + ` of a problem leads to its place in ` + "`/docs`" + ` of the server.
`

func writeErrorReference(out io.Writer, codes []apiserver.ErrorCode) error {
	var b strings.Builder
	b.WriteString(errorReferenceHead)
	b.WriteString("\n## Problems\n\nAnswered as `application/problem+json`: a person at the form can't put them right by changing a field.\n\n" +
		tableHead(slices.Concat([]string{"code", "status"}, languageNames(), []string{"what to do"})))
	for _, e := range codes {
		if !e.Field {
			console.MarkdownRow(&b, slices.Concat([]string{"`" + string(e.Code) + "`", fmt.Sprint(e.Status)}, inEachLanguage(e.Texts), []string{e.Advice})...)
		}
	}
	b.WriteString("\n## Fields\n\nAnswered with 409 in `validationErrors`, each with its `field`; a person can put them right.\n\n" +
		tableHead(slices.Concat([]string{"code"}, languageNames(), []string{"rules and their limits", "what to do"})))
	for _, e := range codes {
		if e.Field {
			console.MarkdownRow(&b, slices.Concat([]string{"`" + string(e.Code) + "`"}, inEachLanguage(e.Texts), []string{strings.Join(e.Limits, ", "), e.Advice})...)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// tableHead returns the head of a Markdown table and the line below it.
func tableHead(columns []string) string {
	return "| " + strings.Join(columns, " | ") + " |\n|" + strings.Repeat("---|", len(columns)) + "\n"
}

func languageNames() []string {
	var names []string
	for _, lang := range text.Languages {
		names = append(names, text.LanguageName(lang))
	}
	return names
}

func inEachLanguage(texts map[string]string) []string {
	var all []string
	for _, lang := range text.Languages {
		all = append(all, texts[lang])
	}
	return all
}
