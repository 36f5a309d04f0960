package subjects

import (
	"cmp"

	"github.com/cojoin/cojoin/sdk/privacy"
)

// dataTable lists the personal data of a table. Export, erasure and docs/privacy/data-map.md are made from the map of all tables. A test
// fails if a column of the schema is missing.
type dataTable struct {
	name, purpose string
	keep          string // how long rows stay if no retention rule ends them
	// of is the condition for a person's rows, on who.account, who.persons and who.hashes; empty: no row can be traced to a person.
	of string
	// shown is the condition for the rows that an export shows, if it differs from of.
	shown    string
	sealed   sealedColumn
	deletes  bool // erasure deletes the rows
	dated    bool // erasure sets updated_at, the time of the row's events
	personal []dataColumn
	plain    string // columns without personal data, or with it only together with a personal column
}

// sealedColumn is a column that is sealed under a key of [person.Keys]. An export shows its content without hashes and without other people's
// data.
type sealedColumn struct {
	column string // empty: the table has none
	key    string // SQL for the id of the key
	row    string // SQL for the id of the row that it is sealed for
	shown  string // its name in an export
	others []string
}

// dataColumn is a column with personal data.
type dataColumn struct {
	name, what string
	erased     string // the value that erasure sets; empty: it stays, for the reason in why
	why        string
	secret     bool // never exported: hashes and sealed values
}

const (
	subjectRegistrations = "t.account_id = who.account OR t.email_hash = ANY (who.hashes) OR t.invitation_id IN (" + subjectInvitations + ")"
	subjectInvitations   = "SELECT i.id FROM invitations i WHERE i.person_id = ANY (who.persons)"
	ofRegistrations      = "SELECT r.id FROM registrations r WHERE r.account_id = who.account OR r.email_hash = ANY (who.hashes) OR r.invitation_id IN (" + subjectInvitations + ")"
	subjectOrders        = "account_id = who.account OR subject_id IN (" + ofRegistrations + ")"
	// A seat is used by the account with that role in the family.
	ownSeats = "(family_id, family_role) IN (SELECT p.family_id, p.role FROM seats p WHERE p.account_id = who.account)"
	ofSeats  = "SELECT s.id FROM subscriptions s WHERE s.payer_account_id = who.account" +
		" UNION ALL SELECT x.subscription_id FROM seats p JOIN subscription_seats x ON x.family_id = p.family_id AND x.family_role = p.role WHERE p.account_id = who.account"
	ofOwnContract = "(SELECT s.payer_account_id FROM subscriptions s WHERE s.id = t.subscription_id) = who.account"
	// noKey is a hash that no key has.
	noKey = "decode(repeat('00', 32), 'hex')"
	// A co-parent's receipts are those of the terms of their seat.
	ownReceipts = "account_id = who.account OR kind = 'co_parent' AND order_id IN (SELECT m.order_id FROM seats p" +
		" JOIN subscription_seats x ON x.family_id = p.family_id AND x.family_role = p.role AND x.number = 2" +
		" JOIN subscription_terms m ON m.subscription_id = x.subscription_id AND m.starts_at <= x.term_starts_at WHERE p.account_id = who.account)"
	subjectTokens = "account_id = who.account OR invitation_id IN (" + subjectInvitations + ") OR registration_id IN (" + ofRegistrations + ")"
	// The order of a renewal or of codes has no account before it is placed. Its subscription or batch leads to the owner.
	subjectPayments   = "t.id IN (SELECT o.id FROM orders o WHERE " + subjectPaymentsOf + ")"
	subjectPaymentsOf = "o.account_id = who.account OR o.subject_id IN (" + ofRegistrations + ")" +
		" OR o.renews_id IN (SELECT s.id FROM subscriptions s WHERE s.payer_account_id = who.account)" +
		" OR o.code_batch_id IN (SELECT b.id FROM code_batches b JOIN professionals p ON p.id = b.professional_id WHERE p.account_id = who.account)"
	ownOrders    = "account_id = who.account"
	nothing      = "false" // an address proves nothing about the author of an entry
	bookkeeping  = "10 years (bookkeeping); amounts and dates stay"
	figures      = "always; amounts and dates without personal data"
	whileAccount = "as long as the account"
)

