package person

// PickMade is the statement that finds the keys which may be nobody's.
const PickMade = pickMade
