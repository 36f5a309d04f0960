package integrations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/integration"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/internal/pg"
	"github.com/cojoin/cojoin/sdk/secret"
)

// The states of a delivery.
const (
	deliveryPending   = "pending"
	deliveryDelivered = "delivered"
	deliveryDead      = "dead"
)

const (
	// together is the number of events sent to an endpoint at the same time, each of a different subject.
	together = 8
)

// pauses are the pauses before the second try, the third and so on, if [integration.Config].Pause is [integration.DefaultPause]: five days in
// total. Then the delivery is dead, and the next event of its subject is sent.
var pauses = []time.Duration{
	integration.DefaultPause, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
	24 * time.Hour, 24 * time.Hour, 24 * time.Hour, 24 * time.Hour,
}

// nextTry returns the time of the next try after a number of failures; false if the delivery is given up.
func (c *Engine) nextTry(now time.Time, tries int) (time.Time, bool) {
	if tries > len(pauses) {
		return time.Time{}, false
	}
	wait := float64(pauses[max(tries, 1)-1]) * (float64(c.config.Pause) / float64(integration.DefaultPause))
	return now.Add(time.Duration(wait)), true
}

// Sending implements [integration.Client].
func (c *Engine) Sending(ctx context.Context) ([]string, error) {
	if c.config.Sender == nil {
		return nil, nil
	}
	rows, err := c.core.Q.ListHostEndpoints(ctx)
	if err != nil {
		return nil, fmt.Errorf("host endpoints: %w", err)
	}
	var ids []string
	for _, row := range rows {
		if row.State == endpointEnabled {
			ids = append(ids, row.ID.String())
		}
	}
	return ids, nil
}

// Deliver implements [integration.Client].
func (c *Engine) Deliver(ctx context.Context, endpointID string) (int, error) {
	if c.config.Sender == nil {
		return 0, integration.SendingOff
	}
	endpoint, err := c.findEndpoint(ctx, endpointID)
	if err != nil || endpoint.State != endpointEnabled {
		return 0, err
	}
	secrets, err := c.secretsOf(endpoint)
	if err != nil {
		return 0, err
	}
	now := c.core.Now()
	claimed, err := c.core.Q.ClaimHostDeliveries(ctx, now.Add(c.config.Lease), endpoint.ID, now, together)
	if err != nil {
		return 0, fmt.Errorf("claim deliveries: %w", err)
	}
	failures := make([]error, len(claimed))
	var sending sync.WaitGroup
	for i, d := range claimed {
		sending.Go(func() { failures[i] = c.deliver(ctx, endpoint, secrets, d) })
	}
	sending.Wait()
	return len(claimed), errors.Join(failures...)
}

// deliver sends one event and stores the result. A failed delivery is not an error.
func (c *Engine) deliver(ctx context.Context, endpoint db.HostEndpoint, secrets []secret.Secret, d db.ClaimHostDeliveriesRow) error {
	event := eventOf(d.HostEvent)
	var err error
	if event.Person, err = c.personOf(ctx, endpoint, event.Data); err != nil {
		return err
	}
	status, problem := c.send(ctx, endpoint.Url, event, secrets)
	if ctx.Err() != nil {
		return nil //nolint:nilerr // stopping: the lease ends, and another worker sends it
	}
	return c.noteDelivery(ctx, endpoint, d, status, problem)
}

func (c *Engine) send(ctx context.Context, address string, event integration.Event, secrets []secret.Secret) (status int, problem string) {
	body, err := json.Marshal(event)
	if err != nil {
		return 0, "the event can't be written as JSON"
	}
	ctx, cancel := context.WithTimeout(ctx, integration.SendTimeout)
	defer cancel()
	status, err = c.config.Sender.Send(ctx, integration.Message{URL: address, ID: event.ID, Body: body, Secrets: secrets})
	switch {
	case err != nil:
		return 0, err.Error()
	case status < 200 || status > 299:
		return status, fmt.Sprintf("answered %d", status)
	}
	return status, ""
}

// gone is the HTTP status by which an endpoint refuses further events.
const gone = 410

func (c *Engine) noteDelivery(ctx context.Context, endpoint db.HostEndpoint, d db.ClaimHostDeliveriesRow, status int, problem string) error {
	now, code := c.core.Now(), int16(min(status, 999)) //nolint:gosec // three digits
	ended := db.EndHostDeliveryParams{
		State: deliveryDelivered, LastStatus: &code, LastProblem: pg.Optional(problem), Now: now, EndpointID: endpoint.ID, Position: d.Position, Tries: d.Tries,
	}
	due, again := c.nextTry(now, int(d.Tries))
	switch {
	case status == gone:
		c.core.Log.Warn("endpoint is gone, no more events are sent to it", "endpoint", endpoint.ID)
		if err := c.core.Q.MarkHostEndpointGone(ctx, now, endpoint.ID); err != nil {
			return fmt.Errorf("endpoint is gone: %w", err)
		}
		due = now // in case an operator enables it again
		fallthrough
	case problem != "" && again:
		if err := c.core.Q.PostponeHostDelivery(ctx, db.PostponeHostDeliveryParams{
			DueAt: due, LastStatus: &code, LastProblem: pg.Optional(problem), EndpointID: endpoint.ID, Position: d.Position, Tries: d.Tries,
		}); err != nil {
			return fmt.Errorf("postpone delivery: %w", err)
		}
		return nil
	case problem != "":
		ended.State = deliveryDead
		c.core.Log.Error("event given up", "endpoint", endpoint.ID, "event", d.HostEvent.ID, "status", status)
	}
	return c.core.Tx(ctx, func(tx *pg.Tx) error {
		n, err := tx.EndHostDelivery(ctx, ended)
		if err != nil {
			return fmt.Errorf("end delivery: %w", err)
		}
		if n == 0 || d.Tries <= 1 { // the next events of the subject were never postponed
			return nil
		}
		return tx.FreeHostSubject(ctx, now, endpoint.ID, d.HostEvent.Subject)
	})
}

// personOf returns the parts of the account holder's data that the endpoint is set to get; nil if none. It reads them at the time of sending,
// so that an erased person's data is never sent.
func (c *Engine) personOf(ctx context.Context, endpoint db.HostEndpoint, data json.RawMessage) (*integration.Person, error) {
	if len(endpoint.People) == 0 {
		return nil, nil
	}
	var about struct {
		AccountID *uuid.UUID `json:"accountId"`
	}
	if err := json.Unmarshal(data, &about); err != nil {
		return nil, fmt.Errorf("data of event: %w", err)
	}
	if about.AccountID == nil {
		return nil, nil
	}
	account, err := c.core.Account(ctx, c.core.Q, *about.AccountID)
	if errors.Is(err, pgx.ErrNoRows) { // an invitee before joining
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("person of event: %w", err)
	}
	person := &integration.Person{}
	if account.Key.None() {
		return person, nil
	}
	if slices.Contains(endpoint.People, PeopleName) {
		person.FirstName, person.LastName = account.Person.FirstName, account.Person.LastName
	}
	if slices.Contains(endpoint.People, PeopleEmail) {
		person.Email = account.Person.Email
	}
	if slices.Contains(endpoint.People, PeopleLocale) {
		person.Locale = account.Locale
	}
	return person, nil
}
