package braintree

import (
	"fmt"
	"time"

	client "github.com/braintree-go/braintree-go"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
)

var disputeKinds = map[client.DisputeKind]gateway.DisputeKind{
	client.DisputeKindRetrieval:      gateway.DisputeInquiry,
	client.DisputeKindChargeback:     gateway.DisputeChargeback,
	client.DisputeKindPreArbitration: gateway.DisputePreArbitration,
}

var disputeStates = map[client.DisputeStatus]gateway.DisputeState{
	client.DisputeStatusOpen:     gateway.DisputeOpen,
	client.DisputeStatusDisputed: gateway.DisputeEvidenceSent,
	client.DisputeStatusAccepted: gateway.DisputeAccepted,
	client.DisputeStatusExpired:  gateway.DisputeExpired,
	client.DisputeStatusWon:      gateway.DisputeWon,
	client.DisputeStatusLost:     gateway.DisputeLost,
	"auto_accepted":              gateway.DisputeAccepted, // too small to dispute, by an account setting
	"under_review":               gateway.DisputeEvidenceSent,
}

// disputes converts a transaction's disputes. An unknown kind or state counts as an open chargeback, because the money may be gone. An invalid
// reply date is omitted.
func disputes(t *client.Transaction) ([]gateway.Dispute, error) {
	var all []gateway.Dispute
	for _, d := range t.Disputes {
		if d == nil {
			continue
		}
		amount, err := minor(d.AmountDisputed, money.Currency(d.CurrencyISOCode))
		if err != nil || d.ID == "" {
			return nil, fmt.Errorf("dispute %q: %w", d.ID, err)
		}
		out := gateway.Dispute{ID: d.ID, Kind: disputeKinds[d.Kind], State: disputeStates[d.Status], Amount: amount, Reason: string(d.Reason)}
		if out.Kind == "" {
			out.Kind = gateway.DisputeChargeback
		}
		if out.State == "" {
			out.State = gateway.DisputeOpen
		}
		out.OpenedAt, _ = time.Parse(time.DateOnly, d.ReceivedDate)
		if d.CreatedAt != nil {
			out.OpenedAt = d.CreatedAt.UTC()
		}
		out.ReplyBy, _ = time.Parse(time.DateOnly, d.ReplyByDate)
		all = append(all, out)
	}
	return all, nil
}
