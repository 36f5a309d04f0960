// Package record turns a recorded browser journey into a scenario file. A recording is a HAR file, or the calls that
// pass a [Proxy]. The file has invented people: names, addresses, numbers, cards and secrets of the recording stay in memory.
package record
