// Package delivery sends events to the integration's endpoints over HTTP, signed by the convention of Standard Webhooks
// (https://www.standardwebhooks.com). It connects to public addresses alone, unless it is told of others.
package delivery
