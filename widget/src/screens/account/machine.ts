import type { FailureMessage } from '../../client/failure.js';
import type { AccountPage, HeldSubscription, InvitedCoParent, Receipt, Session } from '../../client/types.js';
import { dayOr } from '../../i18n/day.js';

/** The page's actions, one at a time. */
export type Task = 'cancel' | 'send' | 'end' | 'save' | 'leave';

/** The reason that an action failed; with the seconds to wait after too many tries. */
export interface Trouble {
  readonly message: FailureMessage;
  readonly seconds?: number | undefined;
}

/** An opened receipt; its text arrives a little later. */
export interface Opened {
  readonly id: string;
  readonly receipt?: Receipt | undefined;
  readonly trouble?: Trouble | undefined;
}

export interface Ready {
  readonly name: 'ready';
  readonly page: AccountPage;
  /** The logins of the account, or the failure to load them; they arrive after the page. */
  readonly sessions?: readonly Session[] | Trouble | undefined;
  readonly opened?: Opened | undefined;
  /** Id of the subscription whose cancellation is being confirmed. */
  readonly toCancel?: string | undefined;
  readonly busy?: Task | undefined;
  /** The current or failed download: a receipt's id, or a credit note's number. */
  readonly file?: string | undefined;
  readonly failed?: (Trouble & { readonly task: Task }) | undefined;
  /** The co-parent was sent another link: the expiry date of the one before no longer applies. */
  readonly hasNewLink?: true | undefined;
  /** The last action, for its message: the canceled subscription's id, a sent invitation, or the ended logins. */
  readonly done?: { readonly cancelled: string } | { readonly sent: true } | { readonly ended: 'one' | 'others' } | undefined;
}

export type State = { readonly name: 'loading' } | { readonly name: 'failed'; readonly trouble: Trouble } | Ready;

export type Event =
  | { type: 'RETRY' }
  | { type: 'LOADED'; page: AccountPage }
  | { type: 'LOAD_FAILED'; trouble: Trouble }
  /** The history entry selects a receipt. */
  | { type: 'AT_RECEIPT'; id: string | undefined }
  | { type: 'RECEIPT'; receipt: Receipt }
  | { type: 'RECEIPT_FAILED'; id: string; trouble: Trouble }
  | { type: 'ASK_CANCEL'; id: string }
  | { type: 'KEEP' }
  | { type: 'CANCEL' }
  | { type: 'CANCELLED'; id: string; cancelledAt: string | undefined }
  | { type: 'SEND' }
  | { type: 'SENT'; coParent: InvitedCoParent }
  | { type: 'SESSIONS'; sessions: readonly Session[] }
  | { type: 'SESSIONS_FAILED'; trouble: Trouble }
  | { type: 'RETRY_SESSIONS' }
  /** Ends one login; without an id, all but the current one. */
  | { type: 'END'; id?: string | undefined }
  | { type: 'ENDED'; id?: string | undefined }
  /** Saves a receipt, or a credit note about it. */
  | { type: 'SAVE'; id: string; note?: string | undefined }
  | { type: 'SAVED' }
  | { type: 'LEAVE' }
  | { type: 'FAILED'; task: Task; trouble: Trouble };

export type Effect =
  | { do: 'load' }
  | { do: 'openReceipt'; id: string }
  | { do: 'cancel'; id: string }
  | { do: 'send' }
  | { do: 'sessions' }
  | { do: 'end'; id?: string | undefined }
  /** `paidOn` dates the file's name, unless `note` names it. */
  | { do: 'save'; id: string; note?: string | undefined; paidOn: string }
  | { do: 'leave' };

export const start: State = { name: 'loading' };

