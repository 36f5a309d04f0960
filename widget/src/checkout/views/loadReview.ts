import { deferred } from '../../fields/deferred.js';

/** Review and the payment code: loaded while the buyer fills in the method. */
export const loadReview = () => import('./reviewCode.js');

export const ReviewStage = deferred(async () => (await loadReview()).ReviewStage);
