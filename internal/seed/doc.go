// Package seed fills a database with sign-ups, to see how the product stands on a large one.
package seed
