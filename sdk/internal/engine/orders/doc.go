// Package orders reserves, redeems and releases what an order holds on to, and writes its receipts.
package orders
