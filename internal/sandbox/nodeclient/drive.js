// Calls the sandbox with the provider's own client, unmodified, and prints the results as one line of JSON for the Go test. The client's
// environment "Development" takes host and port from GATEWAY_HOST and GATEWAY_PORT.
import braintree from 'braintree';

const gateway = new braintree.BraintreeGateway({
  environment: braintree.Environment.Development,
  merchantId: 'cojoin_sandbox',
  publicKey: 'public',
  privateKey: 'private',
});
const { Nonces } = braintree.Test;
const saw = {};

// Summarizes the result of a call: the response or the error.
async function outcome(promise) {
  try {
    const result = await promise;
    if (result?.success === false) {
      return {
        message: result.message,
        codes: result.errors.deepErrors().map((e) => `${e.attribute} ${e.code}`),
        status: result.transaction?.status,
        rejection: result.transaction?.gatewayRejectionReason,
      };
    }
    return result ?? 'done';
  } catch (error) {
    return { error: error.type ?? String(error) };
  }
}
const sale = (more) => gateway.transaction.sale({ amount: '149.99', paymentMethodNonce: Nonces.TransactableVisa, merchantAccountId: 'cojoin_usd', ...more });

const token = await gateway.clientToken.generate({ merchantAccountId: 'cojoin_gbp' });
saw.clientToken = { success: token.success, merchantAccountId: JSON.parse(atob(token.clientToken)).merchantAccountId };

const sold = await sale({
  orderId: 'node-1',
  customer: { firstName: 'Jane', email: 'jane@example.com' },
  billing: { postalCode: '60622' },
  deviceData: '{}',
  options: { storeInVaultOnSuccess: true },
});
const tx = sold.transaction;
saw.sale = {
  success: sold.success, status: tx.status, amount: tx.amount, currency: tx.currencyIsoCode, orderId: tx.orderId, type: tx.type,
  last4: tx.creditCard.last4, cardType: tx.creditCard.cardType, hasToken: !!tx.creditCard.token, email: tx.customer.email,
  postalCode: tx.billing.postalCode, instrument: tx.paymentInstrumentType, history: tx.statusHistory.map((e) => e.status), taxExempt: tx.taxExempt,
};
saw.find = (await gateway.transaction.find(tx.id)).status;
saw.findNothing = await outcome(gateway.transaction.find('missing1'));
saw.submit = (await gateway.transaction.submitForSettlement(tx.id)).transaction.status;
saw.submitAgain = await outcome(gateway.transaction.submitForSettlement(tx.id));
saw.settle = (await gateway.testing.settle(tx.id)).transaction.status;
const refund = await gateway.transaction.refund(tx.id, '50.00');
saw.refund = { type: refund.transaction.type, amount: refund.transaction.amount, of: refund.transaction.refundedTransactionId === tx.id };
saw.refundTooMuch = await outcome(gateway.transaction.refund(tx.id, '100.00'));

const held = await sale({ orderId: 'node-2', options: { submitForSettlement: true } });
saw.heldStatus = held.transaction.status;
saw.void = (await gateway.transaction.void(held.transaction.id)).transaction.status;
saw.voidAgain = await outcome(gateway.transaction.void(held.transaction.id));

const whole = (await sale({ orderId: 'node-parts', amount: '100.00' })).transaction;
const part = (await gateway.transaction.submitForPartialSettlement(whole.id, '60.00')).transaction;
saw.part = { status: part.status, amount: part.amount, orderId: part.orderId, ofWhole: part.authorizedTransactionId === whole.id };
saw.partTooMuch = await outcome(gateway.transaction.submitForPartialSettlement(whole.id, '40.01'));
saw.partOfPart = await outcome(gateway.transaction.submitForPartialSettlement(part.id, '1.00'));
const lastPart = (await gateway.transaction.submitForPartialSettlement(whole.id, '30.00', { orderId: 'node-part-2', finalCapture: true })).transaction;
saw.partAfterLast = await outcome(gateway.transaction.submitForPartialSettlement(whole.id, '5.00'));
const inParts = await gateway.transaction.find(whole.id);
saw.inParts = { status: inParts.status, parts: inParts.partialSettlementTransactionIds.join() === [part.id, lastPart.id].join() };
saw.partSettled = (await gateway.testing.settle(lastPart.id)).transaction.status;
saw.partRefunded = (await gateway.transaction.refund(lastPart.id, '10.00')).transaction.amount;
saw.wholeVoided = (await gateway.transaction.void(whole.id)).transaction.status;

