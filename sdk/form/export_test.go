package form

// HasEmoji is for properties of names.
var HasEmoji = hasEmoji
