// One file for all that is needed from review on, so that a buyer who sees Pay now can pay.
export { askPayment, payOrder } from '../payOrder.js';
export { ReviewStage } from './ReviewStage.js';
