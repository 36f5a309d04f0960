/** The time after which a call is slow, in milliseconds. */
export const slowMs = 10_000;
