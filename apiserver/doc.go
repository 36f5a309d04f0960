// Package apiserver serves the operations of package sdk over HTTP. It has one table of routes, one mapping of
// errors, and an OpenAPI document generated from both. It contains no rules about sign-ups, prices or payments.
package apiserver
