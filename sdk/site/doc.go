// Package site holds what an operator says of the installation: addresses, links, support phones, the affiliate's
// pixel, and the clock that operations tell the time by.
package site
