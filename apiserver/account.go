package apiserver

import (
	"context"

	"github.com/cojoin/cojoin/apiserver/problem"
	"github.com/cojoin/cojoin/apiserver/request"
	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/home"
	"github.com/cojoin/cojoin/sdk/invite"
	"github.com/cojoin/cojoin/sdk/order"
)

// UserPath is the path of an account.
type UserPath struct {
	UserID string `path:"userId" doc:"Must be the token's account" maxLength:"64"`
}

type readParentInput struct {
	Visitor
	UserPath
}

func (s *server) readParent(ctx context.Context, in *readParentInput) (*answer[*account.ParentAccount], error) {
	return answered(s.cfg.Client.Account.Parent(ctx, in.UserID, request.Of(ctx).Bearer))
}

// Choice is a yes or no.
type Choice struct {
	Data *bool `json:"data" nullable:"false" doc:"true or false"`
}

type choiceInput struct {
	Visitor
	UserPath
	Body Choice
}

// agreeToTerms records the agreement. An agreement can't be withdrawn, so false is rejected.
func (s *server) agreeToTerms(ctx context.Context, in *choiceInput) (*answer[*account.ParentAccount], error) {
	if in.Body.Data == nil || !*in.Body.Data {
		return nil, fault.New(fault.Invalid, problem.Invalid, nil)
	}
	return answered(s.cfg.Client.Account.AgreeToTerms(ctx, in.UserID, request.Of(ctx).Bearer))
}

func (s *server) optInToMarketing(ctx context.Context, in *choiceInput) (*answer[*account.ParentAccount], error) {
	if in.Body.Data == nil {
		return nil, fault.New(fault.Invalid, problem.Invalid, nil)
	}
	return answered(s.cfg.Client.Account.SetMarketingOptIn(ctx, in.UserID, request.Of(ctx).Bearer, *in.Body.Data))
}

func (s *server) readAccount(ctx context.Context, _ *tokenOnlyInput) (*answer[*home.AccountPage], error) {
	return answered(s.cfg.Client.Home.Read(ctx, request.Of(ctx).Bearer, s.meta(ctx, nil)))
}

type receiptInput struct {
	Visitor
	ReceiptID string `path:"receiptId" doc:"Must be one of the account's receipts" maxLength:"64"`
}

func (s *server) readReceipt(ctx context.Context, in *receiptInput) (*answer[*order.Receipt], error) {
	return answered(s.cfg.Client.Home.Receipt(ctx, request.Of(ctx).Bearer, in.ReceiptID, s.meta(ctx, nil)))
}

const pdfMediaType = "application/pdf"

type pdfAnswer struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               []byte
}

func (s *server) readReceiptPDF(ctx context.Context, in *receiptInput) (*pdfAnswer, error) {
	raw, err := s.cfg.Client.Email.ReceiptPDF(ctx, request.Of(ctx).Bearer, in.ReceiptID)
	if err != nil {
		return nil, err
	}
	return &pdfAnswer{ContentType: pdfMediaType, ContentDisposition: `attachment; filename="receipt.pdf"`, Body: raw}, nil
}

type creditNoteInput struct {
	Visitor
	ReceiptID string `path:"receiptId" doc:"Must be one of the account's receipts" maxLength:"64"`
	Number    string `path:"number" doc:"Must be one of the receipt's credit notes" maxLength:"64"`
}

func (s *server) readCreditNotePDF(ctx context.Context, in *creditNoteInput) (*pdfAnswer, error) {
	raw, err := s.cfg.Client.Email.CreditNotePDF(ctx, request.Of(ctx).Bearer, in.ReceiptID, in.Number)
	if err != nil {
		return nil, err
	}
	return &pdfAnswer{ContentType: pdfMediaType, ContentDisposition: `attachment; filename="credit-note.pdf"`, Body: raw}, nil
}

// inviteAgain has no body, because a parent has at most one invited co-parent.
func (s *server) inviteAgain(ctx context.Context, _ *tokenOnlyInput) (*answer[*invite.InvitedCoParent], error) {
	return answered(s.cfg.Client.Invite.SendAgain(ctx, request.Of(ctx).Bearer))
}

func (s *server) logout(ctx context.Context, in *leaveInput) (*nothing, error) {
	leave := s.cfg.Client.Account.Logout
	if in.Everywhere {
		leave = s.cfg.Client.Account.EndSessions
	}
	return &nothing{}, leave(ctx, request.Of(ctx).Bearer)
}
