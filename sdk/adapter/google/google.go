package google

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/cojoin/cojoin/sdk/internal/remote"
	"github.com/cojoin/cojoin/sdk/places"
	"github.com/cojoin/cojoin/sdk/secret"
)

const (
	googleURL      = "https://places.googleapis.com"
	defaultTimeout = 3 * time.Second
	maxAnswer      = 256 << 10 // bytes of a response that are read
)

// The requested fields. Google's price depends on them.
const (
	suggestionFields = "suggestions.placePrediction.placeId,suggestions.placePrediction.text.text," +
		"suggestions.placePrediction.structuredFormat.mainText.text,suggestions.placePrediction.structuredFormat.secondaryText.text"
	placeFields = "id,addressComponents"
)

// placeTypes exclude shops and sights from the suggestions.
var placeTypes = []string{"street_address", "premise", "subpremise", "route"}

// Config holds the key and the address of the API.
type Config struct {
	Key     secret.Secret // of a project with Places API (New); required
	BaseURL string        // another server with Google's interface; default Google's own
	Timeout time.Duration // of one call; default 3 s
}

// Client implements [places.Search] with Google's Places API (New). It is safe for concurrent use and never
// logs. Its errors contain neither the key nor the typed text.
type Client struct {
	key     secret.Secret
	service *remote.Service
}

var _ places.Search = (*Client)(nil)

// New returns a client. It checks the configuration and makes no call.
func New(cfg Config) (*Client, error) {
	if cfg.Key == "" {
		return nil, errors.New("places: Google's key is missing")
	}
	if cfg.BaseURL == "" {
		cfg.BaseURL = googleURL
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = defaultTimeout
	}
	return &Client{key: cfg.Key, service: remote.New("google", cfg.BaseURL, cfg.Timeout, maxAnswer)}, nil
}

// Provider implements [places.Search].
func (*Client) Provider() string { return "google" }

// SuggestAddresses implements [places.Search].
func (g *Client) SuggestAddresses(ctx context.Context, in places.Query) ([]places.Suggestion, error) {
	body, err := json.Marshal(map[string]any{
		"input": in.Query, "includedRegionCodes": []string{strings.ToLower(in.Country)}, "regionCode": strings.ToLower(in.Country),
		"languageCode": in.Lang, "sessionToken": in.Session, "includedPrimaryTypes": placeTypes,
	})
	if err != nil {
		return nil, fmt.Errorf("suggestions: %w", err)
	}
	var answer struct {
		Suggestions []struct {
			PlacePrediction struct {
				PlaceID          string
				Text             textOf
				StructuredFormat struct{ MainText, SecondaryText textOf }
			}
		}
	}
	if err := g.call(ctx, http.MethodPost, "/v1/places:autocomplete", suggestionFields, body, &answer); err != nil {
		return nil, fmt.Errorf("suggestions: %w", err)
	}
	list := make([]places.Suggestion, 0, len(answer.Suggestions))
	for _, s := range answer.Suggestions {
		p := s.PlacePrediction
		main := p.StructuredFormat.MainText.Text
		if main == "" {
			main = p.Text.Text
		}
		list = append(list, places.Suggestion{ID: p.PlaceID, Text: p.Text.Text, Main: main, Extra: p.StructuredFormat.SecondaryText.Text})
	}
	return list, nil
}

type textOf struct{ Text string }

// FindAddress implements [places.Search].
func (g *Client) FindAddress(ctx context.Context, in places.Request) (places.Address, error) {
	query := url.Values{"languageCode": {in.Lang}}
	if in.Session != "" {
		query.Set("sessionToken", in.Session)
	}
	var answer struct{ AddressComponents []component }
	err := g.call(ctx, http.MethodGet, "/v1/places/"+url.PathEscape(in.ID)+"?"+query.Encode(), placeFields, nil, &answer)
	if err != nil {
		return places.Address{}, fmt.Errorf("place: %w", err)
	}
	if len(answer.AddressComponents) == 0 {
		return places.Address{}, places.ErrUnknown
	}
	return addressOf(answer.AddressComponents), nil
}

// call sends a request to Google and decodes the response. A place that doesn't exist (any more) gives
// [places.ErrUnknown].
func (g *Client) call(ctx context.Context, method, path, fields string, body []byte, into any) error {
	answer, err := g.service.Call(ctx, method, path, http.Header{"X-Goog-Api-Key": {g.key.Reveal()}, "X-Goog-Fieldmask": {fields}}, body)
	if err != nil {
		return err
	}
	if answer.Status != http.StatusOK {
		return refusal(method, answer.Status, answer.Body)
	}
	if err := json.Unmarshal(answer.Body, into); err != nil {
		return errors.New("google's response isn't the documented JSON")
	}
	return nil
}

// refusal distinguishes an unknown place from an invalid key, an exhausted quota, and other failures. Google's
// message may repeat the typed text, so only its status is used.
func refusal(method string, status int, raw []byte) error {
	var answer struct {
		Error struct{ Status string }
	}
	_ = json.Unmarshal(raw, &answer) // a proxy's error page has none
	if method == http.MethodGet && (status == http.StatusNotFound || status == http.StatusBadRequest && answer.Error.Status == "INVALID_ARGUMENT") {
		return places.ErrUnknown
	}
	reason := ""
	if s := answer.Error.Status; s != "" && len(s) <= 40 && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
		reason = " " + s
	}
	return fmt.Errorf("google answers %d%s", status, reason)
}
