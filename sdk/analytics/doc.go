// Package analytics sends visitors' events to a [Service]: package sdk/adapter/segment has Segment's. It sends no personal data.
//
// The operations are methods of [Client], which package sdk holds as Client.Analytics.
package analytics
