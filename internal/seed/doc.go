// Package seed fills a database with sign-ups, to test the product on a large one.
package seed
