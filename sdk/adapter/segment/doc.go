// Package segment implements [analytics.Service] with Segment, or with a log.
package segment
