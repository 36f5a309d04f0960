package sandbox

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/cli/console"
	"github.com/cojoin/cojoin/internal/sandbox"
)

// faultHelp describes each fault in a few words.
var faultHelp = map[sandbox.FaultKind]string{
	sandbox.FaultDecline:      "the bank declines",
	sandbox.FaultDelay:        "the answer is delayed (--delay)",
	sandbox.FaultDrop:         "it acts, then closes the connection without an answer",
	sandbox.FaultCut:          "it acts, then sends half an answer",
	sandbox.FaultEmpty:        "it acts, then sends an answer without a body",
	sandbox.FaultError:        "it acts, then answers 503 (--status)",
	sandbox.FaultReset:        "it resets the connection and does nothing",
	sandbox.FaultSearchEmpty:  "searches find nothing",
	sandbox.FaultSearchLag:    "searches don't find transactions younger than --delay",
	sandbox.FaultSearchDouble: "searches find everything twice",
}

func newSandboxFaultCommand() *cobra.Command {
	var f sandbox.Fault
	var address string
	var delay time.Duration
	kinds := make([]string, 0, len(sandbox.FaultKinds)+2)
	help := ""
	for _, k := range sandbox.FaultKinds {
		kinds = append(kinds, string(k))
		help += fmt.Sprintf("  %-14s %s\n", k, faultHelp[k])
	}
	kinds = append(kinds, "list", "clear")
	cmd := &cobra.Command{
		Use:   "fault FAULT",
		Short: "Make the next payments fail",
		Long: "Make the next payments fail at a running sandbox.\n\nFaults:\n" + help +
			"  list           show the pending faults\n  clear          remove all faults",
		Example: `  cojoin sandbox fault decline
  cojoin sandbox fault drop --count 3
  cojoin sandbox fault error --operation submit_for_settlement --before
  cojoin sandbox fault clear`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || !slices.Contains(kinds, args[0]) {
				return console.Usagef("name one fault: %s\nrun: %s --help", joinWords(kinds), cmd.CommandPath())
			}
			return nil
		},
		ValidArgs: kinds,
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := sandboxClient(address)
			if err != nil {
				return err
			}
			var waiting []sandbox.Fault
			switch args[0] {
			case "list":
				waiting, err = c.Faults(cmd.Context())
			case "clear":
				waiting, err = c.ClearFaults(cmd.Context())
			default:
				f.Kind, f.DelayMS = sandbox.FaultKind(args[0]), int(delay.Milliseconds())
				waiting, err = c.AddFault(cmd.Context(), f)
			}
			if err != nil {
				return err
			}
			return writeFaults(cmd.OutOrStdout(), waiting)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.Count, "count", 1, "number of calls that fail; -1 means all of them until clear")
	flags.StringVar(&f.Operation, "operation", "", "which calls: "+joinWords(sandbox.Operations)+" (default sale, or search)")
	flags.StringVar(&f.OrderID, "order", "", "only the sale with this order id")
	flags.StringVar(&f.Token, "token", "", "only sales of this vaulted payment method, such as renewals")
	flags.StringVar(&f.Code, "code", "", "decline: the processor's code, 2000 to 2999 (default 2000)")
	flags.IntVar(&f.Status, "status", 0, "error: the HTTP status, 500 to 599 (default 503)")
	flags.DurationVar(&delay, "delay", time.Second, "duration of delay and search-lag")
	flags.BoolVar(&f.BeforeActing, "before", false, "fail before doing anything")
	sandboxAddress(cmd, &address)
	return cmd
}

func writeFaults(out io.Writer, waiting []sandbox.Fault) error {
	if len(waiting) == 0 {
		_, err := fmt.Fprintln(out, "No faults are pending.")
		return err
	}
	for _, f := range waiting {
		times := fmt.Sprintf("%d more", f.Count)
		if f.Count < 0 {
			times = "every time"
		}
		if _, err := fmt.Fprintf(out, "%s on %s, %s: %s\n", f.Kind, f.Operation, times, faultHelp[f.Kind]); err != nil {
			return err
		}
	}
	return nil
}

func joinWords(words []string) string {
	joined := ""
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			joined += " or "
		default:
			joined += ", "
		}
		joined += w
	}
	return joined
}
