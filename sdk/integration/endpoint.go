package integration

import (
	"time"
)

// EndpointInput holds an operator's settings of an endpoint.
type EndpointInput struct {
	URL    string   `json:"url" maxLength:"2000" doc:"https, or http to an address that the configuration allows"`
	Note   string   `json:"note,omitempty" maxLength:"200" doc:"For operators"`
	Kinds  []string `json:"kinds,omitempty" maxItems:"50" doc:"Types of events; left out: all"`
	People []string `json:"people,omitempty" maxItems:"3" enum:"name,email,locale" doc:"Personal data of the account's owner that is sent with each event; default: none"`
}

// Endpoint receives events.
type Endpoint struct {
	ID string `json:"id"`
	EndpointInput
	State     string     `json:"state" enum:"enabled,disabled,gone" doc:"gone: the endpoint answered 410, and gets no events until it is enabled"`
	Secret    string     `json:"secret,omitempty" doc:"whsec_…; shown as it is made, and never again"`
	OldUntil  *time.Time `json:"oldSecretUntil,omitempty" doc:"The secret before signs, too, until then"`
	CreatedAt time.Time  `json:"createdAt"`
	Figures   Figures    `json:"figures"`
}

// Figures count an endpoint's undelivered events.
type Figures struct {
	Pending int           `json:"pending" doc:"Events that aren't delivered yet"`
	Retried int           `json:"retried" doc:"Pending events with more than one try"`
	Dead    int           `json:"dead" doc:"Events that were given up"`
	Lag     time.Duration `json:"lagNanoseconds" doc:"Age of the oldest pending event"`
}

// EndpointChange changes the settings of an endpoint. A nil field stays as it is.
type EndpointChange struct {
	URL     *string   `json:"url,omitempty" maxLength:"2000"`
	Note    *string   `json:"note,omitempty" maxLength:"200"`
	Kinds   *[]string `json:"kinds,omitempty" maxItems:"50"`
	People  *[]string `json:"people,omitempty" maxItems:"3"`
	Enabled *bool     `json:"enabled,omitempty" doc:"false keeps its events for it; true sends them"`
	Rotate  bool      `json:"rotateSecret,omitempty" doc:"Make a new secret. The old one signs beside it for a day"`
}
