package apiserver

import (
	"context"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
)

// BraintreeWebhook is a webhook as Braintree's form sends it.
type BraintreeWebhook struct {
	Signature string `json:"bt_signature"`
	Payload   string `json:"bt_payload"`
}

type webhookInput struct {
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}

// hearBraintree answers 204 once a webhook is understood, so that it isn't sent again. It isn't limited by
// address: the provider sends many at once from few addresses, and a forged one costs a hash.
func (s *server) hearBraintree(ctx context.Context, in *webhookInput) (*struct{}, error) {
	form, err := url.ParseQuery(string(in.RawBody))
	if err != nil {
		return nil, huma.Error400BadRequest("form")
	}
	return nil, s.cfg.Client.HearGateway(ctx, form.Get("bt_signature"), form.Get("bt_payload"))
}
