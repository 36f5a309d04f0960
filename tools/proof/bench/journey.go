package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cojoin/cojoin/sdk/account"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/price"
	"github.com/cojoin/cojoin/sdk/signup"
)

// packageID is the package that all customers buy.
const packageID = 2001

// callNames are the six calls of a whole sign-up, in order.
var callNames = []string{"create", "family", "order", "quote", "pay", "credentials"}

// journeys makes sign-ups, each of another person from another address.
type journeys struct {
	numbers atomic.Int64
	mu      sync.Mutex
	took    map[string]*latencies // by call
	refused map[string]int        // 503 replies by call; the same call was sent again after each
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
	j.took, j.refused = map[string]*latencies{}, map[string]int{}
	for _, name := range callNames {
		j.took[name] = &latencies{}
	}
}

func (j *journeys) latency(name string) *latencies {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.took[name]
}

func (j *journeys) turnAway(name string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.refused[name]++
}

// away returns the number of refusals of a call for lack of a turn.
func (j *journeys) away(name string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.refused[name]
}

// journeySignup is a sign-up in progress.
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

// callsOfAddress is the number of calls from one address, below the limit of a minute.
const callsOfAddress = 20

// via returns the visitor's address for the next call.
func (s *journeySignup) via() string {
	s.calls++
	visitor := s.number<<12 + s.calls/callsOfAddress
	return fmt.Sprintf("10.%d.%d.%d", visitor>>16&255, visitor>>8&255, visitor&255)
}

// turnedAwayLimit limits the retries of a call while the server is too busy to hash.
const turnedAwayLimit = time.Minute

// make makes one of the six calls and decodes its reply.
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
	status, answer, err := s.send(ctx, name, request)
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

// send repeats a call as long as the server has no turn for it, as a client does.
func (s *journeySignup) send(ctx context.Context, name string, request call) (int, []byte, error) {
	start := time.Now()
	status, answer, err := s.caller.do(ctx, request)
	for err == nil && status == http.StatusServiceUnavailable {
		if time.Since(start) > turnedAwayLimit {
			return 0, nil, fmt.Errorf("bench: %s: still turned away after %s", name, turnedAwayLimit)
		}
		s.journeys.turnAway(name)
		time.Sleep(100 * time.Millisecond)
		status, answer, err = s.caller.do(ctx, request)
	}
	return status, answer, err
}

type object = map[string]any

// enter makes the first three calls. The sign-up can be priced and paid then.
func (s *journeySignup) enter(ctx context.Context) error {
	return s.each(ctx, s.create, s.family, s.order)
}

// whole makes all six calls.
func (s *journeySignup) whole(ctx context.Context) error {
	return s.each(ctx, s.create, s.family, s.order, s.price, s.pay, s.credentials)
}

func (s *journeySignup) each(ctx context.Context, calls ...func(context.Context) error) error {
	for _, call := range calls {
		if err := call(ctx); err != nil {
			return err
		}
	}
	return nil
}

// one makes the named call, one of callNames.
func (s *journeySignup) one(ctx context.Context, name string) error {
	return map[string]func(context.Context) error{
		"create": s.create, "family": s.family, "order": s.order, "quote": s.price, "pay": s.pay, "credentials": s.credentials,
	}[name](ctx)
}

func (s *journeySignup) create(ctx context.Context) error {
	var made signup.Answer
	err := s.make(ctx, "create", http.MethodPost, "/v1/signups", object{
		"sections": []string{"PARENT"},
		"parent": object{
			"firstName": "Ana", "lastName": "Diaz", "email": fmt.Sprintf("load.%d@example.com", s.number),
			"phoneCountryCode": "+1", "phoneNumber": fmt.Sprintf("21555%05d", s.number%100_000), "timeZone": "America/New_York",
		},
	}, &made)
	s.id, s.key = made.SignupID, made.RegistrationKey.Reveal()
	return err
}

func (s *journeySignup) family(ctx context.Context) error {
	return s.make(ctx, "family", http.MethodPut, "/v1/signups/"+s.id, object{
		"sections": []string{"FAMILY"},
		"coParent": object{
			"firstName": "Ben", "lastName": "Diaz", "email": fmt.Sprintf("load.co.%d@example.com", s.number),
			"phoneCountryCode": "+1", "phoneNumber": fmt.Sprintf("41255%05d", s.number%100_000),
		},
		"children": []object{{"firstName": "Mia", "lastName": "Diaz"}},
	}, &signup.Answer{})
}

func (s *journeySignup) order(ctx context.Context) error {
	return s.make(ctx, "order", http.MethodPut, "/v1/signups/"+s.id, object{
		"sections": []string{"ORDER", "ADDRESS", "REFERRAL"},
		"order":    object{"packageId": packageID},
		"parent":   object{"timeZone": "America/New_York"},
		"address":  object{"line1": "1 Market Street", "city": "Philadelphia", "region": "PA", "postalCode": "19103", "country": "US"},
		"referral": object{"selection": "SEARCH_ENGINE"},
	}, &signup.Answer{})
}

// price gets the quote.
func (s *journeySignup) price(ctx context.Context) error {
	return s.make(ctx, "quote", http.MethodPost, "/v1/pricing", object{
		"limboId": s.id, "orderDetail": object{"packageId": packageID}, "storePaymentOnFile": false,
	}, &s.quote)
}

func (s *journeySignup) pay(ctx context.Context) error {
	var paid payment.Answer
	err := s.make(ctx, "pay", http.MethodPost, "/v1/signups/"+s.id+"/payment", object{
		"order": object{"packageId": packageID},
		"payment": object{
			"taxId": s.quote.TaxID, "amountDisplayed": s.quote.Totals.Total, "taxAmountDisplayed": s.quote.Totals.TaxAmount,
			"paymentType": "CREDIT_CARD", "nonce": "fake-valid-nonce", "cardHolderName": "Ana Diaz", "storePaymentOnFile": false,
		},
	}, &paid)
	if err == nil && paid.Status != payment.Accepted {
		err = fmt.Errorf("bench: pay: the payment is %s", paid.Status)
	}
	s.bearer = "Bearer " + paid.ClickToJoinToken.Reveal()
	return err
}

func (s *journeySignup) username() string { return fmt.Sprintf("load_%d", s.number) }
func (s *journeySignup) password() string { return fmt.Sprintf("A-Long-Pass-%d", s.number) }

func (s *journeySignup) credentials(ctx context.Context) error {
	return s.make(ctx, "credentials", http.MethodPost, "/v1/credentials", object{
		"username": s.username(), "password": s.password(), "termsAndConditions": true,
	}, &account.CredentialsAnswer{})
}

// logIn isn't one of the six calls: a client may do it later.
func (s *journeySignup) logIn(ctx context.Context) error {
	form := url.Values{"username": {s.username()}, "password": {s.password()}}
	request := call{method: http.MethodPost, path: "/login", via: s.via(), form: true, body: []byte(form.Encode())}
	status, answer, err := s.send(ctx, "log-in", request)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("bench: log-in: status %d: %.300s", status, answer)
	}
	return err
}

// step chooses the package again: a call with one transactional write.
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

// stepBody is the body of a step call.
var stepBody = fmt.Appendf(nil, `{"sections":["ORDER"],"order":{"packageId":%d}}`, packageID)
