package apiserver

import (
	"path"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// schemaNames holds the names in the OpenAPI document of types with a Go name that is unclear without its package.
var schemaNames = map[string]string{
	"caller.Meta":                "CallMeta",
	"codes.Batch":                "CodeBatch",
	"codes.BatchEvent":           "CodeBatchEvent",
	"codes.PurchaseInput":        "CodePurchaseInput",
	"fault.Kind":                 "FaultKind",
	"gateway.TypeCountries":      "PaymentTypeCountries",
	"integration.Delivery":       "HostDelivery",
	"integration.Endpoint":       "HostEndpoint",
	"integration.EndpointChange": "HostEndpointChange",
	"integration.EndpointInput":  "HostEndpointInput",
	"integration.Event":          "HostEvent",
	"integration.FeedPage":       "HostFeedPage",
	"integration.Figures":        "HostEndpointFigures",
	"integration.Person":         "HostPerson",
	"integration.Replay":         "HostReplay",
	"integration.Subscription":   "HostSubscription",
	"integration.TestResult":     "HostTestResult",
	"integration.Token":          "HostToken",
	"integration.TokenInput":     "HostTokenInput",
	"invite.Answer":              "InvitationAnswer",
	"invite.Context":             "InvitationContext",
	"invite.Filter":              "InvitationFilter",
	"invite.Info":                "InvitationInfo",
	"invite.Input":               "InvitationInput",
	"invite.PaymentInput":        "InvitationPaymentInput",
	"invite.QuoteInput":          "InvitationQuoteInput",
	"payment.Answer":             "PaymentAnswer",
	"payment.CoParent":           "PaymentCoParent",
	"payment.Details":            "PaymentDetails",
	"payment.Input":              "PaymentInput",
	"payment.Parent":             "PaymentParent",
	"payment.Registration":       "PaymentRegistration",
	"places.Address":             "FoundAddress",
	"places.Suggestion":          "AddressSuggestion",
	"problem.Details":            "Problem",
	"problem.SchemaError":        "ProblemError",
	"problem.Validation":         "ValidationProblem",
	"professional.Account":       "ProfessionalAccount",
	"professional.Answer":        "ProfessionalAnswer",
	"professional.Filter":        "ProfessionalFilter",
	"professional.Info":          "ProfessionalInfo",
	"professional.Person":        "ProfessionalPerson",
	"professional.State":         "ProfessionalState",
	"professional.StepAnswer":    "ProfessionalStepAnswer",
	"professional.StepInput":     "ProfessionalStepInput",
	"signup.Answer":              "RegistrationAnswer",
	"signup.Filter":              "RegistrationFilter",
	"signup.Info":                "RegistrationInfo",
	"signup.Input":               "RegistrationInput",
	"signup.Order":               "RegistrationOrder",
	"signup.Report":              "RegistrationReport",
	"signup.State":               "RegistrationState",
	"support.Token":              "ChatToken",
}

// nameSchema returns the name of a type's schema.
func nameSchema(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name, ok := schemaNames[path.Base(t.PkgPath())+"."+t.Name()]; ok {
		return name
	}
	return huma.DefaultSchemaNamer(t, hint)
}
