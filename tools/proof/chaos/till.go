package chaos

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/codes"
	"github.com/cojoin/cojoin/sdk/fault"
	"github.com/cojoin/cojoin/sdk/gateway"
)

// newNumber returns a new customer's number.
func (w *world) newNumber() int { return int(w.numbers.Add(1)) }

// note counts an event that is worth reporting and isn't a fault.
func (w *world) note(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.notes[what]++
}

// theOneThatPaid merges the outcomes of one sign-up's tabs: the charged amount on the receipt must equal the displayed total of one tab.
func (w *world) theOneThatPaid(outs []outcome) []outcome {
	one := outs[0]
	for _, o := range outs {
		one.took = max(one.took, o.took)
		if o.paid && o.displayed == o.charged {
			one.paid, one.displayed, one.charged, one.order = true, o.displayed, o.charged, o.order
		}
	}
	return []outcome{one}
}

// retry repeats a database operation until it works, as Postgres may be down.
func (w *world) retry(ctx context.Context, do func() error) error {
	for {
		err := do()
		var refused *fault.Fault
		var invalid *fault.ValidationError
		if err == nil || errors.As(err, &refused) || errors.As(err, &invalid) || ctx.Err() != nil {
			return err
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// nonce returns a new nonce for a card, as a browser gets it.
func (w *world) nonce(ctx context.Context) (string, error) {
	finger, err := w.fingerprint(ctx)
	if err != nil {
		return "", err
	}
	raw, err := json.Marshal(map[string]any{
		"authorizationFingerprint": finger,
		"creditCard":               map[string]string{"number": "4111111111111111", "expirationDate": "12/2030", "cvv": "123"},
	})
	if err != nil {
		return "", fmt.Errorf("chaos: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.http.URL+"/client_api/v1/payment_methods/credit_cards", bytes.NewReader(raw))
	if err != nil {
		return "", fmt.Errorf("chaos: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := w.api.http.Do(req)
	if err != nil {
		return "", fmt.Errorf("chaos: nonce: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	var made struct {
		CreditCards []struct {
			Nonce string `json:"nonce"`
		} `json:"creditCards"`
	}
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || len(made.CreditCards) == 0 {
		return "", fmt.Errorf("chaos: nonce: status %d, %w", res.StatusCode, err)
	}
	return made.CreditCards[0].Nonce, nil
}

func (w *world) fingerprint(ctx context.Context) (string, error) {
	w.prints.Lock()
	defer w.prints.Unlock()
	if w.finger != "" {
		return w.finger, nil
	}
	token, err := w.gateway.ClientToken(ctx, gateway.ClientTokenRequest{MerchantAccountID: "cojoin_usd"})
	if err != nil {
		return "", fmt.Errorf("chaos: %w", err)
	}
	raw, err := base64.StdEncoding.DecodeString(token)
	if err != nil {
		return "", fmt.Errorf("chaos: %w", err)
	}
	var content struct {
		AuthorizationFingerprint string `json:"authorizationFingerprint"`
	}
	if err := json.Unmarshal(raw, &content); err != nil {
		return "", fmt.Errorf("chaos: %w", err)
	}
	w.finger = content.AuthorizationFingerprint
	return w.finger, nil
}

// mintCode creates a subscription code and returns its batch, too.
func (w *world) mintCode(ctx context.Context) (code, batch string, err error) {
	err = w.retry(ctx, func() error {
		made, err := w.client.Codes.Create(ctx, codes.BatchInput{ProfessionalID: w.professional, PackageID: packageID, Size: 1, Active: true}, caller.Meta{Lang: "en"})
		if err != nil {
			return err
		}
		codes, err := w.client.Codes.Codes(ctx, w.professional, made.ID)
		if err != nil {
			return err
		}
		code, batch = codes[0].Code, made.ID
		return nil
	})
	return code, batch, err
}

// percentile returns the value below which the given share of all values lies.
func percentile(all []time.Duration, share float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}
