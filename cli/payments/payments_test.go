package payments

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/cojoin/cojoin/sdk/audit"
)

// Undecided payments are listed, but are no difference.
func TestAuditCountsDifferencesOnly(t *testing.T) {
	t.Parallel()
	report := &audit.Report{Attempts: 2, Findings: []audit.Finding{{Kind: audit.Unsettled, Order: "1", Attempt: "2"}}}
	for _, step := range []struct {
		text    string
		differs bool
	}{
		{"unsettled  order 1  attempt 2  -  -\n2 attempts compared, 0 differences\n", false},
		{"unsettled            order 1  attempt 2  -  -\norder_without_money  order 3  attempt -  -  -\n2 attempts compared, 1 differences\n", true},
	} {
		var out strings.Builder
		cmd := &cobra.Command{}
		cmd.SetOut(&out)
		err := reportAudit(cmd, report)
		if diff := cmp.Diff(step.text, out.String()); diff != "" {
			t.Errorf("output (-want +got):\n%s", diff)
		}
		if (err != nil) != step.differs {
			t.Errorf("with findings %v it ends with %v", report.Findings, err)
		}
		report.Findings = append(report.Findings, audit.Finding{Kind: audit.WithoutMoney, Order: "3"})
	}
}
