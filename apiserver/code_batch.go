package apiserver

import (
	"context"
	"net/http"

	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/secret"
)

// BatchPath is the path of a batch of codes.
type BatchPath struct {
	BatchID string `path:"batchId" doc:"Batch id; must be the caller's own" maxLength:"64"`
}

// CodeBatchList is a professional's batches, newest first.
type CodeBatchList struct {
	Batches []codes.Batch `json:"batches"`
}

// CodeList lists the codes of a batch, in plain text.
type CodeList struct {
	Codes []codes.BatchCode `json:"codes"`
}

// CodeBatchTrail is the audit trail of a batch, oldest first.
type CodeBatchTrail struct {
	Events []codes.BatchEvent `json:"events"`
}

// batchAnswer is a batch with a status: 201 for a completed purchase, 202 while the payment is being confirmed.
type batchAnswer struct {
	Status     int
	RetryAfter string `header:"Retry-After"`
	Body       *codes.Batch
}

// professional returns the ID of the professional that the bearer token belongs to.
func (s *server) professional(ctx context.Context) (string, error) {
	return s.cfg.Client.Professional.Authenticate(ctx, request.Of(ctx).Bearer)
}

type buyCodesInput struct {
	Visitor
	IdempotencyKey string `header:"Idempotency-Key" doc:"Required unless by invoice: new for every new attempt; the same when retrying after a lost answer or 202" maxLength:"200"`
	Body           codes.PurchaseInput
}

func (s *server) buyCodes(ctx context.Context, in *buyCodesInput) (*batchAnswer, error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	batch, err := s.cfg.Client.Codes.Buy(ctx, id, in.Body, s.meta(ctx, nil))
	if err != nil {
		return nil, err
	}
	if batch.Confirming() {
		return &batchAnswer{Status: http.StatusAccepted, RetryAfter: "2", Body: batch}, nil
	}
	return &batchAnswer{Status: http.StatusCreated, Body: batch}, nil
}

func (s *server) listCodeBatches(ctx context.Context, _ *tokenOnlyInput) (*answer[CodeBatchList], error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	batches, err := s.cfg.Client.Codes.Batches(ctx, id)
	return answered(CodeBatchList{Batches: batches}, err)
}

type batchInput struct {
	Visitor
	BatchPath
}

func (s *server) readCodeBatch(ctx context.Context, in *batchInput) (*answer[*codes.Batch], error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	return answered(s.cfg.Client.Codes.Batch(ctx, id, in.BatchID))
}

func (s *server) revokeCodeBatch(ctx context.Context, in *batchInput) (*answer[*codes.Batch], error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	return answered(s.cfg.Client.Codes.RevokeBatch(ctx, id, in.BatchID))
}

func (s *server) listCodes(ctx context.Context, in *batchInput) (*answer[CodeList], error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.cfg.Client.Codes.Codes(ctx, id, in.BatchID)
	return answered(CodeList{Codes: all}, err)
}

func (s *server) listCodeBatchEvents(ctx context.Context, in *batchInput) (*answer[CodeBatchTrail], error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	events, err := s.cfg.Client.Codes.Events(ctx, id, in.BatchID)
	return answered(CodeBatchTrail{Events: events}, err)
}

type issueCodeInput struct {
	Visitor
	Repeatable
	BatchPath
	Body codes.IssueInput
}

func (s *server) issueCode(ctx context.Context, in *issueCodeInput) (*answer[*codes.BatchCode], error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	return answered(s.cfg.Client.Codes.Issue(ctx, id, in.BatchID, in.Body, s.meta(ctx, nil)))
}

type codeInput struct {
	Visitor
	BatchPath
	CodeID string `path:"codeId" doc:"Id of a code of this batch" maxLength:"64"`
}

func (s *server) revokeCode(ctx context.Context, in *codeInput) (*nothing, error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	return &nothing{}, s.cfg.Client.Codes.Revoke(ctx, id, in.BatchID, in.CodeID)
}

type codeClientTokenInput struct {
	Visitor
	Body struct {
		PackageID int `json:"packageId" doc:"Package of the codes; decides the currency"`
	}
}

func (s *server) createCodeClientToken(ctx context.Context, in *codeClientTokenInput) (*answer[ClientToken], error) {
	id, err := s.professional(ctx)
	if err != nil {
		return nil, err
	}
	token, err := s.cfg.Client.Codes.ClientToken(ctx, id, in.Body.PackageID, s.meta(ctx, nil))
	return answered(ClientToken{ClientToken: secret.Shown(token)}, err)
}
