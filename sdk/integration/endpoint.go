package integration

import (
	"time"
)

// EndpointInput holds an operator's settings of an endpoint.
type EndpointInput struct {
	URL    string   `json:"url" maxLength:"2000" doc:"https, or http to an address that the configuration allows"`
	Note   string   `json:"note,omitempty" maxLength:"200" doc:"For operators"`
	Kinds  []string `json:"kinds,omitempty" maxItems:"50" doc:"Types of events; left out: all"`
	People []string `json:"people,omitempty" maxItems:"3" enum:"name,email,locale" doc:"Personal data of the account's owner to send with each event; left out: none"`
}

// Endpoint receives events.
type Endpoint struct {
	ID string `json:"id"`
	EndpointInput
	State     string     `json:"state" enum:"enabled,disabled,gone" doc:"gone: the endpoint returned 410. It receives no events until it is enabled again"`
	Secret    string     `json:"secret,omitempty" doc:"whsec_…; returned only when it is created"`
	OldUntil  *time.Time `json:"oldSecretUntil,omitempty" doc:"Until then, the previous secret signs, too"`
	CreatedAt time.Time  `json:"createdAt"`
	Figures   Figures    `json:"figures"`
}

// Figures count an endpoint's undelivered events.
type Figures struct {
	Pending int           `json:"pending" doc:"Undelivered events"`
	Retried int           `json:"retried" doc:"Undelivered events with at least one failed attempt"`
	Dead    int           `json:"dead" doc:"Events given up after the last attempt"`
	Lag     time.Duration `json:"lagNanoseconds" doc:"Age of the oldest undelivered event"`
}

// EndpointChange changes the settings of an endpoint. A nil field stays as it is.
type EndpointChange struct {
	URL     *string   `json:"url,omitempty" maxLength:"2000"`
	Note    *string   `json:"note,omitempty" maxLength:"200"`
	Kinds   *[]string `json:"kinds,omitempty" maxItems:"50"`
	People  *[]string `json:"people,omitempty" maxItems:"3"`
	Enabled *bool     `json:"enabled,omitempty" doc:"false holds the endpoint's events back; true sends them"`
	Rotate  bool      `json:"rotateSecret,omitempty" doc:"Create a new secret. For a day, the old one signs, too"`
}
