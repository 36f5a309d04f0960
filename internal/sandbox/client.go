package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"
)

// Client controls a sandbox in another process: it reads the ledger, injects faults, settles, refunds and disputes.
type Client struct {
	url  string
	http *http.Client
}

// NewClient returns a client of the sandbox at the URL, which has no trailing slash.
func NewClient(url string) *Client {
	return &Client{url, &http.Client{Timeout: 10 * time.Second}}
}

// Ledger returns a snapshot of the ledger.
func (c *Client) Ledger(ctx context.Context) (Ledger, error) {
	var l Ledger
	err := c.call(ctx, http.MethodGet, "/sandbox/ledger", nil, &l)
	return l, err
}

type faultList struct {
	Faults []Fault `json:"faults"`
}

// Faults returns the pending faults.
func (c *Client) Faults(ctx context.Context) ([]Fault, error) {
	var l faultList
	err := c.call(ctx, http.MethodGet, "/sandbox/faults", nil, &l)
	return l.Faults, err
}

// AddFault injects a fault into the next matching calls and returns all pending faults.
func (c *Client) AddFault(ctx context.Context, f Fault) ([]Fault, error) {
	var l faultList
	err := c.call(ctx, http.MethodPost, "/sandbox/faults", f, &l)
	return l.Faults, err
}

// ClearFaults removes all faults.
func (c *Client) ClearFaults(ctx context.Context) ([]Fault, error) {
	var l faultList
	err := c.call(ctx, http.MethodDelete, "/sandbox/faults", nil, &l)
	return l.Faults, err
}

// Settle moves a submitted transaction to the status (see [SettlementStatuses]) and returns the number of moved
// transactions. With neither ID nor status it settles all submitted transactions.
func (c *Client) Settle(ctx context.Context, transactionID, status string) (int, error) {
	var n struct {
		Settled int `json:"settled"`
	}
	err := c.call(ctx, http.MethodPost, "/sandbox/settlements", settlementInput{transactionID, status}, &n)
	return n.Settled, err
}

// Refund refunds a sale as the provider's control panel does: see [Sandbox.Refund].
func (c *Client) Refund(ctx context.Context, transactionID, amount string) (Entry, error) {
	var e Entry
	err := c.call(ctx, http.MethodPost, "/sandbox/refunds", refundInput{transactionID, amount}, &e)
	return e, err
}

// OpenDispute opens a dispute: see [Sandbox.OpenDispute].
func (c *Client) OpenDispute(ctx context.Context, n NewDispute) (Dispute, error) {
	var d Dispute
	err := c.call(ctx, http.MethodPost, "/sandbox/disputes", n, &d)
	return d, err
}

// DecideDispute changes a dispute's status: see [Sandbox.DecideDispute].
func (c *Client) DecideDispute(ctx context.Context, id, status string) (Dispute, error) {
	var d Dispute
	err := c.call(ctx, http.MethodPost, "/sandbox/disputes/decisions", decisionInput{id, status}, &d)
	return d, err
}

func (c *Client) call(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("sandbox: %w", err)
		}
		body = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, body)
	if err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.http.Do(req)
	if err != nil {
		if errors.Is(err, syscall.ECONNREFUSED) {
			return fmt.Errorf("no sandbox answers at %s; start one with cojoin dev or cojoin sandbox, or name its address with --url", c.url)
		}
		return fmt.Errorf("sandbox: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(resp.Body, 256<<20))
	if err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	if resp.StatusCode >= 300 {
		var refusal struct {
			Error string `json:"error"`
		}
		if json.Unmarshal(raw, &refusal) == nil && refusal.Error != "" {
			return errors.New(refusal.Error)
		}
		return fmt.Errorf("sandbox: %s answered %s; is it a sandbox?", c.url, resp.Status)
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return fmt.Errorf("sandbox: %s isn't a sandbox: its response has another form", c.url)
	}
	return nil
}

// Listen opens the listener for [Run].
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program listens on %s; is a sandbox running already? Choose another address with --addr", addr)
	}
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	return l, nil
}