saw.declined = await outcome(sale({ orderId: 'node-3', amount: '2000.00' }));
saw.rejected = await outcome(sale({ orderId: 'node-4', paymentMethodNonce: Nonces.GatewayRejectedFraud }));
saw.duplicate = await outcome(sale({ orderId: 'node-2', options: { submitForSettlement: true } }));
saw.invalid = await outcome(sale({ orderId: 'node-5', amount: 'ten', paymentMethodNonce: Nonces.Consumed }));

// A bank can decline a refund softly, in which case it settles anyway, or hard.
const large = (await sale({ orderId: 'node-large', amount: '9000.00', options: { submitForSettlement: true } })).transaction;
saw.updated = (({ status, amount, orderId, descriptor }) => [status, amount, orderId, descriptor.name])(
  (await gateway.transaction.updateDetails(large.id, { amount: '8000.00', orderId: 'node-larger', descriptor: { name: 'cojoin*annual' } })).transaction,
);
saw.updateTooMuch = await outcome(gateway.transaction.updateDetails(large.id, { amount: '8000.01' }));
await gateway.testing.settle(large.id);
saw.updateSettled = await outcome(gateway.transaction.updateDetails(large.id, { amount: '1.00' }));
const answered = (t) => [t.type, t.status, t.amount, t.merchantAccountId, t.processorResponseCode, t.processorResponseText, t.processorResponseType, t.additionalProcessorResponse];
saw.refundSoft = answered((await gateway.transaction.refund(large.id, '2046.00')).transaction);
saw.refundHard = answered((await gateway.transaction.refund(large.id, '2004.00')).transaction);
saw.refundElsewhere = await outcome(gateway.transaction.refund(large.id, { amount: '1.00', merchantAccountId: 'cojoin_gbp' }));
saw.refundRest = (await gateway.transaction.refund(large.id)).transaction.amount;
saw.refundIds = (await gateway.transaction.find(large.id)).refundIds.length;

const described = { descriptor: { name: 'cojoin*second' } };
const inPart = (await sale({ orderId: 'node-described', descriptor: { name: 'cojoin*first', phone: '5551234567' } })).transaction;
saw.described = [
  (await gateway.transaction.submitForPartialSettlement(inPart.id, '5.00', described)).transaction.descriptor,
  (await gateway.transaction.find(inPart.id)).descriptor,
  (await gateway.transaction.submitForSettlement((await sale({ orderId: 'node-described-2' })).transaction.id, null, described)).transaction.descriptor,
];

// A sale by a vaulted card has the customer's name and the card's address. Any code of a country identifies it.
const family = (await gateway.customer.create({
  firstName: 'Ida', internationalPhone: { countryCode: '1', nationalNumber: '3121234567' },
  creditCard: { number: '4111111111111111', expirationDate: '12/2030', billingAddress: { locality: 'Erie', countryCodeAlpha2: 'US' } },
})).customer;
const again = (await sale({ orderId: 'node-again', paymentMethodNonce: undefined, customerId: family.id, recurring: true })).transaction;
saw.byVault = [again.recurring, again.customer.firstName, again.customer.internationalPhone, again.billing.locality, again.billing.countryCodeAlpha3, again.billing.countryCodeNumeric];
saw.badParts = await outcome(sale({
  productSku: 'a$', customer: { internationalPhone: { countryCode: '1111', nationalNumber: '1' } },
  billing: { countryCodeAlpha2: 'ZZ', countryCodeAlpha3: 'USA', countryCodeNumeric: '826', phoneNumber: '1=2' },
  shipping: { phoneNumber: '1=2', shippingMethod: 'urgent', countryCodeAlpha3: 'AAA', countryCodeNumeric: '000' },
}));

for (const name of ['PayPalBillingAgreement', 'VenmoAccount', 'ApplePayVisa']) {
  const { transaction } = await sale({ orderId: `node-${name}`, paymentMethodNonce: Nonces[name] });
  saw[name] = [transaction.paymentInstrumentType, transaction.paypalAccount?.payerEmail ?? null, transaction.venmoAccountDetails?.username ?? null, transaction.applePayCard?.cardType ?? null];
}

