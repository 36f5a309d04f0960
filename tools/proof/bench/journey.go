package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

// packageID is what everybody buys.
const packageID = 2001

// callNames are the six calls of a whole sign-up, in their order.
var callNames = []string{"create", "family", "order", "quote", "pay", "credentials"}

// journeys makes sign-ups, each of a person of its own from an address of its own.
type journeys struct {
	numbers atomic.Int64
	// turnedAway counts answers 503, after which the same call was sent again.
	turnedAway atomic.Int64
	mu         sync.Mutex
	took       map[string]*latencies // by call
}

func newJourneys() *journeys {
	j := &journeys{}
	j.forget()
	return j
}

// forget discards the latencies so far.
func (j *journeys) forget() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.took = map[string]*latencies{}
	for _, name := range callNames {
		j.took[name] = &latencies{}
	}
}

func (j *journeys) latency(name string) *latencies {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.took[name]
}

// signup is one on its way.
type journeySignup struct {
	number   int64
	id, key  string
	bearer   string
	calls    int64
	quote    price.Quote
	journeys *journeys
	caller   *caller
}

func (j *journeys) begin(c *caller) *journeySignup {
	return &journeySignup{number: j.numbers.Add(1), journeys: j, caller: c}
}

// callsOfAddress is how many calls come from one address: fewer than the limit of a minute.
const callsOfAddress = 20

// via is the visitor's address for the next call.
func (s *journeySignup) via() string {
	s.calls++
	visitor := s.number<<12 + s.calls/callsOfAddress
	return fmt.Sprintf("10.%d.%d.%d", visitor>>16&255, visitor>>8&255, visitor&255)
}

// turnedAwayLimit is how long a call is tried again while the server is too busy to hash.
const turnedAwayLimit = time.Minute

// make makes one of the six calls and reads its answer.
func (s *journeySignup) make(ctx context.Context, name, method, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	start := time.Now()
	request := call{
		method: method, path: path, key: s.key, bearer: s.bearer, via: s.via(), body: body,
		idempotency: fmt.Sprintf("bench-%d-%d-%d", start.UnixNano(), s.number, s.calls),
	}
	status, answer, err := s.caller.do(ctx, request)
	for err == nil && status == http.StatusServiceUnavailable { // too many concurrent hashes: retry, as a client does
		if time.Since(start) > turnedAwayLimit {
			return fmt.Errorf("bench: %s: still turned away after %s", name, turnedAwayLimit)
		}
		s.journeys.turnedAway.Add(1)
		time.Sleep(100 * time.Millisecond)
		status, answer, err = s.caller.do(ctx, request)
	}
	if err != nil {
		return err
	}
	s.journeys.latency(name).add(time.Since(start))
	if status >= 300 || status == http.StatusAccepted {
		return fmt.Errorf("bench: %s: status %d: %.300s", name, status, answer)
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return fmt.Errorf("bench: %s: %w", name, err)
	}
	return nil
}

type object = map[string]any

// enter makes the first three calls: the sign-up is ready to be priced and paid then.
func (s *journeySignup) enter(ctx context.Context) error {
	var made signup.Answer
	err := s.make(ctx, "create", http.MethodPost, "/v1/signups", object{
		"sections": []string{"PARENT"},
		"parent": object{
			"firstName": "Ana", "lastName": "Diaz", "email": fmt.Sprintf("load.%d@example.com", s.number),
			"phoneCountryCode": "+1", "phoneNumber": fmt.Sprintf("21555%05d", s.number%100_000), "timeZone": "America/New_York",
		},
	}, &made)
	if err != nil {
		return err
	}
	s.id, s.key = made.SignupID, made.RegistrationKey
	err = s.make(ctx, "family", http.MethodPut, "/v1/signups/"+s.id, object{
		"sections": []string{"FAMILY"},
		"coParent": object{
			"firstName": "Ben", "lastName": "Diaz", "email": fmt.Sprintf("load.co.%d@example.com", s.number),
			"phoneCountryCode": "+1", "phoneNumber": fmt.Sprintf("41255%05d", s.number%100_000),
		},
		"children": []object{{"firstName": "Mia", "lastName": "Diaz"}},
	}, &made)
	if err != nil {
		return err
	}
	return s.make(ctx, "order", http.MethodPut, "/v1/signups/"+s.id, object{
		"sections": []string{"ORDER", "ADDRESS", "REFERRAL"},
		"order":    object{"packageId": packageID},
		"parent":   object{"timeZone": "America/New_York"},
		"address":  object{"line1": "1 Market Street", "city": "Philadelphia", "region": "PA", "postalCode": "19103", "country": "US"},
		"referral": object{"selection": "SEARCH_ENGINE"},
	}, &made)
}

// price asks for the quote.
func (s *journeySignup) price(ctx context.Context) error {
	return s.make(ctx, "quote", http.MethodPost, "/v1/pricing", object{
		"limboId": s.id, "orderDetail": object{"packageId": packageID},
	}, &s.quote)
}

// whole makes all six calls.
func (s *journeySignup) whole(ctx context.Context) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	if err := s.price(ctx); err != nil {
		return err
	}
	var paid payment.Answer
	err := s.make(ctx, "pay", http.MethodPost, "/v1/signups/"+s.id+"/payment", object{
		"order": object{"packageId": packageID},
		"payment": object{
			"taxId": s.quote.TaxID, "amountDisplayed": s.quote.Totals.Total, "taxAmountDisplayed": s.quote.Totals.TaxAmount,
			"paymentType": "CREDIT_CARD", "nonce": "fake-valid-nonce", "cardHolderName": "Ana Diaz",
		},
	}, &paid)
	if err != nil {
		return err
	}
	if paid.Status != payment.Accepted {
		return fmt.Errorf("bench: pay: the payment is %s", paid.Status)
	}
	s.bearer = "Bearer " + paid.ClickToJoinToken
	return s.make(ctx, "credentials", http.MethodPost, "/v1/credentials", object{
		"username": fmt.Sprintf("load_%d", s.number), "password": fmt.Sprintf("A-Long-Pass-%d", s.number), "termsAndConditions": true,
	}, &account.CredentialsAnswer{})
}

// step chooses the package once more: a call with one transactional write.
func (s *journeySignup) step(ctx context.Context, c *caller) error {
	status, answer, err := c.do(ctx, call{
		method: http.MethodPut, path: "/v1/signups/" + s.id, key: s.key, body: stepBody,
		via:         s.via(),
		idempotency: fmt.Sprintf("step-%d-%d-%d", s.number, s.calls, time.Now().UnixNano()),
	})
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("bench: step: status %d: %.300s", status, answer)
	}
	return nil
}

// stepBody is what a step call sends.
var stepBody = fmt.Appendf(nil, `{"sections":["ORDER"],"order":{"packageId":%d}}`, packageID)
