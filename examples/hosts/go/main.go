// A customer's application, which verifies events and stores entitlements. WEBHOOK_SECRET=whsec_… go run ./examples/hosts/go [port].
// GET /entitlements lists the entitlements. This example stores them in memory; use one transaction of your database.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type place struct {
	SubscriptionID, State, EndsAt string
	AccountID                     *string
	PackageID                     int
	Renews                        bool
	position                      int64
}

type event struct {
	ID, Type string
	Position int64
	Data     struct {
		place
		Subscription *place // in family.joined
	}
}

type app struct {
	mu      sync.Mutex
	secrets []*standardwebhooks.Webhook // two while one replaces the other
	seen    map[string]bool
	places  map[string]place
}

// receive processes one message. It rejects a message that wasn't signed with a secret in the last five minutes.
func (a *app) receive(body []byte, header http.Header) error {
	good := func(s *standardwebhooks.Webhook) bool { return s.Verify(body, header) == nil }
	var e event
	if !slices.ContainsFunc(a.secrets, good) || json.Unmarshal(body, &e) != nil || e.ID != header.Get("webhook-id") {
		return errors.New("not signed just now with one of our secrets")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.seen[e.ID] {
		return nil
	}
	a.seen[e.ID] = true
	p := e.Data.Subscription
	if strings.HasPrefix(e.Type, "subscription.") {
		p = &e.Data.place
	}
	if p != nil && e.Position > a.places[p.SubscriptionID].position { // ignores late and repeated events
		p.position = e.Position
		a.places[p.SubscriptionID] = *p
	} // on privacy.erased, also delete your data about the account
	return nil
}

func (a *app) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		a.mu.Lock()
		defer a.mu.Unlock()
		_ = json.NewEncoder(w).Encode(a.places) // the reader may have disconnected
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err == nil {
		err = a.receive(body, r.Header)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

func main() {
	a := &app{seen: map[string]bool{}, places: map[string]place{}}
	for _, s := range strings.Fields(os.Getenv("WEBHOOK_SECRET")) {
		hook, err := standardwebhooks.NewWebhook(s)
		if err != nil {
			log.Fatal(err)
		}
		a.secrets = append(a.secrets, hook)
	}
	socket, err := net.Listen("tcp", "127.0.0.1:"+append(os.Args[1:], "3000")[0]) //nolint:noctx // an example, kept short
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on http://" + socket.Addr().String())
	log.Fatal((&http.Server{Handler: a, ReadHeaderTimeout: 5 * time.Second}).Serve(socket))
}