// A search returns a stream of complete transactions.
async function search(define) {
  const found = [];
  for await (const t of gateway.transaction.search(define)) found.push(`${t.orderId} ${t.type} ${t.status}`);
  return found.sort();
}
saw.search = {
  byOrder: await search((s) => s.orderId().is('node-1')),
  byStatus: await search((s) => s.status().in(['voided', 'processor_declined'])),
  byAmount: await search((s) => { s.orderId().startsWith('node-'); s.amount().between('1.00', '100.00'); }),
  byNumber: await search((s) => s.creditCardNumber().is('4111111111111111')),
  byNumberParts: await search((s) => { s.creditCardNumber().startsWith('4111'); s.creditCardNumber().endsWith('11'); }),
  byInstrument: await search((s) => s.paymentInstrumentType().is('VenmoAccountDetail')),
  byToken: await search((s) => s.createdUsing().is('token')),
  byRefund: await search((s) => { s.refund().is(true); s.type().is('sale'); }),
  nothing: await search((s) => s.orderId().is('none')),
};

const created = await gateway.customer.create({ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', paymentMethodNonce: Nonces.TransactableMasterCard });
const customer = created.customer;
saw.customer = { firstName: customer.firstName, cards: customer.creditCards.map((c) => c.cardType), methods: customer.paymentMethods.length };
saw.customerUpdate = (await gateway.customer.update(customer.id, { lastName: 'King' })).customer.lastName;
saw.customerFind = (await gateway.customer.find(customer.id)).email;
saw.customerInvalid = await outcome(gateway.customer.create({ id: 'with space', email: 'nobody' }));

const made = await gateway.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: Nonces.PayPalBillingAgreement, options: { makeDefault: true } });
saw.paymentMethod = { success: made.success, type: made.paymentMethod.constructor.name, email: made.paymentMethod.email, isDefault: made.paymentMethod.default };
saw.paymentMethodFind = (await gateway.paymentMethod.find(made.paymentMethod.token)).email;
saw.paymentMethodDeclined = await outcome(gateway.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: Nonces.ProcessorDeclinedVisa }));
saw.tokenSale = (await sale({ orderId: 'node-6', paymentMethodNonce: undefined, paymentMethodToken: customer.creditCards[0].token, transactionSource: 'recurring' })).transaction.recurring;
const nonce = await gateway.paymentMethodNonce.create(customer.creditCards[0].token);
saw.nonce = nonce.paymentMethodNonce.type;
saw.nonceFind = (await gateway.paymentMethodNonce.find(nonce.paymentMethodNonce.nonce)).details.lastFour;
saw.nonceSale = (await sale({ orderId: 'node-7', paymentMethodNonce: nonce.paymentMethodNonce.nonce })).transaction.status;

