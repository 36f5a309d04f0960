package sdk

// Bootstrap is what the widget needs before its first screen.
type Bootstrap struct {
	Product           string            `json:"product"`
	Environment       string            `json:"environment" enum:"development,production"`
	Locale            string            `json:"locale"`
	Languages         []string          `json:"languages"`
	Experiments       map[string]string `json:"experiments" doc:"Arm by key: Control, Treatment or Off"`
	PrimaryExperiment string            `json:"primaryExperiment,omitempty"`
	Flags             map[string]bool   `json:"flags"`
	SupportPhones     map[string]string `json:"supportPhones" doc:"By country (NZ, AU, GB, IE) and default"`
	SupportEmail      string            `json:"supportEmail"`
	Links             map[string]string `json:"links" doc:"login, passwordRetrieval, terms, privacy, help, contact, home, appStore, playStore"`
	Payment           BootstrapPayment  `json:"payment"`
	AddressCountries  []string          `json:"addressCountries" doc:"Countries with address autocomplete"`
}

// BootstrapPayment tells the widget which payment adapter to load.
type BootstrapPayment struct {
	Provider   string `json:"provider" enum:"braintree,sandbox"`
	SandboxURL string `json:"sandboxUrl,omitempty" doc:"Where the sandbox's hosted fields live; only with provider sandbox"`
}
