/** The oldest supported browsers, as in widget/README.md: the first versions with `light-dark()` and relative colors, which our styles need. */
export const browsers = ['chrome123', 'edge123', 'safari17.5', 'firefox128'];
