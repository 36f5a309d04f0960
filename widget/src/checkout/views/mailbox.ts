import { deferred } from '../../fields/deferred.js';

/** Loaded where it is needed, which is seldom. */
export const ProveMailbox = deferred(async () => (await import('./ProveMailbox.js')).ProveMailbox);
