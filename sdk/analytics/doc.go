// Package analytics counts what visitors do, by a [Service]: package sdk/adapter/segment has Segment's. It sends no personal data.
//
// Operations are methods of [Client], which package sdk holds as Client.Analytics.
package analytics
