/** How long a call may take before the person is told that it takes long. */
export const slowMs = 10_000;
