import { deferred } from '../../fields/deferred.js';

/** Loaded on use, because it is rare. */
export const ProveMailbox = deferred(async () => (await import('./ProveMailbox.js')).ProveMailbox);