// dataMap lists every table in the order of an erasure: tables through which others are found come last.
var dataMap = []dataTable{
	{name: "outbox_mails", purpose: "Development's outbox; empty in production", keep: "until it is emptied", of: "lower(to_address) = who.email", shown: nothing, deletes: true,
		personal: []dataColumn{{name: "to_address", what: "e-mail"}, {name: "to_name", what: "name"}, {name: "subject", what: "mail"}, {name: "body_text", what: "mail"}, {name: "body_html", what: "mail", secret: true}, {name: "link", what: "link that opens an account", secret: true}},
		plain:    "id key kind lang created_at"},
	{name: "quotes", purpose: "Displayed prices", of: "registration_id IN (" + ofRegistrations + ")", shown: "registration_id IN (SELECT r.id FROM registrations r WHERE r.account_id = who.account)", deletes: true,
		personal: []dataColumn{{name: "input", what: "country, region, postal code; the chosen options"}, {name: "evidence", what: "countries of address and phone"}},
		plain:    "tax_id registration_id catalog_version tax_version steps code_ids currency tax_minor total_minor created_at expires_at"},
	{name: "subscription_codes", purpose: "Codes of professionals, and their recipients", keep: "as long as the batch", of: "recipient_id = ANY (who.persons)",
		personal: []dataColumn{{name: "lookup", what: "keyed hash of the code", why: "belongs to the professional", secret: true}, {name: "sealed", what: "the code, encrypted", why: "belongs to the professional", secret: true}},
		plain:    "id batch_id number state order_id recipient_id issued_at reserved_at redeemed_at ended_at"},
	{name: "code_batches", purpose: "Codes bought together", keep: figures, of: "professional_id IN (SELECT p.id FROM professionals p WHERE p.account_id = who.account)",
		plain: "id professional_id package_id package_name catalog_version currency face_minor size state created_at expires_at activated_at revoked_at paid_by expiry_notices"},
	{name: "code_batch_events", purpose: "History of a batch", plain: "id batch_id code_id kind actor at"},
	{name: "coupon_uses", purpose: "The coupon of an order", keep: figures, plain: "order_id coupon_code limited state reserved_at redeemed_at"},
	{name: "coupon_counts", purpose: "Number of uses of a coupon", keep: "always", plain: "coupon_code taken"},
	{name: "redemptions", purpose: "Codes and coupons used in orders", keep: figures, of: "order_id IN (SELECT o.id FROM orders o WHERE " + subjectOrders + ")", shown: "order_id IN (SELECT o.id FROM orders o WHERE " + ownOrders + ")",
		plain: "id order_id kind coupon_code code_id amount_minor currency created_at reversed_at"},
	{name: "payment_events", purpose: "History of a payment", of: "attempt_id IN (SELECT a.id FROM payment_attempts a WHERE a.order_id IN (SELECT o.id FROM orders o WHERE " + ownOrders + "))",
		plain: "id attempt_id event from_state to_state fence detail at"},
	{name: "gateway_transactions", purpose: "Movements of money at the payment provider", keep: figures, of: "attempt_id IN (SELECT a.id FROM payment_attempts a WHERE a.order_id IN (SELECT o.id FROM orders o WHERE " + ownOrders + "))",
		plain: "provider_id attempt_id kind amount_minor currency status created_at"},
	{name: "refunds", purpose: "Refunds", keep: figures, of: "order_id IN (SELECT o.id FROM orders o WHERE " + ownOrders + ")",
		personal: []dataColumn{{name: "reason", what: "the operator's reason", why: "bookkeeping; not shown to the payer", secret: true},
			{name: "requested_by", what: "name of the operator", why: "bookkeeping", secret: true}, {name: "request", what: "hash of the operator's call", why: "prevents a second refund", secret: true}},
		plain: "id order_id attempt_id number state amount_minor tax_minor currency provider_id fence keeps_subscription origin credit_note done_at created_at updated_at"},
	{name: "settlements", purpose: "Captured payments without a final settlement", keep: "until the settlement is final", of: "attempt_id IN (SELECT a.id FROM payment_attempts a WHERE a.order_id IN (SELECT o.id FROM orders o WHERE " + ownOrders + "))", shown: nothing,
		plain: "attempt_id ask_at"},
	{name: "document_numbers", purpose: "The last number of receipts and credit notes", keep: "always", plain: "seller kind year last"},
	{name: "disputes", purpose: "Claims of a payer's bank against a payment", keep: figures, of: "attempt_id IN (SELECT a.id FROM payment_attempts a WHERE a.order_id IN (SELECT o.id FROM orders o WHERE " + ownOrders + "))",
		plain: "id attempt_id provider_id kind state amount_minor currency reason_code opened_at evidence_due_at decided_at updated_at"},
	{name: "payment_attempts", purpose: "Attempts at the payment provider", keep: bookkeeping, of: "order_id IN (SELECT o.id FROM orders o WHERE " + subjectOrders + ")", shown: "order_id IN (SELECT o.id FROM orders o WHERE " + ownOrders + ")",
		personal: []dataColumn{{name: "payer_hash", what: "keyed hash of the e-mail", erased: "NULL", secret: true},
			{name: "call_hash", what: "hash of the caller's key", why: "recognizes a repeated call", secret: true},
			{name: "nonce_hash", what: "hash of a one-use number", why: "prevents a second payment", secret: true},
			{name: "last_four", what: "last digits of the card", why: "bookkeeping, disputes"}, {name: "brand", what: "card brand", why: "bookkeeping, disputes"}, {name: "card_country", what: "country of the card's bank", why: "evidence for tax"}},
		plain: "id order_id number state live watched unsettled amount_minor currency merchant_account_id payment_type vault payment_method_id fence lease_until check_at searches capture_tries transaction_id decline_code processor_code created_at sent_at decided_at captured_at settled_at lost_at pays_again followed_at updated_at"},
	{name: "receipts", purpose: "Proof of a purchase, without names", keep: bookkeeping, of: ownReceipts,
		personal: []dataColumn{{name: "document", what: "amounts, package, last digits of the card", why: "required by law"}},
		plain:    "id order_id account_id kind locale number created_at mailed_at"},
	{name: "subscription_terms", purpose: "Terms bought", keep: figures, of: "subscription_id IN (" + ofSeats + ")",
		personal: []dataColumn{{name: "zone", what: "the payer's time zone; the payer has it with the order", why: "days on the documents", secret: true}},
		plain:    "subscription_id starts_at ends_at order_id package_id package_name product_id services years"},
	{name: "subscription_seats", purpose: "Paid seats in families", keep: figures, dated: true, of: ownSeats, shown: ofOwnContract + " OR " + ownSeats,
		personal: []dataColumn{{name: "ended_as", what: "how it ended; a seat paid by the other parent stays until the end of its term", erased: "CASE WHEN " + ofOwnContract + " THEN coalesce(ended_as, 'ended') ELSE ended_as END"},
			{name: "cancelled_at", what: "when its renewal was cancelled", erased: "coalesce(cancelled_at, who.now)"},
			{name: "renewal_minor", what: "price of a renewal; the payer has it with the order", why: "visible to the payer only", secret: true}},
		plain: "id subscription_id number family_id family_role term_starts_at renews created_at updated_at"},
	{name: "subscriptions", purpose: "Contracts of payers", keep: figures, of: "payer_account_id = who.account",
		personal: []dataColumn{{name: "payment_method_id", what: "kept payment method", erased: "NULL"}},
		plain:    "id family_id payer_account_id state live chargeable currency term_starts_at ends_at retry_at tries renewing_since notices recourse declined_as created_at updated_at"},
	{name: "payment_methods", purpose: "Kept payment methods", keep: "until removed", of: "account_id = who.account",
		personal: []dataColumn{{name: "token_hash", what: "keyed hash of the provider's token", erased: "sha256(convert_to(id::text, 'UTF8'))", secret: true}, {name: "token_sealed", what: "the provider's token, encrypted", why: "until the provider has deleted its data under this token; emptied then", secret: true},
			{name: "last_four", what: "last digits of the card", erased: "NULL"}, {name: "brand", what: "card brand", erased: "NULL"}, {name: "expires_at", what: "when the card expires", erased: "NULL"}, {name: "removed_at", what: "when it was removed", erased: "coalesce(removed_at, who.now)"}},
		plain: "id account_id payment_type created_at"},
	{name: "order_prices", purpose: "Calculations of prices", keep: bookkeeping, of: "order_id IN (SELECT o.id FROM orders o WHERE " + subjectOrders + ")", shown: "order_id IN (SELECT o.id FROM orders o WHERE " + ownOrders + ")",
		personal: []dataColumn{{name: "input", what: "country, region, postal code", why: "evidence for tax"}},
		plain:    "order_id quote_id catalog_version tax_version steps shown"},
	{name: "orders", purpose: "Accepted prices", keep: bookkeeping, of: subjectOrders, shown: ownOrders,
		personal: []dataColumn{{name: "country", what: "billing country", why: "evidence for tax"}, {name: "region", what: "billing region", why: "evidence for tax"},
			{name: "zone", what: "time zone", why: "days on the documents"},
			{name: "anonymous_id", what: "visitor's id", erased: "NULL"}, {name: "marketing_opt_in", what: "consent to marketing", erased: "false"}, {name: "terms_accepted_at", what: "consent to the terms", why: "proof of the contract"}},
		plain: "id purpose state registration_id renews_id code_batch_id subject_id cancelled_as account_id family_id package_id package_name product_id services years seats currency sub_total_minor discount_minor code_total_minor tax_minor total_minor refunded_minor renewal_minor coupon_code code_ids payment_type store_payment locale attempts created_at updated_at placed_at term_starts_at"},
	{name: "registration_events", purpose: "History of a sign-up", of: "registration_id IN (SELECT r.id FROM registrations r WHERE r.account_id = who.account)",
		plain: "id registration_id kind actor sections step at"},
	{name: "tokens", purpose: "Links and logins", of: subjectTokens, deletes: true,
		personal: []dataColumn{{name: "hash", what: "hash of the token", secret: true}, {name: "email_hash", what: "keyed hash of the e-mail address of a sign-up's link", secret: true}, {name: "label", what: "name of a machine"}, {name: "last_used_at", what: "when it was used"}},
		plain:    "id kind account_id invitation_id registration_id login_id created_at expires_at ended_at ended_why"},
	{name: "host_login_codes", purpose: "Codes that lead to the customer's application", of: "account_id = who.account", deletes: true,
		personal: []dataColumn{{name: "hash", what: "hash of the code", secret: true}}, plain: "account_id return_url expires_at"},
	{name: "registrations", purpose: "Sign-ups", of: subjectRegistrations, shown: "t.account_id = who.account",
		sealed: sealedColumn{column: "draft", key: "t.person_id", row: "t.id", shown: "draft", others: []string{"coParent"}},
		personal: []dataColumn{{name: "draft", what: "names, e-mails, phones, co-parent, children, billing address, how they heard of us, security question, hashes of its answer and of the code, visitor's id; encrypted under the person's key", erased: "NULL"},
			{name: "email_hash", what: "keyed hash of the e-mail", erased: "NULL", secret: true}, {name: "co_parent_email_hash", what: "keyed hash of the co-parent's e-mail", erased: "NULL", secret: true},
			{name: "key_hash", what: "hash of the registration key; for a paid sign-up, a hash without a key", erased: "CASE WHEN state = 'paid' AND key_hash IS NOT NULL THEN " + noKey + " ELSE key_hash END", secret: true},
			{name: "state", what: "state", erased: "CASE WHEN state = 'open' THEN 'expired' ELSE state END"}, {name: "purged_at", what: "when its data was removed", erased: "coalesce(purged_at, who.now)"}},
		plain: "id person_id invitation_id last_completed_step version choice paying_since paid_at account_id created_at updated_at expires_at"},
	{name: "invitation_refusals", purpose: "Recipients who refuse invitations, with the refused senders", of: "email_hash = ANY (who.hashes)", shown: nothing,
		personal: []dataColumn{{name: "email_hash", what: "keyed hash of the e-mail", why: "prevents further mail to this address", secret: true}},
		plain:    "invitation_id everyone created_at reviewed_at"},
	{name: "invitations", purpose: "Invitations received by the person", keep: whileAccount, dated: true, of: "person_id = ANY (who.persons)",
		personal: []dataColumn{{name: "state", what: "state", erased: "CASE WHEN state = 'open' THEN 'revoked' ELSE state END"},
			{name: "agreed_to_terms_at", what: "consent to the terms before joining", why: "proof of the contract"}, {name: "marketing_opt_in", what: "consent to marketing before joining", erased: "false"}},
		plain: "id family_id role user_id person_id inviter_account_id professional_id by_mail email_taken locale seat_paid package_id created_at expires_at accepted_at updated_at reminded_at expired_at"},
	{name: "credentials", purpose: "Username and password", keep: whileAccount, of: "account_id = who.account", deletes: true,
		sealed:   sealedColumn{column: "sealed", key: "(SELECT a.person_id FROM accounts a WHERE a.id = t.account_id)", row: "t.account_id", shown: "content"},
		personal: []dataColumn{{name: "username_hash", what: "keyed hash of the username", secret: true}, {name: "sealed", what: "username, encrypted"}, {name: "password_hash", what: "hash of the password", secret: true}},
		plain:    "account_id hash_key password_changed_at created_at updated_at"},
	{name: "children", purpose: "Children of the family", keep: "as long as a parent's account", of: "family_id = ANY (who.families)",
		sealed:   sealedColumn{column: "sealed", key: "t.family_id", row: "t.id", shown: "content"},
		personal: []dataColumn{{name: "sealed", what: "name and e-mail, encrypted under the family's key", erased: "NULL"}},
		plain:    "id family_id position created_at"},
	{name: "professionals", purpose: "State of a professional's account", keep: whileAccount, dated: true, of: "account_id = who.account",
		personal: []dataColumn{{name: "state", what: "state", erased: "'suspended'"}},
		plain:    "id account_id verified_at created_at updated_at"},
	{name: "account_events", purpose: "History of an account", of: "account_id = who.account", plain: "id account_id kind actor at"},
	{name: "accounts", purpose: "Access", keep: "until closed or erased", dated: true, of: "id = who.account",
		personal: []dataColumn{{name: "login_email_hash", what: "keyed hash of the e-mail", erased: "NULL", secret: true}, {name: "marketing_opt_in", what: "consent to marketing", erased: "false"},
			{name: "agreed_to_terms_at", what: "consent to the terms", why: "proof of the contract"},
			{name: "address_proved_at", what: "when the mailbox of the address was proved", erased: "NULL"}, {name: "state", what: "state", erased: "'closed'"}},
		plain: "id person_id kind locale created_by created_at updated_at"},
	{name: "persons", purpose: "People and their data",
		of:     "id = ANY (who.persons)",
		sealed: sealedColumn{column: "sealed", key: "t.id", row: "t.id", shown: "content"},
		personal: []dataColumn{{name: "sealed", what: "name, e-mail, phone, address, time zone, security question, how they heard of us, practice, a professional's note; encrypted under the person's key", erased: "NULL"},
			{name: "email_hash", what: "keyed hash of the e-mail", erased: "NULL", secret: true}, {name: "phone_name_hash", what: "keyed hash of phone and name", erased: "NULL", secret: true},
			{name: "country", what: "country", erased: "NULL"}, {name: "keep_until", what: "when they are forgotten", erased: "NULL"}, {name: "erased_at", what: "when they were erased", erased: "coalesce(erased_at, who.now)"}},
		plain: "id hash_key named_by created_at"},
	{name: "person_keys", purpose: "Encryption keys of people and families", keep: "until the person is erased or forgotten",
		personal: []dataColumn{{name: "wrapped", what: "key, encrypted", why: "the row is deleted with the person", secret: true}}, plain: "person_id created_at"},
	{name: "seats", purpose: "Seats of families, with their accounts", keep: "always", of: "account_id = who.account", plain: "family_id role account_id"},
	{name: "families", purpose: "Families", keep: "always", plain: "id created_at"},
	{name: "privacy_events", purpose: "Completed exports and erasures", of: "account_id = who.account", personal: []dataColumn{{name: "operator_name", what: "operator's name", why: "proof of the responsible operator", secret: true}}, plain: "id account_id kind rows at erased_ids"},
	{name: "host_outbox", purpose: "Events before they are numbered; ids only", keep: "seconds", plain: "sequence kind subject data created_at"},
	{name: "host_events", purpose: "Events of the customer's application; ids only", plain: "position id kind subject data created_at"},
	{name: "host_deliveries", purpose: "Deliveries of these events to each endpoint", plain: "endpoint_id position subject state tries due_at last_status last_problem created_at ended_at"},
	{name: "host_endpoints", purpose: "Endpoints of the customer's application", keep: "until removed", plain: "id url note kinds people state secret old_secret old_secret_until created_at updated_at"},
	{name: "host_tokens", purpose: "Tokens of the customer's servers", keep: "always", plain: "id name hash scopes created_at last_used_at revoked_at"},
	{name: "operator_readings", purpose: "Operators' accesses to personal data", personal: []dataColumn{{name: "operator_name", what: "operator's name", why: "proof of the operator's access"}}, plain: "id what subject rows at"},
	{name: "mail_deliveries", purpose: "Mails handed to the mail server, by occasion", plain: "key kind sent_at"},
	{name: "idempotency_records", purpose: "Stored answers",
		personal: []dataColumn{{name: "answer", what: "an answer, encrypted under its caller's own key", why: "can't be traced to a person; deleted after 24 hours", secret: true}, {name: "key_hash", what: "hash of the caller's key", why: "deleted after 24 hours", secret: true}, {name: "request_hash", what: "hash of the request under the caller's key", why: "deleted after 24 hours", secret: true}},
		plain:    "scope fence lease_until outcome created_at expires_at"},
	{name: "payment_audits", purpose: "Number of differences found by each daily audit of payments", plain: "at differences"},
	{name: "payment_switches", purpose: "Operators' decisions to close, tighten or open payments", personal: []dataColumn{{name: "operator_name", what: "operator's name", why: "proof of the responsible operator"}}, plain: "number state reason at ends_at"},
	{name: "decline_counts", purpose: "Counts of payments and of declines, by the minute", plain: "minute slot decided declined"},
	{name: "rate_limits", purpose: "Counts of calls, and origins of accounts' logins",
		personal: []dataColumn{{name: "subject", what: "keyed hash of address, e-mail, session, or of a username with the address or browser of its logins", why: "deleted within a day; for logins, within a year", secret: true}}, plain: "scope count ends_at"},
	{name: "page_files", purpose: "Files of the pages, of this and earlier releases", plain: "name content published_at"},
	{name: "identities", purpose: "This database's secrets, database of persons' keys and merchant, with the operators who changed them", keep: "always", plain: "kind number version value operator_name reason created_at"},
	{name: "catalog_versions", purpose: "Prices", keep: "always", plain: "version body sha256 note applied_at"},
}

// DataMap lists every table with its personal data.
func DataMap() []privacy.DataTable {
	out := make([]privacy.DataTable, len(dataMap))
	for i, t := range dataMap {
		out[i] = privacy.DataTable{Name: t.name, Purpose: t.purpose, Keep: cmp.Or(keptOf(t.name), t.keep)}
		for _, column := range t.personal {
			erasure := "stays: " + column.why
			switch {
			case t.deletes:
				erasure = "row deleted"
			case column.erased != "":
				erasure = "emptied"
			}
			out[i].Columns = append(out[i].Columns, privacy.DataColumn{Name: column.name, What: column.what, Erasure: erasure})
		}
	}
	return out
}
