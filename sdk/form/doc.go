// Package form holds the rules of every form field: the normalization, the allowed values, and the error texts. All of
// it is pure. A [Rule] both validates and describes its field: the widget's rules are generated from the same table.
// Look-up data (countries, regions, time zones, phone codes) is embedded. docs/look-up-data.md names the sources.
//
// A validation returns the normalized value and every broken rule, in the order of the form.
package form
