// Package apiserver puts the operations of package sdk on HTTP: one table of routes, one mapping of
// errors, an OpenAPI document made from both. It decides nothing about signing up, pricing or paying.
package apiserver