// A family's card: its billing address is one of the family's. An update of the customer changes card and default.
const card = family.creditCards[0];
const address = (a) => [a.locality, a.region, a.company, a.countryCodeAlpha2, a.id === card.billingAddress.id];
const twin = (await gateway.creditCard.create({ customerId: family.id, number: '378282246310005', expirationDate: '12/2030', billingAddressId: card.billingAddress.id })).creditCard;
const billed = await gateway.paymentMethod.update(card.token, { billingAddress: { region: 'PA', company: '', options: { updateExisting: true } } });
saw.billingChanged = [address(billed.paymentMethod.billingAddress), (await gateway.customer.find(family.id)).addresses.map(address)];
saw.billingOfTwin = address((await gateway.paymentMethod.find(twin.token)).billingAddress);
await gateway.creditCard.delete(twin.token);
saw.billingNew = address((await gateway.paymentMethod.update(card.token, { billingAddress: { locality: 'Reno' } })).paymentMethod.billingAddress);
saw.billingChosen = address((await gateway.paymentMethod.update(card.token, { billingAddressId: card.billingAddress.id })).paymentMethod.billingAddress);
saw.billingUnknown = await outcome(gateway.paymentMethod.update(card.token, { billingAddressId: 'none' }));
await gateway.address.update(family.id, card.billingAddress.id, { locality: 'Ely', countryCodeAlpha3: 'GBR' });
saw.billingMoved = address((await gateway.paymentMethod.find(card.token)).billingAddress);
await gateway.address.delete(family.id, card.billingAddress.id);
saw.billingGone = (await gateway.paymentMethod.find(card.token)).billingAddress ?? 'none';
const cards = (c) => c.creditCards.map((one) => [one.maskedNumber, one.expirationDate, one.cardholderName, one.default]).sort();
const inPlace = (creditCard) => gateway.customer.update(family.id, { creditCard: { ...creditCard, options: { updateExistingToken: card.token } } });
saw.cardInPlace = cards((await inPlace({ number: '5555555555554444', cardholderName: 'Ida King' })).customer);
saw.cardInvalid = await outcome(inPlace({ number: 'invalid' }));
saw.cardExpiry = cards((await inPlace({ expirationMonth: '07' })).customer);
saw.cardUnknown = await outcome(gateway.customer.update(family.id, { creditCard: { options: { updateExistingToken: 'none' } } }));
const debit = (options) => ({ number: '4117101010101010', expirationDate: '12/2030', options });
const second = (await gateway.creditCard.create({ customerId: family.id, ...debit({ failOnDuplicatePaymentMethod: true }) })).creditCard;
saw.debit = [second.debit, second.prepaid, second.productId, second.default];
saw.duplicateCard = await outcome(gateway.customer.create({ creditCard: debit({ failOnDuplicatePaymentMethod: true }) }));
saw.duplicateForCustomer = await outcome(gateway.customer.update(family.id, { creditCard: debit({ failOnDuplicatePaymentMethodForCustomer: true }) }));
saw.duplicateElsewhere = (await gateway.customer.update(customer.id, { creditCard: debit({ failOnDuplicatePaymentMethodForCustomer: true }) })).success;
await gateway.customer.update(family.id, { defaultPaymentMethodToken: second.token });
saw.newDefault = cards(await gateway.customer.find(family.id));
saw.verifiedBy = await outcome(gateway.creditCard.create({ customerId: family.id, ...debit({ verifyCard: true, verificationMerchantAccountId: 'none' }) }));
const cardNonce = (await gateway.paymentMethodNonce.create(second.token)).paymentMethodNonce.nonce;
saw.ofNonce = [(await gateway.creditCard.fromNonce(cardNonce)).token === second.token, await outcome(gateway.creditCard.fromNonce(cardNonce))];
await gateway.creditCard.update(second.token, { expirationDate: '01/2020' });
saw.expired = [];
for await (const one of gateway.creditCard.expired()) saw.expired.push(`${one.expirationDate} ${one.expired}`);
async function families(define) {
  const found = [];
  for await (const c of gateway.customer.search(define)) found.push(c.firstName);
  return found;
}
saw.families = {
  byAddress: await families((s) => s.addressLocality().is('Reno')),
  byCard: await families((s) => { s.creditCardNumber().startsWith('5555'); s.creditCardExpirationDate().is('07/2030'); s.cardholderName().is('Ida King'); }),
  byToken: await families((s) => s.paymentMethodToken().is(second.token)),
  byDuplicate: (await families((s) => s.paymentMethodTokenWithDuplicates().is(second.token))).length,
  nothing: await families((s) => s.addressLocality().is('Erie')),
};
saw.domains = [await outcome(gateway.clientToken.generate({ domains: ['example'] })), await outcome(gateway.clientToken.generate({ domains: Array(6).fill('example.com') }))];

// Evidence can be added and removed, and is rejected after the dispute is closed.
const disputed = (await sale({
  orderId: 'node-disputed', paymentMethodNonce: undefined, creditCard: { number: '4023898493988028', expirationDate: '12/2030' }, options: { submitForSettlement: true },
})).transaction.disputes[0];
const evidence = (await gateway.dispute.addTextEvidence(disputed.id, 'a receipt')).evidence;
saw.evidence = [evidence.comment, /^\w{16,}$/.test(evidence.id), (await gateway.dispute.removeEvidence(disputed.id, evidence.id)).success];
saw.evidenceGone = await outcome(gateway.dispute.removeEvidence(disputed.id, evidence.id));
saw.accepted = (await gateway.dispute.accept(disputed.id)).success;
saw.disputeClosed = [
  await outcome(gateway.dispute.accept(disputed.id)), await outcome(gateway.dispute.finalize(disputed.id)),
  await outcome(gateway.dispute.addTextEvidence(disputed.id, 'late')), await outcome(gateway.dispute.removeEvidence(disputed.id, 'none')),
];

await gateway.paymentMethod.delete(made.paymentMethod.token);
saw.paymentMethodGone = await outcome(gateway.paymentMethod.find(made.paymentMethod.token));
await gateway.customer.delete(customer.id);
saw.customerGone = await outcome(gateway.customer.find(customer.id));

const response = await fetch(`http://${process.env.GATEWAY_HOST}:${process.env.GATEWAY_PORT}/sandbox/webhooks`, {
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ kind: 'transaction_settled', transactionId: tx.id }),
});
const hook = await response.json();
const notification = await gateway.webhookNotification.parse(hook.bt_signature, hook.bt_payload);
saw.webhook = { kind: notification.kind, orderId: notification.transaction.orderId };

console.log(JSON.stringify(saw));
