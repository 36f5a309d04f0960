package privacy

import (
	"encoding/json"
	"time"
)

// PersonalData is all data stored about a person, without hashes and encrypted values.
type PersonalData struct {
	AccountID string                       `json:"accountId,omitempty" doc:"Empty if there is no account, only unfinished sign-ups"`
	At        time.Time                    `json:"at"`
	Tables    map[string][]json.RawMessage `json:"tables" doc:"Rows by table"`
}

// Erased is the result of an erasure.
type Erased struct {
	AccountID string         `json:"accountId,omitempty"`
	At        time.Time      `json:"at"`
	Changed   map[string]int `json:"changed" doc:"Rows deleted or emptied, by table"`
	IDs       []string       `json:"ids,omitempty" doc:"Persons and sign-ups that were erased: each can be erased again from a restored backup"`
}
