package operate

// dataTable says what a table holds of people. The map of all of them is what export, erasure and
// docs/privacy/data-map.md are made of; a test fails when the schema has a column that is in none.
type dataTable struct {
	name, purpose string
	keep          string // how long rows stay
	// of is the condition for the rows of a person, on who.account and who.email; empty: no row is
	// about a person that could be found.
	of string
	// erase is an extra condition for rows that are erased.
	erase    string
	deletes  bool // erasure deletes the rows
	personal []dataColumn
	plain    string // columns that say nothing of a person, or only together with one that does
}

// dataColumn is a column with personal data.
type dataColumn struct {
	name, what string
	erased     string // what erasure sets it to; empty: it stays, and why says why
	why        string
	secret     bool // never exported: hashes and sealed values
}

const (
	whoseOrders        = "account_id = who.account OR registration_id IN (SELECT r.id FROM registrations r WHERE " + whoseRegistrations + ")"
	whoseRegistrations = "account_id = who.account OR parent_email_key = who.email"
	// An account that waits for somebody whose address belonged to another account when they were invited has the
	// address, but isn't found by it.
	whoseAccounts = "id = who.account OR t.state = 'invited' AND lower(t.email) = who.email"
	bookkeeping   = "10 years (bookkeeping)"
	whileAccount  = "as long as the account"
)

