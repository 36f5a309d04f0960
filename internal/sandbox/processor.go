package sandbox

import (
	"fmt"

	"github.com/cojoin/cojoin/sdk/money"
)

// codeExpired is the processor response code for an expired card.
const codeExpired = "2004"

// verdict is the decision of gateway and processor about a sale.
type verdict struct {
	status    status
	code      string // processor response; "" if the gateway rejected the sale
	rejection string // gateway-rejection-reason
}

// message returns the message of an error response.
func (v verdict) message() string {
	if v.rejection != "" {
		return "Gateway Rejected: " + v.rejection
	}
	return processorText(v.code)
}

// judge decides a sale by the documented test amounts, then by the instrument's behavior and expiry.
func judge(amount money.Amount, i instrument, expired bool) verdict {
	if code := declineOf(amount); code != "" {
		return verdict{status: statusProcessorDeclined, code: code}
	}
	switch {
	case amount.Minor/100 == 3000:
		return verdict{status: statusFailed, code: "3000"}
	case amount.Minor == 500100:
		return verdict{status: statusGatewayRejected, rejection: "application_incomplete"}
	case amount.Minor == 500101 && i.Kind == kindPayPal:
		return verdict{status: statusProcessorDeclined, code: "2038"}
	}
	switch i.Behavior {
	case behaveDecline:
		return verdict{status: statusProcessorDeclined, code: "2000"}
	case behaveFail:
		return verdict{status: statusFailed, code: "3000"}
	case behaveAuthenticate:
		if !i.authenticated() {
			return verdict{status: statusProcessorDeclined, code: "2099"}
		}
	}
	if expired {
		return verdict{status: statusProcessorDeclined, code: codeExpired}
	}
	return verdict{status: statusAuthorized, code: "1000"}
}

// declineOf returns the processor response code of a documented test amount, or "".
func declineOf(amount money.Amount) string {
	if whole := amount.Minor / 100; whole >= 2000 && whole <= 2999 {
		return fmt.Sprint(whole)
	}
	return ""
}

// processorText returns the text of a processor response code.
func processorText(code string) string {
	if explanation, ok := processorTexts[code]; ok {
		return explanation
	}
	return "Processor Declined"
}

// softDeclines may succeed on a retry. All other declines are hard.
var softDeclines = map[string]bool{
	"2000": true, "2001": true, "2002": true, "2003": true, "2016": true, "2021": true, "2025": true, "2026": true,
	"2033": true, "2034": true, "2035": true, "2038": true, "2040": true, "2042": true, "2046": true, "2048": true,
	"2050": true, "2054": true, "2057": true, "2099": true, "3000": true,
}

// responseType classifies a processor response code: approved, soft_declined or hard_declined.
func responseType(code string) string {
	switch {
	case code == "":
		return ""
	case code < "2000":
		return "approved"
	case softDeclines[code]:
		return "soft_declined"
	default:
		return "hard_declined"
	}
}

var processorTexts = map[string]string{
	"1000": "Approved",
	"1002": "Processed",
	"1005": "Auth Declined but Settlement Captured",
	"1004": "Approved for Lesser Amount",
	"2000": "Do Not Honor",
	"2001": "Insufficient Funds",
	"2002": "Limit Exceeded",
	"2003": "Cardholder's Activity Limit Exceeded",
	"2004": "Expired Card",
	"2005": "Invalid Credit Card Number",
	"2006": "Invalid Expiration Date",
	"2007": "No Account",
	"2008": "Card Account Length Error",
	"2009": "No Such Issuer",
	"2010": "Card Issuer Declined CVV",
	"2011": "Voice Authorization Required",
	"2012": "Processor Declined - Possible Lost Card",
	"2013": "Processor Declined - Possible Stolen Card",
	"2014": "Processor Declined - Fraud Suspected",
	"2015": "Transaction Not Allowed",
	"2016": "Duplicate Transaction",
	"2017": "Cardholder Stopped Billing",
	"2018": "Cardholder Stopped All Billing",
	"2019": "Invalid Transaction",
	"2020": "Violation",
	"2021": "Security Violation",
	"2022": "Declined - Updated Cardholder Available",
	"2023": "Processor Does Not Support This Feature",
	"2024": "Card Type Not Enabled",
	"2026": "Invalid Merchant ID",
	"2038": "Processor Declined",
	"2041": "Declined - Call For Approval",
	"2043": "Error - Do Not Retry, Call Issuer",
	"2044": "Declined - Call Issuer",
	"2046": "Declined",
	"2047": "Call Issuer. Pick Up Card.",
	"2051": "Credit Card Number does not match method of payment",
	"2053": "Card reported as lost or stolen",
	"2057": "Issuer or Cardholder has put a restriction on the card",
	"2059": "Address Verification Failed",
	"2060": "Address Verification and Card Security Code Failed",
	"2070": "PayPal Payment Method Revoked",
	"2074": "Funding Instrument In The PayPal Account Was Declined By The Processor Or Bank, Or It Can't Be Used For This Payment",
	"2075": "Payer Account Is Locked Or Closed",
	"2099": "Cardholder Authentication Required",
	"3000": "Processor Network Unavailable - Try Again",
}
