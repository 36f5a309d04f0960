// Package google implements [places.Search] with Google's Places (New).
package google
