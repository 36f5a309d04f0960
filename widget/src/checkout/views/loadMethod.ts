import { deferred } from '../../fields/deferred.js';

/** The payment method: loaded while the order is priced. */
export const loadMethod = async () => (await import('./MethodStage.js')).MethodStage;

export const MethodStage = deferred(loadMethod);
