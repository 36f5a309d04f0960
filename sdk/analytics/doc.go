// Package analytics takes what visitors did to an analytics service: Segment, or the log.
package analytics
