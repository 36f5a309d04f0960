package payments_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cojoin/cojoin/sdk/caller"
	"github.com/cojoin/cojoin/sdk/internal/engine"
	"github.com/cojoin/cojoin/sdk/internal/engine/payments"
	"github.com/cojoin/cojoin/sdk/payment"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// Each count of declines has its own limit: 5 for a session and for a mailbox, 20 for an address, 60 for a network. The other payers of a household
// or an office pay on after one person's declines. After the window, that person does, too.
func TestEachSubjectHasItsOwnLimitOfDeclines(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		tried func(n int) payments.Tried // the nth decline
		visit payments.Visit             // of a payer who is then refused
		other payments.Visit             // of one who isn't
		limit int
		want  error
	}{
		"a known payer": {
			tried: func(int) payments.Tried { return payments.Tried{Payer: "one"} },
			visit: payments.Visit{Session: "one", Proof: payments.Known}, other: payments.Visit{Session: "two", Proof: payments.Known}, limit: 5, want: payment.Closed,
		},
		"a proved mailbox": {
			tried: func(int) payments.Tried {
				return payments.Tried{Visit: payments.Visit{Mailbox: []byte("ana"), Proof: payments.ProvedMailbox}}
			},
			visit: payments.Visit{Session: "two", Mailbox: []byte("ana"), Proof: payments.ProvedMailbox},
			other: payments.Visit{Session: "two", Mailbox: []byte("ben"), Proof: payments.ProvedMailbox}, limit: 5, want: payment.Closed,
		},
		"an address": {
			tried: func(int) payments.Tried { return payments.Tried{Meta: caller.Meta{ClientAddr: "192.0.2.7"}} },
			visit: payments.Visit{Session: "two", ClientAddr: "192.0.2.7"}, other: payments.Visit{Session: "two", ClientAddr: "192.0.2.8"},
			limit: 20, want: payment.ProveMailbox,
		},
		"a network": {
			tried: func(n int) payments.Tried {
				return payments.Tried{Meta: caller.Meta{ClientAddr: fmt.Sprintf("192.0.2.%d", n)}}
			},
			visit: payments.Visit{Session: "two", ClientAddr: "192.0.2.200"}, other: payments.Visit{Session: "two", ClientAddr: "198.51.100.7"},
			limit: 60, want: payment.ProveMailbox,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := sdktest.New(t)
			p := engine.Of(env.Client).Payment
			demand := func(v payments.Visit) error {
				d, err := p.MayPay(t.Context(), v)
				return errors.Join(err, d.Fault())
			}
			first := -1
			for n := range test.limit + 1 {
				if first < 0 && demand(test.visit) != nil {
					first = n
				}
				if err := p.CountTried(t.Context(), test.tried(n)); err != nil {
					t.Fatal(err)
				}
			}
			if err := demand(test.visit); first != test.limit || !errors.Is(err, test.want) {
				t.Errorf("after %d declines %v; want %v after %d", first, err, test.want, test.limit)
			}
			if err := demand(test.other); err != nil {
				t.Errorf("another: %v", err)
			}
			env.Clock.Advance(payment.DefaultConfig().DeclineWindow - time.Second)
			last := demand(test.visit)
			env.Clock.Advance(time.Second)
			if diff := cmp.Diff([]bool{true, false}, []bool{last != nil, demand(test.visit) != nil}); diff != "" {
				t.Errorf("refused in the window's last second, and after it (-want +got):\n%s", diff)
			}
		})
	}
}
