import { later } from '../../fields/later.js';

/** Review and what pays: loaded while the buyer fills in the method. */
export const loadReview = () => import('./reviewCode.js');

export const ReviewStage = later(async () => (await loadReview()).ReviewStage);
