package operate

// Rekeyed counts the values that were re-encrypted with the current secret.
type Rekeyed struct {
	Codes          int `json:"codes"`
	PaymentMethods int `json:"paymentMethods"`
	Persons        int `json:"persons"`       // keys of persons
	Registrations  int `json:"registrations"` // found by hashes under the current secret from now on
	PersonHashes   int `json:"personHashes"`  // persons, likewise
	Usernames      int `json:"usernames"`     // likewise
	HostEndpoints  int `json:"hostEndpoints"` // secrets that sign events

	Unopened []Unopened `json:"unopened"` // rows that no configured secret opens
}

// Unopened is a row that no configured secret opens. It stays as it is.
type Unopened struct {
	Kind   UnopenedKind `json:"kind"`
	ID     string       `json:"id"`               // of a username: the account's
	Secret uint8        `json:"secret,omitempty"` // the number of its secret; 0 if it is sealed under a person's key
}

// UnopenedKind is the kind of an unopened row.
type UnopenedKind string

// The kinds, in the order in which [Client.Rekey] works.
const (
	UnopenedCode          UnopenedKind = "code"
	UnopenedPaymentMethod UnopenedKind = "paymentMethod"
	UnopenedPersonKey     UnopenedKind = "personKey"
	UnopenedRegistration  UnopenedKind = "registration"
	UnopenedPerson        UnopenedKind = "person"
	UnopenedUsername      UnopenedKind = "username"
	UnopenedEndpoint      UnopenedKind = "endpoint"
)
