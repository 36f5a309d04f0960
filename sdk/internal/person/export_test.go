package person

// PickMade is the statement that finds keys for the sweep.
const PickMade = pickMade
