/** The languages of sdk/text, and the regional tags whose react-aria strings are worth shipping. */
export const languages = {
  all: ['en', 'es'],
  regions: ['en-US', 'es-ES'],
} as const satisfies { all: readonly string[]; regions: readonly string[] };
