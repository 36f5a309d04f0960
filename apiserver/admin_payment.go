package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/sdk/payment"
)

// PaymentPath names a payment attempt.
type PaymentPath struct {
	AttemptID string `path:"attemptId" maxLength:"64"`
}

func (s *server) findPayment(ctx context.Context, in *PaymentPath) (*answer[*payment.AttemptDetail], error) {
	return answered(s.cfg.Client.Payment.Attempt(ctx, in.AttemptID))
}

type refundRequest struct {
	PaymentPath
	IdempotencyKey string `header:"Idempotency-Key" doc:"Identifies the refund: a repeated key refunds nothing more. Without a key, a repeated amount and reason is the same refund" maxLength:"200"`
	Body           payment.RefundInput
}

func (s *server) refundPayment(ctx context.Context, in *refundRequest) (*answer[*payment.AttemptDetail], error) {
	in.Body.Key = in.IdempotencyKey
	return answered(s.cfg.Client.Payment.Refund(ctx, in.AttemptID, in.Body))
}

func (s *server) settlePayments(ctx context.Context, _ *struct{}) (*answer[*payment.SettleReport], error) {
	return answered(s.cfg.Client.Payment.Settle(ctx))
}

type disputeFilter struct {
	Open  bool `query:"open" doc:"Only undecided disputes"`
	Limit int  `query:"limit" minimum:"1" maximum:"500" default:"50"`
}

type disputeList struct {
	Body struct {
		Disputes []payment.Dispute `json:"disputes"`
	}
}

func (s *server) listDisputes(ctx context.Context, in *disputeFilter) (*disputeList, error) {
	list, err := s.cfg.Client.Payment.Disputes(ctx, payment.DisputeFilter{Open: in.Open, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	out := &disputeList{}
	out.Body.Disputes = list
	return out, nil
}
