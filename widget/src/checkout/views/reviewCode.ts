// One chunk for review and payment, so that a buyer who sees Pay now can pay.
export { fetchPayment, payOrder } from '../payOrder.js';
export { ReviewStage } from './ReviewStage.js';
