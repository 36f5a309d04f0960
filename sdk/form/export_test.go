package form

// HasEmoji is for property tests of names.
var HasEmoji = hasEmoji
