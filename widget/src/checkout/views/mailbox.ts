import { later } from '../../fields/later.js';

/** Loaded where it is needed, which is seldom. */
export const ProveMailbox = later(async () => (await import('./ProveMailbox.js')).ProveMailbox);
