// Package doctor checks the configuration and the services that it names, and shows the remedy for each problem.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
)

// The outcomes of a check.
const (
	Good    = "ok"
	Warning = "warning" // works, but needs attention
	Bad     = "bad"
	Skipped = "skipped" // not tried, because an earlier check failed
)

// Finding is the result of one check.
type Finding struct {
	Check  string `json:"check"`
	Result string `json:"result"`
	Found  string `json:"found"`
	Mend   string `json:"mend,omitempty"` // the remedy
}

// Command is "cojoin doctor".
func Command() *cobra.Command {
	var private, operator string
	var attacks bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the configuration and its services, and show how to fix problems",
		Long: `Check the configuration and its services, and show how to fix each problem. Nothing is changed, no mail is sent and no
money moves.

With a configuration (a file, or DATABASE_URL) it checks the requirements of "cojoin serve"; without one, those of
"cojoin dev". The exit code is 1 if a check fails.

With --attack it attacks the configured public address (publicUrl), and nothing else, with a handful of small calls
that make no account, send no mail and move no money: slow clients, forged addresses, unreadable, oversized and deep
bodies, pages and ports that others must not reach, missing headers. An operator must first prove that the
installation is theirs: its private address must accept the configured operator's token, and the public address must
belong to the same installation. See docs/how-to/attack.md.`,
		Example: `  cojoin doctor
  cojoin doctor --config /etc/cojoin.yaml --json
  cojoin doctor --attack --config /etc/cojoin.yaml
  cojoin doctor --attack --private http://127.0.0.1:9081 --operator tess --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !attacks && private+operator != "" {
				return console.Usagef("--private and --operator belong to --attack")
			}
			examination := func(ctx context.Context) ([]Finding, error) { return examine(ctx, setting.File(cmd)), nil }
			if attacks {
				examination = func(ctx context.Context) ([]Finding, error) {
					return attackOwn(ctx, setting.File(cmd), private, operator)
				}
			}
			findings, err := examination(cmd.Context())
			if err != nil {
				return err
			}
			if err := Print(cmd, findings); err != nil {
				return err
			}
			for _, f := range findings {
				if f.Result == Bad {
					return &console.SilentError{}
				}
			}
			return nil
		},
	}
	setting.FileFlag(cmd)
	console.JSONFlag(cmd)
	cmd.Flags().BoolVar(&attacks, "attack", false, "attack the configured public address, harmlessly")
	cmd.Flags().StringVar(&private, "private", "", "`ADDRESS` of a server's private listener (default: privateAddr, on this machine)")
	cmd.Flags().StringVar(&operator, "operator", "", "`NAME` of the operator in operatorTokens (default: operatorToken)")
	return cmd
}

// examine runs every applicable check.
func examine(ctx context.Context, file string) []Finding {
	findings := []Finding{checkWidget()}
	if !setting.Configured(file) {
		return append(append(findings, Finding{
			Check: "configuration", Result: Good, Found: "none; checking the requirements of cojoin dev",
			Mend: "for cojoin serve, set DATABASE_URL or write cojoin.yaml; cojoin config show lists every setting",
		}), checkDevelopment(ctx)...)
	}
	s, values, err := setting.Load(setting.Sources{File: file, Env: os.Environ()})
	if err != nil {
		return append(findings, Finding{Check: "configuration", Result: Bad, Found: err.Error(), Mend: "fix the named settings; cojoin config show lists every setting"})
	}
	findings = append(findings, Finding{Check: "configuration", Result: Good, Found: fmt.Sprintf("valid, environment %s", s.Environment)})
	findings = append(findings, Weaknesses(s, values)...)
	return append(findings, checkServices(ctx, s)...)
}

// Print prints findings for people, or as JSON.
func Print(cmd *cobra.Command, findings []Finding) error {
	out := cmd.OutOrStdout()
	if console.AsJSON(cmd) {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(findings)
	}
	paint := console.NewPainter(out)
	for _, f := range findings {
		mark := map[string]string{
			Good: paint.Good("ok  "), Warning: paint.In("33", "look"), Bad: paint.Bad("bad "), Skipped: paint.Soft("skip"),
		}[f.Result]
		fmt.Fprintf(out, "%s  %s: %s\n", mark, paint.Bold(f.Check), f.Found)
		if f.Mend != "" && f.Result != Good {
			fmt.Fprintf(out, "      %s\n", f.Mend)
		}
	}
	return nil
}
