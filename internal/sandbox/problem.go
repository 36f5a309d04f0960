package sandbox

import "net/http"

// invalid is one validation error, with Braintree's code.
type invalid struct {
	at        []string // path below errors, e.g. transaction, credit-card
	attribute string
	code      string
}

// under sets the path of the errors.
func under(at []string, all []invalid) []invalid {
	for i := range all {
		all[i].at = at
	}
	return all
}

// answer is the response of a call. A nil body is an empty one.
type answer struct {
	status int
	body   *element
}

var notFound = answer{status: http.StatusNotFound}

// refused returns a 422 with the validation errors.
func refused(faults []invalid) answer {
	errs := group("errors", array("errors"))
	message := ""
	for _, f := range faults {
		at := errs
		for _, name := range f.at {
			next := at.at(name)
			if next == nil {
				next = group(name, array("errors"))
				at.add(next)
			}
			at = next
		}
		explanation := validationMessages[f.code]
		at.at("errors").add(group("error", text("code", f.code), symbol("attribute", f.attribute), text("message", explanation)))
		if message != "" {
			message += "\n"
		}
		message += explanation
	}
	return answer{http.StatusUnprocessableEntity, group("api-error-response", errs, group("params"), text("message", message))}
}

// declined returns a 422 without validation errors and with the record of the attempt: a transaction or a verification.
func declined(message string, transaction *element) answer {
	return answer{http.StatusUnprocessableEntity, group("api-error-response",
		group("errors", array("errors")), group("params"), text("message", message), transaction)}
}