/** Returns the next state and the effects to run. An event without a place in a state changes nothing. */
export function step(state: State, event: Event): [State, ...Effect[]] {
  if (state.name !== 'ready') return stepBefore(state, event);
  switch (event.type) {
    case 'AT_RECEIPT':
      if (event.id === state.opened?.id) return [state];
      return event.id === undefined
        ? [{ ...state, opened: undefined }]
        : [
            { ...quiet(state), opened: { id: event.id } },
            { do: 'openReceipt', id: event.id },
          ];
    case 'RETRY':
      return state.opened?.trouble
        ? [
            { ...state, opened: { id: state.opened.id } },
            { do: 'openReceipt', id: state.opened.id },
          ]
        : [state];
    case 'RECEIPT':
      return [event.receipt.receiptId === state.opened?.id ? { ...state, opened: { ...state.opened, receipt: event.receipt } } : state];
    case 'RECEIPT_FAILED':
      return [event.id === state.opened?.id ? { ...state, opened: { id: event.id, trouble: event.trouble } } : state];
    case 'ASK_CANCEL':
      return [state.busy ? state : { ...quiet(state), toCancel: event.id }];
    case 'KEEP':
      return [state.busy === 'cancel' ? state : { ...quiet(state), toCancel: undefined }];
    case 'CANCEL':
      return state.busy || state.toCancel === undefined
        ? [state]
        : [
            { ...quiet(state), busy: 'cancel' },
            { do: 'cancel', id: state.toCancel },
          ];
    case 'CANCELLED': {
      const subscriptions = state.page.subscriptions.map((s) => (s.id === event.id ? withoutRenewal(s, event.cancelledAt) : s));
      return [{ ...quiet(state), page: { ...state.page, subscriptions }, toCancel: undefined, busy: undefined, done: { cancelled: event.id } }];
    }
    case 'SEND':
      return state.busy ? [state] : [{ ...quiet(state), busy: 'send' }, { do: 'send' }];
    case 'SENT':
      return [{ ...state, busy: undefined, page: { ...state.page, coParent: event.coParent }, hasNewLink: true, done: { sent: true } }];
    case 'SESSIONS':
      return [{ ...state, sessions: event.sessions }];
    case 'SESSIONS_FAILED':
      return [{ ...state, sessions: event.trouble }];
    case 'RETRY_SESSIONS':
      return [{ ...state, sessions: undefined }, { do: 'sessions' }];
    case 'END':
      return state.busy
        ? [state]
        : [
            { ...quiet(state), busy: 'end' },
            { do: 'end', id: event.id },
          ];
    case 'ENDED':
      return [{ ...state, busy: undefined, sessions: without(state.sessions, event.id), done: { ended: event.id === undefined ? 'others' : 'one' } }];
    case 'SAVE': {
      const receipt = state.page.receipts.find(({ receiptId }) => receiptId === event.id);
      if (state.busy || !receipt) return [state];
      return [
        { ...quiet(state), busy: 'save', file: event.note ?? event.id },
        { do: 'save', id: event.id, note: event.note, paidOn: dayOr(receipt.paidOn, receipt.paidAt).slice(0, 10) },
      ];
    }
    case 'SAVED':
      return [{ ...state, busy: undefined, file: undefined }];
    case 'LEAVE':
      return state.busy ? [state] : [{ ...quiet(state), busy: 'leave' }, { do: 'leave' }];
    case 'FAILED':
      return [{ ...state, busy: undefined, failed: { task: event.task, ...event.trouble } }];
    default:
      return [state];
  }
}

function stepBefore(state: State, event: Event): [State, ...Effect[]] {
  switch (event.type) {
    case 'LOADED':
      return [{ name: 'ready', page: event.page }, { do: 'sessions' }];
    case 'LOAD_FAILED':
      return [{ name: 'failed', trouble: event.trouble }];
    case 'RETRY':
      return state.name === 'failed' ? [start, { do: 'load' }] : [state];
    default:
      return [state];
  }
}

/** Returns the remaining logins after one has ended; without an id, all but the current one have. */
function without(sessions: Ready['sessions'], id: string | undefined): Ready['sessions'] {
  if (!sessions || 'message' in sessions) return sessions;
  return sessions.filter((one) => (id === undefined ? one.current : one.sessionId !== id));
}

/** Removes the messages of the last action. */
function quiet(state: Ready): Ready {
  return { ...state, failed: undefined, done: undefined, file: undefined };
}

function withoutRenewal(s: HeldSubscription, cancelledAt: string | undefined): HeldSubscription {
  const { renewal: _, ...rest } = s;
  return { ...rest, renews: false, ...(cancelledAt === undefined ? {} : { cancelledAt }) };
}
