// Package segment implements [analytics.Service] with Segment, or with the log.
package segment
