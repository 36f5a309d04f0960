package sandbox

import (
	"bytes"
	"crypto/subtle"
	"mime"
	"net/http"
	"path"
	"regexp"
	"time"
)

var originHost = regexp.MustCompile(`^[A-Za-z0-9.\-\[\]:]+$`)

// call is one request from a merchant's server.
type call struct {
	request *http.Request
	body    *element // the root's members; nil without a body
	fault   *Fault   // nil without a fault
}

// routes returns the handler of all routes.
func (s *Sandbox) routes() http.Handler {
	mux := http.NewServeMux()
	gateway := func(pattern, operation string, act func(*call) answer) {
		mux.Handle(pattern, s.gateway(operation, act))
	}
	const m = "/merchants/{merchant}/"
	gateway("POST "+m+"client_token", "client_token", s.createClientToken)

	gateway("POST "+m+"transactions", "sale", s.createTransaction)
	gateway("GET "+m+"transactions/{id}", "find", s.onTransaction(s.findTransaction))
	gateway("PUT "+m+"transactions/{id}/submit_for_settlement", "submit_for_settlement", s.onTransaction(s.submitForSettlement))
	gateway("POST "+m+"transactions/{id}/submit_for_partial_settlement", "submit_for_settlement", s.onTransaction(s.submitForPartialSettlement))
	gateway("PUT "+m+"transactions/{id}/void", "void", s.onTransaction(s.void))
	gateway("POST "+m+"transactions/{id}/refund", "refund", s.onTransaction(s.refund))
	gateway("PUT "+m+"transactions/{id}/settle", "settle", s.onTransaction(s.settleTo(statusSettled)))
	gateway("PUT "+m+"transactions/{id}/settlement_confirm", "settle", s.onTransaction(s.settleTo(statusSettlementConfirmed)))
	gateway("PUT "+m+"transactions/{id}/settlement_decline", "settle", s.onTransaction(s.settleTo(statusSettlementDeclined)))
	gateway("PUT "+m+"transactions/{id}/settlement_pending", "settle", s.onTransaction(s.settleTo(statusSettlementPending)))
	gateway("PUT "+m+"transactions/{id}/update_details", "submit_for_settlement", s.onTransaction(s.updateDetails))
	gateway("GET "+m+"transactions/{id}/line_items", "find", s.onTransaction(s.findLineItems))
	gateway("POST "+m+"transactions/{id}/clone", "sale", s.onTransaction(s.clone))
	gateway("POST "+m+"settlement_batch_summary", "search", s.settlementSummary)
	gateway("POST "+m+"transactions/advanced_search_ids", "search", s.searchTransactionIDs)
	gateway("POST "+m+"transactions/advanced_search", "search", s.searchTransactions)

	gateway("POST "+m+"customers", "customer", s.createCustomer)
	gateway("GET "+m+"customers/{id}", "customer", s.onCustomer(s.findCustomer))
	gateway("PUT "+m+"customers/{id}", "customer", s.onCustomer(s.updateCustomer))
	gateway("DELETE "+m+"customers/{id}", "customer", s.onCustomer(s.deleteCustomer))
	gateway("POST "+m+"customers/{id}/addresses", "customer", s.onCustomer(s.createAddress))
	gateway("GET "+m+"customers/{id}/addresses/{address}", "customer", s.onAddress(s.findAddress))
	gateway("PUT "+m+"customers/{id}/addresses/{address}", "customer", s.onAddress(s.updateAddress))
	gateway("DELETE "+m+"customers/{id}/addresses/{address}", "customer", s.onAddress(s.deleteAddress))
	gateway("POST "+m+"customers/advanced_search_ids", "search", s.searchCustomerIDs)
	gateway("POST "+m+"customers/advanced_search", "search", s.searchCustomers)

	gateway("POST "+m+"payment_methods", "payment_method", s.createMethod)
	// Older clients send the method's kind, or nothing, in place of "any".
	under := []string{"", "any/"}
	for _, k := range kinds() {
		under = append(under, string(k)+"/")
	}
	for _, k := range under {
		at := m + "payment_methods/" + k + "{token}"
		gateway("GET "+at, "payment_method", s.onMethod(s.findMethod))
		gateway("PUT "+at, "payment_method", s.onMethod(s.updateMethod))
		gateway("DELETE "+at, "payment_method", s.onMethod(s.deleteMethod))
	}
	gateway("POST "+m+"payment_methods/all/expiring_ids", "search", methodIDs(s.expiring))
	gateway("POST "+m+"payment_methods/all/expiring", "search", s.methodPage(s.expiring))
	gateway("POST "+m+"payment_methods/all/expired_ids", "search", methodIDs(s.expired))
	gateway("POST "+m+"payment_methods/all/expired", "search", s.methodPage(s.expired))
	gateway("GET "+m+"payment_methods/from_nonce/{nonce}", "payment_method", s.methodOfNonce)
	gateway("POST "+m+"payment_methods/{token}/nonces", "payment_method", s.onMethod(s.createNonce))
	gateway("GET "+m+"payment_method_nonces/{nonce}", "payment_method", s.findNonce)

	gateway("GET "+m+"disputes/{id}", "dispute", s.onDispute(s.findDispute))
	gateway("PUT "+m+"disputes/{id}/accept", "dispute", s.onDispute(s.acceptDispute))
	gateway("PUT "+m+"disputes/{id}/finalize", "dispute", s.onDispute(s.finalizeDispute))
	gateway("POST "+m+"disputes/{id}/evidence", "dispute", s.onDispute(s.addEvidence))
	gateway("DELETE "+m+"disputes/{id}/evidence/{evidence}", "dispute", s.onDispute(s.removeEvidence))
	gateway("POST "+m+"disputes/advanced_search", "search", s.searchDisputes)

	s.browserRoutes(mux)
	s.hostedRoutes(mux)
	s.controlRoutes(mux)

	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		// Some clients send two slashes. A redirect would lose the body, so the path is cleaned here.
		if clean := path.Clean(r.URL.Path); clean != r.URL.Path {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = clean, ""
		}
		defer func() { // the pattern holds no IDs and no nonces
			s.opts.Log.Debug("sandbox call", "pattern", r.Pattern, "took", time.Since(started))
		}()
		mux.ServeHTTP(w, r)
	})
}

