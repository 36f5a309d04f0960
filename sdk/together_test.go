package sdk_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/internal/db"
	"github.com/cojoin/cojoin/sdk/sdktest"
)

// What doesn't wait for one another's answers goes to the database together: a payment that takes the ordinary way
// makes nineteen round trips for its fifty statements, username and password eight.
func TestPaymentSavesTrips(t *testing.T) {
	t.Parallel()
	env, noted := traced(t, sdktest.WithConfig(func(c *sdk.Config) { c.Limits = sdk.Limits{} }))
	signUp := func() (quote, payment, credentials []string) {
		s := env.SignUp(t)
		noted.take()
		in := sdk.PaymentInput{Order: sdk.OrderChoice{PackageID: 2001}, Payment: sdk.PaymentDetails{Nonce: goodNonce, PaymentType: sdk.PaymentCreditCard}}
		q, err := env.Client.PriceRegistration(t.Context(), s.SignupID, s.Key, sdk.QuoteInput{LimboID: s.SignupID, OrderDetail: in.Order}, english)
		if err != nil {
			t.Fatal(err)
		}
		quote = noted.take()
		in.Payment.TaxID, in.Payment.AmountDisplayed, in.Payment.TaxAmountDisplayed = q.TaxID, q.Totals.Total, q.Totals.TaxAmount
		paid, err := env.Client.Pay(t.Context(), s.SignupID, s.Key, in, sdk.CallMeta{Lang: "en", IdempotencyKey: "payment-" + s.SignupID})
		if err != nil {
			t.Fatal(err)
		}
		payment = noted.take()
		_, err = env.Client.SetCredentials(t.Context(), sdk.Secret(paid.ClickToJoinToken), sdk.CredentialsInput{Username: "ana" + s.SignupID[30:], Password: "Correct-horse-7"},
			sdk.CallMeta{Lang: "en", IdempotencyKey: "credentials-" + s.SignupID})
		if err != nil {
			t.Fatal(err)
		}
		return quote, payment, noted.take()
	}
	signUp() // whoever leaves jobs first asks which Postgres it is
	quote, payment, credentials := signUp()
	if diff := cmp.Diff([]string{"GetRegistration LatestCatalogVersion", "InsertQuote"}, quote); diff != "" {
		t.Errorf("a quote's trips (-want +got):\n%s", diff)
	}
	want := []string{
		"GetRegistration", "CountEvents", "ClaimIdempotencyKey",
		"begin", "LockRegistration",
		"FindLiveAttempt FindAttemptByIdempotency FindAccountByEmail GetQuote FindOpenOrder LatestCatalogVersion PeekEvents CountDeclines",
		"InsertOrder InsertAttempt", "MarkRegistrationPaying JobInsertFastMany", "commit",
		"SendAttempt",
		"begin", "LockRegistration LockOrder LockAttempt", "SaveAttempt",
		"InsertPaymentEvent ClearRegistrationPaying SetOrderSubscriptions LockEmails InsertFamily TakeEmailFromInvited InsertAccount",
		"InsertAccountEvent InsertChild InsertChild InsertInvitedAccount",
		"InsertInvitation InsertAccountEvent PlaceOrder MarkRegistrationPaid",
		"InsertSubscription RedeemOrderCodes RedeemCoupon InsertReceipt EndAccountTokens InsertToken StoreIdempotentAnswer",
		"JobInsertFastMany", "commit",
	}
	if diff := cmp.Diff(want, payment); diff != "" {
		t.Errorf("a payment's trips (-want +got):\n%s", diff)
	}
	want = []string{
		"ClaimIdempotencyKey", "FindToken", "CountEvents", "GetAccount UsernameTaken",
		"begin", "EndToken InsertCredentials", "ActivateAccount EndAccountTokens InsertAccountEvent StoreIdempotentAnswer", "commit",
	}
	if diff := cmp.Diff(want, credentials); diff != "" {
		t.Errorf("the trips of username and password (-want +got):\n%s", diff)
	}
}

// Each gets its own answer, and none that is another's: not where one makes no statement, and not where it makes
// another than it did first. The connection is as good as before.
func TestTogether(t *testing.T) {
	t.Parallel()
	env := sdktest.New(t, sdktest.WithConnections(1))
	var version int32
	var taken bool
	versionOf := func(q *db.Queries) (err error) {
		version, err = q.LatestCatalogVersion(t.Context())
		return err
	}
	takenBy := func(q *db.Queries) (err error) {
		taken, err = q.UsernameTaken(t.Context(), "ana")
		return err
	}
	nothing := func(*db.Queries) error { return nil }
	if _, err := env.Client.Packages(t.Context(), "P0", nil, "en-US"); err != nil { // makes the catalogue version 1
		t.Fatal(err)
	}
	if err := sdk.TogetherForTest(t.Context(), env.Pool, nothing, versionOf, nothing, takenBy); err != nil || version != 1 || taken {
		t.Errorf("version %d, taken %t, %v; want 1, false", version, taken, err)
	}
	calls := 0
	fickle := func(q *db.Queries) error {
		if calls++; calls == 1 {
			return versionOf(q)
		}
		return takenBy(q)
	}
	err := sdk.TogetherForTest(t.Context(), env.Pool, fickle, versionOf)
	if err == nil || !strings.Contains(err.Error(), "UsernameTaken isn't the statement that was sent") {
		t.Errorf("another statement: error %v", err)
	}
	missing := func(q *db.Queries) error {
		_, err := q.GetCatalogVersion(t.Context(), 77)
		return err
	}
	if err := sdk.TogetherForTest(t.Context(), env.Pool, missing, takenBy); !errors.Is(err, pgx.ErrNoRows) {
		t.Errorf("a row that isn't there: error %v", err)
	}
	version = 0
	if err := sdk.TogetherForTest(t.Context(), env.Pool, versionOf); err != nil || version != 1 {
		t.Errorf("version %d, %v after the errors", version, err)
	}
}
