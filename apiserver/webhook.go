package apiserver

import (
	"context"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
)

// BraintreeWebhook is a webhook in Braintree's form encoding.
type BraintreeWebhook struct {
	Signature string `json:"bt_signature"`
	Payload   string `json:"bt_payload"`
}

type webhookInput struct {
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}

// hearBraintree returns 204 once a webhook is processed; otherwise the provider sends it again. It has no rate limit by
// address: the provider sends many concurrently from few addresses, and rejecting a forged one costs only a hash.
func (s *server) hearBraintree(ctx context.Context, in *webhookInput) (*struct{}, error) {
	form, err := url.ParseQuery(string(in.RawBody))
	if err != nil {
		return nil, huma.Error400BadRequest("form")
	}
	return nil, s.cfg.Client.Payment.Webhook(ctx, form.Get("bt_signature"), form.Get("bt_payload"))
}
