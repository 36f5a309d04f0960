package kubernetes

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/cojoin/cojoin/tools/proof/fleet"
)

// API asks the API server.
type API struct {
	server, token string
	http          *http.Client
}

// Refused is such an answer.
type Refused struct {
	Status  int
	Message string
}

func (r *Refused) Error() string {
	return fmt.Sprintf("kubernetes: status %d: %s", r.Status, r.Message)
}

// newAPI waits until the server has made its certificate and answers.
func newAPI(ctx context.Context, server, certificate, token string, process *fleet.Process) (*API, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	a := &API{server: server, token: token}
	for {
		err := a.trust(certificate)
		if err == nil {
			err = a.Do(ctx, http.MethodGet, "/readyz", nil, nil)
		}
		if err == nil {
			return a, nil
		}
		select {
		case <-process.Ended():
			return nil, process.Err()
		case <-ctx.Done():
			return nil, fmt.Errorf("kubernetes: the API server isn't ready: %w", err)
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (a *API) trust(certificate string) error {
	raw, err := os.ReadFile(certificate)
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(raw) {
		return errors.New("kubernetes: the certificate isn't whole yet")
	}
	a.http = &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, MaxIdleConnsPerHost: 8}}
	return nil
}

// Do makes a call; in and out may be nil. An answer of 400 or above is a [*Refused].
func (a *API) Do(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		raw, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("kubernetes: %w", err)
		}
		body = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(ctx, method, a.server+path, body)
	if err != nil {
		return fmt.Errorf("kubernetes: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+a.token)
	req.Header.Set("Content-Type", "application/json")
	if method == http.MethodPatch {
		req.Header.Set("Content-Type", "application/merge-patch+json")
	}
	res, err := a.http.Do(req)
	if err != nil {
		return fmt.Errorf("kubernetes: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return fmt.Errorf("kubernetes: %w", err)
	}
	if res.StatusCode >= http.StatusBadRequest {
		var said struct{ Message string }
		_ = json.Unmarshal(raw, &said)
		return &Refused{Status: res.StatusCode, Message: said.Message}
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return fmt.Errorf("kubernetes: %s %s: %w", method, path, err)
	}
	return nil
}

// Pods lists the pods that have the labels, "app=cojoin,component=server".
func (a *API) Pods(ctx context.Context, labels string) ([]Pod, error) {
	var list struct{ Items []Pod }
	err := a.Do(ctx, http.MethodGet, "/api/v1/pods?labelSelector="+url.QueryEscape(labels), nil, &list)
	return list.Items, err
}

// Endpoints are the addresses of a service's pods to which calls are routed: they are ready, and not about to end.
func (a *API) Endpoints(ctx context.Context, service string) ([]string, error) {
	var list struct {
		Items []struct {
			Ports     []struct{ Port int }
			Endpoints []struct {
				Addresses  []string
				Conditions struct{ Ready bool }
			}
		}
	}
	path := "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=" + url.QueryEscape("kubernetes.io/service-name="+service)
	if err := a.Do(ctx, http.MethodGet, path, nil, &list); err != nil {
		return nil, err
	}
	var out []string
	for _, slice := range list.Items {
		for _, e := range slice.Endpoints {
			if e.Conditions.Ready && len(e.Addresses) > 0 && len(slice.Ports) > 0 {
				out = append(out, fmt.Sprintf("%s:%d", e.Addresses[0], slice.Ports[0].Port))
			}
		}
	}
	return out, nil
}

// Evict asks for a pod to leave, as draining a node does. A budget may refuse it: [*Refused] with status 429.
func (a *API) Evict(ctx context.Context, pod string) error {
	return a.Do(ctx, http.MethodPost, "/api/v1/namespaces/default/pods/"+pod+"/eviction", map[string]any{
		"apiVersion": "policy/v1", "kind": "Eviction", "metadata": map[string]string{"name": pod, "namespace": "default"},
	}, nil)
}
