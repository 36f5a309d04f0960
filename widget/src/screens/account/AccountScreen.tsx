import { accountCalls } from '../../client/account.js';
import { fileCalls } from '../../client/file.js';
import { useFlow } from '../../flow/flow.js';
import { supportOf } from '../../flow/support.js';
import { useHistoryEntry } from '../../machine/useHistoryEntry.js';
import { useMachine } from '../../machine/useMachine.js';
import { Account } from './Account.js';
import { createInterpreter } from './interpreter.js';
import { start, step } from './machine.js';
import { saveFile } from './saveFile.js';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the opened receipt on the account page, if any. */
    receiptId?: string | undefined;
  }
}

export default function AccountScreen() {
  const flow = useFlow();
  const { account, api, bootstrap, hasMoved, setting } = flow;
  const [state, send] = useMachine(
    start,
    step,
    (dispatch) => createInterpreter({ calls: accountCalls(api), files: fileCalls(api, setting.server), account, flow, saveFile }, dispatch),
    { do: 'load' },
  );
  const show = (id?: string) => send({ type: 'AT_RECEIPT', id });
  useHistoryEntry('receiptId', state.name === 'ready' ? (state.opened?.id ?? '') : undefined, (id) => {
    show(id || undefined);
    return true;
  });
  return (
    <Account
      state={state}
      support={supportOf(bootstrap, undefined)}
      headingTakesFocus={hasMoved()}
      send={send}
      onOpenReceipt={show}
      onReplace={() => flow.go('/account/payment-method')}
      replaceHref={flow.href('/account/payment-method')}
      onCloseReceipt={() => show()}
      onPrint={() => globalThis.print()}
    />
  );
}
