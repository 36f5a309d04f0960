// Package apiserver serves the operations of package sdk over HTTP: one table of routes, one mapping of
// errors, and an OpenAPI document generated from both. It contains no rules about signing up, pricing or paying.
package apiserver