// validationMessages holds the English text of each code.
var validationMessages = map[string]string{
	"81501":  "Amount cannot be negative.",
	"81502":  "Amount is required.",
	"81503":  "Amount is an invalid format.",
	"81528":  "Amount is too large.",
	"81531":  "Amount must be greater than zero.",
	"81601":  "Company is too long.",
	"81604":  "Email is an invalid format.",
	"81605":  "Email is too long.",
	"81608":  "First name is too long.",
	"81613":  "Last name is too long.",
	"81614":  "Phone is too long.",
	"81703":  "Credit card type is not accepted by this merchant account.",
	"81706":  "CVV is required.",
	"81707":  "CVV must be 4 digits for American Express and 3 digits for other card types.",
	"81709":  "Expiration date is required.",
	"81710":  "Expiration date is invalid.",
	"81711":  "Expiration date year is invalid.",
	"81712":  "Expiration month is invalid.",
	"81713":  "Expiration year is invalid.",
	"81714":  "Credit card number is required.",
	"81715":  "Credit card number is invalid.",
	"81716":  "Credit card number must be 12-19 digits.",
	"81723":  "Cardholder name is too long.",
	"81763":  "Duplicate card exists in the vault for the customer.",
	"81724":  "Duplicate card exists in the vault.",
	"82902":  "Cannot use a PayPal account without a billing agreement.",
	"91501":  "Order ID is too long.",
	"91504":  "Transaction can only be voided if status is authorized, submitted_for_settlement, or - for PayPal - settlement_pending.",
	"91505":  "Cannot refund a credit.",
	"91506":  "Cannot refund a transaction unless it is settled.",
	"91507":  "Cannot submit for settlement unless status is authorized.",
	"91540":  "Cannot clone transaction with vault credit card.",
	"91543":  "Cannot clone credit.",
	"91573":  "Cannot clone transaction with this payment instrument.",
	"915157": "Too many line items.",
	"81801":  "Addresses must have at least one field filled in.",
	"81802":  "Company is too long.",
	"81804":  "Extended address is too long.",
	"81805":  "First name is too long.",
	"81806":  "Last name is too long.",
	"81807":  "Locality is too long.",
	"81809":  "Postal code may contain no more than 9 letter or number characters.",
	"81810":  "State / Province / Region is too long.",
	"81812":  "Street address is too long.",
	"91814":  "Country code (alpha2) is not an accepted country.",
	"91815":  "Provided country information is inconsistent.",
	"91816":  "Country code (alpha3) is not an accepted country.",
	"91817":  "Country code (numeric) is not an accepted country.",
	"91818":  "Customer has already reached the maximum of 50 addresses.",
	"82301":  "Settlement Date is required",
	"82302":  "Settlement Date is invalid",
	"95704":  "Disputes can only be accepted when they are in an Open state",
	"95705":  "Disputes can only be finalized when they are in an Open state",
	"95701":  "Evidence can only be attached to disputes that are in an Open state",
	"95702":  "Evidence can only be removed from disputes that are in an Open state",
	"95801":  "Commodity code is too long.",
	"95803":  "Description is too long.",
	"95804":  "Discount amount is an invalid format.",
	"95805":  "Discount amount is too large.",
	"95806":  "Discount amount cannot be negative.",
	"95808":  "Kind is required.",
	"95809":  "Product code is too long.",
	"95810":  "Quantity is an invalid format.",
	"95811":  "Quantity is required.",
	"95812":  "Quantity is too large.",
	"95813":  "Quantity must be greater than zero.",
	"95814":  "Total amount is required.",
	"95815":  "Total amount is too large.",
	"95816":  "Total amount must be greater than zero.",
	"95817":  "Unit amount is an invalid format.",
	"95818":  "Unit amount is required.",
	"95819":  "Unit amount is too large.",
	"95820":  "Unit amount must be greater than zero.",
	"95821":  "Unit of measure is too long.",
	"95822":  "Name is required.",
	"95823":  "Name is too long.",
	"95824":  "Unit tax amount is an invalid format.",
	"95825":  "Unit tax amount is too large.",
	"95826":  "Unit tax amount cannot be negative.",
	"95827":  "Tax amount is an invalid format.",
	"95828":  "Tax amount is too large.",
	"95829":  "Tax amount cannot be negative.",
	"95830":  "Total amount is an invalid format.",
	"915129": "Cannot update transaction details unless the transaction is submitted for settlement.",
	"915202": "Product SKU is invalid.",
	"915203": "Shipping method is invalid.",
	"915204": "Shipping phone number is invalid.",
	"915206": "Billing phone number is invalid.",
	"915103": "Cannot submit for partial settlement.",
	"91508":  "Cannot determine payment method.",
	"91510":  "Customer ID is invalid.",
	"91512":  "Transaction has already been completely refunded.",
	"91513":  "Merchant account ID is invalid.",
	"91515":  "Cannot provide both a payment method token and a payment method nonce.",
	"91518":  "Payment method token is invalid.",
	"91521":  "Refund amount is too large.",
	"91522":  "Settlement amount is too large.",
	"91511":  "Customer does not have any credit cards.",
	"91523":  "Transaction type is invalid.",
	"91524":  "Transaction type is required.",
	"91564":  "Cannot use a payment_method_nonce more than once.",
	"91565":  "Unknown or expired payment_method_nonce.",
	"91585":  "Amount must match the 3D Secure authorization amount.",
	"91575":  "Cannot transition transaction to settled, settlement_confirmed, or settlement_declined.",
	"91609":  "Customer ID has already been taken.",
	"91610":  "Customer ID is invalid (use only letters, numbers, '-', and '_').",
	"91612":  "Customer ID is too long.",
	"91625":  "International phone country code is invalid.",
	"91626":  "International phone national number is invalid.",
	"91702":  "Billing address ID is invalid.",
	"91723":  "Update existing token is invalid.",
	"91728":  "Verification merchant account ID is invalid.",
	"91729":  "Update existing token is not allowed.",
	"91718":  "Payment method token is invalid.",
	"91719":  "Payment method token is already in use.",
	"91745":  "Invalid params for credit card update.",
	"92914":  "Cannot update a PayPal account using a payment method nonce.",
	"92801":  "Cannot specify make_default without a customer_id",
	"92802":  "Cannot specify verify_card without a customer_id",
	"92803":  "Cannot specify fail_on_duplicate_payment_method without a customer_id",
	"92011":  "Client token domains must be valid domain names (RFC 1035), e.g. example.com",
	"92810":  "Cannot specify more than 5 client token domains",
	"92804":  "Customer specified by customer_id does not exist",
	"92805":  "Cannot specify fail_on_duplicate_payment_method_for_customer without a customer_id",
	"92806":  "Version is not supported",
	"92807":  "Merchant account specified by merchant_account_id does not exist",
	"93101":  "Payment method params are required.",
	"93102":  "Nonce is invalid.",
	"93103":  "Nonce is required.",
	"93104":  "Customer ID is required.",
	"93105":  "Customer ID is invalid.",
	"93107":  "Cannot use a payment_method_nonce more than once.",
	"93108":  "Unknown or expired payment_method_nonce.",
}
