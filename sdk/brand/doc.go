// Package brand reads an operator's brand: one JSON document with colors and fonts, the frame around the screens, and texts. The widget reads the
// same document (widget/src/brand). Both take the names, kinds and bounds of the tokens from tokens.json, and the pairs of colors that need contrast
// from contrast.json.
package brand
