package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/cli/setting"
)

// The outcomes of a check.
const (
	checkGood    = "ok"
	checkWarning = "warning" // works, but needs attention
	checkBad     = "bad"
	checkSkipped = "skipped" // not tried, because an earlier check failed
)

// finding is the result of one check.
type finding struct {
	Check  string `json:"check"`
	Result string `json:"result"`
	Found  string `json:"found"`
	Mend   string `json:"mend,omitempty"` // what to do about it
}

func newDoctorCommand() *cobra.Command {
	var file string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check what is configured and reachable, and show how to fix what isn't",
		Long: `Check what is configured and reachable, and show how to fix what isn't. Nothing is changed, no mail is sent and
no money moves.

With a configuration (a file, or DATABASE_URL) it checks what "cojoin serve" needs; without one, what
"cojoin dev" needs. The exit code is 1 if a check fails.`,
		Example: `  cojoin doctor
  cojoin doctor --config /etc/cojoin.yaml --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			findings := examine(cmd.Context(), file)
			if err := tellFindings(cmd.OutOrStdout(), findings, asJSON); err != nil {
				return err
			}
			for _, f := range findings {
				if f.Result == checkBad {
					return &console.SilentError{}
				}
			}
			return nil
		},
	}
	setting.FileFlag(cmd, &file)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// examine runs every applicable check.
func examine(ctx context.Context, file string) []finding {
	findings := []finding{checkWidget()}
	if !setting.Configured(file) {
		return append(append(findings, finding{
			Check: "configuration", Result: checkGood, Found: "none, so checking what cojoin dev needs",
			Mend: "for cojoin serve, set DATABASE_URL or write cojoin.yaml; cojoin config show lists every setting",
		}), checkDevelopment(ctx)...)
	}
	s, values, err := setting.Load(setting.Sources{File: file, Env: os.Environ()})
	if err != nil {
		return append(findings, finding{Check: "configuration", Result: checkBad, Found: err.Error(), Mend: "fix the named settings; cojoin config show lists every setting"})
	}
	findings = append(findings, finding{Check: "configuration", Result: checkGood, Found: fmt.Sprintf("valid, environment %s", s.Environment)})
	findings = append(findings, weaknesses(s, values)...)
	return append(findings, checkServices(ctx, s)...)
}

func tellFindings(out io.Writer, findings []finding, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(findings)
	}
	paint := console.NewPainter(out)
	for _, f := range findings {
		mark := map[string]string{
			checkGood: paint.Good("ok  "), checkWarning: paint.In("33", "look"), checkBad: paint.Bad("bad "), checkSkipped: paint.Soft("skip"),
		}[f.Result]
		fmt.Fprintf(out, "%s  %s: %s\n", mark, paint.Bold(f.Check), f.Found)
		if f.Mend != "" && f.Result != checkGood {
			fmt.Fprintf(out, "      %s\n", f.Mend)
		}
	}
	return nil
}
