import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** The version that doctor() compares with the server's. */
export const defined = { COJOIN_VERSION: JSON.stringify(version) };
