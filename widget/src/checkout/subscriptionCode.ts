/** Characters of a subscription code. */
const codeLength = 16;

/** Reports whether the text is a subscription code; anything else in the box is a coupon. */
export function isSubscriptionCode(typed: string): boolean {
  return typed.replaceAll(/[^0-9a-z]/gi, '').length === codeLength;
}
