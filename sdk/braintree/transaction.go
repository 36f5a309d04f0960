package braintree

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	client "github.com/braintree-go/braintree-go"
	"golang.org/x/text/language"

	"github.com/cojoin/cojoin/sdk"
	"github.com/cojoin/cojoin/sdk/money"
)

// idForm is what the provider's transaction ids look like.
var idForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// statuses maps the provider's statuses; what isn't in it is [sdk.GatewayUnrecognized].
var statuses = map[client.TransactionStatus]sdk.GatewayStatus{
	client.TransactionStatusAuthorizing:            sdk.GatewayAuthorizing,
	client.TransactionStatusAuthorized:             sdk.GatewayAuthorized,
	client.TransactionStatusAuthorizationExpired:   sdk.GatewayAuthorizationExpired,
	client.TransactionStatusSubmittedForSettlement: sdk.GatewaySubmittedForSettlement,
	client.TransactionStatusSettling:               sdk.GatewaySettling,
	client.TransactionStatusSettlementPending:      sdk.GatewaySettling,
	client.TransactionStatusSettlementConfirmed:    sdk.GatewaySettling,
	client.TransactionStatusSettled:                sdk.GatewaySettled,
	client.TransactionStatusSettlementDeclined:     sdk.GatewaySettlementDeclined,
	client.TransactionStatusVoided:                 sdk.GatewayVoided,
	client.TransactionStatusProcessorDeclined:      sdk.GatewayProcessorDeclined,
	client.TransactionStatusGatewayRejected:        sdk.GatewayRejected,
	client.TransactionStatusFailed:                 sdk.GatewayFailed,
}

var paymentTypes = map[client.PaymentInstrumentType]sdk.PaymentType{
	client.PaymentInstrumentTypeCreditCard:    sdk.PaymentCreditCard,
	client.PaymentInstrumentTypePaypalAccount: sdk.PaymentPayPal,
	client.PaymentInstrumentTypeVenmoAccount:  sdk.PaymentVenmo,
	client.PaymentInstrumentTypeApplePayCard:  sdk.PaymentApplePay,
}

// transaction reads an answer. One without an id, an amount or a currency proves nothing.
func transaction(what string, t *client.Transaction) (sdk.GatewayTransaction, error) {
	if t == nil || t.Id == "" {
		return sdk.GatewayTransaction{}, fmt.Errorf("%w: %s: the answer holds no transaction", sdk.ErrGatewayUnknown, what)
	}
	amount, err := minor(t.Amount, money.Currency(t.CurrencyISOCode))
	if err != nil {
		return sdk.GatewayTransaction{}, fmt.Errorf("%w: %s: transaction %s: %w", sdk.ErrGatewayUnknown, what, t.Id, err)
	}
	out := sdk.GatewayTransaction{
		ID: t.Id, OrderID: t.OrderId, MerchantAccountID: t.MerchantAccountId, Status: statuses[t.Status],
		Credit: t.Type == "credit", Amount: amount, PaymentType: paymentTypes[t.PaymentInstrumentType],
		PaymentMethodToken: sdk.Secret(t.PaymentMethodToken),
	}
	if out.Status == "" {
		out.Status = sdk.GatewayUnrecognized
	}
	if out.Status.Refused() {
		out.DeclineCode = sdk.DeclineCode(string(t.GatewayRejectionReason), processorCode(t))
	}
	out.Disputed = slices.ContainsFunc(t.Disputes, func(d *client.Dispute) bool { return d != nil && d.Status != client.DisputeStatusWon })
	if t.CreatedAt != nil {
		out.CreatedAt = t.CreatedAt.UTC()
	}
	readInstrument(t, &out)
	return out, nil
}

// readInstrument takes what is told of the instrument from the part that belongs to its kind.
func readInstrument(t *client.Transaction, out *sdk.GatewayTransaction) {
	token := ""
	switch {
	case t.PaymentInstrumentType == client.PaymentInstrumentTypeCreditCard && t.CreditCard != nil:
		token, out.CardLastFour, out.CardBrand = t.CreditCard.Token, t.CreditCard.Last4, t.CreditCard.CardType
		out.CardCountry = alpha2(t.CreditCard.CountryOfIssuance)
	case t.PaymentInstrumentType == client.PaymentInstrumentTypeApplePayCard && t.ApplePayDetails != nil:
		token, out.CardLastFour, out.CardBrand = t.ApplePayDetails.Token, t.ApplePayDetails.Last4, strings.TrimPrefix(t.ApplePayDetails.CardType, "Apple Pay - ")
	case t.PaymentInstrumentType == client.PaymentInstrumentTypePaypalAccount && t.PayPalDetails != nil:
		token = t.PayPalDetails.Token
	case t.PaymentInstrumentType == client.PaymentInstrumentTypeVenmoAccount && t.VenmoAccountDetails != nil:
		token = t.VenmoAccountDetails.Token
	}
	if token != "" {
		out.PaymentMethodToken = sdk.Secret(token)
	}
}

// alpha2 turns the provider's three letters of a country into two; "" where they say nothing.
func alpha2(alpha3 string) string {
	region, err := language.ParseRegion(alpha3)
	if err != nil || !region.IsCountry() {
		return ""
	}
	return region.String()
}

// decimal writes an amount as the client wants it.
func decimal(a money.Amount) *client.Decimal {
	return client.NewDecimal(a.Minor, a.Currency.Digits())
}

// minor reads an amount of the client, which may have more or fewer decimals than the currency.
func minor(d *client.Decimal, c money.Currency) (money.Amount, error) {
	if d == nil || c == "" || !c.Valid() {
		return money.Amount{}, fmt.Errorf("the answer holds no amount, or currency %q isn't one", c)
	}
	a, err := money.Parse(plain(d.String()), c)
	if err != nil {
		return money.Amount{}, err
	}
	return a, nil
}

// plain adds the zero that the client leaves out before the point.
func plain(s string) string {
	if s != "" && s[0] == '.' {
		return "0" + s
	}
	return s
}
