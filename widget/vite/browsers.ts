/** The oldest supported browsers, as in README.md: the first with `light-dark()` and relative colors, which our look requires. */
export const browsers = ['chrome123', 'edge123', 'safari17.5', 'firefox128'];
