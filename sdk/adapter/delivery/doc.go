// Package delivery sends events to the integration's endpoints over HTTP, signed as Standard Webhooks specifies
// (https://www.standardwebhooks.com). It connects only to public addresses and to the networks that the configuration
// allows.
package delivery