// gateway wraps a call in a handler, which authenticates the caller, reads the body and applies faults.
func (s *Sandbox) gateway(operation string, act func(*call) answer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.hasValidKeys(r) {
			w.Header().Set("WWW-Authenticate", `Basic realm="Cojoin sandbox"`)
			http.Error(w, "", http.StatusUnauthorized)
			return
		}
		body, err := readBody(r)
		if err != nil {
			s.write(w, r, answer{http.StatusBadRequest, badSearch(err)}, nil)
			return
		}
		s.mu.Lock()
		f, err := s.faultFor(operation, body.text("order-id"), body.text("payment-method-token"), r.Header.Get(FaultHeader))
		s.mu.Unlock()
		if err != nil {
			s.write(w, r, answer{http.StatusBadRequest, badSearch(err)}, nil)
			return
		}
		if f != nil {
			switch {
			case f.Kind == FaultReset:
				reset(w)
			case f.BeforeActing && f.Kind == FaultDelay:
				// A provider continues after its caller has given up, so the request's context is ignored.
				time.Sleep(f.delay())
				f = nil
			case f.BeforeActing:
				s.write(w, r, answer{status: http.StatusOK, body: group("nothing-was-done")}, f)
				return
			}
		}
		a, failed := s.act(func() answer { return act(&call{request: r, body: body, fault: f}) })
		if failed != nil {
			s.opts.Log.Error("the sandbox can't write its ledger", "error", failed)
			a = answer{status: http.StatusInternalServerError}
		}
		s.write(w, r, a, f)
	})
}

// act runs a call under the lock and returns the ledger's error. A panic of the call releases the lock, too.
func (s *Sandbox) act(call func() answer) (answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := call()
	return a, s.ledger.err
}

// hasValidKeys reports whether merchant and keys are right.
func (s *Sandbox) hasValidKeys(r *http.Request) bool {
	public, private, ok := r.BasicAuth()
	same := func(a, b string) int { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) }
	return ok && same(public, s.opts.PublicKey)&same(private, s.opts.PrivateKey)&same(r.PathValue("merchant"), s.opts.MerchantID) == 1
}

// readBody parses XML, or a JSON object with the root as its only member. It returns nil for an empty body.
func readBody(r *http.Request) (*element, error) {
	var raw bytes.Buffer
	if _, err := raw.ReadFrom(r.Body); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(raw.Bytes())) == 0 {
		return nil, nil
	}
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media == "application/json" {
		root, err := readJSON(&raw)
		if err != nil || len(root.Children) == 0 {
			return nil, err
		}
		return root.Children[0], nil
	}
	return readXML(&raw)
}
