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
	mux.HandleFunc("POST /sandbox/settlements", func(w http.ResponseWriter, r *http.Request) {
		if readControl(w, r, &struct{}{}) {
			writeJSON(w, http.StatusOK, map[string]int{"settled": s.SettleAll()})
		}
	})
	mux.HandleFunc("POST /sandbox/webhooks", s.postWebhook)
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
		controlFault(w, http.StatusBadRequest, fmt.Errorf("the body isn't what this call reads: %w", err))
		return false
	}
	return true
}

func controlFault(w http.ResponseWriter, status int, err error) {
	writeJSON(w, status, map[string]string{"error": err.Error()})
}
