//go:build race

package sdk_test

// raceDetector tells tests of many things that everything takes five times as long.
const raceDetector = true
