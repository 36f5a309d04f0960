package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
)

// controlRoutes are the calls of people and tests: the ledger, faults, settlement, webhooks.
func (s *Sandbox) controlRoutes(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		s.servePage(w, "ledger.html", "", map[string]any{"Ledger": s.Ledger(), "Faults": s.Faults()})
	})
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /sandbox/ledger", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, http.StatusOK, s.Ledger()) })
	mux.HandleFunc("GET /sandbox/faults", func(w http.ResponseWriter, _ *http.Request) { s.writeFaults(w, http.StatusOK) })
	mux.HandleFunc("POST /sandbox/faults", s.postFault)
	mux.HandleFunc("DELETE /sandbox/faults", func(w http.ResponseWriter, _ *http.Request) {
		s.ClearFaults()
		s.writeFaults(w, http.StatusOK)
	})
	mux.HandleFunc("POST /sandbox/settlements", s.postSettlement)
	mux.HandleFunc("POST /sandbox/refunds", control(func(in refundInput) (any, error) { return s.Refund(in.TransactionID, in.Amount) }))
	mux.HandleFunc("POST /sandbox/disputes", control(func(in NewDispute) (any, error) { return s.OpenDispute(in) }))
	mux.HandleFunc("POST /sandbox/disputes/decisions", control(func(in decisionInput) (any, error) { return s.DecideDispute(in.ID, in.Status) }))
	mux.HandleFunc("POST /sandbox/webhooks", s.postWebhook)
}

type refundInput struct {
	TransactionID string `json:"transactionId"`
	Amount        string `json:"amount,omitempty"` // default: all that is left
}

type decisionInput struct {
	ID     string `json:"id"`
	Status string `json:"status"`
}

// settlementInput is about one transaction, or about all of them.
type settlementInput struct {
	TransactionID string `json:"transactionId,omitempty"`
	Status        string `json:"status,omitempty"` // default: settled
}

// control makes a handler that reads its input, acts and writes what came of it.
func control[In any](act func(In) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var in In
		if !readControl(w, r, &in) {
			return
		}
		out, err := act(in)
		if err != nil {
			controlFault(w, http.StatusUnprocessableEntity, err)
			return
		}
		writeJSON(w, http.StatusOK, out)
	}
}

func (s *Sandbox) postSettlement(w http.ResponseWriter, r *http.Request) {
	control(func(in settlementInput) (any, error) {
		switch {
		case in.TransactionID == "" && in.Status == "":
			return map[string]int{"settled": s.SettleAll()}, nil
		case in.Status == "":
			in.Status = string(statusSettled)
		}
		if err := s.Settle(in.TransactionID, in.Status); err != nil {
			return nil, err
		}
		return map[string]int{"settled": 1}, nil
	})(w, r)
}

func (s *Sandbox) writeFaults(w http.ResponseWriter, status int) {
	faults := s.Faults()
	if faults == nil {
		faults = []Fault{}
	}
	writeJSON(w, status, map[string]any{"faults": faults})
}

func (s *Sandbox) postFault(w http.ResponseWriter, r *http.Request) {
	var f Fault
	if !readControl(w, r, &f) {
		return
	}
	if err := s.AddFault(f); err != nil {
		controlFault(w, http.StatusUnprocessableEntity, err)
		return
	}
	s.writeFaults(w, http.StatusCreated)
}

func (s *Sandbox) postWebhook(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Kind          string `json:"kind"`
		TransactionID string `json:"transactionId"`
		URL           string `json:"url"`
	}
	if !readControl(w, r, &in) {
		return
	}
	hook, err := s.Webhook(in.Kind, in.TransactionID)
	if err != nil {
		controlFault(w, http.StatusUnprocessableEntity, err)
		return
	}
	answered := 0
	if in.URL != "" {
		if answered, err = s.hooks.post(r.Context(), in.URL, hook); err != nil {
			controlFault(w, http.StatusBadGateway, err)
			return
		}
	}
	writeJSON(w, http.StatusOK, map[string]any{"bt_signature": hook.Signature, "bt_payload": hook.Payload, "answered": answered})
}

// readControl reads a JSON body strictly. It insists on the media type, which a page of another origin
// can't send without asking first, and asking is never answered here.
func readControl(w http.ResponseWriter, r *http.Request, into any) bool {
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media != "application/json" {
		controlFault(w, http.StatusUnsupportedMediaType, errors.New("the body must be application/json"))
		return false
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		controlFault(w, http.StatusBadRequest, fmt.Errorf("the body doesn't match this call: %w", err))
		return false
	}
	return true
}

func controlFault(w http.ResponseWriter, status int, err error) {
	writeJSON(w, status, map[string]string{"error": err.Error()})
}
