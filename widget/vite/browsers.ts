/** The oldest browsers that we support, as README.md lists them. They are the first with `light-dark()` and relative colours, which all of our look rests on. */
export const browsers = ['chrome123', 'edge123', 'safari17.5', 'firefox128'];
