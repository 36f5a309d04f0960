// Package site holds an operator's settings of the installation: addresses, links, support phones, the
// affiliate's pixel, and the clock of operations.
package site
