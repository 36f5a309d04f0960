import { later } from '../../fields/later.js';

/** The payment method: loaded while the price is asked for. */
export const loadMethod = async () => (await import('./MethodStage.js')).MethodStage;

/** Review and what pays: loaded while the buyer fills in the method. */
export const loadReview = () => import('./reviewCode.js');

export const MethodStage = later(loadMethod);

export const ReviewStage = later(async () => (await loadReview()).ReviewStage);