// dataMap is every table, in the order in which erasure works through them: what others are found by goes last.
var dataMap = []dataTable{
	{name: "outbox_mails", purpose: "Development's outbox; empty in production", keep: "until it is emptied", of: "lower(to_address) = who.email", deletes: true,
		personal: []dataColumn{{name: "to_address", what: "e-mail"}, {name: "to_name", what: "name"}, {name: "subject", what: "mail"}, {name: "body_text", what: "mail"}, {name: "body_html", what: "mail", secret: true}, {name: "link", what: "link that opens an account", secret: true}},
		plain:    "id key kind lang created_at"},
	{name: "quotes", purpose: "Prices that were shown", keep: "7 days after they ran out", of: "registration_id IN (SELECT r.id FROM registrations r WHERE " + whoseRegistrations + ")", deletes: true,
		personal: []dataColumn{{name: "input", what: "country, region, postal code; what was chosen"}, {name: "evidence", what: "countries of address and phone"}},
		plain:    "tax_id registration_id catalog_version tax_version steps code_ids currency tax_minor total_minor created_at expires_at"},
	{name: "subscription_codes", purpose: "Codes of professionals, and whom they were given to", keep: "as long as the batch", of: "lower(issued_email) = who.email",
		personal: []dataColumn{{name: "issued_to", what: "name or number a professional gave a client", erased: "NULL"}, {name: "issued_email", what: "e-mail", erased: "NULL"}, {name: "issued_locale", what: "language", erased: "NULL"},
			{name: "lookup", what: "keyed hash of the code", why: "belongs to the professional", secret: true}, {name: "sealed", what: "the code, encrypted", why: "belongs to the professional", secret: true}},
		plain: "id batch_id number state order_id issued_at reserved_at redeemed_at ended_at"},
	{name: "code_batches", purpose: "Codes bought together", keep: bookkeeping, of: "professional_id IN (SELECT p.id FROM professionals p WHERE p.account_id = who.account)",
		plain: "id professional_id package_id package_name catalog_version currency face_minor size state created_at expires_at activated_at revoked_at paid_by expiry_notices"},
	{name: "code_batch_events", purpose: "What happened to a batch", keep: bookkeeping, plain: "id batch_id code_id kind actor at"},
	{name: "coupon_uses", purpose: "The coupon of an order", keep: bookkeeping, plain: "order_id coupon_code limited state reserved_at redeemed_at"},
	{name: "coupon_counts", purpose: "How often a coupon was used", keep: "always", plain: "coupon_code taken"},
	{name: "redemptions", purpose: "Codes and coupons that paid", keep: bookkeeping, of: "order_id IN (SELECT o.id FROM orders o WHERE " + whoseOrders + ")",
		plain: "id order_id kind coupon_code code_id amount_minor currency created_at reversed_at"},
	{name: "payment_events", purpose: "What happened to a payment", keep: bookkeeping, of: "attempt_id IN (SELECT a.id FROM payment_attempts a WHERE a.order_id IN (SELECT o.id FROM orders o WHERE " + whoseOrders + "))",
		plain: "id attempt_id event from_state to_state fence detail at"},
	{name: "payment_attempts", purpose: "Tries at the payment provider", keep: bookkeeping, of: "order_id IN (SELECT o.id FROM orders o WHERE " + whoseOrders + ")",
		personal: []dataColumn{{name: "payer_hash", what: "keyed hash of the e-mail", erased: "sha256(convert_to(id::text, 'UTF8'))", secret: true},
			{name: "idempotency_hash", what: "hash of the caller's key", why: "finds a call that is sent again", secret: true}, {name: "request_hash", what: "hash of the request", why: "finds a call that is sent again", secret: true},
			{name: "nonce_hash", what: "keyed hash of a one-use number", why: "keeps a payment from being sent twice", secret: true},
			{name: "last_four", what: "last digits of the card", why: "bookkeeping, disputes"}, {name: "brand", what: "card brand", why: "bookkeeping, disputes"}, {name: "card_country", what: "country of the card's bank", why: "evidence for tax"}},
		plain: "id order_id registration_id number gateway_order_id state amount_minor currency merchant_account_id payment_type vault payment_method_id fence lease_until check_at searches capture_tries transaction_id decline_code processor_code created_at sent_at decided_at captured_at updated_at"},
	{name: "receipts", purpose: "Proof of a purchase; names nobody", keep: bookkeeping, of: "account_id = who.account",
		personal: []dataColumn{{name: "document", what: "amounts, package, last digits of the card", why: "the law asks for it"}},
		plain:    "id order_id account_id kind locale created_at mailed_at"},
	{name: "subscriptions", purpose: "Terms bought", keep: bookkeeping, of: "account_id = who.account OR payer_account_id = who.account",
		personal: []dataColumn{{name: "renews", what: "whether it is charged again", erased: "false"}, {name: "payment_method_id", what: "kept payment method", erased: "NULL"},
			{name: "state", what: "state", erased: "CASE WHEN account_id = who.account AND state IN ('active', 'suspended') THEN 'ended' ELSE state END"}},
		plain: "id family_id account_id payer_account_id order_id seat package_id package_name product_id services years currency renewal_minor starts_at ends_at cancelled_at created_at updated_at renewal_at renewal_tries renewing_since notices"},
	{name: "payment_methods", purpose: "Kept payment methods", keep: "until removed", of: "account_id = who.account",
		personal: []dataColumn{{name: "token_hash", what: "keyed hash of the provider's token", erased: "sha256(convert_to(id::text, 'UTF8'))", secret: true}, {name: "token_sealed", what: "the provider's token, encrypted", why: "until the provider has deleted what it keeps under it; emptied then", secret: true},
			{name: "last_four", what: "last digits of the card", erased: "NULL"}, {name: "brand", what: "card brand", erased: "NULL"}, {name: "removed_at", what: "when it was removed", erased: "coalesce(removed_at, who.now)"}},
		plain: "id account_id payment_type created_at"},
	{name: "orders", purpose: "Accepted prices", keep: bookkeeping, of: whoseOrders,
		personal: []dataColumn{{name: "price_input", what: "country, region, postal code", why: "evidence for tax"}, {name: "country", what: "billing country", why: "evidence for tax"}, {name: "region", what: "billing region", why: "evidence for tax"},
			{name: "anonymous_id", what: "visitor's id", erased: "NULL"}, {name: "marketing_opt_in", what: "consent to marketing", erased: "false"}, {name: "terms_accepted_at", what: "consent to the terms", why: "proof of the contract"}},
		plain: "id purpose state registration_id renews_id code_batch_id account_id family_id quote_id catalog_version tax_version steps pricing package_id package_name product_id services years seats currency sub_total_minor discount_minor code_total_minor tax_minor total_minor renewal_minor coupon_code code_ids payment_type store_payment locale attempts created_at updated_at placed_at term_starts_at"},
	{name: "registration_events", purpose: "What happened to a sign-up", keep: "always", of: "registration_id IN (SELECT r.id FROM registrations r WHERE " + whoseRegistrations + ")",
		plain: "id registration_id kind actor sections step at"},
	{name: "registrations", purpose: "Sign-ups", keep: "personal data 30 days after an unfinished one ran out, a day after payment", of: whoseRegistrations,
		personal: []dataColumn{{name: "parent_first_name", what: "name", erased: "NULL"}, {name: "parent_last_name", what: "name", erased: "NULL"}, {name: "parent_email", what: "e-mail", erased: "NULL"}, {name: "parent_email_key", what: "e-mail", erased: "NULL"},
			{name: "parent_phone_country_code", what: "phone", erased: "NULL"}, {name: "parent_phone_number", what: "phone", erased: "NULL"}, {name: "parent_phone_key", what: "phone", erased: "NULL"}, {name: "parent_time_zone", what: "time zone", erased: "NULL"},
			{name: "co_parent", what: "co-parent's name, e-mail, phone", erased: "NULL"}, {name: "children", what: "children's names and e-mails", erased: "'[]'"}, {name: "address", what: "billing address", erased: "NULL"}, {name: "referral", what: "how they heard of us", erased: "NULL"},
			{name: "security_question", what: "security question", erased: "NULL"}, {name: "security_answer_hash", what: "hash of the answer", erased: "NULL", secret: true}, {name: "security_code_hash", what: "hash of the code", erased: "NULL", secret: true},
			{name: "key_hash", what: "hash of the registration key", why: "random; opens nothing once it has run out", secret: true}, {name: "anonymous_id", what: "visitor's id", erased: "NULL"}, {name: "confirmed_country", what: "country", erased: "NULL"},
			{name: "state", what: "state", erased: "CASE WHEN state = 'open' THEN 'expired' ELSE state END"}, {name: "custom_pending", what: "state", erased: "false"}, {name: "purged_at", what: "when its data was taken out", erased: "coalesce(purged_at, who.now)"}},
		plain: "id invitation_id last_completed_step parent_duplicate_confirmed knows_co_parent_email co_parent_duplicate_confirmed package_id product_id services pay_for_coparent pricing_group referrer_key selection_code analytics_identify locale paying_since paid_at account_id created_at updated_at expires_at arms"},
	{name: "invitations", purpose: "Invitations that the person got", keep: whileAccount, of: "account_id = who.account OR email_key = who.email",
		personal: []dataColumn{{name: "email", what: "e-mail", erased: "NULL"}, {name: "email_key", what: "e-mail", erased: "'erased ' || id"}, {name: "phone_country_code", what: "phone", erased: "NULL"}, {name: "phone_number", what: "phone", erased: "NULL"}, {name: "phone_key", what: "phone", erased: "NULL"},
			{name: "state", what: "state", erased: "CASE WHEN state = 'open' THEN 'revoked' ELSE state END"}},
		plain: "id family_id account_id inviter_account_id professional_id email_taken locale seat_paid package_id created_at expires_at accepted_at updated_at reminded_at"},
	{name: "tokens", purpose: "Links and logins", keep: "30 days after they ran out", of: "account_id = who.account", deletes: true,
		personal: []dataColumn{{name: "hash", what: "hash of the token", secret: true}, {name: "label", what: "name of a machine"}, {name: "last_used_at", what: "when it was used"}},
		plain:    "id kind account_id invitation_id created_at expires_at ended_at ended_why"},
	{name: "credentials", purpose: "Username and password", keep: whileAccount, of: "account_id = who.account", deletes: true,
		personal: []dataColumn{{name: "username", what: "username"}, {name: "username_key", what: "username"}, {name: "password_hash", what: "hash of the password", secret: true}},
		plain:    "account_id password_changed_at created_at updated_at"},
	{name: "children", purpose: "Children of the family", keep: "as long as a parent's account", of: "family_id = (SELECT a.family_id FROM accounts a WHERE a.id = who.account)",
		erase:    "NOT EXISTS (SELECT 1 FROM accounts o WHERE o.family_id = t.family_id AND o.id <> who.account AND o.state IN ('created', 'active'))",
		personal: []dataColumn{{name: "first_name", what: "name", erased: "''"}, {name: "last_name", what: "name", erased: "''"}, {name: "email", what: "e-mail", erased: "NULL"}, {name: "email_key", what: "e-mail", erased: "NULL"}},
		plain:    "id family_id position created_at"},
	{name: "professionals", purpose: "What a professional's account has beside the person", keep: whileAccount, of: "account_id = who.account",
		personal: []dataColumn{{name: "title", what: "title", erased: "NULL"}, {name: "credentials", what: "professional credentials", erased: "NULL"}, {name: "phone_extension", what: "phone", erased: "NULL"}, {name: "practice_name", what: "practice", erased: "NULL"}, {name: "roles", what: "professional roles", erased: "'{}'"}, {name: "hear_about", what: "how they heard of us", erased: "NULL"},
			{name: "state", what: "state", erased: "'suspended'"}},
		plain: "id account_id verified_at created_at updated_at"},
	{name: "account_events", purpose: "What happened to an account", keep: "always", of: "account_id = who.account", plain: "id account_id kind actor at"},
	{name: "accounts", purpose: "People with access", keep: "until closed or erased", of: whoseAccounts,
		personal: []dataColumn{{name: "first_name", what: "name", erased: "''"}, {name: "last_name", what: "name", erased: "''"}, {name: "name_key", what: "name", erased: "''"}, {name: "email", what: "e-mail", erased: "NULL"}, {name: "email_key", what: "e-mail", erased: "NULL"},
			{name: "phone_country_code", what: "phone", erased: "NULL"}, {name: "phone_number", what: "phone", erased: "NULL"}, {name: "phone_key", what: "phone", erased: "NULL"}, {name: "time_zone", what: "time zone", erased: "NULL"}, {name: "address", what: "address", erased: "NULL"}, {name: "country", what: "country", erased: "NULL"},
			{name: "referral_selection", what: "how they heard of us", erased: "NULL"}, {name: "referral_other", what: "how they heard of us", erased: "NULL"}, {name: "security_question", what: "security question", erased: "NULL"},
			{name: "security_answer_hash", what: "hash of the answer", erased: "NULL", secret: true}, {name: "security_code_hash", what: "hash of the code", erased: "NULL", secret: true}, {name: "marketing_opt_in", what: "consent to marketing", erased: "false"},
			{name: "agreed_to_terms_at", what: "consent to the terms", why: "proof of the contract"}, {name: "state", what: "state", erased: "'closed'"}},
		plain: "id kind family_id family_role locale created_by created_at updated_at"},
	{name: "families", purpose: "Which accounts belong together", keep: "always", plain: "id created_at"},
	{name: "privacy_events", purpose: "Exports and erasures that were done", keep: "always", of: "account_id = who.account", plain: "id account_id kind rows at"},
	{name: "operator_readings", purpose: "Which sign-ups operators looked at", keep: "always", plain: "id what subject rows at"},
	{name: "mail_deliveries", purpose: "Mail that was handed over, by occasion", keep: "always", plain: "key kind sent_at"},
	{name: "idempotency_records", purpose: "Stored answers", keep: "24 hours",
		personal: []dataColumn{{name: "answer", what: "an answer, encrypted under its caller's own key", why: "can't be told whose it is; gone after 24 hours", secret: true}, {name: "key_hash", what: "hash of the caller's key", why: "gone after 24 hours", secret: true}, {name: "request_hash", what: "hash of the request under the caller's key", why: "gone after 24 hours", secret: true}},
		plain:    "scope fence lease_until outcome created_at expires_at"},
	{name: "rate_limits", purpose: "Counts of calls", keep: "the window, at most an hour",
		personal: []dataColumn{{name: "subject", what: "keyed hash of address, e-mail or session", why: "gone within the hour", secret: true}}, plain: "scope count ends_at"},
	{name: "page_files", purpose: "Files of the pages, of this release and those before it", keep: "90 days after the release", plain: "name content published_at"},
	{name: "catalog_versions", purpose: "Prices", keep: "always", plain: "version body sha256 note applied_at"},
}

// DataTable is what a table holds of people, for who has to answer for it.
type DataTable struct {
	Name, Purpose, Keep string
	Columns             []DataColumn // with personal data
}

// DataColumn is a column with personal data, and what erasure does to it.
type DataColumn struct{ Name, What, Erasure string }

// DataMap lists every table and what it holds of people.
func DataMap() []DataTable {
	out := make([]DataTable, len(dataMap))
	for i, t := range dataMap {
		out[i] = DataTable{Name: t.name, Purpose: t.purpose, Keep: t.keep}
		for _, column := range t.personal {
			erasure := "stays: " + column.why
			switch {
			case t.deletes:
				erasure = "row deleted"
			case column.erased != "":
				erasure = "emptied"
			}
			out[i].Columns = append(out[i].Columns, DataColumn{Name: column.name, What: column.what, Erasure: erasure})
		}
	}
	return out
}
