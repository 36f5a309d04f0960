import type { AccountPage, HeldSubscription, InvitedCoParent, Receipt, Session } from '../src/client/types.js';
import * as people from './people.js';
import { paidOf } from './receipt.js';

/** The account's differences from the default: two paid seats, and a co-parent who hasn't joined yet. */
export interface AccountChange {
  /** Changes to the account's own subscription. */
  own?: Partial<HeldSubscription> | undefined;
  /** The co-parent's invitation. */
  coParent?: Partial<InvitedCoParent> | undefined;
  /** The account is the invited co-parent's, with a seat paid by the other parent. */
  isGuest?: boolean | undefined;
  /** No subscription and no family: a professional's account. */
  isEmpty?: boolean | undefined;
  /** With `isEmpty`: the professional has bought codes. */
  hasCodes?: boolean | undefined;
  /** The receipt's amount was refunded. */
  isRefunded?: boolean | undefined;
  /** There are also logins in another browser and on a command line. */
  isElsewhere?: boolean | undefined;
}

const startsAt = '2026-11-21T12:00:00Z';
const endsAt = '2027-11-21T05:00:00Z';
const userId = '01938f00-0000-7000-8000-000000000003';
const guestId = '01938f00-0000-7000-8000-000000000005';

export const receiptOf = (lang: string): Receipt => paidOf(lang, { coparent: true }).receipt;

/** Returns an account page in the server's format. */
export function accountPageOf(
  lang: string,
  { own, coParent, isGuest = false, isEmpty = false, hasCodes = false, isRefunded = false }: AccountChange = {},
): AccountPage {
  const receipt = receiptOf(lang);
  const subscription = (change: Partial<HeldSubscription>): HeldSubscription => ({
    id: 's1',
    state: 'active',
    isOwn: true,
    packageName: lang.startsWith('es') ? 'Premium, 1 año' : 'Premium, 1 year',
    years: 1,
    startsAt,
    endsAt,
    endsOn: '2027-11-21',
    renews: true,
    ...(isGuest
      ? { paidBy: `${people.parent.firstName} ${people.parent.lastName}` }
      : {
          renewal: {
            price: '219.99',
            priceFormatted: '$219.99',
            currency: 'USD',
            taxIncluded: false,
            country: 'US',
            method: { paymentType: 'CREDIT_CARD', brand: 'Visa', lastFour: '1111' },
          },
        }),
    ...change,
  });
  const who = isGuest ? people.coParent : people.parent;
  return {
    userId: isGuest ? guestId : userId,
    firstName: who.firstName,
    lastName: who.lastName,
    email: who.email,
    locale: lang,
    subscriptions: isEmpty ? [] : [subscription(own ?? {}), ...(isGuest ? [] : [subscription({ id: 's2', isOwn: false })])],
    receipts:
      isGuest || isEmpty
        ? []
        : [
            {
              receiptId: receipt.receiptId,
              paidAt: startsAt,
              paidOn: '2026-11-21',
              packageName: receipt.receiptText,
              totalFormatted: receipt.totals.totalFormatted,
              ...(isRefunded
                ? {
                    refundedFormatted: receipt.totals.totalFormatted,
                    creditNotes: [
                      { number: 'C-2026-000001', givenAt: startsAt, givenOn: '2026-11-21', amountFormatted: receipt.totals.totalFormatted },
                    ],
                  }
                : {}),
            },
          ],
    family: isEmpty ? [] : family(),
    ...(isEmpty ? { professional: { state: 'verified', batches: hasCodes ? batches() : [] } } : {}),
    ...(isGuest || isEmpty ? {} : { coParent: invitedOf(coParent) }),
  };
}

/** Returns the account's logins in the server's format. */
export function sessionsOf({ isElsewhere = false }: AccountChange = {}): Session[] {
  const session = (sessionId: string, change: Partial<Session> = {}): Session => ({
    sessionId,
    kind: 'browser',
    createdAt: '2026-11-25T12:00:00Z',
    expiresAt: '2026-11-25T13:00:00Z',
    current: false,
    ...change,
  });
  const here = session('l1', { current: true });
  if (!isElsewhere) return [here];
  const shell = {
    kind: 'command_line',
    createdAt: '2026-11-20T12:00:00Z',
    expiresAt: '2027-02-18T12:00:00Z',
    lastUsedAt: '2026-11-24T12:00:00Z',
  } as const;
  return [here, session('l2', { createdAt: '2026-11-25T11:30:00Z', expiresAt: '2026-11-25T12:30:00Z' }), session('l3', shell)];
}

function batches(): NonNullable<AccountPage['professional']>['batches'] {
  const batch = {
    id: 'b1',
    professionalId: 'p1',
    packageId: 2001,
    packageName: 'Essential, 1 year',
    faceAmount: '149.99',
    currencyCode: 'USD',
    total: '1499.90',
    size: 10,
    state: 'active',
    paidBy: 'card',
    unissued: 4,
    issued: 3,
    reserved: 0,
    redeemed: 3,
    createdAt: startsAt,
    expiresAt: '2028-11-21T12:00:00Z',
  } as const;
  return [{ ...batch, id: 'b2', state: 'awaiting_payment', paidBy: 'invoice', size: 5, unissued: 0, issued: 0, redeemed: 0 }, batch];
}

/** The co-parent's invitation. */
export function invitedOf(change: Partial<InvitedCoParent> = {}): InvitedCoParent {
  const { firstName, lastName, email } = people.coParent;
  return { firstName, lastName, email, state: 'open', invitedAt: startsAt, expiresAt: '2026-12-05T12:00:00Z', resendable: true, ...change };
}

function family(): AccountPage['family'] {
  const colors = ['#1f6f5c', '#8a4b08', '#2f5aa8', '#8a2f6b'];
  return [
    { ...people.parent, userId },
    { ...people.coParent, userId: guestId },
    ...people.children.map((child) => ({ ...child, userId: undefined })),
  ].map(({ firstName, lastName, userId: id }, index) => ({
    ...(id ? { userId: id } : {}),
    firstName,
    lastName,
    color: colors[index] ?? '#3d5a66',
    displayInitials: `${firstName.charAt(0)}${lastName.charAt(0)}`,
  }));
}
