package sdk

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk/internal/db"
)

// What tests outside the package see of what only other operations call.

// CreatedAccountsForTest is what a paid sign-up became.
type CreatedAccountsForTest struct {
	createdAccounts
	Token Secret // sets username and password
}

// PayForTest does what the paying transaction does for accounts: it makes them, the credentials token, and
// marks the registration paid.
func (c *Client) PayForTest(ctx context.Context, signupID string, key Secret) (out CreatedAccountsForTest, err error) {
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		row, err := c.lockOpenRegistration(ctx, q, signupID, key)
		if err != nil {
			return err
		}
		d, err := draftOf(row)
		if err != nil {
			return err
		}
		out.createdAccounts, err = c.checkouts[purposeOf(row)].accounts(ctx, tx, d, familyPaid{CoParentSeat: true, PackageID: 2001, TermsAgreed: true})
		if err != nil {
			return err
		}
		if out.Token, err = c.newCredentialsToken(ctx, tx, out.AccountID); err != nil {
			return err
		}
		_, err = q.MarkRegistrationPaid(ctx, newID(), c.now(), out.AccountID, row.ID)
		return err
	})
	return out, err
}

// BeginPayingForTest freezes the registration as the payment's first transaction does.
func (c *Client) BeginPayingForTest(ctx context.Context, signupID string, key Secret) error {
	return c.tx(ctx, func(q *db.Queries, _ pgx.Tx) error {
		row, err := c.lockOpenRegistration(ctx, q, signupID, key)
		if err != nil {
			return err
		}
		return q.MarkRegistrationPaying(ctx, c.now(), row.ID)
	})
}

// InvitationTokenForTest makes the token of an invitation's link as the mail's job does.
func (c *Client) InvitationTokenForTest(ctx context.Context, accounts CreatedAccountsForTest) (token Secret, err error) {
	err = c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		invitation, err := q.GetInvitation(ctx, *accounts.InvitationID)
		if err != nil {
			return err
		}
		token, err = c.newInvitationToken(ctx, tx, invitation)
		return err
	})
	return token, err
}

// FindInvitationTokenForTest says whether an invitation token is good now.
func (c *Client) FindInvitationTokenForTest(ctx context.Context, token Secret) error {
	_, err := c.findToken(ctx, c.q, tokenInvitation, token)
	return err
}

// BeginPaymentForTest does step 1 of paying and stops, as a server does that is killed there.
func (c *Client) BeginPaymentForTest(ctx context.Context, signupID string, key Secret, in PaymentInput, meta CallMeta) error {
	in, err := in.normalise()
	if err != nil {
		return err
	}
	_, err = c.beginPayment(ctx, c.keyDoor(signupID, key), in, meta, nil)
	return err
}

// TableRights is what the database roles may do, by table: of servers and of workers.
func TableRights() map[string][2]string {
	out := map[string][2]string{}
	for table, r := range tableRights {
		out[table] = [2]string{r.serve, r.work}
	}
	return out
}

// DataMapColumns is every column that the data map names, as table.column.
func DataMapColumns() []string {
	var out []string
	for _, t := range dataMap {
		for _, c := range t.personal {
			out = append(out, t.name+"."+c.name)
		}
		for _, c := range strings.Fields(t.plain) {
			out = append(out, t.name+"."+c)
		}
	}
	return out
}

// TransactionForTest runs f in a transaction as all operations do. leave leaves a job with it.
func (c *Client) TransactionForTest(ctx context.Context, f func(q *db.Queries, tx pgx.Tx, leave func(Job, JobOptions) error) error) error {
	return c.tx(ctx, func(q *db.Queries, tx pgx.Tx) error {
		return f(q, tx, func(job Job, opts JobOptions) error { return c.enqueue(ctx, tx, job, opts) })
	})
}

// SendBatchForTest sends a batch on the pool or in a transaction.
var SendBatchForTest = sendBatch

// PurposesForTest are the purposes that the payment engine knows, sorted.
func (c *Client) PurposesForTest() []string { return slices.Sorted(maps.Keys(c.purposes.rows)) }
