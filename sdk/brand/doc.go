// Package brand reads an operator's brand: one JSON document with colours and type, what is around the screens, and
// sentences. The widget reads the same document (widget/src/brand); both take the names, kinds and bounds of the
// tokens from tokens.json and the pairs of colours that have to be told apart from contrast.json.
package brand
