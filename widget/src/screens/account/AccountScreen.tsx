import { useEffect } from 'react';
import { accountCalls } from '../../client/account.js';
import { fileCalls } from '../../client/file.js';
import { useFlow } from '../../flow/flow.js';
import { supportOf } from '../../flow/support.js';
import { useMachine } from '../../machine/useMachine.js';
import { Account } from './Account.js';
import { createInterpreter } from './interpreter.js';
import { start, step } from './machine.js';
import { saveFile } from './saveFile.js';
import { useReceiptHistory } from './useReceiptHistory.js';

export default function AccountScreen() {
  const flow = useFlow();
  const { account, api, bootstrap, hasMoved, setting } = flow;
  const [state, send] = useMachine(
    start,
    step,
    (dispatch) => createInterpreter({ calls: accountCalls(api), files: fileCalls(api, setting.server), account, flow, saveFile }, dispatch),
    { do: 'load' },
  );
  const { receiptId, open, close } = useReceiptHistory();
  const isReady = state.name === 'ready';
  useEffect(() => {
    if (isReady) send({ type: 'AT_RECEIPT', id: receiptId });
  }, [isReady, receiptId, send]);
  return (
    <Account
      state={state}
      support={supportOf(bootstrap, undefined)}
      headingTakesFocus={hasMoved()}
      send={send}
      onOpenReceipt={open}
      onReplace={() => flow.go('/account/payment-method')}
      replaceHref={flow.href('/account/payment-method')}
      onCloseReceipt={close}
      onPrint={() => globalThis.print()}
    />
  );
}
