import type { AccountApi } from '../../client/account.js';
import type { FileApi } from '../../client/file.js';
import { Problem, failureMessage } from '../../client/failure.js';
import type { AccountKeeper } from '../../session/account.js';
import type { Flow } from '../../flow/flow.js';
import { withLogin } from '../../flow/withLogin.js';
import type { Task, Effect, Event, Trouble } from './machine.js';

/** The dependencies of the effects outside of the screen. */
export interface AccountPorts {
  calls: AccountApi;
  files: FileApi;
  account: AccountKeeper;
  flow: Pick<Flow, 'bootstrap' | 'emit' | 'go'>;
  /** Puts a file into the browser's downloads. */
  saveFile: (file: Blob, name: string) => void;
}

/** Runs the machine's effects and sends their results. After the login has ended, the login screen opens. */
export function createInterpreter({ calls, files, account, flow, saveFile }: AccountPorts, send: (event: Event) => void) {
  const leave = () => {
    account.leave('left');
    flow.go('/login', { replace: true });
  };

  /** Runs a call with the login's token. */
  const call = async <T>(request: (token: string) => Promise<T>, onAnswer: (answer: T) => void, onFailure: (trouble: Trouble) => void) => {
    let answer: T;
    try {
      answer = await withLogin({ account, go: flow.go }, '/account', request);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) return;
      const message = failureMessage(error, 'unexpected_error');
      flow.emit('error', { code: message.code, canContinue: true });
      onFailure({ message, seconds: error instanceof Problem ? error.retryAfter : undefined });
      return;
    }
    onAnswer(answer);
  };
  const failed = (task: Task) => (trouble: Trouble) => send({ type: 'FAILED', task, trouble });

  return (effect: Effect): void => {
    switch (effect.do) {
      case 'load':
        void call(
          calls.page,
          (page) => send({ type: 'LOADED', page }),
          (trouble) => send({ type: 'LOAD_FAILED', trouble }),
        );
        break;
      case 'openReceipt':
        void call(
          (token) => calls.receipt(token, effect.id),
          (receipt) => send({ type: 'RECEIPT', receipt }),
          (trouble) => send({ type: 'RECEIPT_FAILED', id: effect.id, trouble }),
        );
        break;
      case 'cancel':
        void call(
          (token) => calls.cancel(token, effect.id),
          ({ cancelledAt }) => send({ type: 'CANCELLED', id: effect.id, cancelledAt }),
          failed('cancel'),
        );
        break;
      case 'send':
        void call(calls.inviteAgain, (coParent) => send({ type: 'SENT', coParent }), failed('send'));
        break;
      case 'sessions':
        void call(
          calls.sessions,
          (sessions) => send({ type: 'SESSIONS', sessions }),
          (trouble) => send({ type: 'SESSIONS_FAILED', trouble }),
        );
        break;
      case 'end':
        void call(
          (token) => calls.endSession(token, effect.id),
          () => send({ type: 'ENDED', id: effect.id }),
          // It has ended meanwhile, as requested.
          (trouble) => (trouble.message.code === 'session_not_found' ? send({ type: 'ENDED', id: effect.id }) : failed('end')(trouble)),
        );
        break;
      case 'save':
        void call(
          (token) => (effect.note === undefined ? files.receipt(token, effect.id) : files.creditNote(token, effect.id, effect.note)),
          (file) => {
            saveFile(file, `${flow.bootstrap.product} ${effect.note ?? effect.paidOn}.pdf`);
            send({ type: 'SAVED' });
          },
          failed('save'),
        );
        break;
      case 'leave':
        // Without an answer the token expires within its hour; this tab forgets it either way.
        void call(calls.logout, leave, leave);
    }
  };
}
