package braintree

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	client "github.com/braintree-go/braintree-go"
	"golang.org/x/text/language"

	"github.com/cojoin/cojoin/sdk/gateway"
	"github.com/cojoin/cojoin/sdk/money"
	"github.com/cojoin/cojoin/sdk/secret"
)

// idForm is the form of the provider's transaction ids.
var idForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// statuses maps the provider's statuses. Missing ones are [gateway.Unrecognized].
var statuses = map[client.TransactionStatus]gateway.Status{
	client.TransactionStatusAuthorizing:            gateway.Authorizing,
	client.TransactionStatusAuthorized:             gateway.Authorized,
	client.TransactionStatusAuthorizationExpired:   gateway.AuthorizationExpired,
	client.TransactionStatusSubmittedForSettlement: gateway.SubmittedForSettlement,
	client.TransactionStatusSettling:               gateway.Settling,
	client.TransactionStatusSettlementPending:      gateway.Settling,
	client.TransactionStatusSettlementConfirmed:    gateway.Settling,
	client.TransactionStatusSettled:                gateway.Settled,
	client.TransactionStatusSettlementDeclined:     gateway.SettlementDeclined,
	client.TransactionStatusVoided:                 gateway.Voided,
	client.TransactionStatusProcessorDeclined:      gateway.ProcessorDeclined,
	client.TransactionStatusGatewayRejected:        gateway.Rejected,
	client.TransactionStatusFailed:                 gateway.Failed,
}

var paymentTypes = map[client.PaymentInstrumentType]gateway.PaymentType{
	client.PaymentInstrumentTypeCreditCard:    gateway.PaymentCreditCard,
	client.PaymentInstrumentTypePaypalAccount: gateway.PaymentPayPal,
	client.PaymentInstrumentTypeVenmoAccount:  gateway.PaymentVenmo,
	client.PaymentInstrumentTypeApplePayCard:  gateway.PaymentApplePay,
}

// transaction converts the client's transaction. Without an id, an amount or a currency the result is
// [gateway.ErrGatewayUnknown].
func transaction(what string, t *client.Transaction) (gateway.Transaction, error) {
	if t == nil || t.Id == "" {
		return gateway.Transaction{}, fmt.Errorf("%w: %s: the answer holds no transaction", gateway.ErrGatewayUnknown, what)
	}
	amount, err := minor(t.Amount, money.Currency(t.CurrencyISOCode))
	if err != nil {
		return gateway.Transaction{}, fmt.Errorf("%w: %s: transaction %s: %w", gateway.ErrGatewayUnknown, what, t.Id, err)
	}
	out := gateway.Transaction{
		ID: t.Id, OrderID: t.OrderId, MerchantAccountID: t.MerchantAccountId, Status: statuses[t.Status],
		Credit: t.Type == "credit", Amount: amount, PaymentType: paymentTypes[t.PaymentInstrumentType],
		PaymentMethodToken: secret.Secret(t.PaymentMethodToken),
	}
	if out.Status == "" {
		out.Status = gateway.Unrecognized
	}
	if out.Status.Refused() {
		out.DeclineCode = gateway.DeclineCode(string(t.GatewayRejectionReason), processorCode(t))
	}
	if out.Disputes, err = disputes(t); err != nil {
		return gateway.Transaction{}, fmt.Errorf("%w: %s: transaction %s: %w", gateway.ErrGatewayUnknown, what, t.Id, err)
	}
	if t.RefundIds != nil {
		out.RefundIDs = *t.RefundIds
	}
	if t.RefundedTransactionId != nil {
		out.RefundOf = *t.RefundedTransactionId
	}
	out.Checks = gateway.Checks{AVSStreet: string(t.AVSStreetAddressResponseCode), AVSPostal: string(t.AVSPostalCodeResponseCode), CVV: string(t.CVVResponseCode)}
	if s := t.ThreeDSecureInfo; s != nil {
		out.Checks.ThreeDSecure, out.Checks.LiabilityShifted = string(s.Status), s.LiabilityShifted
	}
	if t.CreatedAt != nil {
		out.CreatedAt = t.CreatedAt.UTC()
	}
	readInstrument(t, &out)
	return out, nil
}

// readInstrument copies the data of the payment instrument from the part for its kind.
func readInstrument(t *client.Transaction, out *gateway.Transaction) {
	token := ""
	switch {
	case t.PaymentInstrumentType == client.PaymentInstrumentTypeCreditCard && t.CreditCard != nil:
		token, out.CardLastFour, out.CardBrand = t.CreditCard.Token, t.CreditCard.Last4, t.CreditCard.CardType
		out.CardCountry = alpha2(t.CreditCard.CountryOfIssuance)
		out.CardExpires = month(t.CreditCard.ExpirationMonth, t.CreditCard.ExpirationYear)
	case t.PaymentInstrumentType == client.PaymentInstrumentTypeApplePayCard && t.ApplePayDetails != nil:
		token, out.CardLastFour, out.CardBrand = t.ApplePayDetails.Token, t.ApplePayDetails.Last4, strings.TrimPrefix(t.ApplePayDetails.CardType, "Apple Pay - ")
		out.CardExpires = month(t.ApplePayDetails.ExpirationMonth, t.ApplePayDetails.ExpirationYear)
	case t.PaymentInstrumentType == client.PaymentInstrumentTypePaypalAccount && t.PayPalDetails != nil:
		token = t.PayPalDetails.Token
	case t.PaymentInstrumentType == client.PaymentInstrumentTypeVenmoAccount && t.VenmoAccountDetails != nil:
		token = t.VenmoAccountDetails.Token
	}
	if token != "" {
		out.PaymentMethodToken = secret.Secret(token)
	}
}

// month parses a card's expiry. It returns the zero value for an invalid one.
func month(month, year string) gateway.Month {
	at, err := time.Parse("01/2006", month+"/"+year)
	if err != nil {
		return gateway.Month{}
	}
	return gateway.Month{Year: at.Year(), Month: at.Month()}
}

// alpha2 converts a country from three letters to two, or to "" if it is unknown.
func alpha2(alpha3 string) string {
	region, err := language.ParseRegion(alpha3)
	if err != nil || !region.IsCountry() {
		return ""
	}
	return region.String()
}

// decimal converts an amount to the client's type.
func decimal(a money.Amount) *client.Decimal {
	return client.NewDecimal(a.Minor, a.Currency.Digits())
}

// minor converts the client's amount, which may have more or fewer decimals than the currency.
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

// plain adds the zero before the point that the client omits.
func plain(s string) string {
	if s != "" && s[0] == '.' {
		return "0" + s
	}
	return s
}
