package outbox_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	_ "github.com/cojoin/cojoin/internal/container" // Postgres in a container, where an engine answers
	"github.com/cojoin/cojoin/sdk/adapter/outbox"
	"github.com/cojoin/cojoin/sdk/email"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

var sample = email.Message{
	Key: "receipt/1", Kind: email.Receipt, To: "ana@example.com", ToName: "Ana Díaz", Lang: "es_MX",
	Subject: "Su recibo", Text: "Gracias, señora.\n", HTML: "<p>Gracias, señora.</p>", Link: "https://example.com/#token=t",
}

func TestOutbox(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	box, other := outbox.New(env.Pool), outbox.New(env.Pool)
	second := sample
	second.Key, second.To = "receipt/2", "Ben@example.com"
	for _, m := range []email.Message{sample, sample, second} {
		if err := box.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	got, err := other.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	want := []outbox.Delivered{
		{Kind: email.Receipt, To: "Ben@example.com", ToName: "Ana Díaz", Lang: "es_MX", Subject: "Su recibo", Text: sample.Text, HTML: sample.HTML, Link: sample.Link.Reveal()},
		{Kind: email.Receipt, To: "ana@example.com", ToName: "Ana Díaz", Lang: "es_MX", Subject: "Su recibo", Text: sample.Text, HTML: sample.HTML, Link: sample.Link.Reveal()},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(outbox.Delivered{}, "ID", "CreatedAt")); diff != "" {
		t.Errorf("outbox (-want +got):\n%s", diff)
	}
	one, err := other.List(t.Context(), "BEN@EXAMPLE.COM")
	if diff := cmp.Diff(got[:1], one); diff != "" || err != nil {
		t.Errorf("mails to Ben, error %v (-want +got):\n%s", err, diff)
	}
	if m, err := other.Get(t.Context(), got[0].ID); err != nil || !cmp.Equal(m, got[0]) {
		t.Errorf("%+v, %v", m, err)
	}
	for _, id := range []string{"x", "01a1fded-722b-71ab-a0d3-cf8351e72d0b"} {
		if _, err := other.Get(t.Context(), id); !errors.Is(err, outbox.ErrNoMail) {
			t.Errorf("%s: %v", id, err)
		}
	}
	if n, err := box.Clear(t.Context()); n != 2 || err != nil {
		t.Errorf("cleared %d, %v", n, err)
	}
}

// A mail has the time of the product's clock. The last sent one is listed first, also if the clock was set back.
func TestOutboxHasTheClockOfTheProduct(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t)
	box := outbox.NewAt(env.Pool, env.Clock)
	later := sample
	later.Key = "receipt/2"
	for _, m := range []email.Message{sample, later} {
		if err := box.Send(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		env.Clock.Advance(-24 * time.Hour)
	}
	mails, err := box.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var got []time.Time
	for _, m := range mails {
		got = append(got, m.CreatedAt.UTC())
	}
	if diff := cmp.Diff([]time.Time{sdktest.Start.Add(-24 * time.Hour), sdktest.Start}, got); diff != "" {
		t.Errorf("times (-want +got):\n%s", diff)
	}
}
