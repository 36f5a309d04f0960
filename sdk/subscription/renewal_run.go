package subscription

import (
	"time"

	"github.com/cojoin/cojoin/sdk/fault"
)

// RenewalRun holds the parameters of an operator's run.
type RenewalRun struct {
	At     time.Time // renew what is due by this time; zero: now
	DryRun bool      // list the charges, change nothing
}

// RenewalLine is one subscription of a run, with the seats that renew with it.
type RenewalLine struct {
	SubscriptionID string         `json:"subscriptionId"`
	PackageName    string         `json:"packageName"`
	Seats          int            `json:"seats"`
	TermEnded      time.Time      `json:"termEnded"`
	Try            int            `json:"try" doc:"From 1"`
	Renewal        string         `json:"renewal" doc:"Decimal, before added tax"`
	Tax            string         `json:"tax" doc:"Decimal"`
	Total          string         `json:"total" doc:"Decimal"`
	Currency       string         `json:"currency"`
	Outcome        RenewalOutcome `json:"outcome"`
	Problem        string         `json:"problem,omitempty" doc:"Reason for the failure"`
}

// RenewalReport is the result of a run.
type RenewalReport struct {
	At      time.Time     `json:"at"`
	DryRun  bool          `json:"dryRun"`
	Notices int           `json:"notices" doc:"Mails about the end of a term"`
	Ended   int           `json:"ended" doc:"Ended terms without renewal"`
	Lines   []RenewalLine `json:"renewals"`
}

// RenewalsEarly is the fault of charging renewals before their day.
var RenewalsEarly = fault.New(fault.Invalid, "renewals_early", nil)
