package scenario

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/email"
)

// Bank is an event that happens to the money after the charge.
type Bank struct {
	Does   string   `json:"does"`
	Amount string   `json:"amount"`
	Code   string   `json:"code"`
	Mails  []string `json:"mails"`
}

// aboutMoney are the mails about money after the charge.
var aboutMoney = []string{
	string(email.Dispute), string(email.DisputeWon), string(email.DisputeLost), string(email.Refund), string(email.PaymentProblem),
	string(email.PaymentRecovered), string(email.Receipt), string(email.RenewalNotice), string(email.RenewalDeclined),
	string(email.RenewalConfirm), string(email.RenewalLapsed), string(email.MethodReplaced),
}

// bank acts at the provider, makes the server look for it, and waits for the resulting emails.
func (r *run) bank(ctx context.Context, b Bank) error {
	if r.payment == nil || r.payment.Receipt == nil || r.payment.Receipt.TransactionID == "" {
		return errors.New("no money was charged: nothing can happen to it")
	}
	if err := r.readBootstrap(ctx); err != nil {
		return err
	}
	if r.bootstrap.Payment.Provider != "sandbox" {
		return fmt.Errorf("the server's payment provider is %s: what happens at a bank can be played with the sandbox only", r.bootstrap.Payment.Provider)
	}
	if err := r.play(ctx, b); err != nil {
		return err
	}
	r.moneyMails = append(r.moneyMails, b.Mails...)
	return r.moneyMailed(ctx, r.sweep)
}

// play acts at the sandbox. It retries until a job of the server has captured the money.
func (r *run) play(ctx context.Context, b Bank) error {
	sale := r.payment.Receipt.TransactionID
	var path string
	var body map[string]string
	switch b.Does {
	case "settle", "declineSettlement":
		path, body = "settlements", map[string]string{"transactionId": sale, "status": map[string]string{"settle": "settled", "declineSettlement": "settlement_declined"}[b.Does]}
	case "inquire", "dispute":
		path, body = "disputes", map[string]string{"transactionId": sale, "kind": map[string]string{"inquire": "retrieval", "dispute": "chargeback"}[b.Does]}
	case "win", "lose":
		path, body = "disputes/decisions", map[string]string{"id": r.disputeID, "status": map[string]string{"win": "won", "lose": "lost"}[b.Does]}
	case "refund":
		path, body = "refunds", map[string]string{"transactionId": sale, "amount": b.Amount}
	case "refuse":
		token, err := r.keptToken(ctx, sale)
		if err != nil {
			return err
		}
		path, body = "faults", map[string]string{"kind": "decline", "token": token, "code": b.Code}
	}
	address := strings.TrimRight(r.bootstrap.Payment.SandboxURL, "/") + "/sandbox/" + path
	for deadline := time.Now().Add(mailTimeout); ; {
		res, err := r.send(ctx, request{http.MethodPost, address, body, "", false, nil})
		if err != nil {
			return err
		}
		if res.ok() {
			if path != "disputes" {
				return nil
			}
			var opened struct {
				ID string `json:"id"`
			}
			err := res.decode(&opened)
			r.disputeID = opened.ID
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the sandbox refused to %s: status %d: %s", b.Does, res.Status, res.Body)
		}
		if err := r.pause(ctx, firstPause); err != nil {
			return err
		}
	}
}

// keptToken returns the token of the payment method that the provider stored with a sale.
func (r *run) keptToken(ctx context.Context, sale string) (string, error) {
	res, err := r.call(ctx, http.MethodGet, strings.TrimRight(r.bootstrap.Payment.SandboxURL, "/")+"/sandbox/ledger", nil, "")
	if err != nil {
		return "", err
	}
	var ledger struct {
		Transactions []struct {
			ID    string `json:"id"`
			Token string `json:"token"`
		} `json:"transactions"`
	}
	if err := res.decode(&ledger); err != nil {
		return "", err
	}
	for _, t := range ledger.Transactions {
		if t.ID == sale && t.Token != "" {
			return t.Token, nil
		}
	}
	return "", errors.New("the provider keeps no payment method of this charge")
}

// sweep makes the server request the state of every unsettled payment from the provider.
func (r *run) sweep(ctx context.Context) error {
	res, err := r.postIdempotent(ctx, "/dev/settlements", nil)
	if err != nil {
		return err
	}
	if !res.ok() {
		return fmt.Errorf("settlement sweep: status %d; it can be run on development servers only", res.Status)
	}
	return nil
}

// moneyMailed makes the server look for changes until the payer has exactly the emails of all steps so far and the charge's receipt. One sweep may
// not be enough: it covers only captures that the server has recorded, and the provider may be ahead.
func (r *run) moneyMailed(ctx context.Context, look func(context.Context) error) error {
	want := append(slices.Clone(r.moneyMails), string(email.Receipt))
	slices.Sort(want)
	var got []string
	var looked time.Time
	for deadline := time.Now().Add(mailTimeout); time.Now().Before(deadline); {
		if time.Since(looked) > time.Second {
			if err := look(ctx); err != nil {
				return err
			}
			looked = time.Now()
		}
		mails, err := r.outbox(ctx, r.parent.Email)
		if err != nil {
			return err
		}
		got = nil
		for _, mail := range mails {
			if slices.Contains(aboutMoney, mail.Kind) {
				got = append(got, mail.Kind)
			}
		}
		slices.Sort(got)
		if slices.Equal(want, got) || len(got) > len(want) {
			break
		}
		if err := r.pause(ctx, firstPause); err != nil {
			return err
		}
	}
	if !slices.Equal(want, got) {
		return fmt.Errorf("expected the mails %v about money, got %v", want, got)
	}
	return nil
}
